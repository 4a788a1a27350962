"""One variant file: what it states, each value with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.looks import resolved
from coupdsl.language.other_files import VARIANT
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, read_once, shipped
from coupdsl.language.records import by_value, entity
from coupdsl.language.source import Source, Span
from coupdsl.language.words import BEGINS_LINE
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.ruleset import SENTENCES
from coupdsl.rulesets.schema_check import check_schema, meant_key
from coupdsl.rulesets.schema_help import PLAYERS, USUAL
from coupdsl.rulesets.yaml_text import Entry, Items, Mapping, Node, Scalar, read_yaml


@by_value
class Stated:
    """A value of a variant file: plain data, its place, and the file's own tree of it."""

    value: Any
    span: Span
    key_span: Span
    node: Node


@by_value
class Erratum:
    """A misprint of a source: what is printed, what is used instead, and the source by language, or in all the same."""

    path: str
    printed: str
    used: str
    source: str | dict[str, str]
    span: Span
    used_span: Span


@entity
class Variant:
    """What one file states. `fields` is keyed by entry path and field, `removed` by what it names."""

    name: str
    source: Source
    game: Stated | None = None
    extends: list[Stated] = field(default_factory=list)
    parents: list[Variant] = field(default_factory=list)  # the files that `extends` names
    titles: dict[str, str] = field(default_factory=dict)
    locale: str | None = None
    usual: Stated | None = None  # the usual number of players
    options: dict[str, Stated] = field(default_factory=dict)
    fields: dict[tuple[str, str, str], Stated] = field(default_factory=dict)
    entries: dict[tuple[str, str], Span] = field(default_factory=dict)  # those it sets something of
    removed: dict[tuple[str, str], Stated] = field(default_factory=dict)
    repeated: list[tuple[tuple[str, str], Span]] = field(default_factory=list)  # what the same list removes once more
    added: list[Stated] = field(default_factory=list)  # files
    restored: dict[tuple[str, str], Stated] = field(default_factory=dict)  # brought back, keyed as `removed`
    restored_again: list[tuple[tuple[str, str], Span]] = field(default_factory=list)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    sentences: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)  # of `why`, say, by language and path
    said: list[tuple[str, str, Span]] = field(default_factory=list)  # each of those sentences, with its group and path
    named: list[tuple[str, Span]] = field(default_factory=list)  # what those names and sentences are given to
    errata: list[Erratum] = field(default_factory=list)
    plurals: dict[str, Span] = field(default_factory=dict)
    languages: list[tuple[str, Span]] = field(default_factory=list)  # those it has words in
    strays: list[Entry] = field(default_factory=list)  # that nothing reads where they stand

    @property
    def paths(self) -> set[str]:
        """Every option and field it sets, as errata name them."""
        return {*self.options, *(f"{entry}.{name}" for _, entry, name in self.fields)}

    @property
    def renamed(self) -> list[tuple[str, Span]]:
        """What its names are given to, without what its sentences are."""
        told = {span for _, _, span in self.said}
        return [(path, span) for path, span in self.named if span not in told]

    @property
    def statements(self) -> int:
        """How many options, plurals of kinds and names it states, each of which a game may know or not."""
        return len(self.options) + len(self.plurals) + len(self.named)

    @property
    def folder(self) -> Path:
        assert self.source.path is not None
        return resolved(self.source.path).parent

    @property
    def game_file(self) -> Path | None:
        """The file of the game that it names; it need not be there."""
        return None if self.game is None else self.folder / str(self.game.value)


PARTS = {"remove", "add", "set"}  # under the plural of a kind
APART = {"name", "locale", "options", "names", *SENTENCES, "errata"}  # without which the rest says the same


@cache
def variant_schema() -> dict[str, Any]:
    import json

    loaded: dict[str, Any] = json.loads((shipped() / "schema" / "variant.schema.json").read_text("utf-8"))
    return loaded


def read_variant(path: Path) -> tuple[Variant | None, list[Diagnostic]]:
    """The variant in file `path`, and every problem of its form.

    Without what is not well formed, as far as the rest can be read without it: then there is a variant with problems.
    """
    source, node, problems = _read(path)
    if node is None:
        return None, problems
    variant = Variant(path.stem, source, strays=_slips(node.entries)[1])
    for entry in node.entries:
        if entry not in variant.strays:
            _READERS.get(entry.key, _kind)(variant, entry)
    if variant.game is None and not variant.extends:
        if problems:
            return None, problems
        for one in variant.strays:  # such as `étend: parker-1966`
            if _is_single(one.value) and find_ruleset(str(one.value.plain()), path.parent) is not None:
                message, help_ = f"`{one.key}` is not known here", "did you mean `extends`?"
                return None, [Diagnostic(codes.UNKNOWN_KEY, one.key_span, message, help_)]
        span = node.entries[0].key_span if node.entries else node.span
        return None, [Diagnostic(codes.MISSING_KEY, span, "the variant extends nothing",
                                 "write `extends:` and the name of a ruleset, such as `parker-1966`")]  # fmt: skip
    return variant, problems


@read_once
def _read(path: Path) -> tuple[Source, Mapping | None, list[Diagnostic]]:
    """The tree of the file, if it is one of a variant, without what is not well formed."""
    source, problems = read_source(path, display_name(path))
    node, problems = (None, problems) if problems else read_yaml(source, (VARIANT,))
    if node is not None and not problems:
        entries = _held(node)
        slips, strays = _slips(entries)
        wrong = {*(slip.span for slip in slips), *(stray.key_span for stray in strays)}
        at = _Places(entries)
        found = [(at.entry(one), one) for one in check_schema(node, variant_schema())]
        problems = [*slips, *(one for entry, one in found if entry is None or not _is_told(entry, one, wrong))]
        node = _well_formed(node, problems) if isinstance(node, Mapping) else None
    return source, node if isinstance(node, Mapping) else None, problems


def _well_formed(node: Mapping, problems: list[Diagnostic]) -> Mapping | None:
    """The tree without the parts in which the problems are; None where others may rest on these."""
    places = _Places(node.entries)
    found = [places.entry(problem) for problem in problems]
    if any(entry is None or entry.key not in APART for entry in found):
        return None
    flawed = {entry.key for entry in found if entry is not None}
    kept = [entry for entry in node.entries if entry.key not in flawed]
    for entry in node.entries:
        if entry.key in flawed and entry.key == "options" and isinstance(entry.value, Mapping):
            options = _Places(entry.value.entries)
            wrong = {option.key_span for one in problems if (option := options.entry(one)) is not None}
            right = tuple(one for one in entry.value.entries if one.key_span not in wrong)
            kept.append(replace(entry, value=replace(entry.value, entries=right)))
    return replace(node, entries=tuple(kept))


def _is_told(entry: Entry, problem: Diagnostic, told: set[Span]) -> bool:
    """Does it stand in what an entry holds of which something was told?"""
    return entry.key_span in told and problem.span.start >= entry.value.span.start


def _holds(entry: Entry, problem: Diagnostic) -> bool:
    return entry.key_span.start <= problem.span.start < max(entry.key_span.end, entry.value.span.end)


class _Places:
    """Finds which of the entries of a mapping, one after the other, a problem stands in."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._starts = [entry.key_span.start for entry in entries]

    def entry(self, problem: Diagnostic) -> Entry | None:
        number = bisect_right(self._starts, problem.span.start) - 1
        return self._entries[number] if number >= 0 and _holds(self._entries[number], problem) else None


def _slips(entries: Iterable[Entry]) -> tuple[list[Diagnostic], list[Entry]]:
    """Keys of a variant that are misspelt, and those of which the game alone can tell where they belong.

    The plural of a kind holds a mapping of `remove`, `add` and `set`.
    """
    found, strays = [], []
    plural = None  # of a kind, above the entry
    for entry in entries:
        parts = {part.key for part in entry.value.entries} if isinstance(entry.value, Mapping) else set()
        known = {*KNOWN, PLAYERS}
        if entry.key in PARTS and plural is None:
            strays.append(entry)
            continue
        if entry.key in PARTS:
            help_ = f"indent it further, to put it under `{plural}`"
            message = f"`{entry.key}` is not under anything"
            found.append(Diagnostic(codes.UNKNOWN_KEY, entry.key_span, message, help_))
            continue
        if entry.key in known or parts & PARTS:
            plural = plural if entry.key in known else entry.key
            continue
        near = next(iter(get_close_matches(entry.key, sorted(known), 1, 0.85)), None)
        if USUAL in parts or any(map(_is_language, parts)) or _is_single(entry.value):
            near = meant_key(entry.key, known)  # the plural of a kind holds none of these
        if near is not None:
            message = f"`{entry.key}` is not known here"
            found.append(Diagnostic(codes.UNKNOWN_KEY, entry.key_span, message, f"did you mean `{near}`?"))
        elif entry.key in BEGINS_LINE or _states_values(entry.value) or any(map(_is_language, parts)):
            strays.append(entry)
    return found, strays


def _is_language(key: str) -> bool:
    return re.fullmatch("[a-z]{2}", key) is not None


def _states_values(value: Node) -> bool:
    """Is it a value, a list, or a mapping of values none of whose keys was meant for `remove`, `add` or `set`?"""
    if not isinstance(value, Mapping):
        return isinstance(value, Items) or _is_single(value)
    parts = value.entries
    return bool(parts) and all(_is_single(part.value) and meant_key(part.key, PARTS) is None for part in parts)


def _is_single(value: Node) -> bool:
    return isinstance(value, Scalar) and value.value is not None


# ---- what its keys state
def _stated(entry: Entry) -> Stated:
    return Stated(entry.value.plain(), entry.value.span, entry.key_span, entry.value)


def _held(node: Node) -> tuple[Entry, ...]:
    """The entries of a mapping; none of what is no mapping."""
    return node.entries if isinstance(node, Mapping) else ()


def _name(variant: Variant, entry: Entry) -> None:
    variant.name = str(entry.value.plain())


def _game(variant: Variant, entry: Entry) -> None:
    variant.game = _stated(entry)


def _extends(variant: Variant, entry: Entry) -> None:
    nodes = entry.value.values if isinstance(entry.value, Items) else (entry.value,)
    variant.extends = [Stated(node.plain(), node.span, entry.key_span, node) for node in nodes]


def _titles(variant: Variant, entry: Entry) -> None:
    variant.languages += [(language.key, language.key_span) for language in _held(entry.value)]
    variant.titles = {language.key: language.value.plain() for language in _held(entry.value)}


def _locale(variant: Variant, entry: Entry) -> None:
    variant.locale = str(entry.value.plain())
    variant.languages.append((variant.locale, entry.value.span))


def _options(variant: Variant, entry: Entry) -> None:
    variant.options = {option.key: replace(_stated(option), value=option.given) for option in _held(entry.value)}


def _names(variant: Variant, entry: Entry) -> None:
    variant.names = _by_language(variant, entry)


def _sentences(variant: Variant, entry: Entry) -> None:
    variant.sentences[entry.key] = _by_language(variant, entry)
    variant.said += [
        (f"{entry.key}.{path}", text, span)
        for language in _held(entry.value)
        for path, text, span in _texts(language.value)
    ]


def _by_language(variant: Variant, entry: Entry) -> dict[str, dict[str, str]]:
    """The texts that stand under a key for each language, by what they are given to."""
    languages = _held(entry.value)
    variant.languages += [(language.key, language.key_span) for language in languages]
    variant.named += [(path, span) for language in languages for path, _, span in _texts(language.value)]
    return {language.key: {path: text for path, text, _ in _texts(language.value)} for language in languages}


def _errata(variant: Variant, entry: Entry) -> None:
    errata = entry.value.values if isinstance(entry.value, Items) else ()
    variant.errata = [_erratum(item) for item in errata]
    spoken = [text for item in errata for part in _held(item) for text in _held(part.value)]
    variant.languages += [(text.key, text.key_span) for text in spoken]


def _erratum(node: Node) -> Erratum:
    plain, places = node.plain(), {entry.key: entry.value.span for entry in _held(node)}
    return Erratum(
        plain["path"], str(plain["printed"]), str(plain["used"]), plain["source"], places["path"], places["used"]
    )


def _kind(variant: Variant, entry: Entry) -> None:
    """What is removed, added and set under the plural name of a kind; with how many usually play under `players`."""
    if not isinstance(entry.value, Mapping):
        return
    parts = {part.key: part for part in entry.value.entries}
    if entry.key == PLAYERS and USUAL in parts:
        variant.usual = _stated(parts.pop(USUAL))
    if entry.key == PLAYERS and not parts:
        return
    variant.plurals[entry.key] = next(iter(parts.values())).key_span if entry.key == PLAYERS else entry.key_span
    _entries(variant, entry)


def _entries(variant: Variant, above: Entry) -> None:
    """`remove`, `add` and `set` under the plural name of a kind, or under `rules`."""
    plural = above.key
    for part in _held(above.value):
        if part.key == "remove" and isinstance(part.value, Items):
            for item in part.value.values:
                key = (plural, str(item.plain()))
                if key in variant.removed:
                    variant.repeated.append((key, item.span))
                else:
                    variant.removed[key] = Stated(item.plain(), item.span, item.span, item)
        elif part.key == "add" and isinstance(part.value, Items):
            for item in part.value.values:
                added = Stated(item.plain(), item.span, item.span, item)
                key = (plural, str(added.value))
                if str(added.value).endswith(".coup"):
                    variant.added.append(added)
                elif key in variant.restored:
                    variant.restored_again.append((key, item.span))
                else:
                    variant.restored[key] = added
        elif part.key == "set" and isinstance(part.value, Mapping):
            for entry in part.value.entries:
                if isinstance(entry.value, Mapping):
                    variant.entries[plural, entry.key] = entry.key_span
                    _fields(variant, plural, entry.key, entry.value)


def _fields(variant: Variant, plural: str, path: str, node: Mapping) -> None:
    for entry in node.entries:
        if isinstance(entry.value, Mapping):
            variant.entries[plural, f"{path}.{entry.key}"] = entry.key_span
            _fields(variant, plural, f"{path}.{entry.key}", entry.value)
        else:
            variant.fields[plural, path, entry.key] = _stated(entry)


def _texts(node: Node, prefix: str = "") -> Iterator[tuple[str, str, Span]]:
    """Each text, after the path that it is given to; where this stands."""
    for entry in _held(node):
        if isinstance(entry.value, Mapping):
            yield from _texts(entry.value, f"{prefix}{entry.key}.")
        else:
            yield f"{prefix}{entry.key}", str(entry.value.plain()), entry.key_span


_READERS: dict[str, Callable[[Variant, Entry], None]] = {
    "variant": _name, "game": _game, "extends": _extends, "name": _titles, "locale": _locale, "options": _options,
    "rules": _entries, "names": _names, **dict.fromkeys(SENTENCES, _sentences), "errata": _errata,
}  # fmt: skip
KNOWN = set(_READERS)


__all__ = ["Erratum", "Scalar", "Stated", "Variant", "read_variant"]
