"""Pieces that lay together before the first hidden move, dealt anew among the ways that they went since.

The ways end at the present, or where one of them was seen next: there all lay together again. So most worlds lead to
one another in a single step; what else is hidden changes in `chain.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import exp
from random import Random

from coupdsl.language.records import record
from coupdsl.search.bans import Bans
from coupdsl.search.dealing import Deal
from coupdsl.search.foretold import LATER, Foretold
from coupdsl.search.history import History, unknown, zone_of
from coupdsl.search.rehearsal import Trail, odds
from coupdsl.search.retelling import Retelling, log_of_share
from coupdsl.search.traced_world import World
from coupdsl.search.traces import END, lying_at
from coupdsl.search.walking import Walker

UNTIL_SEEN = 0.05  # how often others go ways that end before the present


@record
class Walk:
    """Worlds one after the other, and how many steps led elsewhere."""

    worlds: list[World]
    moved: int


class Permuting:
    """`told` anew whenever more has been told. Pieces that are written alike it leaves alone."""

    def __init__(self, retelling: Retelling, bans: Bans, rng: Random) -> None:
        self.retelling, self.bans, self.rng = retelling, bans, rng
        self.walker = Walker(retelling.machine, retelling.ear.bit)
        self.first = 0  # the first hidden move
        self.once_unseen: list[int] = []
        self.seen: list[int] = []  # of these, those that the seat saw after that move
        self.groups: list[list[int]] = []  # of the others, those that lay together before it
        self.apart = False  # did not all that are hidden now lie in one of them?

    def told(self, world: World, once_unseen: list[int], unseen: Collection[int]) -> None:
        """Takes from one world what is the same in all."""
        self.groups, self.apart = [], False
        if self.retelling.code.layout.doubled or True not in world.history.hidden:
            return
        self.first, self.once_unseen = world.history.hidden.index(True), once_unseen
        self.seen = [piece for piece in once_unseen if world.traces.next_seen(piece, self.first) < END]
        groups: dict[int, list[int]] = {}
        for piece in once_unseen:
            lying = lying_at(world.traces.paths[piece], self.first)
            if lying >= 0 and piece not in self.seen:
                groups.setdefault(lying, []).append(piece)
        self.groups = [group for _, group in sorted(groups.items()) if len(group) > 1]
        hidden = [piece for piece in unseen if piece not in self.seen]
        self.apart = bool(self.groups) and not any(set(group).issuperset(hidden) for group in self.groups)

    def following(self, world: World, heeding: bool, walks: bool = False) -> World | None:
        """Another world; None where what was tried is none. From there this one is as likely to be tried.

        If `heeding`, no piece goes to where it cannot lie, as bans say. Before `walks` nothing is tried that they do.
        """
        if self.seen and self.rng.uniform(0, 1) < UNTIL_SEEN:
            deal = self._until_seen(world, self.rng.choice(self.seen))
            return None if deal is None else self._dealt(world, deal, deal.exchanged(deal.pieces, self.rng, heeding))
        if walks:
            return None
        deal, goers = self._whole_deal(world)
        return self._dealt(world, deal, deal.exchanged(goers, self.rng, heeding))

    def walk(self, world: World, worlds: int, steps: int, heedless: float) -> Walk:
        """So many worlds, each so many steps as of `following` after the other.

        In the share `heedless` of the steps bans are not heeded. No move may name several of the pieces.
        """
        deal, goers = self._whole_deal(world)
        assert not deal.with_others, "pieces are chosen one by one"
        retelling = self.retelling
        self._find_trail(deal)
        form, options, seed = retelling.form_of(deal.history), retelling.options, self.rng.getrandbits(64)
        found = self.walker.walk(deal, form, options, goers, worlds, steps, heedless, seed)
        retelling.work += worlds * steps * deal.length
        if found.breached:
            deal.forget_bans(found.breached)
        pairs = zip(found.goers, found.blocks, strict=True)
        return Walk([self._world(deal, *pair) for pair in pairs], found.moved)

    def as_seen_since(self, world: World) -> World:
        """The same deal with pieces exchanged so that each that is seen later lies where it is then seen to come from.

        The world itself where it is so already, or where that is none. Each such piece changes places with one that
        lies there, of all that the seat does not know whichever it is by chance: so the worlds that come of it are as
        likely as they weigh, if this one was. What is told since may still be other than in it.
        """
        deal = world.deal
        if deal is None or deal.end < END:
            return world
        goers, lying = list(world.goers), self._unknown_places(world)
        wanted = self._foretold(deal.history.at[-1])
        for piece, zones in wanted.items():
            if piece not in goers or piece not in lying or lying[piece] in zones:
                continue
            there = [other for other, zone in lying.items() if zone in zones and other not in wanted]
            other = self.rng.choice(there) if there else piece
            if other == piece or other not in goers:
                return world
            at, its = goers.index(piece), goers.index(other)
            if its not in deal.beside(at):
                return world
            goers[at], goers[its] = other, piece
            lying[piece], lying[other] = lying[other], lying[piece]
        found = self._dealt(world, deal, goers) if goers != list(world.goers) else None
        if found is None:
            return world
        likelier = found.history.weight - world.history.weight
        return found if likelier >= 0 or self.rng.uniform(0, 1) < exp(likelier) else world

    def _unknown_places(self, world: World) -> dict[int, int]:
        """The zone of each piece that the seat does not know."""
        machine = self.retelling.machine
        hidden = unknown(machine, world.now, self.retelling.ear.bit)
        return {piece: zone_of(machine, world.now, piece) for piece in hidden}

    def _foretold(self, told: int) -> dict[int, frozenset[int]]:
        """Where pieces must have lain when so much had been told: the zones. Of a deal no two are written alike."""
        needs = Foretold(self.retelling.items[told : told + LATER]).needs
        return {piece: zones for face, zones in needs for piece in self.retelling.alike.get(face, ())}

    def _world(self, deal: Deal, goers: list[int], now: bytearray) -> World:
        return World(now, deal=deal, goers=goers, make_up=self._made_up)

    def _made_up(self, deal: Deal, goers: Sequence[int], now: bytearray) -> History:
        moves = deal.moves(goers)
        found = None if moves is None else self._trail(deal, moves)
        assert moves is not None and found is not None, "a world comes about again"
        return self._history(deal, moves, *found)

    def _whole_deal(self, world: World) -> tuple[Deal, Sequence[int]]:
        """The ways that end at the present, and who goes them in a world."""
        deal = world.deal
        if deal is None or deal.end < END or deal.bans_known != self.bans.changes:
            deal = self._deal(world, self.groups, END)
            world.deal, world.goers = deal, deal.pieces
        return deal, world.goers

    def _deal(self, world: World, groups: Sequence[Sequence[int]], end: int) -> Deal:
        return Deal(world.history, world.traces, groups, self.first, end, self.bans)

    def _until_seen(self, world: World, piece: int) -> Deal | None:
        """The ways that end where a piece is seen for the first time since the first hidden move."""
        traces, first = world.traces, self.first
        end = traces.next_seen(piece, first)
        start, there = (lying_at(traces.paths[piece], step) for step in (first, end))
        if start < 0 or there < 0:
            return None
        together = [
            other for other in self.once_unseen
            if lying_at(traces.paths[other], end) == there and lying_at(traces.paths[other], first) == start
            and traces.next_seen(other, first) >= end
        ]  # fmt: skip
        return self._deal(world, [together], end) if len(together) > 1 else None

    def _dealt(self, world: World, deal: Deal, goers: list[int]) -> World | None:
        """The world in which these go the ways, if the seat is told the same in it and all go as was foreseen."""
        moves = deal.moves(goers)
        if moves is None or moves == world.history.moves:
            return None
        self._find_trail(deal)
        names = {goer: piece for piece, goer in deal.image(goers).items()}
        found = self._trail(deal, moves, deal.trail, names)
        if found is None:
            return None
        other = World(found[1], self._history(deal, moves, *found), None, deal, goers)
        other.bans = world.bans
        return other

    def _find_trail(self, deal: Deal) -> None:
        if deal.trail is None:
            as_it_was = self._trail(deal, deal.history.moves)
            assert as_it_was is not None, "a history comes about again"
            deal.trail, deal.odds = as_it_was[0], odds(as_it_was[0])

    def _history(self, deal: Deal, moves: list[int], trail: Trail, now: bytearray) -> History:
        log, rated = deal.history.log, odds(trail)
        if rated != deal.odds:
            log = [*log[: deal.first], *map(log_of_share, *rated)]
        return deal.history.retold(moves, deal.first, now, log, self.retelling.make_up)

    def _trail(
        self, deal: Deal, moves: list[int], before: Trail | None = None, names: Mapping[int, int] | None = None
    ) -> tuple[Trail, bytearray] | None:
        retelling, history, first = self.retelling, deal.history, deal.first
        retelling.work += len(moves) - first
        start, form = history.position(first), retelling.form_of(history)
        return self.walker.trail(start, moves[first:], form, first, retelling.options, before, names, deal.end)
