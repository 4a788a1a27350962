"""What instructions name, as functions of a position."""

from __future__ import annotations

from coupdsl.code.bounds import to_set
from coupdsl.code.code import Code
from coupdsl.code.values import Form, Place, Value
from coupdsl.engine.closures import Closure, Fixed, mapped
from coupdsl.engine.evaluate import Evaluator


class Values:
    """Makes functions of the values and places of `code`; the same for the same."""

    def __init__(self, code: Code, evaluator: Evaluator) -> None:
        self.code = code
        self.evaluator = evaluator

    def value(self, value: Value) -> Closure:
        if value.slot is not None:
            return self._left(value.slot, value)
        assert value.expr is not None
        if value.form is Form.SET:
            return self.evaluator.as_mask(value.expr, value.entry)
        if value.form is Form.OWN:
            return self.evaluator.closure(value.expr, value.entry)
        found = self.evaluator.as_list(value.expr, value.entry)
        return mapped(found, tuple) if value.form is Form.COPY else found

    def _left(self, slot: int, value: Value) -> Closure:
        """What a call left in memory."""
        kind = self.code.kinds[slot]
        left: Closure = lambda position: position.memory[slot]  # noqa: E731
        if value.form is Form.SET and kind.name == "list":
            assert value.span is not None
            return mapped(left, to_set(kind.of, value.span))
        return left

    def place(self, place: Place) -> Closure:
        start = place.start
        return mapped(self.value(place.index), lambda index: start + index) if place.index is not None else Fixed(start)
