"""Where a piece that was picked still lies when it is moved: what the rules say need not be looked up in play."""

from __future__ import annotations

from dataclasses import dataclass

from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.decisions import Decision
from coupdsl.code.values import Value
from coupdsl.language import program as p

DEEPEST = 8  # rules that ask rules, or choices between sets, within one another


@dataclass(frozen=True)
class Whereabouts:
    """A zone; of those kept per seat or cell, that of what the local `index` names."""

    zone: p.Zone
    index: p.Local | None


def whereabouts(code: Code) -> dict[int, Whereabouts]:
    """By step, the zones out of which a single piece moves that was picked from there just before."""
    known = {}
    for decision in code.decisions.values():
        option, slots = decision.options[0], code.locals
        found = _picked_from(code, decision)
        if found is None or (found.index is not None and (found.index, decision.entry) not in slots):
            continue
        picked, named = option.picks[0][0], slots.get((found.index, decision.entry)) if found.index else None
        at = option.target
        while isinstance(store := code.instructions[at], i.Store) and store.to.start not in (picked, named):
            at += 1
        move = code.instructions[at]
        if isinstance(move, i.Move) and _names(move.what, picked, code):
            known[at] = found
    return known


def _names(what: Value, slot: int, code: Code) -> bool:
    """Is it the one piece that is named at a place of memory?"""
    expr = what.expr
    if not (isinstance(expr, p.Op) and expr.name == "single" and isinstance(expr.arguments[0], p.Load)):
        return False
    return code.locals.get((expr.arguments[0].local, what.entry)) == slot


def _picked_from(code: Code, decision: Decision) -> Whereabouts | None:
    """Where all lies that can be picked, if one thing is picked."""
    option = decision.options[0]
    if len(decision.options) > 1 or len(option.picks) != 1 or decision.together is not None:
        return None
    return _Search(code, decision.entry).within(option.picks[0][2].source, {}, DEEPEST)


class _Search:
    def __init__(self, code: Code, entry: p.Entry | None) -> None:
        self.code, self.entry = code, entry

    def within(self, expr: p.Expr, given: dict[p.Local, p.Expr], depth: int) -> Whereabouts | None:
        """The one zone in which a whole set lies; `given` stand for the parameters of the rule that it is in."""
        if isinstance(expr, p.GetZone):
            return self._zone(expr, given)
        if not depth:
            return None
        if isinstance(expr, p.Filter):
            return self.within(expr.source, given, depth - 1)
        if isinstance(expr, p.Cond):
            return self._both(expr.then, expr.otherwise, given, depth)
        if isinstance(expr, p.Op) and expr.name == "with":
            one, other = expr.arguments
            return self._both(one, other, given, depth)
        if isinstance(expr, p.Op) and expr.name == "without":
            return self.within(expr.arguments[0], given, depth - 1)
        if isinstance(expr, p.Apply) and expr.entry is None:
            version = self.code.rules.version(expr.rule, self.entry)
            if version is None or version.value is None:
                return None
            arguments = (given.get(a.local, a) if isinstance(a, p.Load) else a for a in expr.arguments)
            names = dict(zip(version.parameters, arguments, strict=True))
            return self.within(version.value, names, depth - 1)
        return None

    def _zone(self, expr: p.GetZone, given: dict[p.Local, p.Expr]) -> Whereabouts | None:
        index = expr.index
        if isinstance(index, p.Load):
            index = given.get(index.local, index)
        if isinstance(index, p.Load):
            return Whereabouts(expr.zone, index.local)
        return Whereabouts(expr.zone, None) if index is None else None

    def _both(self, one: p.Expr, other: p.Expr, given: dict[p.Local, p.Expr], depth: int) -> Whereabouts | None:
        found = self.within(one, given, depth - 1)
        return found if found is not None and found == self.within(other, given, depth - 1) else None
