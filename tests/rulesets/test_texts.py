"""The texts beside rule files: complete in every language, and each for something; mechanics shared by games."""

from __future__ import annotations

import re

import pytest
import yaml
from tests.helpers import CONTRACTS
from tests.small_games import all_told, in_folder, problems, said, warnings

import coupdsl
from coupdsl.authoring.validation import check_paths
from coupdsl.language import codes
from coupdsl.rulesets.compose import compose

GAME = """edition 1
game frame {
  seats [2]
  cards {
    suits spades S
    ranks ace A
  }
  account cash per seat = 100
  zone box: row seen by all = cards
  option pay.much = no_much | very
  rule fee: amount = if pay.much is very then 20 else 10
  for s in seats {
    s chooses turn {
      give_card c from box { move c to box }
      otherwise pass { s pays fee to left of s for turn_fee }
    }
  }
  finish by cash
  limit 100 moves { finish by cash }
}
"""
TEXTS = """language: en
names: {spades: Spades, ace: Ace, cash: cash, box: box}
decisions: {turn: What do you do?}
moves: {give_card: give, pass: pass}
reasons: {turn_fee: fee}
options:
  pay.much:
    ask: How much?
    readings: {no_much: little, very: much}
"""

CASES: list[tuple[str, str, list[str]]] = [
    ("", "", []),
    ("pass: pass", "pass: pass, give_crad: x", ["E406 4:38 no text of these rules is called `moves.give_crad`"]),
    ("give_card: give, ", "", ["E405 14:7 `give_card` has no text in language `en`"]),
    ("reasons: {turn_fee: fee}\n", "", ["E405 15:52 `turn_fee` has no text in language `en`"]),
    ("{turn: What do you do?}", "{turm: What?}", ["E406 3:13 no text of these rules is called `decisions.turm`"]),
    ("turn: What do you do?", "turn: What do you do?, turn.pass: Do you pass?", []),
    ("turn: What do you do?", "turn: What?, turn.pas: Do you?",
        ["E406 3:26 no text of these rules is called `decisions.turn.pas`"]),
    ("no_much: little, ", "", ["E405 10:3 `pay.much.readings.no_much` has no text in language `en`"]),
    ("    ask: How much?\n", "", ["E506 8:5 `ask` is missing"]),
    ("box: box", "box: box, anything: else", []),
    ("cash: cash", "cashh: cash", ["E406 2:35 nothing that people are shown is called `cashh`"]),
    ("cash: cash", "cards: cards", ["E405 8:11 `cash` has no text in language `en`"]),  # the rules speak of cards, too
    ("language: en", "language: en\nlanguage: en", ["E502 2:1 `language` is given twice"]),
    ("language: en", "language: fr", ["E504 1:11 the file `en.yaml` is for texts in `en`"]),
    ("reasons: {turn_fee: fee}", "reasons: {turn_fee: }", ["E504 5:11 text is needed here, not nothing"]),
    ("moves:", "movse:", ["E505 4:1 `movse` is not known here"]),
    ("moves:", "forms: {box: pile}\nplaces: {box: aside}\npieces: {card: die, ace: card, cash: coin}\nmoves:", []),
    ("moves:", "forms: {box: pille}\nmoves:", ["E504 4:14 `pille` is not possible here"]),
    ("moves:", "forms: {box: [pile]}\nmoves:", ["E504 4:14 text is needed here, not a list"]),
    ("moves:", "forms: {bx: pile}\nmoves:", ["E406 4:9 no text of these rules is called `forms.bx`"]),
    ("moves:", "forms: {cash: pile}\nmoves:", ["E406 4:9 no text of these rules is called `forms.cash`"]),
    ("moves:", "orders: {box: ranks}\nmoves:", ["E406 4:10 no text of these rules is called `orders.box`"]),
    ("moves:", "pieces: {spades: die}\nmoves:", ["E406 4:10 no text of these rules is called `pieces.spades`"]),
    (
        "moves:", 'told: {alike: {plural: "{0} {1}", plural.aec: x}}\nmoves:',
        ["E406 4:35 no text of these rules is called `told.alike.plural.aec`"],
    ),
    ("moves:", "places: {box: seat}\nmoves:", [
        "E406 4:10 `box` belongs to nobody, so it cannot lie in a hand or at a seat"
    ]),
    ("moves: {give_card: give, pass: pass}", "moves: [give]", ["E504 4:8 a mapping is needed here, not a list"]),
    ("reasons:", 'why_not: {fee: "{fee} of {it.suit}, {others}", give_card: "{c}"}\nreasons:', []),
    ("reasons:", 'why: {fee: "it is {feee}"}\nreasons:', ["E406 5:7 this sentence cannot contain `{feee}`"]),
    ("reasons:", 'why_not: {fee: "{c.suits}"}\nreasons:', [
        "E406 5:11 this sentence cannot contain `{c.suits}`"
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "wanted"), CASES, ids=[f"{c[0]} -> {c[1]}" for c in CASES])
def test_texts_of_a_game(old: str, new: str, wanted: list[str]) -> None:
    assert not old or old in TEXTS
    found = all_told({"game.coup": GAME, "en.yaml": TEXTS.replace(old, new) if old else TEXTS}, "game.coup")
    assert said(found) == wanted


def test_no_texts_are_wanted_without_a_file_and_each_language_is_complete() -> None:
    assert problems({"game.coup": GAME}, "game.coup") == []
    french = TEXTS.replace("language: en", "language: fr").replace(", box: box", "")
    found = all_told({"game.coup": GAME, "en.yaml": TEXTS, "fr.yaml": french, "other.yaml": "a: 1"}, "game.coup")
    assert said(found) == ["E405 9:8 `box` has no text in language `fr`"]


STATES = """  state mood: calm | angry = calm
  state stage: early | late = early
  state hidden: one_way | other_way = one_way seen by none
"""
MANY = "`names.calm`, `names.angry`, `names.early` and 1 more have no text in language `en`"


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ("", [MANY]),  # where no state has a name, all are shown
        (", mood: mood", ["`angry` has no text in language `en`", "`calm` has no text in language `en`"]),
        (", mood: mood, calm: calm", ["`angry` has no text in language `en`"]),
        (", mood: mood, calm: calm, angry: angry", []),
    ],
)
def test_words_of_the_states_that_are_shown_are_wanted(names: str, wanted: list[str]) -> None:
    game = GAME.replace("  option", f"{STATES}  option")
    found = warnings({"game.coup": game, "en.yaml": TEXTS.replace("box: box", f"box: box{names}")}, "game.coup")
    assert sorted(one.message for one in found if one.code is codes.MISSING_TEXT) == wanted


def test_words_of_a_state_that_only_a_sentence_names_are_wanted() -> None:
    texts = TEXTS.replace("box: box", "box: box, mood: mood, calm: calm, angry: angry")
    texts += 'told: {names: {stage: "It is {value}."}}\n'
    files = {"game.coup": GAME.replace("  option", f"{STATES}  option"), "en.yaml": texts}
    found = [one.message for one in warnings(files, "game.coup") if one.code is codes.MISSING_TEXT]
    assert sorted(found) == ["`early` has no text in language `en`", "`late` has no text in language `en`"]


def test_near_texts_are_named() -> None:
    (problem,) = problems(
        {"game.coup": GAME, "en.yaml": TEXTS.replace("pass: pass", "pass: pass, passs: x")}, "game.coup"
    )
    assert problem.help == "did you mean `moves.pass`?"


@pytest.mark.parametrize(
    ("answers", "written", "read"),
    [("true | false", '{true: "yes", false: "no"}', "true"), ("true | false", '{"true": "yes"}', "true"),
     ("10 | 20", '{10: "ten"}', "10")],
)  # fmt: skip
def test_answers_without_texts_are_left_out(answers: str, written: str, read: str) -> None:
    game = GAME.replace("no_much | very", answers).replace("pay.much is very", f"pay.much is {read}")
    asked = "ask: How much?\n"
    texts = TEXTS[: TEXTS.index(asked) + len(asked)]
    found = problems({"game.coup": game, "en.yaml": f"{texts}    readings: {written}\n"}, "game.coup")
    assert {one.help for one in found} == {
        "leave it out: `true` and `false` are said as yes and no, numbers as they are"
    }
    assert problems({"game.coup": game, "en.yaml": texts}, "game.coup") == []


@pytest.mark.parametrize(
    ("hint", "told"),
    [
        ("forms: {box: pille}", "did you mean `pile`?"), ("pieces: {card: dice}", "did you mean `die`?"),
        ("places: {box: left}", "possible here: `aside`, `hand`, `middle`, `seat`"),
        ("forms: {bx: pile}", "did you mean `forms.box`?"), ("pieces: {cas: coin}", "did you mean `pieces.cash`?"),
        ("places: {box: hand}", "write `middle` or `aside`"),
    ],
)  # fmt: skip
def test_a_hint_for_the_table_that_is_wrong_is_answered_with_the_right_one(hint: str, told: str) -> None:
    (problem,) = problems({"game.coup": GAME, "en.yaml": f"{TEXTS}{hint}\n"}, "game.coup")
    assert problem.help == told


def test_a_file_that_is_no_text_is_refused() -> None:
    folder = in_folder({"game.coup": GAME})
    (folder / "en.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(coupdsl.Problems) as caught:
        coupdsl.load(folder / "game.coup", 2)
    assert [p.code.number for p in caught.value.diagnostics] == ["E002"]


ENTRIES = """  kind dare as dares {
    hint: text
  }
  dare sing {
    name: en "Sing" fr "Chanter"
    hint: en "Sing!"
  }
  finish by cash, count of dares
"""


def test_entries_carry_their_texts_in_every_language() -> None:
    text = GAME.replace("  finish by cash\n", ENTRIES, 1).replace("  finish", "  finish")
    more = "names: {dare: dare, "
    english, french = (TEXTS.replace("names: {", more).replace("language: en", f"language: {x}") for x in ("en", "fr"))
    assert problems({"game.coup": text, "en.yaml": english}, "game.coup") == []
    found = all_told({"game.coup": text, "en.yaml": english, "fr.yaml": french}, "game.coup")
    assert [line.split(" ", 2)[2] for line in said(found)] == ["the hint of `sing` has no text in language `fr`"]


# ---- mechanics that several games share
USES_TRICKS = """edition 1
game whist {
  seats [2, 4]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, two 2
  }
  account cash per seat = 100
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone taken per seat: set of piece seen by all
  rule hand_size = 2
  use tricks
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  play tricks(first of seats)
  finish by count of taken, cash
  limit 100 moves { finish by cash }
}
"""


def test_a_game_may_use_one_of_the_shared_mechanics() -> None:
    for players in (2, 4):
        state = coupdsl.load(in_folder({"whist.coup": USES_TRICKS}) / "whist.coup", players).start(1)
        while not state.is_over:
            state.apply(state.legal_moves()[0])
        result = state.result()
        assert result is not None
        assert sum(result.scores) == 2 * (players + 1)  # cards, and a mark a trick


LIBRARY = """edition 1
mechanic turns {
  needs account cash per seat
  option turns.kind = one | two
  rule each(s: seat) { s pays 1 to left of s for turn }
  rule unused_here = 3
  state lonely: number = 0
  zone empty_place: row seen by all
  for s in seats { each(s) }
}
"""
USER = """edition 1
game user {
  seats [2]
  account cash per seat = 100
  use turns
  play turns()
  finish by cash
  limit 9 moves { finish by cash }
}
"""
WORDS = "language: en\nnames: {empty_place: place}\nreasons: {turn: turn, spin: spin}\n" \
        "options: {turns.kind: {ask: How?, readings: {one: one, two: two}}}\n"  # fmt: skip
OTHER = """edition 1
mechanic spins {
  needs account cash per seat
  for s in seats { s pays 1 to left of s for spin }
}
"""


def test_what_a_library_has_more_is_not_missed() -> None:
    files = {"game/user.coup": USER, "mechanics/turns.coup": LIBRARY}
    assert problems(files, "game/user.coup") == []
    files |= {"mechanics/en.yaml": WORDS, "mechanics/spins.coup": OTHER}
    assert problems(files, "game/user.coup") == []
    # but a sentence is about something in one of them
    files["mechanics/en.yaml"] += "told:\n  reasons: {spin: 'for a spin', trun: 'for a turn'}\n"
    assert said(problems(files, "game/user.coup")) == ["E406 6:33 no text of these rules is called `told.reasons.trun`"]
    files["mechanics/en.yaml"] = WORDS
    # alone, the folder's texts are all of this game
    del files["mechanics/spins.coup"]
    assert said(problems(files, "game/user.coup")) == ["E406 3:23 no text of these rules is called `reasons.spin`"]
    # and what the game needs has to be there
    files["mechanics/en.yaml"] = WORDS.replace("turn: turn, ", "").replace("spin: spin", "")
    assert said(all_told(files, "game/user.coup")) == ["E405 5:50 `turn` has no text in language `en`"]


def test_the_words_of_a_game_go_before_those_of_its_mechanics() -> None:
    words = "language: en\nnames: {deck: the stack}\nmoves: {play: lay}\n"
    files = {"game/whist.coup": USES_TRICKS, "game/en.yaml": words}
    folder = in_folder(
        {
            **files,
            "mechanics/tricks.coup": (CONTRACTS / "mechanics/tricks.coup").read_text("utf-8"),
            "mechanics/en.yaml": "language: en\nnames: {deck: pile, trick: trick}\nmoves: {play: play}\n",
        }
    )
    labels = compose(str(folder / "game/whist.coup"))[0]
    assert labels is not None
    found = labels.settle(2, coupdsl.Rules).labels["en"].words
    assert (found["moves.play"], found["names.deck"], found["names.trick"]) == ("lay", "the stack", "trick")


DRAWS = """edition 1
game draws {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone deck: row seen by none = cards
  zone discards: row seen by all
  zone hand per seat: set seen by owner
  zone table: row seen by all
  zone laid: row seen by all
  account cash per seat = 100
  state level: number = 3
  use draw
  USE
  for s in seats {
    draw_for(s, 1)
    s chooses offer {
      refuse { s pays 1 to left of s for win }
      pass { level := 1 }
      lot n from 1 .. 2 { move first of deck to laid }
      play { move first of deck to table }
    }
  }
  finish by cash
  limit 100 moves { finish by cash }
}
"""
BORROWED = {
    "names.table", "names.laid", "told.names.laid", "names.level", "names.open", "names.last_bid", "moves.bid",
    "moves.refuse", "told.moves.refuse", "told.moves.lot", "moves.call", "reasons.win", "options.loan.refusal.ask",
    "why_not.moneyed.cash",
}  # fmt: skip


@pytest.mark.parametrize(
    ("use", "has"),
    [
        ("", set()),
        (
            "use loans",
            {"names.open", "moves.refuse", "told.moves.refuse", "options.loan.refusal.ask", "why_not.moneyed.cash"},
        ),
        ("use auction", {"names.last_bid", "moves.bid"}),
    ],
)
def test_words_of_mechanics_that_a_game_does_not_take_in_are_not_its_words(use: str, has: set[str]) -> None:
    composed, found = compose(str(in_folder({"draws.coup": DRAWS.replace("USE", use)}) / "draws.coup"))
    assert composed is not None, found
    for words in composed.texts.values():
        assert words.keys() & BORROWED == has
        assert {"moves.pass", "told.moves.pass", "moves.play"} <= words.keys()  # of several, and so everybody's


def test_what_is_unused_in_the_game_s_own_folder_is_told() -> None:
    found = warnings({"user.coup": LIBRARY + USER.replace("edition 1\n", "")}, "user.coup")
    assert sorted(problem.message for problem in found) == [
        "no rule asks for option `turns.kind`",
        "the rule `unused_here` is declared and never used",
        "the state `lonely` is declared and never used",
        "the zone `empty_place` is declared and never used",
    ]


def test_a_game_has_words_of_its_own_beside_those_of_its_folder() -> None:
    own = "language: en\nnames: {box: chest}\n"
    files = {"game.coup": GAME, "other.coup": GAME, "en.yaml": TEXTS, "game.en.yaml": own}
    folder = in_folder(files)
    for game, wanted in (("game", "chest"), ("other", "box")):
        composed, found = compose(str(folder / f"{game}.coup"))
        assert found == []
        assert composed is not None
        assert composed.texts["en"]["names.box"][0] == wanted


def test_words_of_a_game_alone_belong_to_something_in_it() -> None:
    files = {"game.coup": GAME, "other.coup": GAME, "game.en.yaml": TEXTS.replace("pass: pass", "passs: pass")}
    found = all_told(files, "game.coup")
    assert said(found) == ["E406 4:26 no text of these rules is called `moves.passs`"]
    assert found[0].help == "did you mean `moves.pass`?"
    assert problems(files, "other.coup") == []  # which have no texts


def test_words_of_no_game_are_told() -> None:
    folder = in_folder({"game.coup": GAME, "gmae.en.yaml": TEXTS})
    (problem,) = check_paths([folder], games=0).problems
    assert said([problem]) == ["E406 1:1 no rules read this file: there is no `gmae.coup` beside it"]
    assert problem.help == "did you mean `game.coup`?"


@pytest.mark.parametrize(
    ("game", "language", "name"),
    [
        ("crazy_eights", "en", "deck"),
        ("gin_rummy", "en", "deck"),
        ("go_fish", "fr", "stock"),
        ("cribbage", "en", "announced"),
        ("cribbage", "fr", "announced"),
        ("sevens", "en", "kitty"),
    ],
)
def test_the_table_calls_things_as_the_book_does(game: str, language: str, name: str) -> None:
    told, book = ((CONTRACTS / f"gallery/{game}.{one}.yaml").read_text("utf-8") for one in (language, "book"))
    assert re.search(rf"\b{yaml.safe_load(told)['names'][name]}\b", book)
