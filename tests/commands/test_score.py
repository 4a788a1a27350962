"""`coupdsl score`: how it is called, kept, resumed and accounted for."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import GOOD, write
from typer.testing import CliRunner

from coupdsl.commands.main import app
from coupdsl.play.game import Game
from coupdsl.play.log import read_log

NAMES = ("--names", "Anna,Bob,Carl,Dora")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scored(*words: object, typed: str = "") -> Any:
    return CliRunner().invoke(app, ["score", *map(str, words)], input=typed)


def test_a_game_is_kept_and_gone_on_with(folder: Path) -> None:
    assert scored("parker-1966", *NAMES, typed="anna\ndora\n").exit_code == 0
    (file,) = (folder / "data").rglob("*.jsonl")
    assert [text for _, text, _ in read_log(file).moves] == ["first_director 0", "coup_card_holder 3"]
    for call in (["parker-1966", *NAMES], ["parker-1966"], ["--resume", file]):
        assert "Dora: The Coup card is yours" in scored(*call).output
    others = scored("parker-1966", "--names", "Emma,Finn,Gina,Hugo", typed="emma\n")
    first = file.with_stem("parker-1966-score-1")
    assert (others.exit_code, f"coupdsl score --resume {first}" in others.output) == (0, True)
    three = scored("parker-1966", "--names", "Emma,Finn,Gina", typed="emma\n")
    assert (three.exit_code, "other rules (parker-1966, 4 players" in three.output) == (0, True)
    afresh = scored("parker-1966", "--names", "Emma,Finn,Gina", "--new")
    assert (afresh.exit_code, "Emma, Finn or Gina" in afresh.output) == (0, True)
    kept = {path.stem: read_log(path).head["names"][0] for path in file.parent.iterdir()}
    assert [kept[f"parker-1966-score{end}"] for end in ("-1", "-2", "-3", "")] == ["Anna", "Emma", "Emma", "Emma"]
    assert "Dora: The Coup card is yours" in scored("--resume", first).output


def test_a_game_is_not_gone_on_with_under_rules_that_were_changed(folder: Path) -> None:
    house = write(folder, "house.yaml", "variant: house\nextends: parker-1966\n")
    assert scored(house, *NAMES, typed="anna\ndora\n").exit_code == 0
    assert "Dora: The Coup card is yours" in scored(house).output
    write(folder, "house.yaml", "variant: house\nextends: parker-1966\ncontracts: {set: {siege: {collect: 500}}}\n")
    changed = scored(house)
    assert (changed.exit_code, "E702" in changed.output) == (1, True)


def test_who_plays_is_asked() -> None:
    asked = scored("hearts", "--new", typed="Zoé, Max Ida\n")
    assert "scored for Zoé, Max, Ida" in asked.output
    assert "Qui joue" in scored("hearts", "--new", "--lang", "fr", typed="\n").output
    assert "scored for A, B, C, D, E" in scored("hearts", "--new", "--players", "5", typed="\n").output
    assert scored("hearts", "--new").exit_code == 0


HEARTS = ("hearts", *NAMES, "--option", "game.lasts=one_deal")


def test_the_account_as_text_and_as_data(folder: Path) -> None:
    deal = "QS anna, rest bob\n"
    assert "Winner" in scored(*HEARTS, "--out", "account.txt", typed=deal).output
    text = (folder / "account.txt").read_text("utf-8")
    assert text.startswith("Hearts\n\nAnna took Q")
    assert text.endswith("Bob: 13\nAnna: 13\n" + text.splitlines()[-1] + "\n") or "Winners: Carl and Dora" in text
    told = scored(*HEARTS, "--format", "json", typed=deal)
    data = json.loads(told.stdout)
    assert (data["scores"], data["winners"], data["over"]) == ([13, 13, 0, 0], ["Carl", "Dora"], True)
    assert "Who took which of these?" in told.stderr
    scored(*HEARTS, "--format", "json", "--out", "account.json", "--new")
    assert json.loads((folder / "account.json").read_text("utf-8"))["scores"] is None
    nowhere = folder / "account.json" / "a.txt"
    for deal in ("QS anna, rest bob\n", ""):
        unwritable = scored(*HEARTS, "--out", nowhere, "--new", typed=deal)
        assert (unwritable.exit_code, "cannot be written" in unwritable.output) == (1, True)
        assert unwritable.stdout.count("Anna: 13\n") == (2 if deal else 0)
        assert "\n\nHearts\n" in unwritable.stdout  # what would stand there
        as_data = scored(*HEARTS, "--out", nowhere, "--format", "json", "--new", typed=deal)
        assert (as_data.exit_code, json.loads(as_data.stdout)["over"]) == (1, bool(deal))


def test_a_game_without_such_rules_is_refused_with_those_that_have_them(folder: Path) -> None:
    for ruleset in ("coup", write(folder, "small.coup", GOOD)):
        result = scored(ruleset)
        assert result.exit_code == 1
        assert "E604" in result.output and "these can: " in result.output
        assert "rules of your own say it with `use entered { rule to_tell = … }`" in result.output
        assert all(name in result.output.partition("these can: ")[2] for name in ("french-short", "hearts", "quick"))


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["parker-1966", "--names", "Anna,Bob"], 2),
        (["parker-1966", *NAMES, "--players", "3"], 2),
        (["parker-1966", "--names", "Anna,Anna,Carl"], 2),
        (["parker-1966", *NAMES, "--lang", "de"], 2),
        (["parker-1966", *NAMES, "--option", "nonsense"], 2),
        (["parker-1966", *NAMES, "--option", "no.such=1"], 2),
        (["nowhere.yaml", *NAMES], 1),
        (["--resume", "nowhere.jsonl"], 1),
    ],
)
def test_wrong_calls(words: list[str], status: int) -> None:
    result = scored(*words)
    assert (result.exit_code, isinstance(result.exception, SystemExit)) == (status, True)
    assert "Traceback" not in result.output


BEGINS = (["parker-1966"], NAMES, ["--players", "4"], ["--option", "loan.unit=100"], ["--save", "b.jsonl"], ["--new"])


@pytest.mark.parametrize("words", BEGINS, ids=lambda words: words[0])
def test_a_game_gone_on_with_is_told_nothing_that_it_has(words: list[str]) -> None:
    result = scored("--resume", "evening.jsonl", *words)
    assert (result.exit_code, f"`{words[0]}` is for a game that begins" in result.output) == (2, True)


def test_a_game_that_was_played_is_not_scored(folder: Path) -> None:
    calls = ["run", "parker-1966", "--players", "3", "--games", "1", "--seed", "1", "--out", "played.jsonl"]
    assert CliRunner().invoke(app, calls).exit_code == 0
    result = scored("--resume", folder / "played.jsonl")
    assert (result.exit_code, "was played, not scored" in " ".join(result.output.split())) == (2, True)


def test_names_in_a_log_are_one_for_each_seat(folder: Path) -> None:
    scored("parker-1966", *NAMES, "--save", "game.jsonl", typed="anna\n")
    text = (folder / "game.jsonl").read_text("utf-8")
    for wrong in ('["Anna"]', '"Anna"', "[1, 2, 3, 4]"):
        (folder / "wrong.jsonl").write_text(text.replace('["Anna", "Bob", "Carl", "Dora"]', wrong), "utf-8")
        result = scored("--resume", "wrong.jsonl")
        assert (result.exit_code, "E701" in result.output) == (1, True), wrong
    told = CliRunner().invoke(app, ["replay", "game.jsonl"])
    assert (told.exit_code, "The log is in order." in told.output) == (0, True)


@pytest.mark.parametrize("call", [["score", "parker-1966", *NAMES], ["play", "kuhn", "--bots", "random", "--plain"]])
def test_a_game_that_could_not_be_kept_ends_with_status_1(call: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Game, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Game, "save", full)
    result = CliRunner().invoke(app, call, input="quit\n")
    assert (result.exit_code, ": no space left on device" in result.output) == (1, True), result.output
