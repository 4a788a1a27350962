"""A report as lines of text, none longer than asked for."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from coupdsl.language.signs import BOLD, RESET, made_safe
from coupdsl.study.report.numbers import Number, localised
from coupdsl.study.report.page import Cell, Report, Section, Table
from coupdsl.study.report.wording import WORDS

WIDTH = 118  # where nothing is known of the paper
INDENT = "  "
SPACE, HELD = "\u00a0", "\ue000"  # rich would end a line at a space that holds together
GAP = 2
HEAD = 14  # letters of a line of a head over numbers
UNBOUNDED = 10_000
LEAST, MOST = 14, 40  # letters of a line in a cell of words


def as_text(report: Report, width: int = WIDTH, bold: bool = False) -> str:
    return "\n".join(_lines(report, width, bold)) + "\n"


def _lines(report: Report, width: int, bold: bool) -> Iterator[str]:
    yield from _head(report.title, width, bold)
    for answer in report.answers:
        yield ""
        yield from textwrap.wrap(answer, width)
    for section in report.sections:
        yield ""
        yield from _section(section, report.language, width, bold)
    yield ""
    facts = ", ".join(WORDS[report.language]["titled"].format(*fact) for fact in report.facts)
    yield from textwrap.wrap(facts, width, break_on_hyphens=False)
    for note in report.notes:
        yield from textwrap.wrap(note, width)


def _section(section: Section, language: str, width: int, bold: bool) -> Iterator[str]:
    yield from _head(section.title, width, bold)
    for sentence in section.sentences:
        yield from textwrap.wrap(sentence, width, initial_indent=INDENT, subsequent_indent=INDENT)
    for at, table in enumerate(section.tables):
        if at:
            yield ""
        yield from table_lines(table, language, width)


def _head(text: str, width: int, bold: bool) -> Iterator[str]:
    for line in textwrap.wrap(text, width):
        yield f"{BOLD}{line}{RESET}" if bold else line


def table_lines(table: Table, language: str = "en", width: int = WIDTH) -> Iterator[str]:
    """A table with its caption, in parts where it is too wide."""
    if table.caption:
        yield f"{INDENT}{table.caption}"
    console = Console(
        file=io.StringIO(), width=width - len(INDENT), color_system=None, force_terminal=False, force_jupyter=False
    )  # fmt: skip
    for at, grid in enumerate(_grids(table, language, console)):
        if at:
            yield ""
        with console.capture() as written:
            console.print(grid)
        yield from (f"{INDENT}{line.rstrip()}" for line in written.get().replace(HELD, SPACE).splitlines())
    if table.more:
        yield from textwrap.wrap(table.more, width, initial_indent=INDENT, subsequent_indent=INDENT)


def _grids(table: Table, language: str, console: Console) -> list[Grid]:
    """The table in as few parts as fit side by side, of about as many columns each, all with the first one."""
    others, unbounded = range(1, len(table.heads)), console.options.update_width(UNBOUNDED)
    for parts in range(1, len(others) + 1):
        ends = [len(others) * at // parts for at in range(parts + 1)]
        grids = [
            _grid(table, [0, *others[start:end]], language) for start, end in pairwise(ends)
        ]  # fmt: skip
        if all(Measurement.get(console, unbounded, grid).minimum <= console.width for grid in grids):
            break
    return grids


def _grid(table: Table, columns: Sequence[int], language: str) -> Grid:
    grid = Grid(box=None, padding=(0, GAP, 0, 0), pad_edge=False, show_edge=False)
    for at in columns:
        cells = [_cell(row[at], language) for row in table.rows]
        if table.is_of_numbers(at):
            widest = max(map(cell_len, cells))
            head = "\n".join(textwrap.wrap(made_safe(table.heads[at]), max(widest, HEAD)))
            width = max([widest, *map(cell_len, head.split("\n"))])
            grid.add_column(Text(head), justify="right", width=width, vertical="bottom")
        else:
            head = made_safe(table.heads[at])
            longest = max(map(cell_len, [head, *cells]))
            vertical: Literal["top", "bottom"] = "bottom" if at and any(map(table.is_of_numbers, columns)) else "top"
            grid.add_column(
                Text(head), min_width=min(longest, LEAST), max_width=MOST, overflow="fold", vertical=vertical
            )  # fmt: skip
    for row in table.rows:
        grid.add_row(*(Text(_cell(row[at], language).replace(SPACE, HELD)) for at in columns))
    return grid


def _cell(cell: Cell, language: str) -> str:
    if cell is None:
        return "·"
    return localised(cell.text, language) if isinstance(cell, Number) else made_safe(cell)
