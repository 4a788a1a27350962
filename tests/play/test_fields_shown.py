"""What the table and the account tell of pieces that have fields."""

from __future__ import annotations

from tests.small_games import load_text

import coupdsl
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words
from coupdsl.scene.faces import Faces
from coupdsl.scene.onlooker import Scenery

TILES = """edition 1
game tiles {
  seats [2]
  pieces tiles: 8 { FIELDS }
  zone stock: row of tiles seen by none = tiles
  zone turned: row of tiles seen by all LIST
  zone plain: row of tiles seen by all
  zone won per seat: row of tiles seen by all LIST
  zone kept per seat: row of tiles seen by owner
  state n: number = 10
  for p in tiles {
    worth of p := n
    n := n + 5
  }
  move first(NUMBER) of stock to turned
  move first of stock to plain
  repeat turn 2 times {
    for s in seats {
      s chooses take {
        TAKE
        leave_it { }
      }
    }
  }
  finish by count of won
  limit 20 moves { finish by 0 }
}
"""
PLAIN = {"FIELDS": "worth: number = 0", "LIST": "", "NUMBER": "2", "TAKE": "take { move turned to won of s }"}
ONE_BY_ONE = "take p from turned { move p to won of s }\n        keep p from plain { move p to kept of s }"


def started(**changed: str) -> coupdsl.State:
    text = TILES
    for key, value in {**PLAIN, **changed}.items():
        text = text.replace(key, value)
    return load_text(text, 2).start(1)


def table(state: coupdsl.State) -> list[str]:
    drawing = Drawing(Words(state.rules, "en", plain=True))
    view = state.view(0)
    lines = (*drawing.table(view, {}), *drawing.hand(view))
    return [line for line in lines if not line.startswith(("n:", "stock:", "kept: nothing"))]


def told(state: coupdsl.State, move: str) -> list[str]:
    narrator, observer = Narrator(Words(state.rules, "en", plain=True), 0), state.rules.observer
    events = state.apply(next(one for one in state.legal_moves() if str(one) == move))
    sent = [event.seen_by(state.rules.code, 0) for event in events]
    return narrator.tell([one for one in sent if one is not None], observer.remembered(state, 0))


def test_pieces_that_no_move_picks_are_said_by_their_fields() -> None:
    state = started()
    assert table(state) == ["Seat 1: nothing", "turned: tiles 2 (worth 10, 15)", "plain: tiles 1 (worth 20)"]
    assert told(state, "take")[1:] == ["Seat 0 (you) gets tiles (worth 10) and tiles (worth 15) (turned)"]
    assert table(state)[0] == "Seat 0 (you): won tiles 2 (worth 10, 15)"


def test_those_that_moves_pick_have_their_numbers_too() -> None:
    state = started(TAKE=ONE_BY_ONE)
    assert "turned: tiles 1 (worth 10), tiles 2 (worth 15)" in table(state)
    assert told(state, "keep tiles3") == ["Seat 0 (you): keep tiles 3"]
    assert "kept: tiles 3 (worth 20)" in table(state)
    state = started(TAKE=ONE_BY_ONE, LIST="shown as list")
    assert table(state)[1:3] == ["turned: tiles 1, worth 10", "turned: tiles 2, worth 15"]


def test_of_many_with_several_fields_only_a_list_tells_each() -> None:
    fields = "worth: number = 0, dear: flag = true, gone: flag = false"
    few = "tiles (worth 10, dear), tiles (worth 15, dear)"
    many = few + "".join(f", tiles (worth {worth}, dear)" for worth in range(20, 45, 5))
    for number, as_list, shown in (("2", "", few), ("7", "", "tiles 7"), ("7", "shown as list", many)):
        state = started(FIELDS=fields, NUMBER=number, LIST=as_list)
        told(state, "take")
        assert table(state)[0] == f"Seat 0 (you): won {shown}"


def test_of_many_each_is_told_while_one_can_be_picked() -> None:
    fields = "worth: number = 0, dear: flag = true"
    state = started(FIELDS=fields, NUMBER="7", TAKE="take p from turned { move turned to won of s }")
    each = ", ".join(f"tiles {number} (worth {5 + 5 * number}, dear)" for number in range(1, 8))
    assert f"turned: {each}" in table(state)
    told(state, "take tiles1")
    assert table(state)[0] == "Seat 0 (you): won tiles 7"


def test_pieces_without_values_are_counted() -> None:
    state = started(FIELDS="worth: number, owed: number or none = none")
    assert "turned: tiles 2 (worth 10, 15)" in table(state)


def test_a_number_is_drawn_with_what_it_is() -> None:
    state = started()
    words = Words(state.rules, "en", plain=False)
    assert Faces(words, words.hints).one("tiles1", state.view(0)).notes == ("worth 10",)


ROW = """edition 1
game in_a_row {
  seats [2]
  cards {
    suits red R, blue B
    ranks ace A, king K, queen Q
  }
  pieces cars: 3 { colour: red | blue | green = red }
  zone tray: set seen by all = cards
  zone queue per seat: row seen by owner
  zone yard: set of cars seen by all = cars
  zone track: row of cars seen by all
  state n: number = 0
  for c in yard {
    n := n + 1
    colour of c := case n { 1: red, 2: blue, otherwise: green }
  }
  repeat laying 3 times {
    first of seats chooses place c from tray
    move c to queue of first of seats
    first of seats chooses shunt d from yard
    move d to track
  }
  first of seats chooses done { yes { } }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_what_lies_in_a_row_is_shown_in_the_order_in_which_it_lies() -> None:
    state = load_text(ROW, 2).start(1)
    for move in ("place QR", "shunt cars3", "place AR", "shunt cars1", "place KB", "shunt cars2"):
        state.apply(move)
    assert "queue: QR AR KB" in table(state)
    assert "track: cars 3 (colour green), cars 1 (colour red), cars 2 (colour blue)" in table(state)
    view, scenery = state.view(0), Scenery(state.rules, "en")
    drawn = {zone.key: [piece.name for piece in zone.pieces] for zone in scenery.scene(view, {}, {}).zones}
    assert drawn["queue 0"] == ["QR", "AR", "KB"]
    assert drawn["track"] == ["cars3", "cars1", "cars2"]
