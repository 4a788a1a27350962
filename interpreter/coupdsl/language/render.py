"""Problems as text, JSON or annotations of a code host: three views of the same data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from coupdsl.language import signs
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.signs import BOLD, CYAN, RED, RESET, YELLOW
from coupdsl.language.source import Span


def as_text(problems: Iterable[Diagnostic], colour: bool = False) -> str:
    """Each problem with its source line and the place underlined."""
    return "\n\n".join(_text(problem, colour) for problem in problems)


def _text(problem: Diagnostic, colour: bool) -> str:
    mark = YELLOW if problem.is_warning else RED
    mark, bold, cyan, reset = (mark, BOLD, CYAN, RESET) if colour else ("", "", "", "")
    code, word = problem.code, "warning " if problem.is_warning else ""
    head = f"{problem.span}: {mark}{word}{code.number} {code.name}{reset}: {bold}{problem.message}{reset}"
    parts = [head, *_excerpt(problem.span, mark, reset)]
    for span, word in problem.also:
        parts += [f"  {span}: {word}", *_excerpt(span, cyan, reset)]
    if problem.help:
        parts.append(f"  {cyan}help:{reset} {problem.help}")
    return "\n".join(parts)


def _excerpt(span: Span, colour: str, reset: str) -> list[str]:
    if span.is_empty:
        return []
    line = span.source.line(span.line)
    shown = line.replace("\t", " ")
    if not shown.strip():
        return []
    column = span.column - 1
    length = max(1, min(span.end - span.start, len(line) - column))
    if len(shown) > 160:  # a very long line: only the neighbourhood of the place
        cut = max(0, column - 60)
        shown, column = "…" + shown[cut : cut + 140] + "…", column - cut + 1
        length = min(length, 80)
    number = str(span.line)
    margin = " " * len(number)
    return [f"  {number} | {shown}", f"  {margin} | {' ' * column}{colour}{'^' * length}{reset}"]


def as_data(problem: Diagnostic) -> dict[str, Any]:
    """One problem as plain data; lines and columns count from 1, the end column is after the last character.

    What concerns a file as a whole has no line.
    """
    return {
        "code": problem.code.number, "name": problem.code.name, "severity": problem.severity,
        "message": problem.message, "help": problem.help,
        **place(problem.span), "also": [{**place(span), "message": word} for span, word in problem.also],
    }  # fmt: skip


def place(span: Span) -> dict[str, Any]:
    """A place as plain data."""
    if span.is_empty:
        return {"file": span.source.name, "line": None, "column": None, "end_line": None, "end_column": None}
    end_line, end_column = span.source.position(min(span.end, len(span.source.text)))
    return {
        "file": span.source.name, "line": span.line, "column": span.column, "end_line": end_line,
        "end_column": end_column,
    }  # fmt: skip


def as_json(problems: Iterable[Diagnostic]) -> str:
    return signs.as_json([as_data(problem) for problem in problems], indent=2)


def as_github(problems: Iterable[Diagnostic]) -> str:
    """Workflow commands that annotate the lines of a pull request."""
    return "\n".join(_annotation(as_data(problem)) for problem in problems)


def _annotation(data: dict[str, Any]) -> str:
    text = data["message"] + (f" ({data['help']})" if data["help"] else "")
    place = f"file={_escaped(data['file'])}"
    if data["line"] is not None:
        place += f",line={data['line']},col={data['column']},endColumn={data['end_column']}"
    return f"::{data['severity']} {place},title={data['code']} {data['name']}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
