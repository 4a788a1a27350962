"""Payments of a move, each with what its amount was made of."""

from __future__ import annotations

from functools import partial

from coupdsl.code.expressions import Expression
from coupdsl.code.moves import Move
from coupdsl.engine.closures import Step
from coupdsl.engine.events import Event
from coupdsl.engine.position import Position
from coupdsl.engine.state import State
from coupdsl.engine.tracing import Part, Tracer, written


def payments_of(state: State, move: Move, seat: int | None = None) -> list[tuple[Event, Part]]:
    """Every payment that `move` causes in a copy of `state`, with what its amount was made of, told to `seat`.

    A payment may have begun in an earlier move, where the payer was short and was asked who lends him the rest. Of that
    one only the amount is still known.
    """
    watching = _Watching(state.copy(), seat)
    watching.state.apply(move)
    return watching.found


def first_payments(state: State, seed: int | None, seat: int | None = None) -> list[tuple[Event, Part]]:
    """The same of a game that begins, from how it is before, to its first choice."""
    watching = _Watching(state.copy(), seat)
    watching.state.begin(seed)
    return watching.found


class _Watching:
    """Watches the steps of a state in which names get a value, and payments are begun and made."""

    def __init__(self, state: State, seat: int | None) -> None:
        self.state, self.seat = state, seat
        self.found: list[tuple[Event, Part]] = []
        self._code, self._evaluator = state.code, state.reference.evaluator
        self._origins: dict[int, Part] = {}  # by where a value is kept
        self._due: dict[int, Part] = {}  # by the step that will pay
        steps = list(state.reference.steps)
        for at in self._code.bindings:
            steps[at] = partial(self._bind, at, steps[at])
        for at, (amount, transfer, slot) in self._code.paying.items():
            steps[at] = partial(self._begin, amount, transfer, steps[at])
            steps[transfer] = partial(self._pay, amount, transfer, slot, steps[transfer])
        state.reference = state.reference.with_steps(steps)

    def _traced(self, position: Position) -> Tracer:
        return Tracer(position, self._evaluator, self._origins, self.seat)

    def _bind(self, at: int, step: Step, position: Position) -> int:
        tracer = self._traced(position)
        bindings = self._code.bindings[at]
        new = {slot: tracer.part(bound) if bound is not None else None for slot, bound in bindings}
        for slot, part in new.items():
            self._origins.pop(slot, None)
            if part is not None:
                self._origins[slot] = part
        return step(position)

    def _begin(self, amount: Expression, transfer: int, step: Step, position: Position) -> int:
        self._due[transfer] = self._traced(position).part(amount)
        return step(position)

    def _pay(self, amount: Expression, transfer: int, slot: int, step: Step, position: Position) -> int:
        owed, before = position.memory[slot], len(position.events)
        after = step(position)
        part = self._due.pop(transfer, None) or Part(written(amount), owed, str(amount.type), amount.span)
        self.found.extend((event, part) for event in position.events[before:])
        return after
