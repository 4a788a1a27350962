"""The moves of a plan, made one after the other in machine code, as long as all is asked as it was in another game."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence

from coupdsl.native.llvm.jit import Compiled

AT_ONCE = 32  # moves, at most, of one call
ROOM = 1 << 13  # words in which they tell what happened
# Of the other game, of each move: where in the rules it was made and whose it was, where among `options` those of a
# seat that was asked begin (how many, and their ids), and whether it is to be counted how many there are.
ROW = 4
ANYBODY, ANYTHING = -9, -1
UNCOUNTED, CERTAIN, COUNTED = -1, 0, 1

Made = tuple[bytearray, int, bytes]  # the position after a move, how many options it had if counted, what happened


class Replaying:
    """Room for such moves; the reference is `Retelling`, which makes them one by one."""

    def __init__(self, compiled: Compiled, size: int, most_moves: int) -> None:
        address, word = ctypes.c_void_p, ctypes.c_int64
        self._replay = compiled.function("replay", word, address, word, *[address] * 7)
        self._size = size  # of a position
        self._blocks = bytearray(AT_ONCE * size)
        self._counts = (word * (2 * AT_ONCE))()
        self._words = (word * (ROOM + 2))(ROOM)
        self._offers = (word * (2 * most_moves))()
        to_blocks = (ctypes.c_char * len(self._blocks)).from_buffer(self._blocks)
        self._rooms = [ctypes.addressof(room) for room in (to_blocks, self._counts, self._offers, self._words)]

    def replay(
        self, block: bytearray, moves: Sequence[int], form: array[int], step: int, options: array[int]
    ) -> list[Made]:
        """As many of these moves as can be made while all is as it was from a step of the other game on."""
        plan = array("q", moves)
        start = (ctypes.c_char * self._size).from_buffer(block)
        rows = form.buffer_info()[0] + form.itemsize * ROW * step
        self._words[1] = 0
        done = self._replay(start, len(plan), plan.buffer_info()[0], rows, options.buffer_info()[0], *self._rooms)
        counts, raw, size = self._counts[: 2 * done], self._blocks, self._size
        ends = counts[1::2]
        words = ctypes.string_at(self._rooms[-1] + 16, 8 * ends[-1]) if ends else b""
        return [
            (raw[n * size : (n + 1) * size], count, words[8 * begin : 8 * end])
            for n, (count, begin, end) in enumerate(zip(counts[::2], [0, *ends], ends, strict=False))
        ]
