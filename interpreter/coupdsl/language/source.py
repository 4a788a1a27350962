"""Where text came from: files, and spans inside them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from functools import cached_property
from pathlib import Path

from coupdsl.language.records import by_value
from coupdsl.language.signs import spelled

_END = re.compile(r"[\r\n]")


@by_value
class Source:
    """One text: `name` as the user wrote its path, `path` resolved (None for text without a file)."""

    name: str
    text: str = field(repr=False)
    path: Path | None = None

    @cached_property
    def folder(self) -> Path | None:
        """Where its file stands."""
        return self.path.parent if self.path is not None else None

    @cached_property
    def line_starts(self) -> list[int]:
        starts, at = [0], self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


_SAID = re.compile(r'(?P<text>"[^"\n]*")|#[^\n]*|@[A-Z]+[0-9]+\b')


@by_value
class Span:
    """A piece of a source: character offsets, `end` exclusive; an empty one means the source as a whole."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def before(self) -> str:
        """What stands before it on its line."""
        return self.source.text[self.source.text.rfind("\n", 0, self.start) + 1 : self.start]

    @property
    def words(self) -> str:
        """The text in one line, without comments and citations."""
        return " ".join(_SAID.sub(lambda found: found["text"] or " ", self.text).split())

    @property
    def begins(self) -> str:
        """The first line of the text, without comments and citations."""
        return Span(self.source, self.start, self.start + len(self.text.partition("\n")[0])).words

    def of_word(self, word: str) -> Span:
        """Where `word` stands first in it, outside of quotes; the whole of it where it does not."""
        for found in re.finditer(rf'"[^"\n]*"|\b({re.escape(word)})\b', self.text):
            if found[1] is not None:
                return Span(self.source, self.start + found.start(), self.start + found.end())
        return self

    @property
    def is_empty(self) -> bool:
        return self.start == self.end

    def __str__(self) -> str:
        name = _END.sub(lambda found: spelled(found.group()), self.source.name)  # it stands in one line
        return name if self.is_empty else f"{name}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other`."""
        return Span(self.source, self.start, max(self.end, other.end))
