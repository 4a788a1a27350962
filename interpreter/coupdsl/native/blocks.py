"""States as blocks of memory: written from those of the reference interpreter, and read back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from coupdsl.engine.chance import MASK, Generator
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language.types import Type
from coupdsl.native.emitter import NOTHING
from coupdsl.native.shapes import WORD, Shapes
from coupdsl.native.values import form


class Blocks:
    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.code = rules.code
        self.shapes = Shapes(rules)

    def word(self, data: bytes | bytearray, offset: int) -> int:
        return int.from_bytes(data[offset : offset + WORD], "little", signed=True)

    def block(self, state: State, seeded: bool = False) -> bytearray:
        """A state of the reference as a block of memory; `seeded`: one whose generator is still to come."""
        shapes, layout = self.shapes, self.code.layout
        data = bytearray(shapes.size)

        def put(offset: int, value: int, size: int = WORD) -> None:
            data[offset : offset + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

        put(shapes.pc, state.pc)
        put(shapes.count, state.count)
        if state.end is not None:
            put(shapes.over, 1)
            for seat, score in enumerate(state.end[0]):
                put(shapes.scores + seat * WORD, score)
            put(shapes.winners, sum(1 << seat for seat in state.end[1]))
        if state.chance is not None or seeded:
            put(shapes.seeded, 1)
        if state.chance is not None:
            for number, word in enumerate(state.chance.state):
                put(shapes.generator + number * WORD, word)
        for account, balance in enumerate(state.balances):
            put(shapes.balances + account * WORD, balance)
        for zone, held in enumerate(state.held):
            put(shapes.held + zone * shapes.piece_bits // 8, held, shapes.piece_bits // 8)
            if layout.is_row[zone]:
                parts = state.rows[zone], state.bags[zone], state.tails[zone]
                counts = sum(map(len, parts)), len(parts[1]), len(parts[2])
                put(shapes.rows[zone], sum(count << 16 * n for n, count in enumerate(counts)))
                for at, piece in enumerate(piece for part in parts for piece in part):
                    data[shapes.rows[zone] + WORD + at] = piece
        for piece, zone in enumerate(state.where):
            put(shapes.where + 2 * piece, zone, 2)
            put(shapes.known + 4 * piece, state.known[piece], 4)
        for slot, value in enumerate(state.memory):
            for offset, part, size in self._written(slot, value):
                put(offset, part, size)
        return data

    def _written(self, slot: int, value: Any) -> list[tuple[int, int, int]]:
        shapes, kind, offset = self.shapes, self.code.kinds[slot], self.shapes.memory[slot]
        if form(kind) == "set":
            bits = shapes.bits(kind)
            return [(offset, 1 << bits - 1 if value is None else value, bits // 8)]
        if value is None:
            return [(offset, NOTHING, WORD)]
        if form(kind) == "list":
            size = 2 if shapes.element(kind.of) == "i16" else WORD
            members = [(offset + WORD + n * size, member, size) for n, member in enumerate(value)]
            return [(offset, len(value), WORD), *members]
        if form(kind) == "ratio":
            return [(offset, value.numerator, WORD), (offset + WORD, value.denominator, WORD)]
        return [(offset, int(value), WORD)]

    def reference(self, data: bytes | bytearray) -> State:
        """The same state as the reference interpreter holds it."""
        shapes, code = self.shapes, self.code
        layout, word = code.layout, self.word
        state = State.before(self.rules)
        state.pc, state.count = word(data, shapes.pc), word(data, shapes.count)
        if word(data, shapes.over):
            winners = word(data, shapes.winners)
            scores = tuple(word(data, shapes.scores + seat * WORD) for seat in range(layout.seats))
            state.end = scores, tuple(seat for seat in range(layout.seats) if winners >> seat & 1)
        state.chance = None
        if word(data, shapes.seeded):
            a, b, c, d = (word(data, shapes.generator + n * WORD) & MASK for n in range(4))
            state.chance = Generator((a, b, c, d))
        state.balances = [word(data, shapes.balances + n * WORD) for n in range(len(layout.accounts))]
        wide = shapes.piece_bits // 8
        for zone in range(len(layout.zones)):
            at = shapes.held + zone * wide
            state.held[zone] = int.from_bytes(data[at : at + wide], "little")
            if layout.is_row[zone]:
                packed, start = word(data, shapes.rows[zone]), shapes.rows[zone] + WORD
                total, bag, below = packed & 65535, packed >> 16 & 65535, packed >> 32
                top = total - bag - below
                state.rows[zone] = tuple(data[start : start + top])
                state.bags[zone] = tuple(data[start + top : start + top + bag])
                state.tails[zone] = tuple(data[start + top + bag : start + top + bag + below])
        for piece in range(layout.pieces):
            at = shapes.where + 2 * piece
            state.where[piece] = int.from_bytes(data[at : at + 2], "little", signed=True)
            at = shapes.known + 4 * piece
            state.known[piece] = int.from_bytes(data[at : at + 4], "little")
        state.memory = [self._read(data, slot, kind) for slot, kind in enumerate(code.kinds)]
        state.ask_again()
        return state

    def _read(self, data: bytes | bytearray, slot: int, kind: Type) -> Any:
        shapes, offset = self.shapes, self.shapes.memory[slot]
        if form(kind) == "set":
            bits = shapes.bits(kind)
            value = int.from_bytes(data[offset : offset + bits // 8], "little")
            return None if value == 1 << bits - 1 else value
        first = self.word(data, offset)
        if first == NOTHING:
            return None
        if form(kind) == "list":
            size = 2 if shapes.element(kind.of) == "i16" else WORD
            places = (offset + WORD + n * size for n in range(first))
            return tuple(int.from_bytes(data[at : at + size], "little", signed=True) for at in places)
        if form(kind) == "ratio":
            return Fraction(first, self.word(data, offset + WORD))
        return first
