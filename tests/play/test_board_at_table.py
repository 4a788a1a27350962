"""A board at the terminal, several moves on one line, and choices left to chance."""

from __future__ import annotations

import re

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting
from tests.search import small
from tests.small_games import load_text

import coupdsl
from coupdsl.play.account.chronicle import moves_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.board_drawing import BoardDrawing
from coupdsl.play.drawing import Drawing
from coupdsl.play.spoken import Words

HALF = "KR, QR, JR, 2R, 3R, 4R; 5R, 6R, 7R, 8R, AR, AR, 2R, 3R, 4R, 5R, 6R, 7R"


def countries(seed: int = 2, **options: str) -> coupdsl.Game:
    return coupdsl.Game(rules_of("coup-detat-2005", 2, options), seed)


def moves(game: coupdsl.Game, seat: int) -> list[str]:
    return [str(move) for actor, move in game.moves if actor == seat]


def prompts(sitting: Sitting) -> int:
    return sum(line.startswith("Your choice") for line in sitting.shown)


# ---- several moves, and chance
def test_a_whole_layout_stands_on_one_line() -> None:
    game = countries()
    sitting = Sitting(game, [HALF])
    sitting.table.play()
    laid = moves(game, 0)
    assert laid[:4] == ["lay KR a3", "lay QR b3", "lay JR c3", "lay 2R d3"]
    assert laid[17] == "lay 7R f1"
    assert len(laid) == 18
    assert prompts(sitting) == 2  # the line, and the next question


def test_the_rest_of_a_line_is_dropped_where_a_move_is_not_possible() -> None:
    game = countries()
    sitting = Sitting(game, ["KR, nonsense, QR, JR", "QR"])
    sitting.table.play()
    assert moves(game, 0) == ["lay KR a3", "lay QR b3"]
    assert "`nonsense` is not possible here." in sitting.text


def test_a_number_on_a_line_of_several_moves_is_no_number_of_an_option() -> None:
    game = countries()
    Sitting(game, ["8, 7, 7"]).table.play()
    assert moves(game, 0) == ["lay 8R a3", "lay 7R b3", "lay 7R c3"]
    game = countries()
    Sitting(game, ["2"]).table.play()
    assert moves(game, 0) == ["lay QR a3"]


def test_a_line_ends_with_the_turn_of_its_seat() -> None:
    game = countries()
    Sitting(game, [HALF + ", leave_open c1", "leave_open d1, b1 d1", "move c1 d1, pass, move d1 c1"]).table.play()
    assert moves(game, 0)[18:] == ["leave_open d1", "move c1 d1", "pass"]


def test_two_people_at_one_screen_do_not_take_up_each_others_lines() -> None:
    game = countries()
    sitting = Sitting(game, ["", HALF + ", leave_open c1", "", "random"], humans=(0, 1))
    sitting.table.play()
    assert len(moves(game, 0)) == 18
    assert len(moves(game, 1)) == 1


def test_where_nothing_is_hidden_nobody_is_asked_to_be_alone() -> None:
    sitting = Sitting(coupdsl.Game(load_text(small.NIM), 4), ["1", "1", "quit"], humans=(0, 1))
    sitting.table.play()
    assert prompts(sitting) == 3
    assert "alone" not in sitting.text


@pytest.mark.unmeasured
@pytest.mark.parametrize(("language", "word"), [("en", "random"), ("fr", "hasard"), ("fr", "/random")])
def test_chance_chooses_one_or_all_of_a_kind(language: str, word: str) -> None:
    game = countries()
    Sitting(game, [word], language=language).table.play()
    assert len(moves(game, 0)) == 1
    game = countries()
    sitting = Sitting(game, [f"{word} {'all' if language == 'en' else 'tout'}"], language=language)
    sitting.table.play()
    assert {move.split()[0] for move in moves(game, 0)} == {"lay"}
    assert len(moves(game, 0)) == 18
    assert game.state.decision == "open_cell"


@pytest.mark.unmeasured
def test_chance_does_not_choose_the_same_for_ever() -> None:
    laid = []
    for seed in range(5):
        game = countries(seed)
        Sitting(game, ["random all"]).table.play()
        laid.append(tuple(moves(game, 0)))
    assert len(set(laid)) == 5


def test_who_makes_move_after_move_is_told_how_to_make_them_at_once() -> None:
    sitting = Sitting(countries(), ["KR", "QR", "JR", "2R", "3R"])
    sitting.table.play()
    assert sitting.text.count("You can put several moves on one line") == 1


@pytest.mark.parametrize(("language", "said"), [("en", "You can put several moves on one line"),
    ("fr", "Plusieurs coups tiennent sur une ligne")])  # fmt: skip
@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("cribbage", 2)])
def test_where_several_cards_are_asked_for_it_is_told_at_the_first(
    name: str, players: int, language: str, said: str
) -> None:
    sitting = Sitting(coupdsl.Game(rules_of(name, players), 1), [], language=language)
    sitting.table.play()
    assert sitting.text.count(said) == 1
    other = Sitting(coupdsl.Game(rules_of("spades", 4), 1), [], language=language)
    other.table.play()
    assert said not in other.text


def test_what_a_seat_does_again_and_again_is_told_once() -> None:
    sitting = Sitting(countries(), [HALF])
    sitting.table.play()
    assert sum("Seat 1 lays a card on " in line for line in sitting.shown) == 1


# ---- the board
def placed(seat: int, **more: object) -> tuple[coupdsl.Game, list[str]]:
    """The board as `seat` has it when the spies stand, and what it sees of it."""
    game = countries()
    Sitting(game, ["", HALF, "", "random all", "", "leave_open b1", "", "leave_open b6"], humans=(0, 1)).table.play()
    assert game.state.decision == "spy_move"
    words = Words(game.rules, "en", bool(more.get("plain", False)))
    return game, BoardDrawing(words).lines(game.state.view(seat))


def test_everybody_sees_the_board_from_his_own_side() -> None:
    game, red = placed(0)
    assert red == [
        "",
        "    a       b       c       d       e       f",
        " 6  ?? 1sp  ??      ?? 1sp  ?? 1sp  ?? 1sp  ?? 1sp",
        *[f" {row}  ??      ??      ??      ??      ??      ??" for row in (5, 4)],
        " 3  KR      QR      JR      2R      3R      4R",
        " 2  5R      6R      7R      8R      AR      AR",
        " 1  2R 0sp  3R      4R 0sp  5R 0sp  6R 0sp  7R 0sp",
        "    a       b       c       d       e       f",
        "?? hidden, sp spy",
    ]
    words = Words(game.rules, "en", False)
    black = BoardDrawing(words).lines(game.state.view(1))
    assert black[1].split() == list("fedcba")
    assert [line.split()[0] for line in black[2:8]] == list("123456")
    assert black[2].split()[1:] == ["??", "0sp", "??", "0sp", "??", "0sp", "??", "0sp", "??", "??", "0sp"]
    assert "KR" not in "".join(black)
    assert re.findall(r"[KQJ]B", "".join(red)) == []
    assert sorted(re.findall(r"[KQJ]B", "".join(black))) == ["JB", "KB", "QB"]
    assert BoardDrawing(words).lines(game.state.view(None))[8:] == red[8:]


def test_in_plain_text_each_row_is_a_line_of_words() -> None:
    _, lines = placed(0, plain=True)
    assert lines[0].startswith("row 6: a6 hidden, Seat 1 spy; b6 hidden; c6 hidden, Seat 1 spy;")
    assert lines[5].startswith("row 1: a1 2R, Seat 0 (you) spy; b1 3R; c1 4R, Seat 0 (you) spy;")
    _, turned = placed(1, plain=True)
    assert turned[0].startswith("row 1: f1 hidden, Seat 0 spy;")


def test_an_empty_row_is_said_in_a_word() -> None:
    game = countries()
    lines = BoardDrawing(Words(game.rules, "fr", True)).lines(game.state.view(0))
    assert lines[0] == "rangée 6 : rien"


def test_moves_on_the_board_are_told_once() -> None:
    game = countries()
    sitting = Sitting(game, ["random all", "leave_open c1", "move b1 c1", "log"])
    sitting.table.play()
    told = [line for line in sitting.shown if "b1" in line and "c1" in line and line.startswith("Seat 0")]
    assert told
    assert all(line.endswith("moves a spy from b1 to c1") for line in told)
    assert not any(line.startswith("coin") for line in sitting.shown)


MARKS = """edition 1
game marks {
  seats [2]
  cells a..b by 1..2
  pieces men: 2 { whose: seat }
  pieces stones: 2
  zone box: row seen by all = men
  zone heap: row seen by all = stones
  zone ground per cell: set of piece seen by all
  zone under per cell: set of piece seen by all shown as nothing
  state owner_of per cell: seat or none = none
  state burnt per cell: flag = false
  state height per cell: number = 3
  state secret per cell: number = 8 seen by none
  burnt of a2 := true
  owner_of of b1 := last of seats
  secret of b1 := height of b1
  whose of the first of box := last of seats
  move first of box to ground of a1
  move first of heap to under of a1
  move first of heap to ground of b2
  first of seats chooses done { yes { } }
  if owner_of of a1 is none and not burnt of a1 { height of a1 := 4 }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_all_that_is_kept_for_cells_is_drawn() -> None:
    state = load_text(MARKS).start(1)
    view = state.view(1)
    assert BoardDrawing(Words(state.rules, "en", False)).lines(view) == [
        "",
        "    a        b",
        " 2  b h3     s h3",
        " 1  m/w1 h3  o1 h3",
        "    a        b",
        "b burnt, h height, s stones, w whose, m men, o owner of",
    ]
    assert BoardDrawing(Words(state.rules, "en", True)).lines(view) == [
        "row 2: a2 burnt, height 3; b2 stones 2, height 3",
        "row 1: a1 men whose Seat 1 (you), height 3; b1 owner of Seat 1 (you), height 3",
    ]


STONES = """edition 1
game laid_stones {
  seats [1]
  cells a..c by 1..2
  pieces stones: 6 { whose: seat }
  zone box: row seen by all = stones shown as nothing
  zone stand per cell: set of stones seen by all
  state goal: suit_of_stone = square
  kind suit_of_stone as stone_suits { }
  suit_of_stone square { }
  suit_of_stone round { }
  repeat turn until box is empty at most 20 {
    first of seats chooses step {
      lay x from cells where stand is empty { move first of box to stand of x }
      turn_over { goal := if goal is square then round else square }
      pass { }
    }
  }
  finish by 0
  limit 40 moves { finish by 0 }
}
"""


def test_where_it_is_brief_a_changed_board_and_what_else_is_new_is_shown() -> None:
    """It is brief where one may just let things go on, as in every turn of this game."""
    game = coupdsl.Game(load_text(STONES, 1), 1)
    sitting = Sitting(game, ["pass", "lay a1", "pass", "turn_over", "pass"])
    sitting.table.play()
    asked = sitting.text.split("is asked")
    boards = ["row 2" in part for part in asked]
    goals = ["goal" in part for part in asked]
    assert boards == [True, False, True, False, False, False, False]
    assert goals == [True, False, False, False, True, False, False]


FLEETS = """edition 1
game fleets {
  seats [2]
  cells a..b by 1..2
  STATES
  for s in seats {
    s chooses fire x from cells
    CHANGES
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""
OF_BOTH = "state shot per seat per cell: unknown | miss | hit = unknown\n  state men per cell per seat: number = 0"
OWN = (
    "state met per seat per cell: flag = false seen by owner\n  state tried per seat: cell or none = none seen by owner"
)
CHANGE = "shot(x) of left of s := hit\n    men(s) of x := 2"


@pytest.mark.parametrize(
    ("states", "changes", "spoken", "drawn"),
    [
        (OF_BOTH, CHANGE,
         ["row 2: a2 nothing; b2 shot hit (Seat 1), men 2 (Seat 0 (you))", "row 1: nothing"],
         ["h:1 shot hit (Seat 1), me2:0 men 2 (Seat 0 (you))"]),
        ("state aim per seat: cell or none = none", "aim of s := x", [], []),
        (f"{OWN}\n  state lit per cell: flag = false", "met(x) of left of s := true\n    lit of x := true",
         ["row 2: a2 nothing seen; b2 lit", "row 1: nothing seen"], ["l lit"]),
    ],
)  # fmt: skip
def test_what_is_kept_of_each_seat_for_a_cell_stands_on_the_board(
    states: str, changes: str, spoken: list[str], drawn: list[str]
) -> None:
    rules = load_text(FLEETS.replace("STATES", states).replace("CHANGES", changes), 2)
    state = rules.start(1)
    state.apply("fire b2")
    view = state.view(0)
    assert BoardDrawing(Words(rules, "en", plain=True)).lines(view) == spoken
    assert BoardDrawing(Words(rules, "en", plain=False)).lines(view)[-1:] == drawn
    seats = list(Drawing(Words(rules, "en", plain=True)).seats(view))
    assert not any("shot" in line for line in seats)
    assert ("Seat 1: nothing" in seats) == ("aim" in states)  # of what only its owner sees, nobody knows so


KEYED = """edition 1
game keyed {
  seats [2]
  cards { ranks red, blue }
  cells a..b by 1..1
  zone deck: row seen by none = cards
  zone key per cell: row seen by none
  zone cover per cell: row seen by all
  for x in cells { move first of deck to key of x }
  for x in cells { show key of x to first of seats }
  for s in seats {
    s chooses touch x from cells where cover is empty
    move key of x to cover of x
  }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_what_is_turned_up_on_a_board_is_told_and_told_from_what_only_some_see() -> None:
    rules = load_text(KEYED, 2)
    game = coupdsl.Game(rules, 1)
    narrator = Narrator(Words(rules, "en", plain=True), 0)
    told = [line for sentences in moves_told(game, narrator) for line in narrator.written(sentences)]
    assert told == ["Shown to Seat 0 (you): red on a1 and blue on b1"]
    assert narrator.tell(game.told(game.apply(game.state.legal_moves()[1]), 0)) == [
        "Seat 0 (you): touch b1", "Turned up (cover): blue on b1",
    ]  # fmt: skip
    words = [BoardDrawing(Words(rules, "en", plain=True)).lines(game.state.view(seat)) for seat in (0, 1)]
    assert words == [["row 1: a1 key red; b1 cover blue"], ["row 1: a1 hidden; b1 cover blue"]]
    drawn = BoardDrawing(Words(rules, "en", plain=False)).lines(game.state.view(0))
    assert (drawn[2].split(), drawn[-1]) == (["1", "k", "red", "c", "blue"], "k key, c cover")
