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
        known = tuple(
            self.known(tracer, value, argument) for value, argument in zip(values, call.arguments, strict=True)
        )
        asked = Asked((function.stated.span, function.stated.type), function.entry, known, rules, holds)
        arguments = zip(function.parameters, call.arguments, strict=True)
        subjects = tuple(name for name, argument in arguments if self.concerns(argument))
        return Route((*self.asked, asked), (*self.names, *given), (*self.subjects, *subjects), self.about)

    def known(self, tracer: Tracer, value: Any, expr: x.Expression) -> Any:
        """A value as far as who asks knows it; None for a piece that he neither knows nor has named himself."""
        kind = expr.type
        if kind.family and value >= 0 and not tracer.knows(value) and (self.about is None or value != self.about[0]):
            return None if not isinstance(expr, x.Fixed) else value
        return tracer.seen(value, expr)

    def put(self, tracer: Tracer) -> None:
        """Everything into its places."""
        for name, value in self.names:
            tracer.put(name, value)

    def concerns(self, expr: x.Expression) -> bool:
        """Does it depend on what is asked about?"""
        return any(x.mentions(expr, name) for name in self.subjects)

    def evidence(self, tracer: Tracer, expr: x.Expression, holds: bool, others: Any = None) -> Evidence:
        """What is told of an expression that was come to so."""
        self.put(tracer)
        found = [*self._values(tracer, expr, ()), *self._named(tracer, expr)]
        values = dict(reversed([(at, value) for at, value in found if value is not None]))
        entry = self.asked[-1].entry if self.asked else None
        return Evidence((expr.span, expr.type), holds, entry, self.asked, values, self.about, others)

    def _named(self, tracer: Tracer, expr: x.Expression) -> Iterator[tuple[Place, Any]]:
        """What was given to the rules that were asked, wherever it is named."""
        if isinstance(expr, x.Load):
            value = next((value for name, value in reversed(self.names) if name is expr.name), None)
            yield (expr.span, expr.type), None if value is None else self.known(tracer, value, expr)
        for part in x.parts(expr):
            yield from self._named(tracer, part)

    def _values(self, tracer: Tracer, expr: x.Expression, bound: tuple[x.Name, ...]) -> Iterator[tuple[Place, Any]]:
        """What it and its parts come to, as far as they were asked in play and do not stand for many things in turn.

        None is what who asks does not know.
        """
        is_bound = any(x.mentions(expr, name) for name in bound)
        if not is_bound:
            try:
                value = tracer.value(expr)
                hidden = not (expr.type.of and expr.type.of.family) and _rests_on_hidden(tracer, expr)
                yield (expr.span, expr.type), None if hidden else self.known(tracer, value, expr)
            except (RulesError, TypeError, IndexError):  # asked only under a condition that does not hold
                return
        for part in _asked_in(tracer, expr, is_bound):
            yield from self._values(tracer, part, _bound_in(expr, bound))


def evidence_of(tracer: Tracer, condition: x.Expression, route: Route, others: Any = None) -> Evidence:
    """Why a condition holds, or does not."""
    route.put(tracer)
    expr, route = _deciding(tracer, condition, route)
    evidence = route.evidence(tracer, expr, bool(tracer.value(expr)), others)
    parts = tuple(evidence_of(tracer, part, inner) for part, inner in _together(tracer, expr, route))
    return replace(evidence, parts=parts if all(map(_is_known, parts)) else ())


def _is_known(evidence: Evidence) -> bool:
    """Does it rest on nothing that who asks does not know?"""
    return evidence.at in evidence.values and all(map(_is_known, evidence.parts))


def _together(tracer: Tracer, expr: x.Expression, route: Route) -> list[tuple[x.Expression, Route]]:
    """What decides a condition in which no one part does: all of its parts, or that for one of many it fails."""
    match expr:
        case x.Op(name="and" | "or" as name, arguments=arguments):
            return [(part, route) for part in chain(name, arguments) if not is_settled(part)]
        case x.Quantified(name=name, source=source, condition=condition, every=True):
            if tracer.value(expr) or _rests_on_hidden(tracer, expr):
                return []
            for element in tracer.elements(source):
                tracer.put(name, element)
                if not tracer.value(condition):
                    return [(condition, route.calling(name, element, subject=True))]
    return []


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


def _asked_in(tracer: Tracer, expr: x.Expression, bound: bool) -> Iterator[x.Expression]:
    """The parts of an expression that were surely asked in play: not all of them, if something in it is `bound`."""
    match expr:
        case x.Op(name="and" | "or" as name, arguments=arguments):
            for part in chain(name, arguments):
                yield part
                if bound or bool(tracer.value(part)) is (name == "or"):
                    return
        case x.If(condition=condition, then=then, otherwise=otherwise):
            yield condition
            if not bound:
                yield then if tracer.value(condition) else otherwise
        case x.Lift(source=source, body=body):
            yield source
            if not bound and tracer.value(source) >= 0:
                yield body
        case x.Each() | x.Connected() | x.Filter() | x.Fold() | x.Quantified() | x.Best() | x.Packing():
            first, *inside = x.parts(expr)
            yield first
            if not bound and tracer.elements(first):
                yield from inside
        case _:
            yield from x.parts(expr)


def _rests_on_hidden(tracer: Tracer, expr: x.Expression, bound: tuple[x.Name, ...] = ()) -> bool:
    """Is it worked out from places where something lies that who asks does not know?

    How many lie there is no secret. Of a place that stands for many in turn, each counts.
    """
    if isinstance(expr, x.Op) and expr.name in ("count", "is_empty") and isinstance(expr.arguments[0], x.Zone):
        return False
    names = _bound_in(expr, bound)
    return any(
        _holds_hidden(tracer, part, names) if isinstance(part, x.Zone) else _rests_on_hidden(tracer, part, names)
        for part in x.parts(expr)
    )


def _holds_hidden(tracer: Tracer, zone: x.Zone, bound: tuple[x.Name, ...]) -> bool:
    places = [zone]
    if any(x.mentions(zone, name) for name in bound):
        declared = tracer.position.code.layout.zones
        alike = [number for number, one in enumerate(declared) if one is declared[zone.start]]
        places = [replace(zone, start=number, index=None) for number in alike]
    return not all(tracer.knows(piece) for place in places for piece in tracer.elements(place))


def _bound_in(expr: x.Expression, bound: tuple[x.Name, ...]) -> tuple[x.Name, ...]:
    name = getattr(expr, "name", None)
    return (*bound, name) if isinstance(name, x.Name) and not isinstance(expr, x.Load) else bound
