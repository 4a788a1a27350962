"""Payments of a move, each with what its amount was made of."""

from __future__ import annotations

from collections.abc import Callable

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
    return _watched(state.copy(), lambda watched: watched.apply(move), seat)


def first_payments(state: State, seed: int | None, seat: int | None = None) -> list[tuple[Event, Part]]:
    """The same of a game that begins, from how it is before, to its first choice."""
    return _watched(state.copy(), lambda watched: watched.begin(seed), seat)


def _watched(watched: State, go_on: Callable[[State], object], seat: int | None) -> list[tuple[Event, Part]]:
    code, evaluator = watched.code, watched.reference.evaluator
    origins: dict[int, Part] = {}
    due: dict[int, Part] = {}
    found: list[tuple[Event, Part]] = []
    steps = list(watched.reference.steps)

    def binding(at: int, step: Step) -> Step:
        def watch(position: Position) -> int:
            tracer = Tracer(position, evaluator, origins, seat)
            new = {slot: tracer.part(bound) if bound is not None else None for slot, bound in code.bindings[at]}
            for slot, part in new.items():
                origins.pop(slot, None)
                if part is not None:
                    origins[slot] = part
            return step(position)

        return watch

    def beginning(at: int, step: Step) -> Step:
        def watch(position: Position) -> int:
            amount, transfer, _ = code.paying[at]
            due[transfer] = Tracer(position, evaluator, origins, seat).part(amount)
            return step(position)

        return watch

    def paying(at: int, step: Step, amount: Expression, slot: int) -> Step:
        def watch(position: Position) -> int:
            owed, before = position.memory[slot], len(position.events)
            after = step(position)
            part = due.pop(at, None) or Part(written(amount), owed, str(amount.type), amount.span)
            found.extend((event, part) for event in position.events[before:])
            return after

        return watch

    for at in code.bindings:
        steps[at] = binding(at, steps[at])
    for at, (amount, transfer, slot) in code.paying.items():
        steps[at] = beginning(at, steps[at])
        steps[transfer] = paying(transfer, steps[transfer], amount, slot)
    watched.reference = watched.reference.with_steps(steps)
    go_on(watched)
    return found
