"""A .coup file as lines of tokens, comments and citations among them: all that is written but blanks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coupdsl.language.lines import join_lines
from coupdsl.language.source import Source

_TOKEN = re.compile(
    r'(?P<text>"[^"\n]*")|(?P<comment>#[^\n]*)|(?P<citation>@[A-Z]+[0-9]+)|(?P<ratio>[0-9]+/[0-9]+)'
    r"|(?P<word>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*)|(?P<number>[0-9]+)|(?P<letters>[A-Z]+[0-9]*)"
    r"|(?P<sign>:=|\.\.|<=|>=|\S)"
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str

    @property
    def is_remark(self) -> bool:
        """A comment or a citation: what the parser reads as blank."""
        return self.kind in ("comment", "citation")


@dataclass(frozen=True, slots=True)
class Line:
    """One line as written; `goes_on` says that the line above did not end before it."""

    tokens: tuple[Token, ...]
    goes_on: bool

    @property
    def code(self) -> tuple[Token, ...]:
        """The tokens without the remarks that end the line."""
        return self.tokens[: len(self.tokens) - len(self.remarks)]

    @property
    def remarks(self) -> tuple[Token, ...]:
        count = 0
        while count < len(self.tokens) and self.tokens[-1 - count].is_remark:
            count += 1
        return self.tokens[len(self.tokens) - count :]


def token_lines(source: Source) -> list[Line]:
    """The lines of a text that can be parsed."""
    joined = join_lines(source).text
    lines = []
    for number, start in enumerate(source.line_starts, 1):
        tokens = tuple(_token(match) for match in _TOKEN.finditer(source.line(number)))
        lines.append(Line(tokens, start > 0 and joined[start - 1] != "\n"))
    return lines


def _token(match: re.Match[str]) -> Token:
    assert match.lastgroup is not None
    return Token(match.lastgroup, match[0].rstrip())
