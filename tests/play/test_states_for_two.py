"""What the table shows of a state that is kept for each two things."""

from __future__ import annotations

from tests.small_games import load_text

from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words

JARS = """edition 1
game jars {
  seats [2] in 2 teams
  kind box as boxes { }
  box low { }
  box high { }
  state filled per team per box: number = 0
  for s in seats {
    s chooses fill b from boxes
    filled(b) of team of s := 3
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_zeros_tell_nothing() -> None:
    rules = load_text(JARS, 2)
    state, drawing = rules.start(1), Drawing(Words(rules, "en", plain=True))
    assert list(drawing.shared(state.view(1))) == []
    state.apply(next(move for move in state.legal_moves() if str(move) == "fill low"))
    assert list(drawing.shared(state.view(1))) == ["filled: team 1 low 3"]
