"""What a loop has still to go through: what is known of it changes while the loop is at one of these."""

from __future__ import annotations

from collections.abc import Mapping

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps


class Later(p.Local):
    """Stands for those to which a loop comes after its element."""

    def __init__(self, loop: ps.For) -> None:
        super().__init__(loop.local.name, loop.local.type, loop.local.span)
        self.element, self.come_once = loop.local, _come_once(loop.source)

    def is_none_of(self, moved: p.Local | None) -> bool:
        """Is none of these among the pieces that were moved, where that is one with a name?"""
        return self.come_once and moved is self.element


def _come_once(expr: p.Expr) -> bool:
    """Does nothing stand there twice?"""
    if isinstance(expr, pe.GetZone) or expr.type.name == "set":
        return True
    if isinstance(expr, pe.Filter):
        return _come_once(expr.source)
    return isinstance(expr, pe.Op) and expr.name in ("first_n", "last_n") and _come_once(expr.arguments[0])


def called_by(expr: p.Expr, named: Mapping[p.Local, tuple[p.Expr, bool]]) -> p.Local | None:
    """The name of the one piece that `expr` is, which `let` may have given another; None where it has none."""
    while isinstance(expr, pe.Op) and expr.name in ("single", "the"):
        (expr,) = expr.arguments
    if not isinstance(expr, pe.Load):
        return None
    value, _ = named.get(expr.local, (None, False))
    again = called_by(value, named) if value is not None and not expr.local.changes else None
    return again or expr.local
