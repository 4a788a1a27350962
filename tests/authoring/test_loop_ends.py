"""A loop that in all random games ends by its bound, and never as it says, is told by `validate`."""

from __future__ import annotations

import pytest
from tests.commands.calls import called
from tests.helpers import ROOT
from tests.small_games import in_folder

from coupdsl.authoring.random_games import HERE

GAME = """edition 1
game climb {
  seats [2, 3]
  option steps.most = 3 | 30
  state place: number = 0
  rule named: number = 3
  repeat stage LOOP {
    passes := passes + 1
    first of seats chooses way {
      onward { place := place + 1 }
      doubly { place := place + 2 }
    }
  }
  repeat twice 2 times { place := 0 }
  state passes: number = 0
  finish by 0
  limit 100 moves { finish by 0 }
}
"""
NOTE = "note: under `climb` `stage` came to its `at most 3` in each of 8 random games, and never to `until place > 20`"


@pytest.mark.parametrize(
    ("loop", "games", "told"),
    [
        ("until place > 20 at most 3", 4, True),
        ("until place > 20 at most 30", 4, False),
        ("until place > 3 at most 3", 4, False),  # in some games
        ("until place > 2 at most 3", 4, False),  # in the last pass, it may be, but always
        ("until passes is 3 at most 3", 4, False),  # just when its bound does
        ("until false at most 3", 4, False),  # nothing else is to end it
        ("until place > 20 at most steps.most", 4, False),  # what has a name is meant
        ("until place > 20 at most named", 4, False),
        ("until place > 20 at most count of seats", 4, False),
        ("3 times", 4, False),
        ("until place > 20 at most 3", 0, False),
    ],
)
def test_a_bound_that_ends_a_loop_in_all_games_is_told(loop: str, games: int, told: bool) -> None:
    folder = in_folder({"climb.coup": GAME.replace("LOOP", loop)})
    result = called("validate", folder / "climb.coup", "--games", games)
    assert result.exit_code == 0
    notes = [line for line in result.output.splitlines() if " came to its " in line]
    assert [line.startswith(NOTE) and line.endswith("climb.coup:7:3)") for line in notes] == [True] * told, notes


def test_how_long_games_are_looked_at_for_it_is_documented() -> None:
    told = " ".join((ROOT / "docs" / "language.md").read_text("utf-8").split())
    assert f"Only games of up to {HERE:,} moves are looked at for this" in told


def test_a_loop_in_games_played_by_machine_code_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coupdsl.authoring.random_games.HERE", 0)
    folder = in_folder({"climb.coup": GAME.replace("LOOP", "until place > 20 at most 3")})
    assert "came to its" not in called("validate", folder / "climb.coup").output


def test_what_a_loop_waits_for_need_not_be_there_at_its_bound() -> None:
    """The rules do not ask it there."""
    game = GAME.replace("LOOP", "until 12 / (3 - passes) > 20 at most 3")
    result = called("validate", in_folder({"climb.coup": game}) / "climb.coup")
    assert result.exit_code == 0
    assert "E601" not in result.output
