"""The order of a shuffled row is read only where chance can settle it before the statement that reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context
from coupdsl.language.readings import Reading, Readings, shuffled_zones
from coupdsl.language.walk import all_statements

HELP = "take it on a line before: `let top = first of …`, and ask for that here"


def readings_of(program: p.Program) -> Readings:
    """Finds readings by all texts that a rule may have under any options."""
    return Readings(shuffled_zones(program), lambda rule: rule.versions, program.copies > 1)


def check_late(context: Context) -> None:
    program = context.program
    readings = readings_of(program)
    if not readings.shuffled:
        return
    said = set()
    for reading in _late(program, readings):
        if reading.span not in said:
            said.add(reading.span)
            where = "is asked for once for each of many, or perhaps not at all"
            message = f"the order of a shuffled row is drawn when it is read, and `{reading.span.text}` {where}"
            context.report(codes.READ_LATE, reading.span, message, HELP)


def _late(program: p.Program, readings: Readings) -> Iterator[Reading]:
    for s in all_statements(program):
        yield from _those_late(readings.of(s))
        for asked_again in (getattr(s, "until", None), s.condition if isinstance(s, p.For) else None):
            yield from _those_late(readings.of_value(asked_again, ty.FLAG))
    for state in program.states:
        yield from readings.of_value(state.initial, state.type)


def _those_late(found: Iterable[Reading]) -> Iterator[Reading]:
    return (reading for reading in found if reading.late)
