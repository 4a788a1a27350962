"""What lies on a board and is kept for it can be told apart: in marks, in words, on the screen and on the page."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.small_games import in_folder, load_text

import coupdsl
from coupdsl.play.board_drawing import BoardDrawing
from coupdsl.play.board_marks import marks, run_together
from coupdsl.play.spoken import Words
from coupdsl.scene.model import Board
from coupdsl.scene.onlooker import Onlooker, Scenery
from coupdsl.screen.flowing import Letters
from coupdsl.screen.marking import Marking
from coupdsl.screen.table_drawing import TableDrawing

GAME = """edition 1
game crowd {
  seats [2]
  cells a..b by 1..3
  pieces kings: 2 { side: seat or none = none }
  pieces rooks: 2 { side: seat or none = none, worth: number = 0, crowned: flag = false }
  zone box: row seen by all = kings
  zone crate: row seen by all = rooks
  zone field per cell: set of piece seen by all
  zone cellar per cell: row of rooks seen by all
  state troop per cell: soldier | tank or none = none
  state ground per cell: swamp | town or none = none
  state north per cell: wall | door = door
  state east per cell: wall | door = door
  state taken per cell: flag = false
  state height per cell: number = 0
  side of the first of box := first of seats
  side of the last of crate := last of seats
  crowned of the last of crate := true
  worth of the last of crate := 3
  move first of box to field of a1
  move last of crate to field of b1
  move first of crate to cellar of b1
  north of a1 := wall
  troop of a2 := soldier
  troop of b2 := tank
  ground of a2 := town
  ground of b2 := swamp
  taken of b2 := true
  height of b2 := 12
  first of seats chooses done { yes { } }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


@cache
def begun(texts: str = "") -> tuple[coupdsl.Rules, dict[str, Any]]:
    """The rules with these texts, and what seat 0 sees first."""
    files = {"crowd.coup": GAME, **({"crowd.en.yaml": f"language: en\nnames: {texts}\n"} if texts else {})}
    rules = coupdsl.load(in_folder(files) / "crowd.coup", 2)
    return rules, rules.start(1).view(0)


def drawn(texts: str = "", width: int | None = None, plain: bool = False) -> list[str]:
    rules, view = begun(texts)
    return BoardDrawing(Words(rules, "en", plain), width).lines(view)


def test_each_thing_on_a_board_has_a_mark_of_its_own_which_is_explained() -> None:
    assert drawn() == [
        "",
        "    a                           b",
        " 3  n=d e=d                     n=d e=d",
        " 2  so to n=d e=d               tan sw n=d e=d tak h12",
        " 1  f k0 n=wa e=d               f r1wo3cr ce r/wo0 n=d e=d",
        "    a                           b",
        "n north, d door, e east, so soldier, to town, tan tank, sw swamp, tak taken, h height, k kings, f field, wa "
        "wall, wo worth, cr crowned, r rooks, ce cellar",
    ]


def test_in_words_each_thing_on_a_board_is_told_by_what_it_is() -> None:
    assert drawn(plain=True) == [
        "row 3: a3 north door, east door; b3 north door, east door",
        "row 2: a2 soldier, town, north door, east door; b2 tank, swamp, north door, east door, taken, height 12",
        "row 1: a1 field kings Seat 0 (you), north wall, east door; "
        "b1 field rooks Seat 1 worth 3 crowned, cellar rooks worth 0, north door, east door",
    ]


def test_a_board_wider_than_the_terminal_is_told_in_words() -> None:
    assert drawn(width=57) == drawn(plain=True)
    assert drawn(width=58) == drawn()


def test_what_texts_give_no_name_is_kept_off_a_board() -> None:
    """So is what has an empty one; a wall of which no other state has the word is told without its name."""
    shown = drawn("{troop: troop, taken: taken, north: north, field: man, cellar: ''}")
    assert [line.split() for line in shown[2:5]] == [
        ["3", "d", "d"], ["2", "s", "d", "tan", "d", "tak"], ["1", "k0", "wa", "r1wo3c", "d"],
    ]  # fmt: skip


def test_signs_of_the_texts_stand_on_a_board() -> None:
    lines = drawn("{troop: troop}\nsigns: {kings: ♔, soldier: '!', rooks: '#', tank: '#'}")
    assert [line.split() for line in lines[2:5]] == [
        ["3", "·", "·"],
        ["2", "!", "t"],
        ["1", "f", "♔0", "f", "r1w3cr", "ce", "r/w0"],
    ]


KEPT = """  state damage per rooks: number = 0
  state mood per piece: calm | wild or none = none
  state wilder per piece: number = 1 seen by none
  state height per cell"""
STRUCK = """  damage of the first of crate := 2
  mood of the first of crate := wild
  wilder of the first of crate := 2
  damage of the last of crate := 1
  move first of box"""


def test_what_is_kept_per_piece_stands_with_its_mark_behind_those_of_the_piece() -> None:
    kept = GAME.replace("  state height per cell", KEPT, 1).replace("  move first of box", STRUCK, 1)
    rules = load_text(kept, 2)
    words, view = Words(rules, "en", plain=False), rules.start(1).view(0)
    lines = BoardDrawing(words).lines(view)
    assert lines[4].split() == ["1", "f", "k0", "n=wa", "e=do", "f", "r1wo3cr/da1", "ce", "r/wo0da2wi", "n=do", "e=do"]
    assert lines[-1].endswith("cr crowned, r rooks, da damage, wi wild, ce cellar")
    spoken = BoardDrawing(Words(rules, "en", plain=True)).lines(view)[2]
    assert "b1 field rooks Seat 1 worth 3 crowned damage 1, cellar rooks worth 0 damage 2 wild, north door" in spoken


def test_short_forms_tell_words_apart() -> None:
    def short(*texts: str) -> dict[str, str]:
        return marks(dict.fromkeys(texts))

    assert short("spy", "supporter") == {"spy": "sp", "supporter": "su"}
    assert short("espion", "partisan", "permis") == {"espion": "e", "partisan": "pa", "permis": "pe"}
    assert short("a", "ab") == {"a": "a", "ab": "ab"}
    assert short("ok across", "ok up") == {"ok across": "oka", "ok up": "oku"}
    assert short() == {}


@pytest.mark.parametrize(
    ("parts", "said"), [(["1", "sp"], "1sp"), (["k", "", "0"], "k0"), (["w2", "0"], "w2/0"), (["c", "s"], "c/s")]
)
def test_marks_of_one_piece_do_not_run_into_one_another(parts: list[str], said: str) -> None:
    assert run_together(parts) == said


def board() -> Board:
    rules, view = begun()
    found = Onlooker(Scenery(rules, "en"), 0).scene(view).board
    assert found is not None
    return found


def test_on_the_page_pieces_of_a_board_are_named_where_they_could_be_others() -> None:
    pieces = {cell.name: cell.pieces for _, cells in board().rows for cell in cells if cell.pieces}
    assert [(piece.label, piece.notes) for piece in pieces["b1"]] == [
        ("rooks", ("side Seat 1", "worth 3", "crowned")), ("rooks", ("worth 0",)),
    ]  # fmt: skip


def test_what_has_no_room_in_a_cell_of_the_screen_is_told_below() -> None:
    rules, view = begun()
    scene = Onlooker(Scenery(rules, "en"), 0).scene(view)
    marking = Marking(Letters(), scene.question, [], None)
    wide, narrow = (
        ["".join(bit.text for bit in line) for line in TableDrawing(scene, {}, marking, 40).table(width)]
        for width in (80, 48)
    )
    assert not any("…" in line for line in wide)
    assert any("f r1wo3cr ce r/wo0…" in line for line in narrow)
    assert "b1 f r1wo3cr ce r/wo0 n=d e=d" in " ".join(narrow)
