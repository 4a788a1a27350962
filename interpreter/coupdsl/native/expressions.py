"""Machine code of expressions: what `engine/evaluate.py` says they mean, one small compiler a kind of expression.

What is known before play is asked of the reference's evaluator, so both fold the same constants.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from coupdsl.engine.closures import Fixed
from coupdsl.language import program as p
from coupdsl.language.types import NO_NUMBER, none_of
from coupdsl.native.compiler import Compiler
from coupdsl.native.constants import Constants
from coupdsl.native.lists import Lists
from coupdsl.native.operations import OPERATIONS
from coupdsl.native.pieces import Pieces
from coupdsl.native.predicates import Predicates
from coupdsl.native.rows import Rows
from coupdsl.native.rules import RuleFunctions
from coupdsl.native.safety import Safety
from coupdsl.native.scope import Scope
from coupdsl.native.shapes import WORD
from coupdsl.native.values import Held, form


class Expressions(Compiler):
    def __init__(self, module: Constants, rows: Rows, pieces: Pieces) -> None:
        super().__init__(module, rows, pieces)
        self.rules = RuleFunctions(self)
        self.safety = Safety(self)
        self.predicates = Predicates(self, self.safety)
        self.lists = Lists(self, self.predicates, self.rules)
        self.whole_list, self.list_as_mask = self.lists.whole, self.lists.as_mask
        self.orders = self.lists.orders
        self.table = {
            p.Load: self._load, p.GetState: self._get_state, p.GetZone: self._get_zone,
            p.GetBalance: self._get_balance, p.Apply: self._apply, p.Op: self._op, p.Cond: self._cond,
            p.Lift: self._lift, p.Each: self._each, p.Filter: self._filter, p.Quantified: self._quantified,
            p.Fold: self._fold, p.Best: self._best,
        }  # fmt: skip

    # ---- entry points
    # ---- names
    def _load(self, expr: p.Load, scope: Scope) -> Held:
        slot = self.evaluator.stored_slots.get((expr.local, scope.entry))
        if slot is not None and expr.local not in scope.names:
            return self.memory.read(scope.f, self.slot(slot, scope), expr.local.type)
        return scope.names[expr.local]

    def _get_state(self, expr: p.GetState, scope: Scope) -> Held:
        start = self.layout.state_start[expr.state]
        place = self.slot(start, scope)
        if expr.index is not None:
            step = (self.shapes.widths[start] + WORD - 1) // WORD * WORD
            place = scope.f.at(place, scope.f.times(self.number(expr.index, scope), step))
        if self.module.may_lack(expr.state):
            self.memory.fail_without_value(scope.f, place, expr.state.type)
        return self.memory.read(scope.f, place, expr.state.type)

    def _get_zone(self, expr: p.GetZone, scope: Scope) -> Held:
        if expr.zone.row:
            return self.lists.filled(expr, scope)
        return self.held_in(expr, scope)

    def _get_balance(self, expr: p.GetBalance, scope: Scope) -> str:
        f = scope.f
        place = f.at("%s", self.shapes.balances + self.layout.account_start[expr.account] * 8)
        if expr.index is not None:
            place = f.at(place, f.times(self.number(expr.index, scope), 8))
        return f.load("i64", place)

    # ---- rules
    def _apply(self, expr: p.Apply, scope: Scope) -> Held:
        if expr.entry is None:
            return self._called(expr, scope.entry, scope)
        closure = self.evaluator.closure(expr.entry, scope.entry)
        entries = self.program.kinds[expr.entry.type.name].entries
        if isinstance(closure, Fixed):
            return self._called(expr, entries[closure.value], scope)
        return self._dispatched(expr, entries, self.number(expr.entry, scope), scope)

    def _called(self, expr: p.Apply, entry: p.Entry | None, scope: Scope, given: list[Held] | None = None) -> Held:
        """The value of a rule; one that is known before play asks for no arguments."""
        if isinstance(self.evaluator.body(expr.rule, entry), Fixed):
            given = []
        return self.rules.call(expr.rule, entry, self._arguments(expr, scope) if given is None else given, scope)

    def _arguments(self, expr: p.Apply, scope: Scope) -> list[Held]:
        kinds = expr.rule.parameter_types
        return [self.value(one, kind, scope) for one, kind in zip(expr.arguments, kinds, strict=True)]

    def _dispatched(self, expr: p.Apply, entries: list[p.Entry], which: str, scope: Scope) -> Held:
        """The rule of one of several entries."""
        if not expr.arguments and (table := self._table_of_entries(expr, entries)) is not None:
            return self.module.look_up(scope.f, table, which, expr.rule.type)
        safe = all(self.safety.is_safe(argument, scope.entry) for argument in expr.arguments)
        given = self._arguments(expr, scope) if safe else None  # what may fail is worked out where it is asked for

        def asked(entry: p.Entry) -> Held | None:
            return self._called(expr, entry, scope, given) if self.is_stated(expr.rule, entry) else None

        return self.one_of(which, [partial(asked, entry) for entry in entries], expr.rule.type, scope)

    def _table_of_entries(self, expr: p.Apply, entries: list[p.Entry]) -> list[int] | None:
        """The values for all entries where they are words known before play."""
        if form(expr.rule.type) not in ("number", "flag", "set"):
            return None
        values = []
        for entry in entries:
            if not self.is_stated(expr.rule, entry):
                return None
            body = self.evaluator.body(expr.rule, entry)
            if not isinstance(body, Fixed):
                return None
            values.append(int(body.value))
        return values

    def _op(self, expr: p.Op, scope: Scope) -> Held:
        return OPERATIONS[expr.name](self, expr, scope)

    # ---- choices between values
    def _cond(self, expr: p.Cond, scope: Scope) -> Held:
        closure = self.evaluator.closure(expr.condition, scope.entry)
        if isinstance(closure, Fixed):
            return self.value(expr.then if closure.value else expr.otherwise, expr.type, scope)
        f, room = scope.f, self.module.room(scope.f, expr.type)
        yes, no, after = f.label(), f.label(), f.label()
        f.branch(self.flag(expr.condition, scope), yes, no)
        for label, part in ((yes, expr.then), (no, expr.otherwise)):
            f.start(label)
            value = self.value(part, expr.type, scope)
            if not f.closed:
                self.module.keep(f, room, expr.type, value)
                f.jump(after)
        f.start(after)
        return self.module.kept(f, room, expr.type)

    def _lift(self, expr: p.Lift, scope: Scope) -> Held:
        f, room = scope.f, self.module.room(scope.f, expr.type)
        source = self.number(expr.source, scope)
        yes, no, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp sge i64 {source}, 0"), yes, no)
        f.start(no)
        nothing: Any = () if form(expr.type) == "list" else 0 if form(expr.type) == "set" else none_of(expr.type)
        self.module.keep(f, room, expr.type, self.fixed(nothing, expr.type))
        f.jump(after)
        f.start(yes)
        self.module.keep(f, room, expr.type, self.value(expr.body, expr.type, scope.binding(expr.local, source)))
        f.start(after)
        return self.module.kept(f, room, expr.type)

    # ---- over sets and lists
    def _each(self, expr: p.Each, scope: Scope) -> str:
        f, bits = scope.f, self.shapes.bits(expr.type)
        kind = f"i{bits}"
        found = f.variable(kind, "0")
        with self.lists.walking(expr.source, scope) as element:
            inner = scope.binding(expr.local, element)
            if expr.body.type.is_collection:
                more = self.mask(expr.body, inner, bits)
            else:
                more = self.single(self.number(expr.body, inner), expr.body.type, scope, bits)
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {more}"), found)
        return f.load(kind, found)

    def _filter(self, expr: p.Filter, scope: Scope) -> Held:
        if expr.source.type.name != "set":
            return self.lists.filled(expr, scope)
        f, bits = scope.f, self.shapes.bits(expr.type)
        kind = f"i{bits}"
        source = self.mask(expr.source, scope, bits)
        kept = self.predicates.kept(source, expr.local, expr.condition, scope, bits)
        if not expr.preferring:
            return kept
        none = f.op(f"icmp eq {kind} {kept}, 0")
        return f.op(f"select i1 {none}, {kind} {source}, {kind} {kept}")

    def _quantified(self, expr: p.Quantified, scope: Scope) -> str:
        f = scope.f
        if expr.source.type.name == "set" or self.lists.is_plain(expr.source, scope.entry):
            bits = self.shapes.bits(expr.source.type)
            source = self.mask(expr.source, scope, bits)
            sides = self.predicates.decided(source, expr.local, expr.condition, scope, bits, expr.every)
            if sides is not None:
                return sides
        test = self.predicates.test(expr.condition, expr.local, scope, self.shapes.bits(expr.local.type))
        result = f.variable("i1", "true" if expr.every else "false")
        decided, after = f.label(), f.label()
        with self.lists.walking(expr.source, scope) as element:
            condition = test.holds(element)
            onward = f.label()
            f.branch(condition, *((onward, decided) if expr.every else (decided, onward)))
            f.start(onward)
        f.jump(after)
        f.start(decided)
        f.store("i1", "false" if expr.every else "true", result)
        f.start(after)
        return f.load("i1", result)

    def _fold(self, expr: p.Fold, scope: Scope) -> str:
        from coupdsl.native.ratios import Arithmetic

        f = scope.f
        if not expr.largest and (expr.source.type.name == "set" or self.lists.is_plain(expr.source, scope.entry)):
            bits = self.shapes.bits(expr.source.type)
            total = self.predicates.total(expr.source, expr.local, expr.value, scope, bits)
            if total is not None:
                return total
        result = f.variable("i64", str(NO_NUMBER) if expr.largest else "0")
        with self.lists.walking(expr.source, scope) as element:
            found = self.number(expr.value, scope.binding(expr.local, element))
            before = f.load("i64", result)
            if expr.largest:
                more = f.op(f"call i64 @llvm.smax.i64(i64 {before}, i64 {found})")
            else:
                more = Arithmetic(f).checked("add", before, found)
            f.store("i64", more, result)
        return f.load("i64", result)

    def _best(self, expr: p.Best, scope: Scope) -> Held:
        if form(expr.type) == "list":
            return self.lists.filled(expr, scope)
        f, bits = scope.f, self.shapes.bits(expr.type)
        kind = f"i{bits}"
        found = f.variable(kind, "0")
        with self.orders.best(expr, scope) as (element, good, better):
            single, before = f.single(element, bits), f.load(kind, found)
            joined = f.op(f"select i1 {good}, {kind} {f.op(f'or {kind} {before}, {single}')}, {kind} {before}")
            f.store(kind, f.op(f"select i1 {better}, {kind} {single}, {kind} {joined}"), found)
        return f.load(kind, found)
