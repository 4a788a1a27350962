"""Steps of the reference machine: where rules go on, what they keep, and what they call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.code import instructions as i
from coupdsl.code.bits import in_one
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Expression
from coupdsl.code.plain import is_now
from coupdsl.engine.closures import Closure, Fixed, Step
from coupdsl.engine.events import Event
from coupdsl.engine.position import Position
from coupdsl.engine.waiting import Making, Waiting


# ---- flow
def _jump(this: i.Jump, after: int, waiting: Waiting) -> Step:
    to = this.to.at
    return lambda position: to


def _branch(this: i.Branch, after: int, waiting: Waiting) -> Step:
    condition, otherwise = waiting.evaluator.closure(this.condition), this.otherwise.at
    return lambda position: after if condition(position) else otherwise


def _dead_end(this: i.Fail, after: int, waiting: Waiting) -> Step:
    asked = [waiting.evaluator.closure(one) for one in this.asked]

    def step(position: Position) -> int:
        found = [one(position) for one in asked]
        raise RulesError(this.message, this.span, found=is_now(this.asked, found, waiting.code.layout))

    return step


def _tell(this: i.Tell, after: int, waiting: Waiting) -> Step:
    slot, number, seats, things = this.slot, this.number, this.seats, this.things
    parts = waiting.code.revealed[number].type.name in ("ratio", "fraction")

    def step(position: Position) -> int:
        value = position.memory[slot]
        told = value if isinstance(value, tuple) else (int(value),)
        if parts:
            told = (value.numerator, value.denominator)
        of = in_one([position.memory[seat] for seat in seats])
        position.events.append(Event("revealed", (number, of, *(position.memory[one] for one in things), *told)))
        return after

    return step


def _store(this: i.Store, after: int, waiting: Waiting) -> Step:
    value = waiting.evaluator.kept(this.value, waiting.code.kinds[this.to.start])
    place = waiting.evaluator.place(this.to)
    if isinstance(place, Fixed):
        fixed = place.value

        def step(position: Position) -> int:
            position.memory[fixed] = value(position)
            return after

        return step

    def indexed(position: Position) -> int:
        position.memory[place(position)] = value(position)
        return after

    return indexed


def _forget(this: i.Forget, after: int, waiting: Waiting) -> Step:
    slots = this.slots

    def step(position: Position) -> int:
        for slot in slots:
            position.memory[slot] = None
        return after

    return step


def _begin_for(this: i.BeginFor, after: int, waiting: Waiting) -> Step:
    source, elements, index = waiting.evaluator.elements(this.source), this.elements, this.index

    def step(position: Position) -> int:
        position.memory[elements] = tuple(source(position))
        position.memory[index] = 0
        return after

    return step


def _next_of(this: i.NextOf, after: int, waiting: Waiting) -> Step:
    elements, index, local, end = this.elements, this.index, this.local, this.end.at

    def step(position: Position) -> int:
        memory = position.memory
        at = memory[index]
        if at >= len(memory[elements]):
            return end
        memory[local] = memory[elements][at]
        memory[index] = at + 1
        return after

    return step


def _next_pass(this: i.NextPass, after: int, waiting: Waiting) -> Step:
    counter, end, reset = this.counter, this.end.at, _resetter(this.resets, waiting)
    until = waiting.evaluator.closure(this.until) if this.until is not None else None

    def step(position: Position) -> int:
        left = position.memory[counter]
        if left <= 0 or (until is not None and until(position)):
            return end
        position.memory[counter] = left - 1
        if reset is not None:
            reset(position)
        return after

    return step


def _resetter(resets: i.Resets, waiting: Waiting) -> Callable[[Position], None] | None:
    nothing: Closure = Fixed(None)
    kept, kinds = waiting.evaluator.kept, waiting.code.kinds
    parts = [(start, width, kept(value, kinds[start]) if value else nothing) for start, width, value in resets]
    if not parts:
        return None

    def reset(position: Position) -> None:
        for start, width, value in parts:
            position.memory[start : start + width] = [value(position)] * width

    return reset


# ---- calls
def _chosen(which: Expression | None, waiting: Waiting) -> Closure:
    return waiting.evaluator.closure(which) if which is not None else Fixed(0)


def _kept(arguments: tuple[Expression, ...], slots: list[int], waiting: Waiting) -> list[Closure]:
    """What is given, in the form in which the places of parameters hold it."""
    kinds = waiting.code.kinds
    return [waiting.evaluator.kept(one, kinds[slot]) for one, slot in zip(arguments, slots, strict=False)]


def _call(this: i.Call, after: int, waiting: Waiting) -> Step:
    which = _chosen(this.which, waiting)
    arguments = _kept(this.arguments, this.targets[0][0].parameters, waiting)
    targets = [(label.at, procedure.parameters, procedure.return_slot) for procedure, label in this.targets]

    def step(position: Position) -> int:
        start, parameters, return_slot = targets[which(position)]
        memory = position.memory
        for slot, value in zip(parameters, [argument(position) for argument in arguments], strict=True):
            memory[slot] = value
        memory[return_slot] = after
        return start

    return step


def _take_result(this: i.TakeResult, after: int, waiting: Waiting) -> Step:
    which, sources, result = _chosen(this.which, waiting), this.sources, this.result

    def step(position: Position) -> int:
        memory, source = position.memory, sources[which(position)]
        memory[result], memory[source] = memory[source], None
        return after

    return step


def _come_back(this: i.ComeBack, after: int, waiting: Waiting) -> Step:
    return_slot, slots = this.return_slot, this.cleared

    def step(position: Position) -> int:
        memory = position.memory
        to: int = memory[return_slot]
        for slot in slots:
            memory[slot] = None
        return to

    return step


def _play(this: i.Play, after: int, waiting: Waiting) -> Step:
    which = _chosen(this.which, waiting)
    arguments = _kept(this.arguments, next(iter(this.targets.values()))[2] if this.targets else [], waiting)
    targets = {at: (label.at, slots, procedure.return_slot) for at, (procedure, label, slots) in this.targets.items()}

    def step(position: Position) -> int:
        at = which(position)
        if at not in targets:
            raise RulesError("this entry is not in play", this.span)
        start, parameters, return_slot = targets[at]
        for slot, value in zip(parameters, [argument(position) for argument in arguments], strict=True):
            position.memory[slot] = value
        position.memory[return_slot] = after
        return start

    return step


def _set_up(this: i.SetUp, after: int, waiting: Waiting) -> Step:
    reset, homes = _resetter(this.resets, waiting), this.homes

    def step(position: Position) -> int:
        if reset is not None:
            reset(position)
        for piece, zone in homes:
            position.remove(piece)
            position.place(piece, zone, unseen=False)
        return after

    return step


FLOW: dict[type[Any], Making] = {
    i.Jump: _jump, i.Branch: _branch, i.Fail: _dead_end, i.Tell: _tell, i.Store: _store,
    i.Forget: _forget, i.BeginFor: _begin_for, i.NextOf: _next_of, i.NextPass: _next_pass, i.Call: _call,
    i.TakeResult: _take_result, i.ComeBack: _come_back, i.Play: _play, i.SetUp: _set_up,
}  # fmt: skip
