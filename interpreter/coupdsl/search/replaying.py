"""Moves of a plan, made one after the other in machine code as long as all is asked as in another history."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence

from coupdsl.native.loops.retold_code import END, ROW, STRIDE, TOTAL, WEIGHT
from coupdsl.native.machine import Machine
from coupdsl.native.memory.offsets import WORD
from coupdsl.search.given import Given, loops

AT_ONCE = 32  # moves, at most, of one call
_NUMBERS = STRIDE // WORD
_WEIGHT, _TOTAL, _END = WEIGHT // WORD, TOTAL // WORD, END // WORD

Made = tuple[bytearray, int, int, bytes]  # the position after a move, what is to be known of its weight, what happened


class Planned(Given):
    """What a loop is given that makes moves of a plan."""

    def plan(self, block: bytearray, moves: Sequence[int], form: array[int], step: int, options: array[int]) -> None:
        """Begins in this block as the other history, with this `form`, before its move `step`."""
        self._plan = array("q", moves)
        self.set("plan", self._plan.buffer_info()[0])
        self.set("rows", form.buffer_info()[0] + WORD * ROW * step)
        self.set("options", options.buffer_info()[0])
        ctypes.memmove(self._kept["block"], (ctypes.c_char * len(block)).from_buffer(block), len(block))


class Replaying(Planned):
    """Room for such moves and what comes of them; the reference is `Retelling`, which makes them one by one."""

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine)
        self._size = len(machine.template)  # of a position
        self._blocks = bytearray(AT_ONCE * self._size)
        self.point("blocks", (ctypes.c_char * len(self._blocks)).from_buffer(self._blocks))
        self._trail = self.words_for("trail", AT_ONCE * STRIDE // WORD)
        self._words_at = self.get("events") + 2 * WORD
        self._replay = loops().function("replay", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64)

    def replay(
        self, block: bytearray, moves: Sequence[int], form: array[int], step: int, options: array[int]
    ) -> Iterator[Made]:
        """As many of these moves as can be made while all is as it was from a step of the other history on.

        They lie in the room until the next are made.
        """
        self.plan(block, moves, form, step, options)
        trail = self._trail[: _NUMBERS * self._replay(self.words, len(moves))]
        weights, totals, ends = trail[_WEIGHT::_NUMBERS], trail[_TOTAL::_NUMBERS], trail[_END::_NUMBERS]
        words = ctypes.string_at(self._words_at, WORD * ends[-1]) if ends else b""
        raw, size, begin = self._blocks, self._size, 0
        for n, end in enumerate(ends):
            yield raw[n * size : (n + 1) * size], weights[n], totals[n], words[WORD * begin : WORD * end]
            begin = end
