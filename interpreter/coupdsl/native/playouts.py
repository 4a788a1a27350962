"""Games played on at random from any position, without Python: what a search asks for, again and again."""

from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING

from coupdsl.code.agreeing import agreements
from coupdsl.code.bits import members
from coupdsl.code.decisions import Decision
from coupdsl.engine.rules import Rules
from coupdsl.engine.turn import Result
from coupdsl.native.batch import Batch
from coupdsl.native.improving import Improving
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.playing import Chosen, Playing

if TYPE_CHECKING:
    from coupdsl.native.module import Module


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


class EndsByKind(Ends):
    """Players choose what kind of move to make, as `search/kinds_of_moves.py`, and then one of that.

    The notes say whether somebody has chosen yet, where that matters.
    """

    def __init__(self, module: Module) -> None:
        self.agreements = agreements(module.rules.code)
        super().__init__(module)

    def is_listed(self, decision: Decision) -> bool:
        return super().is_listed(decision) or (decision.who is not None and self._is_narrowed(decision))

    def _is_narrowed(self, decision: Decision) -> bool:
        return len(self._kinds(decision)) > 1 or self._agreed(decision) > 0

    def pick(self, decision: Decision, generator: str, chosen: Chosen) -> None:
        later = self.f.load("i64", "%notes") if self.agreements else ""
        if self.agreements:
            self.f.store("i64", "1", "%notes")
        if not self._is_narrowed(decision):
            super().pick(decision, generator, chosen)
            return
        room, kinds, agreed = self.choices.work_out(self.f, decision), self._kinds(decision), self._agreed(decision)
        if agreed:
            with self.f.when(self.f.op(f"icmp ne i64 {later}, 0")):
                self._keep_others(decision, room, agreed)
        if len(kinds) > 1:
            self._keep_one(room, kinds, generator)
        self.pick_among(decision, room, generator, chosen)

    def _agreed(self, decision: Decision) -> int:
        """The ranks of agreements, as a set."""
        ids = self.choices.of(decision).ids
        return sum(1 << rank for rank, move in enumerate(ids) if move in self.agreements)

    def _kinds(self, decision: Decision) -> list[int]:
        """The ranks of each kind of move, as a set."""
        kinds: dict[int, int] = {}
        for rank, move in enumerate(self.choices.of(decision).ids):
            kind = self.code.alphabet.moves[move].kind
            kinds[kind] = kinds.get(kind, 0) | 1 << rank
        return [kinds[kind] for kind in sorted(kinds)]

    def _keep_others(self, decision: Decision, room: str, agreed: int) -> None:
        """Of what is marked as offered, these do not stay so where there is more."""
        f = self.f
        words = range(0, len(self.choices.of(decision).ids), 64)
        places = [f.at(room, 8 + first // 8) for first in words]
        masks = [_signed(~agreed >> first & (1 << 64) - 1) for first in words]
        others = [f.op(f"and i64 {f.load('i64', place)}, {mask}") for place, mask in zip(places, masks, strict=True)]
        count = self._size(others)
        with f.when(f.op(f"icmp ne i64 {count}, 0")):
            for place, word in zip(places, others, strict=True):
                f.store("i64", word, place)
            f.store("i64", count, room)

    def _size(self, words: list[str]) -> str:
        return functools.reduce(self.f.add, (self.f.size(word, 64) for word in words))

    def _keep_one(self, room: str, kinds: list[int], generator: str) -> None:
        """Of what is marked as offered, one kind stays so, each as likely as `weight` says."""
        f, words = self.f, range(0, max(kinds).bit_length(), 64)
        places = [f.at(room, 8 + first // 8) for first in words]
        masks = [[_signed(kind >> first & (1 << 64) - 1) for kind in kinds] for first in words]

        def of_kind(kind: str) -> tuple[list[str], str]:
            """What is offered of it, by words, and how much that is."""
            marked = [f.load("i64", place) for place in places]
            wanted = [self.module.look_up_number(f, mask, kind) for mask in masks]
            found = [f.op(f"and i64 {one}, {other}") for one, other in zip(marked, wanted, strict=True)]
            return found, self._size(found)

        weights, total, number = f.variable(f"[{len(kinds)} x i64]"), f.variable("i64", "0"), f.variable("i64", "0")
        with f.counting("0", str(len(kinds))) as kind:
            zeros = f.op(f"call i64 @llvm.ctlz.i64(i64 {of_kind(kind)[1]}, i1 false)")
            weight = f.op(f"sub i64 64, {zeros}")
            f.store("i64", weight, f.at(weights, f.times(kind, 8)))
            f.store("i64", f.add(f.load("i64", total), weight), total)
            some = f.op(f"zext i1 {f.op(f'icmp ne i64 {weight}, 0')} to i64")
            f.store("i64", f.add(f.load("i64", number), some), number)
        f.fail_if(f.op(f"icmp eq i64 {f.load('i64', total)}, 0"))
        several = f.op(f"icmp sgt i64 {f.load('i64', number)}, 1")
        below = f.op(f"select i1 {several}, i64 {f.load('i64', total)}, i64 1")
        left = f.variable("i64", f.op(f"call i64 @below(ptr {generator}, i64 {below})"))
        kept = f.variable("i64", "-1")
        with f.counting("0", str(len(kinds))) as kind, f.when(f.op(f"icmp sge i64 {f.load('i64', left)}, 0")):
            f.store("i64", kind, kept)
            f.store(
                "i64", f.op(f"sub i64 {f.load('i64', left)}, {f.load('i64', f.at(weights, f.times(kind, 8)))}"), left
            )
        of_kept, count = of_kind(f.load("i64", kept))
        for place, word in zip(places, of_kept, strict=True):
            f.store("i64", word, place)
        f.store("i64", count, room)


class Playouts:
    def __init__(self, rules: Rules, speed: int | None = None, make: type[Ends] = Ends) -> None:
        self._batch = Batch(rules, make, speed)
        self._seats = rules.players

    @property
    def improving(self) -> Improving:
        """The code, which plays `games` from the block of a state."""
        return self._batch.improving

    def play(self, start: bytes, seed: int, count: int) -> list[Result]:
        """The ends of games from the block of a state; fewer where the rules fail in the next.

        Game number n has the chance of `derive(seed, n)`, and its players have theirs of that, as in a study.
        """
        rows = (ctypes.c_int64 * (count * (1 + self._seats)))()
        done = self._batch.play(seed, 0, count, ctypes.addressof(rows), start)
        each = 1 + self._seats
        return [Result(tuple(rows[at + 1 : at + each]), tuple(members(rows[at]))) for at in range(0, done * each, each)]


def _signed(word: int) -> int:
    return word - (word >> 63 << 64)
