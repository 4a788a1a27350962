"""Tests of rules as people write them, in `*.test.yaml` beside the rules: read, checked and put together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.looks import resolved
from coupdsl.language.other_files import TESTS
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, shipped
from coupdsl.language.records import by_value, entity
from coupdsl.language.source import Span
from coupdsl.rulesets.schema_check import check_schema
from coupdsl.rulesets.yaml_text import Entry, Items, Mapping, Node, Scalar, read_yaml

SETTING = ("rules", "players", "options", "deal", "chance", "given", "play", "refused")
NAMING = ("name", "option", "readings", "cites", "like")
MAX_LIKE = 10


@by_value
class RuleTest:
    """One test; one reading of an option makes one of its own.

    `parts` are its keys, those of the shared parts it is like put in; `shared` are all shared parts by name, whose
    moves a step may play.
    """

    name: str
    span: Span
    parts: dict[str, Entry]
    file: TestFile
    cites: tuple[str, ...] = ()
    option: str | None = None
    reading: str | None = None
    group: int = 0  # tests of one option's readings, compared with one another, have the same

    @property
    def rules(self) -> Node:
        return self.parts["rules"].value

    @property
    def players(self) -> int | None:
        return int(self.parts["players"].value.plain()) if "players" in self.parts else None

    @property
    def options(self) -> dict[str, Any]:
        stated = _mapping(self.parts["options"].value).entries if "options" in self.parts else ()
        options = {option.key: option.given for option in stated}
        return {**options, self.option: self.reading} if self.option is not None else options

    def under(self, reading: str) -> RuleTest:
        """The same test under another reading of its option."""
        return replace(self, reading=reading)

    @property
    def expectations(self) -> Iterator[Entry]:
        """What must hold at the end, in the order in which it is written."""
        return (entry for key, entry in self.parts.items() if key not in SETTING)


@entity
class TestFile:
    path: Path
    seats: tuple[str, ...] = ()
    seats_span: Span | None = None
    shared: dict[str, dict[str, Entry]] = field(default_factory=dict)
    tests: list[RuleTest] = field(default_factory=list)

    @cached_property
    def folder(self) -> Path:
        return resolved(self.path).parent


@cache
def _schema() -> dict[str, Any]:
    import json

    loaded: dict[str, Any] = json.loads((shipped() / "schema" / "tests.schema.json").read_text("utf-8"))
    return loaded


def read_tests(path: Path) -> tuple[TestFile, list[Diagnostic]]:
    """The tests of a file, and every problem of its form."""
    file = TestFile(path)
    source, problems = read_source(path, display_name(path))
    if problems:
        return file, problems
    node, problems = read_yaml(source, (TESTS,))
    if problems or node is None:
        return file, problems
    problems = check_schema(node, _schema())
    if problems or not isinstance(node, Mapping):
        return file, problems
    parts = {entry.key: entry for entry in node.entries}
    if "seats" in parts:
        file.seats = tuple(str(parts["seats"].value.plain()).split())
        file.seats_span = parts["seats"].value.span
        for twice in sorted(name for name, times in Counter(file.seats).items() if times > 1):
            message, help_ = f"two seats are called `{twice}`", "each seat has a name of its own"
            problems.append(Diagnostic(codes.SCHEMA, file.seats_span, message, help_))
    if "shared" in parts:
        written = {entry.key: _mapping(entry.value) for entry in _mapping(parts["shared"].value).entries}
        file.shared = {name: _likened(part, written, problems) for name, part in written.items()}
    common = {key: entry for key, entry in parts.items() if key in ("rules", "players", "options")}
    tests = parts["tests"].value
    assert isinstance(tests, Items)
    for number, test in enumerate(tests.values):
        file.tests += _tests(_mapping(test), number, common, file, problems)
    return file, problems


def _mapping(node: Node) -> Mapping:
    return node if isinstance(node, Mapping) else Mapping(node.span, ())


def _tests(
    test: Mapping, number: int, common: dict[str, Entry], file: TestFile, problems: list[Diagnostic]
) -> Iterator[RuleTest]:
    own = {entry.key: entry for entry in test.entries}
    parts = _merged(common, _likened(test, {}, problems, file.shared))
    cites = tuple(words(own["cites"].value)) if "cites" in own else ()
    span = test.entries[0].value.span if test.entries else test.span
    if ("option" in own) != ("readings" in own) or ("name" in own) == ("option" in own):
        message = "a test has either a `name`, or an `option` and its `readings`"
        problems.append(Diagnostic(codes.MISSING_KEY, span, message))
    elif "name" in own:
        name = str(own["name"].value.plain())
        yield RuleTest(name, span, parts, file, cites, group=number)
    else:
        option = str(own["option"].value.plain())
        for reading in _mapping(own["readings"].value).entries:
            whole = _merged(parts, _likened(_mapping(reading.value), {}, problems, file.shared))
            name = f"{option}: {reading.key}"
            yield RuleTest(name, reading.key_span, whole, file, cites, option, reading.key, number)


def _likened(
    test: Mapping,
    written: dict[str, Mapping],
    problems: list[Diagnostic],
    shared: dict[str, dict[str, Entry]] | None = None,
    depth: int = 0,
) -> dict[str, Entry]:
    """The parts of a test after those of what it is like; `written` are shared parts not yet put together."""
    like = test.get("like")
    found: dict[str, Entry] = {}
    for name in words(like) if like is not None else ():
        assert like is not None
        known = shared if shared is not None else written
        if name not in known or depth > MAX_LIKE:
            message, help_ = f"there is no shared part `{name}`", suggest(name, known)
            if name in known:
                message, help_ = "shared parts are like one another", "leave out `like` in one of them"
            problems.append(Diagnostic(codes.UNKNOWN_NAME, like.span, message, help_))
        elif shared is not None:
            found = _merged(found, shared[name])
        else:
            found = _merged(found, _likened(written[name], written, problems, None, depth + 1))
    return _merged(found, {entry.key: entry for entry in test.entries if entry.key not in NAMING})


def _merged(first: dict[str, Entry], then: dict[str, Entry]) -> dict[str, Entry]:
    """Moves follow one another, situations are put together, expectations are replaced."""
    found = dict(first)
    for key, entry in then.items():
        old = found.pop(key, None)
        if old is not None and key in ("deal", "chance", "given", "options", "play"):
            entry = replace(entry, value=_joined(old.value, entry.value))
        found[key] = entry
    return found


def _joined(one: Node, other: Node) -> Node:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        later = {entry.key for entry in other.entries}
        return Mapping(other.span, (*(entry for entry in one.entries if entry.key not in later), *other.entries))
    return Items(other.span, (*items(one), *items(other)))


def items(node: Node) -> tuple[Node, ...]:
    """The items of a list; what is no list is its only one."""
    return node.values if isinstance(node, Items) else (node,)


def words(node: Node) -> list[str]:
    """The words of a text, or of every item of a list."""
    return [word for item in items(node) for word in text(item).split()]


def text(node: Node) -> str:
    """A scalar as it is written."""
    return node.text if isinstance(node, Scalar) else str(node.plain())


def whole(word: str) -> int | None:
    """The number that a word is, None for one that is none or has more digits than numbers have."""
    return int(word) if re.fullmatch(r"-?[0-9]{1,18}", word) else None
