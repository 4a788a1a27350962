"""What is counted in games between bots."""

from __future__ import annotations

from tests.small_games import load_text

from coupdsl.play.game import Game
from coupdsl.play.runs import count

FINES = """edition 1
game fines {
  seats [3]
  account cash per seat = 5 short borrow
  rule borrow(s: seat, payee: party or none, missing: amount) {
    s chooses lender t from seats after s
    t pays missing to s for loan
  }
  repeat turn 2 times {
    last of seats chooses go {
      fine_all { for s in seats after last of seats { s pays 4 to last of seats for fine } }
    }
  }
  finish by cash
  limit 20 moves { finish by 0 }
}
"""


def test_a_question_in_the_midst_of_payments_splits_no_occasion() -> None:
    game = Game(load_text(FINES, 3))
    for move in ("fine_all", "fine_all", "lender 2", "lender 2"):
        game.apply(move)
    tally = count(game)
    assert tally.payments == {("", "fine"): 4, ("", "loan"): 2}
    assert tally.occasions == {("", "fine"): 2, ("", "loan"): 1}
