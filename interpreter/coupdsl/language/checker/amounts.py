"""Amounts that are stated below zero: nobody can begin with so much, be charged it or pay it."""

from __future__ import annotations

import operator
from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.diagnostics import Diagnostic

HELP = "state it above zero; if it goes the other way, turn the payment round"
_WORK = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def below_zero(expr: p.Expr) -> Iterator[Diagnostic]:
    """What is wrong with an amount, in either branch, whose digits already say that it is below zero."""
    if isinstance(expr, pe.Cond):
        yield from below_zero(expr.then)
        yield from below_zero(expr.otherwise)
        return
    value = _written(expr)
    if value is not None and value < 0:
        yield problem(expr, value)


def of_field(version: p.Version, rule: p.Rule) -> Iterator[Diagnostic]:
    """As `below_zero`, for the value of a field."""
    if rule.form == "field" and rule.type.definite == ty.AMOUNT and version.value is not None:
        yield from below_zero(version.value)


def problem(expr: p.Expr, value: int) -> Diagnostic:
    """That `expr` comes to `value`."""
    text = expr.span.words
    message = f"an amount is never below zero, and `{text}` is {value}"
    if text.replace(" ", "") == str(value):
        message = f"an amount is never below zero, as `{text}` is"
    return Diagnostic(codes.BELOW_ZERO, expr.span, message, HELP)


def _written(expr: p.Expr) -> int | None:
    """The number that is written, reckoned out where it is a sum or has a name; None where more is asked for."""
    match expr:
        case pe.Const(value=int(value)) if expr.type.definite.is_numeric:
            return value if value != ty.NO_NUMBER else None
        case pe.Op(name="negative", arguments=(one,)):
            known = _written(one)
            return None if known is None else -known
        case pe.Op(name="add" | "sub" | "mul" as name, arguments=(one, other)):
            left, right = _written(one), _written(other)
            return None if left is None or right is None else int(_WORK[name](left, right))
        case pe.Apply(rule=rule) if rule.form == "let" and len(rule.versions) == 1:
            named = rule.versions[0].value
            return None if named is None else _written(named)
    return None
