"""One game with its variants and options settled, for one number of players: what is played."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import field, fields, is_dataclass
from fractions import Fraction
from functools import cached_property
from types import NoneType
from typing import Any, NamedTuple

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.files import EDITION, Citation
from coupdsl.language.records import by_value, entity
from coupdsl.language.source import Source, Span
from coupdsl.language.types import REASON, Type

SENTENCES = ("why", "why_not")  # on rules and moves, said when somebody asks
HOUSE = "house"  # before the paths of sentences that a variant states: they are on its own rules
MECHANIC = "mechanic"  # before those that stand with a mechanic, once more: they are on what it says itself
CHOSEN = "options"  # the source of what a caller answers to questions


@by_value
class Labels:
    """Words for people in one language, by path: `options.loan.unit`, `names.treasury`, `moves.decline`."""

    language: str
    words: Mapping[str, str]

    def get(self, *paths: str) -> str | None:
        """The first of `paths` that has a text."""
        return next((self.words[path] for path in paths if path in self.words), None)


@by_value
class Setting:
    """A value in force and where it was set."""

    value: object
    span: Span
    citations: tuple[Citation, ...] = ()


@entity
class Ruleset:
    """What is in force: the program with its options, removals and replaced fields."""

    name: str
    program: p.Program
    players: int
    options: dict[str, Setting]
    removed: frozenset[p.Entry] = frozenset()
    overrides: dict[tuple[p.Rule, p.Entry], p.Version] = field(default_factory=dict)
    labels: dict[str, Labels] = field(default_factory=dict)
    locale: str = "en"
    sources: tuple[Source, ...] = ()  # the files they stand in, that to begin with first

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, players={self.players})"

    def words_in(self, language: str) -> Labels:
        """The words for people in `language`, or in English where it has none in that."""
        return self.labels.get(language) or self.labels.get("en") or Labels(language, {})

    # ---- what is in force
    def option(self, key: str) -> object:
        return self.options[key].value

    def holds(self, reading: p.Reading | None) -> bool:
        """Is a reading in force? Without one, always."""
        if reading is None:
            return True
        return (self.is_reading(reading.option, reading.values)) is not reading.negated

    def is_reading(self, option: p.Option, values: tuple[object, ...]) -> bool:
        given = self.options[option.key].value
        return any(_same(given, "none" if value is None else value) or _same(given, value) for value in values)

    def version(self, rule: p.Rule, entry: p.Entry | None) -> p.Version | None:
        """The text of `rule` in force, as `entry` has it."""
        if entry is not None and (rule, entry) in self.overrides:
            return self.overrides[rule, entry]
        best: p.Version | None = None
        for version in rule.versions:
            if version.entry is not None and version.entry is not entry:
                continue
            if not self.holds(version.reading):
                continue
            if best is None or precedence(version) >= precedence(best):
                best = version
        return best

    def versions_of_any(self, rule: p.Rule) -> list[p.Version]:
        """The texts of `rule` in force for one entry or another, or for none."""
        own = [version.entry for version in rule.versions] + [entry for one, entry in self.overrides if one is rule]
        found = [self.version(rule, entry) for entry in dict.fromkeys([None, *own])]
        return list(dict.fromkeys(version for version in found if version is not None))

    def entries(self, kind: p.Kind) -> list[p.Entry]:
        """The entries in play that are not part of another."""
        return [entry for entry in kind.entries if entry.parent is None and entry not in self.removed]

    def children(self, entry: p.Entry) -> list[p.Entry]:
        """The entries nested in one, but those taken out, and those of a field that a variant states as a whole."""
        whole = {rule.name for rule, of in self.overrides if of is entry}
        return [one for one in entry.children if one not in self.removed and one.kind.plural not in whole]

    def meaning(self, rule: p.Rule, entry: p.Entry | None = None) -> str:
        """A text of what is in force of `rule` (for `entry` alone, where one is given): equal where that is."""
        return _dump(self.version(rule, entry) if entry is not None else rule, self, self._by_name())

    def meaning_of(self, part: object) -> str:
        """A text of a part of the program: equal where what it says is."""
        return _dump(part, self, self._by_name())

    def _by_name(self) -> _Names:
        return _Names({}, tuple(self.program.reasons))

    @cached_property
    def faces_written(self) -> str:
        """A text of its cards: equal where they are the same, as often."""
        return "\n".join((f"copies {self.program.copies.get(None, 1)}", *self._faces_written()))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what is played: rules, options, numbers and seats; not labels, comments or places."""
        digest = hashlib.sha256()
        for part in self._meaning():
            digest.update(part.encode())
            digest.update(b"\0")
        return digest.hexdigest()[:32]

    def _meaning(self) -> Iterator[str]:
        program = self.program
        yield f"edition {EDITION} players {self.players} unit {program.unit} copies {program.copies.get(None, 1)}"
        yield from self._faces_written()
        for key in sorted(self.options):
            yield f"{key}={_value_text(self.options[key].value)}"
        for kind in program.kinds.values():
            nested = (f" without {one.path}" for one in kind.entries if one.parent is not None and one in self.removed)
            yield f"{kind.name}:" + ",".join(entry.path for entry in self.entries(kind)) + "".join(nested)
        names = _Names({})
        declared = (*program.families, *program.zones, *program.accounts, *program.states)
        for thing in (*declared, *_rules(program)):
            yield _dump(thing, self, names)
        for mechanic in program.mechanics.values():
            yield _dump(mechanic.body, self, names)
        yield _dump(program.main, self, names) + _dump(program.limit, self, names)

    def _faces_written(self) -> Iterator[str]:
        program = self.program
        for name in sorted(name for name in program.copies if name is not None):
            yield f"{program.copies[name]} of {name}"
        if program.grid is not None:
            yield "cells " + ",".join(program.grid.names())
        for faces in (program.suits, program.ranks, program.extras):
            yield ",".join(f"{face.name}:{face.mark}" for face in faces)


def precedence(version: p.Version) -> tuple[int, bool]:
    """Of two texts of a rule that both hold, the one that is higher here goes before the other."""
    return version.level, version.entry is not None


def _same(one: object, other: object) -> bool:
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def _rules(program: p.Program) -> Iterator[p.Rule]:
    yield from program.rules
    for kind in program.kinds.values():
        yield from kind.members.values()
    for kind in program.kinds.values():
        for entry in kind.entries:
            yield from entry.lets.values()


def _value_text(value: object) -> str:
    if isinstance(value, frozenset | set):
        return "[" + ",".join(sorted(map(str, value))) + "]"
    if isinstance(value, tuple | list):
        return "[" + ",".join(sorted(map(str, value))) + "]"
    return f"{type(value).__name__}:{value}" if isinstance(value, bool | Fraction) else str(value)


_SKIPPED = {
    "span",
    "citations",
    "texts",
    "files",
    "default_span",
    "shown_as",
    "shown_by",
    "needs",
    "versions",
}


_PLAIN = (str, int, NoneType)
_KEPT = (p.State, p.Zone, p.Account, p.Family)
_DECLARED = (p.Entry, p.Kind, p.Mechanic)
_NAMED = (*_DECLARED, *_KEPT, p.Rule, p.Option)
_TYPES: dict[Type, str] = {}  # written once


class _Names(NamedTuple):
    """What stands for locals in a text; and for reasons, where not their numbers, which others before them move."""

    locals: dict[int, int]
    reasons: tuple[str, ...] = ()


def _dump(thing: object, rules: Ruleset, names: _Names) -> str:
    """A text of a program part that is the same exactly when its meaning is; declared things by name."""
    if isinstance(thing, _PLAIN):
        return str(thing)
    if isinstance(thing, p.Rule):
        texts = [
            f"{entry.path if entry else ''}:{_dump(version, rules, names)}"
            for entry in (None, *_entries_of(thing, rules))
            if (version := rules.version(thing, entry)) is not None
        ]
        return f"rule {thing.owner}.{thing.name}({','.join(map(str, thing.parameter_types))}){thing.type}{texts}"
    if isinstance(thing, p.Version):
        return " ".join(_dump(part, rules, names) for part in (thing.parameters, thing.value, thing.body))
    if isinstance(thing, p.Local):
        return f"local{names.locals.setdefault(id(thing), len(names.locals))}:{thing.type}"
    if isinstance(thing, pe.Const) and thing.type == REASON and names.reasons and isinstance(thing.value, int):
        return f"reason {names.reasons[thing.value]}"
    if isinstance(thing, _KEPT):
        inner = {name: getattr(thing, name) for name in _told(thing)}
        return type(thing).__name__ + str({k: _inner(v, rules, names) for k, v in inner.items()})
    if isinstance(thing, tuple | list):
        return "[" + ",".join(_dump(item, rules, names) for item in thing) + "]"
    if isinstance(thing, Type):
        if thing not in _TYPES:
            _TYPES[thing] = _parts(thing, rules, names)
        return _TYPES[thing]
    if is_dataclass(thing) and not isinstance(thing, _DECLARED):
        return _parts(thing, rules, names)
    return _reference(thing)


def _parts(thing: object, rules: Ruleset, names: _Names) -> str:
    parts = (f"{name}={_inner(getattr(thing, name), rules, names)}" for name in _told(thing))
    return f"{type(thing).__name__}({','.join(parts)})"


def _told(thing: Any) -> tuple[str, ...]:
    """The fields of a part that have to do with its meaning."""
    kind = type(thing)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind) if field.name not in _SKIPPED)
    return _FIELDS[kind]


_FIELDS: dict[type, tuple[str, ...]] = {}


def _inner(thing: object, rules: Ruleset, names: _Names) -> str:
    return _reference(thing) if isinstance(thing, _NAMED) else _dump(thing, rules, names)


def _reference(thing: object) -> str:
    if isinstance(thing, p.Option):
        return f"option {thing.key}"
    if isinstance(thing, p.Entry):
        return f"entry {thing.path}"
    name = getattr(thing, "name", None)
    return f"{type(thing).__name__} {name}" if isinstance(name, str) else str(thing)


def _entries_of(rule: p.Rule, rules: Ruleset) -> list[p.Entry]:
    return [entry for kind in rules.program.kinds.values() for entry in kind.entries
            if any(v.entry is entry for v in rule.versions) or (rule, entry) in rules.overrides]  # fmt: skip
