"""How many of some pieces lie somewhere, and pieces that change places until as many do as must."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from random import Random

from coupdsl.code.bits import mask_of, members
from coupdsl.language.records import record
from coupdsl.search.drafts import Draft
from coupdsl.search.traces import END, Path

PAIRS = 8  # of pieces among which one is chosen that is to change places
LOOKED_AT = 96  # pairs, at most, to find those that can
NOISE = 0.1  # how often any of them is taken, to come out of a blind alley


@record
class Bound:
    """Before the move `step` at least `low` and at most `high` of the pieces (a set) lie in one of these classes."""

    step: int
    classes: frozenset[int]
    pieces: int
    low: int
    high: int


class Fitting:
    """The bounds of a draft, and which pieces lie where they say; sets of bounds are integers, as those of pieces."""

    def __init__(
        self, draft: Draft, bounds: Iterable[Bound], rng: Random, unknown: Callable[[int], Sequence[int]]
    ) -> None:
        self.draft, self.rng, self.unknown = draft, rng, unknown
        self.bounds = sorted(bounds, key=lambda bound: bound.step)
        self.steps = [bound.step for bound in self.bounds]
        pieces = range(len(draft.traces.paths))
        in_class: dict[int, int] = {}
        self.meant = [0 for _ in pieces]  # of each piece, the bounds that speak of it
        for at, bound in enumerate(self.bounds):
            for one in bound.classes:
                in_class[one] = in_class.get(one, 0) | 1 << at
            for piece in members(bound.pieces):
                self.meant[piece] |= 1 << at
        self.inside = [self._inside(draft.paths[piece], in_class) for piece in pieces]
        self.numbers = [0 for _ in self.bounds]
        for inside, meant in zip(self.inside, self.meant, strict=True):
            for at in members(inside & meant):
                self.numbers[at] += 1
        self.few = self.many = 0  # bounds of which too few pieces, or too many, lie where they say
        self.at_low = self.at_high = 0  # with one fewer, or one more, they would not hold
        for at in range(len(self.bounds)):
            self._count(at)

    def _inside(self, path: Path, in_class: dict[int, int]) -> int:
        found = 0
        for at, (start, lying) in enumerate(path):
            if lying in in_class:
                end = path[at + 1][0] if at + 1 < len(path) else END
                found |= in_class[lying] & self._between(start - 1, end)
        return found

    def _between(self, start: int, end: int) -> int:
        """The bounds before a move after `start` and before `end`."""
        low, high = bisect_right(self.steps, start), bisect_left(self.steps, end)
        return (1 << high) - (1 << low) if low < high else 0

    def _count(self, at: int) -> None:
        bound, count, bit = self.bounds[at], self.numbers[at], 1 << at
        self.few = self.few | bit if count < bound.low else self.few & ~bit
        self.many = self.many | bit if count > bound.high else self.many & ~bit
        self.at_low = self.at_low | bit if count <= bound.low else self.at_low & ~bit
        self.at_high = self.at_high | bit if count >= bound.high else self.at_high & ~bit

    def fit(self, most: int) -> int:
        """Lets pieces change places, at most so often, until all bounds hold; gives how often it was tried."""
        for number in range(most):
            unmet = members(self.few | self.many)
            if not unmet:
                return number
            found = self._found(self.rng.choice(unmet))
            if found is not None and self.draft.change_places(*found):
                self._change_places(*found)
        return most

    def unmet(self) -> list[Bound]:
        """Those that do not hold."""
        return [self.bounds[at] for at in members(self.few | self.many)]

    def _found(self, at: int) -> tuple[int, int, int, int] | None:
        """Two pieces that mend a bound when they change places, with least harm to others, and over what stretch."""
        bound, rng, few = self.bounds[at], self.rng, self.few >> at & 1
        these: list[int] = []
        others: list[int] = []
        for piece in self.unknown(bound.step):
            meant = bound.pieces >> piece & 1
            if self.inside[piece] >> at & 1 == (meant ^ few):
                (these if meant else others).append(piece)
        if not these or not others:
            return None
        smallest, best, pairs = 1 << 30, None, 0
        stretch_of = cache(partial(self.draft.stretch, step=bound.step))  # a few pairs are often all there are
        for _ in range(LOOKED_AT):
            one, other = rng.choice(these), rng.choice(others)
            stretch = stretch_of(one, other)
            if stretch is not None:
                harm = self._harm(one, other, *stretch)
                if rng.uniform(0, 1) < NOISE / PAIRS:
                    return one, other, *stretch
                if harm < smallest:
                    smallest, best = harm, (one, other, *stretch)
                pairs += 1
                if pairs == PAIRS:
                    break
        return best

    def _changes(self, one: int, other: int, start: int, end: int) -> tuple[int, int]:
        """The bounds of which more of their pieces lie where they say, and fewer, when both change places."""
        mine, its = self.inside[one], self.inside[other]
        differing = (mine ^ its) & (self.meant[one] ^ self.meant[other]) & self._between(start, end)
        risen = differing & (mine ^ self.meant[one])
        return risen, differing & ~risen

    def _harm(self, one: int, other: int, start: int, end: int) -> int:
        """How much more the bounds are broken when both change places."""
        risen, fallen = self._changes(one, other, start, end)
        worse = (risen & self.at_high).bit_count() + (fallen & self.at_low).bit_count()
        return worse - (risen & self.few).bit_count() - (fallen & self.many).bit_count()

    def _change_places(self, one: int, other: int, start: int, end: int) -> None:
        risen, fallen = self._changes(one, other, start, end)
        for at in members(risen | fallen):
            self.numbers[at] += 1 if risen >> at & 1 else -1
            self._count(at)
        differing = (self.inside[one] ^ self.inside[other]) & self._between(start, end)
        self.inside[one] ^= differing
        self.inside[other] ^= differing


def alike(faces: list[str], *of: str) -> int:
    """The set of the pieces written so."""
    return mask_of(piece for piece, face in enumerate(faces) if face in of)
