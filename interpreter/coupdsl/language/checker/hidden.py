"""Where an `it` inside another hides it, and the outer one was surely meant: such conditions say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.types import ANY, comparable
from coupdsl.language.walk import alike, all_parts, mentions, parts

HELP = "give the outer one a name, `where {name}: …`, and use that name, as in `{of} of {name}`"
COMPARISONS = ("is", "lt", "le", "gt", "ge")


def warn_of_hidden(context: Context, scope: Scope, local: p.Local, value: p.Expr) -> None:
    """Told once, where the outermost `it` ends: `local` is what it stands for in `value`."""
    if local.name != "it":
        warn_of_idle(context, local, value)
    if scope.its:
        return
    told = set()
    for outer, place, message in _hidden(local, value):
        if place.span not in told:
            help_ = HELP.format(name=outer.type.name[0], of="rank" if outer.type.name == "card" else "…")
            context.report(codes.HIDDEN_IT, place.span, message, help_)
            told.add(place.span)


def warn_of_idle(context: Context, local: p.Local, value: p.Expr) -> None:
    """Told where what is looked at has a name, and nothing is asked about it."""
    if not mentions(value, local) and all(part.type != ANY for part in all_parts(value)):
        help_ = f"ask about `{local.name}`, such as `{local.name} in …`, or leave out its name"
        context.report(codes.HIDDEN_IT, local.span, f"`{local.name}` is never used", help_)


def help_of_hiding(value: p.Expr) -> str | None:
    """What to do where something inside `value` takes the word `it` for its own; None where nothing does."""
    for inner, condition in _inside(value):
        if next(_written(condition, inner), None) is not None:
            return f"give the inner one a name, `where {inner.type.name[0]}: …`, and use that name"
    return None


def _hidden(outer: p.Local, value: p.Expr) -> Iterator[tuple[p.Local, p.Expr, str]]:
    """The outer `it`, the place, and what is wrong there."""
    for inner, condition in _inside(value):
        if not (inner.type != ANY != outer.type and comparable(inner.type, outer.type)):
            continue
        for part in all_parts(condition):
            if not isinstance(part, pe.Op) or part.name not in COMPARISONS or not mentions(part, inner):
                continue
            left, right = part.arguments
            if alike(left, right):
                place = next(_written(part, inner), part)
                yield outer, place, "this compares the inner `it` with itself"
        written = next(_written(condition, inner), None)
        if written is not None and not mentions(value, outer):
            yield outer, written, "the inner `it` hides the outer one, so nothing is asked about that"
    for inner, condition in _inside(value):
        yield from _hidden(inner, condition)


def _inside(expr: p.Expr) -> Iterator[tuple[p.Local, p.Expr]]:
    """Every further `it` inside `expr`, with what is asked about it; not those inside these."""
    asked = _asked(expr)
    if asked is not None:
        yield asked
    for part in parts(expr):
        if asked is None or part is not asked[1]:
            yield from _inside(part)


def _asked(expr: p.Expr) -> tuple[p.Local, p.Expr] | None:
    if isinstance(expr, pe.Filter | pe.Quantified):
        return expr.local, expr.condition
    if isinstance(expr, pe.Fold | pe.Best) and expr.value is not None:
        return expr.local, expr.value
    if isinstance(expr, pe.Connected):
        return expr.local, expr.body
    return None


def _written(expr: p.Expr, local: p.Local) -> Iterator[p.Expr]:
    """Where the word `it` stands for `local`."""
    return (one for one in all_parts(expr) if isinstance(one, pe.Load) and one.local is local and one.span.text == "it")
