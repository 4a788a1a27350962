"""What a seat knows in a position that others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from coupdsl.engine.chance import MASK, derive
from coupdsl.native.machine import Machine
from coupdsl.search.hashes import Hashes
from coupdsl.search.history import knowing, zones_of

FEW = 0.25  # share of pairs of worlds in which a seat knows the same, where there is little that it may know


class OwnKnowledge:
    """Of blocks of one machine: where pieces lie that the seat alone knows, and what is kept for it to see."""

    def __init__(self, machine: Machine) -> None:
        self.machine, layout = machine, machine.code.layout
        faces, seats = Hashes(machine.code).face, layout.seats
        # by zone and piece
        self.numbers = [[derive(1 + zone, face) for face in faces] for zone in range(len(layout.zones))]
        self.everyone = (1 << seats) - 1
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
        where, bit, everyone = zones_of(self.machine, block), 1 << seat, self.everyone
        total = 0
        for piece, known in enumerate(knowing(self.machine, block)):
            if known & bit and known & everyone != everyone:
                total += self.numbers[where[piece]][piece]
        for at, there in enumerate(self.kept[seat]):
            value = int.from_bytes(block[there], "little")
            if value:
                total += derive(derive(0, at), value % MASK)
        return total & MASK

    def apart(self, blocks: Sequence[bytearray]) -> list[list[int]]:
        """By block and seat what it knows there; 0 in all where that is so much that a tree would learn too little."""
        seats = range(self.machine.code.layout.seats)
        columns = [[self.of(block, seat) for block in blocks] for seat in seats]
        told = [column if share_alike(column) >= FEW else [0] * len(blocks) for column in columns]
        return [list(row) for row in zip(*told, strict=True)]


def share_alike(numbers: Sequence[int]) -> float:
    """Of the pairs of these, those that are equal; 1 where there is no pair."""
    pairs = len(numbers) * (len(numbers) - 1)
    return sum(count * (count - 1) for count in Counter(numbers).values()) / pairs if pairs else 1.0
