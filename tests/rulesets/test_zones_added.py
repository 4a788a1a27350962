"""What a variant adds to a shipped game makes nothing wrong in that game's own lines."""

from __future__ import annotations

import pytest
from tests.helpers import GAMES
from tests.small_games import problems

PASSING = """replace rule before_lead {
  if maker is none {
    for s in seats together {
      s secretly chooses hand_on c from hand of s
      move c to apart of s
    }
    for s in seats { move apart of s to hand of left of s }
  }
}
"""


def said_of(base: str, added: str) -> list[str]:
    files = {"v.yaml": f"variant: v\nextends: {base}\nrules: {{add: [./r.coup]}}\n", "r.coup": f"edition 1\n{added}"}
    return [one.message for one in problems(files, "v.yaml")]


@pytest.mark.parametrize("base", GAMES)
def test_each_seat_may_be_given_a_hidden_zone(base: str) -> None:
    zones = [f"zone apart_{who} per seat: set seen by {who}\n" for who in ("owner", "others", "none")]
    assert [message for message in said_of(base, "".join(zones)) if "tells" in message] == []


def test_cards_may_be_passed_before_the_lead() -> None:
    assert said_of("parker-1966", "zone apart per seat: set seen by owner\n" + PASSING) == []
