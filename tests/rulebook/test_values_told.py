"""The exact rules state every value: sets and lists of whatever, in entries, in what has a name, and at the start."""

from __future__ import annotations

from pathlib import Path

from tests.rulebook.printed import printed

GAME = """edition 1
game points {
  seats [2]
  cells a..c by 1..2
  cards {
    suits red R, blue B
    ranks two 2, one 1
  }
  zone box: set seen by all = cards shown as nothing
  kind sort as sorts { }
  sort big { }
  sort tiny { }
  kind point as points {
    next: set of point
    also: list of point = []
    sorted: list of sort
    corners: set of cell
    ranked: set of rank
  }
  point home {
    next: [away]
    sorted: [tiny, big]
    corners: [a1, c2]
    ranked: [two]
  }
  point away {
    next: [home, away]
    also: [away]
    sorted: [big]
    corners: []
    ranked: ranks
  }
  let edge = [a1, b1]
  let top = line(a1, c1)
  let liked = [big]
  state held: list of cell = [a1, a2]
  state lying: set of cell = cells
  state sought: set of sort = [big]
  state turns: list of seat = [last of seats, first of seats]
  state man per seat: point = home
  for s in seats {
    s chooses go {
      step x from (next of man of s with also of man of s) where y: some sorted of y where it in liked { man of s := x }
      lay c from corners of man of s if c in edge or c in top or c in held or c in lying { }
      take d from cards where rank in ranked of man of s if s in turns and tiny not in sought { }
    }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_every_set_and_list_is_told(tmp_path: Path) -> None:
    (tmp_path / "points.coup").write_text(GAME, "utf-8")
    page = printed(str(tmp_path / "points.coup"), "en")
    rows = {name: row[1:] for name, row in page.tables()["points"].rows.items()}
    assert rows == {"home": ["away", "–", "tiny, big", "a1, c2", "two"],
                    "away": ["home, away", "away", "big", "–", "two, one"]}  # fmt: skip
    exact = page.text.partition("Appendix: the exact rules")[2]
    for told in ("next: away", "also: none", "sorted: tiny, big", "corners: a1, c2", "ranked: two",
                 "next: home, away", "also: away", "sorted: big", "corners: none",
                 "edge: a1, b1.", "top: a1, b1, c1.", "liked: big."):  # fmt: skip
        assert told in exact, told
    first = {name: row[2] for name, row in page.tables()["remembered"].rows.items()}
    assert first == {
        "held": "a1, a2", "lying": "the cells", "sought": "big", "man": "home",
        "turns": "the last of the players, the first of the players",
    }  # fmt: skip


def test_a_place_that_is_not_drawn_is_told(tmp_path: Path) -> None:
    (tmp_path / "points.coup").write_text(GAME, "utf-8")
    assert printed(str(tmp_path / "points.coup"), "en").tables()["places"].rows["box"][-1] == "all cards"


TOWNS = """edition 1
game towns {
  seats [2]
  cells a..c by 1..2
  cards {
    suits red R, blue B
    ranks two 2, one 1
  }
  zone box: row seen by all = cards
  kind town as towns {
    cost: number
    colour: suit
    follows: town or none = none
    best: rank
    at: cell
    mark: card or none
  }
  town rome = 3 { colour: red, best: one, at: a2, mark: none }
  town bern = 4 { colour: blue, follows: rome, best: two, at: c1, mark: first of (cards where it is two of red) }
  state points per seat: number = 0
  for s in seats {
    s chooses go t from towns where colour is red or best is one or follows is none or at is a1 or mark is none
    points of s := cost of t
  }
  finish by points
  limit 10 moves { finish by 0 }
}
"""


def test_a_chart_has_every_field_that_is_one_thing(tmp_path: Path) -> None:
    (tmp_path / "towns.coup").write_text(TOWNS, "utf-8")
    table = printed(str(tmp_path / "towns.coup"), "en").tables()["towns"]
    assert {name: row[1:] for name, row in table.rows.items()} == {
        "rome": ["3", "red", "–", "one", "a2", "–"],
        "bern": ["4", "blue", "rome", "two", "c1", "2R"],
    }
