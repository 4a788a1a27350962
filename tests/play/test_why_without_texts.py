"""Why, in a game without texts: its own names are all there is to say, and sets without a name are said in full."""

from __future__ import annotations

import pytest
from tests.small_games import load_text

from coupdsl.play.asking import Asking
from coupdsl.play.spoken import Words

GAME = """edition 1
game chips {
  seats [2]
  cards {
    suits acorns E, leaves G
    ranks ace A, ten T
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state open_chips per seat: number = 1
  state own_chips per seat: number = 1 seen by owner
  rule of_suit(s: seat, u: suit) = hand of s where suit is u
  rule lacks(s: seat, u: suit) = of_suit(s, u) is empty
  move (ace of acorns) with (ten of acorns) to hand of first of seats
  move deck to hand of last of seats
  for s in seats {
    s chooses answer {
      pay_open if open_chips of s > 0 { }
      pay_own if own_chips of s > 1 { }
      call u from suits where v: of_suit(s, v) is not empty { }
      want u from suits where v: of_suit(s, v) is empty { }
      need u from suits where lacks(s, it) { }
      have u from suits where v: some hand of s where suit is v { }
      pass { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("pay_open", "Pay open: you can, because your open chips (1) is more than 0."),
        ("pay_own", "Pay own: no, your own chips (1) is at most 1."),
        ("call acorns", "Call acorns: you can, because there is one among your hand for which the suit is acorns."),
        ("call leaves", "Call leaves: no, there is none among your hand for which the suit is leaves."),
        ("want leaves", "Want leaves: you can, because there is none among your hand for which the suit is leaves."),
        ("need acorns", "Need acorns: no, there is one among your hand for which the suit is acorns."),
        ("have acorns", "Have acorns: you can, because there is one among your hand for which the suit is acorns."),
    ],
)
def test_the_condition_is_said_with_its_values(move: str, told: str) -> None:
    state = load_text(GAME, 2).start(1)
    assert Asking(Words(state.rules, "en", plain=True)).why(state, 0, move)[0] == told
