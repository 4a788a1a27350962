"""Where pieces must lie now, since the seat is told later that they come from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from coupdsl.search.hearing import Item

LATER = 400  # things told that are looked at


class Foretold:
    """`needs` are, of each face, the zones in one of which so many pieces written so lie now, besides others of these.

    A piece that is seen to come from a zone lay there before, or wherever hidden pieces came from that went there.
    `there` are, of each zone to which fewer come hidden than are seen later, the faces of these and how many of the
    pieces written so lie there now.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self.needs: Counter[tuple[str, frozenset[int]]] = Counter()
        self.there: dict[int, tuple[frozenset[str], int]] = {}
        self._coming: Counter[int] = Counter()  # pieces that go hidden to a zone
        self._leaving: dict[int, Counter[str]] = {}  # those of the needs that are seen in it
        self._origins: dict[int, frozenset[int]] = {}
        self._there: Counter[tuple[str, int]] = Counter()  # pieces that are accounted for, and where they went
        self._strayed: Counter[str] = Counter()  # of these, the ones that others hid since
        for item in items:
            for (face, zone), count in Counter(item.pieces).items():
                self._come(face, zone, count)
                if item.to >= 0:
                    self._there[face, zone] -= count
                    self._there[face, item.to] += count
            for zone in {zone for _, zone in item.pieces}:
                self._count(zone)
            if item.unseen:
                self._hide(item.start, item.to)
                self._coming[item.to] += item.unseen

    def number(self, face: str, zones: frozenset[int]) -> int:
        """How many pieces written so lie in these zones."""
        return sum(count for (other, within), count in self.needs.items() if other == face and within <= zones)

    def _come(self, face: str, zone: int, count: int) -> None:
        """So many lie there together."""
        new = count - self._there[face, zone]
        found = min(max(new, 0), self._strayed[face])
        self._strayed[face] -= found
        if new > found:
            self.needs[face, self._from(zone)] += new - found
            self._leaving.setdefault(zone, Counter())[face] += new - found
        self._there[face, zone] = max(count, self._there[face, zone])

    def _count(self, zone: int) -> None:
        """Of the pieces seen in a zone, whichever did not come there since lie there now."""
        leaving, coming = self._leaving.get(zone, Counter()), self._coming[zone]
        number = leaving.total() - coming
        if coming and number > self.there.get(zone, ((), 0))[1]:
            self.there[zone] = frozenset(leaving), number

    def _hide(self, start: int, to: int) -> None:
        self._origins[to] = self._from(to) | self._from(start)
        for face, zone in [*self._there]:
            if zone == start:
                self._strayed[face] += self._there.pop((face, zone))

    def _from(self, zone: int) -> frozenset[int]:
        return self._origins.get(zone, frozenset([zone]))
