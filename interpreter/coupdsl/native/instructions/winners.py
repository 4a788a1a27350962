"""Who wins, in machine code: the scores of a game that ends, and the best among those who may win."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from coupdsl.code import instructions as i
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module


class Winners:
    def __init__(self, module: Module) -> None:
        self.layout, self.offsets, self.expressions = module.code.layout, module.offsets, module.expressions

    def write(self, f: Emitter, this: i.Finish) -> None:
        """Writes down the scores of all seats, and those who are first by the keys."""
        seats, width, scope = self.layout.seats, len(this.keys), Scope(f)
        rows = f.variable(f"[{seats * width} x i64]")
        with f.counting("0", str(seats)) as seat:
            for number, (name, value, lowest) in enumerate(this.keys):
                found = self.expressions.number(value, scope.binding(name, seat))
                if number == 0:
                    f.store("i64", found, f.at(f.at("%s", self.offsets.scores), f.times(seat, WORD)))
                key = f.op(f"sub i64 0, {found}") if lowest else found
                f.store("i64", key, f.at(rows, f.add(f.times(seat, width * WORD), number * WORD)))
        winners = f.at("%s", self.offsets.winners)
        f.store("i64", "0", winners)
        among = str((1 << seats) - 1) if this.among is None else self.expressions.mask(this.among, scope, 64)
        with f.when(f.op(f"icmp ne i64 {among}, 0")):
            best = f.variable("i64", f.lowest(among, 64))
            with self._compared(f, rows, among, best, width) as (seat, ahead, _), f.when(ahead):
                f.store("i64", seat, best)
            with self._compared(f, rows, among, best, width) as (seat, _, equal), f.when(equal):
                f.store("i64", f.op(f"or i64 {f.load('i64', winners)}, {f.single(seat, 64)}"), winners)

    @contextmanager
    def _compared(self, f: Emitter, rows: str, among: str, best: str, width: int) -> Iterator[tuple[str, str, str]]:
        """For each seat of `among`: it, is it ahead of the best, and are they equal?"""
        with f.counting("0", str(self.layout.seats)) as seat, f.when(f.contains(among, seat, 64)):
            yield seat, *_ahead(f, rows, seat, f.load("i64", best), width)


def _ahead(f: Emitter, rows: str, seat: str, other: str, width: int) -> tuple[str, str]:
    """Is a seat ahead of another, by the first key in which they differ, and are they equal?"""
    ahead, equal = "false", "true"
    for number in range(width):
        mine, its = (f.load("i64", f.at(rows, f.add(f.times(s, width * WORD), number * WORD))) for s in (seat, other))
        more = f.op(f"and i1 {equal}, {f.op(f'icmp sgt i64 {mine}, {its}')}")
        ahead = f.op(f"or i1 {ahead}, {more}")
        equal = f.op(f"and i1 {equal}, {f.op(f'icmp eq i64 {mine}, {its}')}")
    return ahead, equal
