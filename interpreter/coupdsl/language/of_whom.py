"""Of which seats and things it is what the rules reveal."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.walk import all_blocks, all_parts, blocks_of

Whose = tuple[p.Local, ...]


def of_whom(program: p.Program) -> dict[ps.Bind, Whose]:
    """For each `reveal` the seats and things on which its value rests, by their names in the rules.

    They are what the rule around it is called for, and then what loops have come to, from the outside in, but for what
    not everybody may know.
    """
    found: dict[ps.Bind, Whose] = {}
    for block, parameters in all_blocks(program):
        rests: dict[p.Local, set[p.Local]] = {}  # what a name is made of, by name
        for bind, around in _named(block, tuple(one for one in parameters if _has_name(one.type, program)), program):
            made_of = set(_made_of(bind))
            rests[bind.local] = made_of.union(*(rests.get(local, set()) for local in made_of))
            if bind.revealed:
                known = (one for one in around if (bind.span, one.span) not in program.secret_whose)
                found[bind] = tuple(one for one in known if one in rests[bind.local])
    return found


def _named(block: p.Block, around: Whose, program: p.Program) -> Iterator[tuple[ps.Bind, Whose]]:
    """What a block and those inside it give names to, and the seats and things around it."""
    for statement in block.lines:
        if isinstance(statement, ps.Bind):
            yield statement, around
        inner = around
        if isinstance(statement, ps.For):
            kind = statement.local.type
            inner = (*around, statement.local) if _has_name(kind, program) or kind.is_numeric else around
        for inside in blocks_of(statement):
            yield from _named(inside, inner, program)


def _has_name(kind: ty.Type, program: p.Program) -> bool:
    """Is it a seat, a piece or another thing of the table? What a rule is called with may be an amount, too."""
    return not kind.optional and (kind.name in ("seat", "cell", "suit", "rank", *program.kinds) or kind.family)


def _made_of(bind: ps.Bind) -> Iterator[p.Local]:
    stated = bind.call.arguments if bind.call is not None else () if bind.value is None else (bind.value,)
    return (part.local for part in all_parts(*stated) if isinstance(part, pe.Load))
