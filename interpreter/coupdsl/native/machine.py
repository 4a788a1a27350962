"""A ruleset compiled: what its states have in common."""

from __future__ import annotations

import ctypes
from fractions import Fraction
from typing import Any

from coupdsl.engine.bits import members
from coupdsl.engine.chance import Generator
from coupdsl.engine.events import Event
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language.types import Type
from coupdsl.native.jit import Compiled
from coupdsl.native.module import Module
from coupdsl.native.shapes import WORD, Shapes
from coupdsl.native.statements import DONE
from coupdsl.native.stepping import CHOSE, FINISHED, MOVED, PAID, REVEALED, SHOWN, Stepping
from coupdsl.native.values import form

_MASK = (1 << 64) - 1


def stepping_text(rules: Rules) -> str:
    """The LLVM assembly of a ruleset, move by move."""
    module = Module(rules.code, told=True)
    Stepping(module).whole()
    return module.text()


class Machine:
    """The compiled rules: makes moves in blocks of memory, and reads and writes what lies in them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.code = rules.code
        self.shapes = Shapes(rules.code)
        self.compiled = Compiled(stepping_text(rules))
        address, word = ctypes.c_void_p, ctypes.c_int64
        self._start = self.compiled.function("start", word, address, address)
        self._seeded = self.compiled.function("seeded", None, address, ctypes.c_uint64)
        self._apply = self.compiled.function("apply", word, address, word, address)
        self._offered = self.compiled.function("offered", word, address, address)
        self._actor = self.compiled.function("actor", word, address)
        longest = max([len(d.options) and sum(len(o.moves) for o in d.options) for d in self.code.decisions.values()])
        self._out = (ctypes.c_int64 * (2 * max(longest, 256)))()
        self._room = 1 << 12
        self.template = bytes(self.block(State.before(rules)))

    # ---- moves
    def begin(self, data: bytearray, seed: int | None) -> tuple[int, list[Event]]:
        if seed is not None:
            Generator.from_seed(seed)
            self._seeded(_address(data), seed)
        return self._told(data, lambda place, events: self._start(place, events))

    def apply(self, data: bytearray, move: int) -> tuple[int, list[Event]]:
        """Makes the move of this id; gives how it went and what happened. A failed one leaves `data` spoilt."""
        return self._told(data, lambda place, events: self._apply(place, move, events))

    def _told(self, data: bytearray, run: Any) -> tuple[int, list[Event]]:
        before = bytes(data)
        while True:
            events = (ctypes.c_int64 * (self._room + 2))(self._room)
            status = run(_address(data), events)
            if events[1] <= self._room:
                return status, self.events(events[2 : 2 + events[1]]) if status == DONE else []
            self._room = 2 * events[1]
            data[:] = before

    def offered(self, data: bytearray) -> list[tuple[int, int]]:
        """The ids of the moves that can be made, rising, each with its weight."""
        count = self._offered(_address(data), self._out)
        return [(self._out[2 * n], self._out[2 * n + 1]) for n in range(count)]

    def actor(self, data: bytearray) -> int:
        return int(self._actor(_address(data)))

    # ---- events
    def events(self, words: list[int]) -> list[Event]:
        found: list[Event] = []
        at = 0
        while at < len(words):
            kind, length = words[at], words[at + 1]
            found += self._event(kind, words[at + 2 : at + 2 + length])
            at += 2 + length
        return found

    def _event(self, kind: int, words: list[int]) -> list[Event]:
        if kind == MOVED:
            groups: dict[int, list[int]] = {}
            for start, piece, known in zip(words[1::3], words[2::3], words[3::3], strict=True):
                groups.setdefault(start, []).extend((piece, known))
            return [Event("moved", (start, words[0], *groups[start])) for start in sorted(groups)]
        if kind == SHOWN:
            return [Event("shown", tuple(words))] if len(words) > 1 else []
        if kind == REVEALED:
            return [Event("revealed", (words[0], *self._revealed(words[0], words[1:])))]
        if kind == PAID:
            return [Event("paid", tuple(words[:4]), tuple(words[4:]))]
        if kind == FINISHED:
            return [Event("finished", (*words[1:], *members(words[0])))]
        return [Event("chose" if kind == CHOSE else "shuffled", tuple(words))]

    def _revealed(self, number: int, words: list[int]) -> list[Any]:
        kind = form(self.code.revealed[number].type)
        if kind == "set":
            return [sum((word & _MASK) << 64 * n for n, word in enumerate(words))]
        return words

    # ---- what lies in a block of memory
    def word(self, data: bytes | bytearray, offset: int) -> int:
        return int.from_bytes(data[offset : offset + WORD], "little", signed=True)

    def block(self, state: State) -> bytearray:
        """A state of the reference as a block of memory."""
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
        if state.chance is not None:
            put(shapes.seeded, 1)
            for number, word in enumerate(state.chance.state):
                put(shapes.generator + number * WORD, word)
        for account, balance in enumerate(state.balances):
            put(shapes.balances + account * WORD, balance)
        for zone, held in enumerate(state.held):
            put(shapes.held + zone * shapes.piece_bits // 8, held, shapes.piece_bits // 8)
            if layout.is_row[zone]:
                parts = state.rows[zone], state.bags[zone], state.tails[zone]
                put(shapes.rows[zone], sum(len(part) << 16 * n for n, part in enumerate(parts)))
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
            return [(offset, 1 << 63, WORD)]
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
            a, b, c, d = (word(data, shapes.generator + n * WORD) & _MASK for n in range(4))
            state.chance = Generator((a, b, c, d))
        state.balances = [word(data, shapes.balances + n * WORD) for n in range(len(layout.accounts))]
        wide = shapes.piece_bits // 8
        for zone in range(len(layout.zones)):
            at = shapes.held + zone * wide
            state.held[zone] = int.from_bytes(data[at : at + wide], "little")
            if layout.is_row[zone]:
                packed, start = word(data, shapes.rows[zone]), shapes.rows[zone] + WORD
                top, bag, below = packed & 65535, packed >> 16 & 65535, packed >> 32
                state.rows[zone] = tuple(data[start : start + top])
                state.bags[zone] = tuple(data[start + top : start + top + bag])
                state.tails[zone] = tuple(data[start + top + bag : start + top + bag + below])
        for piece in range(layout.pieces):
            at = shapes.where + 2 * piece
            state.where[piece] = int.from_bytes(data[at : at + 2], "little", signed=True)
            at = shapes.known + 4 * piece
            state.known[piece] = int.from_bytes(data[at : at + 4], "little")
        state.memory = [self._read(data, slot, kind) for slot, kind in enumerate(code.kinds)]
        decision = code.decisions.get(state.pc) if state.end is None else None
        state.legal = state.options_of(decision) if decision is not None else {}
        return state

    def _read(self, data: bytes | bytearray, slot: int, kind: Type) -> Any:
        shapes, offset = self.shapes, self.shapes.memory[slot]
        if form(kind) == "set":
            bits = shapes.bits(kind)
            value = int.from_bytes(data[offset : offset + bits // 8], "little")
            return None if value == 1 << bits - 1 else value
        first = self.word(data, offset)
        if first == -(1 << 63):
            return None
        if form(kind) == "list":
            size = 2 if shapes.element(kind.of) == "i16" else WORD
            places = (offset + WORD + n * size for n in range(first))
            return tuple(int.from_bytes(data[at : at + size], "little", signed=True) for at in places)
        if form(kind) == "ratio":
            return Fraction(first, self.word(data, offset + WORD))
        return first


def _address(data: bytearray) -> Any:
    return (ctypes.c_char * len(data)).from_buffer(data)
