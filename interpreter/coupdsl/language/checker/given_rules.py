"""What a mechanic lets out only because a rule that it is given tells it: said at that rule, where it can be mended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.leaks import find_leaks
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span

SEEN_FIRST = "ask there only about what everybody sees: to be asked about, cards move to a zone `seen by all` first"
OF_CHOOSER = "what a choice offers may ask only about what its chooser sees"


def check_leaks_at_home(context: Context) -> None:
    """Reports leaks; those in a mechanic of another file that are of rules given to it, at those rules."""
    leaked = find_leaks(context)
    problems = list(leaked.problems)
    for mechanic in context.program.mechanics.values():
        given = {rule: place for rule, place in _given(context.program, mechanic) if rule in leaked.telling}
        inside = [one for one in problems if one.code is codes.LEAK and one.span.source is mechanic.span.source]
        at_rules: dict[p.Rule, Diagnostic] = {}
        for rules, told in _told_by(context, list(given), inside):
            problems = [one for one in problems if one not in told]
            help_ = SEEN_FIRST if any(one.help for one in told) else OF_CHOOSER
            also = ((told[0].span, "asked for here"),)
            for rule in rules:
                message = f"`{rule.name}` tells what not everybody can see, and mechanic `{mechanic.name}` acts on it"
                at_rules.setdefault(rule, Diagnostic(codes.LEAK, given[rule], message, help_, also))
        problems += at_rules.values()
    context.problems += problems


def _told_by(
    context: Context, given: list[p.Rule], found: list[Diagnostic]
) -> Iterator[tuple[list[p.Rule], list[Diagnostic]]]:
    """Those of `found` that the rules `given` tell, with the few that tell them, alone or together."""
    if not (given and found):
        return

    @cache
    def left(told: frozenset[p.Rule]) -> frozenset[Span]:
        return frozenset(one.span for one in find_leaks(context, told).problems)

    found = [one for one in found if one.span not in left(frozenset(given))]
    while found:
        few = frozenset(given)
        for rule in reversed(given):
            if len(few) > 1 and found[0].span not in left(few - {rule}):
                few -= {rule}
        yield [rule for rule in given if rule in few], [one for one in found if one.span not in left(few)]
        found = [one for one in found if one.span in left(few)]


def _given(program: p.Program, mechanic: p.Mechanic) -> Iterator[tuple[p.Rule, Span]]:
    """The rules that a mechanic needs or that replace its own, each with its last text that stands elsewhere."""
    for one in (*mechanic.members.values(), *(program.names.get(name) for name in sorted(mechanic.needs))):
        if isinstance(one, p.Rule):
            elsewhere = [version for version in one.versions if version.span.source is not mechanic.span.source]
            if elsewhere:
                last = elsewhere[-1]
                yield one, last.value.span if last.value is not None else last.span
