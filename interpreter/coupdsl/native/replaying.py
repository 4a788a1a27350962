"""The moves of a plan, made one after the other in machine code, as long as all is asked as it was in another game."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence

from coupdsl.native.llvm.jit import Compiled

AT_ONCE = 32  # moves, at most, of one call
ROOM = 1 << 13  # words in which they tell what happened
# Of the other game, of each move: where in the rules it was made and whose it was, where among `options` those of a
# seat that was asked begin (how many, and their ids), and what is to be known of how likely the move is.
ROW = 4
ANYBODY, ANYTHING = -9, -1
CERTAIN, COUNTED, WEIGHED = range(3)  # nothing, how many options there are, the weights of the move and of all options
RATED = 3  # words told of each: the weight if `WEIGHED`, the sum or number, where what happened ends

Made = tuple[bytearray, int, int, bytes]  # the position after a move, the first two of these, and what happened


class Replaying:
    """Room for such moves; the reference is `Retelling`, which makes them one by one."""

    def __init__(self, compiled: Compiled, size: int, most_moves: int) -> None:
        address, word = ctypes.c_void_p, ctypes.c_int64
        self._replay = compiled.function("replay", word, address, word, *[address] * 7)
        self._size = size  # of a position
        self._blocks = bytearray(AT_ONCE * size)
        self._rated = (word * (RATED * AT_ONCE))()
        self._words = (word * (ROOM + 2))(ROOM)
        self._offers = (word * (2 * most_moves))()
        to_blocks = (ctypes.c_char * len(self._blocks)).from_buffer(self._blocks)
        self._rooms = [ctypes.addressof(room) for room in (to_blocks, self._rated, self._offers, self._words)]

    def replay(
        self, block: bytearray, moves: Sequence[int], form: array[int], step: int, options: array[int]
    ) -> Iterator[Made]:
        """As many of these moves as can be made while all is as it was from a step of the other game on.

        They lie in the room until the next are made.
        """
        plan = array("q", moves)
        start = (ctypes.c_char * self._size).from_buffer(block)
        rows = form.buffer_info()[0] + form.itemsize * ROW * step
        self._words[1] = 0
        done = self._replay(start, len(plan), plan.buffer_info()[0], rows, options.buffer_info()[0], *self._rooms)
        rated, raw, size = self._rated[: RATED * done], self._blocks, self._size
        ends = rated[2::RATED]
        words = ctypes.string_at(self._rooms[-1] + 16, 8 * ends[-1]) if ends else b""
        weights, totals, begin = rated[::RATED], rated[1::RATED], 0
        for n, end in enumerate(ends):
            yield raw[n * size : (n + 1) * size], weights[n], totals[n], words[8 * begin : 8 * end]
            begin = end
