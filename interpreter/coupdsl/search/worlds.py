"""What a seat can imagine: whole worlds in which it is told just what it was told, each as often as it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from coupdsl.code.moves import Move
from coupdsl.engine.rules import Rules
from coupdsl.language.records import record
from coupdsl.native.compiled_state import State
from coupdsl.native.machine import Machine
from coupdsl.search import chain
from coupdsl.search.bans import Bans
from coupdsl.search.history import History
from coupdsl.search.mending import Mender
from coupdsl.search.player import Told
from coupdsl.search.retelling import Retelling

SIDE_BY_SIDE = 6  # worlds that are kept from one decision to the next
MOST = 60_000  # moves made in search of one
BEGINNINGS = 6  # from which one is looked for


class NoWorld(Exception):
    """None was found in which the seat is told what it was told, within the work that may be done."""


@record
class World:
    """Its `state` is the present, with chance left to the caller, which `state.copy(seed)` gives; `moves` led there."""

    state: State
    moves: tuple[Move, ...]


class Worlds:
    """The worlds of one seat (None: a spectator), of what it was told and nothing else.

    A world weighs the probability of its chance, and for each choice of others that the seat was not told one over the
    number of their options; choices that were told weigh 1. Equal seeds and the same things told give the same worlds.
    """

    def __init__(self, rules: Rules, seat: int | None, seed: int, machine: Machine | None = None) -> None:
        self.machine = Machine(rules) if machine is None else machine
        self.rng = Random(seed)
        self.retelling = Retelling(self.machine, seat)
        self.bans = Bans(self.machine, self.retelling.renaming, self.retelling.ear.bit)
        self.mender = Mender(self.retelling, self.bans, self.rng)
        self.chain = chain.Chain(self.retelling, self.bans, self.rng)
        self._kept: list[chain.World] = []
        self._behind = True  # has more been told than the kept worlds hold?
        self._next = 0

    def told(self, events: Sequence[Told]) -> None:
        """Takes note of what the seat is sent; its own choices come as `asked`."""
        if events:
            self.retelling.hear(events)
            self._behind = True

    def sample(self, count: int) -> list[World]:
        """So many worlds, nearly independent of one another; raises NoWorld if none is found."""
        if self._behind:
            self._catch_up()
        return [self._sampled() for _ in range(count)]

    def _sampled(self) -> World:
        at = self._next = (self._next + 1) % len(self._kept)
        world = self._kept[at]
        for _ in range(self._rounds()):
            world = self.chain.next(world)
        self._kept[at] = world
        history, moves = world.history, self.machine.code.alphabet.moves
        return World(State(self.machine, history.blocks[-1], []), tuple(moves[move] for move in history.moves))

    def _rounds(self) -> int:
        """Steps of the chain between worlds that are given out."""
        chosen = 2 * min(self.chain.choices, 10)
        return 4 + chosen + (2 * len(self.chain.once_unseen) if self.machine.code.layout.doubled else 0)

    # ---- keeping up
    def _catch_up(self) -> None:
        kept = [world.history for world in self._kept]
        self._kept = []
        for history in kept:
            found = self.mender.whole(history.until(len(history.moves)), MOST)
            if found is not None:
                self._take_in(found)
        for _ in range(BEGINNINGS):
            if len(self._kept) >= SIDE_BY_SIDE:
                break
            found = self._from_the_start()
            if found is not None:
                self._take_in(found)
        if not self._kept:
            raise NoWorld("no world was found in which this seat is told what it was told")
        while len(self._kept) < SIDE_BY_SIDE:
            self._kept.append(self.rng.choice(self._kept))
        self._behind = False
        self.chain.told(self._kept[0])
        rounds = 10 * self._rounds() if len(kept) < SIDE_BY_SIDE else self._rounds()
        for at, world in enumerate(self._kept):
            for _ in range(rounds):
                world = self.chain.next(world)
            self._kept[at] = world

    def _from_the_start(self) -> History | None:
        history = self.retelling.start()
        return self.mender.whole(history, MOST) if history is not None else None

    def _take_in(self, history: History) -> None:
        self.bans.forget_broken(history)
        self._kept.append(chain.World(self.retelling, history))
