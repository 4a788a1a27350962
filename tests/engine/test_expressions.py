"""What every expression of the language computes, and where it fails."""

from __future__ import annotations

from typing import Any

import pytest
from tests.small_games import start, value

import coupdsl

LARGE = 999_999_999_999_999

VALUES: list[tuple[str, str, Any]] = [
    # what is looked at, by a name of its own
    ("set of card", "hand of s1 where c: rank of c is two", ["2S"]),
    ("set of card", "cards where c: count of (trick where rank is rank of c) > 0", ["AS", "KS", "AH", "KH"]),
    ("set of card", "hand of s0 where some trick where c: suit of c is suit and rank of c is not rank", ["AS", "QS"]),
    ("list of card", "trick preferring c: suit of c is hearts", ["AH"]),
    ("list of card", "trick preferring c: rank of c is two", ["KS", "AH"]),
    ("flag", "some trick where c: suit of c is hearts", True),
    ("flag", "every trick where c: every trick where d: c is d", False),
    ("number", "sum of c: count of (trick where suit is suit of c) over hand of seats", 4),
    ("number or none", "largest of c: (if rank of c is king then 5 else 2) over trick", 5),
    ("list of card", "highest of trick by c: (if suit of c is hearts then 1 else 0)", ["AH"]),
    ("list of card", "lowest of trick by c: (if suit of c is hearts then 1 else 0)", ["KS"]),
    # reaching for things
    ("amount", "cash of s0", 100),
    ("amount", "pot", 7),
    ("seat", "left of s1", 0),
    ("suit or none", "suit of last of trick", "hearts"),
    ("suit or none", "suit of joker", None),
    ("rank or none", "rank of (the last of deck)", None),
    ("rank or none", "rank of first of trick", "king"),
    ("rank or none", "rank of first of pile of s0", None),
    ("seat or none", "owner of the last of hand of s0", 0),
    ("seat or none", "owner of joker", None),
    ("number or none", "position of the last of trick", 1),
    ("number or none", "position of the last of hand of s0", None),
    ("set of card", "hand of seats", ["AS", "QS", "2S", "KH"]),
    ("set of rank", "rank of trick", ["ace", "king"]),
    ("set of suit", "suit of deck", ["hearts"]),
    ("number", "count of hand of s0", 2),
    ("number", "count of trick", 2),
    ("card or none", "first of trick", "KS"),
    ("card or none", "last of trick", "AH"),
    ("card or none", "first of pile of s0", None),
    ("card or none", "last of pile of s0", None),
    ("card or none", "first of hand of s0", "AS"),
    ("card or none", "last of hand of s0", "QS"),
    ("card or none", "first of (hand of s0 where rank is two)", None),
    ("card or none", "last of (hand of s0 where rank is two)", None),
    ("list of card", "first(2) of deck", ["QH", "2H"]),
    ("list of card", "first(9) of deck", ["QH", "2H", "X"]),
    ("list of card", "first(one - 2) of deck", []),
    ("list of card", "first(1) of hand of s1", ["2S"]),
    ("list of card", "last(2) of deck", ["2H", "X"]),
    ("list of card", "last(9) of deck", ["QH", "2H", "X"]),
    ("list of card", "last(one - 2) of deck", []),
    ("list of card", "last(1) of hand of s0", ["QS"]),
    ("list of number", "last(2) of [1, 4, 4, 2]", [4, 2]),
    ("number or none", "place_in(rank of first of trick, ranks)", 2),
    ("number", "place_in(the rank of the first of trick, ranks)", 2),
    ("number", "place_in(s1, seats) * 10 + count of seats", 22),
    ("number or none", "place_in(rank of joker, ranks)", None),
    ("number", "place_in(hearts, suits)", 2),
    ("number or none", "place_in(suit of joker, suits)", None),
    ("number", "place_in(the suit of the last of trick, suits) + 1", 3),
    ("number or none", "place_in(two, [ace, king])", None),
    ("number or none", "place_in(9, [4, 9, 9])", 2),
    ("number or none", "place_in(one + 3, [9, 4])", 2),
    ("number or none", "place_in(one, 2 .. 9)", None),
    ("number or none", "place_in(largest of one over (trick with joker), [9, 1])", 2),
    ("number or none", "place_in(cash of s0, [50, 100])", 2),
    ("number or none", "place_in(the last of trick, trick)", 2),
    ("set of number", "near(one + 3, 1 .. 9)", [3, 5]),
    ("set of number", "near(one, [3, 1, 7, 1])", [3, 7]),
    ("set of amount", "near(cash of s0, [50, 100])", [50]),
    ("card", "the first of trick", "KS"),
    ("seat", "first of seats", 0),
    # numbers
    ("number", "2 + 3 * 4 - 1", 13),
    ("number", "one + 2 * (one + 3)", 9),
    ("number", "7 mod 3", 1),
    ("number", "(one - 8) mod 3", 2),
    ("number", "-one", -1),
    ("amount", "cash of s0 / 3 rounded up to 10", 40),
    ("amount", "cash of s0 / 3 rounded down to 10", 30),
    ("amount", "cash of s0 rounded up to 10", 100),
    ("amount", "(0 - cash of s0) / 3 rounded up to 10", -30),
    ("amount", "(0 - cash of s0) / 3 rounded down to 10", -40),
    ("amount", "cash of s0 * 1/2 rounded down to 1", 50),
    ("amount", "pot * 1/2 rounded up to 1", 4),
    ("ratio", "1/3", "1/3"),
    ("number", "min(one, 3, 0 - 2)", -2),
    ("number", "max(0, 3 - 5)", 0),
    ("number", f"{LARGE} * 4000 - {LARGE} * 3999 - one", LARGE - 1),
    ("amount", "sum of cash over seats", 200),
    ("number", "sum of (if rank is ace then 4 else 1) over hand of s0", 5),
    ("number", "sum of one over pile of s0", 0),
    ("number", "largest of (count of hand) over seats", 2),
    ("number", "largest of (0 - 3) over seats", -3),
    ("number or none", "largest of one over (seats where cash > 100)", None),
    ("amount", "the largest of (0 - cash) over (seats where cash > 10)", -100),
    ("flag", "(largest of one over (hand of s0 where rank is two)) is none", True),
    ("number", "largest of it over [one - 9, one - 3]", -2),
    ("number", "largest of one over (trick with joker)", 1),
    ("number", "largest of one over (seats from s1)", 1),
    ("number", "largest of it over (1 .. 3)", 3),
    ("number or none", "largest of it over (one .. 3)", 3),
    ("number or none", "largest of it over (one .. -one)", None),
    ("number", "smallest of (0 - 3) over seats", -3),
    ("number", "smallest of it over [one + 9, one - 3, one]", -2),
    ("number", "smallest of it over [4, 9]", 4),
    ("number or none", "smallest of one over (seats where cash > 100)", None),
    ("number or none", "smallest of it over (one .. -one)", None),
    ("flag", "(smallest of one over (hand of s0 where rank is two)) is none", True),
    ("amount", "the smallest of cash over (seats where cash > 10)", 100),
    # none and -1 are not the same among numbers
    ("number or none", "first of [one - 2, 3]", -1),
    ("number", "the last of [3, -one]", -1),
    ("flag", "(first of [one - 2]) is none", False),
    ("flag", "(first of (5 .. one)) is none", True),
    ("number or none", "if one is 1 then none else -1", None),
    ("number or none", "if one is 2 then none else -one", -1),
    ("number or none", "if one is 2 then (if one is 3 then none else none) else -one", -1),
    ("number or none", "case one { \n 1: none \n 2: -1 \n }", None),
    ("number or none", "case one { \n 0: none \n 1: -1 \n }", -1),
    ("flag", "-1 in [one - 2, 3]", True),
    ("flag", "(first of (5 .. one)) in [one - 2, 3]", False),
    ("list of number", "[first of [one - 2], first of (5 .. one)]", [-1]),
    ("list of number", "[-3, 5, 5000] without [5000, -3]", [5]),
    ("list of number", "highest of [one - 4, one - 2] by it", [-1]),
    ("list of number", "lowest of [one - 4, one - 2] by it", [-3]),
    ("number", "sum of it over [1, 2, 3]", 6),
    # conditions
    ("flag", "cash of s0 >= 20 and cash of s0 < 100", False),
    ("flag", "cash of s0 > 100 or pot <= 7", True),
    ("flag", "true and one is 1", True),
    ("flag", "false and 1 / (one - 1) > 0", False),
    ("flag", "true or 1 / (one - 1) > 0", True),
    ("flag", "one is 1 or 1 / (one - 1) > 0", True),
    ("flag", "the first of trick is king of spades", True),
    ("flag", "suit of joker is none", True),
    ("flag", "suit of joker is not spades", True),
    ("flag", "s0 is s1", False),
    ("flag", "not (the first of trick in trick)", False),
    ("flag", "joker not in trick", True),
    ("flag", "first of pile of s0 in trick", False),
    ("flag", "pile of s0 is empty", True),
    ("flag", "hand of s0 is empty", False),
    ("flag", "trick is not empty", True),
    ("flag", "rank of the first of trick in [ace, king]", True),
    ("flag", "[ace of spades, queen of spades] in hand of s0", True),
    ("flag", "[ace of spades, queen of hearts] in hand of s0", False),
    ("flag", "[] in hand of s0", True),
    ("flag", "some hand of s0 where suit is spades", True),
    ("flag", "some pile of s0 where suit is spades", False),
    ("flag", "every hand of s0 where rank is not ace", False),
    ("flag", "every pile of s0 where rank is ace", True),
    ("flag", "some seats where it is last of seats", True),
    ("flag", "every ranks where it in ranks", True),
    # sets and lists
    ("set of card", "cards where suit is hearts", ["AH", "KH", "QH", "2H"]),
    ("set of card", "cards where suit is none", ["X"]),
    ("set of card", "cards where suit is suit of joker", ["X"]),
    ("set of card", "cards where rank is rank of it and rank is not none", "all but X"),
    ("set of card", "cards where suit is (if rank is ace then hearts else spades)", ["KS", "QS", "2S", "AH"]),
    ("set of card", "cards where true", "all"),
    ("set of card", "cards where false", []),
    ("list of card", "trick where false", []),
    ("list of card", "trick preferring false", ["KS", "AH"]),
    ("set of card", "hand of s0 where it is not queen of spades", ["AS"]),
    ("set of card", "hand of s0 preferring suit is hearts", ["AS", "QS"]),
    ("set of card", "hand of s1 preferring suit is hearts", ["KH"]),
    ("set of card", "hand of s1 preferring it is king of hearts", ["KH"]),
    ("set of card", "hand of s1 preferring it is joker", ["2S", "KH"]),
    ("list of card", "trick preferring rank is ace", ["AH"]),
    ("list of card", "trick preferring rank is two", ["KS", "AH"]),
    ("list of card", "trick where rank is ace", ["AH"]),
    ("list of card", "trick with joker", ["KS", "AH", "X"]),
    ("list of card", "trick with (the first of trick)", ["KS", "AH"]),
    ("list of card", "trick without (the first of trick)", ["AH"]),
    ("set of card", "hand of s0 with hand of s1", ["AS", "QS", "2S", "KH"]),
    ("set of card", "(hand of s0 with joker) without (ace of spades)", ["QS", "X"]),
    ("list of seat", "seats without s0", [1]),
    ("list of rank", "[ace, queen, ace]", ["ace", "queen", "ace"]),
    ("set of rank", "[queen, ace]", ["ace", "queen"]),
    ("set of card", "[ace of hearts, king of spades]", ["KS", "AH"]),
    ("list of card", "[ace of hearts, king of spades]", ["AH", "KS"]),
    ("list of card", "[queen of hearts] with ace of spades", ["QH", "AS"]),
    ("card or none", "first of [two of hearts, ace of spades]", "2H"),
    ("number or none", "place_in(the first of hand of s0, [two of hearts, ace of spades])", 2),
    ("set of card", "[the first of trick, joker]", ["KS", "X"]),
    ("set of card", "[]", []),
    ("list of seat", "[]", []),
    ("list of seat", "seats from s1", [1, 0]),
    ("list of seat", "seats after s1", [0]),
    ("list of seat", "(seats without s0) after s0", [1]),
    ("list of number", "[2, 3, 5] after 4", [2, 3, 5]),
    ("list of card", "hand of s0", ["AS", "QS"]),  # a set goes in the order of the pack
    ("set of rank", "near(ace, ranks)", ["king"]),
    ("set of rank", "near(king, ranks)", ["ace", "queen"]),
    ("set of rank", "near(two, ranks)", ["queen"]),
    ("set of rank", "near(two, [ace, king])", []),
    ("set of rank", "near(ace, [ace, king, queen, two, ace])", ["king", "two"]),
    ("set of rank", "near(king, [ace, king, king, queen])", ["ace", "king", "queen"]),
    ("list of rank", "[ace, ace] with [king, king, ace]", ["ace", "ace", "king"]),
    ("list of seat", "[] with [s0, s0]", [0]),
    ("list of card", "highest of trick by high", ["AH"]),
    ("list of card", "lowest of trick by high", ["KS"]),
    ("list of card", "highest of pile of s0 by high", []),
    ("list of seat", "highest of seats by cash", [0, 1]),
    ("list of seat", "lowest of seats by (count of hand + (if it is s1 then 1 else 0))", [0]),
    ("set of card", "highest of hand of s0 by (if rank is queen then 2 else one)", ["QS"]),
    ("list of number", "[one, 2]", [1, 2]),
    ("number", "count of (1 .. 5)", 5),
    ("number", "sum of it over (0 .. 10 step 4)", 12),
    ("number", "count of (3 .. one)", 0),
    ("number or none", "largest of it over (one .. 10 step 4)", 9),
    ("number", "count of suits + count of ranks + count of seats + count of notes", 11),
    # choosing between values
    ("number", "if one > 50 then 2 else 1", 1),
    ("set of card", "if one is 1 then trick else deck", ["KS", "AH"]),
    ("list of card", "if true then trick else deck", ["KS", "AH"]),
    ("number", "case one { \n 0: 4 \n 1, 2: 5 \n }", 5),
    ("set of number", "[one - 2, one, 126]", [1, 126]),
    ("list of number", "[one - 2, 5000] with 127", [-1, 5000, 127]),
    ("list of number", "[-3, 5] without [5, 7]", [-3]),
    ("flag", "5000 in [one, 5000]", True),
    ("number", "count of (one .. 4096)", 4096),
    ("list of card", "[first of trick, first of pile of s0]", ["KS"]),
    ("number", "case rank of the first of trick { \n ace, two: 4 \n king: 5 \n queen: 6 \n }", 5),
    ("number", "case suit of joker { \n spades, hearts: 1 \n none: 2 \n }", 2),
]  # fmt: skip
ALL = [rank + suit for suit in "SH" for rank in "AKQ2"]
NAMED = {"all": [*ALL, "X"], "all but X": ALL}


@pytest.mark.parametrize(("kind", "expression", "wanted"), VALUES, ids=[f"{e} as {k}" for k, e, _ in VALUES])
def test_value(kind: str, expression: str, wanted: Any) -> None:
    found = value(kind, expression)
    if isinstance(wanted, str):
        wanted = NAMED.get(wanted, wanted)
        found = str(found) if isinstance(wanted, str) else found
    assert found == wanted
    assert type(found) is type(wanted)


FAILURES = [
    ("number", "7 / (one - 1) rounded up to 1", "a division by zero"),
    ("number", "7 mod (one - 1)", "a division by zero"),
    ("number", "7 rounded up to (one - 1)", "rounded to a step that is not positive"),
    ("number", "7 rounded down to (0 - one)", "rounded to a step that is not positive"),
    ("number", f"0 - {LARGE} * 4600 - one * {LARGE} * 100", "a number grows beyond all bounds"),
    ("number", f"{LARGE} * 4600 + one * {LARGE} * 100", "a number grows beyond all bounds"),
    ("number", f"sum of ({LARGE} * 3000) over [one, one]", "a number grows beyond all bounds"),
    ("number", f"{LARGE} * 4000 rounded up to ({LARGE} * 4000 - one)", "a number grows beyond all bounds"),
    ("number", f"one / {LARGE} * 1/4612 rounded up to 1", "a number grows beyond all bounds"),
    ("number", "(one / 2147483649 + one / 2147483651) rounded up to 1", "a number grows beyond all bounds"),
    ("list of number", "one .. 4097", "a list holds up to 4,096 numbers, and here are more"),
    ("card", "the first of pile of s0", "there is no such thing as `the first of pile of s0` here"),
    ("suit", "the suit of joker", "there is no such thing as `the suit of joker` here"),
    ("number", "count of (0 .. 10 step (one - 1))", "the step between numbers is not positive"),
    ("number", "case one { \n 0: 4 \n 2: 5 \n }", "no branch of this case fits"),
    ("set of card", "case one { \n 0: trick \n 2: hand of s0 \n }", "no branch of this case fits"),
    ("number", "case suit of joker { \n spades, hearts: 1 \n }", "no branch of this case fits"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "expression", "message"), FAILURES, ids=[e for _, e, _ in FAILURES])
def test_failure(kind: str, expression: str, message: str) -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        value(kind, expression)
    assert caught.value.message == message
    assert caught.value.code.number == "E601"
    assert caught.value.span.text.split()[0] in expression
    assert str(caught.value).startswith(f"{message} (")


def test_what_is_known_before_play_to_fail_is_told_by_load() -> None:
    with pytest.raises(coupdsl.Problems, match="E601 a number grows beyond all bounds"):
        value("number", f"{LARGE} * {LARGE} * one")


def test_where_nothing_is_there_it_is_said_how_to_ask() -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        value("number", "the place_in(suit of joker,\n    suits)")
    assert caught.value.message == "there is no such thing as `the place_in(suit of joker, suits)` here"
    assert caught.value.help is not None and caught.value.help.startswith("ask first whether it is there")


OUTSIDE = [  # what no branch names, and what is told of it
    ("case one { 0: 4, 2: 5 }", "`one` is 1"),
    ("case (one + 3) { 0, 1: 4, 2, 3: 5 }", "`one + 3` is 4"),
    ("if one is 1 then (case (7 * one) { 0: 4 }) else 1", "`7 * one` is 7"),
    ("case suit of joker { spades, hearts: 1 }", "`suit of joker` is none"),
    ("case hand of s0 { trick: 1 }", "`hand of s0` is AS QS"),
    ("case last of trick { joker: 1 }", "`last of trick` is AH"),
]


@pytest.mark.parametrize(("expression", "found"), OUTSIDE)
def test_what_no_branch_fits_is_named_to_those_who_may_know_it(expression: str, found: str) -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        value("number", expression)
    assert caught.value.problem.message == f"no branch of this case fits: {found}"
    assert found not in str(caught.value)  # tables tell this to everybody


def test_a_list_of_large_numbers_becomes_no_set() -> None:
    with pytest.raises(coupdsl.RulesError) as caught:
        value("set of number", "[one, 126 + one]")
    assert caught.value.message == "a set holds numbers up to 126, and here is a larger one"
    assert caught.value.code.number == "E601"
    assert caught.value.span.text.split()[0] == "found"  # where the list is handed on


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_go_round(players: int) -> None:
    seats = list(range(players))
    assert value("list of seat", "seats", players) == seats
    assert value("list of seat", "seats after s0", players) == seats[1:]
    assert value("list of seat", "seats from s1", players) == [players - 1, *seats[:-1]]
    assert value("seat", "left of left of s0", players) == 2 % players


@pytest.mark.parametrize("per", ["", " per seat", " per card", " per notes"])
def test_state_without_a_value_cannot_be_asked(per: str) -> None:
    of = {"": "", " per seat": " of s1", " per card": " of joker", " per notes": " of first of notes"}[per]
    with pytest.raises(coupdsl.RulesError, match="`x` has no value yet") as caught:
        start(f"state x{per}: number\n  one := x{of}")
    assert "keep it in a state of the game" in (caught.value.help or "")
