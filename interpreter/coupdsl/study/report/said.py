"""What one ruleset says otherwise than another, as lines of a report."""

from __future__ import annotations

from textwrap import shorten

from coupdsl.phrases.inline import Phrase, text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.house_changes import differences
from coupdsl.study.plan import Subject
from coupdsl.study.report.compared import Said

LONGEST = 200  # letters of a cell; the whole text of a rule would be too long


def said_otherwise(one: Subject, other: Subject, language: str) -> Said:
    """The options, amounts, names and rules in which `other` differs from `one`."""
    books = [Book(subject.composed, language, dict(subject.options)) for subject in (one, other)]
    found = differences(*books)
    return [(_text(row.name), _text(row.was), _text(row.now)) for row in found]


def _text(phrase: Phrase) -> str:
    return shorten(text_of(phrase), LONGEST, placeholder=" …")
