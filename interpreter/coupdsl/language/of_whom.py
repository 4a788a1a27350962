"""Of which seats it is what the rules reveal."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.walk import all_blocks, all_parts, blocks_of

Seats = tuple[p.Local, ...]


def of_whom(program: p.Program) -> dict[ps.Bind, Seats]:
    """For each `reveal` the seats on which its value rests, by their names in the rules.

    They are those that the rule around it is called for, and then those of loops, from the outside in; none where not
    everybody may know which they are.
    """
    found: dict[ps.Bind, Seats] = {}
    for block, parameters in all_blocks(program):
        rests: dict[p.Local, set[p.Local]] = {}  # what a name is made of, by name
        for bind, seats in _named(block, tuple(one for one in parameters if one.type == ty.SEAT)):
            made_of = set(_made_of(bind))
            rests[bind.local] = made_of.union(*(rests.get(local, set()) for local in made_of))
            if bind.revealed:
                told = bind.span not in program.secret_seats
                found[bind] = tuple(seat for seat in seats if told and seat in rests[bind.local])
    return found


def _named(block: p.Block, seats: Seats) -> Iterator[tuple[ps.Bind, Seats]]:
    """What a block and those inside it give names to, and the seats around it."""
    for statement in block.lines:
        if isinstance(statement, ps.Bind):
            yield statement, seats
        inner = seats
        if isinstance(statement, ps.For) and statement.local.type == ty.SEAT:
            inner = (*seats, statement.local)
        for inside in blocks_of(statement):
            yield from _named(inside, inner)


def _made_of(bind: ps.Bind) -> Iterator[p.Local]:
    stated = bind.call.arguments if bind.call is not None else () if bind.value is None else (bind.value,)
    return (part.local for part in all_parts(*stated) if isinstance(part, pe.Load))
