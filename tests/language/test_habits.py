"""What people write out of habit is answered with how it is written here."""

from __future__ import annotations

import pytest
from tests.small_games import game, problems

DARE = """  kind dare as dares {
    price: amount
    bold:  flag = false
    fits:  test of card = true
  }
  dare whistle = 50 { LINE }
  check some dares where bold or price > 0
  for d in dares { if fits(the first of trick) of d { touch() } }
"""

HABITS = [
    ("price 60", "write `:` after `price`"),
    ("price: £60", "amounts are plain numbers"),
    ("price: 1,000", "numbers are written without commas"),
    ("price: 60;", "a line ends where it ends: remove it"),
    ("price: 60 // more", "a comment begins with `#`"),
    ("price: 10%", "a part of something is a ratio, such as `1/10`"),
    ("price: 1.5", "numbers are whole; a part of something is a ratio, such as `1/2`"),
    ("bold: yes", "write `true` or `false`"),
    ("name: en 'Whistle'", 'texts stand in straight double quotes: "…"'),
    ("name: en “Whistle”", 'texts stand in straight double quotes: "…"'),
    ("fits: rank = ace", "write `is` to compare and `:=` to change a state"),
    ("fits: rank != ace", "write `is not`, or `not`"),
    ("fits: rank is ace && suit is spades", "write `and`"),
    ("fits: rank is ace || suit is spades", "write `or`"),
    ("fits: rank is ace or king", "write `rank in [ace, king]`"),
    ("fits: rank is A", "names are written in full, in small letters"),
    ("fits: suit is red", "possible here: `hearts`, `spades`"),
    ("fits: suit is spade", "did you mean `spades`?"),
]


@pytest.mark.parametrize(("line", "help_"), HABITS, ids=[line for line, _ in HABITS])
def test_the_help_says_how_it_is_written(line: str, help_: str) -> None:
    found = problems({"g.coup": game(DARE.replace("LINE", line))}, "g.coup")
    assert [problem.help for problem in found] == [help_]


def test_names_have_no_hyphens() -> None:
    text = DARE.replace("dare whistle", "dare no-whistle").replace("LINE", "")
    assert [problem.help for problem in problems({"g.coup": game(text)}, "g.coup")] == [
        "names are written with `_`, not with `-`"
    ]
