"""What an expression is for each value of a name, where that is known before play."""

from __future__ import annotations

from contextlib import suppress

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Name
from coupdsl.code.known import Unknown
from coupdsl.native.expressions.compiler import Compiler


class EachKnown:
    def __init__(self, compiler: Compiler) -> None:
        self.known = compiler.module.known
        self.offsets = compiler.offsets

    def values(self, expr: x.Expression, name: Name, count: int, others: dict[Name, int]) -> list[int] | None:
        """What it is for each of the first so many, where that depends on nothing else but what `others` are."""
        with suppress(Unknown, RulesError):
            return [self.known.value(expr, {**others, name: element}) for element in range(count)]
        return None

    def value(self, expr: x.Expression, given: dict[Name, int]) -> int | None:
        with suppress(Unknown, RulesError):
            value = self.known.value(expr, given)
            return value if isinstance(value, int) else None
        return None

    def holding(self, condition: x.Expression, name: Name, others: dict[Name, int]) -> int | None:
        """Of all that `name` may be, those for which it holds, where that depends on nothing else but `others`."""
        return self.those(condition, name, self.offsets.domain(name.type), others)

    def those(self, condition: x.Expression, name: Name, count: int, others: dict[Name, int]) -> int | None:
        """The same of the first so many, which may be fewer: a rule of pieces may be asked of cards."""
        values = self.values(condition, name, count, others)
        return None if values is None else mask_of(element for element, holds in enumerate(values) if holds)
