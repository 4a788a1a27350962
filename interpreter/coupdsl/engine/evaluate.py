"""Makes functions of a position out of expressions: one small closure each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from coupdsl.code import expressions as x
from coupdsl.code.bits import closure, mask_of
from coupdsl.code.bounds import bounded, to_set
from coupdsl.code.errors import NO_VALUE, RulesError
from coupdsl.code.layout import Layout
from coupdsl.code.meaning import IN_PLAY, LAZY, elements_of, in_form, meaning, nothing
from coupdsl.code.packing import Candidate, packed
from coupdsl.code.slots import Place
from coupdsl.engine.closures import Closure, Fixed, mapped
from coupdsl.engine.position import Position
from coupdsl.language.types import NO_NUMBER, Type


class Evaluator:
    """Makes each function once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.closures: dict[x.Expression, Closure] = {}
        self.rules: dict[x.Function, Closure] = {}

    def closure(self, one: x.Expression) -> Closure:
        """The value of an expression."""
        found = self.closures.get(one)
        if found is None:
            found = self.closures[one] = self._make[type(one)](self, one)
        return found

    def elements(self, one: x.Expression) -> Closure:
        """The elements of a set or list, in their order."""
        if one.type.name == "list":
            return self.closure(one)
        worked_out, elements = elements_of(one)
        return mapped(self.closure(worked_out), elements)

    def kept(self, one: x.Expression, wanted: Type) -> Closure:
        """A value as memory keeps it: of a list a copy that nothing changes."""
        return mapped(self.closure(one), tuple) if wanted.name == "list" else self.closure(one)

    def place(self, place: Place) -> Closure:
        start = place.start
        if place.index is None:
            return Fixed(start)
        return mapped(self.closure(place.index), lambda index: start + index)

    def body(self, function: x.Function) -> Closure:
        """A rule worked out, its parameters in their places; its text may be made ready later than what asks for it."""
        if function not in self.rules:
            self.rules[function] = lambda position: self.closure(function.body)(position)
            if function.folded is not None:  # else nothing comes to it
                self.rules[function] = self.closure(function.folded)
        return self.rules[function]

    def table(self, function: x.Function) -> tuple[Any, ...] | None:
        """The values of a rule for every piece, where they are known."""
        return function.table

    # ---- one kind after the other
    def _fixed(self, one: x.Fixed) -> Closure:
        return Fixed(one.value)

    def _load(self, one: x.Load) -> Closure:
        slot = one.name.slot
        if one.name.stored:
            return lambda position: position.memory[slot]
        return lambda position: position.scratch[slot]

    def _state(self, one: x.State) -> Closure:
        at, name, span = one.start, one.name, one.span

        def single(position: Position) -> Any:
            value = position.memory[at]
            if value is None:
                raise RulesError(f"`{name}` {NO_VALUE}", span)
            return value

        if one.index is None:
            return single
        index = self.closure(one.index)

        def indexed(position: Position) -> Any:
            value = position.memory[at + index(position)]
            if value is None:
                raise RulesError(f"`{name}` {NO_VALUE}", span)
            return value

        return indexed

    def _zone(self, one: x.Zone) -> Closure:
        at = one.start
        if one.index is None:
            return (lambda position: position.row(at)) if one.row else lambda position: position.held[at]
        index = self.closure(one.index)
        if one.row:
            return lambda position: position.row(at + index(position))
        return lambda position: position.held[at + index(position)]

    def _balance(self, one: x.Balance) -> Closure:
        at = one.start
        if one.index is None:
            return lambda position: position.balances[at]
        index = self.closure(one.index)
        return lambda position: position.balances[at + index(position)]

    # ---- rules
    def _call(self, one: x.Call) -> Closure:
        return self.asked(one.function, [self.closure(argument) for argument in one.arguments])

    def asked(self, function: x.Function, arguments: list[Closure]) -> Closure:
        """What a rule says that is told these; while it is worked out what is offered, once for each one thing."""
        body = self.body(function)
        slots = [name.slot for name in function.parameters]
        if isinstance(body, Fixed):
            return body
        if not arguments:
            return _same_for_all(function, body)
        if len(slots) != 1:

            def several(position: Position) -> Any:
                values = [argument(position) for argument in arguments]
                for slot, value in zip(slots, values, strict=True):
                    position.scratch[slot] = value
                return body(position)

            return several
        argument, slot, table = arguments[0], slots[0], self.table(function)
        if table is not None:
            return lambda position: table[argument(position)]

        def single(position: Position) -> Any:
            value, known = argument(position), position.same
            if known is None or value.__class__ is not int:
                position.scratch[slot] = value
                return body(position)
            if (function, value) not in known:
                position.scratch[slot] = value
                known[function, value] = body(position)
            return known[function, value]

        return single

    def _dispatch(self, one: x.Dispatch) -> Closure:
        which, arguments = self.closure(one.which), [self.closure(argument) for argument in one.arguments]
        rules = [self.asked(f, arguments) if f is not None else trap(one.message, one.span) for f in one.functions]
        return lambda position: rules[which(position)](position)

    # ---- operators
    def _op(self, one: x.Op) -> Closure:
        if one.name in LAZY:
            return self._logic(one)
        if one.name in IN_PLAY:
            return self._in_play(one)
        function, parts = meaning(one, self.layout), [self.closure(argument) for argument in one.arguments]
        if len(parts) == 1:
            only = parts[0]
            return lambda position: function(only(position))
        if len(parts) == 2:
            left, right = parts
            if isinstance(right, Fixed):
                known = right.value
                return lambda position: function(left(position), known)
            return lambda position: function(left(position), right(position))
        return lambda position: function(*(part(position) for part in parts))

    def _logic(self, one: x.Op) -> Closure:
        left, right = (self.closure(argument) for argument in one.arguments)
        if one.name == "and":
            return lambda position: left(position) and right(position)
        return lambda position: left(position) or right(position)

    def _in_play(self, one: x.Op) -> Closure:
        piece, owners, is_row = self.closure(one.arguments[0]), self.layout.zone_owner, self.layout.is_row
        if one.name == "owner":
            return lambda position: owners[position.where[piece(position)]]

        def place(position: Position) -> int:
            wanted = piece(position)
            zone = position.where[wanted]
            row = position.row(zone) if is_row[zone] else ()
            return row.index(wanted) if wanted in row else NO_NUMBER

        return place

    def _form(self, one: x.Form) -> Closure:
        if one.type.name == "list":
            return self.elements(one.of)
        return mapped(self.closure(one.of), in_form(one.of.type, "set", one.span))

    # ---- one of two
    def _if(self, one: x.If) -> Closure:
        condition, then, otherwise = self.closure(one.condition), self.closure(one.then), self.closure(one.otherwise)
        return lambda position: then(position) if condition(position) else otherwise(position)

    def _lift(self, one: x.Lift) -> Closure:
        source, slot, body, empty = self.closure(one.source), one.name.slot, self.closure(one.body), nothing(one.type)

        def lift(position: Position) -> Any:
            value = source(position)
            if value < 0:
                return empty
            position.scratch[slot] = value
            return body(position)

        return lift

    # ---- over sets and lists
    def _each(self, one: x.Each) -> Closure:
        source, slot, body = self.elements(one.source), one.name.slot, self.closure(one.body)
        union, single = one.body.type.is_collection, to_set(one.body.type, one.span)

        def each(position: Position) -> int:
            mask = 0
            for element in source(position):
                position.scratch[slot] = element
                value = body(position)
                mask |= value if union else single((value,))
            return mask

        return each

    def _connected(self, one: x.Connected) -> Closure:
        source, slot, body = self.closure(one.source), one.name.slot, self.closure(one.body)

        def connected(position: Position) -> int:
            def step(element: int) -> Any:
                position.scratch[slot] = element
                return body(position)

            return closure(source(position), step)

        return connected

    def _filter(self, one: x.Filter) -> Closure:
        source, slot, condition = self.closure(one.source), one.name.slot, self.closure(one.condition)
        preferring = one.preferring

        def of_set(position: Position) -> int:
            mask = rest = source(position)
            kept, scratch = 0, position.scratch
            while rest:
                low = rest & -rest
                rest ^= low
                scratch[slot] = low.bit_length() - 1
                if condition(position):
                    kept |= low
            return mask if preferring and not kept else kept

        def of_list(position: Position) -> Any:
            elements, kept, scratch = source(position), [], position.scratch
            for element in elements:
                scratch[slot] = element
                if condition(position):
                    kept.append(element)
            return elements if preferring and not kept else kept

        return of_set if one.source.type.name == "set" else of_list

    def _quantified(self, one: x.Quantified) -> Closure:
        source, slot, condition = self.elements(one.source), one.name.slot, self.closure(one.condition)
        every = one.every

        def ask(position: Position) -> bool:
            for element in source(position):
                position.scratch[slot] = element
                if bool(condition(position)) is not every:
                    return not every
            return every

        return ask

    def _fold(self, one: x.Fold) -> Closure:
        source, slot, value, span = self.elements(one.source), one.name.slot, self.closure(one.value), one.span

        def total(position: Position) -> Any:
            result = 0
            for element in source(position):
                position.scratch[slot] = element
                result = bounded(result + value(position), span)
            return result

        def values(position: Position) -> Iterator[int]:
            for element in source(position):
                position.scratch[slot] = element
                yield value(position)

        if one.operation == "sum":
            return total
        outermost = max if one.operation == "largest" else min
        return lambda position: outermost(values(position), default=NO_NUMBER)

    def _best(self, one: x.Best) -> Closure:
        source, slot, lowest, as_set = self.elements(one.source), one.name.slot, one.lowest, one.type.name == "set"
        value = self.closure(one.value) if one.value is not None else self._order(one)

        def best(position: Position) -> Any:
            found: list[int] = []
            top: Any = None
            for element in source(position):
                position.scratch[slot] = element
                score = value(position)
                if lowest:
                    score = -score
                if top is None or score > top:
                    top, found = score, [element]
                elif score == top:
                    found.append(element)
            return mask_of(found) if as_set else found

        return best

    def _order(self, one: x.Best) -> Closure:
        """How good a piece is by the first line that holds."""
        lines: list[tuple[Closure, tuple[int, ...]]] = [
            (self.closure(line.condition), line.places) for line in one.lines
        ]
        slot = one.name.slot

        def score(position: Position) -> int:
            piece: int = position.scratch[slot]
            return next((places[piece] for condition, places in lines if condition(position)), 0)

        return score

    def _packing(self, one: x.Packing) -> Closure:
        source, slot, within, value = (
            self.elements(one.source),
            one.name.slot,
            self.closure(one.within),
            self.closure(one.value),
        )
        members, sign, span = one.members, -1 if one.lowest else 1, one.span

        def packing(position: Position) -> int:
            among = within(position)
            found: list[Candidate] = []
            for element in source(position):
                if not members[element] & ~among:
                    position.scratch[slot] = element
                    found.append(Candidate(members[element], sign * value(position), element))
            return packed(found, among, span)

        return packing

    _make: ClassVar[Mapping[type[x.Expression], Callable[[Evaluator, Any], Closure]]] = {
        x.Fixed: _fixed, x.Load: _load, x.State: _state, x.Zone: _zone, x.Balance: _balance, x.Call: _call,
        x.Dispatch: _dispatch, x.Op: _op, x.Form: _form, x.If: _if, x.Lift: _lift, x.Each: _each,
        x.Connected: _connected, x.Filter: _filter, x.Quantified: _quantified, x.Fold: _fold, x.Best: _best,
        x.Packing: _packing,
    }  # fmt: skip


def trap(message: str, span: Any) -> Closure:
    """Where the rules must not come."""

    def trapped(position: Position) -> Any:
        raise RulesError(message, span)

    return trapped


def _same_for_all(function: x.Function, body: Closure) -> Closure:
    """A rule that is told nothing says the same of all that is offered at once, too."""

    def once(position: Position) -> Any:
        known = position.same
        if known is None:
            return body(position)
        if function not in known:
            known[function] = body(position)
        return known[function]

    return once
