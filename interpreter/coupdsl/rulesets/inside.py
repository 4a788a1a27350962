"""What a stranger's rules may have shown: problems of their own files, and no line of any other.

A pack is the folder of the file that somebody names, with the rules of the checkout around it. Its rules may name
files elsewhere, which are read as rules; where they are none, nothing of what stands in them is quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.looks import resolved
from coupdsl.language.places import display_name, shipped
from coupdsl.language.source import Source, Span
from coupdsl.rulesets.catalogue import checkout_of


def folder_of(path: Path) -> Path:
    """The folder that a file lies in, which may be a link to one elsewhere."""
    return resolved(path.parent)


def pack_of(folders: Sequence[Path]) -> list[Path]:
    """All folders of whose files something may be shown, where these folders were given."""
    inside = [*map(resolved, folders), resolved(shipped())]
    inside += [one for folder in folders for one in checkout_of(folder)]
    return inside + [above / "mechanics" for folder in inside for above in folder.parents]  # shared rules and words


def seen_from(folders: Sequence[Path], problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The problems as whoever gave these folders may see them: those in files elsewhere in one line each file.

    Warnings in files elsewhere are left out: they stop nothing there either.
    """
    inside = pack_of(folders)

    def quoted(span: Span) -> bool:
        path = span.source.path
        return path is None or any(resolved(path).is_relative_to(folder) for folder in inside)

    found: dict[Diagnostic, None] = {}
    for problem in problems:
        if not quoted(problem.span):
            if problem.is_warning:
                continue
            problem = _unquoted(problem)
        elif not all(quoted(span) for span, _ in problem.also):
            problem = replace(problem, also=tuple(place for place in problem.also if quoted(place[0])))
        found.setdefault(problem)
    return list(found)


def _unquoted(problem: Diagnostic) -> Diagnostic:
    source = problem.span.source
    if problem.code is codes.NOT_READABLE:
        return problem  # says nothing of what stands in it
    message = "this file is outside the given folder, and has problems"
    folder = display_name(resolved(source.path).parent) if source.path is not None else source.name
    help_ = f"to see them, give `coupdsl validate` the folder `{folder}` too"
    return Diagnostic(codes.NOT_READABLE, Span(Source(source.name, "", source.path), 0, 0), message, help_)
