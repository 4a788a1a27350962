"""In words, empty cells side by side are told at a stroke, and nothing is said of a hand that there is not."""

from __future__ import annotations

import pytest
from tests.play.test_play import Sitting
from tests.small_games import load_text

import coupdsl
from coupdsl.play.board_drawing import BoardDrawing
from coupdsl.play.spoken import Words

TRACK = """edition 1
game track {
  seats [2]
  cells a..j by 1..1
  state men per cell: number = 0
  state whose per cell: seat or none = none
  for x in cells where column in [1, 3, 4, 9] {
    men of x := 2
    whose of x := first of seats
  }
  first of seats chooses go x from cells where whose is it_self
  rule it_self = first of seats
  men of x := 1
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "row 1: a1 men 2, Seat 0 (you); b1 nothing; c1 men 2, Seat 0 (you); d1 men 2, Seat 0 (you); "
         "e1 to h1 nothing; i1 men 2, Seat 0 (you); j1 nothing"),
        ("fr", "rangée 1 : a1 men 2, Joueur 0 (vous) ; b1 rien ; c1 men 2, Joueur 0 (vous) ; d1 men 2, "
         "Joueur 0 (vous) ; e1 à h1 rien ; i1 men 2, Joueur 0 (vous) ; j1 rien"),
    ],
)  # fmt: skip
def test_empty_cells_side_by_side_are_told_together(language: str, told: str) -> None:
    rules = load_text(TRACK)
    assert BoardDrawing(Words(rules, language, plain=True)).lines(rules.start(1).view(0)) == [told]


def test_where_nobody_holds_anything_no_line_is_left_for_it() -> None:
    sitting = Sitting(coupdsl.Game(load_text(TRACK), 4), ["quit"], plain=True)
    sitting.table.play()
    shown = "\n".join(sitting.shown)
    assert "e1 to h1 nothing" in " ".join(shown.split()) and "\n\n\n" not in shown
