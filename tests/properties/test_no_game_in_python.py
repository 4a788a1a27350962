"""The interpreter knows no game, and its packages import one way only."""

from __future__ import annotations

import ast
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import coupdsl
from coupdsl.language import tree
from coupdsl.language.parser import parse_file, read_source
from coupdsl.language.words import FREE_WORDS, KEYWORDS
from tests.helpers import CONTRACTS, ROOT, choose, coup_files

PACKAGE = ROOT / "interpreter" / "coupdsl"
LAYERS = ("language", "rulesets", "engine", "play", "commands")

# Words of everyday English that a game declares and Python uses in another sense. Reviewed: none is game knowledge.
EVERYDAY = {
    "all": "everybody; an audience",
    "free": "not taken",
    "full": "with nothing left out",
    "item": "an element of a list, in YAML and in loops",
    "items": "the elements of a list or mapping",
    "made": "a move that was made",
    "move": "what a player does",
    "name": "what something is called",
    "none": "the absence of a value; a word of the language",
    "pieces": "what lies in zones; a word of the language",
    "play": "a word of the language",
    "seat": "a player's number; a type of the language",
    "seats": "all of them; a word of the language",
    "text": "a type of the language",
    "true": "a word of the language",
    "false": "a word of the language",
}


# ---- (a) no name of a game in Python
def nodes(thing: object) -> Iterator[tree.Node]:
    """A syntax tree, node by node."""
    if isinstance(thing, tree.Node):
        yield thing
        for name in getattr(thing, "__dataclass_fields__", {}):
            yield from nodes(getattr(thing, name))
    elif isinstance(thing, list | tuple):
        for part in thing:
            yield from nodes(part)


DECLARING = re.compile(
    r"\b(?:game|kind|as|option|extra|account|zone|state|let|order|rule|contract|item|repeat|chooses|for)\s+"
    r"([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*)"
)
PLAIN = re.compile(r'"[^"\n]*"|#[^\n]*|@[A-Z]+\d+')


def declared(path: Path) -> set[str]:
    """The names a rule file declares: things, options with their readings, faces, fields, decisions and moves."""
    text = PLAIN.sub("", path.read_text("utf-8"))
    names = set(DECLARING.findall(text))
    for line in re.findall(r"\b(?:suits|ranks)\s+([^\n]*)", text):
        names |= set(re.findall(r"[a-z][a-z_]*", line))
    for line in re.findall(r"\boption\s+[^\n=]*=([^\n]*)", text):
        names |= set(re.findall(r"[a-z][a-z0-9_]*", line))
    names |= set(re.findall(r"^\s*([a-z][a-z_]*):", text, re.MULTILINE))  # fields
    names |= set(re.findall(r"^\s*(?:otherwise )?([a-z][a-z_]*)(?: [^\n{}=:]*)?\{", text, re.MULTILINE))  # alternatives
    names |= set(re.findall(r"\bfor ([a-z][a-z_]*)\s*$", text, re.MULTILINE))  # reasons
    return {part for name in names for part in (name, name.split(".")[-1]) if len(part) > 1} - KEYWORDS


def used(path: Path) -> dict[str, int]:
    """The identifiers and texts of a Python file, each with a line; words of sentences do not count."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str | None] = []
        if isinstance(node, ast.Name):
            names = [node.id]
        elif isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, ast.keyword):
            names = [node.arg]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        for name in names:
            if name is not None:
                found.setdefault(name.strip("_"), getattr(node, "lineno", 0))
    return found


def games() -> list[str]:
    return sorted(path.name for path in CONTRACTS.iterdir() if path.is_dir() and path.name != "mechanics")


@pytest.mark.parametrize("package", ["language", "rulesets", "engine"])
@pytest.mark.parametrize("game", games())
def test_no_name_of_a_game_stands_in_the_interpreter(game: str, package: str) -> None:
    names = {name for path in (CONTRACTS / game).glob("*.coup") for name in declared(path)}
    assert len(names) > 50
    found = {
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for path in (PACKAGE / package).rglob("*.py")
        for name, line in used(path).items()
        if name in names and name not in EVERYDAY
    }
    assert not found, "\n".join(sorted(found))


def test_every_everyday_word_is_needed() -> None:
    names = {name for path in coup_files() for name in declared(path)} | KEYWORDS
    python = {name for package in LAYERS for path in (PACKAGE / package).rglob("*.py") for name in used(path)}
    assert set(EVERYDAY) <= python
    assert {word for word in EVERYDAY if word not in names} == set()


# ---- (b) other names, the same game
MARK = "q_"
WORD = re.compile(r'"[^"\n]*"|#[^\n]*|@[A-Z]+\d+|[A-Z]+|\d+|[a-z][a-z0-9_]*|.', re.DOTALL)
BUILT_IN = {  # names of the language that are no keywords: types, functions, what a game finds there
    "all", "amount", "any", "card", "cards", "chance", "count", "cell", "deal", "deck", "everyone", "exact", "faces",
    "first", "flag", "last", "left", "list", "max", "min", "near", "nobody", "number", "order", "owner", "party", "piece",
    "player", "position", "rank", "ranks", "ratio", "reason", "row", "rows", "seat", "seats", "set", "suit", "suits", "test",
    "text", "word", "winner", "winners", "top", "bottom", "right",
}  # fmt: skip


def renamed_name(name: str, keep: frozenset[str]) -> str:
    return name if name in keep or name in KEYWORDS else MARK + name


def renamed_rules(text: str, keep: frozenset[str]) -> str:
    """A rule file with every name that is its own marked."""
    parts = []
    for match in WORD.finditer(text):
        word = match[0]
        parts.append(renamed_name(word, keep) if re.fullmatch(r"[a-z][a-z0-9_]*", word) else word)
    return "".join(parts)


def kept() -> frozenset[str]:
    """Names that belong to the language, and those that name files."""
    return frozenset(names_of_the_language() | {path.stem for path in coup_files()})


def names_of_the_language() -> set[str]:
    """What no rule file declares and some rule file uses."""
    own: set[str] = set()
    every: set[str] = set()
    for path in coup_files():
        source, problems = read_source(path)
        file, wrong = parse_file(source)
        assert not problems
        assert not wrong
        text = PLAIN.sub("", source.text)
        every |= set(re.findall(r"[a-z][a-z0-9_]*", text))
        own |= _own_names(text)
        assert file.lines
    return every - own


def _own_names(text: str) -> set[str]:
    names = set(re.findall(r"\b(?:game|kind|as|extra|account|zone|state|let|order|rule|repeat|chooses|for|pieces|mechanic)\s+([a-z]\w*)", text))
    names |= {part for key in re.findall(r"\boption\s+([a-z][\w.]*)", text) for part in key.split(".")}
    for line in re.findall(r"\b(?:suits|ranks)\s+([^\n]*)", text):
        names |= set(re.findall(r"[a-z][a-z_]*", line))
    for line in re.findall(r"\boption\s+[^\n=]*=([^\n]*)", text):
        names |= set(re.findall(r"[a-z][a-z0-9_]*", line))
    names |= set(re.findall(r"\b([a-z]\w*):\s", text))  # fields and parameters
    names |= set(re.findall(r"^\s*(?:otherwise )?([a-z]\w*)(?: [^\n{}=:]*)?\{", text, re.MULTILINE))
    names |= set(re.findall(r"\b(?:contract|item|secretly chooses|chooses|otherwise)\s+([a-z]\w*)", text))
    names |= {word for pair in re.findall(r"chooses ([a-z]\w*) ([a-z]\w*) from", text) for word in pair}
    names |= {word for pair in re.findall(r"^\s*([a-z]\w*) ([a-z]\w*) from", text, re.MULTILINE) for word in pair}
    names |= {word for line in re.findall(r":\s*([a-z_]+(?: \| [a-z_]+)+)", text) for word in re.findall(r"[a-z_]+", line)}
    names |= set(re.findall(r", ([a-z_]+)\)", text)) & REASONS | set(re.findall(r"\bto [^\n]*? for ([a-z]\w*)", text))
    return names - KEYWORDS - ALWAYS
