"""Conditions over all members of a set at once: `S where c` as a few operations on bit masks.

Most conditions of card games ask for suits, ranks, sets and fixed tables, and so hold for a set of pieces that can
be looked up. Where that is not so, or where asking could fail, the members are walked over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of
from coupdsl.code.expressions import Name, mentions
from coupdsl.language.records import by_value
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.each_known import EachKnown
from coupdsl.native.expressions.images import Images, moved
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import Held, form

MANY = 5  # suits, so many that elements are better asked one by one


@by_value
class _Over:
    """What a condition is asked of: each of the elements that `name` stands for, in words of `bits`.

    `asked`: there are elements, so that what is asked of each of them may fail.
    """

    name: Name
    scope: Scope
    bits: int
    count: int  # of all values, 0 for numbers
    asked: bool = False

    @property
    def all(self) -> str:
        return str((1 << (self.count or self.bits - 1)) - 1)  # of numbers, whatever a set can hold


@by_value
class Test:
    """Does a condition hold for an element? What all elements have in common is worked out already.

    `mask`: those for which it holds, or None where each has to be asked.
    """

    mask: str | None
    holds: Callable[[str], str]


ALWAYS, NEVER = Test(None, lambda _: "true"), Test(None, lambda _: "false")


class SetConditions:
    def __init__(self, compiler: Compiler, each: EachKnown, is_safe: Callable[[x.Expression], bool]) -> None:
        self.compiler = compiler
        self.layout = compiler.layout
        self.each = each
        self.is_safe = is_safe
        self.images = Images(each.holding, each.value)
        self.asked_by_suit = False  # now: what is inside is not, or there would be too much of it

    def kept(self, source: str, name: Name, condition: x.Expression, scope: Scope, bits: int) -> str:
        """Those of a set for which the condition holds."""
        return self._kept(source, condition, self._over(name, scope, bits))

    def _kept(self, source: str, condition: x.Expression, over: _Over) -> str:
        """What is asked first parts the set; the rest is asked of those for which it matters, and never of none."""
        f, kind = over.scope.f, f"i{over.bits}"
        mask = self._looked_up(condition, over)
        if mask is not None:
            return f.op(f"and {kind} {source}, {mask}")
        applied = self._unfolded(condition, over)
        if applied is not None:
            return self._kept(source, *applied)
        first, then, other = _in_turn(condition)
        if first is not None and not mentions(first, over.name):
            if self._may_ask(first, over):
                return f.either(
                    self.compiler.flag(first, over.scope),
                    kind,
                    lambda: source if then is None else self._kept(source, then, over),
                    lambda: "0" if other is None else self._kept(source, other, over),
                )
        elif first is not None:
            some = self._kept(source, first, over)
            rest, over = f.op(f"xor {kind} {source}, {some}"), replace(over, asked=False)
            some = some if then is None else self._kept(some, then, over)
            return some if other is None else f.op(f"or {kind} {some}, {self._kept(rest, other, over)}")
        mask = self._mask(condition, over)
        if mask is not None:
            return f.op(f"and {kind} {source}, {mask}")
        if over.asked:
            return self._walked(source, condition, replace(over, asked=False))
        found = f.variable(kind, "0")
        with f.when(f.op(f"icmp ne {kind} {source}, 0")):
            f.store(kind, self._kept(source, condition, replace(over, asked=True)), found)
        return f.load(kind, found)

    def test(self, condition: x.Expression, name: Name, scope: Scope, bits: int) -> Test:
        """To ask elements in turn. It is written down what must not fail and need not be asked of each."""
        return self._test(condition, self._over(name, scope, bits))

    def _test(self, condition: x.Expression, over: _Over) -> Test:
        f = over.scope.f
        if isinstance(condition, x.Fixed) and not over.count:  # a list may hold numbers that no set can
            return ALWAYS if condition.value else NEVER
        mask = self._mask(condition, over)
        if mask is not None:
            return Test(mask, lambda element: f.contains(mask, element, over.bits))
        applied = self._unfolded(condition, over)
        if applied is not None:
            return self._test(*applied)
        first, then, other = _in_turn(condition)
        if first is not None:
            asked = self._test(first, over)
            yes = ALWAYS if then is None else self._test(then, over)
            return _either(f, asked, yes, NEVER if other is None else self._test(other, over))
        return Test(None, lambda element: self.compiler.flag(condition, over.scope.binding(over.name, element)))

    def _walked(self, source: str, condition: x.Expression, over: _Over) -> str:
        f, kind = over.scope.f, f"i{over.bits}"
        found = f.variable(kind, "0")
        test = self._test(condition, over)
        with f.members(source, over.bits) as element, f.when(test.holds(element)):
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {f.single(element, over.bits)}"), found)
        return f.load(kind, found)

    def decided(
        self, source: str, name: Name, condition: x.Expression, scope: Scope, bits: int, every: bool
    ) -> str | None:
        """Does it hold for every, or for some, of a set? None where that cannot be looked up."""
        f, kind = scope.f, f"i{bits}"
        over = self._over(name, scope, bits)
        if self.is_safe(condition):
            held = self._kept(source, condition, over)
        else:
            mask = self._mask(condition, over)
            if mask is None:
                return None
            held = f.op(f"and {kind} {source}, {mask}")
        return f.op(f"icmp eq {kind} {held}, {source}" if every else f"icmp ne {kind} {held}, 0")

    def _over(self, name: Name, scope: Scope, bits: int) -> _Over:
        return _Over(name, scope, bits, self.compiler.offsets.domain(name.type))

    # ---- masks
    def _mask(self, condition: x.Expression, over: _Over) -> str | None:
        """The elements for which it holds; None where they have to be asked one by one."""
        mask = self._looked_up(condition, over)
        if mask is not None or not over.count or not mentions(condition, over.name):
            return mask
        return self._composed(condition, over) or self._by_suit(condition, over)

    def _looked_up(self, condition: x.Expression, over: _Over) -> str | None:
        """The same, where nothing has to be put together."""
        scope = over.scope
        if isinstance(condition, x.Fixed):
            return over.all if condition.value else "0"
        if not over.count:
            return None
        if not mentions(condition, over.name):
            if not self._may_ask(condition, over):
                return None
            holds = self.compiler.flag(condition, scope)
            return scope.f.op(f"select i1 {holds}, i{over.bits} {over.all}, i{over.bits} 0")
        return self._listed(condition, over)

    def _listed(self, condition: x.Expression, over: _Over) -> str | None:
        """What depends on the element alone is worked out before play."""
        mask = self.each.those(condition, over.name, over.count, {})
        if mask is not None:
            return str(mask)
        others = [name for name in over.scope.names if mentions(condition, name)]
        return self._by_other(condition, others[0], over) if len(others) == 1 else None

    def _by_other(self, condition: x.Expression, other: Name, over: _Over) -> str | None:
        """What depends on the element and one other thing is worked out for each that it may be."""
        named, lowest = over.scope.names[other], -1 if other.type.optional else 0
        if not isinstance(named, str) or form(other.type) != "number" or not self.compiler.offsets.domain(other.type):
            return None
        masks = []
        for value in range(lowest, self.compiler.offsets.domain(other.type)):
            mask = self.each.those(condition, over.name, over.count, {other: value})
            if mask is None:
                return None
            masks.append(mask)
        f = over.scope.f
        return self.compiler.module.look_up_word(f, masks, f.add(named, -lowest), over.bits)

    def _image(self, condition: x.Quantified, over: _Over) -> str | None:
        """Is there another, in a zone, that stands to the element in a way that is known before play?"""
        found = self.images.of(condition, over.name, over.count)
        if found is None or not self._may_ask(found[0], over):
            return None
        f, own = over.scope.f, self.compiler.offsets.bits(found[0].type)
        bits = max(own, over.bits)
        held = f.resized(self.compiler.mask(found[0], over.scope, own), own, bits)
        return f.resized(moved(f, held, found[1], bits), bits, over.bits)

    def _by_suit(self, condition: x.Expression, over: _Over) -> str | None:
        """What depends on the suit of the element alone is asked once for each suit."""
        if self.asked_by_suit or not self._is_of_suit(condition, over) or not self.is_safe(condition):
            return None
        f, kind, found = over.scope.f, f"i{over.bits}", "0"
        suits = self.layout.suit_of[: over.count]
        if len(set(suits)) > MANY:
            return None
        self.asked_by_suit = True
        for suit in sorted(set(suits)):
            holds = self.compiler.flag(condition, over.scope.binding(over.name, str(suits.index(suit))))
            mask = mask_of(piece for piece, other in enumerate(suits) if other == suit)
            found = f.op(f"or {kind} {found}, {f.op(f'select i1 {holds}, {kind} {mask}, {kind} 0')}")
        self.asked_by_suit = False
        return found

    def _is_of_suit(self, expr: x.Expression, over: _Over) -> bool:
        if isinstance(expr, x.Op) and expr.name == "suit" and self._is_it(expr.arguments[0], over):
            return True
        return not self._is_it(expr, over) and all(self._is_of_suit(part, over) for part in x.parts(expr))

    def _may_ask(self, expr: x.Expression, over: _Over) -> bool:
        return over.asked or self.is_safe(expr)

    def _composed(self, condition: x.Expression, over: _Over) -> str | None:
        if isinstance(condition, x.Call):
            return self._applied_to(condition.function, condition.arguments, over)
        if isinstance(condition, x.Dispatch):
            return self._dispatched(condition, over)
        if isinstance(condition, x.Quantified) and not condition.every:
            return self._image(condition, over)
        if not isinstance(condition, x.Op):
            return None
        f, kind = over.scope.f, f"i{over.bits}"
        if condition.name == "not":
            inner = self._mask(condition.arguments[0], over)
            return None if inner is None else f.op(f"xor {kind} {inner}, {over.all}")
        if condition.name in ("and", "or"):
            if not mentions(condition.arguments[0], over.name) and self._may_ask(condition.arguments[0], over):
                return self._decided_by_left(condition, over)
            left = self._mask(condition.arguments[0], over)
            if left is None:
                return None
            right = self._mask(condition.arguments[1], replace(over, asked=False))  # not of all of them
            return None if right is None else f.op(f"{condition.name} {kind} {left}, {right}")
        if condition.name == "is":
            one, other = condition.arguments
            return self._equal(one, other, over) or self._equal(other, one, over)
        return self._inside(condition, over) if condition.name == "in" else None

    def _decided_by_left(self, condition: x.Op, over: _Over) -> str | None:
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

    def _is_it(self, expr: x.Expression, over: _Over) -> bool:
        return isinstance(expr, x.Load) and expr.name is over.name

    def _attribute(self, expr: x.Expression, over: _Over) -> tuple[list[int], list[int]] | None:
        """The suit or rank of the element: the masks of each, and that of each element."""
        if isinstance(expr, x.Op) and expr.name in ("suit", "rank") and self._is_it(expr.arguments[0], over):
            if expr.name == "suit":
                return self.layout.suit_mask, self.layout.suit_of
            return self.layout.rank_mask, self.layout.rank_of
        return None

    def _equal(self, side: x.Expression, other: x.Expression, over: _Over) -> str | None:
        scope, ex = over.scope, self.compiler
        if mentions(other, over.name) or not self._may_ask(other, over):
            return None
        if self._is_it(side, over):
            return self._single(other, over)
        attribute = self._attribute(side, over)
        if attribute is None:
            return None
        masks, of = attribute
        without = mask_of(piece for piece, value in enumerate(of[: over.count]) if value < 0)
        table = [without, *(mask & int(over.all) for mask in masks)]
        return ex.module.look_up_word(scope.f, table, scope.f.add(ex.number(other, scope), 1), over.bits)

    def _single(self, value: x.Expression, over: _Over) -> str:
        """The set of a value, empty where it is none of the elements: a card may be compared with any piece."""
        ex, f = self.compiler, over.scope.f
        beyond = ex.offsets.domain(value.type) > over.count
        bits = max(over.bits, ex.offsets.bits(value.type)) if beyond else over.bits
        single = ex.single(ex.number(value, over.scope), value.type.or_none, over.scope, bits)
        if not beyond:
            return single
        if single.isdigit():
            return str(int(single) & int(over.all))
        return f.op(f"and i{over.bits} {f.resized(single, bits, over.bits)}, {over.all}")

    def _inside(self, condition: x.Op, over: _Over) -> str | None:
        element, source = condition.arguments
        ex, scope = self.compiler, over.scope
        if mentions(source, over.name) or not self._may_ask(source, over):
            return None
        own = ex.offsets.bits(source.type)
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

    def _dispatched(self, condition: x.Dispatch, over: _Over) -> str | None:
        """A rule of one of several entries, asked of the element, with whatever else."""
        if mentions(condition.which, over.name) or not self._may_ask(condition.which, over):
            return None
        masks: list[int] = []
        inner = replace(over, asked=False)  # perhaps an entry is not asked
        for rule in condition.functions:
            mask = self._applied_to(rule, condition.arguments, inner) if rule is not None else None
            if mask is None or not mask.isdigit():
                return None
            masks.append(int(mask))
        number = self.compiler.number(condition.which, over.scope)
        return self.compiler.module.look_up_word(over.scope.f, masks, number, over.bits)

    def _applied_to(self, rule: x.Function, arguments: tuple[x.Expression, ...], over: _Over) -> str | None:
        applied = self._of_rule(rule, arguments, over)
        return self._mask(*applied) if applied is not None else None

    def _unfolded(self, condition: x.Expression, over: _Over) -> tuple[x.Expression, _Over] | None:
        """What a rule of the element says, if the condition is one."""
        return self._of_rule(condition.function, condition.arguments, over) if isinstance(condition, x.Call) else None

    def _of_rule(
        self, rule: x.Function, arguments: tuple[x.Expression, ...], over: _Over
    ) -> tuple[x.Expression, _Over] | None:
        """What a rule of the element says, if what else it is given may be worked out."""
        names: dict[Name, Held] = {}
        name = None
        for parameter, kind, argument in zip(rule.parameters, rule.types, arguments, strict=True):
            if self._is_it(argument, over) and name is None:
                name = parameter
            elif mentions(argument, over.name) or not self.is_safe(argument):
                return None
            else:
                names[parameter] = self.compiler.value(argument, kind, over.scope)
        if name is None or self.compiler.offsets.domain(name.type) < over.count:
            return None
        return rule.body, replace(over, name=name, scope=Scope(over.scope.f, names))


def _in_turn(condition: x.Expression) -> tuple[x.Expression | None, x.Expression | None, x.Expression | None]:
    """What is asked first, what where it holds, None for yes, and what where it does not, None for no.

    Three times None where nothing is asked first.
    """
    match condition:
        case x.If(condition=first, then=then, otherwise=other):
            return first, then, other
        case x.Op(name="and", arguments=(first, then)):
            return first, then, None
        case x.Op(name="or", arguments=(first, other)):
            return first, None, other
    return None, None, None


def _either(f: Emitter, asked: Test, then: Test, other: Test) -> Test:
    """One of two conditions, of which only that is asked."""
    return Test(None, lambda it: f.either(asked.holds(it), "i1", lambda: then.holds(it), lambda: other.holds(it)))
