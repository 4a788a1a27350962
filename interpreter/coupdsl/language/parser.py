"""From bytes to the syntax tree of a file. lark is imported where something has to be parsed."""

from __future__ import annotations

import re
from pathlib import Path

from coupdsl.language import codes, kept
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.files import EDITION, Citation, File
from coupdsl.language.lines import join_lines
from coupdsl.language.looks import content, is_file
from coupdsl.language.other_files import RULES, other_file
from coupdsl.language.reading import TooLarge, hindrance
from coupdsl.language.source import Source, Span
from coupdsl.language.tree import Node, Number
from coupdsl.language.tree_declarations import Edition
from coupdsl.language.written_numbers import MAX_DIGITS

MAX_BYTES = 1_000_000
NO_TEXT = ("the file is not text", "rule files are plain UTF-8 text")
_NUMBER = re.compile(rf" *([0-9]{{1,{MAX_DIGITS}}}) *")
_CITATION = re.compile(r'"[^"\n]*"|#[^\n]*|@([A-Z]+)([0-9]+)\b')


def read_source(path: Path, name: str | None = None) -> tuple[Source, list[Diagnostic]]:
    """A file as text, whatever its bytes; with problems the text is empty."""
    shown = name if name is not None else str(path)

    def refuse(code: codes.Code, message: str, help_: str | None = None) -> tuple[Source, list[Diagnostic]]:
        source = Source(shown, "", path)
        return source, [Diagnostic(code, Span(source, 0, 0), message, help_)]

    try:
        if not is_file(path):
            stands = hindrance(path)
            return refuse(codes.NOT_READABLE, f"this is {stands}" if stands else "there is no such file")
        text = content(path, MAX_BYTES).decode("utf-8-sig")
    except TooLarge:
        return refuse(codes.TOO_LARGE, f"the file is larger than {MAX_BYTES // 1000} kB")
    except OSError as error:
        return refuse(codes.NOT_READABLE, f"the file cannot be read: {(error.strerror or 'unknown').lower()}")
    except UnicodeDecodeError as error:
        return Source(shown, "", path), [not_utf8(error, shown, path)]
    if "\0" in text:
        return refuse(codes.NOT_TEXT, *NO_TEXT)
    return Source(shown, text, path), []


def not_utf8(error: UnicodeDecodeError, shown: str, path: Path) -> Diagnostic:
    """What is wrong with bytes that are no text, at the first sign that is none."""
    message, help_ = "this sign is not UTF-8 text", "save the file as UTF-8"
    nowhere = Span(Source(shown, "", path), 0, 0)
    if error.object.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Diagnostic(codes.NOT_TEXT, nowhere, "the file is saved as UTF-16", help_)
    if b"\0" in error.object:
        return Diagnostic(codes.NOT_TEXT, nowhere, *NO_TEXT)
    start = len(error.object[: error.start].decode("utf-8-sig", "replace"))
    seen = Source(shown, error.object.decode("utf-8-sig", "replace"), path)
    return Diagnostic(codes.NOT_TEXT, Span(seen, start, start + 1), message, help_)


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
    lines: tuple[Node, ...] = ()
    if (other := other_file(source, (RULES,))) is not None:
        return File(source, lines, citations), [other]
    problems = list(joined.problems)
    if not problems:
        lines, problems = _lines(source, joined.text)
    file = File(source, lines, citations)
    return file, problems or _edition_problems(file)


def parse_expression(source: Source, start: int = 0, end: int | None = None) -> tuple[Node | None, list[Diagnostic]]:
    """The one expression between two positions of a source, for values given in YAML."""
    end = len(source.text) if end is None else end
    text = source.text[start:end].replace("\n", " ").replace("\r", " ")
    if number := _NUMBER.fullmatch(text):  # as most values in YAML are
        return Number(Span(source, start + number.start(1), start + number.end(1)), int(number[1])), []
    found = kept.fetch(source, start, text, "expression")
    if found is not None:
        return found[0], []
    from coupdsl.language import syntax

    node, problems = syntax.parse_expression(source, text, start)
    if node is not None and not problems:
        kept.store((node,), start, text, "expression")
    return node, problems


def _lines(source: Source, text: str) -> tuple[tuple[Node, ...], list[Diagnostic]]:
    found = kept.fetch(source, 0, text, "lines")
    if found is not None:
        return found, []
    from coupdsl.language import syntax

    lines, problems = syntax.parse_lines(source, text)
    if not problems:
        kept.store(lines, 0, text, "lines")
    return lines, problems


def _edition_problems(file: File) -> list[Diagnostic]:
    source = file.source
    if not file.lines:
        message = "the file is empty, or has only comments"
        return [Diagnostic(codes.EMPTY_FILE, Span(source, 0, 0), message, "begin it with `edition 1`")]
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
