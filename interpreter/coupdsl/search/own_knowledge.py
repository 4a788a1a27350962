"""What a seat knows in a position that others do not."""

from __future__ import annotations

from coupdsl.engine.chance import MASK, derive
from coupdsl.native.machine import Machine


class OwnKnowledge:
    """Of blocks of one machine: where pieces lie that the seat alone knows, and what is kept for it to see."""

    def __init__(self, machine: Machine) -> None:
        self.code, self.offsets = machine.code, machine.offsets
        layout = machine.code.layout
        self.pieces, self.everyone = layout.pieces, (1 << layout.seats) - 1
        self.face = [layout.face_of.index(face) for face in layout.face_of]
        self.kept = [self._kept(seat) for seat in range(layout.seats)]

    def _kept(self, seat: int) -> list[slice]:
        """The bytes of the states that a seat sees and not everybody."""
        layout, found = self.code.layout, []
        for state in self.code.rules.program.states:
            if state.seen_by in ("owner", "others") and state.per == "seat":
                slots = layout.slots(state)
                each = len(slots) // layout.seats
                found += [
                    slice(self.offsets.memory[slot], self.offsets.memory[slot] + self.offsets.widths[slot])
                    for at, slot in enumerate(slots)
                    if (at // each == seat) is (state.seen_by == "owner")
                ]
        return found

    def of(self, block: bytearray, seat: int) -> int:
        """A number, equal where the seat knows the same; pieces that are written alike count alike."""
        bytes_of, bit, everyone = memoryview(block), 1 << seat, self.everyone
        known = bytes_of[self.offsets.known : self.offsets.known + 4 * self.pieces].cast("I")
        where = bytes_of[self.offsets.where : self.offsets.where + 2 * self.pieces].cast("h")
        total = 0
        for piece, by in enumerate(known):
            if by & bit and by & everyone != everyone:
                total += derive(1 + where[piece], self.face[piece])
        for at, there in enumerate(self.kept[seat]):
            value = int.from_bytes(bytes_of[there], "little")
            if value:
                total += derive(derive(0, at), value % MASK)
        return total & MASK
