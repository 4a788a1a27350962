"""Works out of expressions what is known before play, and leaves the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

from coupdsl.code import expressions as x
from coupdsl.code.errors import RulesError
from coupdsl.code.known import Known, Unknown
from coupdsl.code.layout import Layout
from coupdsl.code.meaning import nothing
from coupdsl.language import codes
from coupdsl.language.types import list_of

MOST_LISTED = 500_000  # elements of all lists that are worked out
TRAPS = ("the", "no_branch")  # fail where rules come to them, not before


class Folding:
    """Raises RulesError where something fails whatever happens in play."""

    def __init__(self, layout: Layout, known: Known) -> None:
        self.layout = layout
        self.known = known
        self.done: dict[x.Expression, x.Expression] = {}
        self.lists: dict[tuple[Any, ...], tuple[Any, ...]] = {}  # those that are alike are one
        self.unlisted = MOST_LISTED
        self.under_way: set[x.Function] = set()
        self.later: list[x.Function] = []  # those of entries, which may refer to one another

    def fold(self, one: x.Expression) -> x.Expression:
        """The same with all worked out that is known; what is known as a whole is `Fixed`."""
        if isinstance(one, x.Fixed | x.Load):
            return one
        found = self.done.get(one)
        if found is None:
            found = self._work[type(one)](self, one)
            if isinstance(found, x.Fixed) and found.type is not one.type:
                found = self._fixed(one, found.value)
            self.done[one] = found
        return found

    def function(self, function: x.Function) -> x.Function:
        """A rule with its text folded."""
        if function.folded is None:
            text = self.known.state(function)
            if function in self.under_way:
                message = f"`{function.name}` calls itself again: rules cannot go in circles"
                raise RulesError(message, text.span, codes.RECURSION)
            self.under_way.add(function)
            function.folded = self.fold(text)
            self.under_way.remove(function)
            if len(function.types) == 1 and not isinstance(function.folded, x.Fixed):
                function.table = self._table(function)
        return function

    def elements(self, one: x.Expression) -> x.Expression:
        """A set or list of which only the elements count: one number may be one that no set holds."""
        if not (isinstance(one, x.Op) and one.name == "single"):
            return self.fold(one)
        argument = self.fold(one.arguments[0])
        single = replace(one, arguments=(argument,))
        if not isinstance(argument, x.Fixed):
            return single
        return x.Fixed(list_of(argument.type), one.span, tuple(self.known.elements(single, {})))

    def complete(self) -> None:
        """Folds the rules of entries that were left for later, and those that they lead to."""
        while self.later:
            self.function(self.later.pop())

    def _table(self, function: x.Function) -> tuple[Any, ...] | None:
        kind = function.types[0]
        if not kind.family or kind.optional:
            return None
        with suppress(Unknown, RulesError):
            return tuple(self.known.given(function, [piece]) for piece in range(self.layout.pieces))
        return None

    def _fixed(self, one: x.Expression, value: Any) -> x.Fixed:
        return x.Fixed(one.type, one.span, tuple(value) if isinstance(value, list | range) else value)

    def _worked_out(self, one: x.Expression, whole: x.Expression) -> x.Fixed:
        """The value of `whole` in place of `one`; raises Unknown where lists would take too much room."""
        value = self.known.value(whole, {})
        if isinstance(value, list | range | tuple):
            value = tuple(value)
            if value not in self.lists:
                if len(value) > self.unlisted:
                    raise Unknown
                self.unlisted -= len(value)
                self.lists[value] = value
            value = self.lists[value]
        return self._fixed(one, value)

    def _now(self, one: x.Expression, *parts: x.Expression) -> x.Expression:
        """The value of `one` where all `parts` are known and it needs nothing else, or `one` itself."""
        if all(isinstance(part, x.Fixed) for part in parts):
            with suppress(Unknown, RulesError):
                return self._worked_out(one, one)
        return one

    # ---- one kind after the other
    def _indexed(self, one: x.State | x.Zone | x.Balance) -> x.Expression:
        return one if one.index is None else replace(one, index=self.fold(one.index))

    def _call(self, one: x.Call) -> x.Expression:
        arguments = self._all(one.arguments)
        body = self.function(one.function).body
        if isinstance(body, x.Fixed):
            return self._fixed(one, body.value)
        if body.type == one.type and len(arguments) == 1:
            return _asked(body, one.function.parameters[0], arguments[0]) or replace(one, arguments=arguments)
        return replace(one, arguments=arguments)

    def _dispatch(self, one: x.Dispatch) -> x.Expression:
        which = self.fold(one.which)
        function = one.functions[which.value] if isinstance(which, x.Fixed) else None
        if function is not None:
            return self.fold(x.Call(one.type, one.span, function, one.arguments))
        self.later += [function for function in one.functions if function is not None]
        return replace(one, which=which, arguments=self._all(one.arguments))

    def _op(self, one: x.Op) -> x.Expression:
        if one.name in ("and", "or"):
            left = self.fold(one.arguments[0])
            if isinstance(left, x.Fixed):
                decided = bool(left.value) is (one.name == "or")
                return self._fixed(one, bool(left.value)) if decided else self.fold(one.arguments[1])
            return replace(one, arguments=(left, self.fold(one.arguments[1])))
        found = replace(one, arguments=self._all(one.arguments))
        if not all(isinstance(part, x.Fixed) for part in found.arguments):
            return found
        try:
            return self._worked_out(one, found)
        except Unknown:
            return found
        except RulesError:
            if one.name in TRAPS:
                return found
            raise

    def _form(self, one: x.Form) -> x.Expression:
        found = replace(one, of=self.elements(one.of) if one.type.name == "list" else self.fold(one.of))
        return self._fixed(one, self.known.value(found, {})) if isinstance(found.of, x.Fixed) else found

    def _if(self, one: x.If) -> x.Expression:
        condition = self.fold(one.condition)
        if isinstance(condition, x.Fixed):
            return self.fold(one.then if condition.value else one.otherwise)
        return replace(one, condition=condition, then=self.fold(one.then), otherwise=self.fold(one.otherwise))

    def _lift(self, one: x.Lift) -> x.Expression:
        return replace(one, source=self.fold(one.source), body=self.fold(one.body))

    def _each(self, one: x.Each) -> x.Expression:
        found = replace(one, source=self.elements(one.source), body=self.fold(one.body))
        return self._now(found, found.source)

    def _connected(self, one: x.Connected) -> x.Expression:
        found = replace(one, source=self.fold(one.source), body=self.fold(one.body))
        return self._now(found, found.source)

    def _filter(self, one: x.Filter) -> x.Expression:
        source, condition = self.fold(one.source), self.fold(one.condition)
        if isinstance(condition, x.Fixed):
            return source if condition.value or one.preferring else self._fixed(one, nothing(one.type))
        return self._now(replace(one, source=source, condition=condition), source)

    def _quantified(self, one: x.Quantified) -> x.Expression:
        found = replace(one, source=self.elements(one.source), condition=self.fold(one.condition))
        return self._now(found, found.source)

    def _fold(self, one: x.Fold) -> x.Expression:
        found = replace(one, source=self.elements(one.source), value=self.fold(one.value))
        return self._now(found, found.source)

    def _best(self, one: x.Best) -> x.Expression:
        value = self.fold(one.value) if one.value is not None else None
        lines = tuple(x.Line(self.fold(line.condition), line.places) for line in one.lines)
        return replace(one, source=self.elements(one.source), value=value, lines=lines)

    def _packing(self, one: x.Packing) -> x.Expression:
        source, within, value = self.elements(one.source), self.fold(one.within), self.fold(one.value)
        return self._now(replace(one, source=source, within=within, value=value), source, within)

    def _all(self, some: tuple[x.Expression, ...]) -> tuple[x.Expression, ...]:
        return tuple(map(self.fold, some))

    _work: ClassVar[Mapping[type[x.Expression], Callable[[Folding, Any], x.Expression]]] = {
        x.State: _indexed, x.Zone: _indexed, x.Balance: _indexed, x.Call: _call, x.Dispatch: _dispatch, x.Op: _op,
        x.Form: _form, x.If: _if, x.Lift: _lift, x.Each: _each, x.Connected: _connected, x.Filter: _filter,
        x.Quantified: _quantified, x.Fold: _fold, x.Best: _best, x.Packing: _packing,
    }  # fmt: skip


def _asked(body: x.Expression, parameter: x.Name, argument: x.Expression) -> x.Expression | None:
    """What a rule is of `argument`, where it is another name for one thing asked, such as the suit of a card."""
    match body:
        case x.Op(arguments=(x.Load(name=name),)) if name == parameter:
            return replace(body, arguments=(argument,))
        case x.Lift(source=x.Load(name=name), body=x.Op(arguments=(x.Load(name=each),)) as inner) if name == parameter:
            if each == body.name:
                return (
                    replace(body, source=argument) if argument.type.optional else replace(inner, arguments=(argument,))
                )
    return None
