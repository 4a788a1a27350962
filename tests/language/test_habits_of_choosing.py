"""What people write of choices, fields and several things on one line is answered once, with how it is written."""

from __future__ import annotations

import pytest
from tests.small_games import game, problems

_OWN = "put each on a line of its own"
_BRACKETS = "put it in brackets: `(if … then … else …)`"
_FIELD = "a field holds one value; what is kept per `suit` is a state: "

LINES = [
    # several things on one line
    ("s0 chooses act { take { one := 1, one := 2 } }", ",", _OWN),
    ("s0 chooses act { take { put_by(1), one := 2 } }", ",", _OWN),
    ("s0 chooses act { take { s0 pays 1 to pot, move first of deck to trick } }", ",", _OWN),
    (
        "s0 chooses act { take { move first of deck to trick; touch() } }",
        ";",
        "put what follows on a line of its own, without `;`",
    ),
    (
        "s0 chooses act { take { draw 2 cards } }",
        "2",
        "write `move first of … to …`, or `first(3) of …` for several",
    ),
    *(
        (f"{first}, {then}", ",", "put what is done in braces: `{ … }`")
        for first in ("for s in seats", "repeat again_so 3 times", "rule r(a: seat)", "rule r")
        for then in ("one := 2", "move first of deck to trick")
    ),
    *(
        (f"{first} move first of deck to trick", "move", "put what is done in braces: `{ … }`")
        for first in ("for s in seats", "if one > 2", "repeat again_so 3 times", "rule r(a: seat)")
    ),
    ("rule r = one, move first of deck to trick", ",", _OWN),
    ("for s in seats { one := 1, one := 2 }", ",", _OWN),
    *(
        (line, ",", f"{_OWN}; several values go in square brackets: `[…, …]`")
        for line in ("s0 chooses act { take { one := 1, touch() } }", "one := min(1, 2), touch()")
    ),
    # a value that is one or another
    ("s0 pays if one > 1 then 10 else 20 to pot", "one", _BRACKETS),
    ("repeat again_so if one > 1 then 1 else 2 times { touch() }", "one", _BRACKETS),
    ("repeat again_so until one > 9 at most if one > 1 then 1 else 2 { touch() }", "one", _BRACKETS),
    ("one := sum of if rank is ace then 1 else 2 over deck", "rank", _BRACKETS),
    # what a field cannot hold
    ("pieces mines: 4 { price per suit: number = 0 }", "per", f"{_FIELD}`state price per mines per suit: …`"),
    ("kind mine as mines { price per suit: number }", "per", f"{_FIELD}`state price per mine per suit: …`"),
    ("kind mine as mines {\n price per suit: number\n }", "per", f"{_FIELD}`state price per … per suit: …`"),
    ("kind mine as mines { price: number per suit }", "per", f"{_FIELD}`state price per mine per suit: …`"),
    ("kind mine as mines { b: flag, price: text per suit }", "per", f"{_FIELD}`state price per mine per suit: …`"),
    ("pieces mines: 4 { price: number per suit }", "per", f"{_FIELD}`state price per mines per suit: …`"),
    ("pieces mines per seat: 3", "per", "write `:` after `mines`"),
    ("kind mine per seat as mines { }", "per", "expected here: `as`"),
    ("kind mine as mines per seat { }", "per", "expected here: `{`"),
    # answers
    (
        "s0 chooses act { give_to t from seats { u from suits } }",
        "u from suits",
        "an answer stands in a choice: `s chooses name { u from suits { … } }`",
    ),
    (
        "s0 chooses act { give_to t from seats {\n u from suits {\n touch() } } }",
        "{",
        "an answer stands in a choice: `s chooses name { u from suits { … } }`",
    ),
    ("s0 chooses act c from deck where c is ace of spades", "c", "inside `where` it is `it`"),
    (
        "s0 chooses act c from deck where some choices of first(2) of deck where c in it",
        "c",
        "name it: `where c: …`",
    ),
    ("for c in deck where some trick where rank is rank of c { touch() }", "c", "name it: `where c: …`"),
    # a condition that is nothing yet
    ("if is_late and one > 1 { touch() }", "is_late", None),
]


@pytest.mark.parametrize(("line", "place", "help_"), LINES, ids=[line for line, _, _ in LINES])
def test_it_is_answered_once(line: str, place: str, help_: str | None) -> None:
    (problem,) = problems({"g.coup": game(line)}, "g.coup")
    assert (problem.span.text, problem.help) == (place, help_)


def test_what_an_account_begins_with_stands_in_brackets() -> None:
    text = game("touch()").replace(
        "account pot", "account box = if count of seats is 2 then 1 else 2\n  account pot", 1
    )
    (problem,) = problems({"g.coup": text}, "g.coup")
    assert problem.help == _BRACKETS
