"""A report as one HTML page that needs nothing else: its pictures are static and stand beside their tables."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from coupdsl.language.signs import made_safe
from coupdsl.study.report.page import Number, Report, Table
from coupdsl.study.report.plots import as_svg
from coupdsl.study.report.wording import WORDS


def as_html(report: Report) -> str:
    return made_safe(_template().render(report=report, words=WORDS[report.language], picture=_picture))


def _picture(table: Table | None) -> str | None:
    """The picture of a table that has one."""
    if table is None or not table.plotted or len(table.rows) < 2:
        return None
    rows = tuple(tuple(made_safe(cell) if isinstance(cell, str) else cell for cell in row) for row in table.rows)
    return as_svg(replace(table, heads=tuple(map(made_safe, table.heads)), rows=rows))


def _said(number: Number, words: dict[str, str]) -> str:
    """An estimate for who hears it read."""
    low, high = number.ends
    return words["interval"].format(number.value, low, high)


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.tests["estimated"] = lambda cell: isinstance(cell, Number)
    environment.filters["said"] = _said
    return environment.get_template("page.html.jinja")
