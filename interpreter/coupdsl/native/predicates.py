"""Conditions over all members of a set at once: `S where c` as a few operations on bit masks.

Most conditions of card games ask for suits, ranks, sets and fixed tables, and so hold for a set of pieces that can
be looked up. Where that is not so, or where asking could fail, the members are walked over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from coupdsl.code.bits import mask_of
from coupdsl.code.bounds import LIMIT
from coupdsl.code.errors import RulesError
from coupdsl.engine.closures import Fixed
from coupdsl.engine.evaluate import NeedsState, NoState
from coupdsl.language import program as p
from coupdsl.language.types import NUMBER
from coupdsl.language.walk import mentions
from coupdsl.native.compiler import Compiler
from coupdsl.native.emitter import Emitter
from coupdsl.native.safety import Safety
from coupdsl.native.scope import Scope
from coupdsl.native.values import form

MANY = 5  # different values, so many that elements are better added one by one


@dataclass(frozen=True)
class _Over:
    """What a condition is asked of: each of the elements that `local` stands for, in words of `bits`.

    `asked`: there are elements, so that what is asked of each of them may fail.
    """

    local: p.Local
    scope: Scope
    bits: int
    count: int  # of all values, 0 for numbers
    asked: bool = False

    @property
    def all(self) -> str:
        return str((1 << (self.count or self.bits - 1)) - 1)  # of numbers, whatever a set can hold


@dataclass(frozen=True)
class Test:
    """Does a condition hold for an element? What all elements have in common is worked out already.

    `mask`: those for which it holds, or None where each has to be asked.
    """

    mask: str | None
    holds: Callable[[str], str]


ALWAYS, NEVER = Test(None, lambda _: "true"), Test(None, lambda _: "false")


class Predicates:
    def __init__(self, compiler: Compiler, safety: Safety) -> None:
        self.compiler = compiler
        self.layout = compiler.layout
        self.evaluator = compiler.evaluator
        self.is_safe = safety.is_safe

    def kept(self, source: str, local: p.Local, condition: p.Expr, scope: Scope, bits: int) -> str:
        """Those of a set for which the condition holds."""
        f, kind = scope.f, f"i{bits}"
        while (mask := self._mask(condition, self._over(local, scope, bits))) is None:
            first = isinstance(condition, p.Op) and condition.name == "and"
            mask = self._mask(condition.arguments[0], self._over(local, scope, bits)) if first else None  # type: ignore[attr-defined]
            if mask is None:
                return self._of_some(source, local, condition, scope, bits)
            source = f.op(f"and {kind} {source}, {mask}")
            condition = condition.arguments[1]  # type: ignore[attr-defined]
        return f.op(f"and {kind} {source}, {mask}")

    def _of_some(self, source: str, local: p.Local, condition: p.Expr, scope: Scope, bits: int) -> str:
        """What must not be asked of none."""
        f, kind = scope.f, f"i{bits}"
        found = f.variable(kind, "0")
        with f.when(f.op(f"icmp ne {kind} {source}, 0")):
            mask = self._mask(condition, replace(self._over(local, scope, bits), asked=True))
            if mask is None:
                held = self._walked(source, local, condition, scope, bits)
            else:
                held = f.op(f"and {kind} {source}, {mask}")
            f.store(kind, held, found)
        return f.load(kind, found)

    def test(self, condition: p.Expr, local: p.Local, scope: Scope, bits: int) -> Test:
        """To ask elements in turn. It is written down what must not fail and need not be asked of each."""
        return self._test(condition, self._over(local, scope, bits))

    def _test(self, condition: p.Expr, over: _Over) -> Test:
        f = over.scope.f
        closure = self.evaluator.closure(condition, over.scope.entry)
        if isinstance(closure, Fixed) and not over.count:  # a list may hold numbers that no set can
            return ALWAYS if closure.value else NEVER
        mask = self._mask(condition, over)
        if mask is not None:
            return Test(mask, lambda element: f.contains(mask, element, over.bits))
        if isinstance(condition, p.Apply) and condition.entry is None:
            applied = self._of_rule(condition, over.scope.entry, over)
            if applied is not None:
                return self._test(*applied)
        if isinstance(condition, p.Cond) and (part := self._part(condition, over)) is not None:
            return self._test(part, over)
        if isinstance(condition, p.Cond):
            return _either(
                f, *(self._test(x, over) for x in (condition.condition, condition.then, condition.otherwise))
            )
        if isinstance(condition, p.Op) and condition.name in ("and", "or"):
            left, right = (self._test(argument, over) for argument in condition.arguments)
            return _either(f, left, right, NEVER) if condition.name == "and" else _either(f, left, ALWAYS, right)
        return Test(None, lambda element: self.compiler.flag(condition, over.scope.binding(over.local, element)))

    def _part(self, condition: p.Cond, over: _Over) -> p.Expr | None:
        """Which of two it is, if that is known before play."""
        closure = self.evaluator.closure(condition.condition, over.scope.entry)
        if not isinstance(closure, Fixed):
            return None
        return condition.then if closure.value else condition.otherwise

    def _walked(self, source: str, local: p.Local, condition: p.Expr, scope: Scope, bits: int) -> str:
        f, kind = scope.f, f"i{bits}"
        found = f.variable(kind, "0")
        test = self.test(condition, local, scope, bits)
        with f.members(source, bits) as element, f.when(test.holds(element)):
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {f.single(element, bits)}"), found)
        return f.load(kind, found)

    def decided(
        self, source: str, local: p.Local, condition: p.Expr, scope: Scope, bits: int, every: bool
    ) -> str | None:
        """Does it hold for every, or for some, of a set? None where that cannot be looked up."""
        f, kind = scope.f, f"i{bits}"
        mask = self._mask(condition, self._over(local, scope, bits))
        if mask is None:
            return None
        if every:
            mask = f.op(f"xor {kind} {mask}, -1")
        rest = f.op(f"and {kind} {source}, {mask}")
        return f.op(f"icmp {'eq' if every else 'ne'} {kind} {rest}, 0")

    def _over(self, local: p.Local, scope: Scope, bits: int) -> _Over:
        return _Over(local, scope, bits, self.compiler.shapes.domain(local.type))

    # ---- masks
    def _mask(self, condition: p.Expr, over: _Over) -> str | None:
        """The elements for which it holds; None where they have to be asked one by one."""
        scope = over.scope
        closure = self.evaluator.closure(condition, scope.entry)
        if isinstance(closure, Fixed):
            return over.all if closure.value else "0"
        if not over.count:
            return None
        if not mentions(condition, over.local):
            if not self._may_ask(condition, over):
                return None
            holds = self.compiler.flag(condition, scope)
            return scope.f.op(f"select i1 {holds}, i{over.bits} {over.all}, i{over.bits} 0")
        return self._listed(condition, over) or self._composed(condition, over)

    def _listed(self, condition: p.Expr, over: _Over) -> str | None:
        """What depends on the element alone is worked out before play."""
        mask = self._held(condition, over, {})
        if mask is not None:
            return str(mask)
        others = [local for local in over.scope.names if mentions(condition, local)]
        return self._by_other(condition, others[0], over) if len(others) == 1 else None

    def _by_other(self, condition: p.Expr, other: p.Local, over: _Over) -> str | None:
        """What depends on the element and one other thing is worked out for each that it may be."""
        named, lowest = over.scope.names[other], -1 if other.type.optional else 0
        if not isinstance(named, str) or form(other.type) != "number" or not self.compiler.shapes.domain(other.type):
            return None
        masks = []
        for value in range(lowest, self.compiler.shapes.domain(other.type)):
            mask = self._held(condition, over, {other: value})
            if mask is None:
                return None
            masks.append(mask)
        f = over.scope.f
        return self.compiler.module.look_up_word(f, masks, f.add(named, -lowest), over.bits)

    def _held(self, condition: p.Expr, over: _Over, others: dict[p.Local, int]) -> int | None:
        """The elements for which it holds, where that depends on nothing else."""
        values = self._values(condition, over, others)
        return None if values is None else mask_of(element for element, holds in enumerate(values) if holds)

    def _values(self, expr: p.Expr, over: _Over, others: dict[p.Local, int] | None = None) -> list[int] | None:
        """What it is for each element, where that depends on nothing else but what `others` are."""
        entry = over.scope.entry
        closure, nothing, found = self.evaluator.closure(expr, entry), NoState(), []
        for other, value in (others or {}).items():
            nothing.scratch[self.evaluator.slot(other, entry)] = value
        slot = self.evaluator.slot(over.local, entry)
        with suppress(NeedsState, RulesError):
            for element in range(over.count):
                nothing.scratch[slot] = element
                found.append(closure(nothing))  # type: ignore[arg-type]
            return found
        return None

    def _may_ask(self, expr: p.Expr, over: _Over) -> bool:
        return over.asked or self.is_safe(expr, over.scope.entry)

    def _composed(self, condition: p.Expr, over: _Over) -> str | None:
        if isinstance(condition, p.Apply):
            return self._applied(condition, over)
        if isinstance(condition, p.Cond) and (part := self._part(condition, over)) is not None:
            return self._mask(part, over)
        if not isinstance(condition, p.Op):
            return None
        f, kind = over.scope.f, f"i{over.bits}"
        if condition.name == "not":
            inner = self._mask(condition.arguments[0], over)
            return None if inner is None else f.op(f"xor {kind} {inner}, {over.all}")
        if condition.name in ("and", "or"):
            if not mentions(condition.arguments[0], over.local) and self._may_ask(condition.arguments[0], over):
                return self._decided_by_left(condition, over)
            left = self._mask(condition.arguments[0], over)
            right = self._mask(condition.arguments[1], replace(over, asked=False))  # not of all of them
            return None if left is None or right is None else f.op(f"{condition.name} {kind} {left}, {right}")
        if condition.name == "is":
            one, other = condition.arguments
            return self._equal(one, other, over) or self._equal(other, one, over)
        return self._inside(condition, over) if condition.name == "in" else None

    def _decided_by_left(self, condition: p.Op, over: _Over) -> str | None:
        """`and` or `or` whose left side is the same for all: either it says all, or the right side is asked of all."""
        f, kind = over.scope.f, f"i{over.bits}"
        left, right = condition.arguments
        found = f.variable(kind, over.all if condition.name == "or" else "0")
        holds, onward, after = self.compiler.flag(left, over.scope), f.label(), f.label()
        f.branch(holds, *((onward, after) if condition.name == "and" else (after, onward)))
        f.start(onward)
        mask = self._mask(right, over)
        f.store(kind, mask or "0", found)
        f.start(after)
        return f.load(kind, found) if mask is not None else None

    def _is_it(self, expr: p.Expr, over: _Over) -> bool:
        return isinstance(expr, p.Load) and expr.local is over.local

    def _attribute(self, expr: p.Expr, over: _Over) -> tuple[list[int], list[int]] | None:
        """The suit or rank of the element: the masks of each, and that of each element."""
        if isinstance(expr, p.Op) and expr.name in ("suit", "rank") and self._is_it(expr.arguments[0], over):
            if expr.name == "suit":
                return self.layout.suit_mask, self.layout.suit_of
            return self.layout.rank_mask, self.layout.rank_of
        return None

    def _equal(self, side: p.Expr, other: p.Expr, over: _Over) -> str | None:
        scope, ex = over.scope, self.compiler
        if mentions(other, over.local) or not self._may_ask(other, over):
            return None
        if self._is_it(side, over):
            return ex.single(ex.number(other, scope), other.type.or_none, scope, over.bits)
        attribute = self._attribute(side, over)
        if attribute is None:
            return None
        masks, of = attribute
        without = mask_of(piece for piece, value in enumerate(of[: over.count]) if value < 0)
        table = [without, *(mask & int(over.all) for mask in masks)]
        return ex.module.look_up_word(scope.f, table, scope.f.add(ex.number(other, scope), 1), over.bits)

    def _inside(self, condition: p.Op, over: _Over) -> str | None:
        element, source = condition.arguments
        ex, scope = self.compiler, over.scope
        if mentions(source, over.local) or not self._may_ask(source, over):
            return None
        own = ex.shapes.bits(source.type)
        if (attribute := self._attribute(element, over)) is not None:
            return self._any_of(attribute[0], ex.mask(source, scope, own), own, over)
        if not self._is_it(element, over):
            return None
        mask = scope.f.resized(ex.mask(source, scope, own), own, over.bits)
        return scope.f.op(f"and i{over.bits} {mask}, {over.all}")

    def _any_of(self, masks: list[int], values: str, bits: int, over: _Over) -> str:
        """The elements whose suit or rank is one of `values`."""
        f, kind = over.scope.f, f"i{over.bits}"
        found = f.variable(kind, "0")
        with f.members(values, bits) as value:
            own = self.compiler.module.look_up_word(f, [mask & int(over.all) for mask in masks], value, over.bits)
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {own}"), found)
        return f.load(kind, found)

    def _applied(self, condition: p.Apply, over: _Over) -> str | None:
        """A rule asked of the element, with whatever else."""
        if condition.entry is None:
            return self._applied_to(condition, over.scope.entry, over)
        if mentions(condition.entry, over.local):
            return None
        entries = self._entries(condition.entry)
        which = self.evaluator.closure(condition.entry, over.scope.entry)
        if isinstance(which, Fixed):
            return self._applied_to(condition, entries[which.value], over)
        if not self._may_ask(condition.entry, over):
            return None
        masks: list[int] = []
        for entry in entries:
            mask = None
            if self.compiler.is_stated(condition.rule, entry):
                mask = self._applied_to(condition, entry, replace(over, asked=False))  # perhaps this entry is not asked
            if mask is None or not mask.isdigit():
                return None
            masks.append(int(mask))
        number = self.compiler.number(condition.entry, over.scope)
        return self.compiler.module.look_up_word(over.scope.f, masks, number, over.bits)

    def _applied_to(self, condition: p.Apply, entry: p.Entry | None, over: _Over) -> str | None:
        applied = self._of_rule(condition, entry, over)
        return self._mask(*applied) if applied is not None else None

    def _of_rule(self, condition: p.Apply, entry: p.Entry | None, over: _Over) -> tuple[p.Expr, _Over] | None:
        """What a rule of the element says in the name of an entry, if what else it is given may be worked out."""
        version = self.evaluator.rules.version(condition.rule, entry)
        if version is None or version.value is None:
            return None
        outer, names, local = over.scope, {}, None
        for parameter, kind, argument in zip(
            version.parameters, condition.rule.parameter_types, condition.arguments, strict=True
        ):
            if self._is_it(argument, over) and local is None:
                local = parameter
            elif mentions(argument, over.local) or not self.is_safe(argument, outer.entry):
                return None
            else:
                names[parameter] = self.compiler.value(argument, kind, outer)
        if local is None or self.compiler.shapes.domain(local.type) < over.count:
            return None
        return version.value, replace(over, local=local, scope=Scope(outer.f, entry, names))

    # ---- sums
    def total(self, source: p.Expr, local: p.Local, value: p.Expr, scope: Scope, bits: int) -> str | None:
        """The sum over a set of what is known of each element, perhaps for each of several entries.

        None where that is not so. An entry is asked for only where there is something to be summed.
        """
        f, over = scope.f, self._over(local, scope, bits)
        which, tables = self._known(value, over) if over.count else (None, [])
        if not tables or any(sum(map(abs, table)) >= LIMIT for table in tables):
            return None
        ex, found = self.compiler, f.variable("i64", "0")
        held = ex.mask(source, scope, bits)
        with f.when(f.op(f"icmp ne i{bits} {held}, 0")):
            sums = [partial(self._sum, table, held, over) for table in tables]
            total = sums[0]() if which is None else ex.one_of(ex.number(which, scope), sums, NUMBER, scope)
            assert isinstance(total, str)
            f.store("i64", total, found)
        return f.load("i64", found)

    def _sum(self, table: list[int], held: str, over: _Over) -> str:
        """Of those that count for the same it is enough to know how many there are."""
        f, weights, total = over.scope.f, _weights(table), "0"
        if len(weights) >= MANY:
            return self._sum_of_each(table, held, over)
        width = over.bits if any(mask >> 64 for _, mask in weights) else 64
        members = f.resized(held, over.bits, width)
        for value, mask in weights:
            count = f.size(f.op(f"and i{width} {members}, {mask}"), width)
            total = f.add(total, f.op(f"mul i64 {count}, {value}"))
        return total

    def _sum_of_each(self, table: list[int], held: str, over: _Over) -> str:
        f = over.scope.f
        total = f.variable("i64", "0")
        with f.members(held, over.bits) as element:
            value = self.compiler.module.look_up_number(f, table, element)
            f.store("i64", f.add(f.load("i64", total), value), total)
        return f.load("i64", total)

    def _known(self, value: p.Expr, over: _Over) -> tuple[p.Expr | None, list[list[int]]]:
        """What it is for each element; and if it is a rule of an entry, the entry, and that for each entry."""
        values = self._values(value, over)
        if values is not None:
            return None, [values]
        if not isinstance(value, p.Apply) or value.entry is None or mentions(value.entry, over.local):
            return None, []
        tables = [self._values_of(value, entry, over) for entry in self._entries(value.entry)]
        return value.entry, [] if None in tables else [table for table in tables if table is not None]

    def _values_of(self, expr: p.Apply, entry: p.Entry, over: _Over) -> list[int] | None:
        """What a rule of the element is in the name of an entry."""
        version = self.evaluator.rules.version(expr.rule, entry)
        stated = self.compiler.is_stated(expr.rule, entry) and version is not None
        if not stated or len(expr.arguments) != 1 or not self._is_it(expr.arguments[0], over):
            return None
        assert version is not None and version.value is not None
        inner = replace(over.scope, entry=entry)
        return self._values(version.value, replace(over, local=version.parameters[0], scope=inner))

    def _entries(self, expr: p.Expr) -> list[p.Entry]:
        return self.compiler.program.kinds[expr.type.name].entries


def _either(f: Emitter, asked: Test, then: Test, other: Test) -> Test:
    """One of two conditions, of which only that is asked."""
    return Test(None, lambda it: f.either(asked.holds(it), "i1", lambda: then.holds(it), lambda: other.holds(it)))


def _weights(values: list[int]) -> list[tuple[int, int]]:
    """The values but 0, each with the set of those that have it."""
    return [
        (value, mask_of(at for at, other in enumerate(values) if other == value)) for value in sorted({*values} - {0})
    ]
