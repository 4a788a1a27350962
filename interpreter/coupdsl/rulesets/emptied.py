"""Kinds of which a ruleset has taken out every entry."""

from __future__ import annotations

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.rulesets.composed import Composed


def emptied(composed: Composed) -> list[Diagnostic]:
    """What is said where none is left of a kind, at what was taken out last; for rules that cannot be played so."""
    found = []
    for kind in composed.program.charted:
        spans = [composed.removed[entry] for entry in kind.entries if entry in composed.removed]
        outermost = [entry for entry in kind.entries if entry.parent is None]
        if spans and all(entry in composed.removed for entry in outermost):
            message, help_ = (
                f"no {kind.name} is left to play",
                f"keep one, or add one of your own under `{kind.plural}`",
            )
            found.append(Diagnostic(codes.CHECK_FAILED, max(spans, key=lambda span: span.start), message, help_))
    return found
