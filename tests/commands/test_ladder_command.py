"""`coupdsl ladder`: its report in every form, what it refuses, and interruptions."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, called, write

LAST = "tests.study.sitting:Last"
FIRST = "tests.study.sitting:First"
WORDS = ("ladder", "leduc", "--bots", f"random,{LAST}", "--deals")


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


def test_the_text_says_who_is_surely_better_and_how_it_was_found() -> None:
    result = called(*WORDS, 40)
    assert result.exit_code == 0, result.output
    text = plain(result.stdout)
    for part in (
        "Leduc hold'em: who plays better",
        f"Surely better, by score or games won: {LAST} over random.",
        f"{LAST} – random",
        "ruleset: leduc, players: 2",
        "deals: 40, games: 80, seed: 0",
        "Each deal was played 2 times, in every order",
        "95 % intervals over deals, not games",
        "Ratings are OpenSkill's",
    ):
        assert part in text
    assert text.index(f" {LAST} ") < text.index(" random ")


def test_the_data_hold_every_figure_with_its_interval() -> None:
    data = json.loads(called(*WORDS, 31, "--format", "json").stdout)
    assert (data["deals"], data["games"], data["games_a_deal"], data["every_order"]) == (31, 62, 2, True)
    one, other = data["standing"]
    assert (one["bot"], other["bot"], one["crashes"]) == (LAST, "random", 0)
    (pair,) = data["pairs"]
    assert pair["score"]["value"] == pytest.approx(one["score"]["value"] - other["score"]["value"])
    assert pair["wins"]["low"] < pair["wins"]["value"] < pair["wins"]["high"]
    assert one["choices"] > 31
    assert one["rating"]["value"] > other["rating"]["value"]


def test_what_one_deal_cannot_tell_is_null() -> None:
    def refused(word: str) -> float:
        raise AssertionError(f"{word} is no JSON")

    data = json.loads(called(*WORDS, 1, "--format", "json").stdout, parse_constant=refused)
    assert data["pairs"][0]["score"]["low"] is None
    assert "With fewer than 30 deals nothing is called sure" in data["answers"][0]


def test_a_report_in_french() -> None:
    text = plain(called(*WORDS, 30, "--lang", "fr").stdout)
    assert "qui joue mieux" in text
    assert f"Sûrement meilleur, en score ou en parties gagnées : {LAST} devant random." in text


def test_a_page_has_plots_and_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "ladder.html"
    result = called(*WORDS, 5, "--page", page)
    assert result.stdout.endswith(f"\n\n{page}\n")
    text = page.read_text("utf-8")
    assert text.count("<svg") == text.count('<figure role="img" aria-label="') > 2
    assert not re.search(r"<script|<link|<img|url\(http|@import", text)


def test_jobs_make_no_difference() -> None:
    def told(*more: object) -> Any:
        data = json.loads(called(*WORDS, 6, "--format", "json", *more).stdout)
        for player in data["standing"]:
            del player["seconds"]
        return data

    assert told() == told("--jobs", 2)


def test_a_ladder_goes_on_and_one_of_other_players_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    assert called(*WORDS, 2, "--out", kept).exit_code == 0
    on = called(*WORDS, 4, "--out", kept)
    assert "deals: 4, games: 8" in plain(on.stdout)
    assert on.stdout.endswith(f"\n\n{kept}\n")
    assert "deals: 4, games: 8" in plain(called(*WORDS[:-1], "--seconds", 0, "--out", kept).stdout)
    refused = called("ladder", "leduc", "--bots", f"{FIRST},{LAST}", "--out", kept)
    assert (refused.exit_code, refused.output) == (1, f"`{kept}` holds another ladder: other bots\n")


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.study.ladder import kept_games

    def full(data: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_games, "_line", full)
    result = called(*WORDS, 1, "--out", tmp_path / "games.jsonl")
    assert result.exit_code == 1
    assert result.output.endswith("games.jsonl cannot be written: no space left on device\n")


def test_an_interruption_reports_on_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.study.ladder import climbing

    real = climbing.climb

    def interrupted(*arguments: Any) -> Iterator[Any]:
        for number, game in enumerate(real(*arguments)):
            yield game
            if number == 6:
                raise KeyboardInterrupt

    monkeypatch.setattr(climbing, "climb", interrupted)
    kept = tmp_path / "games.jsonl"
    result = called(*WORDS, 1000, "--out", kept)
    assert result.exit_code == 0
    assert "deals: 3, games: 6" in plain(result.stdout)
    assert "A deal that was begun and not ended is not counted." in plain(result.stdout)
    assert len(kept.read_text("utf-8").splitlines()) == 8

    monkeypatch.setattr(climbing, "climb", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    assert called(*WORDS, 1000).exit_code == 130


def test_players_that_fail_are_told(tmp_path: Path) -> None:
    result = called("ladder", "leduc", "--bots", "tests.study.sitting:Cheating,random", "--deals", 2)
    assert result.exit_code == 0
    text = plain(result.stdout)
    assert "No deal was played by all to its end, so nothing is known yet." in text
    assert "4 games ended early because a player failed at its turn; their deals, 2 in all, are not counted." in text
    assert "`win` is not among the moves offered 4" in text


def test_without_the_package_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.study.report import laddered

    monkeypatch.setattr(laddered, "can_rate", lambda: False)
    text = plain(called(*WORDS, 3).stdout)
    assert f"There are no ratings: this needs `openskill`: {sys.executable} -m pip install openskill." in text
    assert "rating " not in text


def test_rules_that_fail_are_told_as_such(tmp_path: Path) -> None:
    failing = GOOD.replace("on { turns := turns + 1 }", "on { turns := 1 / (turns - turns) rounded up to 1 }")
    path = write(tmp_path, "small.coup", failing)
    for jobs in (1, 2):
        result = called("ladder", path, "--bots", f"random,{FIRST}", "--deals", 30, "--jobs", jobs)
        assert result.exit_code == 1
        assert "E601 rules-failed: a division by zero" in result.output


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["nonsense", "--bots", "random,random"], 1, "nonsense"),
        (["leduc"], 2, "`--bots` is missing"),
        (["leduc", "--bots", "random"], 2, "only `random` plays"),
        (["leduc", "--bots", "random,random"], 2, "only `random` plays"),
        (["leduc", "--bots", f"random,{LAST},random"], 2, "3 players, one of them twice or more, do not fit 2 places"),
        (["leduc", "--bots", "random,clever"], 2, "help: possible here: random"),
        (["hearts", "--bots", f"random,{LAST}", "--players", "2"], 2, "`2` players cannot play `hearts`"),
        (["leduc", "--bots", f"random,{LAST}", "--page", "a.txt"], 2, "`a.txt` does not end in .html"),
        (["leduc", "--bots", f"random,{LAST}", "--page", "nowhere/a.html"], 2, "there is no such folder"),
        (["leduc", "--bots", f"random,{LAST}", "--out", "nowhere/a.jsonl"], 2, "there is no such folder"),
        (["leduc", "--bots", f"random,{LAST}", "--lang", "de"], 2, "there is no language `de`"),
    ],
)
def test_what_is_refused(words: Sequence[str], status: int, message: str) -> None:
    result = called("ladder", *words)
    assert result.exit_code == status
    assert message in result.output


def test_in_french_too_it_is_said_what_ratings_need(monkeypatch: pytest.MonkeyPatch) -> None:
    from coupdsl.study.report import laddered

    monkeypatch.setattr(laddered, "can_rate", lambda: False)
    text = plain(called(*WORDS, 3, "--lang", "fr").stdout)
    assert f"Il n'y a pas de cotes : il y faut `openskill`, que ceci installe : {sys.executable} -m pip" in text
