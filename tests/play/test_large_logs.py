"""Logs from strangers take no more time and memory than they have lines: large ones are read, and what is none is
refused before it is taken apart."""

from __future__ import annotations

import json
import random
import tracemalloc
from pathlib import Path

import pytest
from tests.helpers import play_out, rules_of

from coupdsl.language.diagnostics import Problems
from coupdsl.play.log import LONGEST, MAX_LINES, lines, read_log, read_logs

HEAD = '{"format": "coupdsl-game", "version": 1, '


def peak_of_refusal(path: Path, told: str) -> int:
    """Bytes that were held at once until it was refused."""
    tracemalloc.start()
    try:
        with pytest.raises(Problems, match=told):
            list(read_logs(path))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.unmeasured
def test_twenty_thousand_games_are_read_one_by_one(tmp_path: Path) -> None:
    """In a walk through all lines for each game it would take an hour."""
    rules = rules_of("kuhn", 2)
    games = ["".join(lines(play_out(rules, seed, random.Random(seed)))) for seed in range(20)]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(games) * 1000, "utf-8")
    found = list(read_logs(path))
    assert [len(log.moves) for log in found] == [game.count("\n") - 2 for game in games] * 1000
    assert found[-1].moves[0][2].line == path.read_text("utf-8").count("\n") - games[-1].count("\n") + 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n" * 40_000_000, "the log has too many lines"),
        (HEAD + '"x":[' + "[]," * 10_000_000 + "[]]}", "this line is too long for a log"),
    ],
    ids=["newlines", "lists"],
)
def test_what_is_no_log_is_refused_before_it_is_taken_apart(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(text, "utf-8")
    assert peak_of_refusal(path, told) < 4 * len(text)


def test_a_line_is_looked_at_before_the_next(tmp_path: Path) -> None:
    whole = "".join(lines(play_out(rules_of("kuhn", 2), 1, random.Random(1))))
    path = tmp_path / "odd.jsonl"
    path.write_text(whole + ('{"x": [' + "[]," * 100_000 + "[]]}\n") * 50, "utf-8")
    assert peak_of_refusal(path, "a line follows the result") < 100_000_000
    path.write_text(whole.splitlines()[0] + "\n" + json.dumps({"scores": "x" * LONGEST}), "utf-8")
    with pytest.raises(Problems, match="this line is too long for a log"):
        read_log(path)
    path.write_text(whole + "\n" * (MAX_LINES // 10), "utf-8")
    assert read_log(path).result is not None
