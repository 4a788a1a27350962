"""Ways that pieces went in a history, and how it is made when others go them."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from random import Random

from coupdsl.code.bits import members
from coupdsl.native.loops.walk_code import AT_ONCE, CLOSED
from coupdsl.search.bans import Bans
from coupdsl.search.history import History
from coupdsl.search.rehearsal import Odds, Trail
from coupdsl.search.traces import Traces, lying_at


class Deal:
    """The ways of some pieces from the move `first` on: each group's begin together, and are together again at `end`.

    Who goes them in another history is written as `goers`, one for each way; in this one these are the `pieces`.
    """

    def __init__(
        self, history: History, traces: Traces, groups: Sequence[Sequence[int]], first: int, end: int, bans: Bans
    ) -> None:
        self.history, self.traces, self.first, self.end = history, traces, first, end
        self.pieces = [piece for group in groups for piece in group]
        lengths = [len(group) for group in groups]
        # the first way of each, and how many there are
        self.groups = [(sum(lengths[:at]), length) for at, length in enumerate(lengths)]
        self.bans, self.renaming = bans, bans.renaming
        self.trail: Trail | None = None  # what is found out of the history later, and the odds of its moves
        self.odds: Odds | None = None
        self.bans_known = bans.changes
        # by way and piece, as `native/loops/walk_code.py` reads it
        self.closed = self._closed_by_bans()
        # moves that name one piece, counted from `first`: its way, and where in `namings` the others are
        self.spots = array("q")
        self.with_others: list[int] = []  # those that name several
        self._find_named()

    @property
    def length(self) -> int:
        """Of its history from `first` on, in moves."""
        return len(self.history.moves) - self.first

    def _closed_by_bans(self) -> bytearray:
        many, closed = len(self.traces.paths), bytearray(len(self.pieces) * len(self.traces.paths))
        for step, zone, excluded in self._bans():
            for at in self._ways_in(zone, step):
                for piece in members(excluded):
                    closed[at * many + piece] = CLOSED
        return closed

    def _bans(self) -> list[tuple[int, int, int]]:
        return [ban for ban in self.bans.steps(self.history) if self.first < ban[0] < self.end]

    def _ways_in(self, zone: int, step: int) -> list[int]:
        paths, zone_in = self.traces.paths, self.traces.classes.zone
        return [at for at, piece in enumerate(self.pieces) if zone_in(lying_at(paths[piece], step)) == zone]

    def _find_named(self) -> None:
        pcs, moves, with_others = self.history.pcs, self.history.moves, set[int]()
        for at, piece in enumerate(self.pieces):
            for step in self.traces.named.get(piece, ()):
                if self.first <= step < self.end:
                    place = self.renaming.place_of_namings(pcs[step], moves[step])
                    if place is None:
                        with_others.add(step)
                    else:
                        self.spots.extend((step - self.first, at, place))
        self.with_others = sorted(with_others)

    def forget_bans(self, breached: Collection[tuple[int, int]]) -> None:
        """Forgets those that speak of these ways and pieces."""
        for step, zone, _ in self._bans():
            there = set(self._ways_in(zone, step))
            self.bans.forget(self.history.at[step], [piece for at, piece in breached if at in there])

    def exchanged(self, goers: Sequence[int], rng: Random, heeding: bool) -> list[int]:
        """Other goers, after some exchanges in one group: if `heeding`, to no way that is closed to a piece."""
        found, chance = list(goers), rng.uniform
        begin, count = self.groups[int(len(self.groups) * chance(0, 1))]
        for _ in range(min(rng.choice(AT_ONCE), 2 * count)):
            one, other = begin + int(count * chance(0, 1)), begin + int(count * chance(0, 1))
            first, second = found[one], found[other]
            if not (heeding and any(self._is_closed(at, piece) for at in (one, other) for piece in (first, second))):
                found[one], found[other] = second, first
        return found

    def beside(self, at: int) -> range:
        """The ways that begin where the way with this number does, itself among them."""
        return next(range(begin, begin + many) for begin, many in self.groups if begin <= at < begin + many)

    def _is_closed(self, at: int, piece: int) -> bool:
        return self.closed[at * len(self.traces.paths) + piece] == CLOSED

    def closed_to(self, goers: Sequence[int]) -> list[tuple[int, int]]:
        """The ways that these go though they are closed to them, each with its goer."""
        return [(at, piece) for at, piece in enumerate(goers) if self._is_closed(at, piece)]

    def moves(self, goers: Sequence[int]) -> list[int] | None:
        """The moves when these go the ways; None where one of them cannot be made."""
        moves, spots, first, namings = self.history.moves.copy(), self.spots, self.first, self.renaming.namings
        for step, at, place in zip(spots[::3], spots[1::3], spots[2::3], strict=True):
            moves[first + step] = namings[place + goers[at]]
        if self.with_others:
            image, pcs = self.image(goers), self.history.pcs
            for step in self.with_others:
                move = self.renaming.under(pcs[step], moves[step], image)
                moves[step] = -1 if move is None else move
        return None if -1 in moves else moves

    def image(self, goers: Sequence[int]) -> dict[int, int]:
        """By piece, who goes its way instead."""
        return {piece: goer for piece, goer in zip(self.pieces, goers, strict=True) if piece != goer}

    def traces_of(self, goers: Sequence[int]) -> Traces:
        return self.traces.permuted(self.image(goers), self.first, self.end)
