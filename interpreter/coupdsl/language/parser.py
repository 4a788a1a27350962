"""From bytes to syntax tree: every syntax problem of a file at once, in words a person can use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language.convert import Converter, Refused, too_deep
from coupdsl.language.diagnostics import Diagnostic, nearest
from coupdsl.language.habits import colon, habit
from coupdsl.language.lalr import END, Token, Unexpected, grammar
from coupdsl.language.lines import MAX_DEPTH, join_lines
from coupdsl.language.places import is_file
from coupdsl.language.reading import TooLarge, read_bounded
from coupdsl.language.source import Source, Span
from coupdsl.language.tree import Edition, Node
from coupdsl.language.words import EXPECTED, KEYWORDS

MAX_BYTES = 1_000_000
EDITION = 1
_CITATION = re.compile(r'"[^"\n]*"|#[^\n]*|@([A-Z]+)(\d+)\b')


@dataclass(frozen=True)
class Citation:
    """A rule number standing behind a line, such as `@P47`."""

    letters: str
    number: int
    span: Span

    def __str__(self) -> str:
        return f"{self.letters}{self.number}"


@dataclass(frozen=True)
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


def read_source(path: Path, name: str | None = None) -> tuple[Source, list[Diagnostic]]:
    """A file as text, whatever its bytes; with problems the text is empty."""
    shown = name if name is not None else str(path)

    def refuse(code: codes.Code, message: str, help_: str | None = None) -> tuple[Source, list[Diagnostic]]:
        source = Source(shown, "", path)
        return source, [Diagnostic(code, Span(source, 0, 0), message, help_)]

    try:
        if not is_file(path):
            return refuse(codes.NOT_READABLE, "there is no such file")
        text = read_bounded(path, MAX_BYTES).decode("utf-8-sig")
    except TooLarge:
        return refuse(codes.TOO_LARGE, f"the file is larger than {MAX_BYTES // 1000} kB")
    except OSError as error:
        return refuse(codes.NOT_READABLE, f"the file cannot be read: {(error.strerror or 'unknown').lower()}")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace").split("\n")
        place = f"line {len(before)}, column {len(before[-1]) + 1}"
        return refuse(codes.NOT_TEXT, f"the sign at {place} is not UTF-8 text", "save the file as UTF-8")
    if "\0" in text:
        return refuse(codes.NOT_TEXT, "the file is not text", "rule files are plain UTF-8 text")
    return Source(shown, text, path), []


def parse_file(source: Source) -> tuple[File, list[Diagnostic]]:
    """The syntax tree of a whole file; what could not be read is left out and reported."""
    joined = join_lines(source)
    citations: dict[int, tuple[Citation, ...]] = {}
    for found in _CITATION.finditer(source.text):
        if found[1] is None:
            continue
        span = Span(source, found.start(), found.end())
        number = int(found[2][:9])
        citations[span.line] = (*citations.get(span.line, ()), Citation(found[1], number, span))
    problems = list(joined.problems)
    lines: tuple[Node, ...] = ()
    if not problems:
        lines, problems = _parse_lines(source, joined.text, 0)
        if problems:
            lines, problems = _parse_chunks(source, joined.text)
    file = File(source, lines, citations)
    return file, problems or _edition_problems(file)


def parse_expression(source: Source, start: int = 0, end: int | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """The one expression between two positions of a source, for values given in YAML."""
    end = len(source.text) if end is None else end
    text = source.text[start:end].replace("\n", " ").replace("\r", " ")
    if max(text.count(bracket) for bracket in "([{") > MAX_DEPTH:
        return None, [too_deep(Span(source, start, end)).problem]
    try:
        node: Node = Converter(source, start).node(grammar().parse_expression(text))
        return node, []
    except Unexpected as error:
        return None, [_syntax_problem(source, error, text, start)]
    except Refused as error:
        return None, [error.problem]


def _parse_lines(source: Source, text: str, offset: int) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    try:
        return Converter(source, offset).lines(grammar().parse(text)), []
    except Unexpected as error:
        return (), [_syntax_problem(source, error, text, offset)]
    except Refused as error:
        return (), [error.problem]


def _parse_chunks(source: Source, text: str) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """Parses declaration by declaration, so that one mistake hides no other."""
    lines: list[Node] = []
    problems: list[Diagnostic] = []
    for start, end in _chunks(text):
        found, wrong = _parse_chunk(source, text, start, end)
        if wrong and (inner := _inside(text, start, end)):
            of_lines = [problem for chunk in inner for problem in _parse_chunk(source, text, *chunk)[1]]
            wrong = of_lines or wrong
        lines.extend(found)
        problems.extend(wrong)
    return tuple(lines), problems


def _parse_chunk(source: Source, text: str, start: int, end: int) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    lines, problems = _parse_lines(source, text[start:end], start)
    return lines, [_slip(problem, text, start, end) or problem for problem in problems]


def _slip(problem: Diagnostic, text: str, start: int, end: int) -> Diagnostic | None:
    """The misspelled word that let what follows be read as something else, and be refused only further on.

    Tried are the words of the line before the place, and of those that open the blocks around it: it is one whose
    nearest word of the language makes the chunk right.
    """
    place = problem.span.start
    line = (max(text.rfind("\n", 0, place) + 1, start), problem.span.end)
    if _parses(text[start:end]):
        return None  # it was refused for something else
    for first, last in (line, *reversed(_enclosing(text, start, line[0]))):
        for found in reversed(list(re.finditer(r"[a-z_]+", text[first:last]))):
            word, begin = found[0], first + found.start()
            near = nearest(word, KEYWORDS) if word not in KEYWORDS else None
            if near is not None and _parses(text[start:begin] + near + text[begin + len(word) : end]):
                span = Span(problem.span.source, begin, begin + len(word))
                return Diagnostic(codes.SYNTAX, span, f"`{word}` is not expected here", f"did you mean `{near}`?")
    return None


def _parses(text: str) -> bool:
    try:
        grammar().parse(text)
    except Unexpected:
        return False
    return True


def _enclosing(text: str, start: int, place: int) -> list[tuple[int, int]]:
    """The lines from `start` on that open the blocks around a place, from the outside in."""
    opened: list[tuple[int, int]] = []
    for line in text[start:place].splitlines(keepends=True):
        for bracket in re.findall(r"[{}]", _without_texts(line)):
            if bracket == "{":
                opened.append((start, start + len(line)))
            elif opened:
                opened.pop()
        start += len(line)
    return opened


def _without_texts(line: str) -> str:
    return re.sub(r'"[^"\n]*"', "", line)


def _chunks(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Stretches of whole lines between which no brace is open."""
    end = len(text) if end is None else end
    chunks, depth, begin, position = [], 0, start, start
    for line in text[start:end].splitlines(keepends=True):
        bare = _without_texts(line)
        depth += bare.count("{") - bare.count("}")
        position += len(line)
        if depth <= 0:
            if text[begin:position].strip():
                chunks.append((begin, position))
            begin, depth = position, 0
    if text[begin:end].strip():
        chunks.append((begin, end))
    return chunks


def _inside(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The chunks inside the braces of a `game`, `mechanic` or `use`."""
    head = re.match(r"\s*(game|mechanic|use|when|contract)\b[^{\n]*\{[^\n]*\n", text[start:end])
    tail = text.rfind("}", start, end)
    if head is None or tail < start + head.end():
        return []
    return _chunks(text, start + head.end(), tail)


def _edition_problems(file: File) -> list[Diagnostic]:
    source = file.source
    if not file.lines:
        return [
            Diagnostic(codes.EMPTY_FILE, Span(source, 0, 0), "the file states nothing", "begin it with `edition 1`")
        ]
    first = file.lines[0]
    if not isinstance(first, Edition):
        return [
            Diagnostic(codes.MISSING_EDITION, Span(source, first.span.start, first.span.start + 1),
                       "the file does not begin with its edition", "write `edition 1` as its first line")
        ]  # fmt: skip
    if first.number != EDITION:
        message = f"edition {first.number} of the language is not known"
        return [Diagnostic(codes.UNKNOWN_EDITION, first.span, message, f"this program reads edition {EDITION}")]
    return []


def _syntax_problem(source: Source, error: Unexpected, text: str, offset: int) -> Diagnostic:
    """The words for an error of the parser in `text`, which stands at `offset` of the source."""
    if error.token is None:
        start = error.place + offset
        return _strange(source, Span(source, start, start + 1), error.possible)
    if error.token.type != END:
        return _unexpected(source, error.token, error.possible, text[: error.place], offset)
    place = offset + len(text.rstrip())
    span = Span(source, max(place - 1, 0), place)
    return Diagnostic(codes.SYNTAX, span, "the text ends too early", _expectation(error.possible))


def _unexpected(source: Source, token: Token, expected: set[str], before: str, offset: int) -> Diagnostic:
    """The words for a token that cannot stand where it does, after the text `before`."""
    start = offset + len(before)
    if token.type == "_NL":
        span = Span(source, max(start - 1, 0), start)
        help_ = habit(before, "\n") or _expectation(expected)
        return Diagnostic(codes.SYNTAX, span, "the line ends too early", help_)
    word = token.text
    if token.type == "LETTERS":  # a word of another language, or a name as it is printed
        word = re.split(r"\W", source.text[start : start + 40], maxsplit=1)[0]
    span = Span(source, start, start + max(len(word.rstrip()), 1))
    if word in KEYWORDS and "NAME" in expected:
        message = f"`{word}` is a word of the language and cannot be a name here"
        return Diagnostic(codes.RESERVED_WORD, span, message, f"choose another name, such as `{word}_`")
    possible = [EXPECTED[e] for e in expected if e in EXPECTED and EXPECTED[e].isalpha()]
    near = nearest(word, possible) if token.type == "NAME" else None
    known = habit(before, source.text[start:]) or (colon(before) if "COLON" in expected else None)
    help_ = f"did you mean `{near}`?" if near else known or _expectation(expected)
    end_of_range = re.search(r"\.\.\s*(\w+)\s*$", before)
    if word == "of" and end_of_range is not None:
        help_ = f"put what follows `..` in brackets: `.. ({end_of_range[1]} of …)`"
    return Diagnostic(codes.SYNTAX, span, f"`{word}` is not expected here", help_, _goes_on(source, before, offset))


def _goes_on(source: Source, before: str, offset: int) -> tuple[tuple[Span, str], ...]:
    """The end of the line above, where that goes on here and the line itself has hardly begun."""
    here = source.text.rfind("\n", 0, offset + len(before)) + 1 - offset
    above = before[: max(here, 0)].rstrip(" ")
    if not above or above.endswith("\n") or len(before[here:].split()) > 1:
        return ()
    word = re.split(r"\s", above)[-1]
    end = offset + len(above)
    return ((Span(source, end - len(word), end), "this line goes on"),)


def _strange(source: Source, span: Span, expected: set[str]) -> Diagnostic:
    char = span.text
    if char == '"':
        return Diagnostic(codes.SYNTAX, span, "a text is not expected or not closed here", "texts end on their line")
    if char == "\t" or char.isprintable():
        help_ = habit(source.text[: span.start], source.text[span.start :]) or _expectation(expected)
        if char.isalpha() and not char.isascii():
            help_ = "names are written with a-z, 0-9 and _; texts for people stand in quotes"
        return Diagnostic(codes.SYNTAX, span, f"`{char}` is not expected here", help_)
    return Diagnostic(codes.SYNTAX, span, "a character that cannot be printed stands here", "remove it")


def _expectation(expected: set[str]) -> str | None:
    words = sorted({EXPECTED[name] for name in expected if name in EXPECTED})
    if not words or len(words) > 6:
        return None
    return "expected here: " + ", ".join(words)
