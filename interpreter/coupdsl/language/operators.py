"""The operators of expressions, one row each: the checker makes them, every executor means them, the docs list them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

Registered = TypeVar("Registered")


class Operator(NamedTuple):
    """`example` is how rules write it, empty for what the checker puts in; `types` what it takes and gives.

    `may_fail`: the rules can fail by working it out, so it is not worked out before it is asked for.
    """

    name: str
    example: str
    types: str
    line: str
    may_fail: bool = False


def registering(table: dict[str, Registered]) -> Callable[..., Callable[[Registered], Registered]]:
    """A decorator that puts what it decorates into `table`, under the names of operators that it is given."""

    def named(*names: str) -> Callable[[Registered], Registered]:
        def register(one: Registered) -> Registered:
            table.update(dict.fromkeys(names, one))
            return one

        return register

    return named


def _rows(*rows: Operator) -> dict[str, Operator]:
    return {row.name: row for row in rows}


OPERATORS = _rows(
    # Conditions
    Operator("not", "not open", "flag → flag", "true where it is false"),
    Operator("and", "open and m > 5", "flag, flag → flag", "both; the right is asked only where the left holds"),
    Operator("or", "open or m > 5", "flag, flag → flag", "either; the right is asked only where the left does not"),
    Operator("is", "n is 3", "T, T → flag", "the same; of several things, not numbers, the same ones in any order"),
    Operator("lt", "n < 3", "number, number → flag", "less than it"),
    Operator("le", "n <= 3", "number, number → flag", "less than it, or as much"),
    Operator("gt", "n > 3", "number, number → flag", "more than it"),
    Operator("ge", "n >= 3", "number, number → flag", "more than it, or as much"),
    Operator("in", "c in deck", "T, set or list of T → flag", "is it one of these?"),
    Operator("subset", "trick in deck", "set, set → flag", "is each of the first one of the second?"),
    Operator("is_empty", "deck is empty", "set or list → flag", "has it no element?"),
    # Numbers
    Operator("add", "m + 10", "number, number → number", "the sum", True),
    Operator("sub", "n - 1", "number, number → number", "the difference", True),
    Operator("mul", "n * 2", "number, number → number", "the product; an amount times a count is an amount", True),
    Operator("div", "m / 3 rounded down to 10", "number, number → fraction", "the exact quotient, to be rounded", True),
    Operator("mod", "n mod 3", "number, number → number", "what a division by a positive number leaves", True),
    Operator("round_up", "m / 2 rounded up to 5", "fraction, number → number", "the multiple not below it", True),
    Operator("round_down", "m / 2 rounded down to 5", "fraction, number → number", "the multiple not above it", True),
    Operator("negative", "-n", "number → number", "the number below zero, or above"),
    Operator("min", "min(n, 3)", "number, number, … → number", "the least"),
    Operator("max", "max(n, 3)", "number, number, … → number", "the most"),
    Operator("count", "count of deck", "set or list → number", "how many elements it has"),
    Operator("between", "0 .. 20 step 5", "number, number, number → list of number", "from one to the other", True),
    # Sets and lists
    Operator("first", "first of deck", "set or list of T → T or none", "its first element; none where it is empty"),
    Operator("last", "last of deck", "set or list of T → T or none", "its last element; none where it is empty"),
    Operator("first_n", "first(2) of deck", "set or list of T, number → list of T", "so many from its front"),
    Operator("last_n", "last(2) of deck", "set or list of T, number → list of T", "so many from its back, in order"),
    Operator("the", "the first of deck", "T or none → T", "what is surely there; else the rules fail", True),
    Operator("choices", "choices of trick", "set or list of T → choices of T", "each way to take one of them or more"),
    Operator("with", "trick with c", "set or list, set, list or T → the same", "both, nothing twice"),
    Operator("without", "trick without c", "set or list, set, list or T → the same", "those not in the second"),
    Operator("listing", "[ace, king]", "T, … → list of T", "these, in this order"),
    Operator("from", "seats from s", "list of T, T → list of T", "in turn, beginning with it"),
    Operator("after", "seats after s", "list of T, T → list of T", "in turn, beginning after it, which is left out"),
    Operator("near", "near(rank of c, ranks)", "T, list → set of T", "all its neighbours, in an order or on the board"),
    Operator("place_in", "place_in(rank of c, ranks)", "T, list of T → number or none", "its place, from 1"),
    Operator("line", "line(x, x)", "cell, cell → list of cell", "from one to the other: a row, column or diagonal"),
    # Cards, places, seats
    Operator("suit", "suit of c", "card → suit or none", "its suit; none for an extra card"),
    Operator("rank", "rank of c", "card → rank or none", "its rank; none for an extra card"),
    Operator("face", "ace of spades", "rank, suit → set of card", "the cards written so; one, but in doubled packs"),
    Operator("owner", "owner of c", "piece → seat or none", "in whose zone it lies; none if in nobody's"),
    Operator("position", "position of c", "piece → number or none", "its place in its row, from 0; none if in no row"),
    Operator("left", "left of s", "seat → seat", "the next seat, clockwise"),
    Operator("team", "team of s", "seat → team", "its team, where seats are in teams"),
    Operator("row", "row of x", "cell → number", "its row on the board, as it is written"),
    Operator("column", "column of x", "cell → number", "its column on the board, the first is 1"),
    # What the checker puts in, where a value stands for another form of itself
    Operator("single", "", "T → set of T", "the set of one"),
    Operator("choice", "", "set or list of T, choice of T → set of T", "what is taken of them"),
    Operator("as_set", "", "list of T → set of T", "without an order"),
    Operator("listed", "", "set of T → list of T", "in the order of the pack"),
    Operator("union", "", "set of card, … → list of card", "all that several names of cards stand for, in this order"),
    Operator("extra", "", "number → card", "an extra card by its name"),
    Operator("account", "", "account → party", "a named account as one who pays"),
    Operator("place_of_two", "", "T, U, number → number", "where it is kept, of what is kept for each two"),
    Operator("no_branch", "", "→ T", "the end of a `case` that names no such value: the rules fail", True),
)  # fmt: skip
