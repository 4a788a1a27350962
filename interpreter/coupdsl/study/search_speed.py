"""How fast players think: figures of one run on one core, at the first decision of a game that has several moves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from time import thread_time
from typing import Any

from coupdsl.engine.load import load
from coupdsl.engine.state import State
from coupdsl.native.llvm.jit import CAREFUL, QUICK
from coupdsl.native.machine import Machine
from coupdsl.play.game import Game
from coupdsl.search.arena import CompiledArena
from coupdsl.search.compiled_tree import CompiledTree
from coupdsl.search.levels import HARD
from coupdsl.search.worlds import Worlds
from coupdsl.study.benchmark import REPETITIONS, best_of, in_threads

TRIES, WORLDS = 20_000, 50
FIRST = """
import sys, time
begin = time.perf_counter()
from coupdsl.engine.load import load
from coupdsl.play.game import Game
from coupdsl.search.levels import LEVELS
rules = load(sys.argv[1], int(sys.argv[2]))
game = Game(rules, 1)
while len(game.state.legal_moves()) < 2:
    game.apply(game.state.legal_moves()[0])
seat = game.state.actor
player = LEVELS["hard"](rules, seat, 1)
player.told(game.seen(seat))
player.choose(game.state.decision, game.state.legal_moves(), game.state.view(seat))
print(time.perf_counter() - begin)
"""


def measure(ruleset: str, players: int | None, seconds: float) -> Iterator[dict[str, Any]]:
    """Rows of what, value, unit and the ratio of its time to that of an iteration of the tree."""
    rules = load(ruleset, players)
    game = Game(rules, 1)
    while len(game.state.legal_moves()) < 2:
        game.apply(game.state.legal_moves()[0])
    careful, worlds = CompiledArena(rules, CAREFUL), [game.state] * WORLDS
    iteration = best_of(partial(_grown, careful, worlds), seconds)

    def each(what: str, unit: str, value: float, time: float) -> dict[str, Any]:
        return {"what": what, "value": round(value, 1), "unit": unit, "ratio": round(time / iteration, 2)}

    quick = CompiledArena(rules, QUICK)
    yield each("iterations of the tree", "a second", 1 / iteration, iteration)
    for what, work, arena in (("the same by quick code", _grown, quick), ("tries of a flat search", _tried, careful)):
        time = best_of(partial(work, arena, worlds), seconds)
        yield each(what, "a second", 1 / time, time)
    alone, both = (best_of(partial(in_threads, number, _grown, careful, worlds), seconds) for number in (1, 2))
    times = round(2 * alone / both, 2)
    yield {"what": "two threads against one", "value": times, "unit": "times the iterations", "ratio": 0.0}
    time = best_of(partial(_imagined, game), seconds)
    yield each("a world", "µs", 1e6 * time, time)
    time = min(_first(ruleset, rules.players) for _ in range(REPETITIONS))
    yield each("first answer of `hard`, rules and careful code kept", "ms", 1000 * time, time)
    held = CompiledTree(quick, worlds, game.state.actor or 0, 1, HARD.nodes).given.bytes / 1e6
    yield {"what": "memory of a search of `hard`", "value": round(held, 1), "unit": "MB", "ratio": 0.0}


def _grown(arena: CompiledArena, worlds: list[State]) -> float:
    """An iteration of a tree that is grown by so many tries, shared out among all moves."""
    moves, seat = worlds[0].legal_moves(), worlds[0].actor or 0
    tree, each = CompiledTree(arena, worlds, seat, 1, 2 * TRIES), max(1, TRIES // len(moves))
    begin = thread_time()
    tree.trials(moves, range(each))
    return (thread_time() - begin) / (each * len(moves))


def _tried(arena: CompiledArena, worlds: list[State]) -> float:
    begin = thread_time()
    arena.trials(worlds, worlds[0].actor or 0, 1, worlds[0].legal_moves()[:1], range(TRIES))
    return (thread_time() - begin) / TRIES


def _imagined(game: Game) -> float:
    """One world of those that `hard` imagines, of a seat that is asked, once it has imagined some."""
    seat = game.state.actor or 0
    worlds = Worlds(game.rules, seat, 1, Machine(game.rules, CAREFUL))
    worlds.told(game.seen(seat))
    worlds.sample(2)
    begin = thread_time()
    worlds.sample(HARD.worlds)
    return (thread_time() - begin) / HARD.worlds


def _first(ruleset: str, players: int) -> float:
    """How long a process takes that loads rules and asks a player once."""
    words = [sys.executable, "-c", FIRST, ruleset, str(players)]
    return float(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
