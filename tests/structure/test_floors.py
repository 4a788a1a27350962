"""The packages import one way only, and so do files, but for a few pairs."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.helpers import ROOT

pytestmark = pytest.mark.unmeasured

PACKAGE = ROOT / "interpreter" / "coupdsl"
FLOORS = (
    "language", "rulesets", "code", "engine", "native", "search", "phrases", "play", "scene", "scoring",
    "rulebook", "table", "screen", "testing", "authoring", "study", "commands",
)  # fmt: skip
CIRCLES = {
    frozenset({"engine.rules", "engine.state"}),  # rules start a state, which runs by them
    frozenset({"native.machine", "native.compiled_state"}),  # as these do
    frozenset({"play.game", "play.log"}),  # a game is saved as a log, and a log is played again as a game
    frozenset({"search.arena", "search.given"}),  # an arena has its tries made by loops, which are given the arena
    frozenset({"native.expressions.expression_code", "native.expressions.operations"}),  # operands are expressions
}


def module_of(path: Path) -> str:
    parts = ("coupdsl", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {module_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The modules of coupdsl that a file imports, also inside functions and for types, with the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        yield from imported_by(node, path)


def imported_by(node: ast.AST, path: Path) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0 and node.module, f"{path}:{node.lineno}: a relative import"
        of_module = {f"{node.module}.{alias.name}" for alias in node.names} & modules().keys()
        names = [*of_module] or [node.module]
    else:
        return
    for name in names:
        if name.split(".")[0] == "coupdsl":
            yield node.lineno, name


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_point_one_way(floor: str) -> None:
    above = FLOORS[FLOORS.index(floor) + 1 :]
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for path in sorted((PACKAGE / floor).rglob("*.py"))
        for line, name in imported(path)
        if name.split(".")[1:2] and name.split(".")[1] in above
    ]
    assert not wrong, "\n".join(wrong)


def test_a_file_name_says_one_thing() -> None:
    times = Counter(path.name for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    assert [name for name, often in times.items() if often > 1] == []


def test_no_two_files_of_tests_are_called_alike() -> None:
    """Where pytest tries both at once, it takes them for one module."""
    times = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, often in times.items() if often > 1] == []


def test_every_package_has_its_place_in_the_row() -> None:
    assert {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()} == set(FLOORS)


def reached(start: str, beside: dict[str, set[str]]) -> set[str]:
    """What can be come to from a module by imports."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in beside[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return found


def test_files_import_one_another_in_a_circle_only_where_each_is_of_use_to_the_other() -> None:
    beside = {name: {to for _, to in imported(path)} & modules().keys() - {name} for name, path in modules().items()}
    reach = {name: reached(name, beside) for name in beside}
    circles = {frozenset(to for to in reach[name] if name in reach[to]) for name in beside if name in reach[name]}
    assert {frozenset(name.removeprefix("coupdsl.") for name in circle) for circle in circles} == CIRCLES


def at_the_top(path: Path) -> Iterator[str]:
    """What a file imports as soon as it is imported itself."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (name for _, name in imported_by(node, path))


def test_no_file_needs_itself_to_be_imported() -> None:
    beside = {name: {*at_the_top(path)} & modules().keys() - {name} for name, path in modules().items()}
    assert [name for name in beside if name in reached(name, beside)] == []
