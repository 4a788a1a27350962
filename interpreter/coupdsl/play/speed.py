"""Measurements of the reference interpreter, given as figures and as ratios to a whole game of the same run."""

from __future__ import annotations

import resource
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from coupdsl.code.seats import usual_seats
from coupdsl.engine.chance import CHANCE, derive
from coupdsl.engine.load import playable
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.play.bots import RandomBot
from coupdsl.rulesets.compose import compose, flawless


def measure(ruleset: str, players: int | None, seconds: float) -> list[dict[str, Any]]:
    """Rows of what, value, unit and the ratio of its time to that of a whole game."""
    begin = perf_counter()
    rules = read_anew(ruleset, players)
    rules.code  # noqa: B018 - lowering is part of loading
    loading = perf_counter() - begin
    game_time, games, by_entry, moves = _games(rules, seconds)
    game = game_time / games
    rows = [_row("load, check and lower", loading * 1000, "ms", loading / game)]
    rows.append(_row("a whole game", game * 1000, "ms", 1.0))
    rows.append(_row("moves", moves / game_time, "a second", game_time / moves / game))
    for entry, (time, hands) in sorted(by_entry.items()):
        rows.append(_row(f"hands of {entry}", hands / time, "a second", time / hands / game))
    state = _middle(rules)
    for name, work in (("copy", state.copy), ("view of a seat", lambda: state.view(0)), ("save", state.save)):
        time = _time(work, seconds / 4)
        rows.append(_row(name, 1 / time, "a second", time / game))
    scale = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1e6
    rows.append(_row("peak memory", peak, "MB", 0.0))
    return rows


def read_anew(ruleset: str | Path, players: int | None) -> Rules:
    """The rules, read from their files: neither they nor what is made of them is kept on disk. Raises Problems."""
    composed = flawless(compose(str(ruleset)))
    return playable(composed, usual_seats(composed) if players is None else players)


def _row(what: str, value: float, unit: str, ratio: float) -> dict[str, Any]:
    return {"what": what, "value": round(value, 1), "unit": unit, "ratio": round(ratio, 4)}


def _games(rules: Rules, seconds: float) -> tuple[float, int, dict[str, tuple[float, int]], int]:
    """Random games until the time is up; the time since an entry was chosen until the next one counts as its hand."""
    entries = {entry.written for kind in rules.program.kinds.values() for entry in kind.entries}
    spent: dict[str, float] = defaultdict(float)
    hands: dict[str, int] = defaultdict(int)
    total, games, moves = 0.0, 0, 0
    while total < seconds or games < 3:
        bot = RandomBot(derive(1, games))
        begin = last = perf_counter()
        entry = ""
        state = rules.start(seed=derive(0, games))
        while not state.is_over:
            move = bot.choose(state.legal_moves())
            named = next((part for part in move.arguments if part in entries), "")
            if named:
                now = perf_counter()
                if entry:
                    spent[entry] += now - last
                    hands[entry] += 1
                entry, last = named, now
            state.apply(move)
            moves += 1
        total += perf_counter() - begin
        games += 1
    return total, games, {name: (spent[name], hands[name]) for name in hands}, moves


def _middle(rules: Rules) -> State:
    state, bot = rules.start(seed=1), RandomBot(1)
    for _ in range(100):
        if state.actor not in (None, CHANCE):
            state.apply(bot.choose(state.legal_moves()))
    return state


def _time(work: Callable[[], object], seconds: float) -> float:
    begin, runs = perf_counter(), 0
    while perf_counter() - begin < seconds:
        work()
        runs += 1
    return (perf_counter() - begin) / runs
