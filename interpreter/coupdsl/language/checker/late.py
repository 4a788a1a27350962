"""The order of a shuffled row is read only where chance can settle it before the statement that reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context
from coupdsl.language.row_reads import RowRead, RowReads, shuffled_zones
from coupdsl.language.walk import possible_statements

HELP = "take it on a line before: `let top = first of …`, and ask for that here"


def row_reads_of(program: p.Program) -> RowReads:
    """The reads by all texts of a rule that may be in force."""
    return RowReads(shuffled_zones(program), lambda rule: rule.possible, program.doubled)


def check_late(context: Context) -> None:
    program = context.program
    reads = row_reads_of(program)
    if not reads.shuffled:
        return
    said = set()
    for read in _late(program, reads):
        if read.span not in said:
            said.add(read.span)
            where = "is read here once for each of many things, or perhaps never"
            message = f"the order of a shuffled row is drawn when it is read, and `{read.span.text}` {where}"
            also = ((read.within, "its order is asked for here"),) if read.within is not None else ()
            context.report(codes.READ_LATE, read.span, message, HELP, also)


def _late(program: p.Program, reads: RowReads) -> Iterator[RowRead]:
    for s in possible_statements(program):
        yield from _those_late(reads.of(s))
        for asked_again in (getattr(s, "until", None), s.condition if isinstance(s, ps.For) else None):
            yield from _those_late(reads.of_value(asked_again, ty.FLAG))
    for state in program.states:
        yield from reads.of_value(state.initial, state.type)


def _those_late(found: Iterable[RowRead]) -> Iterator[RowRead]:
    return (read for read in found if read.late)
