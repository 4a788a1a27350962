"""What is written where somebody turns things round: it depends on what is done with them."""

from __future__ import annotations

import re

from coupdsl.language.foreign_words import MEANT, TURNED, TURNED_OVER
from coupdsl.language.habits_of_speech import THING

_PLACES = (
    (r"\bfirst of(?: +the)?", "write `last of {0}`"),
    (r"\blast of(?: +the)?", "write `first of {0}`"),
    (r"(?:^|[{}]) *move", TURNED_OVER),
    (r"(?:^|[{}]) *for +\w+ +in", TURNED),
    (r"(?:^|[{}]) *(?:let +\w+ *=|\w[\w ]*:=)", TURNED),
    (r"(?<!\bfinish) +by", "turned round it is `lowest of … by …`: write `by {0}`"),
)
_BACKWARDS = r"(?:in +)?(?:reversed?|backwards?)\b"
OF_TURNING = tuple(
    row
    for before, help_ in _PLACES
    for row in (
        (rf"(?:{before}) +({THING}) +", _BACKWARDS, help_),
        (rf"(?:{before}) +({THING}) +in +(?:the +)?reversed? +", r"order\b", help_),
        (rf"(?:{before}) +reversed? +", rf"order +of +({THING})", help_),
    )
)
"""Rows of habits, as in `SPOKEN`."""

_ROWS = [(re.compile(f"(?:{before}) *$"), help_) for before, help_ in _PLACES]


def meant(word: str, given: str, before: str) -> str | None:
    """What stands here for a foreign word, asked of what is `given`, on a line that begins with `before`; None where
    nothing stands for it there.
    """
    return MEANT[word].format(given) if MEANT[word] != TURNED else _turned_round(given, before)


def _turned_round(given: str, before: str) -> str | None:
    """As `meant`, of a word that turns things round."""
    return next((help_.format(given) for place, help_ in _ROWS if place.search(before)), None)
