"""Where lines end: blanks comments, joins lines that go on,
and finds brackets that never close, before anything is parsed."""

from __future__ import annotations

import re
from dataclasses import field

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.foreign_words import ELSE_IF
from coupdsl.language.indentation import closes_nothing, missing_braces, never_closed, rows
from coupdsl.language.records import entity
from coupdsl.language.source import Source, Span

MAX_DEPTH = 40
MAX_LINE = 10_000

_PIECE = re.compile(
    r'[ \t]*+(?:(?P<text>"[^"\n]*")|(?P<comment>#[^\n]*|@[A-Z]+[0-9]+)|(?P<newline>\r?\n)'
    r"|(?P<open>[({\[])|(?P<close>[)}\]])|(?P<word>[A-Za-z0-9_.]+)|(?P<other>:=|.)|(?P<end>\Z))"
)
_GOES_ON_AFTER = frozenset({"=", "|", ",", "and", "or", "+", "-", "*", "/", "where", "then", "else", "of", ":="})
_GOES_ON_BEFORE = frozenset(
    ["where", "preferring", "with", "without", "and", "or", "then", "else", "rounded", "+", "*", "/", "|", *ELSE_IF]
)
_CLOSES = {")": "(", "]": "[", "}": "{"}


@entity
class Lines:
    """`text` has the length of the source; comments, and newlines in a line that goes on, are blanks."""

    text: str
    problems: list[Diagnostic] = field(default_factory=list)


def in_one_line(span: Span) -> str:
    """Its text as prose can quote it, with `;` where lines end; without comments and citations."""
    if "\n" not in span.text:
        return span.words
    lines = join_lines(span.source).text[span.start : span.end].splitlines()
    text = "; ".join(" ".join(line.split()) for line in lines if line.strip())
    return re.sub(r"(?<=\{);|;(?= \})", "", text)


def join_lines(source: Source) -> Lines:
    text = list(source.text)
    brackets = Brackets(source)
    last_word = ""
    waiting: list[tuple[int, int]] = []
    for piece in _PIECE.finditer(source.text):
        kind = str(piece.lastgroup)
        word, (start, end) = piece[kind], piece.span(kind)
        if kind == "end":
            break
        if kind == "comment":
            text[start:end] = " " * (end - start)
            continue
        if kind == "newline":
            waiting.append((start, end))
            continue
        if waiting and (brackets.inside or last_word in _GOES_ON_AFTER or word in _GOES_ON_BEFORE):
            for newline_start, newline_end in waiting:
                text[newline_start:newline_end] = " " * (newline_end - newline_start)
        waiting.clear()
        if kind == "open":
            brackets.opened(word, start)
            if len(brackets.open) > MAX_DEPTH:
                message = f"brackets are nested more than {MAX_DEPTH} deep"
                help_ = "put inner lines into a `rule`" if word == "{" else "give inner parts a name with `let`"
                return _refused(codes.TOO_DEEP, Span(source, start, end), message, help_)
        elif kind == "close":
            brackets.closed(word, start)
        last_word = word
    joined = "".join(text)
    position = 0
    for line in joined.split("\n"):
        if len(line.rstrip(" ")) > MAX_LINE:  # a comment is as long as one likes
            span = Span(source, position, position + 1)
            message = f"this line goes on for more than {MAX_LINE} characters"
            return _refused(codes.TOO_LARGE, span, message, "give inner parts a name with `let` or `rule`")
        position += len(line) + 1
    return Lines(joined, brackets.all_problems(joined))


def _refused(code: codes.Code, span: Span, message: str, help_: str) -> Lines:
    return Lines("", [Diagnostic(code, span, message, help_)])


class Brackets:
    """Pairs brackets as they come; `braces` are the places of all braces."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.open: list[tuple[str, int]] = []
        self.braces: list[int] = []
        self.braces_pair = True
        self.problems: list[Diagnostic] = []

    @property
    def inside(self) -> bool:
        """Within round or square brackets, where lines go on."""
        return bool(self.open) and self.open[-1][0] != "{"

    def opened(self, bracket: str, place: int) -> None:
        self.open.append((bracket, place))
        if bracket == "{":
            self.braces.append(place)

    def closed(self, bracket: str, place: int) -> None:
        wanted = _CLOSES[bracket]
        if bracket == "}":
            self.braces.append(place)
        if self.open and self.open[-1][0] == wanted:
            self.open.pop()
        elif any(other == wanted for other, _ in self.open):
            self._crossed(bracket, place, wanted)
        elif bracket == "}":
            self.braces_pair = False
        else:
            self.problems.append(closes_nothing(self.source, place, self.open[-1][1] if self.inside else None))

    def _crossed(self, bracket: str, place: int, wanted: str) -> None:
        inner, opened = self.open.pop()
        also = ((Span(self.source, opened, opened + 1), "opened here"),)
        message = f"`{bracket}` comes before `{inner}` is closed"
        self.problems.append(Diagnostic(codes.UNCLOSED, Span(self.source, place, place + 1), message, None, also))
        while self.open and self.open.pop()[0] != wanted:
            pass

    def all_problems(self, text: str) -> list[Diagnostic]:
        """What does not pair, once everything was read; `text` is without comments."""
        left = [place for bracket, place in self.open if bracket == "{"]
        rounds = [(bracket, place) for bracket, place in self.open if bracket != "{"]
        found = [*self.problems, *(never_closed(self.source, place, bracket, None) for bracket, place in rounds)]
        if left or not self.braces_pair:
            found += missing_braces(self.source, rows(self.source, text, self.braces))
        return found
