"""Where a piece that was picked still lies when it is moved: what the rules say need not be looked up in play."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.decisions import Option
from coupdsl.code.following import Flow
from coupdsl.language.records import by_value

DEEPEST = 8  # rules that ask rules, or choices between sets, within one another


@by_value
class Origin:
    """A zone, which may be a row; of those kept per seat or cell, that of what is kept in memory at `index`."""

    start: int
    row: bool
    index: int | None


Lying = frozenset[tuple[int, Origin]]  # the places of memory that hold pieces, and where those lie
NOTHING: Lying = frozenset()


def origins(code: Code) -> dict[int, Origin]:
    """By step, the zones out of which a single piece moves that was picked from there before."""
    entries = dict.fromkeys((0, *code.decisions, *code.drawings, *code.settlings), NOTHING)
    known, found = Flow(code, _Picked(code).after).holding(entries), {}
    for at, lying in known.items():
        move = code.instructions[at]
        slot = _named(move.what) if isinstance(move, i.Move) else None
        for place, origin in lying:
            if place == slot:
                found[at] = origin
    return found


class _Picked:
    """What is known of pieces that were picked, until something else may have moved."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def after(self, at: int, to: int, lying: Lying) -> Lying:
        match self.code.instructions[at]:
            case i.Choose(decision=decision) if decision.together is None:
                options = [option for option in decision.options if option.target == to]
                return _picked(options[0]) if len(options) == 1 else NOTHING
            case i.Store(to=place):
                return _without(lying, {place.start})
            case i.Call(targets=[(procedure, _)], arguments=arguments) if lying:
                given = list(zip(procedure.parameters, map(_loaded, arguments), strict=True))
                held = _without(lying, set(procedure.parameters))
                return held | {(slot, origin) for slot, named in given for place, origin in held if place == named}
            case i.Branch() | i.Jump() | i.Tell():
                return lying
        return NOTHING


def _without(lying: Lying, written: set[int]) -> Lying:
    """What is still known when something is written into these places."""
    return frozenset(fact for fact in lying if fact[0] not in written and fact[1].index not in written)


def _loaded(expr: x.Expression) -> int | None:
    """The place of memory that an expression names, and nothing more."""
    return expr.name.slot if isinstance(expr, x.Load) and expr.name.stored else None


def _named(what: x.Expression) -> int | None:
    """The place of memory that holds the one piece that is moved."""
    return _loaded(what.arguments[0]) if isinstance(what, x.Op) and what.name == "single" else None


def _picked(option: Option) -> Lying:
    """The one thing that is picked, and where all lies that can be picked."""
    if len(option.picks) != 1:
        return NOTHING
    pick = option.picks[0]
    found = _within(pick.source, {}, DEEPEST)
    return frozenset({(pick.name.slot, found)}) if found is not None and found.index != pick.name.slot else NOTHING


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
    if isinstance(index, x.State) and index.index is None:
        return Origin(expr.start, expr.row, index.start)
    if isinstance(index, x.Load) and index.name.stored:
        return Origin(expr.start, expr.row, index.name.slot)
    return Origin(expr.start, expr.row, None) if index is None else None
