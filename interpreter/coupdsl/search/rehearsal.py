"""A whole history made again with other hidden moves, in one go in machine code."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from coupdsl.native.loops.retold_code import STRIDE, TOTAL, WEIGHT
from coupdsl.native.machine import Machine
from coupdsl.native.memory.offsets import WORD
from coupdsl.search.given import loops
from coupdsl.search.replaying import Planned

# Of each move: what the seat was told, which pieces went where, and how likely it was.
Trail: TypeAlias = "array[int]"
# Of each move the weight, if that is to be known, and that of all options, or how many there are.
Odds: TypeAlias = "tuple[array[int], array[int]]"
_NUMBERS = STRIDE // WORD


class Rehearsal(Planned):
    """What the seat of `bit` is told of a history; the reference is `Retelling`, which makes its moves one by one."""

    def __init__(self, machine: Machine, bit: int) -> None:
        super().__init__(machine)
        layout = machine.code.layout
        self.set("bit", bit)
        self.row("in_order", [int(is_row) for is_row in layout.is_row])
        self._own_names = range(layout.pieces)
        self.row("own_names", self._own_names)
        self._names = self.words_for("names", layout.pieces)
        self._retold = loops().function("retold", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)

    def trail(
        self, block: bytearray, moves: Sequence[int], form: array[int], step: int, options: array[int],
        before: Trail | None = None, names: Mapping[int, int] | None = None, end: int = 0,
    ) -> tuple[Trail, bytearray] | None:  # fmt: skip
        """What comes of these moves, made where another history was before its move `step`, and the position then.

        None where something is not asked as there; or, if the trail `before` is given of what came of it there, not
        told so, or where pieces go elsewhere, some having other `names` until its move `end`.
        """
        self.plan(block, moves, form, step, options)
        trail = array("q", bytes(STRIDE * len(moves)))
        self._names[:] = self._own_names
        for piece, name in (names or {}).items():
            self._names[piece] = name
        self.set("trail", trail.buffer_info()[0])
        self.set("renamed_until", end - step)
        self.set("before", 0 if before is None else before.buffer_info()[0])
        if self._retold(self.words, len(moves)) < len(moves):
            return None
        return trail, bytearray(self._kept["block"])


def odds(trail: Trail) -> Odds:
    return trail[WEIGHT // WORD :: _NUMBERS], trail[TOTAL // WORD :: _NUMBERS]
