"""Another world on trial: pieces change places in it, before anything is played again."""

from __future__ import annotations

from coupdsl.search.history import History
from coupdsl.search.renaming import Renaming
from coupdsl.search.traces import (
    END,
    NEVER,
    Traces,
    apart,
    exchanged,
    exchanged_steps,
    lying_at,
    parted_in_row,
    steps_between,
)


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

    def stretch(self, one: int, other: int, step: int) -> tuple[int, int] | None:
        """The one that the step lies in and over which both could change places, neither of them seen."""
        stretch = next((one for one in apart(self.paths[one], self.paths[other]) if one[0] < step < one[1]), None)
        if stretch is not None and self.unseen_over(one, other, *stretch):
            return stretch
        picked = self._picked(one, other, step)
        return (picked, END) if picked is not None and self.unseen_over(one, other, picked, END) else None

    def _picked(self, one: int, other: int, step: int) -> int | None:
        """The move that picked one of them by name, from a row in which both lay: the other could have been picked.

        The seat may have seen how they lay there, as those from whom somebody takes one in secret.
        """
        at = parted_in_row(self.paths[one], self.paths[other], step)
        return at if at is not None and any(at in self.named.get(piece, NEVER) for piece in (one, other)) else None

    def renamed(self, one: int, other: int, start: int, end: int) -> dict[int, int] | None:
        """By step the moves that are made otherwise if each goes the other's way over a stretch.

        None where the seat would see it, or where such a move cannot be made.
        """
        if not self.unseen_over(one, other, start, end):
            return None
        found: dict[int, int] = {}
        for piece in (one, other):
            for step in steps_between(self.named.get(piece, NEVER), start, end):
                move = self.renaming.renamed(self.history.pcs[step], self.moves[step], one, other)
                if move is None:
                    return None
                found[step] = move
        return found

    def change_places(self, one: int, other: int, start: int, end: int) -> bool:
        """Over a stretch each goes the other's way; False, and nothing is changed, where that is not possible."""
        renamed = self.renamed(one, other, start, end)
        if renamed is None:
            return False
        for step, move in renamed.items():
            self.moves[step] = move
        mine, its = self.named.get(one, NEVER), self.named.get(other, NEVER)
        path, its_path = self.paths[one], self.paths[other]
        self.paths[one] = exchanged(path, its_path, start, end)
        self.paths[other] = exchanged(its_path, path, start, end)
        self.named[one] = exchanged_steps(mine, its, start, end)
        self.named[other] = exchanged_steps(its, mine, start, end)
        if renamed:
            self.first = min(self.first, *renamed)
            self.end = max(self.end, end)
        return True

    def name_instead(self, one: int, other: int) -> bool:
        """The last hidden move that names one of two pieces names the other; False where none did since they met.

        Both lie together now, so that each goes its own way.
        """
        met = max(self.paths[one][-1][0], self.paths[other][-1][0])
        *_, step = -1, *self.named.get(one, NEVER)
        return step >= met and self.change_places(one, other, step, step + 1)
