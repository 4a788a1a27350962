"""A report before it is text, a page or data: sections of sentences, and of tables whose cells are estimates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coupdsl.language.records import by_value
from coupdsl.study.report.numbers import Number

Cell = str | Number | None
_NUMBER = re.compile(r"[+−-]?\d[\d.,\u00a0]*")


@by_value
class Chart:
    """A picture of numbers of one unit: a line for each, with what it is called."""

    title: str
    lines: tuple[tuple[str, Number], ...]

    @classmethod
    def of_column(cls, heads: Sequence[str], rows: Sequence[tuple[Cell, ...]], at: int) -> Chart:
        """A line for each row that has a number there."""
        found = ((str(row[0]), row[at]) for row in rows)
        return cls(heads[at], tuple((name, cell) for name, cell in found if isinstance(cell, Number)))

    @property
    def tells(self) -> bool:
        """Is there anything to see? Not where all are the same number."""
        return len({number.estimate.value for _, number in self.lines}) > 1


@by_value
class Table:
    """The first cell of a row is its head; the numbers of a column are of one unit, which the column's head names."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: str = ""  # said below it where rows are left out
    caption: str = ""
    charts: tuple[Chart, ...] = ()

    def is_of_numbers(self, at: int) -> bool:
        """Does this column hold numbers, where it holds anything?"""
        cells = [cell for row in self.rows if isinstance(cell := row[at], str)]
        return at > 0 and all(map(_NUMBER.fullmatch, cells))


@by_value
class Section:
    """`key` names it for programs."""

    key: str
    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


@by_value
class Report:
    """`answers` are paragraphs that say in words what one wants to know first; `facts` say what was played, `notes` how
    it is to be read."""

    language: str
    title: str
    answers: tuple[str, ...]
    sections: tuple[Section, ...]
    facts: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
