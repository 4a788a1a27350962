"""Kinds of which a ruleset has taken out every entry, where that is why its rules cannot be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from coupdsl.code.checks import check_problems
from coupdsl.code.errors import RulesError
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.source import Span
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.ruleset import Ruleset


def emptied(
    composed: Composed, problems: Sequence[Diagnostic], players: int, options: Mapping[str, Any] | None
) -> list[Diagnostic]:
    """The problems of these rules before play; those that come of it that none is left of a kind are one that says so.

    It is said at what was taken out last. A kind may well be empty: only what holds with its entries comes of that.
    """
    found, left = [], list(problems)
    for kind, last in _emptied(composed):
        also_full = _failing(replace(composed, removed=_without(composed, kind)), players, options)
        staying = [one for one in left if one.span in also_full] if also_full is not None else left
        if len(staying) < len(left):
            help_ = f"keep one, or add one of your own under `{kind.plural}`"
            found.append(Diagnostic(codes.CHECK_FAILED, last, f"no {kind.name} is left to play", help_))
        left = staying
    return [*found, *left]


def _emptied(composed: Composed) -> Iterator[tuple[p.Kind, Span]]:
    """The kinds of which none is left, each with the place where the last of them is taken out."""
    for kind in composed.program.charted:
        spans = [composed.removed[entry] for entry in kind.entries if entry in composed.removed]
        outermost = [entry for entry in kind.entries if entry.parent is None]
        if spans and all(entry in composed.removed for entry in outermost):
            yield kind, max(spans, key=lambda span: span.start)


def _without(composed: Composed, kind: p.Kind) -> dict[p.Entry, Span]:
    """What is taken out of other kinds."""
    return {entry: span for entry, span in composed.removed.items() if entry.kind is not kind}


def _failing(composed: Composed, players: int, options: Mapping[str, Any] | None) -> list[Span] | None:
    """Where these rules do not hold; None where that cannot be told."""
    with suppress(RulesError, Problems):
        return [problem.span for problem in check_problems(composed.settle(players, Ruleset, options))]
    return None
