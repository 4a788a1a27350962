"""Every form of expression, and its value."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.small_games import answer

# The deck holds AS KS QS AH KH QH J in this order; seats 0 and 1 play.
NUMBERS = [
    ("2 + 3 * 4 - 1", 13), ("7 mod 3", 1), ("-1", -1), ("-(2 + 3)", -5), ("10 - 2 - 3", 5),
    ("7 / 2 rounded up to 1", 4), ("7 / 2 rounded down to 1", 3), ("7 rounded up to 5", 10),
    ("7 rounded down to 5", 5), ("10 rounded up to 5", 10), ("9 * 1/2 rounded up to 1", 5),
    ("(1/3 + 2/3) rounded up to 1", 1),
    ("min(3, 2)", 2), ("max(3, 2, 5)", 5), ("min(count of deck, 9, 8)", 7), ("max(count of deck, 9)", 9),
    ("if true then 4 else 5", 4), ("if false then 4 else 5", 5), ("if leader is left of leader then 4 else 5", 5),
    ("count of seats", 2), ("count of cards", 7), ("count of suits", 2), ("count of ranks", 3), ("count of deck", 7),
    ("count of hand of leader", 0), ("count of (cards where suit is spades)", 3),
    ("count of (cards where rank is ace)", 2), ("count of (cards where suit is none)", 1),
    ("count of (cards preferring suit is hearts)", 3), ("count of (deck preferring it in trick)", 7),
    ("count of (cards preferring it in trick)", 7), ("count of (trick preferring true)", 0),
    ("count of (deck where false)", 0), ("count of (cards where false)", 0), ("count of (deck where true)", 7),
    ("count of (cards preferring false)", 7), ("count of (deck where suit is hearts)", 3),
    ("count of (deck where suit of it is suit of first of deck)", 3),
    ("count of (cards where suit is suit of first of deck)", 3), ("count of (cards where rank is rank of it)", 7),
    ("count of (cards where rank is rank of last of deck)", 1), ("count of (cards where joker is it)", 1),
    ("count of (cards where it is joker)", 1), ("count of (cards where it is ace of spades)", 1),
    ("count of (deck with [ace of spades])", 7), ("count of (first(2) of deck with last of deck)", 3),
    ("count of (first(2) of deck with first(3) of deck)", 3), ("count of (cards with joker)", 7),
    ("count of (cards without joker)", 6), ("count of (deck without joker)", 6),
    ("count of (deck without hand of seats)", 7),
    ("count of (cards without ace of spades)", 6), ("count of (cards without (cards where suit is hearts))", 4),
    ("count of (trick with joker)", 1), ("count of ((cards where false) with joker)", 1),
    ("count of [ace, king]", 2), ("count of [ace of spades, king of hearts]", 2), ("count of []", 0),
    ("count of ([] with leader)", 1), ("count of ([] without leader)", 0), ("count of first(0) of deck", 0),
    ("count of first(-2) of deck", 0), ("count of first(99) of deck", 7), ("count of first(2) of cards", 2),
    ("count of (1 .. 5)", 5), ("count of (0 .. 100 step 10)", 11), ("count of (5 .. 1)", 0),
    ("the first of (3 .. 5)", 3), ("the last of (3 .. 5)", 5), ("sum of it over [1, 2, 3]", 6),
    ("sum of 2 over seats", 4),
    ("sum of (if rank is ace then 4 else 1) over cards", 13), ("sum of it over (seats_numbers where it > 1)", 2),
    ("largest of it over [1, 5, 3]", 5), ("the largest of it over (0 .. (count of deck))", 7),
    ("sum of (if suit is hearts then 1 else 0) over deck", 3),
    ("the largest of (if suit is hearts then 2 else 1) over deck", 2),
    ("count of highest of cards by strength", 1), ("count of highest of deck by plain", 2),
    ("count of lowest of seats by cash", 2), ("count of highest of seats by it_is_last(it)", 1),
    ("count of highest of trick by strength", 0), ("count of lowest of cards by strength", 1),
    ("count of lowest of deck by strength", 1), ("count of near(ace, ranks)", 1), ("count of near(king, ranks)", 2),
    ("count of near(rank of joker, ranks)", 0), ("count of near(rank of first of deck, ranks)", 1),
    ("count of (seats from leader)", 2), ("count of (seats after leader)", 1), ("count of (deck after joker)", 6),
    ("count of (first(2) of deck from joker)", 2), ("count of hand of seats", 0), ("count of suit of cards", 2),
    ("count of rank of deck", 3), ("count of suit of joker_only", 0), ("count of owner of deck", 0),
    ("the position of the first of deck", 0), ("the position of joker", 6),
    ("count of (cards where position of it is 2)", 1),
    ("count of (ace of spades)", 1),
    ("count of (if leader is last of seats then [] else ace of spades)", 1),
    ("count of (case rank of first of deck { ace: ace of spades, king, queen: [] })", 1),
    ("count of (if leader is first of seats then [] else ace of spades)", 0),
    ("count of choices of first(3) of deck", 7), ("count of choices of trick", 0),
    ("count of (choices of first(4) of deck where count of it is 2)", 6),
    ("count of (choices of first(5) of deck where count of it is 2 and count of rank of it is 1)", 2),
    ("sum of count of it over choices of first(3) of deck", 12),
    ("the largest of c: count of suit of c over (choices of first(4) of deck where ace of hearts in it)", 2),
    ("sum of c: count of (deck where it in c) over highest of choices of first(4) of deck by count of it", 4),
]  # fmt: skip
FLAGS = [
    ("suit of joker in [none, hearts]", True), ("suit of joker in [hearts, none]", True),
    ("suit of joker in [none]", True), ("suit of first of deck in [none]", False),
    ("suit of joker in [spades, hearts]", False), ("suit of joker not in [none, hearts]", False),
    ("suit of first of deck in [none, hearts]", False), ("suit of first of deck in [none, spades]", True),
    ("true and true", True), ("true and false", False), ("false or true", True), ("not true", False),
    ("leader is first of seats and true", True), ("false and leader is last of seats", False),
    ("leader is first of seats or 1 > 2", True), ("leader is last of seats or 1 > 2", False),
    ("true or leader is leader", True),
    ("1 < 2", True), ("2 <= 1", False), ("2 > 1", True), ("1 >= 2", False), ("1/2 < 1", True), ("answer < 9", True),
    ("9 > answer", True), ("leader is leader", True), ("leader is not first of seats", False),
    ("suit of joker is none", True), ("none is suit of joker", True), ("suit of first of deck is spades", True),
    ("spades is suit of first of deck", True),
    ("first of deck is ace of spades", True), ("first of trick is none", True), ("first of deck is not none", True),
    ("first of deck is first of trick", False), ("joker in cards", True), ("joker not in cards", False),
    ("joker in trick", False), ("first of deck in cards", True), ("first of trick in cards", False),
    ("[ace of spades] in deck", True), ("[ace of spades] in trick", False), ("trick in deck", True),
    ("deck in trick", False),
    ("deck is cards", True), ("trick is []", True), ("first(2) of deck is last(2) of deck", False),
    ("[ace, king] is [king, ace, king]", True), ("ranks is not [ace, king]", True), ("seats is [leader]", False),
    ("some choices of first(3) of deck where it is [ace of spades, queen of spades]", True),
    ("some choices of first(3) of deck where it is [ace of hearts]", False),
    ("every choices of first(3) of deck where it is not empty", True),
    ("[ace, king] in ranks", True), ("ace in [king, queen]", False), ("rank of joker in ranks", False),
    ("deck is empty", False), ("trick is empty", True), ("trick is not empty", False), ("cards is not empty", True),
    ("some cards where suit is hearts", True), ("some deck where it in trick", False), ("every cards where true", True),
    ("every deck where suit is hearts", False), ("every trick where false", True), ("owner of joker is none", True),
    ("some seats where cash is 10 * unit", True), ("every seats where (cash rounded down to unit) is cash", True),
    ("owner of first of deck is leader", False), ("suit of first of trick is spades", False),
    ("some seats where (it is leader) and (cash is 100)", True), ("left of leader is last of seats", True),
    ("left of left of leader is leader", True), ("pot is 0", True), ("cash of leader is 100", True),
    ("cash of leader - 200 < 0", True), ("cash of leader mod 30 is 10", True), ("cash of leader * 2 is 200", True),
    ("case leader_word { low: true\n high: false }", False), ("case 3 { 1, 2: false\n 3: true }", True),
    ("case rank of first of deck { king: false\n ace, queen: true }", True),
    ("case 4 { 1, 2: false, 3: false, otherwise: true }", True),
]  # fmt: skip
HELPERS = """
  state noticed: flag = false
  order strength {
    suit is spades by ranks
    suit is hearts by [queen, king, ace]
    it is joker
  }
  order plain { true by ranks }
  rule it_is_last(s: seat) = if s is last of seats then 1 else 0
  rule seats_numbers = [1, 2]
  rule joker_only = cards where it is joker
  rule seats_of_one = deck where it is joker
  rule leader_word = size of box_one
  answer := count of highest of (trick with joker) by strength + count of highest of deck by plain
  if answer > 99 { noticed := it_is_last(leader) > 0 and joker_only is empty and seats_of_one is empty }
  if answer > 99 { noticed := noticed and leader_word is low and seats_numbers is empty }
"""
TOP = """kind box as boxes {
  size: low | high = high
}
box box_one { }
"""


@pytest.mark.parametrize(("expression", "value"), NUMBERS, ids=[text for text, _ in NUMBERS])
def test_numbers(expression: str, value: int, tmp_path: Path) -> None:
    lines = f"{HELPERS}\n  reveal found = {expression}\n  answer := found\n  if answer is 0 {{ answer := 1000 }}"
    assert answer(tmp_path, lines, top=TOP) == (value or 1000)


@pytest.mark.parametrize(("expression", "value"), FLAGS, ids=[text.partition("\n")[0] for text, _ in FLAGS])
def test_flags(expression: str, value: bool, tmp_path: Path) -> None:
    lines = f"{HELPERS}\n  reveal found = {expression}\n  noticed := found\n  answer := 1"
    assert answer(tmp_path, lines, top=TOP, name="noticed") is value
