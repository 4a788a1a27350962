"""What may be typed for a move, or to ask about one, and what is meant by it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from tests.helpers import choose, rules_of
from tests.play.test_play import Sitting
from tests.small_games import load_text

import coupdsl
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed as Reader


def reader(language: str = "en", name: str = "parker-1966", players: int = 4, plain: bool = True) -> Reader:
    return Reader(Words(rules_of(name, players), language, plain))


CARDS = ["play TS", "play TD", "play AH", "play QS", "play QC"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play ts", ["play TS"]), ("ts", ["play TS"]), ("1", ["play TS"]), ("1.", ["play TS"]),
        ("T♠", ["play TS"]), ("play T♠", ["play TS"]), ("T ♠", ["play TS"]), ("t♤", ["play TS"]), ("T♠️", ["play TS"]),
        ("10♠", ["play TS"]), ("10s", ["play TS"]), ("play 10S", ["play TS"]), ("10 of spades", ["play TS"]),
        ("1. play 10♠ (play TS)", ["play TS"]), ("1. play TS", ["play TS"]), ("play 10♠ (play TS)", ["play TS"]),
        ("4. play TS", []), ("Queen of Spades", ["play QS"]), ("joue dame de pique", ["play QS"]),
        ("a", ["play AH"]), ("play a", ["play AH"]), ("t", ["play TS", "play TD"]), ("queen", ["play QS", "play QC"]),
        ("10", ["play TS", "play TD"]), ("ac", []), ("th", []),
        ("D♠", []), ("", []), ("7", []), ("tx", []), ("♠", []), ("??", []),
    ],
)  # fmt: skip
def test_what_may_be_typed_for_a_move(typed: str, meant: list[str]) -> None:
    assert reader().meant(typed, CARDS) == meant
    assert reader(plain=False).meant(typed, CARDS) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("D♠", ["play QS"]), ("ds", ["play QS"]), ("joue D♠", ["play QS"]), ("Dame de pique", ["play QS"]),
        ("dame de trèfle", ["play QC"]), ("as de cœur", ["play AH"]), ("As de Coeur", ["play AH"]), ("as", []),
        ("Q♠", ["play QS"]), ("play QS", ["play QS"]), ("10 de carreau", ["play TD"]), ("dame", ["play QS", "play QC"]),
    ],
)  # fmt: skip
def test_what_may_be_typed_in_french(typed: str, meant: list[str]) -> None:
    assert reader("fr").meant(typed, CARDS) == meant


def test_a_letter_of_the_rules_goes_before_one_of_a_language(tmp_path: Path) -> None:
    """A D is the Dame, but not where another rank is marked so."""
    game = tmp_path / "marked.coup"
    text = """edition 1
game marked {
  seats [2]
  cards {
    suits spades S
    ranks duke D, queen Q
  }
  zone hand: set seen by all = cards
  first of seats chooses play c from hand
  finish by 0
  limit 5 moves { finish by 0 }
}
"""
    game.write_text(text, "utf-8")
    rules = coupdsl.load(game)
    for language in ("en", "fr"):
        reading = Reader(Words(rules, language, True))
        assert reading.meant("DS", ["play DS", "play QS"]) == ["play DS"]
        assert reading.meant("DS", ["play QS"]) == []


def test_numbers_are_those_that_are_shown() -> None:
    assert reader().meant("2", ["lender 2", "lender 3"]) == ["lender 2"]
    assert list(reader().selectors(["support 2", "pass", "support 1"])) == ["2", "3", "1"]
    assert reader().meant("1", ["support 2", "pass", "support 1"]) == ["support 1"]
    assert list(reader().selectors(["pass", "bid 18", "bid 20"])) == ["1", "18", "20"]
    assert list(reader().selectors(["fold", "call", "raise 2", "raise 4"])) == ["1", "3", "2", "4"]
    assert reader().meant("2", ["fold", "call", "raise 2", "raise 4"]) == ["raise 2"]
    assert list(reader().selectors(["raise 2", "call 2"])) == ["1", "2"]
    coup = reader(name="coup")  # where the number of a seat is a part of what is chosen
    assert list(coup.selectors(["income", "assassinate 3", "tax"])) == ["1", "2", "3"]
    assert reader().meant("call 2", ["raise 2", "call 2"]) == ["call 2"]
    assert reader().meant("3", ["raise 3", "call 3"]) == ["raise 3", "call 3"]  # which is asked
    assert reader().meant("1", ["lender 10"]) == []
    assert reader().printed("2", ["bid 3", "bid 2"], numbers=False) == ["bid 2"]
    spades = reader(name="spades")  # where all bids from 0 to 13 are moves, also those that are not offered
    assert list(spades.selectors(["bid 2", "bid 3", "pass", "look"])) == ["2", "3", "14", "15"]
    assert spades.meant("1", ["bid 2", "bid 3", "pass"]) == []


NUMBERED = """edition 1
game numbered {
  seats [1]
  first of seats chooses act {
    special { }
    pick n from 1 .. 2 { }
    other { }
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


def test_answers_stand_in_the_order_of_their_numbers() -> None:
    sitting = Sitting(coupdsl.Game(load_text(NUMBERED, 1), 1), ["quit"])
    sitting.table.play()
    listed = [line for line in sitting.shown if re.match(r"\d\. ", line)]
    assert listed == ["1. pick 1", "2. pick 2", "3. special", "4. other"]


def test_what_is_printed_with_a_comma_is_one_move() -> None:
    """The 2005 game asks `assassinate (from, at)`, and says `assassinate from a1 at b2`."""
    words = Words(rules_of("coup-detat-2005", 2), "en", False)
    assert words.move("assassinate a1 b2") == "assassinate from a1 at b2"
    options = ["assassinate a1 b2", "assassinate a2 b2"]
    for typed in ("assassinate from, at: a1 b2", "assassinate from a1 at b2"):
        assert Reader(words).printed(typed, options) == options[:1]
    game, rnd = coupdsl.Game(rules_of("coup-detat-2005", 2), 15), random.Random(15)
    while not any(move.word == "assassinate" for move in game.state.legal_moves()):
        game.apply(choose(game.state, rnd))
    move = next(move for move in game.state.legal_moves() if move.word == "assassinate")
    before = len(game.moves)
    Sitting(game, ["", words.move(str(move)), "quit"], humans=(0, 1)).table.play()
    assert game.moves[before][1] == move


def test_why_about_what_could_be_several_is_asked(tmp_path: Path) -> None:
    text = """edition 1
game two_ways {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K
  }
  zone hand: set seen by all = cards
  first of seats chooses ways {
    give c from hand { }
    keep c from hand { }
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""
    (tmp_path / "two.coup").write_text(text, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "two.coup"), 1)
    sitting = Sitting(game, ["why A♠", "AS", "why give A♠", "quit"])
    sitting.table.play()
    assert "`A♠` could be: give AS, keep AS. Write a little more." in sitting.text
    assert "`AS` could be: give AS, keep AS. Write a little more." in sitting.text
    assert "Give AS: you can" in sitting.text and not game.moves


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("K♠", "K♠: you do not have it"), ("king of spades", "K♠: you do not have it"),
        ("not K ♠", "K♠: you do not have it"),
        ("touché", "Attempt a Coup in Touché: not now, for it is chosen already (contract in play:"),
        ("not the guillotine?", "Attempt a Coup in Guillotine: not now, for it is chosen already"),
        ("not guillotine", "Attempt a Coup in Guillotine: not now, for it is chosen already"),
        ("attempt a Coup in Siege", "Attempt a Coup in Siege: not now, for it is chosen already"),
        ("10♦", "Play 10♦: no, you must follow suit"),
        ("play T♦", "Play 10♦: no, you must follow suit"), ("play Q♣", "Play Q♣: you can"),
        ("dame de trèfle", "Play Q♣: you can"), ("2", "Play Q♣: you can"),
        ("play", "Play: say more, such as play A♣ or play Q♣."),
    ],
)  # fmt: skip
def test_why_about_what_is_printed(asked: str, said: str) -> None:
    game = coupdsl.Game(rules_of("parker-1966", 4), 3)
    sitting = Sitting(game, [f"why {asked}", "quit"], plain=False)
    sitting.table.play()
    assert sitting.table.game.state.view(0)["options"] == ["play AC", "play QC"]
    assert said in sitting.text


@pytest.mark.parametrize("typed", [".3", "1²", "3.5", "3½"])
def test_a_part_is_no_whole_number(typed: str) -> None:
    assert reader(name="spades").meant(typed, [f"bid {number}" for number in range(14)]) == []
