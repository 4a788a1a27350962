"""How far the ends of a range can lie apart, by what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from coupdsl.code import expressions as x
from coupdsl.code.bounds import is_number

ZERO = 0  # the place of what is zero; whatever else rules ask for has another
Beside = dict[int, int]  # by the place of something, how far beyond it


class Bounds(NamedTuple):
    """Beside each of some things, a number lies no further up than `above` says, and no further down than `below`."""

    above: Beside
    below: Beside


NOTHING = Bounds({}, {})


class Ranges:
    """`folded`: in whose place which others count; `count`: how many elements are surely the most, None if unknown."""

    def __init__(
        self, folded: Mapping[x.Expression, x.Expression], count: Callable[[x.Expression], int | None]
    ) -> None:
        self.folded = folded
        self.count = count
        self._places: dict[x.Expression, int] = {}
        self._alike: dict[Any, int] = {}
        self._bounds: dict[x.Expression, Bounds] = {}

    def apart(self, low: x.Expression, high: x.Expression) -> int | None:
        """By how much `high` is above `low` at most; None where nothing says."""
        above, below = self._of(high).above, self._of(low).below
        return min((above[place] - below[place] for place in above.keys() & below), default=None)

    def highest(self, one: x.Expression) -> int | None:
        """The highest number that it can be; None where nothing says."""
        return self._of(one).above.get(ZERO)

    def _of(self, one: x.Expression) -> Bounds:
        one = self.folded.get(one, one)
        if one not in self._bounds:
            itself = {self._place(one): 0}
            above, below = self._by_parts(one) if is_number(one.type) and not one.type.optional else NOTHING
            self._bounds[one] = Bounds({**above, **itself}, {**below, **itself})
        return self._bounds[one]

    def _by_parts(self, one: Any) -> Bounds:
        """What its parts say."""
        if isinstance(one, x.Fixed):
            return Bounds({ZERO: one.value}, {ZERO: one.value})
        if isinstance(one, x.If):
            return _either(map(self._of, (one.then, one.otherwise)))
        if isinstance(one, x.Call) and not one.arguments and one.function.folded is not None:
            return self._of(one.function.folded)
        if isinstance(one, x.Call | x.Dispatch):
            return self._of_rules([one.function] if isinstance(one, x.Call) else one.functions)
        return self._of_op(one) if isinstance(one, x.Op) else NOTHING

    def _of_rules(self, asked: Iterable[x.Function | None]) -> Bounds:
        """Whatever they are given, so that nothing but numbers counts."""
        bodies = [function.folded for function in asked if function is not None]
        above, below = _either([NOTHING if body is None else self._of(body) for body in bodies] or [NOTHING])
        return Bounds(*({ZERO: some[ZERO]} if ZERO in some else {} for some in (above, below)))

    def _of_op(self, one: x.Op) -> Bounds:
        if one.name == "count":
            many = self.count(one.arguments[0])
            return Bounds({} if many is None else {ZERO: many}, {ZERO: 0})
        if one.name == "mod":  # what is left has the sign of the divisor
            above, below = self._of(one.arguments[1])
            high = {ZERO: max(above[ZERO] - 1, 0)} if ZERO in above else {}
            return Bounds(high, {ZERO: min(below[ZERO] + 1, 0)} if ZERO in below else {})
        if one.name in ("min", "max"):
            some = [self._of(part) for part in one.arguments]
            above, below = _either(some)
            if one.name == "min":
                return Bounds(_nearest((one.above for one in some), min), below)
            return Bounds(above, _nearest((one.below for one in some), max))
        if one.name in ("add", "sub"):
            left, right = (self.folded.get(part, part) for part in one.arguments)
            if isinstance(right, x.Fixed):
                return _further(self._of(left), right.value if one.name == "add" else -right.value)
            if isinstance(left, x.Fixed) and one.name == "add":
                return _further(self._of(right), left.value)
        return NOTHING

    def _place(self, one: x.Expression) -> int:
        """The same for all that are written alike, wherever that is."""
        one = self.folded.get(one, one)
        if one not in self._places:
            parts = [(name, self._key(part)) for name, part in vars(one).items() if name not in ("span", "named")]
            self._places[one] = self._alike.setdefault((type(one), *parts), len(self._alike) + 1)
        return self._places[one]

    def _key(self, part: Any) -> Any:
        if isinstance(part, x.Expression):
            return self._place(part)
        return tuple(map(self._key, part)) if isinstance(part, tuple | list) else part


def _either(some: Iterable[Bounds]) -> Bounds:
    """What holds of one of these, whichever it is."""
    first, *others = some
    above, below = first
    for one in others:
        above = {place: max(above[place], one.above[place]) for place in above.keys() & one.above}
        below = {place: min(below[place], one.below[place]) for place in below.keys() & one.below}
    return Bounds(above, below)


def _nearest(some: Iterable[Beside], nearer: Callable[[int, int], int]) -> Beside:
    """What each of these says."""
    found: Beside = {}
    for one in some:
        for place, by in one.items():
            found[place] = nearer(by, found.get(place, by))
    return found


def _further(bounds: Bounds, by: int) -> Bounds:
    return Bounds(*({place: one + by for place, one in some.items()} for some in bounds))
