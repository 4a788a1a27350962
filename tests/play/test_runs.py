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


ANTES = """edition 1
game antes {
  seats [2]
  account cash per seat = 100
  account pot = 0
  for s in seats { s pays 10 to pot for ante }
  first of seats chooses go {
    raise n from 1 .. 3 { }
    stop { }
  }
  pot pays everything to first of seats for win
  finish by cash
  limit 9 moves { finish by 0 }
}
"""


def test_what_is_paid_before_the_first_choice_is_counted_and_so_are_moves_that_pick() -> None:
    game = Game(load_text(ANTES), 1)
    game.apply("raise 2")
    tally = count(game)
    assert tally.payments == {("", "ante"): 2, ("", "win"): 1}
    assert tally.amounts == {("", "ante"): 20, ("", "win"): 20}
    assert tally.occasions == {("", "ante"): 1, ("", "win"): 1}
    assert tally.choices == {("raise", ""): 1}


def test_a_question_in_the_midst_of_payments_splits_no_occasion() -> None:
    game = Game(load_text(FINES, 3))
    for move in ("fine_all", "fine_all", "lender 2", "lender 2"):
        game.apply(move)
    tally = count(game)
    assert tally.payments == {("", "fine"): 4, ("", "loan"): 2}
    assert tally.occasions == {("", "fine"): 2, ("", "loan"): 1}
