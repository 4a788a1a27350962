"""Of which pieces is there another, in a zone, that stands to them as the rules say: all of them at once.

`some table where suit is suit of c and rank in near(rank of c, …)` is known for every card and every other before play.
Pieces are numbered by suit and rank, so that one stands before the other by few different numbers: a set of those that
are there, moved by each of these, gives all that are sought.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from coupdsl.code import expressions as x
from coupdsl.code.expressions import Name, mentions
from coupdsl.native.llvm.emitter import Emitter

MOST = 12  # different numbers by which one stands before another

Given = dict[Name, int]
Holding = Callable[[x.Expression, Name, Given], int | None]
Known = Callable[[x.Expression, Given], int | None]


class Images:
    """`holding` gives the set for which a condition holds, and `known` a value, where that is known before play."""

    def __init__(self, holding: Holding, known: Known) -> None:
        self.holding, self.known = holding, known
        self._parts: dict[tuple[x.Expression, tuple[tuple[Name, int], ...]], int | None] = {}

    def of(self, condition: x.Quantified, name: Name, count: int) -> tuple[x.Zone, dict[int, int]] | None:
        """The zone that is asked for, and by how much to move its set, with the set of what is met then.

        None where it is not so, or takes too many moves.
        """
        zones: set[x.Zone] = set()
        moves: dict[int, int] = defaultdict(int)
        for element in range(count):
            there = self._among(condition.source, {name: element})
            related = self._holding(condition.condition, condition.name, {name: element}) if there is not None else None
            if there is None or related is None:
                return None
            zones.add(there[0])
            others = related & there[1]
            while others:
                other = others & -others
                others ^= other
                moves[element - other.bit_length() + 1] |= 1 << element
            if len(moves) > MOST or len(zones) > 1:
                return None
        return (zones.pop(), moves) if zones else None

    def _among(self, source: x.Expression, given: Given) -> tuple[x.Zone, int] | None:
        """A zone, and the set of those pieces of it that are meant."""
        match source:
            case x.Zone(index=index):
                return (source, -1) if index is None or not any(mentions(index, name) for name in given) else None
            case x.Form(of=of):
                return self._among(of, given)
            case x.Filter(preferring=False):
                found = self._among(source.source, given)
                held = self._holding(source.condition, source.name, given) if found is not None else None
                return (found[0], found[1] & held) if found is not None and held is not None else None
            case x.Call(function=rule):
                values = [self.known(argument, given) for argument in source.arguments]
                inner = {name: value for name, value in zip(rule.parameters, values, strict=True) if value is not None}
                return self._among(rule.body, inner) if len(inner) == len(values) else None
        return None

    def _holding(self, condition: x.Expression, name: Name, given: Given) -> int | None:
        key = condition, tuple(given.items())
        if key not in self._parts:
            self._parts[key] = self.holding(condition, name, given)
        return self._parts[key]


def moved(f: Emitter, held: str, moves: dict[int, int], bits: int) -> str:
    """All that is met when a set is moved in each of these ways."""
    found, kind = "0", f"i{bits}"
    for by, met in sorted(moves.items()):
        there = f.op(f"{'shl' if by > 0 else 'lshr'} {kind} {held}, {abs(by)}") if by else held
        found = f.op(f"or {kind} {found}, {f.op(f'and {kind} {there}, {met}')}")
    return found
