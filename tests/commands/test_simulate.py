"""`coupdsl simulate`: its reports in every form, what it refuses, and interruptions."""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.commands.calls import GOOD, called, process, write

from coupdsl.code.moves import Move
from coupdsl.commands import studies
from coupdsl.play.needs import needs


class First:
    """Always chooses the first that is offered."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, moves: list[Move]) -> Move:
        return moves[0]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write(tmp_path, "small.coup", GOOD)


def simulated(*words: object) -> dict[str, Any]:
    result = called("simulate", *words, "--format", "json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def figures(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {" ".join(filter(None, (f["figure"], f["entry"], f["of"]))): f for f in data["figures"]}


def test_the_text_says_what_was_played_and_what_to_think_of_it(small: Path) -> None:
    result = called("simulate", small, "--players", 2, "--games", 40, "--seed", 3)
    assert result.exit_code == 0
    text = " ".join(result.stdout.replace("\u00a0", " ").split())
    for part in (
        "players: 2, games: 40, seed: 3, policy: random",
        "The seats are not equal",
        "choose at random",
        "Random play is not good play",
        "95 % intervals",
        "Opening is bad",
        "Seat 1",
        "How often each is named",
        "whoever names it",
        "fee",
        "times a game",
    ):
        assert part in text


def test_where_the_lowest_score_wins_losing_money_is_good(tmp_path: Path) -> None:
    file = write(tmp_path, "small.coup", GOOD.replace("finish by ", "finish by lowest "))
    text = " ".join(called("simulate", file, "--players", 2, "--games", 40, "--seed", 3).stdout.split())
    assert "Opening is good" in text and "lowest is best" in text


def test_the_figures_are_those_of_the_games(small: Path) -> None:
    found = figures(simulated(small, "--players", 2, "--games", 200))
    assert (found["moves"]["value"], found["moves"]["low"]) == (3, 3)
    named = found["spells cook"]["value"]
    assert found["amount cook fee"]["value"] == 10
    assert found["gain cook chooser"]["value"] == -10
    assert found["score 0"]["value"] == pytest.approx(100 - 10 * named)
    assert found["score 1"]["value"] == 100
    assert found["score opening"]["value"] == pytest.approx(-10 * named)
    assert found["won 1"]["value"] == 1
    assert found["won 1"]["low"] > 0.98
    assert "with cook fee" in found
    assert "with cook -" not in found  # nothing was paid without a reason
    low, high = (found["spells cook"][end] for end in ("low", "high"))
    assert low < 1.5 < high


def test_what_one_game_cannot_tell_is_null(small: Path) -> None:
    def refused(word: str) -> float:
        raise AssertionError(f"{word} is no JSON")

    told = called("simulate", small, "--games", 1, "--format", "json").stdout
    lows = [figure["low"] for figure in json.loads(told, parse_constant=refused)["figures"]]
    assert None in lows


def test_jobs_make_no_difference(small: Path) -> None:
    words = ("simulate", small, "--players", 2, "--games", 50, "--format", "json")
    assert called(*words).stdout == called(*words, "--jobs", 2).stdout


def test_a_report_in_french(small: Path) -> None:
    result = called("simulate", "coup", "--games", 4, "--lang", "fr")
    assert "Jouer au hasard n'est pas bien jouer" in result.stdout
    assert "Qui gagne" in result.stdout


def test_a_page_stands_alone_and_its_pictures_have_words(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    words = ("simulate", small, "--players", 2, "--games", 6, "--out", out)
    assert called(*words).exit_code == 0
    page = out.read_text("utf-8")
    assert page.count("<svg") == page.count('<figure role="img" aria-label="') > 1
    assert "prefers-color-scheme: dark" in page
    assert not re.search(r"<script|<link|<img|url\(http|@import", page)
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert called(*words).exit_code == 0
    assert out.read_text("utf-8") == page


def test_names_in_a_page_are_only_text(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD.replace("cook = 10", 'cook = 10 {\n    name: en "<b>$x$ & y"\n  }'))
    out = tmp_path / "report.html"
    assert called("simulate", path, "--players", 2, "--games", 5, "--out", out).exit_code == 0
    page = out.read_text("utf-8")
    assert "&lt;b&gt;$x$ &amp; y" in page
    assert "<b>" not in page


def test_tables_for_other_programs(small: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    words = ("simulate", small, "--players", 2, "--games", 20)
    for suffix in ("csv", "parquet", "json", "txt"):
        assert called(*words, "--out", tmp_path / f"report.{suffix}").exit_code == 0
    lines = json.loads((tmp_path / "report.json").read_text("utf-8"))["figures"]
    assert pq.read_table(tmp_path / "report.parquet").to_pylist() == lines
    with (tmp_path / "report.csv").open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert [float(line["value"]) for line in read] == [line["value"] for line in lines]
    assert "Who gains" in (tmp_path / "report.txt").read_text("utf-8")
    assert not list(tmp_path.glob("*.part"))


def test_policies_of_ones_own_change_seats_and_are_told_apart(small: Path) -> None:
    mine = f"{__name__}:First"
    words = (small, "--players", 2, "--games", 40, "--policy", f"{mine},random")
    data = simulated(*words)
    found = figures(data)
    assert data["policies"] == [mine, "random"]
    assert found[f"score policy {mine}"]["value"] == 100  # the first it is offered costs nothing
    assert 85 < found["score policy random"]["value"] < 100
    text = called("simulate", *words).stdout
    assert f"played by programs ({mine}, random)" in text
    assert "Random play" not in text
    assert "which program plays" in " ".join(text.split())


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["nonsense"], 1, "nonsense"),
        (["short", "--players", "2"], 2, "`2` players cannot play `short`"),
        (
            ["short", "--policy", "clever"],
            2,
            "possible here: random, easy, medium, hard, expert, or your own as module:name",
        ),
        (["short", "--policy", "nonsense:Bot"], 2, "there is no bot `nonsense:Bot`"),
        (["short", "--policy", "random,random"], 2, "2 bots do not fit 4 seats"),
        (["short", "--lang", "de"], 2, "there is no language `de`"),
        (["short", "--out", "report.doc"], 2, "must end in"),
        (["short", "--out", "nowhere/report.html"], 2, "cannot be written"),
        (["short", "--option", "x"], 2, "`x` is not of the form KEY=VALUE"),
        (["short", "--engine", "cloud"], 2, "cloud"),
    ],
)
def test_what_is_refused(words: Sequence[str], status: int, message: str) -> None:
    result = called("simulate", *words, "--games", 1)
    assert result.exit_code == status
    assert message in result.output


@pytest.mark.parametrize(
    ("package", "words"),
    [
        ("numpy", []),
        ("joblib", ["--jobs", "2"]),
        ("ray", ["--engine", "ray"]),
        ("distributed", ["--engine", "dask"]),
        ("matplotlib", ["--out", "report.html"]),
        ("pyarrow", ["--out", "report.parquet"]),
    ],
)
def test_a_missing_package_is_answered_with_how_to_install_it(
    package: str, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from coupdsl.study import crews

    for module in (studies, crews):
        monkeypatch.setattr(module, "find_spec", lambda name: None if name == package else True)
    result = called("simulate", "coup", "--games", 1, *words)
    assert result.exit_code == 2
    assert f"this needs `{package}`: {sys.executable} -m pip install {package}\n" in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--engine", "dask"], "no cluster is reached at `x`: missing port number in address 'x'"),
        ([], "it goes with `--engine dask` or `--engine ray`\n"),
    ],
)
def test_a_cluster_that_is_not_reached_is_told(words: list[str], said: str) -> None:
    result = called("simulate", "kuhn", "--games", 1, *words, "--scheduler", "x")
    assert (result.exit_code, said in result.output) == (2, True), result.output


def test_the_call_that_installs_can_be_typed_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/opt/my python")
    assert needs("pyspiel") == "this needs `open_spiel`: '/opt/my python' -m pip install open_spiel"


def test_an_interruption_reports_on_what_was_played(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.study import running

    real = running.play

    def interrupted(*arguments: Any) -> Iterator[int]:
        for number, games in enumerate(real(*arguments)):
            yield games
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(running, "play", interrupted)
    result = called("simulate", small, "--players", 2, "--games", 100000)
    assert result.exit_code == 0
    assert re.search(r"Stopped after \d+ of 100,000 games", result.stdout)


def test_a_study_goes_on_and_may_become_longer(small: Path, tmp_path: Path) -> None:
    words = ("simulate", small, "--players", 2, "--format", "json")
    kept = tmp_path / "study.json"
    assert called(*words, "--games", 10, "--checkpoint", kept).exit_code == 0
    on = called(*words, "--games", 30, "--checkpoint", kept)
    assert on.stdout == called(*words, "--games", 30).stdout
    refused = called(*words, "--games", 30, "--seed", 1, "--checkpoint", kept)
    assert refused.exit_code == 1
    assert "that is another study" in refused.output


def test_rules_that_fail_are_told_as_such(tmp_path: Path) -> None:
    failing = GOOD.replace("on { turns := turns + 1 }", "on { turns := 1 / (turns - turns) rounded up to 1 }")
    path = write(tmp_path, "small.coup", failing)
    for jobs in (1, 2):
        result = called("simulate", path, "--players", 2, "--games", 30, "--jobs", jobs)
        assert result.exit_code == 1
        assert "E601 rules-failed: a division by zero" in result.output


def test_a_first_result_needs_nothing_heavy() -> None:
    code = (
        "import sys; from coupdsl.commands.main import app\n"
        "app(['simulate', 'coup', '--games', '1'], standalone_mode=False)\n"
        "print([m for m in ('joblib', 'matplotlib', 'pyarrow', 'distributed', 'pandas', 'scipy') if m in sys.modules])"
    )
    assert process(code=code).stdout.endswith("\n[]\n")
