"""Texts beside mechanics are for several games: which of them are for what this one takes in."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from coupdsl.language import cache_folder as disk
from coupdsl.language import program as p
from coupdsl.language import tree
from coupdsl.language import tree_declarations as td
from coupdsl.language.files import File
from coupdsl.language.loading import read_file
from coupdsl.language.looks import files_in, resolved
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, read_once
from coupdsl.language.remembered import name_of
from coupdsl.language.source import Span
from coupdsl.rulesets.strange_texts import ON_NAMES, option_of, term
from coupdsl.rulesets.table_hints import GROUPS

NAMED = (
    tree.State | tree.Let | tree.Reveal | tree.Pick | td.Shape | td.Zone | td.Account | td.Pieces | td.KindField
    | td.Kind | td.Entry | td.Marked | td.Parameter
)  # fmt: skip
Texts = dict[str, dict[str, tuple[str, Span]]]


def held(program: p.Program, texts: Texts) -> Texts:
    """The texts without those that are for mechanics that these rules do not take in.

    What no file of their folder declares is everybody's, such as a suit, and so is what several do, such as `pass`.
    """
    mine = {file.source.path for file in program.files}
    strange = {home: _named_elsewhere(home, mine) for home in homes_of_mechanics(program)}

    def is_held(path: str, home: Path | None) -> bool:
        return home is None or strange.get(home, set()).isdisjoint(_subjects(path))

    return {
        language: {path: of for path, of in words.items() if is_held(path, of[1].source.folder)}
        for language, words in texts.items()
    }


def homes_of_mechanics(program: p.Program) -> set[Path]:
    """The folders of mechanics that are not that of the game."""
    homes = {mechanic.span.source.folder for mechanic in program.mechanics.values()} - {program.span.source.folder}
    return {home for home in homes if home is not None}


def _named_elsewhere(home: Path, mine: set[Path | None]) -> set[str]:
    """What a single file of a folder names that is none of `mine`."""
    files = files_in(home, "*.coup")
    times = Counter(name for file in files for name in _named(file))
    return {name for file in files if resolved(file) not in mine for name in _named(file) if times[name] == 1}


def _subjects(path: str) -> Iterator[str]:
    """What a text is of, as `_named` has it."""
    group, _, name = path.removeprefix("told.").partition(".")
    if group in ("moves", "decisions"):
        yield f"{group}.{name.partition('.')[0]}"
    elif group == "options":
        yield f"options.{option_of(path)}"
    elif group in ("names", *GROUPS):
        yield from (f"names.{part}" for part in name.split("."))
    elif group in ("reasons", *ON_NAMES):
        yield from term(path)


@read_once
def _named(path: Path) -> set[str]:
    """What a file of rules declares, by the groups of texts, and every name that stands in it."""
    source, _ = read_source(path, display_name(path))
    name = name_of("named", source.text)
    kept = disk.fetch(name)
    if kept is not None:
        return set(json.loads(kept))
    found = _named_in(read_file(path)[0])
    disk.store(name, json.dumps(sorted(found)).encode())
    return found


def _named_in(file: File) -> set[str]:
    found = set(names_in(file.source.text))
    for node in _nodes(file.lines):
        if isinstance(node, NAMED):
            found.add(f"names.{node.name.text}")
        elif isinstance(node, tree.Choose):
            found.add(f"decisions.{node.name.text}")
        elif isinstance(node, tree.Alternative) and node.word is not None:
            found.add(f"moves.{node.word.text}")
        elif isinstance(node, td.Option):
            found.add(f"options.{node.key.text}")
    return found


def _nodes(value: Any) -> Iterator[tree.Node]:
    if isinstance(value, tuple):
        for one in value:
            yield from _nodes(one)
    elif isinstance(value, tree.Node):
        yield value
        for field in fields(value):
            yield from _nodes(getattr(value, field.name))


@lru_cache(maxsize=256)
def names_in(text: str) -> frozenset[str]:
    """The names in the text of a file of rules."""
    return frozenset(re.findall(r"\w+", re.sub(r'"[^"\n]*"|#[^\n]*', "", text)))
