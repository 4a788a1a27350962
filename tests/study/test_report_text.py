"""How numbers and tables are written."""

from __future__ import annotations

import csv
import io
import re
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import examples

from coupdsl.language.signs import BOLD, RESET
from coupdsl.study.estimate import Estimate, wilson
from coupdsl.study.report.numbers import Number, about, localised
from coupdsl.study.report.page import Chart, Report, Section, Table
from coupdsl.study.report.tables import as_csv
from coupdsl.study.report.text import as_text
from coupdsl.study.report.titles import shortened


@pytest.mark.parametrize(
    ("value", "half", "share", "signed", "text"),
    [
        (1234.56, 78.9, False, False, "1,235 ±79"),
        (0.01234, 0.0056, False, False, "0.0123 ±0.0056"),
        (-3.14, 1.2, False, False, "−3.1 ±1.2"),
        (12.0, 0.0, False, True, "+12"),
        (12.5, 0.0, False, False, "12.5"),
        (-0.001, 1.5, False, True, "0.0 ±1.5"),
        (0.254, 0.012, True, False, "25.4 ±1.2\u00a0%"),
        (7.0, inf, False, False, "7 ±?"),
    ],
)
def test_numbers_have_the_places_that_their_interval_makes_sense_of(
    value: float, half: float, share: bool, signed: bool, text: str
) -> None:
    number = Number(Estimate(value, value - half, value + half, 9), share, signed)
    assert number.said == text
    assert number.text == text.removesuffix("\u00a0%")


def test_what_never_or_always_happened_says_how_sure_that_is() -> None:
    assert Number(Estimate(0, 0, 0.0032, 9), share=True).text == "0 (≤0.4)"
    assert Number(Estimate(0, 0, 0.00032, 9), share=True).text == "0 (≤0.04)"
    assert Number(Estimate(0, 0, 0.0032, 9), share=True, bare=True).said == "0\u00a0%"
    assert Number(Estimate(1, 0.95, 1, 9), share=True).said == "100 (≥95.0)\u00a0%"


def test_what_one_game_tells_is_no_bound() -> None:
    assert [Number(Estimate(value, 0, 1, 1), share=True).text for value in (0, 1)] == ["0 ±?", "100 ±?"]


@given(st.floats(1, 1e9))
@examples(100)
def test_the_bound_of_what_was_never_seen_is_rounded_to_the_safe_side(cases: float) -> None:
    for value in (0.0, 1.0):
        low, high = wilson(value, cases, 1.96)
        said = float(re.findall(r"[≤≥](.*)\)", Number(Estimate(value, low, high, 9), share=True).text)[0])
        assert said >= 100 * high - 1e-6 if not value else said <= 100 * low + 1e-6


@pytest.mark.parametrize(("games", "text"), [(35, 35), (1234, 1200), (98765, 99000)])
def test_about_how_many_games(games: int, text: int) -> None:
    assert about(games) == text


@pytest.mark.parametrize(("games", "beyond", "text"), [(2004, 2000, 2100), (2004, 1999, 2000), (35, 34, 35)])
def test_as_many_games_as_were_played_settle_nothing_more(games: int, beyond: int, text: int) -> None:
    assert about(games, beyond) == text


@pytest.mark.parametrize(
    ("value", "share", "text"),
    [(806.77, False, "807"), (2.248, False, "2.25"), (0.556, True, "55.6\u00a0%"), (0.25, True, "25\u00a0%")],
)
def test_numbers_of_sentences_are_short(value: float, share: bool, text: str) -> None:
    assert Number.exactly(value, share).rounded == text


def test_french_numbers_are_written_as_in_french() -> None:
    assert localised("−1,234.5 ±0.7", "fr") == "−1\u00a0234,5 ±0,7"
    assert localised("−1,234.5 ±0.7", "en") == "−1,234.5 ±0.7"


def _report(*tables: Table, language: str = "en") -> Report:
    section = Section("key", "Head", ("Said.",), tables)
    return Report(language, "Title", ("An answer.",), (section,), (("games", "2"),), ("A note.",))


def test_what_is_wanted_first_stands_first_and_how_it_was_made_last() -> None:
    text = as_text(_report(Table(("", "one"), (("a", Number.exactly(5)),))))
    assert text == (
        "Title\n\nAn answer.\n\nHead\n  Said.\n     one\n  a    5\n\ngames: 2\nA note.\n"
    )  # fmt: skip
    assert as_text(_report(), bold=True).startswith(f"{BOLD}Title{RESET}\n")


def test_a_table_too_wide_is_cut_into_parts_of_about_as_many_columns() -> None:
    row = ("a row whose name is rather long and breaks", *(Number.exactly(1000 + n) for n in range(7)))
    table = Table(("", *(f"column {n}" for n in range(7))), (row,))
    wide, narrow = (as_text(_report(table), width).splitlines() for width in (120, 60))
    assert sum("1,00" in line for line in wide) == 1
    assert [line.count("1,00") for line in narrow if "1,00" in line] == [3, 4]
    assert sum("a row whose" in line for line in narrow) == 2


def test_heads_end_where_their_numbers_end() -> None:
    numbers = [Number(Estimate(n, n - 9, n + 9, 9)) for n in (1000, 2)]
    text = as_text(_report(Table(("", "a head of many words", "b"), (("row", *numbers), ("more", None, None)))))
    heads, row, more = [line for line in text.splitlines() if "words" in line or "row" in line or "more" in line]
    assert (
        (heads.index("words") + len("words"))
        == row.index(numbers[0].text) + len(numbers[0].text)
        == more.index("·") + 1
    )
    assert len(heads) == len(row) == len(more)


WORDS = st.text(st.sampled_from("abc é_[]%:日本 «»\u00a0"), max_size=50)
CELLS = st.one_of(st.none(), st.floats(-1e6, 1e6).map(lambda value: Number(Estimate(value, value - 3, value + 3, 9))))


@given(st.lists(st.tuples(WORDS, CELLS, CELLS, CELLS), min_size=1, max_size=5), st.sampled_from((60, 80, 120)))
@examples(60)
def test_no_line_is_longer_than_asked_for(rows: list[tuple[str, Number, Number, Number]], width: int) -> None:
    from rich.cells import cell_len

    text = as_text(_report(Table(("what it is", "one", "another one of them", "third"), tuple(rows))), width)
    assert max(map(cell_len, text.splitlines())) <= width


@pytest.mark.parametrize(
    ("titles", "short"),
    [
        (["Coup d'Etat (Parker 1966)", "Coup d'Etat, French edition"], ["Parker 1966", "French edition"]),
        (["Hearts", "Hearts, as in OpenSpiel"], ["Hearts", "Hearts, as in OpenSpiel"]),
        (["Kuhn poker", "Leduc hold'em"], ["Kuhn poker", "Leduc hold'em"]),
        (["Jeu, partie courte", "Jeu (2)", "Jeu, long"], ["Partie courte", "2", "Long"]),
    ],
)
def test_titles_lose_what_all_of_them_begin_with(titles: list[str], short: list[str]) -> None:
    assert shortened(titles) == short


def test_names_of_rules_are_no_markup() -> None:
    text = as_text(_report(Table(("[bold]", "[s3]"), (("[red]x[/red] :smile:", Number.exactly(1)),))))
    for name in ("[bold]", "[s3]", "[red]x[/red] :smile:"):
        assert name in text


def test_a_picture_of_one_number_tells_nothing() -> None:
    same = [("a", Number(Estimate(4, 3.8, 4.2, 9))), ("b", Number(Estimate(4, 3.9, 4.1, 9)))]
    assert not Chart("t", tuple(same)).tells
    assert Chart("t", (*same, ("c", Number.exactly(5)))).tells


def test_no_text_of_a_table_is_a_formula() -> None:
    formulas = ["=cmd|' /C calc'!A0", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"]
    lines = [{"label": text, "value": value, "-": "-"} for value, text in enumerate(formulas, -5)]
    read = list(csv.DictReader(io.StringIO(as_csv(lines))))
    assert [row["value"] for row in read] == [str(line["value"]) for line in lines]
    assert [row["label"][0] for row in read] == ["'"] * len(formulas)
    assert {row["-"] for row in read} == {"-"}
    assert read[0]["label"] == "'=cmd|' /C calc'!A0"
