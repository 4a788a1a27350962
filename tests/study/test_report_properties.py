"""What holds of every report: lines fit, columns have one unit, names are names; and some written out."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from tests.helpers import TABLES, sample
from tests.study.golden import WRITTEN, path_of, report

from coupdsl.commands import studies
from coupdsl.study.course import Course
from coupdsl.study.plan import Plan, Subject
from coupdsl.study.report.compared import compared
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Chart, Report, Section, Table
from coupdsl.study.report.plots import SETTINGS, drawn
from coupdsl.study.report.report_page import as_html
from coupdsl.study.report.said import said_otherwise
from coupdsl.study.report.simulated import simulated
from coupdsl.study.report.text import as_text
from coupdsl.study.report.titles import Names

pytestmark = pytest.mark.unmeasured

PAIRS = [
    ("parker-1966", "french"),
    ("kuhn", "leduc"),
    ("spades", "spades-open-spiel"),
    ("coup", "coup cost.paid=on_resolve"),
]
NAMED = ["coup", "parker-1966", "kuhn", "spades"]
ONE = [*NAMED, *(name for name in sample(sorted(TABLES), 4) if name not in NAMED)]


@cache
def made(names: tuple[str, ...], language: str, games: int = 40) -> Report:
    """The report of one ruleset, or of several compared; an option may stand after the name."""
    subjects = tuple(
        Subject(name, tuple(tuple(option.split("=")) for option in options))  # type: ignore[misc]
        for name, *options in map(str.split, names)
    )
    plan = Plan(subjects, studies.seats(subjects, None), 0, ("random",))
    course = Course.begin(plan.study)
    course.add(0, plan.study.block(0, games))
    words = [Names(measures.columns, language) for measures in course.study.measures]
    if len(names) == 1:
        return simulated(course, words[0], games)
    said = [said_otherwise(subjects[0], other, language) for other in subjects[1:]]
    return compared(course, words, said, games)


REPORTS = [*((name,) for name in ONE), *PAIRS, ("parker-1966", "french", "jacks-first")]
each_report = pytest.mark.parametrize("names", REPORTS, ids=" / ".join)
each_language = pytest.mark.parametrize("language", ["en", "fr"])


@each_language
@each_report
def test_no_line_is_wider_than_the_terminal(names: tuple[str, ...], language: str) -> None:
    for width in (60, 80, 120):
        assert max(map(len, as_text(made(names, language), width).splitlines())) <= width


@each_language
@each_report
def test_no_path_and_no_name_of_programs_is_printed(names: tuple[str, ...], language: str) -> None:
    found = made(names, language)
    cells = [cell for section in found.sections for table in section.tables for row in table.rows for cell in row]
    heads = [head for section in found.sections for table in section.tables for head in (*table.heads, table.caption)]
    said = [sentence for section in found.sections for sentence in (section.title, *section.sentences)]
    for text in (
        found.title,
        *found.answers,
        *found.notes,
        *said,
        *heads,
        *(cell for cell in cells if isinstance(cell, str)),
    ):
        assert not re.search(r"\w_\w|[^\W\d]/|[a-z]\.[a-z]|\{", text), text


@each_language
@each_report
def test_a_column_has_numbers_of_one_unit_which_its_head_or_caption_names(
    names: tuple[str, ...], language: str
) -> None:
    for section in made(names, language).sections:
        for table in section.tables:
            assert all(len(row) == len(table.heads) for row in table.rows)
            for at, head in enumerate(table.heads):
                shares = {row[at].share for row in table.rows if isinstance(row[at], Number)}  # type: ignore[union-attr]
                assert len(shares) <= 1
                per_cent = re.search(r"%|per cent|pour cent", head + table.caption + table.heads[0])
                if shares == {True}:
                    assert per_cent
                elif shares and not table.caption:
                    assert "%" not in head


@each_report
def test_what_one_wants_to_know_stands_first(names: tuple[str, ...]) -> None:
    found = made(names, "en")
    assert len(found.answers) >= 2
    assert all(answer.endswith(".") and "  " not in answer for answer in found.answers)
    lines = as_text(found, 10_000).splitlines()
    assert lines[2] == found.answers[0]


@each_language
@pytest.mark.parametrize("name", ["parker-1966", "coup", "kuhn"])
def test_nothing_in_a_picture_collides_or_is_cut(name: str, language: str) -> None:
    import matplotlib

    with matplotlib.rc_context(SETTINGS):
        charts = [
            chart
            for s in made((name,), language).sections
            for table in s.tables
            for chart in table.charts
            if chart.tells
        ]
        assert charts
        for chart in charts:
            figure = drawn(chart, language)
            figure.draw_without_rendering()
            axes = figure.axes[0]
            ticks = [tick for tick in axes.get_xticklabels() if tick.get_text()]
            boxes = [
                tick.get_window_extent()
                for tick in ticks
                if axes.get_xlim()[0] <= tick.get_position()[0] <= axes.get_xlim()[1]
            ]
            assert len(boxes) >= 2
            assert all(one.x1 < other.x0 for one, other in pairwise(boxes))
            names = [text.get_window_extent() for text in axes.texts]
            assert all(box.x0 >= 0 and box.y0 >= 0 and box.y1 <= figure.bbox.y1 for box in (*names, *boxes))
            assert all(not one.overlaps(other) for at, one in enumerate(names) for other in names[:at])
            low, high = axes.get_xlim()
            assert low <= 0 <= high


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes.update(name for name, _ in attrs)


def test_no_name_is_more_than_text_in_a_page() -> None:
    bad = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7 * 7 }}\x1b[2J"
    numbers = (Number.exactly(1), Number.exactly(2))
    chart = Chart(bad, ((bad, numbers[0]), (bad, numbers[1])))
    table = Table((bad, bad), ((bad, numbers[0]), (f"{bad} too", numbers[1])), bad, bad, (chart,))
    page = as_html(Report("en", bad, (bad,), (Section(bad, bad, (bad,), (table,)),), ((bad, bad),), (bad,)))
    tags = _Tags()
    tags.feed(page)
    assert not tags.found & {"script", "img"}
    assert not [name for name in tags.attributes if name.startswith("on")]
    assert "\x1b" not in page
    assert page.count("{{ 7 * 7 }}") > 10


def test_a_page_takes_its_colours_from_the_page_and_says_its_pictures_in_words() -> None:
    page = as_html(made(("coup",), "en"))
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert pictures
    for picture in pictures:
        assert not re.search(r"#0{6}|black|#0102", picture)
        assert "var(--dot)" in picture
    for said in re.findall(r'<figure role="img" aria-label="(.*?)"', page):
        assert len(re.findall(r": [−+≤≥]?\d", said)) >= 2


@pytest.mark.parametrize(("name", "language"), WRITTEN)
def test_reports_are_as_they_are_written_out(name: str, language: str) -> None:
    assert report(name, language) == path_of(name, language).read_text("utf-8"), "python -m tests.study.golden"


def test_every_written_report_is_looked_at() -> None:
    assert {path.name for path in Path(path_of("kuhn", "en")).parent.iterdir()} == {
        path_of(*one).name for one in WRITTEN
    }
