"""A report as one HTML page that needs nothing else: its pictures are static and stand beside their tables."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Template

from coupdsl.language.records import by_value
from coupdsl.language.signs import made_safe
from coupdsl.rulebook.page_templates import page_templates
from coupdsl.study.report.numbers import Number, localised
from coupdsl.study.report.page import Chart, Report, Table
from coupdsl.study.report.plots import as_svg
from coupdsl.study.report.wording import WORDS


def as_html(report: Report) -> str:
    return made_safe(_template().render(report=report, words=WORDS[report.language], page=_Page(report.language)))


@by_value
class _Page:
    """What the template asks for, in one language."""

    language: str

    def value(self, number: Number) -> str:
        return localised(number.text if not number.margin else number.value, self.language)

    def margin(self, number: Number) -> str:
        return localised(number.margin, self.language)

    def said(self, number: Number) -> str:
        """An estimate for who hears it read."""
        low, high = (localised(end, self.language) for end in number.ends)
        return WORDS[self.language]["interval"].format(localised(number.value + number.unit, self.language), low, high)

    def charts(self, table: Table) -> list[Chart]:
        return [chart for chart in table.charts if chart.tells]

    def picture(self, chart: Chart) -> str:
        lines = tuple((made_safe(name), number) for name, number in chart.lines)
        return as_svg(Chart(chart.title, lines), self.language)

    def described(self, chart: Chart) -> str:
        """A picture in words: each of its lines."""
        line = WORDS[self.language]["plot_line"]
        lines = [line.format(name, localised(number.said, self.language)) for name, number in chart.lines]
        return WORDS[self.language]["plot_of"].format(chart.title, "; ".join(lines))


@cache
def _template() -> Template:
    environment = page_templates(Path(__file__).parent)
    environment.tests["estimated"] = lambda cell: isinstance(cell, Number)
    return environment.get_template("page.html.jinja")
