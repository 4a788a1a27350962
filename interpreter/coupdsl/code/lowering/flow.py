"""Lowers what gives names to values, and the ways that the rules take."""

from __future__ import annotations

from dataclasses import replace

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.bits import MOST_IN_ONE
from coupdsl.code.errors import NO_BRANCH
from coupdsl.code.lowering.base import Around
from coupdsl.code.lowering.procedures import Procedures
from coupdsl.code.slots import Label, Place
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.walk import asked_by, begun_anew


class Flow(Procedures):
    # ---- names and values
    def _store(
        self, to: int | Place, expr: p.Expr | None, call: ps.CallRule | None, kind: ty.Type, around: Around
    ) -> int:
        """Puts a value, or the result of a call, into memory at a fixed or worked-out place; gives the step."""
        stated: x.Expression | None = None
        if call is not None:
            result = x.Name(call.rule.type, self.call(call, around), True)
            value = self.expressions.in_form(x.Load(result.type, call.span, result), kind)
        else:
            assert expr is not None
            stated, value = self.stated(expr, around), self.value(expr, around, kind)
        at = self.emit(i.Store(Place(to) if isinstance(to, int) else to, value))
        if isinstance(to, int):
            self.code.bindings[at] = [(to, stated)]
        return at

    def bind(self, statement: ps.Bind, around: Around) -> None:
        slot = self.local(statement.local, around).slot
        at = self._store(slot, statement.value, statement.call, statement.local.type, around)
        told = statement.call is not None or self.fixed(statement.value, around) is None
        if statement.revealed:
            self.code.bindings[at] = []  # what it was made of stays hidden
        if statement.revealed and told:
            self.code.revealed.append(statement.local)
            seats = [one for one in self.of_whom[statement] if one.type == ty.SEAT][-MOST_IN_ONE:]
            things = [one for one in self.of_whom[statement] if one.type != ty.SEAT]
            self.code.revealed_of.append(tuple(one.type for one in things))
            kept = (tuple(self.local(one, around).slot for one in those) for those in (seats, things))
            self.emit(i.Tell(slot, len(self.code.revealed) - 1, *kept))

    def assign(self, statement: ps.Assign, around: Around) -> None:
        target = statement.target
        if isinstance(target, pe.Load):
            place: int | Place = self.local(target.local, around).slot
        else:
            there = self.stated(target, around)
            assert isinstance(there, x.State)
            place = there.start if there.index is None else Place(there.start, self.folded(there.index))
        self._store(place, statement.value, statement.call, target.type, around)

    def call_line(self, statement: ps.CallRule, around: Around) -> None:
        self.call(statement, around)

    def give(self, statement: ps.Give, around: Around) -> None:
        procedure = around.procedure
        if procedure.gives != ty.NOTHING:
            self._store(procedure.result_slot, statement.value, statement.call, procedure.gives, around)
        self.jump(around.end)

    # ---- one way or the other
    def if_(self, statement: ps.If, around: Around) -> None:
        fixed = self.fixed(statement.condition, around)
        inside = replace(around, cited=statement.citations or around.cited)
        if fixed is not None:
            self.block(*(statement.then, inside) if fixed.value else (statement.otherwise, around))
            return
        otherwise, end = Label(), Label()
        self.emit(i.Branch(self.value(statement.condition, around), otherwise))
        self.block(statement.then, inside)
        if statement.otherwise is not None:
            self.jump(end)
        self.mark(otherwise)
        self.block(statement.otherwise, around)
        self.mark(end)

    def switch(self, statement: ps.Switch, around: Around) -> None:
        end = Label()
        for expr, block in statement.branches:
            fixed = self.fixed(expr, around)
            if fixed is not None:
                if fixed.value:
                    self.block(block, around)
                    break
                continue
            other = Label()
            self.emit(i.Branch(self.value(expr, around), other))
            self.block(block, around)
            self.jump(end)
            self.mark(other)
        else:
            asked = tuple(self.value(one, around) for one in asked_by(statement.branches[-1][0]))
            self.emit(i.Fail(NO_BRANCH, statement.span, asked))
        self.mark(end)

    # ---- loops
    def for_(self, statement: ps.For, around: Around) -> None:
        source = self.elements(statement.source, around)
        elements, index = self.slot(ty.list_of(statement.local.type)), self.slot()
        local = self.local(statement.local, around).slot
        start, end = Label(), Label()
        self.emit(i.BeginFor(source, elements, index))
        self.mark(start)
        self.emit(i.NextOf(elements, index, local, end))
        if statement.condition is not None:
            self.settle(self.row_reads(around).of_value(statement.condition, ty.FLAG), around)
            self.emit(i.Branch(self.value(statement.condition, around), end))
        inner = replace(around, together=(elements, index)) if statement.together else around
        self.block(statement.body, inner)
        self.jump(start, statement.span)
        self.mark(end)
        self.emit(i.Forget((elements, index, local)))

    def repeat(self, statement: ps.Repeat, around: Around) -> None:
        counter = self.slot()
        bound = self.value(statement.bound, around)
        until = self.value(statement.until, around) if statement.until is not None else None
        start, end = Label(), Label()
        self.emit(i.Store(Place(counter), bound))
        self.mark(start)
        self.settle(self.row_reads(around).of_value(statement.until, ty.FLAG), around)
        resets = self.resets(begun_anew(self.program, statement))
        self.emit(i.NextPass(counter, until, resets, end))
        self.block(statement.body, replace(around, loops={**around.loops, statement.name: (start, end)}))
        self.jump(start, statement.span)
        self.mark(end)
        self.emit(i.Forget((counter,)))

    def leave(self, statement: ps.Leave, around: Around) -> None:
        self.jump(around.loops[statement.name][1])

    def again(self, statement: ps.Again, around: Around) -> None:
        self.jump(around.loops[statement.name][0], statement.span)
