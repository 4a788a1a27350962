"""Measurements of machine code, beside those of the reference interpreter: figures and ratios of one run on one core.

Each is the best of several repetitions, games and hands by the time that the processor worked on them, so that what
else the machine does counts least.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter, thread_time
from typing import Any

from coupdsl.engine.load import load
from coupdsl.engine.rules import Rules
from coupdsl.language.diagnostics import Problems
from coupdsl.native.batch import Batch
from coupdsl.native.counting.columns import NONE
from coupdsl.native.llvm.jit import CAREFUL
from coupdsl.native.machine import Machine
from coupdsl.native.playing import Playing
from coupdsl.play.speed import read_anew
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.study.sample import columns_of, rows

REPETITIONS = 5
SOME = 500  # games, to see how many hands they have
GAME, HANDS = "a whole game, compiled", "hands of"
NOWHERE = 0  # the address of rows of no width


def measure(ruleset: str, players: int | None, seconds: float) -> Iterator[dict[str, Any]]:
    """Rows of what, value, unit and the ratio of its time to that of a whole game in machine code."""
    rules = read_anew(ruleset, players)
    begin = perf_counter()
    batch = _batch(rules)
    made = perf_counter() - begin
    games = _games_in(batch, seconds / 10)
    game = best_of(lambda: _play(batch, games), seconds) / games
    yield _row("from a saved edit to the first game", _edited(ruleset, players) * 1000, "ms", game)
    yield _row("compiled with care", made * 1000, "ms", game)
    yield _row(GAME, 1 / game, "a second", game)
    yield from _hands(ruleset, players, seconds, game)
    state = Machine(rules).start(1)
    move = state.legal_moves()[0]
    yield _row("copy of a compiled state", 1000 / best_of(lambda: _times(1000, state.copy)), "a second", game)
    yield _row(
        "a move in a copy", 1000 / best_of(lambda: _times(1000, lambda: state.copy().apply(move))), "a second", game
    )
    one, two = best_of(lambda: in_threads(1, _play, batch, games)), best_of(lambda: in_threads(2, _play, batch, games))
    yield {"what": "two threads against one", "value": round(2 * one / two, 2), "unit": "times the games", "ratio": 0.0}


def against_open_spiel(seconds: float, measured: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A random hand of Hearts, its deal included, and the same with the random players of OpenSpiel, all in C++.

    Of what was `measured`, games and hands in machine code, how many there are to one hand of OpenSpiel.
    """
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

    rules = load("hearts-open-spiel", 4, {"game.lasts": "one_deal"})
    batch = _batch(rules)
    hands = _games_in(batch, seconds / 10)
    mine = best_of(lambda: _play(batch, hands), seconds) / hands
    game = pyspiel.load_game("hearts")

    def theirs() -> float:
        begin = thread_time()
        for seed in range(200):
            bots = [pyspiel.make_uniform_random_bot(seat, 4 * seed + seat + 1) for seat in range(4)]
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return (thread_time() - begin) / 200

    other = best_of(theirs, seconds)
    yield _row("a random hand of Hearts", 1 / mine, "a second", mine)
    yield _row("the same by OpenSpiel", 1 / other, "a second", mine)
    yield {"what": "against OpenSpiel", "value": round(other / mine, 1), "unit": "times the hands", "ratio": 0.0}
    for row in measured:
        if row["what"] == GAME or row["what"].startswith(HANDS):
            times = round(row["value"] * other, 2)
            yield {"what": f"{row['what']}, to its hand", "value": times, "unit": "times the hands", "ratio": 0.0}


def _row(what: str, value: float, unit: str, game: float) -> dict[str, Any]:
    time = value / 1000 if unit == "ms" else 1 / value
    return {"what": what, "value": round(value, 1), "unit": unit, "ratio": round(time / game, 4)}


def best_of(measured: Callable[[], float], seconds: float = 0.0) -> float:
    """The best of several, and of as many as there is time for: other work comes in bursts of many of them."""
    end = perf_counter() + seconds
    best = min(measured() for _ in range(REPETITIONS))
    while perf_counter() < end:
        best = min(best, measured())
    return best


def _times(number: int, work: Callable[[], object]) -> float:
    begin = perf_counter()
    for _ in range(number):
        work()
    return perf_counter() - begin


def _batch(rules: Rules) -> Batch:
    """Games that are played and not counted."""
    return Batch(rules, Playing, CAREFUL)


def _play(batch: Batch, games: int) -> float:
    begin = thread_time()
    batch.play(1, 0, games, NOWHERE)
    return thread_time() - begin


def _games_in(batch: Batch, seconds: float) -> int:
    """How many games take about so long."""
    return max(10, min(5000, int(seconds / (_play(batch, 20) / 20))))


def in_threads(number: int, work: Callable[..., object], *given: object) -> float:
    """Seconds by the clock that so many threads take to do the same."""
    threads = [Thread(target=work, args=given) for _ in range(number)]
    begin = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return perf_counter() - begin


def _edited(ruleset: str, players: int | None) -> float:
    """A variant is written, read, checked, compiled and played once."""
    with tempfile.TemporaryDirectory() as folder:

        def once() -> float:
            path = Path(folder) / f"edited{len(list(Path(folder).iterdir()))}.yaml"
            path.write_text(f"variant: {path.stem}\n{_parent(ruleset)}\n", "utf-8")
            begin = perf_counter()
            rules = read_anew(path, players)
            rows(rules, 1, 0, 1, ("random",))
            return perf_counter() - begin

        once()
        return best_of(once)


def _parent(ruleset: str) -> str:
    """The line of a variant that says what it is a variant of."""
    path = find_ruleset(ruleset)
    if path is None:
        return f"extends: {ruleset}"
    return f"{'game' if path.suffix == '.coup' else 'extends'}: {path.resolve().as_posix()}"


def _hands(ruleset: str, players: int | None, seconds: float, game: float) -> Iterator[dict[str, Any]]:
    """For each entry that can be played, games in which nothing else is: how many hands of it a second."""
    for kind in read_anew(ruleset, players).program.kinds.values():
        played = [entry for entry in kind.entries if entry.plays is not None and entry.parent is None]
        for entry in played if len(played) > 1 else ():
            with tempfile.TemporaryDirectory() as folder:
                others = ", ".join(other.name for other in played if other is not entry)
                path = Path(folder) / "only.yaml"
                text = f"variant: only\n{_parent(ruleset)}\n{kind.plural}: {{remove: [{others}]}}\n"
                path.write_text(text, "utf-8")
                try:
                    rules = read_anew(path, players)
                except Problems:  # the game cannot do without the others
                    continue
                batch, columns = _batch(rules), columns_of(rules)
                games = _games_in(batch, seconds / 10)
                time = best_of(lambda b=batch, n=games: _play(b, n), seconds)  # type: ignore[misc]
                found = rows(rules, 1, 0, SOME, ("random",))
                hands = sum(
                    int(found[:, at].sum())
                    for at, column in enumerate(columns.all)
                    if column.figure == "spells" and column.entry != NONE
                )
                yield _row(f"{HANDS} {entry.path}, compiled", hands / SOME * games / time, "a second", game)
