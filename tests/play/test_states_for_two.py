"""What the table shows of a state that is kept for each two things."""

from __future__ import annotations

import pytest
from tests.small_games import load_text

import coupdsl
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words
from coupdsl.scene.faces import Faces
from coupdsl.scene.shown_amounts import Amounts

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


GHOSTS = """edition 1
game ghosts {
  seats [2]
  cells a..b by 1..2
  pieces men: 4 { side: seat = first of seats }
  zone box: row of men seen by all = men
  zone on per cell: set of men seen by all
  zone gone: row of men seen by none
  state player: seat = first of seats
  state good per seat per men: flag = false seen by owner
  state power per seat per men: number = 0 seen by owner
  state thought per seat: number = 0 seen by owner
  for s in seats {
    for x in cells where row is (if s is first of seats then 1 else 2) {
      let man = the first of box
      side of man := s
      move man to on of x
    }
  }
  for s in seats together {
    s secretly chooses mark x from cells where some on of it where side is s
    good(the first of on of x) of s := true
    power(the first of on of x) of s := 3
  }
  first of seats chooses put_away {
    all_men {
      for x in cells where row is 1 { move on of x to gone }
      shuffle gone
    }
  }
  last of seats chooses done { yes { } }
  for s in seats {
    reveal mine = count of (men where good(it) of s)
    if mine > 5 { finish by 0 }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_what_a_seat_alone_knows_of_its_men_stands_beside_them() -> None:
    rules = load_text(GHOSTS, 2)
    state, drawing = rules.start(1), Drawing(Words(rules, "en", plain=True), width=20)
    state.apply("mark a1", 0)
    state.apply("mark b2", 1)
    mine, its = ([line for line in drawing.table(state.view(seat), {}) if line.startswith("row")] for seat in (0, 1))
    assert [line for line in mine if "good" in line] == ["row 1: a1 Seat 0 (you) good power 3; b1 Seat 0 (you)"], mine
    assert [line for line in its if "good" in line] == ["row 2: a2 Seat 1 (you); b2 Seat 1 (you) good power 3"], its
    assert not any("good" in line for line in drawing.seats(state.view(0)))


def test_it_is_told_with_the_seat_once_the_man_is_out_of_sight() -> None:
    rules = load_text(GHOSTS, 2)
    state, drawing = rules.start(1), Drawing(Words(rules, "en", plain=True), width=20)
    for seat, move in ((0, "mark a1"), (1, "mark b2"), (0, "all_men")):
        state.apply(move, seat)
    assert "good men 1 yes, power men 1 3" in next(iter(drawing.seats(state.view(0))))


def test_it_is_noted_on_the_piece_for_whoever_knows_it() -> None:
    rules = load_text(GHOSTS, 2)
    state, words = rules.start(1), Words(rules, "en", plain=True)
    state.apply("mark a1", 0)
    state.apply("mark b2", 1)
    faces = Faces(words, words.hints)
    kept = {viewer: [faces.one(f"men{n}", state.view(viewer)).kept for n in range(1, 5)] for viewer in (0, 1, None)}
    assert kept == {0: [("good", "power 3"), (), (), ()], 1: [(), (), (), ("good", "power 3")], None: [()] * 4}


SHUNNED = """edition 1
game shunned {
  seats [2]
  cards { suits red R
    ranks four 4, three 3, two 2, one 1
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  state shunned: set of seat = []
  state marked per seat per card: number = 0 seen by owner
  for s in seats { move first(2) of deck to hand of s }
  for s in seats {
    s chooses play c from hand of s
    move c to table
    marked(c) of s := 7
  }
  for s in seats {
    s chooses take_up { yes { } }
    move last(1) of table to hand of s
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_where_a_set_is_kept_too_cards_are_told_each_seat_with_its_own_of_them() -> None:
    """A set is seen as a list, as what each seat has of its own is."""
    rules = load_text(SHUNNED, 2)
    words, game = Words(rules, "en", plain=True), coupdsl.Game(rules, 1)
    narrators = {seat: Narrator(words, seat) for seat in (0, 1, None)}
    told, heard = {seat: [""] for seat in narrators}, dict.fromkeys(narrators, 0)
    while not game.state.is_over:
        game.apply(game.state.legal_moves()[0])
        for seat, narrator in narrators.items():
            events = game.seen(seat)
            told[seat] += narrator.tell(events[heard[seat] :], game.state.view(seat))
            heard[seat] = len(events)
    taken = {seat: [line for line in lines if "(table)" in line] for seat, lines in told.items()}
    assert taken[0] == ["Seat 0 (you) gets 2R (table)", "Seat 1 gets 4R (marked 7) (table)"]
    assert taken[1] == ["Seat 0 gets 2R (marked 7) (table)", "Seat 1 (you) gets 4R (table)"]
    assert taken[None] == ["Seat 0 gets 2R (table)", "Seat 1 gets 4R (table)"]


@pytest.mark.parametrize(("said", "is_told"), [("", False), (" shown as count", True), (" shown as nothing", True)])
def test_it_is_told_with_the_seat_where_cards_are_only_counted_or_not_told(said: str, is_told: bool) -> None:
    rules = load_text(SHUNNED.replace("zone table: row seen by all", f"zone table: row seen by all{said}"), 2)
    state, drawing = rules.start(1), Drawing(Words(rules, "en", plain=True))
    state.apply(state.legal_moves()[0])
    seats = [list(drawing.seats(state.view(viewer))) for viewer in (0, 1, None)]
    assert [any("marked" in line for line in lines) for lines in seats] == [is_told, False, False]
    amounts = [Amounts(drawing, drawing.words.hints).of(0, state.view(viewer)) for viewer in (0, 1, None)]
    assert [any(one.name == "marked" for one in of) for of in amounts] == [is_told, False, False]
