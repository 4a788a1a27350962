"""Machine code of expressions: what `engine/evaluate.py` says they mean, one small compiler a kind of expression.

What is known before play is asked of the reference's evaluator, so both fold the same constants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from coupdsl.code.bits import mask_of
from coupdsl.code.bounds import LARGEST
from coupdsl.engine.closures import Fixed
from coupdsl.language import program as p
from coupdsl.language.types import NO_NUMBER, Type, none_of
from coupdsl.native.emitter import Emitter
from coupdsl.native.shapes import WORD
from coupdsl.native.values import Held, Ratio, constant, form, word

if TYPE_CHECKING:
    from coupdsl.native.module import Module


@dataclass
class Scope:
    """Where code is being written: the function, the names bound there, the entry in whose name rules apply."""

    f: Emitter
    entry: p.Entry | None
    names: dict[p.Local, Held] = field(default_factory=dict)

    def binding(self, local: p.Local, value: Held) -> Scope:
        """`local` named; flags among numbers, as members of lists are, become flags."""
        if form(local.type) == "flag":
            value = self.f.op(f"trunc i64 {value} to i1")
        return Scope(self.f, self.entry, {**self.names, local: value})


class Expressions:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.evaluator = module.evaluator
        self.layout = module.code.layout
        self.shapes = module.shapes
        self.memory = module.memory
        self.program = module.code.rules.program
        from coupdsl.native.lists import Lists
        from coupdsl.native.operations import OPERATIONS
        from coupdsl.native.orders import Orders
        from coupdsl.native.predicates import Predicates
        from coupdsl.native.safety import Safety

        self.lists = Lists(self)
        self.operations = OPERATIONS
        self.safety = Safety(self)
        self.predicates = Predicates(self)
        self.orders = Orders(self)
        self.table: dict[type, Callable[[Any, Scope], Held]] = {
            p.Load: self._load, p.GetState: self._get_state, p.GetZone: self._get_zone,
            p.GetBalance: self._get_balance, p.Apply: self._apply, p.Op: self._op, p.Cond: self._cond,
            p.Lift: self._lift, p.Each: self._each, p.Filter: self._filter, p.Quantified: self._quantified,
            p.Fold: self._fold, p.Best: self._best,
        }  # fmt: skip

    # ---- entry points
    def held(self, expr: p.Expr, scope: Scope) -> Held:
        """The value of an expression in the form of its own type."""
        closure = self.evaluator.closure(expr, scope.entry)
        if isinstance(closure, Fixed):
            return self.fixed(closure.value, expr.type)
        return self.table[type(expr)](expr, scope)

    def fixed(self, value: Any, kind: Type) -> Held:
        if form(kind) == "list":
            return self.module.constant_list(tuple(value), kind.of)
        if form(kind) == "set" and not isinstance(value, int):
            value = mask_of(value)
        return constant(value, kind)

    def value(self, expr: p.Expr, wanted: Type, scope: Scope) -> Held:
        """The value in the form that a place of type `wanted` holds."""
        found = form(wanted)
        if found == "set":
            return self.mask(expr, scope, self.shapes.bits(wanted))
        if found == "list":
            return self.lists.whole(expr, scope)
        if found == "ratio":
            return self.ratio(expr, scope)
        return self.flag(expr, scope) if found == "flag" else self.number(expr, scope)

    def number(self, expr: p.Expr, scope: Scope) -> str:
        value = self.held(expr, scope)
        assert isinstance(value, str)
        if form(expr.type) == "flag":
            return {"true": "1", "false": "0"}.get(value) or scope.f.op(f"zext i1 {value} to i64")
        return value

    def flag(self, expr: p.Expr, scope: Scope) -> str:
        value = self.held(expr, scope)
        assert isinstance(value, str) and form(expr.type) == "flag"
        return value

    def ratio(self, expr: p.Expr, scope: Scope) -> Ratio:
        value = self.held(expr, scope)
        if isinstance(value, Ratio):
            return value
        assert isinstance(value, str)
        return Ratio(value, "1")

    def mask(self, expr: p.Expr, scope: Scope, bits: int | None = None) -> str:
        """The value of a set or list as a bit mask of `bits`, else of its own width."""
        own = self.shapes.bits(expr.type)
        closure = self.evaluator.closure(expr, scope.entry)
        if isinstance(closure, Fixed):
            value = closure.value
            return str(value if isinstance(value, int) else mask_of(value))
        if expr.type.name == "list":
            return scope.f.resized(self.lists.as_mask(expr, scope, own), own, bits or own)
        value = self.held(expr, scope)
        assert isinstance(value, str)
        return scope.f.resized(value, own, bits or own)

    # ---- names
    def _load(self, expr: p.Load, scope: Scope) -> Held:
        slot = self.evaluator.stored_slots.get((expr.local, scope.entry))
        if slot is not None and expr.local not in scope.names:
            return self.memory.read(scope.f, self.slot(slot, scope), expr.local.type)
        return scope.names[expr.local]

    def slot(self, slot: int, scope: Scope) -> str:
        return scope.f.at("%s", self.shapes.memory[slot])

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

    def held_in(self, expr: p.GetZone, scope: Scope) -> str:
        """The pieces of a zone as a set."""
        f, index = scope.f, self.number(expr.index, scope) if expr.index is not None else "0"
        zone = f.add(index, self.layout.zone_start[expr.zone])
        return f.load(word(Type("set", expr.zone.type.of), self.shapes), self.module.pieces.held_in(f, zone))

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
        return self.module.rules.call(expr.rule, entry, self._arguments(expr, scope) if given is None else given, scope)

    def _arguments(self, expr: p.Apply, scope: Scope) -> list[Held]:
        kinds = expr.rule.parameter_types
        return [self.value(one, kind, scope) for one, kind in zip(expr.arguments, kinds, strict=True)]

    def _dispatched(self, expr: p.Apply, entries: list[p.Entry], which: str, scope: Scope) -> Held:
        """The rule of one of several entries."""
        rules = self.module.rules
        if not expr.arguments and (table := self._table_of_entries(expr, entries)) is not None:
            return self.module.look_up(scope.f, table, which, expr.rule.type)
        safe = all(self.safety.is_safe(argument, scope.entry) for argument in expr.arguments)
        given = self._arguments(expr, scope) if safe else None  # what may fail is worked out where it is asked for

        def asked(entry: p.Entry) -> Held | None:
            return self._called(expr, entry, scope, given) if rules.is_stated(expr.rule, entry) else None

        return self.one_of(which, [partial(asked, entry) for entry in entries], expr.rule.type, scope)

    def _table_of_entries(self, expr: p.Apply, entries: list[p.Entry]) -> list[int] | None:
        """The values for all entries where they are words known before play."""
        if form(expr.rule.type) not in ("number", "flag", "set"):
            return None
        values = []
        for entry in entries:
            if not self.module.rules.is_stated(expr.rule, entry):
                return None
            body = self.evaluator.body(expr.rule, entry)
            if not isinstance(body, Fixed):
                return None
            values.append(int(body.value))
        return values

    def one_of(self, which: str, cases: Sequence[Callable[[], Held | None]], kind: Type, scope: Scope) -> Held:
        """One of several values, by number, of which only that is worked out; where it is None the rules fail."""
        f = scope.f
        labels, after = [f.label() for _ in cases], f.label()
        pairs = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
        f.end(f"switch i64 {which}, label %{f.failing()} [{pairs}]")
        room = self.module.room(f, kind)
        for label, case in zip(labels, cases, strict=True):
            f.start(label)
            value = case()
            if value is None:
                f.fail()
            else:
                self.module.keep(f, room, kind, value)
                f.jump(after)
        f.start(after)
        return self.module.kept(f, room, kind)

    def _op(self, expr: p.Op, scope: Scope) -> Held:
        return self.operations[expr.name](self, expr, scope)

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

    def single(self, element: str, kind: Type, scope: Scope, bits: int) -> str:
        """The set of one element, none of none; a number must be one that a set can hold."""
        f = scope.f
        if not self.shapes.domain(kind):
            f.fail_if(f.op(f"icmp sgt i64 {element}, {LARGEST}"))
        elif not kind.optional:
            return f.single(element, bits)
        if element.lstrip("-").isdigit():
            return f.single(element, bits) if int(element) >= 0 else "0"
        some = f.op(f"icmp sge i64 {element}, 0")
        at = f.op(f"select i1 {some}, i64 {element}, i64 0")
        return f.op(f"select i1 {some}, i{bits} {f.single(at, bits)}, i{bits} 0")

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
