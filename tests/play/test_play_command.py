"""`coupdsl play`: what it takes up and keeps, whom it sits down, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting
from typer.testing import CliRunner

import coupdsl
from coupdsl.commands import seating
from coupdsl.commands.main import app
from coupdsl.play import company, table
from coupdsl.play.log import read_log


def called(*words: str, typed: str = "") -> Any:
    return CliRunner().invoke(app, ["play", *words], input=typed)


def test_command_quits_cleanly_and_resumes(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    first = called("--seed", "7", "--save", str(file), typed="1\nquit\n")
    assert first.exit_code == 0, first.output
    assert "To go on later: coupdsl play parker-1966" in first.output
    assert "\x1b" not in first.output
    second = called("--save", str(file))
    assert second.exit_code == 0
    assert "Resuming move" in second.output


def test_medium_sits_down_with_people_where_nobody_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Any] = []
    ordinary = company.seated
    monkeypatch.setattr(company, "seated", lambda *given, **more: seated.append(given[1]) or ordinary(*given, **more))
    first = called("kuhn", "--players", "3", "--humans", "1", "--save", str(tmp_path / "a"))
    other = called("kuhn", "--players", "3", "--bots", "easy", "--save", str(tmp_path / "b"))
    assert seated == [{0: "medium", 2: "medium"}, {1: "easy", 2: "easy"}]
    assert "--bots" not in first.output and "--bots easy" in other.output  # as the game is to be taken up again
    assert "at random" not in first.output


@pytest.mark.parametrize(("language", "said"), [("en", "All others choose at random."), ("fr", "jouent au hasard")])
def test_without_what_it_needs_others_play_at_random_and_it_is_said_once(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "find_spec", lambda name: None)
    done = called("coup", "--lang", language, "--save", str(tmp_path / "a"), typed="1\n1\n")
    assert done.exit_code == 0 and done.output.count(said) == 1 and " -m pip install llvmlite" in done.output
    for words in (("--bots", "random"), ("--humans", "0,1,2,3")):
        assert said not in called("coup", *words, "--lang", language, "--save", str(tmp_path / "b"), "--new").output


def test_tables_that_nobody_watches_say_so_where_they_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "SLOW", 0.0)
    sitting = Sitting(coupdsl.Game(rules_of("coup", 3), 7), [], (), quiet=True)
    assert sitting.table.play()
    assert sitting.shown.count("(They are playing …)") == 1


@pytest.mark.parametrize("words", [("--new",), ("--seed", "9"), ("--players", "3"), ("--option", "loan.unit=100")])
def test_a_game_that_is_not_gone_on_with_is_kept_aside(words: tuple[str, ...], tmp_path: Path) -> None:
    file, aside = tmp_path / "game.jsonl", tmp_path / "game-1.jsonl"
    quick = ("--bots", "random", "--save", str(file))
    called(*quick, "--seed", "7", typed="1\n1\n")
    before = file.read_text("utf-8")
    other = called(*quick, *words, typed="1\n1\n")
    assert other.exit_code == 0, other.output
    assert aside.read_text("utf-8") == before
    assert read_log(file).head["seed"] == (9 if "--seed" in words else pytest.approx(2**63, abs=2**63))
    assert "Resuming" not in other.output and str(aside) in other.output and "a new one begins" in other.output
    same_rules = words[0] in ("--new", "--seed")
    assert (f"--save {aside}" in other.output) is same_rules
    assert ("other rules (parker-1966, 4 players" in other.output) is not same_rules
    again = called(*quick, *words, "--new")
    assert again.exit_code == 0 and aside.read_text("utf-8") == before
    assert (tmp_path / "game-2.jsonl").exists()
    assert "Resuming move" in called("--save", str(aside)).output


def test_nothing_is_kept_aside_of_a_game_without_moves(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    coupdsl.Game(rules_of("coup", 4), 1).save(file)
    assert called("coup", "--save", str(file), "--new").exit_code == 0
    assert list(tmp_path.iterdir()) == [file]


def test_a_finished_game_is_kept_when_the_next_begins(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert called("coup", "--humans", "", "--bots", "random", "--save", str(file), "--seed", "1").exit_code == 0
    next_game = called("coup", "--lang", "fr", "--save", str(file))
    assert "La partie jouée ici avant est conservée" in next_game.output
    assert read_log(tmp_path / "game-1.jsonl").result is not None


def test_a_broken_game_of_the_programs_own_is_kept_aside_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    called("coup", typed="1\n")
    (file,) = tmp_path.rglob("*.jsonl")
    file.write_text("{", "utf-8")
    assert called("coup").exit_code == 1
    afresh = called("coup", "--new")
    assert (afresh.exit_code, file.with_stem("coup-1").read_text("utf-8")) == (0, "{")
    assert "is not a whole game" in afresh.output


def test_command_refuses_what_it_must_not_overwrite(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    assert called("--save", str(file)).exit_code == 1
    assert called("--save", str(file), "--new").exit_code == 1
    assert list(tmp_path.iterdir()) == [file] and file.read_text() == "my notes\n"


@pytest.mark.parametrize(
    "words", [("--humans", "7"), ("--humans", "x"), ("--lang", "xx"), ("--option", "x"), ("--players", "9")]
)
def test_command_refuses_wrong_calls(words: tuple[str, str], tmp_path: Path) -> None:
    assert called(*words, "--save", str(tmp_path / "g")).exit_code == 2


def test_command_refuses_wrong_rules(tmp_path: Path) -> None:
    assert called("no-such-rules", "--save", str(tmp_path / "g")).exit_code == 1


@pytest.mark.unmeasured
def test_more_people_play_at_two_tables(tmp_path: Path) -> None:
    done = called(
        "--players", "7", "--humans", "", "--bots", "random", "--seed", "1", "--save", str(tmp_path / "g.jsonl")
    )
    assert done.exit_code == 0, done.output
    assert "Table 1 of 2, 3 players" in done.output and "Table 2 of 2, 4 players" in done.output
    assert (tmp_path / "g-table2.jsonl").exists()
