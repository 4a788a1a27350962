"""What a seat can imagine: whole worlds in which it is told just what it was told, each as often as it weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from coupdsl.code.moves import Move
from coupdsl.engine.rules import Rules
from coupdsl.language.records import record
from coupdsl.native.compiled_state import State
from coupdsl.native.machine import Machine
from coupdsl.search.bans import Bans
from coupdsl.search.chain import Chain
from coupdsl.search.history import History, unknown, zone_of
from coupdsl.search.mending import Mender
from coupdsl.search.player import Told
from coupdsl.search.retelling import Retelling
from coupdsl.search.settled import Settled
from coupdsl.search.traced_world import World as Traced
from coupdsl.search.traced_world import traced
from coupdsl.search.whereabouts import Whereabouts

SIDE_BY_SIDE = 4  # worlds that are kept from one decision to the next
MOST, MOST_KEPT = 20_000, 6_000  # moves made in search of one, and to go on with one
BEGINNINGS, IN_ALL = 4, 160_000  # from which one is looked for; from more until so many moves were made
FEW = 3  # choices of the seat that are looked through at once
# times the usual number of steps: where fewer worlds went on, and from one that was mended
FEWER, LEAD_AWAY = 2, 12
LONG_WALK = 4  # worlds of a walk that are passed over in place of the usual number of steps
UNLIKE, LOOKED_THROUGH = 24, 100_000  # to say where pieces can lie: positions, and moves made to find so many


class NoWorld(Exception):
    """None was found in which the seat is told what it was told, within the work that may be done."""


@record
class World:
    """Its `state` is the present, with chance left to the caller, which `state.copy(seed)` gives."""

    state: State
    traced: Traced

    @property
    def history(self) -> History:
        return self.traced.history

    @property
    def moves(self) -> tuple[Move, ...]:
        """Those that led there, chance included."""
        moves = self.state.machine.code.alphabet.moves
        return tuple(moves[number] for number in (*self.history.before, *self.history.moves))


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
        self.settled = Settled(self.machine, seat, self.retelling.ear.bit, self.retelling.renaming)
        self.chain = Chain(self.retelling, self.bans, self.rng)
        self._kept: list[Traced] = []
        self._behind = True  # has more been told than the kept worlds hold?
        self._next = 0
        self.sure: dict[str, set[str]] = {}
        self._passed_over = 0  # worlds of the next walk, which leads away from where one was gone on with

    def told(self, events: Sequence[Told]) -> None:
        """Takes note of what the seat is sent; its own choices come as `asked`.

        Where it is much at once, as when a game is taken up again, worlds are found bit by bit.
        """
        *earlier, last = by_choices(events)
        for part in earlier:
            self._hear(part)
            with suppress(NoWorld):
                self._catch_up()
        self._hear(last)

    def _hear(self, events: Sequence[Told]) -> None:
        if events:
            self.retelling.hear(events)
            self._behind = True

    def sample(self, count: int, apart: float = 1.0) -> list[World]:
        """So many worlds, nearly independent of one another; less so, but quicker, where they are less far `apart`.

        Raises NoWorld if none is found.
        """
        if self._behind:
            self._catch_up()
        return [World(State(self.machine, world.now, []), world) for world in self._following(count, apart)]

    def places(self, count: int = 60) -> dict[str, dict[str, float]]:
        """Where each piece that the seat does not know may lie, by so many worlds: in each zone how many on average."""
        states = [world.state for world in self.sample(count)]
        layout = self.machine.code.layout
        found: dict[str, dict[str, float]] = {}
        for state in states:
            for piece in unknown(self.machine, state.data, self.retelling.ear.bit):
                zones = found.setdefault(layout.face_of[piece], {})
                name = layout.zone_name(zone_of(self.machine, state.data, piece))
                zones[name] = zones.get(name, 0.0) + 1 / count
        return found

    def can_lie(self, count: int = 24) -> dict[str, list[str]]:
        """Where each piece that the seat does not know can lie: the zones, by so many worlds and some made of them.

        By many more where few lead to another, as where it was told what hidden pieces are worth together. After it
        `sure` are those in each of which one of the pieces that are written so surely lies.
        """
        self.sample(1)
        places = Whereabouts(self.chain)
        unlike = {bytes(world.now): world for world in [*self._kept, *self._following(count)]}
        work, end = -1, self.retelling.work + LOOKED_THROUGH
        while len(unlike) < UNLIKE and work < self.retelling.work < end:
            work = self.retelling.work
            unlike |= {bytes(world.now): world for world in self._following(count)}
        for world in unlike.values():
            places.see(world)
        places.look_for_more()
        places.look_for_less()
        name = self.machine.code.layout.zone_name
        self.sure = {face: {name(zone) for zone in zones} for face, zones in places.sure.items()}
        return {face: [name(zone) for zone in sorted(zones)] for face, zones in places.found.items()}

    def _following(self, count: int, apart: float = 1.0) -> list[Traced]:
        """So many, that follow those which are kept, as many each."""
        kept, steps = self._kept, max(2, int(apart * self._rounds()))
        if self.chain.walks_alone:
            walked = self.chain.following(kept[-1], self._passed_over + count, steps)
            found, self._passed_over = walked[self._passed_over :], 0
            kept[-1] = (walked or kept)[-1]
            return found
        found = list[Traced]()
        for number in range(len(kept)):
            many = (count + number) // len(kept)
            if many:
                at = self._next = (self._next + 1) % len(kept)
                found += self.chain.following(kept[at], many, steps)
                kept[at] = found[-1]
        return found

    def _rounds(self) -> int:
        """Steps of the chain between worlds that are given out."""
        chosen = 2 * min(self.chain.choices, 10)
        alone = 2 * min(len(self.chain.once_unseen), 12) if self.machine.code.layout.doubled else 0
        by_pairs = min(len(self.chain.once_unseen), 4) if self.chain.permuting.apart else 0
        return 2 + chosen + alone + by_pairs  # pieces written alike change places pair by pair

    # ---- keeping up
    def _catch_up(self) -> None:
        """Goes on with the worlds that were kept, to where as much has been told; finds a new one if none is left."""
        before, self._kept = self._kept, []
        for world in reversed(before):
            if self._kept and self.chain.walks_alone:
                break  # which lead from one world to all others
            most = 0 if self._kept and self.chain.deals_anew else MOST_KEPT
            if not self._kept:  # beside worlds that were moved, those that go on by themselves would come too seldom
                world = self.chain.permuting.as_seen_since(world)
            found = self.mender.whole(world.history.until(len(world.history.moves)), most)
            if found is not None:
                self._take_in(found, world)
        rounds = self._begin() if not self._kept else 1 if self._are_enough else FEWER
        if not self._kept:
            self._kept = before
            raise NoWorld("no world was found in which this seat is told what it was told")
        self._behind = False
        self._lead_away(rounds)
        self._forget()

    @property
    def _are_enough(self) -> bool:
        """Are as many worlds kept as are gone on with? Where walks lead from one to all others, that is one."""
        return len(self._kept) >= (1 if self.chain.walks_alone else SIDE_BY_SIDE)

    def _lead_away(self, rounds: int) -> None:
        """From where worlds were gone on with, and from one another."""
        if self.chain.walks_alone:
            del self._kept[1:]  # one leads to all others
            self._passed_over = rounds * LONG_WALK
            return
        while len(self._kept) < SIDE_BY_SIDE:
            self._kept.append(self.rng.choice(self._kept))
        for at, world in enumerate(self._kept):
            for _ in range(rounds):
                world = self.chain.following(world, 1, self._rounds())[0]
            self._kept[at] = world

    def _begin(self) -> int:
        """Looks for new worlds; gives how often the usual number of steps then leads away from where they began.

        One that comes about at once is as good as drawn by chance; one that was mended is not.
        """
        begun, end = 0, self.retelling.work + IN_ALL
        while begun < BEGINNINGS or self.retelling.work < end:
            begun += 1
            history = self.retelling.start()
            if history is None:
                return 0
            work = self.retelling.work
            found = self.mender.whole(history, MOST)
            if found is not None:
                self._take_in(found)
                if self.retelling.work - work > len(found.moves):
                    break
                if self._are_enough:
                    return 1
        return LEAD_AWAY

    def _forget(self) -> None:
        """What all worlds agree on is not looked at again, so that a match takes no more than its longest deal."""
        told = self.settled.last(world.history for world in self._side_by_side())
        if told is not None:
            histories = [self.settled.cut(world.history, told) for world in self._kept]
            self._kept = [traced(self.retelling, history) for history in histories]
            self.retelling.beginning = histories[0].until(0)
            self.bans.of = {at: ban for at, ban in self.bans.of.items() if at >= told}
            self.chain.told(self._kept[0])

    def _side_by_side(self) -> Iterator[Traced]:
        """Those that are kept, and others in place of those that walks lead to."""
        yield from [*self._kept]
        if len(self._kept) < SIDE_BY_SIDE:
            yield from self._following(SIDE_BY_SIDE - len(self._kept))

    def _take_in(self, history: History, before: Traced | None = None) -> None:
        """Keeps a world, made of that `before` if there is one."""
        self.mender.forget_broken(history)
        if before is None:
            self._kept.append(traced(self.retelling, history))
        else:
            pairs = enumerate(zip(history.moves, before.history.moves, strict=False))
            same = next((step for step, (one, other) in pairs if one != other), len(before.history.moves))
            self._kept.append(traced(self.retelling, history, before.traces, same))
        if len(self._kept) == 1:
            self.chain.told(self._kept[0])


def by_choices(events: Sequence[Told]) -> list[Sequence[Told]]:
    """What a seat was sent, parted before each few of its own choices."""
    own = [at for at, event in enumerate(events) if event["event"] == "asked"][FEW::FEW]
    return [events[start:end] for start, end in zip([0, *own], [*own, len(events)], strict=True)]
