"""Files of rules that were read, with the rule numbers that stand behind their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.language.records import by_value
from coupdsl.language.source import Source, Span

if TYPE_CHECKING:
    from coupdsl.language.tree import Node

EDITION = 1


@by_value
class Citation:
    """A rule number standing behind a line, such as `@P47`."""

    letters: str
    number: int
    span: Span

    def __str__(self) -> str:
        return f"{self.letters}{self.number}"


@by_value
class File:
    """A parsed .coup file."""

    source: Source
    lines: tuple[Node, ...]
    citations: dict[int, tuple[Citation, ...]]

    def cited(self, first: int, last: int) -> tuple[Citation, ...]:
        """The citations on lines `first` to `last`, both counted from 1 and included."""
        if not self.citations:
            return ()
        return tuple(c for line in range(first, last + 1) for c in self.citations.get(line, ()))


NOT_KEPT: dict[tuple[type, str], object] = {(File, "lines"): ()}  # on disk: the syntax of files
