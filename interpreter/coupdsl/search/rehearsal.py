"""A whole history trail again with other hidden moves, in one go in machine code."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from coupdsl.native.loops.retold_code import STRIDE, TOTAL, WEIGHT
from coupdsl.native.machine import Machine
from coupdsl.native.memory.offsets import WORD
from coupdsl.search.given import Given, loops

# Of each move: what the seat was told, which pieces went where, and how likely it was.
Trail: TypeAlias = "array[int]"
_NUMBERS = STRIDE // WORD


class Rehearsal(Given):
    """What the seat of `bit` is told of a history; the reference is `Retelling`, which makes its moves one by one."""

    def __init__(self, machine: Machine, bit: int) -> None:
        super().__init__(machine)
        layout, word = machine.code.layout, ctypes.c_int64
        self.set("bit", bit)
        self.row("in_order", [int(is_row) for is_row in layout.is_row])
        self._own_names = range(layout.pieces)
        self.row("own_names", self._own_names)
        self._names = self.words_for("names", layout.pieces)
        self._retold = loops().function("retold", word, ctypes.c_void_p, word, word)

    def trail(
        self, block: bytearray, first: int, moves: Sequence[int], form: array[int], options: array[int],
        before: Trail | None = None, names: Mapping[int, int] | None = None, end: int = 0,
    ) -> tuple[Trail, bytearray] | None:  # fmt: skip
        """What comes of the moves from number `first` on, begun in a block, and the position after the last.

        None where something is not as it was in the history with this `form`, what is offered to the seat being among
        the `options`; or in the one of which `before` came, where pieces go that have other `names` here before `end`.
        """
        plan, trail = array("q", moves), array("q", bytes(STRIDE * len(moves)))
        self._names[:] = self._own_names
        for piece, name in (names or {}).items():
            self._names[piece] = name
        for where, there in (("plan", plan), ("trail", trail), ("rows", form), ("options", options)):
            self.set(where, there.buffer_info()[0])
        self.set("renamed_until", end)
        self.set("before", 0 if before is None else before.buffer_info()[0])
        there_now = self._kept["block"]
        ctypes.memmove(there_now, (ctypes.c_char * len(block)).from_buffer(block), len(block))
        if self._retold(self.words, first, len(moves)) < len(moves):
            return None
        return trail, bytearray(there_now)


def is_as_likely(trail: Trail, other: Trail) -> bool:
    """Is each move as likely as in another history?"""
    return all(trail[at // WORD :: _NUMBERS] == other[at // WORD :: _NUMBERS] for at in (WEIGHT, TOTAL))


def likely(trail: Trail, step: int) -> tuple[int, int]:
    """The weight of a move, if that is to be known, and that of all options, or how many there are."""
    at = step * _NUMBERS
    return trail[at + WEIGHT // WORD], trail[at + TOTAL // WORD]
