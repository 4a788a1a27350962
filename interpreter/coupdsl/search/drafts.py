"""Another world on trial: pieces change places in it, before anything is played again."""

from __future__ import annotations

from coupdsl.search.history import History
from coupdsl.search.renaming import Renaming
from coupdsl.search.traces import NEVER, Traces, exchanged, exchanged_steps, lying_at, steps_between


class Draft:
    """The moves of a history with pieces exchanged, of which the `first` is another; at `end` all have met again."""

    def __init__(self, renaming: Renaming, history: History, traces: Traces) -> None:
        self.renaming, self.history, self.traces = renaming, history, traces
        self.moves = history.moves.copy()
        self.first, self.end = len(history.moves), 0
        self.paths = traces.paths.copy()
        self.named = traces.named.copy()

    def would_touch(self, one: int, other: int, step: int, zone: int, excluded: int) -> bool:
        """Is one of the two excluded from a zone, and would lie there before this move, or no longer, in exchange?

        As much is true on the way back, so that no world is left that is not come to as well.
        """
        is_meant = excluded & (1 << one | 1 << other)
        return bool(is_meant) and self._lies_in(one, step, zone) != self._lies_in(other, step, zone)

    def _lies_in(self, piece: int, step: int, zone: int) -> bool:
        return self.traces.classes.zone(lying_at(self.paths[piece], step)) == zone

    def foresaw(self, traces: Traces) -> bool:
        """Do all pieces go the ways that were foreseen?"""
        return self.paths == traces.paths

    def unseen_over(self, one: int, other: int, start: int, end: int) -> bool:
        """Does the seat see neither of them over a stretch?"""
        return self.traces.next_seen(one, start) >= end and self.traces.next_seen(other, start) >= end

    def change_places(self, one: int, other: int, start: int, end: int) -> bool:
        """Over a stretch each goes the other's way; False, and nothing is changed, where the seat would see it."""
        if not self.unseen_over(one, other, start, end):
            return False
        mine, its, moves = self.named.get(one, NEVER), self.named.get(other, NEVER), self.moves
        steps = steps_between(mine, start, end) + steps_between(its, start, end)
        renamed = []
        for step in steps:
            move = self.renaming.renamed(self.history.pcs[step], moves[step], one, other)
            if move is None:
                return False
            renamed.append(move)
        for step, move in zip(steps, renamed, strict=True):
            moves[step] = move
        path, its_path = self.paths[one], self.paths[other]
        self.paths[one] = exchanged(path, its_path, start, end)
        self.paths[other] = exchanged(its_path, path, start, end)
        self.named[one] = exchanged_steps(mine, its, start, end)
        self.named[other] = exchanged_steps(its, mine, start, end)
        if steps:
            self.first = min(self.first, *steps)
            self.end = max(self.end, end)
        return True
