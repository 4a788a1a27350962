"""Problems inside of a mechanic, which one may not have written: they lead to the game that takes it in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.loading import mechanics_named
from coupdsl.language.source import Span


def led_home(problems: Iterable[Diagnostic], program: p.Program) -> list[Diagnostic]:
    """The problems; those in a mechanic's file with where the game declares what the line needs, or takes it in."""
    return [_with(problem, _places(problem, program)) for problem in problems]


def _places(problem: Diagnostic, program: p.Program) -> list[tuple[Span, str]]:
    source = problem.span.source
    within = [one for one in program.mechanics.values() if one.span.source is source is not program.span.source]
    if not within:
        return []
    if problem.code is not codes.UNMET_NEED:
        words = re.findall(r"\w+", source.line(problem.span.line))
        wanted = [(name, one) for one in within for name in words if name in one.needs & program.names.keys()]
        if wanted:
            return [(program.names[name].span, f"mechanic `{one.name}` needs `{name}`") for name, one in wanted]
    names, others = {one.name for one in within}, [file for file in program.files if file.source is not source]
    taken_in = ((name, span) for name, span, _ in mechanics_named(others) if name in names)
    return [(span, f"mechanic `{name}` is used here") for name, span in taken_in]


def _with(problem: Diagnostic, places: list[tuple[Span, str]]) -> Diagnostic:
    known = {place for place, _ in problem.also}
    return replace(problem, also=(*problem.also, *(place for place in dict.fromkeys(places) if place[0] not in known)))


__all__ = ["led_home"]
