"""Ways that pieces went in a history, and how it is made when others go them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from coupdsl.search.bans import Bans
from coupdsl.search.history import History
from coupdsl.search.rehearsal import Odds, Trail
from coupdsl.search.traces import Traces, lying_at

AT_ONCE = (1, 8, 64)  # exchanges that are made together


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
        self.renaming = bans.renaming
        self.trail: Trail | None = None  # what is found out of the history later, and the odds of its moves
        self.odds: Odds | None = None
        self.bans_known = bans.changes
        self._closed = self._closed_by(bans)
        self._alone: list[tuple[int, int, list[int]]] = []  # moves that name one piece: its way, and by piece the move
        self._with_others: list[int] = []
        self._find_named()

    def _closed_by(self, bans: Bans) -> list[int]:
        """By way, the pieces that cannot go it."""
        paths, zone_in, closed = self.traces.paths, self.traces.classes.zone, [0] * len(self.pieces)
        for step, zone, excluded in bans.steps(self.history):
            if self.first < step < self.end:
                for at, piece in enumerate(self.pieces):
                    if zone_in(lying_at(paths[piece], step)) == zone:
                        closed[at] |= excluded
        return closed

    def _find_named(self) -> None:
        pcs, moves, with_others = self.history.pcs, self.history.moves, set[int]()
        for at, piece in enumerate(self.pieces):
            for step in self.traces.named.get(piece, ()):
                if self.first <= step < self.end:
                    others = self.renaming.others(pcs[step], moves[step])
                    if others is None:
                        with_others.add(step)
                    else:
                        self._alone.append((step, at, others))
        self._with_others = sorted(with_others)

    def exchanged(self, goers: Sequence[int], rng: Random, heeding: bool) -> list[int]:
        """Other goers, after some exchanges in one group: if `heeding`, to no way that is closed to a piece."""
        found, closed, chance = list(goers), self._closed if heeding else [0] * len(goers), rng.uniform
        begin, count = self.groups[int(len(self.groups) * chance(0, 1))]
        for _ in range(min(rng.choice(AT_ONCE), 2 * count)):
            one, other = begin + int(count * chance(0, 1)), begin + int(count * chance(0, 1))
            first, second = found[one], found[other]
            if not (1 << first | 1 << second) & (closed[one] | closed[other]):
                found[one], found[other] = second, first
        return found

    def moves(self, goers: Sequence[int]) -> list[int] | None:
        """The moves when these go the ways; None where one of them cannot be made."""
        moves = self.history.moves.copy()
        for step, at, others in self._alone:
            moves[step] = others[goers[at]]
        if self._with_others:
            image, pcs = self.image(goers), self.history.pcs
            for step in self._with_others:
                move = self.renaming.under(pcs[step], moves[step], image)
                moves[step] = -1 if move is None else move
        return None if -1 in moves else moves

    def image(self, goers: Sequence[int]) -> dict[int, int]:
        """By piece, who goes its way instead."""
        return {piece: goer for piece, goer in zip(self.pieces, goers, strict=True) if piece != goer}

    def traces_of(self, goers: Sequence[int]) -> Traces:
        return self.traces.permuted(self.image(goers), self.first, self.end)
