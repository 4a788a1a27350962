"""Who knows where each of several pieces lies, in machine code."""

from __future__ import annotations

from coupdsl.native.constants import Constants
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.pieces.rows import Goal
from coupdsl.native.pieces.single_moves import Pieces


class Knowing:
    """What moving or showing the pieces of a set, one bit a piece, changes of it."""

    def __init__(self, module: Constants, pieces: Pieces) -> None:
        self.module = module
        self.pieces = pieces
        self.bits = module.offsets.piece_bits
        self.audiences = module.code.layout.zone_audience

    def known_first(self, f: Emitter, mask: str, audience: str, goal: str | None) -> None:
        """As `Position.known_first`, of those that do not lie in the goal."""
        if goal is not None:
            mask = self.pieces.outside(f, mask, goal, self.bits)
        with f.members(mask, self.bits) as piece:
            self.pieces.known_first(f, piece, audience, mask)

    def forget_which(self, f: Emitter, mask: str, goal: Goal, unseen: bool) -> None:
        """As `Position.forget_which`."""
        bits = self.bits
        arriving = "0" if unseen else self.module.look_up_number(f, self.audiences, goal.zone)
        with f.members(mask, bits) as piece:
            start = self.pieces.zone_of(f, piece)
            held = f.load(f"i{bits}", self.pieces.held_in(f, start))
            others = f.op(f"and i{bits} {held}, {f.op(f'xor i{bits} {mask}, -1')}")
            some, away = f.op(f"icmp ne i{bits} {others}, 0"), f.op(f"icmp ne i64 {start}, {goal.zone}")
            with f.when(f.op(f"and i1 {some}, {away}")):
                seeing = f.op(f"or i64 {self.module.look_up_number(f, self.audiences, start)}, {arriving}")
                with f.members(held, bits) as other:
                    place = self.pieces.known(f, other)
                    f.store("i32", f.op(f"and i32 {f.load('i32', place)}, {f.narrowed(seeing, 32)}"), place)

    def mix(self, f: Emitter, mask: str, bits: int) -> None:
        """Who does not know all of these pieces forgets where each lies."""
        everyone = f.variable("i32", "-1")
        with f.members(mask, bits) as piece:
            known = f.load("i32", self.pieces.known(f, piece))
            f.store("i32", f.op(f"and i32 {f.load('i32', everyone)}, {known}"), everyone)
        with f.members(mask, bits) as piece:
            f.store("i32", f.load("i32", everyone), self.pieces.known(f, piece))
