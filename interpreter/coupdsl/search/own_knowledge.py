"""What a seat knows in a position that others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from coupdsl.code.bits import members
from coupdsl.engine.chance import MASK, derive
from coupdsl.native.machine import Machine
from coupdsl.search.hashes import hashes_of
from coupdsl.search.history import knowing, zones_of

FEW = 0.25  # share of pairs of worlds in which a seat knows the same, where there is little that it may know
# Worlds that are looked at first: the others, too, where it knows the same in a quarter of that share of the pairs.
LOOKED_AT = 8


@lru_cache(maxsize=16)
def own_knowledge(machine: Machine) -> OwnKnowledge:
    """That of a machine, made once."""
    return OwnKnowledge(machine)


class OwnKnowledge:
    """Of blocks of one machine: where pieces lie that the seat alone knows, and what is kept for it to see."""

    def __init__(self, machine: Machine) -> None:
        self.machine, layout = machine, machine.code.layout
        faces, seats = hashes_of(machine.code).face, layout.seats
        # by zone and piece
        self.numbers = [[derive(1 + zone, face) for face in faces] for zone in range(len(layout.zones))]
        self.everyone = (1 << seats) - 1
        self.few = Few(self.everyone)
        self.kept = [self._kept(seat) for seat in range(seats)]

    def _kept(self, seat: int) -> list[slice]:
        """The bytes of the states that a seat sees and not everybody."""
        code, offsets, found = self.machine.code, self.machine.offsets, []
        layout = code.layout
        for state in code.rules.program.states:
            if state.seen_by in ("owner", "others") and state.per == "seat":
                slots = layout.slots(state)
                each = len(slots) // layout.seats
                found += [
                    slice(offsets.memory[slot], offsets.memory[slot] + offsets.widths[slot])
                    for at, slot in enumerate(slots)
                    if (at // each == seat) is (state.seen_by == "owner")
                ]
        return found

    def of(self, block: bytearray, seat: int) -> int:
        """A number, equal where the seat knows the same; pieces that are written alike count alike."""
        return self.by_seat(block)[seat]

    def by_seat(self, block: bytearray) -> list[int]:
        """That number of each seat."""
        totals = [0 for _ in self.kept]
        where, numbers, everyone, few = zones_of(self.machine, block), self.numbers, self.everyone, self.few
        for piece, known in enumerate(knowing(self.machine, block)):
            for seat in few[known & everyone]:
                totals[seat] += numbers[where[piece]][piece]
        for seat, slices in enumerate(self.kept):
            for at, there in enumerate(slices):
                value = int.from_bytes(block[there], "little")
                if value:
                    totals[seat] += derive(derive(0, at), value % MASK)
        return [total & MASK for total in totals]

    def apart(self, blocks: Sequence[bytearray], seat: int) -> list[list[int]]:
        """By block, a world of `seat`, and seat what it knows there.

        0 in all for `seat`, and for others of whom that is so much that a tree would learn too little.
        """
        seats = range(len(self.kept))
        known = [self.by_seat(block) for block in blocks[:LOOKED_AT]]
        told = [other for other in seats if other != seat and share_alike([row[other] for row in known]) >= FEW / 4]
        if told:
            known += [self.by_seat(block) for block in blocks[LOOKED_AT:]]
            told = [other for other in told if share_alike([row[other] for row in known]) >= FEW]
        if not told:
            return [[0 for _ in seats] for _ in blocks]
        return [[row[other] if other in told else 0 for other in seats] for row in known]


class Few(dict[int, Sequence[int]]):
    """By the seats that know something, as a set, those that do while others do not."""

    def __init__(self, everyone: int) -> None:
        self[everyone] = ()

    def __missing__(self, known: int) -> Sequence[int]:
        self[known] = found = members(known)
        return found


def share_alike(numbers: Sequence[int]) -> float:
    """Of the pairs of these, those that are equal; 1 where there is no pair."""
    pairs = len(numbers) * (len(numbers) - 1)
    return sum(count * (count - 1) for count in Counter(numbers).values()) / pairs if pairs else 1.0
