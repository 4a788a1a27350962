"""What can be worked out without a game: the value of an expression in which all names are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from typing import Any, ClassVar

from coupdsl.code import expressions as x
from coupdsl.code.bits import closure, mask_of
from coupdsl.code.bounds import bounded, to_set
from coupdsl.code.errors import RulesError
from coupdsl.code.layout import Layout
from coupdsl.code.meaning import IN_PLAY, LAZY, elements, elements_of, in_form, meaning, nothing
from coupdsl.code.packing import Candidate, effort, packed
from coupdsl.language.types import NO_NUMBER

Bound = Mapping[x.Name, Any]
MOST, MOST_IN_ALL = 200_000, 600_000  # elements and rules that are gone through for one question, and for all
TOO_LONG_BEFORE_PLAY = "this takes too long to be worked out before play"


class Unknown(Exception):
    """It depends on what happens in play, or takes too long to be worked out before."""


class Known:
    """Works out expressions; raises Unknown where they depend on play, and RulesError where they fail."""

    def __init__(self, layout: Layout, state: Callable[[x.Function], x.Expression]) -> None:
        """`state` gives what a rule states."""
        self.layout = layout
        self.state = state
        self.left, self.left_in_all = MOST, MOST_IN_ALL
        self.gave_up = False  # at any question so far

    def value(self, one: x.Expression, bound: Bound) -> Any:
        """The value, where names stand for what is `bound`."""
        return one.value if isinstance(one, x.Fixed) else self._work[type(one)](self, one, bound)

    def begin(self) -> None:
        """What is asked next is another question."""
        self.left_in_all -= MOST - max(self.left, 0)
        self.left = MOST if self.left_in_all > 0 else 0

    @property
    def is_tired(self) -> bool:
        """Was the last question not worked out because that takes too long?"""
        return self.left < 0

    def given(self, function: x.Function, values: list[Any]) -> Any:
        """The value of a rule."""
        self._step()
        return self.value(self.body(function), dict(zip(function.parameters, values, strict=True)))

    def body(self, function: x.Function) -> x.Expression:
        return function.folded or self.state(function)

    def elements(self, source: x.Expression, bound: Bound) -> Any:
        worked_out, made_of = elements_of(source)
        return made_of(self.value(worked_out, bound))

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.gave_up = True
            raise Unknown

    def _each_of(self, one: Any, bound: Bound) -> Iterator[tuple[Any, Bound]]:
        """Each element that `one` goes through, and what is bound meanwhile."""
        return self._each_among(self.elements(one.source, bound), one, bound)

    def _each_among(self, among: Any, one: Any, bound: Bound) -> Iterator[tuple[Any, Bound]]:
        for element in among:
            self._step()
            yield element, {**bound, one.name: element}

    def _load(self, one: x.Load, bound: Bound) -> Any:
        if one.name not in bound:
            raise Unknown
        return bound[one.name]

    def _in_play(self, one: x.Expression, bound: Bound) -> Any:
        raise Unknown

    def _call(self, one: x.Call, bound: Bound) -> Any:
        return self.given(one.function, [self.value(argument, bound) for argument in one.arguments])

    def _dispatch(self, one: x.Dispatch, bound: Bound) -> Any:
        function = one.functions[self.value(one.which, bound)]
        if function is None:
            raise RulesError(one.message, one.span)
        return self.given(function, [self.value(argument, bound) for argument in one.arguments])

    def _op(self, one: x.Op, bound: Bound) -> Any:
        if one.name in IN_PLAY:
            raise Unknown
        if one.name in LAZY:
            left = self.value(one.arguments[0], bound)
            return left if bool(left) is (one.name == "or") else self.value(one.arguments[1], bound)
        return meaning(one, self.layout)(*(self.value(argument, bound) for argument in one.arguments))

    def _form(self, one: x.Form, bound: Bound) -> Any:
        if one.type.name == "list":
            return self.elements(one.of, bound)
        return in_form(one.of.type, "set", one.span)(self.value(one.of, bound))

    def _if(self, one: x.If, bound: Bound) -> Any:
        return self.value(one.then if self.value(one.condition, bound) else one.otherwise, bound)

    def _lift(self, one: x.Lift, bound: Bound) -> Any:
        source = self.value(one.source, bound)
        return nothing(one.type) if source < 0 else self.value(one.body, {**bound, one.name: source})

    def _each(self, one: x.Each, bound: Bound) -> int:
        found = 0
        single = (lambda mask: mask) if one.body.type.is_collection else _single(one)
        for _, inner in self._each_of(one, bound):
            found |= single(self.value(one.body, inner))
        return found

    def _connected(self, one: x.Connected, bound: Bound) -> int:
        def step(element: int) -> Any:
            self._step()
            return self.value(one.body, {**bound, one.name: element})

        return closure(self.value(one.source, bound), step)

    def _filter(self, one: x.Filter, bound: Bound) -> Any:
        source = self.value(one.source, bound)
        each = self._each_among(elements(one.source.type, source), one, bound)
        kept = [element for element, inner in each if self.value(one.condition, inner)]
        if one.preferring and not kept:
            return source
        return mask_of(kept) if one.type.name == "set" else kept

    def _quantified(self, one: x.Quantified, bound: Bound) -> bool:
        for _, inner in self._each_of(one, bound):
            if bool(self.value(one.condition, inner)) is not one.every:
                return not one.every
        return one.every

    def _fold(self, one: x.Fold, bound: Bound) -> Any:
        values = (self.value(one.value, inner) for _, inner in self._each_of(one, bound))
        if one.operation == "sum":
            return reduce(lambda total, value: bounded(total + value, one.span), values, 0)
        return (max if one.operation == "largest" else min)(values, default=NO_NUMBER)

    def _best(self, one: x.Best, bound: Bound) -> Any:
        scores = [(element, self._score(one, inner)) for element, inner in self._each_of(one, bound)]
        top = (min if one.lowest else max)((score for _, score in scores), default=None)
        best = [element for element, score in scores if score == top]
        return mask_of(best) if one.type.name == "set" else best

    def _packing(self, one: x.Packing, bound: Bound) -> int:
        within = self.value(one.within, bound)
        if effort(one.members, within.bit_count()).packings > MOST:
            raise Unknown
        among = [element for element in self.elements(one.source, bound) if not one.members[element] & ~within]
        sign = -1 if one.lowest else 1
        found = [
            Candidate(one.members[element], sign * self.value(one.value, inner), element)
            for element, inner in self._each_among(among, one, bound)
        ]
        return packed(found, within, one.span)

    def _score(self, one: x.Best, bound: Bound) -> Any:
        if one.value is not None:
            return self.value(one.value, bound)
        return next((line.places[bound[one.name]] for line in one.lines if self.value(line.condition, bound)), 0)

    _work: ClassVar[Mapping[type[x.Expression], Callable[[Known, Any, Bound], Any]]] = {
        x.Load: _load, x.State: _in_play, x.Zone: _in_play, x.Balance: _in_play, x.Call: _call,
        x.Dispatch: _dispatch, x.Op: _op, x.Form: _form, x.If: _if, x.Lift: _lift, x.Each: _each,
        x.Connected: _connected, x.Filter: _filter, x.Quantified: _quantified, x.Fold: _fold, x.Best: _best,
        x.Packing: _packing,
    }  # fmt: skip


def _single(one: x.Each) -> Callable[[int], int]:
    set_of = to_set(one.body.type, one.span)
    return lambda value: set_of((value,))
