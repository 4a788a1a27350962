"""Amounts that are stated below zero, which nobody can begin with, be charged or pay; and numbers in their place."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Sequence

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker.hints import for_type, head_of, in_brackets, short
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.free_names import free_name

HELP = "write an amount above zero; if the money should go the other way, swap payer and payee"
_WORK = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


def below_zero(expr: p.Expr) -> Iterator[Diagnostic]:
    """What is wrong with an amount, in either branch, whose digits already say that it is below zero."""
    for one, value in stated(expr):
        if value < 0:
            yield problem(one, value)


def stated(expr: p.Expr) -> Iterator[tuple[p.Expr, int]]:
    """The amounts, in either branch, that digits already say, each with what it comes to."""
    if isinstance(expr, pe.Cond):
        yield from stated(expr.then)
        yield from stated(expr.otherwise)
    elif (value := written(expr)) is not None:
        yield expr, value


def beside_amount(values: Sequence[p.Expr], program: p.Program) -> str | None:
    """How the number among these values, of which others are amounts, is made one."""
    number = next((one for one in values if one.type.name == "number"), None)
    return for_type(short(number.span), number, ty.AMOUNT, program) if number is not None else None


def said(expr: p.Expr, value: int) -> str:
    """An amount as it is written, with what it comes to."""
    text = expr.span.words
    return text if text == str(value) else f"`{text}`, which is {value},"


def of_field(version: p.Version, rule: p.Rule) -> Iterator[Diagnostic]:
    """As `below_zero`, for the value of a field."""
    if rule.form == "field" and rule.type.definite == ty.AMOUNT and version.value is not None:
        yield from below_zero(version.value)


def problem(expr: p.Expr, value: int) -> Diagnostic:
    """That `expr` comes to `value`."""
    text = expr.span.words
    message = f"an amount cannot be below zero, and `{text}` is {value}"
    if text.replace(" ", "") == str(value):
        message = f"an amount cannot be below zero, as `{text}` is"
    return Diagnostic(codes.BELOW_ZERO, expr.span, message, HELP)


def written(expr: p.Expr) -> int | None:
    """The number that is written, reckoned out where it is a sum or has a name; None where more is asked for."""
    match expr:
        case pe.Const(value=int(value)) if expr.type.definite.is_numeric:
            return value if value != ty.NO_NUMBER else None
        case pe.Op(name="negative", arguments=(one,)):
            known = written(one)
            return None if known is None else -known
        case pe.Op(name="add" | "sub" | "mul" as name, arguments=(one, other)):
            left, right = written(one), written(other)
            return None if left is None or right is None else int(_WORK[name](left, right))
        case pe.Apply(rule=rule) if rule.form == "let" and len(rule.versions) == 1:
            named = rule.versions[0].value
            return None if named is None else written(named)
    return None


def of_number(expr: p.Expr, named: p.Expr | None, told: bool, unit: int) -> str | None:
    """How to get an amount from a number whose digits, or those of the value it is `named` for, are money already.

    `told` says that the name was told to everybody. None where there are no such digits.
    """
    text = _as_amount(expr if named is None else named, unit)
    if text is None or named is None:
        return None if text is None else f"write `{text}`"
    if isinstance(expr, pe.Load):
        name = expr.local.name
        if told:
            kept = free_name(expr.span, f"the_{name}")
            return f"keep the amount first, `state {kept}: amount = {text}`, and `reveal {name} = {kept}`"
        return f"where it is named write `state {name}: amount = {text}`"
    if isinstance(expr, pe.Apply) and expr.rule.form != "let":
        head = head_of(expr.rule)
        return None if head is None else f"write `{re.sub(': *number$', '', head)}: amount = {text}`"
    return f"write `{text}` here"


def _as_amount(expr: p.Expr, unit: int) -> str | None:
    """The text by which a number is an amount where one is wanted: digits times a count, or a sum of such."""
    text = expr.span.words
    if expr.type == ty.LITERAL:
        value = written(expr)
        return text if value is not None and value % unit == 0 else None
    if not isinstance(expr, pe.Op):
        return None
    if expr.name in ("add", "sub", "negative"):
        return text if all(_as_amount(one, unit) == one.span.words for one in expr.arguments) else None
    factors = _factors(expr)
    digits = [one for one in factors if one.type == ty.LITERAL]
    if len(digits) != 1 or _as_amount(digits[0], unit) is None or any(not one.type.is_numeric for one in factors):
        return None
    if expr.type != ty.NUMBER or len(factors) == 2:
        return text
    rest = " * ".join(in_brackets(one.span.words) for one in factors if one is not digits[0])
    return f"{digits[0].span.words} * ({rest})"


def _factors(expr: p.Expr) -> list[p.Expr]:
    """What is multiplied, but for products of digits alone."""
    if not (isinstance(expr, pe.Op) and expr.name == "mul") or expr.type == ty.LITERAL:
        return [expr]
    return [factor for one in expr.arguments for factor in _factors(one)]
