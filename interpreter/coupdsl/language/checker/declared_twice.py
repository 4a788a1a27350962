"""Two declarations of one name: the one of the game itself counts, and it is told at the other."""

from __future__ import annotations

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.codes import Code
from coupdsl.language.source import Span


def own_first(before: Span, met: Span, program: p.Program) -> tuple[Span, Span]:
    """The two places, that of the game itself first where a variant adds the other, else the one met before."""
    is_own = program.is_added(before) and not program.is_added(met)
    return (met, before) if is_own else (before, met)


def twice(
    name: str, own: Span, again: Span, help_: str | None
) -> tuple[Code, Span, str, str | None, list[tuple[Span, str]]]:
    """What is reported of it."""
    return codes.DUPLICATE_NAME, again, f"`{name}` is declared twice", help_, [(own, "declared here first")]
