"""What an answer comes to in the end: the rules that it leads to, and those that judge what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_parts, all_rules, in_block, stated_in
from coupdsl.rulebook.book import Book

Kept = p.State | p.Zone


class Consequences:
    """Of the rules in force in a book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def of(self, choice: ps.Choose, asking: Iterable[p.Rule], offered: Iterable[ps.Alternative]) -> set[p.Rule]:
        """What follows where these are offered at a choice in the course of the rules `asking`, however far from it.

        Those that are asked or done then, those that look at what was noted or moved so, and what all these ask.
        """
        lines = [line for one in offered if one.body is not None for line in in_block(one.body)]
        lines += self._around(choice)
        then = self._reached({*asking, *_named(lines)})
        left = {*_left(lines), *(kept for rule in then for kept in _left(self._lines(rule)))}
        return self._reached(
            then | {rule for rule, looked_at in self._looking.items() if not looked_at.isdisjoint(left)}
        )

    def _around(self, choice: ps.Choose) -> list[p.Stmt]:
        """The innermost loop around a choice that stands in no rule."""
        program = self.book.program
        bodies = [program.main, *(mechanic.body for mechanic in program.mechanics.values())]
        loops = [line for body in bodies if body is not None for line in in_block(body) if isinstance(line, ps.Repeat)]
        inside = ([*in_block(loop.body)] for loop in reversed(loops))
        return next((lines for lines in inside if any(line is choice for line in lines)), [])

    def _reached(self, rules: set[p.Rule]) -> set[p.Rule]:
        found, waiting = set(rules), [*rules]
        while waiting:
            named = self._names(waiting.pop()) - found
            found |= named
            waiting += named
        return found

    def _names(self, rule: p.Rule) -> set[p.Rule]:
        values = (version.value for version in self._versions(rule) if version.value is not None)
        return {*_named(self._lines(rule)), *_applied(*values)}

    @cached_property
    def _looking(self) -> dict[p.Rule, set[Kept]]:
        """By rule, what it looks at."""
        return {rule: {*self._looked_at(rule)} for rule in all_rules(self.book.program)}

    def _looked_at(self, rule: p.Rule) -> Iterator[Kept]:
        stated = [version.value for version in self._versions(rule) if version.value is not None]
        for line in self._lines(rule):
            stated += [expr for expr in stated_in(line) if expr is not _changed(line)]
        for part in all_parts(*stated):
            if isinstance(part, pe.GetState | pe.GetZone):
                yield part.state if isinstance(part, pe.GetState) else part.zone

    def _versions(self, rule: p.Rule) -> list[p.Version]:
        book = self.book
        versions = [book.version(rule), *(book.version(rule, own) for own in book.own(rule))]
        return [version for version in versions if version is not None]

    def _lines(self, rule: p.Rule) -> Iterator[p.Stmt]:
        return (line for one in self._versions(rule) if one.body is not None for line in in_block(one.body))


def _changed(line: p.Stmt) -> p.Expr | None:
    """What a line changes, where that is a state or where pieces come to lie."""
    if isinstance(line, ps.MovePieces | ps.Draw):
        return line.to
    return line.target if isinstance(line, ps.Assign) else None


def _left(lines: Iterable[p.Stmt]) -> Iterator[Kept]:
    for line in lines:
        changed = _changed(line)
        if isinstance(changed, pe.GetState | pe.GetZone):
            yield changed.state if isinstance(changed, pe.GetState) else changed.zone


def _named(lines: Iterable[p.Stmt]) -> Iterator[p.Rule]:
    for line in lines:
        if isinstance(line, ps.CallRule):
            yield line.rule
        yield from _applied(*stated_in(line))


def _applied(*exprs: p.Expr) -> Iterator[p.Rule]:
    return (part.rule for part in all_parts(*exprs) if isinstance(part, pe.Apply))


__all__ = ["Consequences"]
