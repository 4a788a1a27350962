"""What each seat was told since a search began, as a number: equal where it was told the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from coupdsl.code.code import Code
from coupdsl.engine.chance import MASK, derive
from coupdsl.engine.events import Event

ZONES = 1 << 16  # more than there are


@lru_cache(maxsize=16)
def hashes_of(code: Code) -> Hashes:
    """Those of a code, made once."""
    return Hashes(code)


class Hashes:
    """The kinds of events have the numbers of machine code, which does the same: `native/loops/`."""

    CHOSE, MOVED, SHOWN, REVEALED, SHUFFLED, PAID = range(6)

    def __init__(self, code: Code) -> None:
        layout = code.layout
        self.seats = range(layout.seats)
        self.things = [len(kinds) for kinds in code.revealed_of]
        self.is_set = [local.type.name == "set" or local.type.is_face for local in code.revealed]
        self.face = [layout.face_of.index(face) for face in layout.face_of]

    def see(self, heard: list[int], position: Iterable[int]) -> None:
        """Takes note of a position, as words, that all see: in place of what led there."""
        found = 0
        for word in position:
            found = derive(found, word)
        heard[:] = [found for _ in self.seats]

    def hear(self, heard: list[int], events: Iterable[Event]) -> None:
        """Takes note of what happened."""
        for event in events:
            _HEAR[event.kind](self, heard, event.data)

    def _all(self, heard: list[int], kind: int, words: Iterable[int]) -> None:
        """All are told this."""
        common = kind
        for one in words:
            common = derive(common, one & MASK)
        for seat in self.seats:
            heard[seat] = derive(heard[seat], common)

    def _chose(self, heard: list[int], data: tuple[int, ...]) -> None:
        seat, move, site, told = data
        self._all(heard, self.CHOSE, (seat, site))
        for one in self.seats:
            if told >> one & 1:
                heard[one] = derive(heard[one], move)

    def _moved(self, heard: list[int], data: tuple[int, ...]) -> None:
        """In no order, as pieces of a set have none."""
        start, end, *pairs = data
        between = start * ZONES + end
        for piece, known in zip(pairs[::2], pairs[1::2], strict=True):
            open_, closed = derive(between, 1 + self.face[piece]), derive(between, 0)
            for seat in self.seats:
                heard[seat] = (heard[seat] + (open_ if known >> seat & 1 else closed)) & MASK

    def _vacated(self, heard: list[int], data: tuple[int, ...]) -> None:
        """Nothing of its own: the move that follows is told to all."""

    def _shown(self, heard: list[int], data: tuple[int, ...]) -> None:
        audience, *told = data
        total = 0
        for piece, zone, at in zip(told[::3], told[1::3], told[2::3], strict=True):
            total += derive(zone * ZONES + at, 1 + self.face[piece])
        for seat in self.seats:
            if audience >> seat & 1:
                heard[seat] = derive(heard[seat], (self.SHOWN + total) & MASK)

    def _revealed(self, heard: list[int], data: tuple[int, ...]) -> None:
        """Of a set only words that are not empty count, for machine code has more of them than it needs."""
        number, seats, *words = data
        total, begins = 0, self.things[number]
        if self.is_set[number]:
            words[begins:] = _words(words[begins])
        for at, word in enumerate(words, 1):
            if word or not self.is_set[number]:
                total += derive(word & MASK, at)
        self._all(heard, self.REVEALED, (number, seats, total))

    def _shuffled(self, heard: list[int], data: tuple[int, ...]) -> None:
        self._all(heard, self.SHUFFLED, data)

    def _paid(self, heard: list[int], data: tuple[int, ...]) -> None:
        self._all(heard, self.PAID, data)

    def _finished(self, heard: list[int], data: tuple[int, ...]) -> None:
        """Nobody is asked any more."""


def _words(members: int) -> list[int]:
    return [members >> shift & MASK for shift in range(0, members.bit_length(), 64)]


_HEAR = {
    "chose": Hashes._chose, "moved": Hashes._moved, "vacated": Hashes._vacated, "shown": Hashes._shown,
    "revealed": Hashes._revealed, "shuffled": Hashes._shuffled, "paid": Hashes._paid, "finished": Hashes._finished,
}  # fmt: skip
