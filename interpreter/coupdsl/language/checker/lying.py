"""Pieces that are meant by where they lie, whatever they are: what becomes of them tells nothing of which they are."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.walk import parts


def whole(expr: p.Expr) -> bool:
    """Are these zones, whole?"""
    if isinstance(expr, pe.Each):
        return whole(expr.body)
    if isinstance(expr, pe.Op) and expr.name in ("union", "as_set", "listed"):
        return all(map(whole, expr.arguments))
    return isinstance(expr, pe.GetZone)


def by_place(expr: p.Expr) -> bool:
    """Are these pieces meant by where they lie, whatever they are?"""
    if isinstance(expr, pe.Op) and expr.name in ("single", "the"):
        return by_place(expr.arguments[0])
    if isinstance(expr, pe.Op) and expr.name in ("first", "last", "first_n", "last_n"):
        return _places_of_a_row(expr.arguments[0])
    if isinstance(expr, pe.Filter) and not expr.preferring:
        return _places_of_a_row(expr.source) and _only_its_position(expr.condition, expr.local)
    return whole(expr)


def at_one_place(expr: p.Expr) -> bool:
    """Is this a zone, or some of one by where in its row they lie?"""
    return isinstance(expr, pe.GetZone) or (not whole(expr) and by_place(expr))


def _places_of_a_row(expr: p.Expr) -> bool:
    return at_one_place(expr) and (not isinstance(expr, pe.GetZone) or expr.zone.row)


def _only_its_position(expr: p.Expr, local: p.Local) -> bool:
    """Is of what `local` stands for nothing asked but where in its row it lies?"""
    if isinstance(expr, pe.Load):
        return expr.local is not local
    own = isinstance(expr, pe.Op) and expr.name == "position" and isinstance(expr.arguments[0], pe.Load)
    return own or all(_only_its_position(part, local) for part in parts(expr))
