"""Where a file holds signs that would steer a terminal, or turn a line about, if they were sent as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category, name

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.signs import STEERING, spelled
from coupdsl.language.source import Source, Span

HELP = "remove it: people would read something other than what the file says"
_ESCAPED = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|e)")


def strange_signs(source: Source, escapes: bool) -> Iterator[Diagnostic]:
    """A warning for each such sign of a file; with `escapes`, as in YAML, for those that are written out too."""
    found = [(match.span(), match.group()) for match in STEERING.finditer(source.text)]
    for match in _ESCAPED.finditer(source.text) if escapes else ():
        number = int(match[1] or match[2] or match[3] or "1b", 16)
        sign = chr(number) if number < 0x110000 else ""
        if STEERING.fullmatch(sign):
            found.append((match.span(), sign))
    for (start, end), sign in found:
        message = f"this character changes how the text around it is shown: {spelled(sign)}"
        yield Diagnostic(codes.STRANGE_SIGN, Span(source, start, end), message, HELP)


def not_printed(span: Span) -> Diagnostic:
    """What is said where rules hold a sign that nobody sees."""
    sign = span.text
    called = name(sign, spelled(sign)).lower()
    message, help_ = "this character cannot be printed", f"remove it: it is {spelled(sign)}"
    if sign == "\r":
        message, help_ = "lines end here as they did on old computers", "save the file with the usual line ends"
    elif category(sign) in ("Zl", "Zp"):
        message, help_ = f"this line ends with an unusual character, the {called}", "end it like the other lines"
    elif sign.isspace():
        message, help_ = f"this is not one of the usual spaces: {called}", "type a plain space in its place"
    return Diagnostic(codes.SYNTAX, span, message, help_)
