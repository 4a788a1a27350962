"""Worlds that are the likelier, the better others chose in them: who claims something may well hold it.

`Worlds` takes a choice that was told as it is, however odd it would be. Here others are thought to choose an option the
oftener, the better it turns out in random games from where they stood. All worlds in which somebody knew the same there
count as one position, so that nobody is thought to see what he cannot. Where hands are so large that each world has
another, this would say little for much work, and worlds are taken as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from random import Random

from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.language.records import record
from coupdsl.native.compiled_state import State
from coupdsl.search.arena import Arena
from coupdsl.search.history import History
from coupdsl.search.own_knowledge import OwnKnowledge
from coupdsl.search.player import Told
from coupdsl.search.worlds import World, Worlds

LOOKED_AT, OFTEN = 40, 0.02  # worlds, and the share of pairs of them in which somebody knows the same, at least
MORE = 2  # worlds that are weighed for each one wanted
LAST = 6  # choices of others that are weighed
TRIES = 48  # random games for each option
MOST_TRIED = 20  # options besides the one that was chosen
SHARP = 8.0  # how fast options are rarer that are worse, in powers of e, by how much random games vary
CARELESS = 0.05  # how often somebody chooses without a thought
MOST_KEPT = 10_000  # choices


@record
class Chosen:
    """A choice of another that was told; `key` is the same where he knew the same and had the same options."""

    state: State
    actor: int
    move: Move
    options: list[Move]
    key: tuple[int, ...]


class Likely:
    """The worlds of one seat, drawn as they weigh and as what others chose is likely in them."""

    def __init__(self, worlds: Worlds, arena: Arena, seed: int) -> None:
        self.worlds, self.arena, self.seed = worlds, arena, seed
        self.machine, self.seat = worlds.machine, worlds.retelling.seat
        self.knowledge, self.rng = OwnKnowledge(self.machine), Random(seed)
        self._kept: dict[tuple[int, ...], float] = {}  # of choices, the logarithm of how likely they were
        self._weighs: bool | None = None

    def told(self, events: Sequence[Told]) -> None:
        self.worlds.told(events)

    def sample(self, count: int) -> list[World]:
        """So many worlds, some of them perhaps more than once; raises NoWorld if none is found."""
        if not self.weighs:
            return self.worlds.sample(count)
        worlds = self.worlds.sample(MORE * count)
        return drawn(worlds, self.weights(worlds), count, self.rng)

    @property
    def weighs(self) -> bool:
        """Are hands so small that each comes in many worlds? It is seen when worlds are first asked for."""
        if self._weighs is None:
            worlds = self.worlds.sample(LOOKED_AT)
            seats = (seat for seat in range(self.machine.code.layout.seats) if seat != self.seat)
            self._weighs = all(self._share_alike(worlds, seat) >= OFTEN for seat in seats)
        return self._weighs

    def _share_alike(self, worlds: Sequence[World], seat: int) -> float:
        """Of the pairs of worlds, those in which a seat knows the same."""
        counted = Counter(self.knowledge.of(world.state.data, seat) for world in worlds)
        return sum(count * (count - 1) for count in counted.values()) / (len(worlds) * (len(worlds) - 1))

    def weights(self, worlds: Sequence[World]) -> list[float]:
        """How likely the last choices of others were in each world, against the likeliest."""
        chosen = [list(self._last(world.history)) for world in worlds]
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        alike: dict[tuple[int, ...], list[Chosen]] = {}
        for one in (one for of_world in chosen for one in of_world):
            alike.setdefault(one.key, []).append(one)
        for key, of_key in alike.items():
            if key not in self._kept:
                self._kept[key] = self._log_of(of_key)
        logs = [sum(self._kept[one.key] for one in of_world) for of_world in chosen]
        most = max(logs)
        return [exp(one - most) for one in logs]

    def _last(self, history: History) -> Iterator[Chosen]:
        """The last choices of others that were told, where they had several options."""
        machine, moves, left = self.machine, self.machine.code.alphabet.moves, LAST
        for step in reversed(range(len(history.moves))):
            decision = machine.code.decisions.get(history.pcs[step])
            if decision is None or decision.who is None or history.hidden[step]:
                continue
            state = State(machine, history.position(step), [])
            actor, options = machine.actor(state.data), state.legal_moves()
            if actor == self.seat or len(options) < 2:
                continue
            key = history.at[step], actor, self.knowledge.of(state.data, actor), *(move.id for move in options)
            yield Chosen(state, actor, moves[history.moves[step]], options, key)
            left -= 1
            if not left:
                return

    def _log_of(self, alike: Sequence[Chosen]) -> float:
        """The logarithm of how likely a choice is of somebody who cannot tell these positions apart."""
        this, seed = alike[0], derive(self.seed, len(self._kept))
        states = [one.state for one in alike[:TRIES]]
        varies = _deviation([end[this.actor] for end in self.arena.ends(states, seed, range(TRIES))])
        if not varies:
            return -log(len(this.options))
        others = [move for move in this.options if move != this.move]
        beside = others if len(others) <= MOST_TRIED else Random(seed).sample(others, MOST_TRIED)
        own, *sums = self.arena.trials(states, this.actor, seed, [this.move, *beside], range(TRIES))
        better = sum(exp(min(SHARP * (one - own) / TRIES / varies, 700)) for one in sums)
        share = 1 / (1 + better * len(others) / len(beside))
        return log((1 - CARELESS) * share + CARELESS / len(this.options))


def _deviation(values: Sequence[int]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def drawn(worlds: Sequence[World], weights: Sequence[float], count: int, rng: Random) -> list[World]:
    """So many of them in turn, each as often as it weighs but for a fraction (systematic resampling)."""
    step = sum(weights) / count
    total, there = 0.0, rng.uniform(0, step)
    found: list[World] = []
    for world, weight in zip(worlds, weights, strict=True):
        total += weight
        while there < total and len(found) < count:
            found.append(world)
            there += step
    return found + [worlds[-1]] * (count - len(found))  # where the total was rounded down
