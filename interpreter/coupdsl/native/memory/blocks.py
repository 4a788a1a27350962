"""States as blocks of memory: written from those of the reference interpreter, and read back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from coupdsl.engine.chance import MASK, Generator
from coupdsl.engine.chance_source import STAYS, FromSource
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language.types import Type
from coupdsl.native.llvm.emitter import NOTHING
from coupdsl.native.memory.held import form
from coupdsl.native.memory.offsets import WORD, Offsets


class Blocks:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.code = rules.code
        self.offsets = Offsets(rules)

    def word(self, data: bytes | bytearray, offset: int) -> int:
        return int.from_bytes(data[offset : offset + WORD], "little", signed=True)

    def block(self, state: State, seeded: bool = False) -> bytearray:
        """A state of the reference as a block of memory; `seeded`: one whose generator is still to come."""
        if isinstance(state.chance, FromSource):
            raise ValueError(STAYS)
        offsets, layout = self.offsets, self.code.layout
        data = bytearray(offsets.size)

        def put(offset: int, value: int, size: int = WORD) -> None:
            data[offset : offset + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

        put(offsets.pc, state.pc)
        put(offsets.count, state.count)
        if state.end is not None:
            put(offsets.over, 1)
            for seat, score in enumerate(state.end[0]):
                put(offsets.scores + seat * WORD, score)
            put(offsets.winners, sum(1 << seat for seat in state.end[1]))
        if state.chance is not None or seeded:
            put(offsets.seeded, 1)
        if state.chance is not None:
            for number, word in enumerate(state.chance.state):
                put(offsets.generator + number * WORD, word)
        for account, balance in enumerate(state.balances):
            put(offsets.balances + account * WORD, balance)
        for zone, held in enumerate(state.held):
            put(offsets.held + zone * offsets.piece_bits // 8, held, offsets.piece_bits // 8)
            if layout.is_row[zone]:
                parts = state.rows[zone], state.bags[zone], state.tails[zone]
                counts = sum(map(len, parts)), len(parts[1]), len(parts[2])
                put(offsets.rows[zone], sum(count << 16 * n for n, count in enumerate(counts)))
                for at, piece in enumerate(piece for part in parts for piece in part):
                    put(offsets.rows[zone] + WORD + at * offsets.in_row, piece, offsets.in_row)
        for piece, zone in enumerate(state.where):
            put(offsets.where + 2 * piece, zone, 2)
            put(offsets.known + 4 * piece, state.known[piece], 4)
        for slot, value in enumerate(state.memory):
            for offset, part, size in self._written(slot, value):
                put(offset, part, size)
        return data

    def _written(self, slot: int, value: Any) -> list[tuple[int, int, int]]:
        offsets, kind, offset = self.offsets, self.code.kinds[slot], self.offsets.memory[slot]
        if form(kind) == "set":
            bits = offsets.bits(kind)
            return [(offset, 1 << bits - 1 if value is None else value, bits // 8)]
        if value is None:
            return [(offset, NOTHING, WORD)]
        if form(kind) == "list":
            size = 2 if offsets.element(kind.of) == "i16" else WORD
            members = [(offset + WORD + n * size, member, size) for n, member in enumerate(value)]
            return [(offset, len(value), WORD), *members]
        if form(kind) == "ratio":
            return [(offset, value.numerator, WORD), (offset + WORD, value.denominator, WORD)]
        return [(offset, int(value), WORD)]

    def reference(self, data: bytes | bytearray) -> State:
        """The same state as the reference interpreter holds it."""
        offsets, code = self.offsets, self.code
        layout, word = code.layout, self.word
        state = State.before(self.rules)
        state.pc, state.count = word(data, offsets.pc), word(data, offsets.count)
        if word(data, offsets.over):
            winners = word(data, offsets.winners)
            scores = tuple(word(data, offsets.scores + seat * WORD) for seat in range(layout.seats))
            state.end = scores, tuple(seat for seat in range(layout.seats) if winners >> seat & 1)
        state.chance = None
        if word(data, offsets.seeded):
            a, b, c, d = (word(data, offsets.generator + n * WORD) & MASK for n in range(4))
            state.chance = Generator((a, b, c, d))
        state.balances = [word(data, offsets.balances + n * WORD) for n in range(len(layout.accounts))]
        wide = offsets.piece_bits // 8
        for zone in range(len(layout.zones)):
            at = offsets.held + zone * wide
            state.held[zone] = int.from_bytes(data[at : at + wide], "little")
            if layout.is_row[zone]:
                packed, start = word(data, offsets.rows[zone]), offsets.rows[zone] + WORD
                total, bag, below = packed & 65535, packed >> 16 & 65535, packed >> 32
                top = total - bag - below
                kind: Literal["B", "H"] = "B" if offsets.in_row == 1 else "H"
                pieces = memoryview(data[start : start + total * offsets.in_row]).cast(kind)
                state.rows[zone] = tuple(pieces[:top])
                state.bags[zone] = tuple(pieces[top : top + bag])
                state.tails[zone] = tuple(pieces[top + bag : top + bag + below])
        for piece in range(layout.pieces):
            at = offsets.where + 2 * piece
            state.where[piece] = int.from_bytes(data[at : at + 2], "little", signed=True)
            at = offsets.known + 4 * piece
            state.known[piece] = int.from_bytes(data[at : at + 4], "little")
        state.memory = [self._read(data, slot, kind) for slot, kind in enumerate(code.kinds)]
        state.ask_again()
        return state

    def _read(self, data: bytes | bytearray, slot: int, kind: Type) -> Any:
        offsets, offset = self.offsets, self.offsets.memory[slot]
        if form(kind) == "set":
            bits = offsets.bits(kind)
            value = int.from_bytes(data[offset : offset + bits // 8], "little")
            return None if value == 1 << bits - 1 else value
        first = self.word(data, offset)
        if first == NOTHING:
            return None
        if form(kind) == "list":
            size = 2 if offsets.element(kind.of) == "i16" else WORD
            places = (offset + WORD + n * size for n in range(first))
            return tuple(int.from_bytes(data[at : at + size], "little", signed=True) for at in places)
        if form(kind) == "ratio":
            return Fraction(first, self.word(data, offset + WORD))
        return first
