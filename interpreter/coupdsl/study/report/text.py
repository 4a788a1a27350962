"""A report as lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest

from coupdsl.language.signs import BOLD, RESET
from coupdsl.study.report.page import Cell, Number, Report, Section, Table

GAP = "   "
WIDTH = 118  # where nothing is known of the paper
WIDEST = 34  # letters of a line in a cell


def as_text(report: Report, width: int = WIDTH, bold: bool = False) -> str:
    return "\n".join(_lines(report, width, bold)) + "\n"


def _lines(report: Report, width: int, bold: bool) -> Iterator[str]:
    yield _head(report.title, bold)
    yield ", ".join(f"{name}: {value}" for name, value in report.facts)
    for note in report.notes:
        yield from textwrap.wrap(note, width)
    for section in report.sections:
        yield ""
        yield from _section(section, width, bold)


def _section(section: Section, width: int, bold: bool) -> Iterator[str]:
    yield _head(section.title, bold)
    for sentence in section.sentences:
        yield from textwrap.wrap(sentence, width, initial_indent="  ", subsequent_indent="  ")
    if section.table is not None:
        yield from _table(section.table, width)


def _head(text: str, bold: bool) -> str:
    return f"{BOLD}{text}{RESET}" if bold else text


def _table(table: Table, width: int) -> Iterator[str]:
    cells = [[_cell(head) for head in table.heads], *([_cell(cell) for cell in row] for row in table.rows)]
    widths = [max(len(line) for row in cells for line in row[at]) for at in range(len(table.heads))]
    numbers = [any(isinstance(row[at], Number) for row in table.rows) for at in range(len(table.heads))]
    for part in _parts(widths, width):
        if part[1:] and part[1] != 1:
            yield ""
        for row in cells:
            for line in zip_longest(*(row[at] for at in part), fillvalue=""):
                said = [
                    text.rjust(widths[at]) if numbers[at] else text.ljust(widths[at])
                    for at, text in zip(part, line, strict=True)
                ]
                yield f"  {GAP.join(said).rstrip()}"
    if table.more:
        yield f"  {table.more}"


def _parts(widths: list[int], width: int) -> Iterator[list[int]]:
    """The columns that fit side by side, each time with the first."""
    part, used = [0], widths[0] + 2
    for at in range(1, len(widths)):
        if used + len(GAP) + widths[at] > width and len(part) > 1:
            yield part
            part, used = [0], widths[0] + 2
        part.append(at)
        used += len(GAP) + widths[at]
    yield part


def _cell(cell: Cell) -> list[str]:
    """The lines of a cell."""
    if cell is None:
        return ["·"]
    return [cell.text] if isinstance(cell, Number) else textwrap.wrap(cell, WIDEST) or [""]
