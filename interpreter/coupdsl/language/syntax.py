"""What lark reads of a text, as syntax nodes; of one that it cannot read, what is wrong, declaration by declaration."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedInput

from coupdsl.language.convert import Converter, Refused, too_deep
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.grammar import parser
from coupdsl.language.lines import MAX_DEPTH
from coupdsl.language.one_word_off import mended, without_texts
from coupdsl.language.source import Source, Span
from coupdsl.language.syntax_problems import syntax_problem
from coupdsl.language.tree import Node


def parse_lines(source: Source, text: str) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """The lines of a file, whose joined text is `text`; what could not be read is left out and reported."""
    lines, problems = _parse_lines(source, text, 0)
    return _parse_chunks(source, text) if problems else (lines, problems)


def parse_expression(source: Source, text: str, start: int) -> tuple[Node | None, list[Diagnostic]]:
    """The one expression `text`, which stands at `start` of a source."""
    if max(text.count(bracket) for bracket in "([{") > MAX_DEPTH:
        return None, [too_deep(Span(source, start, start + len(text))).problem]
    try:
        node: Node = Converter(source, start).node(parser().parse(text, start="expr"))
        return node, []
    except UnexpectedInput as error:
        return None, [syntax_problem(source, error, text, start)]
    except Refused as error:
        return None, [error.problem]


def _parse_lines(source: Source, text: str, offset: int) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    try:
        return Converter(source, offset).lines(parser().parse(text, start="start").children), []
    except UnexpectedInput as error:
        return (), [syntax_problem(source, error, text, offset)]
    except Refused as error:
        return (), [error.problem]


def _parse_chunks(source: Source, text: str) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    """Parses declaration by declaration, so that one mistake hides no other."""
    lines: list[Node] = []
    problems: list[Diagnostic] = []
    for start, end in _chunks(text):
        found, wrong = _parse_lines(source, text[start:end], start)
        lines.extend(found)
        if wrong:
            inner = _inside(text, start, end)
            of_lines = [problem for chunk in inner for problem in _wrong_in(source, text, *chunk)]
            problems += of_lines or _wrong_in(source, text, start, end)
    return tuple(lines), problems


def _wrong_in(source: Source, text: str, start: int, end: int) -> list[Diagnostic]:
    """What cannot be read in a chunk, with another word for it where one is known."""
    problems = _parse_lines(source, text[start:end], start)[1]
    return [mended(problem, text, start, end) or problem for problem in problems]


def _chunks(text: str, start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    """Stretches of whole lines between which no brace is open."""
    end = len(text) if end is None else end
    chunks, depth, begin, position = [], 0, start, start
    for line in text[start:end].splitlines(keepends=True):
        bare = without_texts(line)
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
