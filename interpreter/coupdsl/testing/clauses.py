"""The clauses of a checked program: every statement, every text of a rule, every branch of a choice between values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.source import Span
from coupdsl.language.walk import all_parts, all_rules


@dataclass(frozen=True, order=True)
class Clause:
    """A place in a rule file that is reached or not."""

    path: str
    start: int
    end: int


def clause_of(span: Span) -> Clause:
    return Clause(str(span.source.path or span.source.name), span.start, span.end)


def clauses(program: p.Program) -> dict[Clause, Span]:
    """All clauses with their places, in all readings of all options."""
    found: dict[Clause, Span] = {}
    for block in blocks(program):
        for node in in_block(block):
            found.setdefault(clause_of(node.span), node.span)
    for expr in clause_expressions(program):
        found.setdefault(clause_of(expr.span), expr.span)
    return found


def blocks(program: p.Program) -> Iterator[p.Block]:
    """The outermost blocks: of the game, its limit, mechanics and rules."""
    found = [program.main, *(mechanic.body for mechanic in program.mechanics.values())]
    found.append(program.limit[1] if program.limit is not None else None)
    found += [version.body for rule in all_rules(program) for version in rule.versions]
    yield from (block for block in found if block is not None)


def in_block(block: p.Block) -> Iterator[p.Stmt | p.Block]:
    """The statements of a block and of those inside; a block without any stands for itself."""
    if not block.lines:
        yield block
    for statement in block.lines:
        yield statement
        for inner in inner_blocks(statement):
            yield from in_block(inner)


def inner_blocks(statement: p.Stmt) -> Iterator[p.Block]:
    from coupdsl.language.walk import blocks_of

    return blocks_of(statement)


def clause_expressions(program: p.Program) -> Iterator[p.Expr]:
    """The values of rules, the branches in all expressions, and the lines of orders."""
    for rule in all_rules(program):
        for version in rule.versions:
            if version.value is not None and not isinstance(version.value, pe.Compare):
                yield version.value
            if version.value is not None:
                yield from branches(version.value)
    for block in blocks(program):
        for node in in_block(block):
            for expr in expressions(node):
                yield from branches(expr)


def branches(expr: p.Expr) -> Iterator[p.Expr]:
    """The branches inside an expression."""
    for part in all_parts(expr):
        if isinstance(part, pe.Cond):
            yield part.then
            if not isinstance(part.otherwise, pe.Cond) and not _impossible(part.otherwise):
                yield part.otherwise
        if isinstance(part, pe.Compare):
            yield from (condition for condition, _ in part.lines)


def _impossible(expr: p.Expr) -> bool:
    """What stands where no branch of a case fits."""
    return isinstance(expr, pe.Op) and expr.name == "no_branch"


def expressions(node: p.Stmt | p.Block) -> Iterator[p.Expr]:
    """The expressions of a statement itself, those of blocks inside it not."""
    things: list[object] = [node]
    while things:
        thing = things.pop()
        if isinstance(thing, p.Expr):
            yield thing
        elif isinstance(thing, tuple):
            things += reversed(thing)
        elif isinstance(thing, ps.Pick | ps.Alternative | ps.CallRule) or thing is node:
            names = getattr(thing, "__dataclass_fields__", ())
            things += reversed([getattr(thing, name) for name in names if name not in ("span", "citations", "local")])


def within(span: Span, folders: list[Path]) -> bool:
    """Does this place lie in a file of one of the folders?"""
    path = span.source.path
    return path is not None and any(path.resolve().is_relative_to(folder) for folder in folders)
