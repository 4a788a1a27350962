"""A problem in something a person wrote: data first, words and colours elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coupdsl.language.codes import Code
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span


@dataclass(frozen=True)
class Diagnostic:
    """One problem.

    `message` is one sentence, lower case, no full stop, what the user wrote in backticks; `help` says what to
    do; `also` are other places with a word about each.
    """

    code: Code
    span: Span
    message: str
    help: str | None = None
    also: tuple[tuple[Span, str], ...] = ()

    @property
    def is_warning(self) -> bool:
        """Is this told without stopping anything?"""
        return self.code.warning

    @property
    def severity(self) -> str:
        return "warning" if self.is_warning else "error"

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        return self.span.source.name, self.span.start, self.span.end, self.code.number, self.message


class Problems(Exception):
    """Raised where nothing sensible can follow; carries every problem found so far."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = sorted(set(diagnostics), key=lambda d: d.order)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(f"{d.span}: {d.code.number} {d.message}" for d in self.diagnostics)


def errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that stop what was asked for."""
    return [one for one in found if not one.is_warning]


def warnings(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that are told, and stop nothing."""
    return [one for one in found if one.is_warning]


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """A help sentence naming the nearest candidate, else the candidates when they are few."""
    names = sorted(set(candidates), key=lambda name: (not name.isdecimal(), len(name) * name.isdecimal(), name))
    near = nearest(word, names)
    if near is not None:
        return f"did you mean `{near}`?"
    if 0 < len(names) <= 8:
        return "possible here: " + ", ".join(f"`{name}`" for name in names)
    return None
