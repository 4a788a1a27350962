"""What decides a condition: the innermost expression, the rules asked on the route to it, and what counted there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code.errors import RulesError
from coupdsl.code.evidence import Asked, Evidence, Place
from coupdsl.engine.tracing import Tracer, chain
from coupdsl.language.records import record
from coupdsl.language.types import Type


@record
class Route:
    """How an expression was come to: the rules asked, what names stand for, and which of them for what is asked about.

    `about` is that, with its type.
    """

    asked: tuple[Asked, ...] = ()
    names: tuple[tuple[x.Name, Any], ...] = ()
    subjects: tuple[x.Name, ...] = ()
    about: tuple[Any, Type] | None = None

    def calling(self, name: x.Name, value: Any, subject: bool = False) -> Route:
        subjects = (*self.subjects, name) if subject else self.subjects
        return replace(self, names=(*self.names, (name, value)), subjects=subjects)

    def through(
        self, tracer: Tracer, call: x.Call | x.Dispatch, function: x.Function, values: tuple[Any, ...]
    ) -> Route:
        """Into what a rule states."""
        assert function.stated is not None
        given = tuple(zip(function.parameters, values, strict=True))
        rules = tuple(str(citation) for citation in function.citations)
        holds = bool(tracer.value(call)) if function.type.name == "flag" else None
        asked = Asked((function.stated.span, function.stated.type), function.entry, values, rules, holds)
        arguments = zip(function.parameters, call.arguments, strict=True)
        subjects = tuple(name for name, argument in arguments if self.concerns(argument))
        return Route((*self.asked, asked), (*self.names, *given), (*self.subjects, *subjects), self.about)

    def concerns(self, expr: x.Expression) -> bool:
        """Does it depend on what is asked about?"""
        return any(x.mentions(expr, name) for name in self.subjects)

    def evidence(self, tracer: Tracer, expr: x.Expression, holds: bool, others: Any = None) -> Evidence:
        """What is told of an expression that was come to so."""
        for name, value in self.names:
            tracer.put(name, value)
        values = dict(reversed(list(_values(tracer, expr, ()))))
        entry = self.asked[-1].entry if self.asked else None
        return Evidence((expr.span, expr.type), holds, entry, self.asked, values, self.about, others)


def evidence_of(tracer: Tracer, condition: x.Expression, route: Route, others: Any = None) -> Evidence:
    """Why a condition holds, or does not."""
    expr, route = _deciding(tracer, condition, route)
    return route.evidence(tracer, expr, bool(tracer.value(expr)), others)


def _deciding(tracer: Tracer, expr: x.Expression, route: Route) -> tuple[x.Expression, Route]:
    while True:
        inner, route = _inside(tracer, expr, route)
        if inner is None:
            return expr, route
        expr = inner


def _inside(tracer: Tracer, expr: x.Expression, route: Route) -> tuple[x.Expression | None, Route]:
    """The one part because of which it is as it is; none where there is no such part."""
    match expr:
        case x.Form(of=of):
            return of, route
        case x.Call() | x.Dispatch():
            function, values = tracer.asked(expr)
            if function is None or function.stated is None or is_settled(function.stated):
                return None, route
            return function.stated, route.through(tracer, expr, function, values)
        case x.If(condition=condition, then=then, otherwise=otherwise):
            branch = then if tracer.value(condition) else otherwise
            return (condition if is_settled(branch) else branch), route
        case x.Op(name="and" | "or" as name, arguments=arguments):
            return _of_several(tracer, expr, chain(name, arguments), name == "or", route), route
        case x.Op(name="not", arguments=(inner,)) if inner.span != expr.span:
            return inner, route
        case x.Lift(name=name, source=source, body=body):
            lifted = tracer.value(source)
            if lifted >= 0:
                tracer.put(name, lifted)
                return body, route.calling(name, lifted)
    return None, route


def _of_several(
    tracer: Tracer, whole: x.Expression, parts: tuple[x.Expression, ...], until: bool, route: Route
) -> x.Expression | None:
    """The first that settles it; else the only one not settled anyhow, or about what is asked."""
    if bool(tracer.value(whole)) is until:
        return next(part for part in parts if bool(tracer.value(part)) is until)
    still_open = [part for part in parts if not is_settled(part)]
    concerned = [part for part in still_open if route.concerns(part)]
    for found in (still_open, concerned):
        if len(found) == 1:
            return found[0]
    return None


def is_settled(expr: x.Expression) -> bool:
    """Is it the same throughout the game?"""
    match expr:
        case x.Form(of=of):
            return is_settled(of)
        case x.Call(function=function):
            return function.folded is not None and isinstance(function.folded, x.Fixed)
        case x.Op(name="not" | "and" | "or", arguments=arguments):
            return all(map(is_settled, arguments))
    return isinstance(expr, x.Fixed)


def _values(tracer: Tracer, expr: x.Expression, bound: tuple[x.Name, ...]) -> Iterator[tuple[Place, Any]]:
    """What it and its parts come to, as far as they were asked in play and do not stand for many things in turn."""
    if not any(x.mentions(expr, name) for name in bound):
        try:
            yield (expr.span, expr.type), tracer.seen(tracer.value(expr), expr)
        except (RulesError, TypeError, IndexError):  # asked only under a condition that does not hold
            return
    inside = _asked_in(tracer, expr) if not bound else x.parts(expr)
    name = getattr(expr, "name", None)
    names = (*bound, name) if isinstance(name, x.Name) and not isinstance(expr, x.Load) else bound
    for part in inside:
        yield from _values(tracer, part, names)


def _asked_in(tracer: Tracer, expr: x.Expression) -> Iterator[x.Expression]:
    """The parts of an expression; of `and` and `or` only those before one settles it, and that one."""
    if not (isinstance(expr, x.Op) and expr.name in ("and", "or")):
        yield from x.parts(expr)
        return
    for part in chain(expr.name, expr.arguments):
        yield part
        if bool(tracer.value(part)) is (expr.name == "or"):
            return
