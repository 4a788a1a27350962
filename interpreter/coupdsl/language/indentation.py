"""Where a brace is missing, as told by how the lines are indented: asked only when braces do not pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Source, Span


@dataclass
class Row:
    """A line that holds something, and its braces."""

    number: int
    indent: int
    start: int
    end: int
    braces: list[int] = field(default_factory=list)

    @property
    def begins_with_brace(self) -> bool:
        return bool(self.braces) and self.braces[0] == self.start


def rows(source: Source, text: str, braces: Iterable[int]) -> list[Row]:
    """The lines of `text`, which is `source` with blanks for comments."""
    found: dict[int, Row] = {}
    for number, start in enumerate(source.line_starts, 1):
        line = text[start : start + len(source.line(number))]
        if line.strip():
            indent = len(line) - len(line.lstrip())
            found[number] = Row(number, indent, start + indent, start + len(line.rstrip()))
    for place in braces:
        found[source.position(place)[0]].braces.append(place)
    return list(found.values())


def missing_braces(source: Source, lines: list[Row]) -> Iterator[Diagnostic]:
    """A block ends before the first line that is no deeper than its own, and only a brace at that depth ends it."""
    opened: list[tuple[Row, int]] = []
    for index, row in enumerate(lines):
        closes = row.begins_with_brace and source.text[row.start] == "}"
        while opened and (row.indent < opened[-1][0].indent or (row.indent == opened[-1][0].indent and not closes)):
            yield never_closed(source, opened.pop()[1], "{", lines[index - 1].number + 1)
        for place in row.braces:
            if source.text[place] == "{":
                opened.append((row, place))
            elif place == row.start and not (opened and opened[-1][0].indent == row.indent):
                yield _never_opened(source, lines[:index], row)
            elif place == row.start or (opened and (opened[-1][0] is row or _ends(opened[-1][0], lines[index + 1 :]))):
                opened.pop()
            else:
                yield closes_nothing(source, place)
    for _, place in opened:
        yield never_closed(source, place, "{", None)


def _ends(block: Row, below: list[Row]) -> bool:
    """Does a block end here, if a brace stands at the end of a line and the next line has none for it?"""
    return not below or (below[0].indent <= block.indent and not below[0].begins_with_brace)


def _never_opened(source: Source, above: list[Row], row: Row) -> Diagnostic:
    head = next((other for other in reversed(above) if other.indent <= row.indent), None)
    if head is None or head.indent != row.indent or head is above[-1]:
        return closes_nothing(source, row.start)
    span = Span(source, head.start, head.end)
    also = ((Span(source, row.start, row.start + 1), "closed here"),)
    message = "a block below this line is closed and never opened"
    return Diagnostic(codes.UNCLOSED, span, message, "write `{` at the end of this line", also)


def closes_nothing(source: Source, place: int, within: int | None = None) -> Diagnostic:
    """`within` is the place of a bracket of another sort that is open there."""
    span = Span(source, place, place + 1)
    help_ = "remove it, or open the bracket it belongs to"
    also = ((Span(source, within, within + 1), "this is open there"),) if within is not None else ()
    return Diagnostic(codes.UNCLOSED, span, f"`{span.text}` closes nothing", help_, also)


def never_closed(source: Source, place: int, bracket: str, before: int | None) -> Diagnostic:
    """The bracket at `place` should be closed before a line, or at the end."""
    closing = {"{": "}", "(": ")", "[": "]"}[bracket]
    where = f"before line {before}" if before is not None else "at the end of the file"
    span = Span(source, place, place + 1)
    return Diagnostic(codes.UNCLOSED, span, f"`{bracket}` is never closed", f"write `{closing}` {where}")
