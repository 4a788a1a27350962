"""One slip that shows at many places: where a field is declared by another name than the one that all lines use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic

FEW = 2  # places that are told one by one


def told_once(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The problems, of those with one name that is not declared the first for all, if there are many."""
    found: list[Diagnostic] = []
    alike: defaultdict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    for problem in dict.fromkeys(problems):
        if problem.code is codes.UNKNOWN_NAME and problem.help is not None and problem.help.startswith("did you mean"):
            alike[problem.span.text, problem.help].append(problem)
        else:
            found.append(problem)
    for (name, help_), those in alike.items():
        first = min(those, key=lambda problem: problem.order)
        if len(those) > FEW:
            told = f"{help_} `{name}` stands at {len(those) - 1} more places: perhaps it should be declared so"
            those = [replace(first, help=told)]
        found += those
    return found
