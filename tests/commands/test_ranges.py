"""Numbers of a call: each has a least and a most, and what is beyond is refused in words, before anything is done."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import called

from coupdsl.commands import main, ranges
from coupdsl.commands import run as running
from coupdsl.play.runs import Tally

IN_RULES = ("players", "seat", "why", "game")  # how many there are, rules or a log say, and these are refused by them
FARTHER = 10**23
KUHN = Path("contracts/gallery/kuhn.coup")
NEEDED = {
    "ladder": ("kuhn", "--bots", "random,easy"), "compare": ("kuhn", "leduc"), "diff": ("kuhn", "leduc"),
    "validate": (KUHN,), "test": (KUHN.with_suffix(".test.yaml"),), "simulate": ("kuhn",), "run": ("kuhn",),
    "play": ("kuhn",), "bench": ("kuhn",), "show": ("kuhn",), "score": ("hearts",),
    "replay": ("games.jsonl",), "learn": ("kuhn",),
}  # fmt: skip


def numbers() -> Iterator[tuple[str, Any]]:
    """Every option that takes a number, with its command."""
    for name in main.COMMANDS:
        for param in main._imported(name).params:
            if param.type.name.startswith(("int", "float")):
                yield name, param


NUMBERS = [(name, param) for name, param in numbers() if param.name not in IN_RULES]
CASES = [
    (name, param.opts[0], value)
    for name, param in NUMBERS
    for value in (FARTHER, -1, *(("inf", "-inf", "nan", "NaN", "1e400") if param.type.name.startswith("float") else ()))
]


def test_every_number_has_a_least_and_a_most() -> None:
    assert len(NUMBERS) > 20
    assert [f"{name} {param.name}" for name, param in NUMBERS if None in (param.type.min, param.type.max)] == []


@pytest.mark.parametrize(("command", "option", "value"), CASES, ids=[" ".join(map(str, case)) for case in CASES])
def test_what_is_beyond_is_refused_in_words(command: str, option: str, value: object) -> None:
    result = called(command, *NEEDED[command], option, value)
    assert result.exit_code == 2, result.output
    assert "is out of range for `" in result.output or "is not a number for `" in result.output
    assert "help: possible here: " in result.output or "help: write digits, such as `2.5`" in result.output


@pytest.mark.parametrize("command", ["run", "play", "simulate", "ladder", "learn", "diff", "bench", "show", "score"])
@pytest.mark.parametrize("players", [FARTHER, -FARTHER])
def test_so_many_players_are_refused_by_the_rules(command: str, players: int) -> None:
    result = called(command, *NEEDED[command], "--players", players)
    assert (result.exit_code, f"`{players}` players cannot play" in result.output) == (2, True), result.output


def test_what_may_be_asked_for_is_said_as_it_may_be_typed() -> None:
    assert "help: possible here: 0 to 10000000\n" in called("ladder", "kuhn", "--bots", "a", "--seconds", "-1").output
    assert "help: possible here: 0.1 to 60\n" in called("bench", "kuhn", "--seconds", "61").output


def test_games_are_handed_out_as_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    class EnoughSeenError(Exception):
        pass

    asked: list[range] = []

    def results(work: object, chunks: Iterator[range], jobs: int) -> Iterator[tuple[Tally, str]]:
        asked.extend(islice(chunks, 2))
        raise EnoughSeenError
        yield

    monkeypatch.setattr(running, "_results", results, raising=True)
    work = running.Work("kuhn", 2, {}, 0, ("random",), False)
    tracemalloc.start()
    with pytest.raises(EnoughSeenError):
        running._play(work, ranges.MOST_GAMES, 1, running.Logs(None))
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert asked == [range(20), range(20, 40)]
    assert most < 10_000_000
