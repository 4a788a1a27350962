"""A game of one's own to begin with: a copy of all files of another; shipped mechanics it goes on using as they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from coupdsl.authoring.new_variant import slug, title
from coupdsl.authoring.texts_cut import without
from coupdsl.language.looks import content, files_in, resolved
from coupdsl.language.places import shipped
from coupdsl.language.source import Source
from coupdsl.play.rule_files import TESTS
from coupdsl.rulesets.catalogue import find_ruleset
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.prose import BOOK
from coupdsl.rulesets.texts import is_of_texts, read_text_file, strays
from coupdsl.search.learnt import MOST_LETTERS, beside

MECHANICS = "mechanics"  # the folder in which they are found
MOST_READ = 2_000_000  # bytes of a file
_FOR_EDITORS = re.compile(r"^# yaml-language-server:[^\n]*\n")  # where a schema is that is not copied
_BEGINS = re.compile(r"^game\s", re.M)
_VARIANT, _GAME, _RULES = (re.compile(rf"^{key}: *([^\n#]*[^\s#])", re.M) for key in ("variant", "game", "rules"))


def variant_of(folder: Path) -> Path:
    """The file in a copy by which it is played."""
    return folder / f"{slug(folder)}.yaml"


def is_taken(folder: Path, composed: Composed) -> bool:
    """Is a file that is copied called like the one by which the copy would be played?"""
    return variant_of(folder).name in {path.name for path in (*_rules_and_texts(composed), *_beside(composed))}


def copied(folder: Path, composed: Composed) -> dict[Path, str]:
    """The files of a copy in `folder`, with what they say, but for texts that only other games beside it need."""
    variant = variant_of(folder)
    found, stands_alone = {variant: _variant(variant, composed)}, _stands_alone(composed)
    for path in (*_rules_and_texts(composed), *_beside(composed)):
        text = _FOR_EDITORS.sub("", _read(path))
        if is_of_texts(path) and not stands_alone:
            text = without(Source(path.name, text), strays(composed.program, read_text_file(path)[0]))
        if path.name.endswith(TESTS):
            text = _RULES.sub(f"rules: ./{variant.name}", text, count=1)
        inside = [MECHANICS] if path.parent.name == MECHANICS else []
        found[folder.joinpath(*inside, path.name)] = text
    learnt = beside(composed.sources[0].path) if composed.sources[0].path is not None else None
    if learnt is not None and learnt.is_file():
        found[beside(variant)] = content(learnt, MOST_LETTERS).decode("utf-8")
    return found


def _stands_alone(composed: Composed) -> bool:
    """Is it the only game in its folder? Of several, files of texts say what others need."""
    own = _files(composed)
    others = (path for path in files_in(own[0].parent, "*.coup") if path not in own)
    return not any(_BEGINS.search(_read(path)) for path in others)


def mechanics_used(composed: Composed) -> list[str]:
    """The shipped mechanics, which are not copied."""
    return [path.stem for path in _files(composed) if _is_shipped_mechanic(path)]


def _variant(file: Path, composed: Composed) -> str:
    game = f"game: ./{_files(composed)[0].name}"
    if not composed.variants:
        return f"variant: {slug(file)}\n{game}\nname: {{en: {json.dumps(title(file), ensure_ascii=False)}}}\n"
    text = _VARIANT.sub(f"variant: {slug(file)}", composed.variants[0].source.text, count=1)
    return _FOR_EDITORS.sub("", _GAME.sub(game, text, count=1))


def _files(composed: Composed) -> list[Path]:
    """Those of the rules, that of the game first."""
    return [resolved(file.source.path) for file in composed.program.files if file.source.path is not None]


def _rules_and_texts(composed: Composed) -> Iterator[Path]:
    variants = {resolved(one.source.path) for one in composed.variants if one.source.path is not None}
    for source in composed.sources:
        if source.path is not None and source.path not in variants and not _is_shipped_mechanic(source.path):
            yield source.path


def _beside(composed: Composed) -> Iterator[Path]:
    """The books of these rules, and the tests of just these that lie in the same folders."""
    own = [path for path in _files(composed) if not _is_shipped_mechanic(path)]
    books = {path.with_name(path.stem + BOOK) for path in own}
    for folder in dict.fromkeys(path.parent for path in own):
        for path in files_in(folder, "*.yaml"):
            if path in books or (path.name.endswith(TESTS) and _is_of(path, composed)):
                yield path


def _is_of(test: Path, composed: Composed) -> bool:
    named = _RULES.search(_read(test))
    found = find_ruleset(named[1].strip("\"'"), test.parent) if named is not None else None
    return found is not None and resolved(found) == composed.sources[0].path


def _is_shipped_mechanic(path: Path) -> bool:
    return path.is_relative_to(resolved(shipped() / "contracts" / MECHANICS))


def _read(path: Path) -> str:
    return content(path, MOST_READ).decode("utf-8")
