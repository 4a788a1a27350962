"""What one ruleset says otherwise than another, as lines of a report."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

from coupdsl.phrases.inline import Code, Phrase, text_of
from coupdsl.study.plan import Subject
from coupdsl.study.report.titles import Names

if TYPE_CHECKING:
    from coupdsl.rulebook.house_changes import Difference

    Said = Sequence[Difference]

LONGEST = 200  # letters of a cell


def said_otherwise(one: Subject, other: Subject, language: str) -> Said:
    """The options, amounts, names and rules in which `other` differs from `one`."""
    from coupdsl.rulebook.book import Book
    from coupdsl.rulebook.house_changes import differences

    return differences(*(Book(subject.composed, language, dict(subject.options)) for subject in (one, other)))


def in_words(row: Difference, names: Names) -> tuple[str, str, str]:
    """What it is called, what it was and what it is; of a rule without sentences only whether there is one."""
    words = tuple(part for part in row.name if not isinstance(part, Code))
    name = _short(words).strip() or text_of(row.name).replace("_", " ")
    if row.in_words is not None or not row.is_rule:
        sides = row.in_words or (row.was, row.now)
        return name, _short(sides[0]), _short(sides[1])
    had, has = (any(isinstance(part, Code) for part in side) for side in (row.was, row.now))
    was = names.say("a_rule") if had else _short(row.was)
    return name, was, names.say("another_rule" if had else "a_rule") if has else _short(row.now)


def exactly(row: Difference) -> dict[str, str]:
    """The same for programs."""
    return {"key": row.key, "what": text_of(row.name), "was": text_of(row.was), "is": text_of(row.now)}


def _short(phrase: Phrase) -> str:
    return shorten(text_of(phrase), LONGEST, placeholder=" …")
