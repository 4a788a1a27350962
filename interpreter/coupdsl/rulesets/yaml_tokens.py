"""A YAML text as lines of tokens and comments: all that is written but blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BETWEEN = re.compile(r"#[^\n]*|\n")
_NOTHING = (yaml.StreamStartToken, yaml.StreamEndToken, yaml.DocumentEndToken)


@dataclass(frozen=True, slots=True)
class Token:
    """One sign or value, or the beginning or end of a block, which has no text."""

    kind: type[Any]
    text: str
    column: int
    value: str | None = None
    style: str | None = None

    @property
    def is_quoted(self) -> bool:
        return self.style in ("'", '"') and "\n" not in self.text

    @property
    def is_literal(self) -> bool:
        """Are its line breaks and blanks its own, as after `|` and `>`?"""
        return self.style in ("|", ">")

    @property
    def states_depth(self) -> bool:
        """Does the head of a literal say how deep it stands?"""
        return any(sign.isdigit() for sign in self.text.split("\n")[0].split("#")[0])

    @property
    def meaning(self) -> tuple[str, str]:
        return self.kind.__name__, self.text if self.value is None else self.value


@dataclass(slots=True)
class Line:
    """What begins on one line; a value may go on over further ones."""

    tokens: list[Token] = field(default_factory=list)
    comment: str = ""
    column: int = 0  # of the comment

    @property
    def is_empty(self) -> bool:
        return not self.comment and not self.has_text

    @property
    def has_text(self) -> bool:
        return any(token.text for token in self.tokens)

    @property
    def meaning(self) -> tuple[object, ...]:
        return (*(token.meaning for token in self.tokens if token.text), self.comment)


def yaml_lines(text: str) -> list[Line]:
    """The lines of a text that can be parsed."""
    line, lines, end = Line(), [], 0
    for start, until, token in [*_tokens(text), (len(text), len(text), None)]:
        for match in _BETWEEN.finditer(text, end, start):
            if match[0] == "\n":
                lines.append(line)
                line = Line()
            else:
                line.comment = match[0].rstrip()
                line.column = match.start() - text.rfind("\n", 0, match.start()) - 1
        if token is not None:
            line.tokens.append(token)
        end = max(end, until)
    return [*lines, line]


def _tokens(text: str) -> Iterator[tuple[int, int, Token | None]]:
    """Every token with where it starts and stops."""
    for token in yaml.scan(text, Loader=_LOADER):
        if isinstance(token, _NOTHING) and token.start_mark.index == token.end_mark.index:
            continue
        start, until = token.start_mark.index, token.end_mark.index
        value, style = getattr(token, "value", None), getattr(token, "style", None)
        written = text[start:until]
        if style in ("|", ">"):
            until = start + len(_without_last_break(written))
        elif written:
            until = start + len(written.rstrip())
        is_scalar = isinstance(token, yaml.ScalarToken)
        column = start - text.rfind("\n", 0, start) - 1
        yield start, until, Token(type(token), text[start:until], column, value if is_scalar else None, style)


def _without_last_break(written: str) -> str:
    """A literal without the end of its last line; the empty lines below belong to it where its head has a `+`."""
    return written.removesuffix("\n") if "+" in written.split("\n", 1)[0].split("#")[0] else written.rstrip()
