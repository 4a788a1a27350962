"""A hint where nothing is hidden: what a tree foresaw of the best moves, and which of them it does not tell apart."""

from __future__ import annotations

import pytest
from tests.small_games import load_text

from coupdsl.play.hint_told import HintTold
from coupdsl.play.spoken import Words
from coupdsl.search.arena import arena_of
from coupdsl.search.halving import Judged

RACE = """edition 1
game race {
  seats [2]
  state n per seat: number = 0
  for s in seats { s chooses go {
    slow { n of s := 2 }
    fast { n of s := 5 }
    rest { }
  } }
  finish by n
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("brought", "last"),
    [
        ((3, 2, 1), "rest: 1.0 more than Seat 1"),
        ((3, 4, 1), "The tries do not tell which is best: slow or fast."),
        ((3, 3, 1), "The tries do not tell which is best: slow or fast."),
        ((3, 4, 5), "The tries do not tell which of these is best."),
    ],
)
def test_a_move_that_is_told_to_bring_more_than_the_first_may_be_best(brought: tuple[int, ...], last: str) -> None:
    rules = load_text(RACE)
    arena = arena_of(rules)
    moves = rules.start(1).legal_moves()
    point = arena.utility.point(0)
    found = [Judged(move, 9, more * point) for move, more in zip(moves, brought, strict=True)]
    assert HintTold(Words(rules, "en", plain=True), 0, arena).foreseen(found)[-1] == last
