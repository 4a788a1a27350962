"""One slip that shows at many places: a field declared by another name than all lines use, or a line misread."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.words import BEGINS_LINE

FEW = 2  # places that are told one by one
_MISREAD = re.compile(r"did you mean `(\w+)`\?")
_BRINGS = ("use", "include")  # words whose line brings in names that stand elsewhere


def told_once(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The problems, of those with one name that is not declared the first for all, if there are many."""
    found: list[Diagnostic] = []
    alike: defaultdict[tuple[str, str], list[Diagnostic]] = defaultdict(list)
    for problem in _without_what_follows(list(dict.fromkeys(problems))):
        if problem.code is codes.UNKNOWN_NAME and problem.help is not None and problem.help.startswith("did you mean"):
            alike[problem.span.text, problem.help].append(problem)
        else:
            found.append(problem)
    for (name, help_), those in alike.items():
        first = min(those, key=lambda problem: problem.order)
        if len(those) > FEW:
            told = f"{help_} `{name}` is used at {len(those) - 1} more places: perhaps that is the name to declare"
            those = [replace(first, help=told)]
        found += those
    return found


def _without_what_follows(problems: list[Diagnostic]) -> list[Diagnostic]:
    """Without the names that are not declared only because the line that declares them begins with a misspelt word."""
    unread: set[str] = set()
    misread = []
    for problem in problems:
        meant = _MISREAD.fullmatch(problem.help or "") if problem.message.startswith("there is no kind") else None
        if meant is not None and meant[1] in BEGINS_LINE:
            misread.append(problem)
            unread |= (
                {"*"}
                if meant[1] in _BRINGS
                else set(re.findall(r"\A\s+(\w+)", problem.span.source.text[problem.span.end :]))
            )
    return [
        one for one in problems
        if one in misread or one.code is not codes.UNKNOWN_NAME or not unread.intersection(("*", one.span.text))
    ]  # fmt: skip
