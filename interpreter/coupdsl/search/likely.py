"""Worlds that are the likelier, the better others chose in them: who claims something may well hold it.

`Worlds` takes a choice that was told as it is, however odd it would be. Here others are thought to choose an option the
oftener, the better it turns out in random games from where they stood, if they do not pretend (`pretence.py`). All
worlds in which somebody knew the same there count as one position, so that nobody is thought to see what he cannot.
Where hands are so large that each world has another, this would say little for much work, and worlds are taken as they
are.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from math import exp, inf, log, sqrt
from random import Random

from coupdsl.engine.chance import derive
from coupdsl.language.records import record
from coupdsl.native.compiled_state import State
from coupdsl.search.arena import Arena
from coupdsl.search.history import History
from coupdsl.search.own_knowledge import own_knowledge
from coupdsl.search.player import Told
from coupdsl.search.pretence import Pretence
from coupdsl.search.worlds import World, Worlds

LOOKED_AT, MOST_LOOKED_AT = 64, 200  # worlds, to see how often others know the same in two of them
OFTEN = 0.0025  # the share of these pairs, at least
MORE, APART = 8, 1 / 3  # worlds that are weighed for each one wanted, and how far apart: one in eight or less is taken
LEAST = 0.1  # of these, so many count at least, however others chose: what is thought of them may be wrong
HALVINGS = 10  # to find how much nearer weights must be to one another
LAST = 100  # choices of others that are weighed
TRIES, ALL_TRIES = 192, 1_200  # random games for each option, and for all of them together, at most
FEWEST_TRIES, AT_ONCE = 8, 60_000  # for each option however many choices are weighed, and for all of these about
MOST_TRIED = 20  # options besides the one that was chosen
SHARP = 8.0  # how fast options are rarer that are worse, in powers of e, by how much random games vary
CARELESS = 0.02  # how often somebody chooses without a thought
MOST_KEPT = 100_000  # choices


@record
class Chosen:
    """A choice of another that was told, by its number; `options` are what he could choose.

    `key` is the same where he knew the same and had the same options.
    """

    block: bytearray
    actor: int
    move: int
    options: list[int]
    key: tuple[int, ...]


class Likely:
    """The worlds of one seat, drawn as they weigh and as what others chose is likely in them."""

    def __init__(self, worlds: Worlds, arena: Arena, seed: int) -> None:
        self.worlds, self.arena, self.seed = worlds, arena, seed
        self.machine, self.seat = worlds.machine, worlds.retelling.seat
        self.knowledge, self.rng = own_knowledge(self.machine), Random(seed)
        self._kept: dict[tuple[int, ...], float] = {}  # of choices, the logarithm of how likely they were
        self.pretence = Pretence()
        self.others = [seat for seat in range(self.machine.code.layout.seats) if seat != self.seat]
        self._small = bool(self.others) and not arena.is_open  # where all see everything each world is as likely
        self._known: deque[list[int]] = deque(maxlen=MOST_LOOKED_AT)  # in worlds that were drawn last, what others know

    def told(self, events: Sequence[Told]) -> None:
        self.worlds.told(events)

    def sample(self, count: int) -> list[World]:
        """So many worlds, some of them perhaps more than once; raises NoWorld if none is found."""
        worlds = self._drawn(count, APART if self.weighs else 1.0)
        if not self.weighs:
            return worlds
        worlds += self._drawn((MORE - 1) * count, APART)
        return drawn(worlds, self.weights(worlds), count, self.rng)

    # ---- how large hands are
    def _drawn(self, count: int, apart: float) -> list[World]:
        worlds = self.worlds.sample(count, apart)
        if self._small:
            for world in worlds[-MOST_LOOKED_AT:]:
                known = self.knowledge.by_seat(world.state.data)
                self._known.append([known[seat] for seat in self.others])
            self._small = self._may_be_alike
        return worlds

    @property
    def weighs(self) -> bool:
        """Are hands so small, and were they so far, that each comes in many worlds?"""
        if self._small and not self._known:
            self._drawn(LOOKED_AT, 1.0)
        return self._small

    @property
    def _may_be_alike(self) -> bool:
        """May each other seat know the same in so many of all pairs of worlds, by those that were drawn last?

        One in each half of them, since those that follow one another are alike in much.
        """
        half = len(self._known) // 2
        columns = zip(*self._known, strict=True)
        pairs = ((Counter(column[:half]), Counter(column[half:])) for column in columns)
        found = (sum(count * later[known] for known, count in earlier.items()) for earlier, later in pairs)
        return all(alike + 2 * sqrt(alike + 1) >= OFTEN * half * (len(self._known) - half) for alike in found)

    def weights(self, worlds: Sequence[World]) -> list[float]:
        """How likely the choices of others were in each world, against the likeliest."""
        chosen = [list(self._last(world.history)) for world in worlds]
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        alike: dict[tuple[int, ...], list[Chosen]] = {}
        for one in (one for of_world in chosen for one in of_world):
            alike.setdefault(one.key, []).append(one)
        new = {key: of_key for key, of_key in alike.items() if key not in self._kept}
        for key, of_key in new.items():
            self._kept[key] = self._log_of(of_key, AT_ONCE // len(new))
        weighed = [[(one.key[0], one.actor, self._kept[one.key]) for one in of_world] for of_world in chosen]
        return levelled(self.pretence.logs(weighed), LEAST * len(worlds))

    def _last(self, history: History) -> Iterator[Chosen]:
        """The last choices of others that were told, where they had several options."""
        machine, items, left = self.machine, self.worlds.retelling.items, LAST
        for step in reversed(range(len(history.moves))):
            decision = machine.code.decisions.get(history.pcs[step])
            if decision is None or decision.who is None or history.hidden[step]:
                continue
            at = history.at[step]
            actor, block = items[at].seat, history.position(step)
            if actor == self.seat:
                continue
            options = machine.options(block)
            if len(options) < 2:
                continue
            key = at, self.knowledge.of(block, actor), *options
            yield Chosen(block, actor, history.moves[step], options, key)
            left -= 1
            if not left:
                return

    def _log_of(self, alike: Sequence[Chosen], about: int) -> float:
        """The logarithm of how likely a choice is of somebody who cannot tell these positions apart.

        It is found in `about` so many random games.
        """
        this, seed = alike[0], derive(self.seed, len(self._kept))
        others = [move for move in this.options if move != this.move]
        beside = others if len(others) <= MOST_TRIED else Random(seed).sample(others, MOST_TRIED)
        numbers = range(max(FEWEST_TRIES, min(TRIES, min(ALL_TRIES, about) // (1 + len(beside)))))
        states = [State(self.machine, one.block, []) for one in alike[: len(numbers)]]
        ends = self.arena.ends(states, seed, numbers)
        varies = _deviation([end[this.actor] for end in ends]) if ends else 0.0
        if not varies:
            return -log(len(this.options))
        moves = [self.machine.code.alphabet.moves[move] for move in (this.move, *beside)]
        own, *means = self.arena.trials(states, this.actor, seed, moves, numbers).means
        if own == -inf:  # the rules failed in all of these games
            return -log(len(this.options))
        better = sum(exp(min(SHARP * (one - own) / varies, 700)) for one in means)
        share = 1 / (1 + better * len(others) / len(beside))
        return log((1 - CARELESS) * share + CARELESS / len(this.options))


def _deviation(values: Sequence[int]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def levelled(logs: Sequence[float], wanted: float) -> list[float]:
    """Weights with these logarithms, the largest 1: nearer to one another where too few would count.

    So many count as equal weights would vary as much (Kish 1965).
    """
    most, flat, sharp = max(logs), 0.0, 1.0

    def weights(exponent: float) -> list[float]:
        return [exp(exponent * (one - most)) for one in logs]

    if _counting(weights(sharp)) >= wanted:
        return weights(sharp)
    for _ in range(HALVINGS):
        middle = (flat + sharp) / 2
        flat, sharp = (middle, sharp) if _counting(weights(middle)) >= wanted else (flat, middle)
    return weights(flat)


def _counting(weights: Sequence[float]) -> float:
    return sum(weights) ** 2 / sum(one * one for one in weights)


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
