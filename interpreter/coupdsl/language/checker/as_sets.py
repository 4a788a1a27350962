"""Values that stand for sets: a card that the pack may have more than once, and one thing as the set of it."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty


def cards_of(expr: p.Expr) -> p.Expr:
    """The cards with a face, such as `two of clubs`; anything else as it is."""
    return pe.Op(ty.set_of(ty.CARD), expr.span, "as_set", (expr,)) if expr.type.is_face else expr


def set_of_one(expr: p.Expr) -> p.Expr:
    """The set of one thing, empty where that is none."""
    return pe.Op(ty.set_of(expr.type), expr.span, "single", (expr,))
