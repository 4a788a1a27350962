"""Reports as data: every figure with its interval, for JSON, CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coupdsl.language.signs import made_safe
from coupdsl.study.course import Course
from coupdsl.study.estimate import Estimate
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.findings import findings
from coupdsl.study.report.page import Report
from coupdsl.study.report.said import exactly
from coupdsl.study.report.titles import Names

if TYPE_CHECKING:
    from coupdsl.study.report.said import Said

Line = dict[str, Any]


def simulated_data(course: Course, names: Names, wanted: int, report: Report) -> dict[str, Any]:
    """Everything known of one ruleset."""
    return {**_about(course, wanted), "answers": list(report.answers), "figures": list(figure_lines(course, names))}


def compared_data(
    course: Course, names: list[Names], said: list[Said], wanted: int, report: Report
) -> dict[str, Any]:  # fmt: skip
    """Everything known of several, and how each differs from the first."""
    subjects = course.study.plan.subjects
    return {
        **_about(course, wanted),
        "answers": list(report.answers),
        "said": [
            {"ruleset": subjects[which + 1].title,
             "differences": [exactly(line) for line in lines]}
            for which, lines in enumerate(said)
        ],
        "differences": difference_lines(course, names),
    }  # fmt: skip


def figure_lines(course: Course, names: Names) -> Iterator[Line]:
    """A line a figure of the one ruleset that was played; those of which nothing happened are left out."""
    title = course.study.plan.subjects[0].title
    for figure, found in course.study.estimates(course.summary, 0):
        if found.value or figure.name in ("gain", "score", "score opening", "won opening"):
            yield {"ruleset": title, **_named(figure, names), **_interval(found), "cases": found.cases}


def difference_lines(course: Course, names: list[Names]) -> list[Line]:
    """For each ruleset after the first a line a figure that both have, the strongest difference first."""
    return [line for which in range(1, len(names)) for line in _differences(course, names[which], which)]


def _differences(course: Course, names: Names, which: int) -> Iterator[Line]:
    subjects = course.study.plan.subjects
    for one in findings(course, which):
        yield {
            "ruleset": subjects[0].title,
            "other": subjects[which].title,
            **_named(one.figure, names),
            **_interval(one.found.one, "one_"),
            **_interval(one.found.other, "other_"),
            **_interval(one.found.by, "difference_"),
            "tested": one.tested,
            "sure": one.sure,
            "games_needed": one.needed,
        }


def as_csv(lines: list[Line]) -> str:
    """The lines as CSV; no text in it is a formula to a spreadsheet, or steers a terminal."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]) if lines else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in line.items()} for line in lines)
    return text.getvalue()


FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # what spreadsheets begin one with
NOT_A_NAME = ("-",)  # the entry before any is named, the reason of a payment that has none: no formula


def _cell(value: Any) -> Any:
    """A value as a cell; a text that would be a formula has an apostrophe before it, as spreadsheets write text."""
    if not isinstance(value, str):
        return value
    formula = value.startswith(FORMULA) and value not in NOT_A_NAME
    return ("'" if formula else "") + made_safe(value)


def write_parquet(lines: list[Line], path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(lines), path)


def _about(course: Course, wanted: int) -> dict[str, Any]:
    plan = course.study.plan
    return {
        "rulesets": [
            {
                "ruleset": subject.ruleset, "options": dict(subject.options), "policies": list(bots),
                "fingerprint": rules.fingerprint, "learnt": learnt,
            }
            for subject, rules, bots, learnt in zip(
                plan.subjects, course.study.rules, plan.bots, course.study.learnt, strict=True
            )
        ],
        "players": plan.players, "games": course.summary.games, "games_wanted": wanted, "seed": plan.seed,
        "policies": list(plan.policies), "level": 0.95,
    }  # fmt: skip


def _named(figure: Figure, names: Names) -> Line:
    entry = figure.entry if figure.entry != ALL else None
    return {"figure": figure.name, "entry": entry, "of": figure.of or None, "label": names.figure(figure)}


def _interval(found: Estimate, prefix: str = "") -> Line:
    values = {"value": found.value, "low": found.low, "high": found.high}
    return {f"{prefix}{key}": value if isfinite(value) else None for key, value in values.items()}
