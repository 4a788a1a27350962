"""Games played on at random from any position, without Python: what a search asks for, again and again."""

from __future__ import annotations

import ctypes

from coupdsl.code.bits import members
from coupdsl.engine.rules import Rules
from coupdsl.engine.turn import Result
from coupdsl.native.batch import Batch
from coupdsl.native.llvm.jit import Compiled
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.playing import Playing


class Ends(Playing):
    """A row is the set of winners, then the scores by seat."""

    @property
    def width(self) -> int:  # type: ignore[override]
        return WORD * (1 + self.layout.seats)

    @property
    def begin(self) -> list[int]:
        return [0, *self.code.decisions, *self.code.drawings, *self.code.settlings]

    def finished(self) -> None:
        winners = self.header(self.offsets.winners)  # the scores follow
        self.f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %row, ptr {winners}, i64 {self.width}, i1 false)")


class Playouts:
    def __init__(self, rules: Rules, speed: int) -> None:
        self._batch = Batch(rules, Ends, speed)
        self._seats = rules.players

    @property
    def code(self) -> Compiled:
        """It plays `games`, from the block of a state."""
        return self._batch.code

    def play(self, start: bytes, seed: int, count: int) -> list[Result]:
        """The ends of games from the block of a state; fewer where the rules fail in the next.

        Game number n has the chance of `derive(seed, n)`, and its players have theirs of that, as in a study.
        """
        rows = (ctypes.c_int64 * (count * (1 + self._seats)))()
        done = self._batch.play(seed, 0, count, ctypes.addressof(rows), start)
        each = 1 + self._seats
        return [Result(tuple(rows[at + 1 : at + each]), tuple(members(rows[at]))) for at in range(0, done * each, each)]
