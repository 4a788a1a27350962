"""Reports of every shipped ruleset: each figure has words of its own, and each form of report can be made."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from tests.commands.calls import called
from tests.helpers import TABLES, rules_of, sample

from coupdsl.native.counting.columns import NONE, Columns
from coupdsl.study.figures import Measures
from coupdsl.study.report.titles import Names

pytestmark = pytest.mark.unmeasured

FORMS = ("html", "json", "csv", "parquet", "txt", "--format json", "--format text")
REPORTS = [*product(("simulate", "compare"), sorted(TABLES), FORMS)]
GALLERY = [name for name in sorted(TABLES) if len(Columns(rules_of(name, TABLES[name][0])).entries) == 1]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GALLERY + [name for name in sample(sorted(TABLES), 3) if name not in GALLERY])
def test_every_figure_has_words_of_its_own(name: str, language: str) -> None:
    columns = Columns(rules_of(name, TABLES[name][0]))
    names = Names(columns, language)
    figures = Measures(columns, ("random", "other")).figures
    labels = {names.figure(figure): figure for figure in figures}
    assert len(labels) == len(figures)
    assert not [label for label in labels if "{" in label]
    if name in GALLERY:  # there nothing is named, so nothing comes before it
        assert not [label for label in labels if names.entry(NONE) in label]


@pytest.mark.parametrize(
    ("name", "language", "cases"),
    [("kuhn", "en", "games"), ("kuhn", "fr", "parties"), ("parker-1966", "en", "cases"), ("parker-1966", "fr", "cas")],
)
def test_a_share_says_of_what_it_is(name: str, language: str, cases: str) -> None:
    columns = Columns(rules_of(name, TABLES[name][0]))
    names = Names(columns, language)
    figures = [f for f in Measures(columns, ("random",)).figures if f.name in ("used", "with")]
    assert figures
    once = {
        "en": f"at least once in 4 of the {cases} instead of 3",
        "fr": f"au moins une fois dans 4 des {cases} au lieu",
    }
    for figure in figures:
        assert once[language] in names.changed(figure, "3", "4")


def test_there_are_games_of_one_spell_and_of_many() -> None:
    assert {"sevens", "hearts"} <= {*GALLERY}
    assert "parker-1966" not in GALLERY


@pytest.mark.parametrize(("command", "name", "form"), [("simulate", "sevens", "json"), *sample(REPORTS, 14)])
def test_every_ruleset_in_every_form(command: str, name: str, form: str, tmp_path: Path) -> None:
    words: Sequence[str] = [command, name, *([name] if command == "compare" else []), "--games", "4"]
    if form.startswith("--"):
        result = called(*words, *form.split())
        assert result.exit_code == 0, result.output
        if form.endswith("json"):
            assert json.loads(result.stdout)["games"] == 4
        else:
            assert "4" in result.stdout
        return
    out = tmp_path / f"report.{form}"
    result = called(*words, "--out", out)
    assert result.exit_code == 0, result.output
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    if form == "csv":
        with out.open(encoding="utf-8", newline="") as file:
            assert len({(line["figure"], line["entry"], line["of"]) for line in csv.DictReader(file)}) > 5
    elif form == "json":
        assert json.loads(out.read_text("utf-8"))["games"] == 4
    else:
        assert out.stat().st_size > 500
