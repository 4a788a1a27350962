"""Where the limit of moves has come, the game ends, whatever happens there."""

from __future__ import annotations

from pathlib import Path

import pytest

import coupdsl

GAME = """edition 1
game g {
  seats [2]
  state points per seat: number = 0
  option end.early = true | false
  rule by_points(n: number) { points of first of seats := n; finish by points }
  rule ending(n: number) { if n > 2 { by_points(n) } else { finish by 0 } }
  rule perhaps(n: number) { if n > 2 { by_points(n) } }
  rule or_not(n: number) {
    if n > 2 { give }
    finish by points
  }
  first of seats chooses number n from 1 .. 4
  if n > 3 { perhaps(n) }
  if n > 2 { or_not(n) }
  if n > 1 { ending(n) }
  finish by points
  limit 5 moves { LINES }
}
""".replace("; ", "\n")


def loaded(lines: str, folder: Path) -> coupdsl.Rules:
    (folder / "g.coup").write_text(GAME.replace("LINES", lines.replace("; ", "\n")), "utf-8")
    return coupdsl.load(folder / "g.coup")


@pytest.mark.parametrize(
    "lines",
    [
        "finish by points",
        "points of first of seats := 9; finish by points",
        "if points of first of seats > 7 { finish by points } else { finish by 0 }",
        "if points of first of seats > 7 { perhaps(3) }; finish by 0",
        "case end.early {; true { finish by 0 }; false { ending(3) }; }",
        "ending(3)",
    ],
)
def test_a_limit_that_always_ends_the_game_is_right(lines: str, tmp_path: Path) -> None:
    assert loaded(lines, tmp_path).max_moves == 5


@pytest.mark.parametrize(
    "lines",
    [
        "",
        "points of first of seats := 9",
        "if points of first of seats > 7 { finish by points }",
        "if points of first of seats > 7 { finish by points } else { perhaps(3) }",
        "case end.early {; true { finish by 0 }; false { }; }",
        "for s in seats { if points of s > 3 { finish by points } }",
        "perhaps(3)",
        "or_not(3)",
    ],
)
def test_a_limit_that_may_not_end_the_game_is_refused(lines: str, tmp_path: Path) -> None:
    with pytest.raises(coupdsl.Problems, match=r"E304.* `limit` may end without `finish`") as caught:
        loaded(lines, tmp_path)
    (problem,) = caught.value.diagnostics
    assert problem.help == "write `finish by 0` as its last line"
    assert loaded(f"{lines}; finish by 0", tmp_path).max_moves == 5
