"""How numbers and tables are written."""

from __future__ import annotations

import csv
import io
from math import inf

import pytest

from coupdsl.language.signs import BOLD, RESET
from coupdsl.study.estimate import Estimate
from coupdsl.study.report.page import Number, Report, Section, Table
from coupdsl.study.report.simulated import about
from coupdsl.study.report.tables import as_csv
from coupdsl.study.report.text import as_text


@pytest.mark.parametrize(
    ("value", "half", "share", "signed", "text"),
    [
        (1234.56, 78.9, False, False, "1,235 ±79"),
        (0.01234, 0.0056, False, False, "0.0123 ±0.0056"),
        (-3.14, 1.2, False, False, "−3.1 ±1.2"),
        (12.0, 0.0, False, True, "+12"),
        (12.5, 0.0, False, False, "12.5"),
        (-0.001, 1.5, False, True, "0.0 ±1.5"),
        (0.254, 0.012, True, False, "25.4 ±1.2 %"),
        (7.0, inf, False, False, "7 ±?"),
    ],
)
def test_numbers_have_the_places_that_their_interval_makes_sense_of(
    value: float, half: float, share: bool, signed: bool, text: str
) -> None:
    assert Number(Estimate(value, value - half, value + half, 9), share, signed).text == text


def test_what_never_or_always_happened_says_how_sure_that_is() -> None:
    assert Number(Estimate(0, 0, 0.0032, 9), share=True).text == "≤0.32 %"
    assert Number(Estimate(0, 0, 0.0032, 9), share=True).value == "0 %"
    assert Number(Estimate(1, 0.95, 1, 9), share=True).text == "≥95.0 %"


@pytest.mark.parametrize(("games", "text"), [(35, "35"), (1234, "1,200"), (98765, "99,000")])
def test_about_how_many_games(games: int, text: str) -> None:
    assert about(games) == text


def test_tables_are_cut_to_the_width_with_their_first_column_kept() -> None:
    numbers = tuple(Number(Estimate(n, n, n, 1)) for n in (1000, 2000))
    table = Table(("", "one", "other"), (("a row whose name is rather long and breaks", *numbers), ("b", None, "x")))
    report = Report("en", "Title", (("games", "2"),), ("A note.",), (Section("key", "Head", ("Said.",), table),))
    wide = as_text(report, 80)
    assert wide.startswith("Title\ngames: 2\nA note.\n\nHead\n  Said.\n")
    assert "  a row whose name is rather long   1,000   2,000\n  and breaks\n" in wide
    narrow = as_text(report, 45, bold=True)
    assert f"{BOLD}Head{RESET}" in narrow
    assert narrow.count("a row whose name") == 2
    assert max(map(len, narrow.splitlines())) <= 45


def test_no_text_of_a_table_is_a_formula() -> None:
    formulas = ["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"]
    lines = [{"label": text, "value": value, "-": "-"} for value, text in enumerate(formulas, -5)]
    read = list(csv.DictReader(io.StringIO(as_csv(lines))))
    assert [row["value"] for row in read] == [str(line["value"]) for line in lines]
    assert [row["label"][0] for row in read] == ["'"] * len(formulas)
    assert {row["-"] for row in read} == {"-"}
    assert read[0]["label"] == "'=cmd|' /C calc'!A0"
