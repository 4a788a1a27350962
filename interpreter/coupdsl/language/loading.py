"""Finds and parses all files of a game: what it includes, and the mechanics it names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path
from typing import NamedTuple

from coupdsl.language import codes, tree
from coupdsl.language import tree_declarations as td
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.files import File
from coupdsl.language.looks import files_in, is_file, resolved
from coupdsl.language.parser import parse_file, read_source
from coupdsl.language.places import display_name, read_once, shipped
from coupdsl.language.reading import hindrance
from coupdsl.language.records import entity
from coupdsl.language.source import Span

MAX_FILES = 200


class Added(NamedTuple):
    """A file that a variant brings in, and which of the variants that are put together it is."""

    path: Path
    asked: Span | None = None
    rank: int = 0


@entity
class Loaded:
    files: list[File] = field(default_factory=list)
    ranks: dict[Path, int] = field(default_factory=dict)  # of the files that variants add
    problems: list[Diagnostic] = field(default_factory=list)


@read_once
def read_file(path: Path) -> tuple[File, list[Diagnostic]]:
    """A parsed file."""
    source, problems = read_source(resolved(path), display_name(path))
    return (File(source, (), {}), problems) if problems else parse_file(source)


def load_game(start: Path, extra: Iterable[Added] = ()) -> Loaded:
    """The file `start`, all it includes, the mechanics all of them name, and the `extra` files of a variant."""
    loaded = Loaded()
    seen: dict[Path, str] = {}
    _visit(start, None, [], seen, loaded)
    for added in extra:
        known = set(seen)
        _visit(added.path, added.asked, [], seen, loaded)
        loaded.ranks |= dict.fromkeys(seen.keys() - known, added.rank)
    for name, span, folder in list(mechanics_named(loaded.files)):
        found = _mechanic_path(folder, name)
        if found is None:
            message = f"there is no mechanic `{name}`"
            help_ = suggest(name, mechanics_near(folder)) or "mechanics are files in a folder `mechanics`"
            loaded.problems.append(Diagnostic(codes.MISSING_INCLUDE, span, message, help_))
        else:
            _visit(found, span, [], seen, loaded)
            _declares(name, found, loaded)
    return loaded


def _declares(name: str, path: Path, loaded: Loaded) -> None:
    """A mechanic's file is found by its name, so it declares a mechanic of that name."""
    file = next((file for file in loaded.files if file.source.path == resolved(path)), None)
    mechanics = [node.name for node in file.lines if isinstance(node, td.Mechanic)] if file is not None else []
    if mechanics and name not in {mechanic.text for mechanic in mechanics}:
        message = f"this file is looked up for mechanic `{name}` and declares `{mechanics[0].text}`"
        loaded.problems.append(Diagnostic(codes.MISSING_INCLUDE, mechanics[0].span, message, f"name it `{name}`"))


def _visit(path: Path, asked: Span | None, above: list[Path], seen: dict[Path, str], loaded: Loaded) -> None:
    path = resolved(path)
    if path in above:
        circle = " → ".join(p.stem for p in [*above[above.index(path) :], path])
        assert asked is not None
        loaded.problems.append(Diagnostic(codes.CIRCULAR_INCLUDE, asked, f"files include one another: {circle}"))
        return
    if path in seen:
        return
    if len(seen) >= MAX_FILES:
        if asked is not None and all(problem.code is not codes.TOO_LARGE for problem in loaded.problems):
            message = f"the rules are in more than {MAX_FILES} files; this one and those after it are not read"
            loaded.problems.append(Diagnostic(codes.TOO_LARGE, asked, message, "put several into one file"))
        return
    seen[path] = path.name
    file, problems = read_file(path)
    if asked is not None and problems and problems[0].code is codes.NOT_READABLE:
        stands = hindrance(path)
        missing = f"there is no file `{display_name(path)}`"
        message = f"`{path.name}` cannot be read: it is {stands}" if stands else missing
        near = suggest(path.stem, (other.stem for other in _siblings(path) if other not in (*above, path)))
        problems = [Diagnostic(codes.MISSING_INCLUDE, asked, message, near if stands else _left_behind(path) or near)]
    loaded.problems.extend(problems)
    loaded.files.append(file)
    for node in file.lines:
        if isinstance(node, td.Include):
            for name in node.names:
                _visit(path.parent / f"{name.text}.coup", name.span, [*above, path], seen, loaded)


def _left_behind(path: Path) -> str | None:
    """Help where a shipped game was copied without a file that it includes."""
    found = files_in(shipped(), f"contracts/*/{path.name}")
    return f"copy `{display_name(found[0])}`, too" if found else None


def _siblings(path: Path) -> list[Path]:
    return files_in(path.parent, "*.coup")


def mechanics_named(files: Iterable[File]) -> Iterator[tuple[str, Span, Path]]:
    """The mechanics that are taken in and not declared in these files, with the place and folder of the first use."""
    own = {node.name.text for file in files for node in file.lines if isinstance(node, td.Mechanic)}
    for file in files:
        folder = file.source.folder or Path()
        for node in _all_lines(file.lines):
            name = node.name if isinstance(node, td.Use) else node.plays if isinstance(node, td.Entry) else None
            if name is not None and name.text not in own:
                own.add(name.text)
                yield name.text, name.span, folder


def _all_lines(lines: tuple[tree.Node, ...]) -> Iterator[tree.Node]:
    for node in lines:
        yield node
        body = getattr(node, "body", None)
        if isinstance(node, td.Game | td.When | td.Use) and isinstance(body, tree.Body):
            yield from _all_lines(body.lines)


def _homes(folder: Path) -> Iterator[Path]:
    """Where a folder `mechanics` may stand: here, above, or among what is shipped."""
    yield from (folder, *resolved(folder).parents)
    yield from (path.parent for path in files_in(shipped(), "*/mechanics"))


def _mechanic_path(folder: Path, name: str) -> Path | None:
    for base in _homes(folder):
        found = base / "mechanics" / f"{name}.coup"
        if is_file(found):
            return found
    return None


def mechanics_near(folder: Path) -> set[str]:
    """The mechanics that a game in this folder can take in."""
    return {path.stem for base in _homes(folder) for path in files_in(base / "mechanics", "*.coup")}
