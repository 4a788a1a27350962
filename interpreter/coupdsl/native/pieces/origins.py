"""Where a piece that was picked still lies when it is moved: what the rules say need not be looked up in play."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.decisions import Decision
from coupdsl.language.records import by_value

DEEPEST = 8  # rules that ask rules, or choices between sets, within one another


@by_value
class Origin:
    """A zone, which may be a row; of those kept per seat or cell, that of what the name `index` stands for."""

    start: int
    row: bool
    index: x.Name | None


def origins(code: Code) -> dict[int, Origin]:
    """By step, the zones out of which a single piece moves that was picked from there just before."""
    known = {}
    for decision in code.decisions.values():
        option = decision.options[0]
        found = _picked_from(decision)
        if found is None or (found.index is not None and not found.index.stored):
            continue
        picked, named = option.picks[0].name.slot, found.index.slot if found.index is not None else None
        at = option.target
        while isinstance(store := code.instructions[at], i.Store) and store.to.start not in (picked, named):
            at += 1
        move = code.instructions[at]
        if isinstance(move, i.Move) and _names(move.what, option.picks[0].name):
            known[at] = found
    return known


def _names(what: x.Expression, name: x.Name) -> bool:
    """Is it the one piece that the name stands for?"""
    if not (isinstance(what, x.Op) and what.name == "single" and isinstance(what.arguments[0], x.Load)):
        return False
    return what.arguments[0].name is name


def _picked_from(decision: Decision) -> Origin | None:
    """Where all lies that can be picked, if one thing is picked."""
    option = decision.options[0]
    if len(decision.options) > 1 or len(option.picks) != 1 or decision.together is not None:
        return None
    return _within(option.picks[0].source, {}, DEEPEST)


def _within(expr: x.Expression, given: dict[x.Name, x.Expression], depth: int) -> Origin | None:
    """The one zone in which a whole set lies; `given` stand for the parameters of the rule that it is in."""
    if isinstance(expr, x.Zone):
        return _zone(expr, given)
    if not depth:
        return None
    match expr:
        case x.Filter(source=source) | x.Op(name="without", arguments=(source, _)) | x.Form(of=source):
            return _within(source, given, depth - 1)
        case x.If(then=one, otherwise=other) | x.Op(name="with", arguments=(one, other)):
            found = _within(one, given, depth - 1)
            return found if found is not None and found == _within(other, given, depth - 1) else None
        case x.Call(function=function):
            arguments = (given.get(a.name, a) if isinstance(a, x.Load) else a for a in expr.arguments)
            return _within(function.body, dict(zip(function.parameters, arguments, strict=True)), depth - 1)
    return None


def _zone(expr: x.Zone, given: dict[x.Name, x.Expression]) -> Origin | None:
    index = expr.index
    if isinstance(index, x.Load):
        index = given.get(index.name, index)
    if isinstance(index, x.Load):
        return Origin(expr.start, expr.row, index.name)
    return Origin(expr.start, expr.row, None) if index is None else None
