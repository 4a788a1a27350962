"""Conditions and sets of seats that are about teams, for which people have words."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe


def in_one_team(expr: p.Expr) -> tuple[p.Expr, p.Expr] | None:
    """Which two seats it asks to be in the same team."""
    if not isinstance(expr, pe.Op) or expr.name != "is":
        return None
    one, other = expr.arguments
    if isinstance(one, pe.Op) and isinstance(other, pe.Op) and one.name == other.name == "team":
        return one.arguments[0], other.arguments[0]
    return None


def seats_of_team(expr: p.Expr) -> tuple[str, p.Expr] | None:
    """`members of` what team, or `partners of` what seat: they are read as the seats for which that holds."""
    if not isinstance(expr, pe.Filter) or expr.condition.span != expr.span or not isinstance(expr.condition, pe.Op):
        return None
    test = expr.condition
    seats = in_one_team(test.arguments[0])
    return ("partners", seats[1]) if seats is not None else ("members", test.arguments[1])


def partners(expr: pe.Op) -> tuple[p.Expr, p.Expr] | None:
    """The condition of `partners of`: of whom it is asked, and whose partner that is to be."""
    return in_one_team(expr.arguments[0]) if expr.name == "and" and expr.arguments[0].span == expr.span else None
