"""Where a quote is missing in a line: which of its texts is never closed, or never opened."""

from __future__ import annotations

import re

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Source, Span

_TEXT = re.compile(r'"([^"\n]*)"')
_NEXT_LANGUAGE = re.compile(r"^(.*\S) +[a-z]{2} *$")  # after a text whose end is missing
_ONLY_LANGUAGE = re.compile(r"^ *[a-z]{2} +$")


def unclosed_text(source: Source, place: int) -> Diagnostic | None:
    """What is wrong with the quotes of the line that `place` stands in; None where each has its partner."""
    start = source.text.rfind("\n", 0, place) + 1
    line = source.line(source.position(place)[0])
    code = re.sub(r"#.*", "", _TEXT.sub(lambda text: "x" * len(text[0]), line))
    if '"' not in code:
        return None
    for text in _TEXT.finditer(line):
        before = re.search(r"\S+$", line[: text.start()])
        if _ONLY_LANGUAGE.match(text[1]) and before is not None:
            span = Span(source, start + before.start(), start + text.start() + 1)
            return Diagnostic(codes.UNCLOSED, span, "this text is never opened", f'write `"{before[0]}"`')
        if joined := _NEXT_LANGUAGE.match(text[1]):
            return _never_closed(source, start + text.start(), joined[1])
    at = code.index('"')
    return _never_closed(source, start + at, line[at + 1 :].rstrip(" {}"))


def _never_closed(source: Source, start: int, words: str) -> Diagnostic:
    span = Span(source, start, start + 1 + len(words))
    return Diagnostic(codes.UNCLOSED, span, "this text is never closed", f'texts end on their line: `"{words}"`')
