"""What is none, or may be: `none` among the values of a type, and sets that are seen not to be empty."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.types import Type, none_of


def never_empty(source: p.Expr, program: p.Program) -> bool:
    """Is there something in it in every game? What is not sure is said to be able to be empty."""
    match source:
        case pe.Constant(name="suits"):
            return bool(program.suits)
        case pe.Constant(name=name):
            return name in ("seats", "cells", "cards", "ranks")
        case pe.Op(name="listing" | "single", arguments=arguments):
            return any(not one.type.optional for one in arguments)
        case pe.Op(name="with" | "union", arguments=arguments):
            return any(never_empty(one, program) for one in arguments)
        case pe.Op(name="from" | "listed" | "as_set" as name, arguments=arguments):
            return never_empty(arguments[0], program)
        case pe.Op(name="between", arguments=(pe.Const(value=int(low)), pe.Const(value=int(high)), _)):
            return low <= high
        case pe.Filter(preferring=True, source=inner):
            return never_empty(inner, program)
        case pe.Connected(source=inner):
            return never_empty(inner, program)
        case pe.Each(source=inner, body=body):
            some = never_empty(body, program) if body.type.is_collection else not body.type.optional
            return some and never_empty(inner, program)
        case pe.Cond(then=then, otherwise=otherwise):
            return never_empty(then, program) and never_empty(otherwise, program)
    return False


def several_seats(program: p.Program) -> bool:
    """Are there two seats or more in every game? What is not sure is said not to be."""
    match program.seats:
        case pe.GetOption(option=option) if option.open is None and not option.numbers:
            fewest = [min(listing, default=0) for listing in option.listings]  # type: ignore[type-var]
            return bool(fewest) and all(isinstance(number, int) and number > 1 for number in fewest)
        case pe.Op(name="listing", arguments=numbers):
            return all(isinstance(one, pe.Const) and isinstance(one.value, int) and one.value > 1 for one in numbers)
        case pe.Op(name="between", arguments=(pe.Const(value=int(low)), *_)):
            return low > 1
    return False


def lacking(expr: p.Expr, kind: Type) -> p.Expr:
    """What is surely `none` as it stands among the values of a type; all else as it is."""
    if expr.type.name != "none" or none_of(kind) == none_of(expr.type):
        return expr
    if isinstance(expr, pe.Cond):
        return pe.Cond(kind, expr.span, expr.condition, lacking(expr.then, kind), lacking(expr.otherwise, kind))
    if isinstance(expr, pe.Op):  # that no branch fits
        return pe.Op(kind, expr.span, expr.name, expr.arguments)
    return pe.Const(kind, expr.span, none_of(kind))
