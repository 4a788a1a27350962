"""What a mechanic lets out only because a rule that it is given tells it: said at that rule, where it can be mended."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.leaks import check_leaks
from coupdsl.language.diagnostics import Diagnostic

SEEN_FIRST = "ask there only about what everybody sees: to be asked about, cards move to a zone `seen by all` first"
OF_CHOOSER = "what a choice offers may ask only about what its chooser sees"


def check_leaks_at_home(context: Context) -> None:
    """Looks for leaks; those in a mechanic of another file that are of a rule given to it stand at that rule."""
    before = len(context.problems)
    check_leaks(context)
    for mechanic in context.program.mechanics.values():
        for rule, version in _given(context.program, mechanic):
            found = context.problems[before:]
            if not any(_is_inside(one, mechanic) for one in found):
                break
            del context.problems[before:]
            check_leaks(context, frozenset([rule]))
            still = {one.span for one in context.problems[before:]}
            told = [one for one in found if _is_inside(one, mechanic) and one.span not in still]
            context.problems[before:] = [one for one in found if one not in told]
            if told:
                message = f"`{rule.name}` tells what not everybody can see, and mechanic `{mechanic.name}` acts on it"
                place = version.value.span if version.value is not None else version.span
                help_ = SEEN_FIRST if any(one.help for one in told) else OF_CHOOSER
                context.report(codes.LEAK, place, message, help_, [(told[0].span, "asked for here")])


def _given(program: p.Program, mechanic: p.Mechanic) -> Iterator[tuple[p.Rule, p.Version]]:
    """The rules that a mechanic needs or that replace its own, each with the last text that stands elsewhere."""
    for one in (*mechanic.members.values(), *(program.names.get(name) for name in sorted(mechanic.needs))):
        if isinstance(one, p.Rule):
            elsewhere = [version for version in one.versions if version.span.source is not mechanic.span.source]
            if elsewhere:
                yield one, elsewhere[-1]


def _is_inside(problem: Diagnostic, mechanic: p.Mechanic) -> bool:
    return problem.code is codes.LEAK and problem.span.source is mechanic.span.source
