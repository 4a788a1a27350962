"""Sums over all members of a set at once, by how many of them count for the same."""

from __future__ import annotations

from functools import partial

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of
from coupdsl.code.bounds import LIMIT
from coupdsl.code.expressions import Name, mentions
from coupdsl.language.types import NUMBER
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.each_known import EachKnown
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.emitter import Emitter

MANY = 5  # different values, so many that elements are better added one by one


class SetSums:
    def __init__(self, compiler: Compiler, each: EachKnown) -> None:
        self.compiler = compiler
        self.each = each

    def total(self, source: x.Expression, name: Name, value: x.Expression, scope: Scope, bits: int) -> str | None:
        """The sum over a set of what is known of each element, perhaps for each of several entries.

        None where that is not so. An entry is asked for only where there is something to be summed.
        """
        f, count = scope.f, self.compiler.offsets.domain(name.type)
        which, tables = self._known(value, name, count) if count else (None, [])
        if not tables or any(sum(map(abs, table)) >= LIMIT for table in tables):
            return None
        ex, found = self.compiler, f.variable("i64", "0")
        held = ex.mask(source, scope, bits)
        with f.when(f.op(f"icmp ne i{bits} {held}, 0")):
            sums = [partial(self._sum, table, held, bits, f) for table in tables]
            total = sums[0]() if which is None else ex.one_of(ex.number(which, scope), sums, NUMBER, scope)
            assert isinstance(total, str)
            f.store("i64", total, found)
        return f.load("i64", found)

    def _sum(self, table: list[int], held: str, bits: int, f: Emitter) -> str:
        """Of those that count for the same it is enough to know how many there are."""
        weights, total = _weights(table), "0"
        if len(weights) >= MANY:
            return self._sum_of_each(table, held, bits, f)
        width = bits if any(mask >> 64 for _, mask in weights) else 64
        members = f.resized(held, bits, width)
        for value, mask in weights:
            count = f.size(f.op(f"and i{width} {members}, {mask}"), width)
            total = f.add(total, f.op(f"mul i64 {count}, {value}"))
        return total

    def _sum_of_each(self, table: list[int], held: str, bits: int, f: Emitter) -> str:
        total = f.variable("i64", "0")
        with f.members(held, bits) as element:
            value = self.compiler.module.look_up_number(f, table, element)
            f.store("i64", f.add(f.load("i64", total), value), total)
        return f.load("i64", total)

    def _known(self, value: x.Expression, name: Name, count: int) -> tuple[x.Expression | None, list[list[int]]]:
        """What it is for each element; and if it is a rule of an entry, the entry, and that for each entry."""
        values = self.each.values(value, name, count, {})
        if values is not None:
            return None, [values]
        if not isinstance(value, x.Dispatch) or mentions(value.which, name):
            return None, []
        tables = [self._values_of(rule, value.arguments, name, count) for rule in value.functions]
        return value.which, [] if None in tables else [table for table in tables if table is not None]

    def _values_of(
        self, rule: x.Function | None, arguments: tuple[x.Expression, ...], name: Name, count: int
    ) -> list[int] | None:
        """What a rule of the element is."""
        match arguments:
            case (x.Load(name=asked),) if rule is not None and asked is name:
                return self.each.values(rule.body, rule.parameters[0], count, {})
        return None


def _weights(values: list[int]) -> list[tuple[int, int]]:
    """The values but 0, each with the set of those that have it."""
    return [
        (value, mask_of(at for at, other in enumerate(values) if other == value)) for value in sorted({*values} - {0})
    ]
