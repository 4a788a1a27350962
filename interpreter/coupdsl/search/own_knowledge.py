"""What a seat knows in a position that others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from coupdsl.engine.chance import MASK, derive
from coupdsl.native.machine import Machine
from coupdsl.search.hashes import Hashes
from coupdsl.search.history import knowing, zones_of

OFTEN = 0.02  # share of pairs of worlds in which somebody knows the same, where hands are called small


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
        """By block and seat what it knows there; 0 in all where nearly every block has something else for it."""
        seats = range(self.machine.code.layout.seats)
        columns = [[self.of(block, seat) for block in blocks] for seat in seats]
        told = [column if comes_again(column) else [0] * len(blocks) for column in columns]
        return [list(row) for row in zip(*told, strict=True)]


def comes_again(numbers: Sequence[int]) -> bool:
    """Are two of them so often equal as hands are in worlds that are small?"""
    counted = Counter(numbers).values()
    return sum(count * (count - 1) for count in counted) >= OFTEN * len(numbers) * (len(numbers) - 1)
