"""`coupdsl run`: summaries, tables, processes, and rules that fail."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.commands.calls import GOOD, called, write

from coupdsl.language.tongues import Count
from coupdsl.table.page_words import GAMES_WORDS


def test_run_sums_up(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD)
    result = called("run", path, "--players", 2, "--games", 20, "--seed", 3)
    assert result.exit_code == 0
    for part in (
        "20 games, 2 players, seed 3, 3 moves a game",
        "seat    wins",
        "chosen",
        "  on ",
        "  off cook",
        "cook: fee",
    ):
        assert part in result.output


COIN = """edition 1
game coin {
  seats [2]
  state points per seat: number = 0
  chance chooses die n from 1 .. 4
  if n is 1 { points of first of seats := 1 }
  first of seats chooses ok { ok { } }
  finish by points
  limit 5 moves { finish by 0 }
}
"""


def test_small_scores_are_not_rounded_off(tmp_path: Path) -> None:
    words = "run", write(tmp_path, "coin.coup", COIN), "--games", 8, "--seed", 4
    assert "0.25 ±0.32" in called(*words).output
    (table,) = json.loads(called(*words, "--format", "json").stdout)
    first = table["seats"][0]
    assert (first["mean"], first["mean_interval"]) == (0.25, 0.3208)


@pytest.mark.parametrize("players", [2, 5, 9])
def test_run_refuses_numbers_that_cannot_play(players: int) -> None:
    result = called("run", "parker-1966", "--players", players, "--games", 1)
    assert result.exit_code == 2
    assert f"`{players}` players cannot play `parker-1966`" in result.output
    assert "3 or 4 can play, and 6 to 8 people play at two tables" in result.output


@pytest.mark.parametrize("words", [("simulate", "short", "--players", 7), ("score", "short", "--names", "A,B,C,D,E,F")])
def test_commands_of_one_table_name_those_that_seat_two(words: tuple[object, ...]) -> None:
    result = called(*words)
    said = "3 or 4 can play at a table, each a call of its own; only `play` and `run` seat two tables"
    assert result.exit_code == 2 and said in result.output


def test_run_of_seven_sits_at_two_tables(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    result = called("run", "short", "--players", 7, "--games", 1, "--out", out)
    assert result.exit_code == 0
    assert "Table 1\nshort: 1 game, 3 players, seed 0" in result.output
    assert "Table 2\nshort: 1 game, 4 players, seed 1" in result.output
    files = ", ".join(str(tmp_path / f"games-table{table}.jsonl") for table in (1, 2))
    assert f"logs: {files} (one file a table)" in result.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games-table1.jsonl", "games-table2.jsonl"]


def test_run_is_the_same_with_more_processes(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD)
    outs = []
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.jsonl"
        result = called("run", path, "--players", 2, "--games", 60, "--jobs", jobs, "--format", "json", "--out", out)
        assert result.exit_code == 0
        outs.append((result.stdout.splitlines()[-1], out.read_bytes()))
    assert outs[0] == outs[1]
    (summary,) = json.loads(outs[0][0])
    assert (summary["players"], summary["games"], summary["moves"]) == (2, 60, 180)
    assert summary["choices"][0] == {"choice": "off", "entry": "cook", "times": summary["choices"][0]["times"]}
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "clever"], "help: possible here: random"),
        (["--bots", "random,random"], "2 bots do not fit 4 seats"),
        (["--option", "x"], "`x` is not of the form KEY=VALUE"),
    ],
)
def test_run_refuses_wrong_words(words: Sequence[str], message: str) -> None:
    result = called("run", "short", *words)
    assert result.exit_code == 2
    assert message in result.output


def test_run_keeps_no_logs_where_rules_fail_but_of_the_game_that_fails(tmp_path: Path) -> None:
    failing = GOOD.replace("on { turns := turns + 1 }", "on { turns := 1 / (turns - turns) rounded up to 1 }")
    path, out = write(tmp_path, "small.coup", failing), tmp_path / "games.jsonl"
    result = called("run", path, "--players", 2, "--games", 30, "--out", out)
    assert result.exit_code == 1
    assert "E601 rules-failed: a division by zero" in result.output
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games-failed.jsonl", "small.coup"]
    failed = tmp_path / "games-failed.jsonl"
    helped = f"help: `coupdsl replay {failed}` tells the game as far as it came, where seat 0 chooses `on` next"
    assert helped in result.output
    told = called("replay", failed)
    assert told.exit_code == 0 and "Game 1" in told.output
    kept = failed.read_bytes()
    assert called("run", path, "--players", 2, "--games", 30, "--seed", 1, "--out", out).exit_code == 1
    assert failed.read_bytes() == kept and (tmp_path / "games-failed-1.jsonl").exists()
    result = called("run", path, "--players", 2, "--games", 60, "--jobs", 2, "--out", out)
    assert result.exit_code == 1
    assert "where seat 0 chooses `on` next" in result.output
    assert "E601 rules-failed: a division by zero" in result.output


def test_what_no_branch_fits_is_named_but_at_a_table(tmp_path: Path) -> None:
    path = write(tmp_path, "small.coup", GOOD.replace("repeat x", "turns := case turns { 1: 2 }\n  repeat x"))
    played = called("play", path, "--humans", "", "--seed", 3, "--save", tmp_path / "game.jsonl")
    for result in (called("run", path, "--games", 30), called("validate", path, "--games", 30), played):
        assert result.exit_code == 1
        said = "no branch of this case fits" + (": `turns` is 0" if result is not played else "")
        assert f"E601 rules-failed: {said}\n" in result.output


def test_where_the_failing_game_is_kept_is_told_beside_what_can_be_done(tmp_path: Path) -> None:
    failing = GOOD.replace("= 0\n  option", "= 0\n  state gone: number\n  option").replace("turns + 1", "gone")
    path = write(tmp_path, "small.coup", failing)
    result = called("run", path, "--players", 2, "--games", 30, "--out", tmp_path / "games.jsonl")
    helped = f"; `coupdsl replay {tmp_path / 'games-failed.jsonl'}` tells the game as far as it came"
    assert "has no value yet" in result.output and "help: give it one first" in result.output
    assert helped in result.output


def test_of_one_player_it_is_not_said_that_he_is_several(tmp_path: Path) -> None:
    path, logs = write(tmp_path, "alone.coup", COIN.replace("[2]", "[1, 2]")), tmp_path / "logs.jsonl"
    for words, said in (
        (("run", path, "--players", 1, "--games", 2, "--out", logs), "2 games, 1 player, seed 0, 1 move a game"),
        (("replay", logs, "--game", 1), "Game 1: alone, 1 player, 1 move,"),
        (("replay", logs, "--game", 1, "--lang", "fr"), "Partie 1 : alone, 1 joueur, 1 coup,"),
        (("play", path, "--players", 1, "--save", tmp_path / "kept.jsonl"), "alone, 1 player\n"),
        (("simulate", path, "--players", 1, "--games", 2), "1 player who chooses at random"),
        (("simulate", path, "--players", 1, "--games", 2, "--lang", "fr"), "1 joueur qui choisit au hasard"),
        (("show", path, "--players", 1, "--lang", "fr"), "1 joueur  ·"),
        (("show", path, "--players", 2), "2 players  ·"),
    ):
        result = called(*words)
        assert said in result.output, words
    assert GAMES_WORDS["en"]["of_game"].format(Count(1), 6) == "1 player, at move 6"
