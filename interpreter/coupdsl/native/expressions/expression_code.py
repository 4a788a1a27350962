"""Machine code of expressions: what `engine/evaluate.py` says they mean, one small compiler a kind of expression."""

from __future__ import annotations

from functools import partial
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.language.types import NO_NUMBER, none_of
from coupdsl.native.constants import Constants
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.each_known import EachKnown
from coupdsl.native.expressions.functions import Functions
from coupdsl.native.expressions.lists import Lists
from coupdsl.native.expressions.operations import OPERATIONS
from coupdsl.native.expressions.packings import Packings
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.expressions.set_conditions import SetConditions
from coupdsl.native.expressions.set_sums import SetSums
from coupdsl.native.expressions.totality import Totality
from coupdsl.native.memory.held import Held, form
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.pieces.rows import Rows
from coupdsl.native.pieces.single_moves import Pieces


class ExpressionCompiler(Compiler):
    def __init__(self, module: Constants, rows: Rows, pieces: Pieces) -> None:
        super().__init__(module, rows, pieces)
        self.rules = Functions(self)
        self.is_safe = Totality(module).is_safe
        self.each_known = EachKnown(self)
        self.set_conditions = SetConditions(self, self.each_known, self.is_safe)
        self.set_sums = SetSums(self, self.each_known)
        self.lists = Lists(self, self.set_conditions, self.rules)
        self.whole_list, self.list_as_mask = self.lists.whole, self.lists.as_mask
        self.orders = self.lists.orders
        self.table = {
            x.Load: self._load, x.State: self._state, x.Zone: self._zone, x.Balance: self._balance,
            x.Call: self._call, x.Dispatch: self._dispatch, x.Op: self._op, x.Form: self._form, x.If: self._if,
            x.Lift: self._lift, x.Each: self._each, x.Connected: self._connected,
            x.Filter: self._filter, x.Quantified: self._quantified,
            x.Fold: self._fold, x.Best: self._best, x.Packing: Packings(self, self.lists).packing,
        }  # fmt: skip

    # ---- names
    def _load(self, expr: x.Load, scope: Scope) -> Held:
        name = expr.name
        if name.stored and name not in scope.names:
            return self.memory.read(scope.f, self.slot(name.slot, scope), name.type)
        return scope.names[name]

    def _state(self, expr: x.State, scope: Scope) -> Held:
        place = self.slot(expr.start, scope)
        if expr.index is not None:
            step = (self.offsets.widths[expr.start] + WORD - 1) // WORD * WORD
            place = scope.f.at(place, scope.f.times(self.number(expr.index, scope), step))
        if expr.may_lack and expr not in self.module.present:
            self.memory.fail_without_value(scope.f, place, expr.holds)
        return self.memory.read(scope.f, place, expr.holds)

    def _zone(self, expr: x.Zone, scope: Scope) -> Held:
        return self.lists.filled(expr, scope) if expr.row else self.held_in(expr, scope)

    def _balance(self, expr: x.Balance, scope: Scope) -> str:
        f = scope.f
        place = f.at("%s", self.offsets.balances + expr.start * 8)
        if expr.index is not None:
            place = f.at(place, f.times(self.number(expr.index, scope), 8))
        return f.load("i64", place)

    # ---- rules
    def _call(self, expr: x.Call, scope: Scope) -> Held:
        return self.rules.call(expr.function, self._arguments(expr, scope), scope)

    def _arguments(self, expr: x.Call | x.Dispatch, scope: Scope) -> list[Held]:
        kinds = next(rule.types for rule in _functions(expr) if rule is not None)
        return [self.value(one, kind, scope) for one, kind in zip(expr.arguments, kinds, strict=True)]

    def _dispatch(self, expr: x.Dispatch, scope: Scope) -> Held:
        """The rule of one of several entries."""
        which = self.number(expr.which, scope)
        if not expr.arguments and (table := self._table_of_entries(expr)) is not None:
            return self.module.look_up(scope.f, table, which, expr.type)
        safe = all(map(self.is_safe, expr.arguments))
        given = self._arguments(expr, scope) if safe else None  # what may fail is worked out where it is asked for

        def asked(rule: x.Function | None) -> Held | None:
            """The value of a rule; one that is known before play asks for no arguments."""
            if rule is None or isinstance(rule.body, x.Fixed):
                return self.rules.call(rule, [], scope) if rule is not None else None
            return self.rules.call(rule, self._arguments(expr, scope) if given is None else given, scope)

        return self.one_of(which, [partial(asked, rule) for rule in expr.functions], expr.type, scope)

    def _table_of_entries(self, expr: x.Dispatch) -> list[int] | None:
        """The values for all entries where they are words known before play."""
        if form(expr.type) not in ("number", "flag", "set"):
            return None
        bodies = [rule.body if rule is not None else None for rule in expr.functions]
        values = [int(body.value) for body in bodies if isinstance(body, x.Fixed)]
        return values if len(values) == len(bodies) else None

    def _op(self, expr: x.Op, scope: Scope) -> Held:
        return OPERATIONS[expr.name](self, expr, scope)

    def _form(self, expr: x.Form, scope: Scope) -> Held:
        return self.value(expr.of, expr.type, scope)

    # ---- choices between values
    def _if(self, expr: x.If, scope: Scope) -> Held:
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

    def _lift(self, expr: x.Lift, scope: Scope) -> Held:
        f, room = scope.f, self.module.room(scope.f, expr.type)
        source = self.number(expr.source, scope)
        yes, no, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp sge i64 {source}, 0"), yes, no)
        f.start(no)
        nothing: Any = () if form(expr.type) == "list" else 0 if form(expr.type) == "set" else none_of(expr.type)
        self.module.keep(f, room, expr.type, self.fixed(nothing, expr.type))
        f.jump(after)
        f.start(yes)
        self.module.keep(f, room, expr.type, self.value(expr.body, expr.type, scope.binding(expr.name, source)))
        f.start(after)
        return self.module.kept(f, room, expr.type)

    # ---- over sets and lists
    def _each(self, expr: x.Each, scope: Scope) -> str:
        f, bits = scope.f, self.offsets.bits(expr.type)
        kind = f"i{bits}"
        found = f.variable(kind, "0")
        with self.lists.walking(expr.source, scope) as element:
            inner = scope.binding(expr.name, element)
            if expr.body.type.is_collection:
                more = self.mask(expr.body, inner, bits)
            else:
                more = self.single(self.number(expr.body, inner), expr.body.type, scope, bits)
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {more}"), found)
        return f.load(kind, found)

    def _connected(self, expr: x.Connected, scope: Scope) -> str:
        f, bits = scope.f, self.offsets.bits(expr.type)
        kind = f"i{bits}"
        source = self.mask(expr.source, scope, bits)
        found, waiting = f.variable(kind, source), f.variable(kind, source)
        top, inside, after = f.label(), f.label(), f.label()
        f.start(top)
        left = f.load(kind, waiting)
        f.branch(f.op(f"icmp ne {kind} {left}, 0"), inside, after)
        f.start(inside)
        step = self.mask(expr.body, scope.binding(expr.name, f.lowest(left, bits)), bits)
        known = f.load(kind, found)
        new = f.op(f"and {kind} {step}, {f.op(f'xor {kind} {known}, -1')}")
        f.store(kind, f.op(f"or {kind} {known}, {new}"), found)
        rest = f.op(f"and {kind} {left}, {f.op(f'sub {kind} {left}, 1')}")
        f.store(kind, f.op(f"or {kind} {rest}, {new}"), waiting)
        f.jump(top)
        f.start(after)
        return f.load(kind, found)

    def _filter(self, expr: x.Filter, scope: Scope) -> Held:
        if expr.source.type.name != "set":
            return self.lists.filled(expr, scope)
        f, bits = scope.f, self.offsets.bits(expr.type)
        kind = f"i{bits}"
        source = self.mask(expr.source, scope, bits)
        kept = self.set_conditions.kept(source, expr.name, expr.condition, scope, bits)
        if not expr.preferring:
            return kept
        none = f.op(f"icmp eq {kind} {kept}, 0")
        return f.op(f"select i1 {none}, {kind} {source}, {kind} {kept}")

    def _quantified(self, expr: x.Quantified, scope: Scope) -> str:
        f = scope.f
        if expr.source.type.name == "set" or self.lists.is_plain(expr.source):
            bits = self.offsets.bits(expr.source.type)
            source = self.mask(expr.source, scope, bits)
            sides = self.set_conditions.decided(source, expr.name, expr.condition, scope, bits, expr.every)
            if sides is not None:
                return sides
            only = self._only_one(expr)
            if only is not None:
                one, rest = only
                inner, there = scope.binding(expr.name, one), f.contains(source, one, bits)
                return f.either(there, "i1", lambda: self.flag(rest, inner), lambda: "false")
        test = self.set_conditions.test(expr.condition, expr.name, scope, self.offsets.bits(expr.name.type))
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

    def _only_one(self, expr: x.Quantified) -> tuple[str, x.Expression] | None:
        """The one element for which what is asked first can hold, and what is asked then."""
        condition = expr.condition
        if expr.every or not (isinstance(condition, x.Op) and condition.name == "and"):
            return None
        first, rest = condition.arguments
        mask = self.each_known.holding(first, expr.name, {}) or 0
        return (str(mask.bit_length() - 1), rest) if mask.bit_count() == 1 else None

    def _fold(self, expr: x.Fold, scope: Scope) -> str:
        from coupdsl.native.llvm.arithmetic import Arithmetic

        f = scope.f
        if expr.operation == "sum" and (expr.source.type.name == "set" or self.lists.is_plain(expr.source)):
            bits = self.offsets.bits(expr.source.type)
            total = self.set_sums.total(expr.source, expr.name, expr.value, scope, bits)
            if total is not None:
                return total
        beyond = {"sum": 0, "largest": NO_NUMBER, "smallest": -NO_NUMBER}[expr.operation]
        result = f.variable("i64", str(beyond))
        with self.lists.walking(expr.source, scope) as element:
            found = self.number(expr.value, scope.binding(expr.name, element))
            before = f.load("i64", result)
            if expr.operation == "sum":
                more = Arithmetic(f).checked("add", before, found)
            else:
                pick = "smax" if expr.operation == "largest" else "smin"
                more = f.op(f"call i64 @llvm.{pick}.i64(i64 {before}, i64 {found})")
            f.store("i64", more, result)
        if expr.operation != "smallest":
            return f.load("i64", result)
        smallest = f.load("i64", result)
        return f.op(f"select i1 {f.op(f'icmp eq i64 {smallest}, {beyond}')}, i64 {NO_NUMBER}, i64 {smallest}")

    def _best(self, expr: x.Best, scope: Scope) -> Held:
        if form(expr.type) == "list":
            return self.lists.filled(expr, scope)
        f, bits = scope.f, self.offsets.bits(expr.type)
        kind = f"i{bits}"
        found = f.variable(kind, "0")
        with self.orders.best(expr, scope) as (element, good, better):
            single, before = f.single(element, bits), f.load(kind, found)
            joined = f.op(f"select i1 {good}, {kind} {f.op(f'or {kind} {before}, {single}')}, {kind} {before}")
            f.store(kind, f.op(f"select i1 {better}, {kind} {single}, {kind} {joined}"), found)
        return f.load(kind, found)


def _functions(expr: x.Call | x.Dispatch) -> tuple[x.Function | None, ...]:
    return (expr.function,) if isinstance(expr, x.Call) else expr.functions
