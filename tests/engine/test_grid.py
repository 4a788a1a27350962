"""Boards: cells, their neighbours and lines, what is kept for each, packs with few doubles, words as values."""

from __future__ import annotations

from typing import Any

import pytest
from tests.small_games import load_text, problems, said

import coupdsl

FRAME = """edition 1
game board {
  seats [2]
  cells b..e by 2..4
  cards {
    suits red R, blue B
    ranks king K, ace A
    copies 2 of ace
  }
  pieces stones: 3 { whose: seat, lying: flat | upright = flat, weight: number = 7 }
  zone deck: row seen by none = cards
  zone bag: row seen by all = stones
  zone ground per cell: set of stones seen by all
  zone under per cell: set seen by none
  state count_of per cell: number = 1
  state mood: calm | angry = calm
  state result: TYPE
  if ground of b2 is not empty { mood := angry }
  move under of b2 to deck
  count_of of b2 := count_of of c2
  LINES
  result := VALUE
  first of seats chooses done { yes { } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def game(kind: str, value: str, lines: str = "") -> str:
    return FRAME.replace("TYPE", kind).replace("VALUE", value).replace("LINES", lines)


def start(kind: str, value: str, lines: str = "") -> coupdsl.State:
    return load_text(game(kind, value, lines)).start(1)


@pytest.mark.parametrize(
    ("kind", "value", "wanted"),
    [
        ("number", "count of cells", 12),
        ("list of cell", "cells where row is 2", ["b2", "c2", "d2", "e2"]),
        ("list of cell", "cells where column is 4", ["e2", "e3", "e4"]),
        ("number", "row of d3", 3),
        ("number", "column of b4", 1),
        ("set of cell", "near(b2, cells)", ["c2", "b3", "c3"]),
        ("set of cell", "near(d3, cells)", ["c2", "d2", "e2", "c3", "e3", "c4", "d4", "e4"]),
        ("set of cell", "near(d3, cells) where row is row of d3 or column is column of d3", ["d2", "c3", "e3", "d4"]),
        ("set of cell", "near(b2, cells where row is 3)", ["b3", "c3"]),
        ("set of cell", "near(b2, cells where row is 4)", []),
        ("set of cell", "connected(b2, near(it, cells where row is 2))", ["b2", "c2", "d2", "e2"]),
        ("set of cell", "connected(c3, near(it, cells where row is 2))", ["b2", "c2", "d2", "e2", "c3"]),
        ("set of cell", "connected(e4, near(it, [b2, b3, d4, e4]))", ["d4", "e4"]),
        ("set of cell", "connected([b2, e4], near(it, [b3, d4]))", ["b2", "b3", "d4", "e4"]),
        (
            "set of cell",
            "connected(cells where row is 2, cells where c: row of c is row of it + 2)",
            ["b2", "c2", "d2", "e2", "b4", "c4", "d4", "e4"],
        ),
        ("set of cell", "connected(first of (cells where row > 4), near(it, cells))", []),
        (
            "set of cell",
            "connected(b4, first of (cells where c: row of c < row of it and column of c > column of it))",
            ["c2", "b4"],
        ),
        ("cell", "the last of connected(b2, near(it, cells))", "e4"),
        ("set of seat", "connected(last of seats, left of it)", [0, 1]),
        ("set of rank", "connected(ace, near(it, ranks))", ["king", "ace"]),
        ("list of cell", "line(b2, e2)", ["b2", "c2", "d2", "e2"]),
        ("list of cell", "line(d4, b2)", ["d4", "c3", "b2"]),
        ("list of cell", "line(e2, e4)", ["e2", "e3", "e4"]),
        ("list of cell", "line(e2, c4)", ["e2", "d3", "c4"]),
        ("list of cell", "line(c3, c3)", ["c3"]),
        ("list of cell", "line(b2, d3)", []),
        ("cell or none", "first of (highest of cells by row)", "b4"),
        ("cell or none", "none", None),
        ("number", "sum of count_of over cells", 12),
        ("number", "count of cards", 6),
        ("number", "count of (cards where rank is ace)", 4),
        ("number", "count of ground of cells", 0),
        ("flat | upright", "lying of the first of bag", "flat"),
        ("number", "sum of weight over bag", 21),
        ("calm | angry", "if count of cells > 3 then angry else calm", "angry"),
    ],
)
def test_a_value_of_the_board(kind: str, value: str, wanted: Any) -> None:
    assert start(kind, value).view(None)["states"]["result"] == wanted


def test_zones_and_states_of_cells_are_seen_by_cell() -> None:
    lines = """
  move first of bag to ground of c3
  move first of deck to under of e4
  count_of of c3 := 5
  lying of the first of ground of c3 := upright"""
    view = start("number", "count of ground of c3", lines).view(0)
    zones = {(zone["name"], zone.get("cell")): zone for zone in view["zones"]}
    assert zones["ground", "c3"]["pieces"] == ["stones1"]
    assert zones["ground", "c2"]["pieces"] == []
    assert (zones["under", "e4"]["pieces"], zones["under", "e4"]["unseen"]) == ([], 1)
    assert "cell" not in zones["deck", None]
    assert view["states"]["count_of"]["c3"] == 5
    assert view["states"]["mood"] == "calm"
    assert view["pieces"]["stones1"]["lying"] == "upright"
    assert view["pieces"]["stones2"] == {"whose": None, "lying": "flat", "weight": 7}


def test_cells_are_written_in_moves_and_events() -> None:
    lines = """
  first of seats chooses carry k from bag, x from near(b2, cells)
  move k to ground of x"""
    text = start("number", "1", lines)
    assert [str(move) for move in text.legal_moves()][:3] == [
        "carry stones1 c2",
        "carry stones1 b3",
        "carry stones1 c3",
    ]
    told = [event.seen_by(text.code, 1) for event in text.apply("carry stones2 c3")]
    assert {"event": "moved", "from": "bag", "to": "ground c3", "pieces": ["stones2"], "unseen": 0} in told
    with pytest.raises(coupdsl.IllegalMove):
        start("number", "1", lines).apply("carry stones1 e4")


def test_equal_cards_are_one_option() -> None:
    lines = """
  zone hand per seat: set seen by owner
  move deck to hand of first of seats
  first of seats chooses lay c from hand of first of seats
  move c to under of b2"""
    state = start("number", "1", lines)
    assert [str(move) for move in state.legal_moves()] == ["lay KR", "lay AR", "lay KB", "lay AB"]
    state.apply("lay AR")
    zones = {(zone["name"], zone.get("cell"), zone["seat"]): zone for zone in state.view(0)["zones"]}
    assert zones["hand", None, 0]["pieces"] == ["KR", "AR", "KB", "AB", "AB"]
    assert zones["under", "b2", None]["pieces"] == ["AR"]


def test_a_rule_that_gives_a_list_may_give_it_as_a_set() -> None:
    lines = """
  rule upper: set of cell { give cells where row is 4 }
  rule middle: list of cell { give cells where row is 3 }
  state high: set of cell = []
  state low: set of cell = []
  high := upper()
  low := middle()"""
    found = start("number", "count of (high with low)", lines).view(None)["states"]
    assert found["result"] == 8
    assert found["high"] == ["b4", "c4", "d4", "e4"]
    assert found["low"] == ["b3", "c3", "d3", "e3"]


WRONG_SIDES = "columns go from one letter to another, rows from one number to another"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cells b..e by 2..4", "cells e..b by 2..4", WRONG_SIDES),
        ("cells b..e by 2..4", "cells b..e by 4..2", WRONG_SIDES),
        ("cells b..e by 2..4", "cells b..ee by 2..4", WRONG_SIDES),
        ("cells b..e by 2..4", "cells a..z by 1..99", "a board has at most 128 cells"),
        ("cells b..e by 2..4", "cells b..e by 2..4\n  cells b..e by 2..4", "the cells are declared twice"),
        ("by 2..4", "by 2..4 shown from mood", "`mood` is not a seat that everybody sees"),
        ("copies 2 of ace", "copies 2 of aces", "there is no rank and no extra card `aces`"),
        ("per cell: set seen by none", "per cell: set seen by owner", "a cell has no owner"),
        ("per cell: number = 1", "per cell: number = 1 seen by owner", "a cell has no owner"),
        ("per cell: number = 1", "per cell per seat: number = 1 seen by owner", "write `per seat per cell`"),
        ("result := 1", "result := count of ground", "`ground` is kept for each cell"),
        ("result := 1", "result := count of ground of first of seats", "a seat has no `ground`"),
        ("result := 1", "result := row of ace of red", "a card has no `row`"),
        ("result := 1", "result := height of d3", "a cell has no `height`"),
        ("result := 1", "result := count of line(d3)", "`line` takes 2 values, not 1"),
        ("result := 1", "result := count of near(d3)", "`near` takes 2 values, not 1"),
        ("= calm\n", "= angy\n", "`angy` is not declared"),
        ("flat | upright = flat", "flat | upright = bent", "`bent` is not declared"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board_is_told(old: str, new: str, message: str) -> None:
    text = game("number", "1")
    assert old in text
    found = problems({"board.coup": text.replace(old, new, 1)}, "board.coup")
    helped = [one.help for one in found if one.help]
    assert any(message in one for one in [*said(found), *helped]), said(found)


def test_of_a_board_that_is_too_large_nothing_else_is_told() -> None:
    text = game("number", "count of (cells where row is 2 and column is 3)").replace("b..e by 2..4", "a..z by 1..20")
    (only,) = problems({"board.coup": text}, "board.coup")
    assert only.message == "a board has at most 128 cells"


def test_a_game_with_another_board_or_other_doubles_is_another_game() -> None:
    text = game("number", "1")
    others = [("", ""), ("b..e", "b..f"), ("2..4", "2..5"), ("2 of ace", "2 of king"), ("2 of ace", "2")]
    prints = [load_text(text.replace(old, new)).fingerprint for old, new in others]
    assert len(set(prints)) == 5
