"""Where lines end: blanks comments, joins lines that go on,
and finds brackets that never close, before anything is parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Source, Span

MAX_DEPTH = 40
MAX_LINE = 10_000

_PIECE = re.compile(
    r'(?P<text>"[^"\n]*")|(?P<comment>#[^\n]*|@[A-Z]+\d+)|(?P<newline>\r?\n)|(?P<space>[ \t]+)'
    r"|(?P<open>[({\[])|(?P<close>[)}\]])|(?P<word>[A-Za-z0-9_.]+)|(?P<other>:=|.)"
)
_GOES_ON_AFTER = frozenset({"=", "|", ",", "and", "or", "+", "-", "*", "/", "where", "then", "else", "of", ":="})
_GOES_ON_BEFORE = frozenset(
    ["where", "preferring", "with", "without", "and", "or", "then", "else", "rounded", "+", "*", "/", "|"]
)
_CLOSES = {")": "(", "]": "[", "}": "{"}


@dataclass
class Lines:
    """`text` has the length of the source; comments, and newlines in a line that goes on, are blanks."""

    text: str
    problems: list[Diagnostic] = field(default_factory=list)


def join_lines(source: Source) -> Lines:
    text = list(source.text)
    problems: list[Diagnostic] = []
    open_brackets: list[tuple[str, int]] = []
    last_word = ""
    waiting: list[tuple[int, int]] = []
    for kind, start, end in _pieces(source.text):
        word = source.text[start:end]
        if kind == "comment":
            text[start:end] = " " * (end - start)
        if kind in ("comment", "space"):
            continue
        if kind == "newline":
            waiting.append((start, end))
            continue
        in_bracket = bool(open_brackets) and open_brackets[-1][0] != "{"
        if waiting and (in_bracket or last_word in _GOES_ON_AFTER or word in _GOES_ON_BEFORE):
            for newline_start, newline_end in waiting:
                text[newline_start:newline_end] = " " * (newline_end - newline_start)
        waiting.clear()
        if kind == "open":
            open_brackets.append((word, start))
            if len(open_brackets) > MAX_DEPTH:
                span = Span(source, start, end)
                message = f"brackets are nested more than {MAX_DEPTH} deep"
                return Lines("", [Diagnostic(codes.TOO_DEEP, span, message, "give inner parts a name with `let`")])
        elif kind == "close":
            _close(source, word, start, open_brackets, problems)
        last_word = word
    problems.extend(_never_closed(source, open_brackets))
    position = 0
    for line in "".join(text).split("\n"):
        if len(line) > MAX_LINE:
            span = Span(source, position, position + 1)
            message = f"this line goes on for more than {MAX_LINE} characters"
            return Lines(
                "", [Diagnostic(codes.TOO_LARGE, span, message, "give inner parts a name with `let` or `rule`")]
            )
        position += len(line) + 1
    return Lines("".join(text), problems)


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _PIECE.finditer(text):
        assert match.lastgroup is not None
        yield match.lastgroup, match.start(), match.end()


def _close(
    source: Source, word: str, start: int, open_brackets: list[tuple[str, int]], problems: list[Diagnostic]
) -> None:
    wanted = _CLOSES[word]
    if open_brackets and open_brackets[-1][0] == wanted:
        open_brackets.pop()
        return
    span = Span(source, start, start + 1)
    if any(bracket == wanted for bracket, _ in open_brackets):
        bracket, place = open_brackets.pop()
        also = ((Span(source, place, place + 1), "opened here"),)
        message = f"`{word}` comes before `{bracket}` is closed"
        problems.append(Diagnostic(codes.UNCLOSED, span, message, None, also))
        while open_brackets and open_brackets.pop()[0] != wanted:
            pass
    else:
        message = f"`{word}` closes nothing"
        problems.append(Diagnostic(codes.UNCLOSED, span, message, "remove it, or open the bracket it belongs to"))


def _never_closed(source: Source, open_brackets: list[tuple[str, int]]) -> Iterator[Diagnostic]:
    """The layout tells where a missing brace most likely belongs: before the next line no deeper than its own."""
    for bracket, place in open_brackets:
        line, _ = source.position(place)
        indent = _indent(source.line(line))
        closing = {"{": "}", "(": ")", "[": "]"}[bracket]
        where = "at the end of the file"
        for number in range(line + 1, len(source.line_starts) + 1):
            below = source.line(number)
            if below.strip() and not below.lstrip().startswith(("#", "}")) and _indent(below) <= indent:
                where = f"before line {number}"
                break
        span = Span(source, place, place + 1)
        yield Diagnostic(codes.UNCLOSED, span, f"`{bracket}` is never closed", f"write `{closing}` {where}")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
