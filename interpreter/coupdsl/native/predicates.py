"""Conditions over all members of a set at once: `S where c` as a few operations on bit masks.

Most conditions of card games ask for suits, ranks, sets and fixed tables, and so hold for a set of pieces that can
be looked up. Where that is not so, the members are walked over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.engine.evaluate import Fixed
from coupdsl.language import program as p
from coupdsl.language.walk import mentions

if TYPE_CHECKING:
    from coupdsl.native.expressions import Expressions, Scope


class Predicates:
    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions

    def kept(self, source: str, local: p.Local, condition: p.Expr, scope: Scope, bits: int) -> str:
        """Those of a set for which the condition holds."""
        f, kind = scope.f, f"i{bits}"
        mask = self._mask(local, condition, scope, bits)
        if mask is not None:
            return f.op(f"and {kind} {source}, {mask}")
        found = f.variable(kind, "0")
        with f.members(source, bits) as element:
            with f.when(self.expressions.flag(condition, scope.binding(local, element))):
                f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {f.single(element, bits)}"), found)
        return f.load(kind, found)

    def decided(
        self, source: str, local: p.Local, condition: p.Expr, scope: Scope, bits: int, every: bool
    ) -> str | None:
        """Does it hold for every, or for some, of a set? None where that cannot be looked up."""
        f, kind = scope.f, f"i{bits}"
        mask = self._mask(local, condition, scope, bits)
        if mask is None:
            return None
        if every:
            mask = f.op(f"xor {kind} {mask}, -1")
        rest = f.op(f"and {kind} {source}, {mask}")
        return f.op(f"icmp {'eq' if every else 'ne'} {kind} {rest}, 0")

    def _mask(self, local: p.Local, condition: p.Expr, scope: Scope, bits: int) -> str | None:
        return None


__all__ = ["Fixed", "Predicates", "mentions"]
