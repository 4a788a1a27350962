"""What is kept in variables of the function that plays whole games: LLVM puts those into registers.

Only that function reads and writes locals, so nobody misses them in the block of the state.
"""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.decisions import Decision
from coupdsl.code.worked_out import all_expressions, outermost_expressions
from coupdsl.language.types import none_of
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import form
from coupdsl.native.memory.offsets import WORD, Offsets


class Registers:
    """`resumed`: play may begin in the middle of a game, with the locals that the block of the state holds.

    What the options of `listed` decisions ask for stays in the block: other functions work those out.
    """

    def __init__(self, offsets: Offsets, f: Emitter, resumed: bool, listed: list[Decision]) -> None:
        self.offsets, self.f, self.resumed = offsets, f, resumed
        code, elsewhere = offsets.code, {slot for decision in listed for slot in _asked_by(decision)}
        self.firsts = asked_for_first(code) - elsewhere
        self._keep(offsets.count, "i64", f"load i64, ptr {self._there(offsets.count)}")
        for slot in set(range(code.layout.state_size, len(code.kinds))) - elsewhere:
            kind, at = code.kinds[slot], offsets.memory[slot]
            if slot in self.firsts:
                self._keep_first(slot)
            elif form(kind) in ("number", "flag", "set"):
                word = f"i{offsets.bits(kind)}" if form(kind) == "set" else "i64"
                self._keep(at, word, f"load {word}, ptr {self._there(at)}" if resumed else None)

    def _there(self, offset: int) -> str:
        """Where in the block it lies that is kept in a variable."""
        self.f.entry.append(f"%there{offset} = getelementptr i8, ptr %s, i64 {offset}")
        return f"%there{offset}"

    def _keep(self, offset: int, kind: str, begin: str | None) -> None:
        """A place of the block; what it holds is read once, where it may hold something when play begins."""
        self.f.kept[offset] = place = self.f.variable(kind)
        if begin is not None:
            self.f.entry += [f"%begin{offset} = {begin}", f"store {kind} %begin{offset}, ptr {place}"]

    def _keep_first(self, slot: int) -> None:
        """Of the list in the block."""
        at, of = self.offsets.memory[slot], self.offsets.code.kinds[slot].of
        assert of is not None
        if not self.resumed:
            self._keep(at, "i64", None)
            return
        kind, first = self.offsets.element(of), f"%member{at}"
        self.f.entry += [
            f"%count{at} = load i64, ptr {self._there(at)}",
            f"%none{at} = icmp eq i64 %count{at}, 0",
            f"%member{at} = load {kind}, ptr {self._there(at + WORD)}",
        ]
        if kind != "i64":
            first = f"%first{at}"
            self.f.entry.append(f"{first} = sext {kind} %member{at} to i64")
        self._keep(at, "i64", f"select i1 %none{at}, i64 {none_of(of.or_none)}, i64 {first}")


def asked_for_first(code: Code) -> set[int]:
    """The locals that hold lists of which nothing but the first is asked for; only statements write them."""
    lists = {slot for slot in range(code.layout.state_size, len(code.kinds)) if code.kinds[slot].name == "list"}
    written = {one.to.start for one in code.instructions if isinstance(one, i.Store)}
    for one in code.instructions:
        lists -= _used(one)
    for expr in all_expressions(code):
        if not (isinstance(expr, x.Op) and expr.name == "first"):
            lists -= set(map(_slot, x.parts(expr)))
    return lists & written


def _asked_by(decision: Decision) -> set[int]:
    """The places of memory that its options ask for."""
    waiting, found = list(outermost_expressions(decision.options)), set()
    while waiting:
        expr = waiting.pop()
        found.add(_slot(expr))
        waiting += x.parts(expr)
    return found


def _used(one: i.Instruction) -> set[int]:
    """Places that an instruction reads as they are, or writes without a statement."""
    used = set(map(_slot, outermost_expressions(one)))
    match one:
        case i.Tell(slot=slot, seats=seats, things=things):
            return used | {slot, *seats, *things}
        case i.BeginFor(elements=slot):
            return used | {slot}
        case i.TakeResult(result=slot, sources=sources):
            return used | {slot, *sources}
        case i.NextPass(resets=resets) | i.SetUp(resets=resets):
            return used | {start for start, _, _ in resets}
        case i.Call(targets=targets):
            return used.union(*(procedure.parameters for procedure, _ in targets))
        case i.Play(targets=played):
            return used.union(*(slots for _, _, slots in played.values()))
    return used


def _slot(expr: x.Expression) -> int:
    return expr.name.slot if isinstance(expr, x.Load) and expr.name.stored else -1
