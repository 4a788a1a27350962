"""The interpreter knows no game."""

from __future__ import annotations

import ast
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from tests.helpers import CONTRACTS, GAMES, ROOT, choose, coup_files, sample, yaml_files

import coupdsl
from coupdsl.language.words import KEYWORDS
from coupdsl.scene.onlooker import Onlooker, Scenery

pytestmark = pytest.mark.unmeasured

PACKAGE = ROOT / "interpreter" / "coupdsl"
KNOWS_NO_GAME = ("language", "rulesets", "code", "engine", "search", "scene")

# Everyday words that a game declares and Python uses in another sense. Each was looked up: none is game knowledge.
EVERYDAY = {
    "above": "earlier in a list",
    "allowed": "what may be",
    "aside": "where at the table a zone may lie for people: under `places` in texts",
    "best": "the highest found so far",
    "block": "lines in braces",
    "by_chance": "what is said where chance decides",
    "call": "to call a function or rule",
    "chosen": "what was picked",
    "collect": "to gather",
    "contracts": "the folder of the shipped rule files",
    "colour": "a colour of the terminal",
    "deal": "what chance does where it draws pieces; the word of those moves",
    "decided": "settled before play",
    "declare": "to make a name known",
    "discard": "to take out of a set",
    "draw": "to take a random piece out of a bag",
    "drawing": "a place in the code where pieces are drawn",
    "drawn": "what was drawn",
    "each": "every one",
    "either": "one of two, as in `a or b`",
    "end": "where something ends",
    "extends": "the parents of a variant",
    "fits": "is of the right type",
    "fold": "to go over the elements of a list with a sum or a largest",
    "hand": "where at the table a zone may lie for people: under `places` in texts",
    "hidden": "how many pieces are not seen",
    "item": "an element",
    "items": "the elements of a mapping",
    "layout": "the numbers of pieces, zones and states",
    "lift": "to apply an operation to what is not fixed",
    "memory": "the states and locals of a running game",
    "named": "what has a name",
    "open": "what takes any value of a type; the function of Python",
    "optional": "what may be none",
    "options": "what can be chosen; the options of the language",
    "origin": "what lark calls the symbol that a rule of a grammar makes",
    "paid": "the event of a payment",
    "places": "places in files",
    "played": "the mechanic of an entry, from `plays`",
    "players": "how many play",
    "rest": "what remains",
    "result": "what comes of a game, a call or an operation",
    "round": "to round a number",
    "run": "to run",
    "scope": "where names are known",
    "settle": "to fix what is in force",
    "shows": "the lines that show pieces",
    "size": "how many are in a set or at a table",
    "skip": "how many are left out",
    "split": "the method of texts",
    "starts": "where lines or procedures start",
    "table": "a table of functions by name or kind",
    "target": "where something goes: a value, a jump",
    "trick": "how a zone may be drawn for people: `shown as trick`",
    "unlimited": "what is said of money that is not counted",
    "view": "what a seat sees",
    "why": "the reason of a refusal",
}


# ---- (a) no name of a game in Python
# Names of the language that are no keywords: types, functions, audiences, hints, languages.
OF_THE_LANGUAGE = frozenset({
    "all", "amount", "any", "card", "cell", "chance", "choices", "column", "count", "en", "everyone", "first", "flag",
    "form", "fr", "last", "left", "line", "list", "max", "members", "min", "name", "near", "nobody", "nothing",
    "number", "owner", "partial", "partners", "party", "piece", "place_in", "position", "rank", "ratio", "reason",
    "right", "row", "one", "runs", "seat", "set", "suit", "team", "teams", "test", "text", "word",
})  # fmt: skip
PLAIN = re.compile(r'"[^"\n]*"|#[^\n]*|@[A-Z]+\d+')
NAME = re.compile(r"[a-z][a-z0-9_]*")


def own_names(folder: Path) -> frozenset[str]:
    """The names that the rule files of a folder bring with them: all but the words of the language."""
    texts = (PLAIN.sub(" ", path.read_text("utf-8")) for path in folder.rglob("*.coup"))
    return frozenset(name for text in texts for name in NAME.findall(text)) - KEYWORDS - OF_THE_LANGUAGE


def used(path: Path) -> dict[str, int]:
    """The identifiers and texts of a Python file, each with a line; words of sentences do not count."""
    found: dict[str, int] = {}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str | None] = []
        if isinstance(node, ast.Name):
            names = [node.id]
        elif isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.arg | ast.keyword):
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


@pytest.mark.parametrize("package", KNOWS_NO_GAME)
@pytest.mark.parametrize("game", games())
def test_no_name_of_a_game_stands_in_the_interpreter(game: str, package: str) -> None:
    names = {name for name in own_names(CONTRACTS / game) if len(name) > 1}
    found = {
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for path in (PACKAGE / package).rglob("*.py")
        for name, line in used(path).items()
        if name in names and name not in EVERYDAY
    }
    assert not found, "\n".join(sorted(found))


def test_every_everyday_word_is_needed() -> None:
    python = {name for package in KNOWS_NO_GAME for path in (PACKAGE / package).rglob("*.py") for name in used(path)}
    assert {word for word in EVERYDAY if word not in python or word not in own_names(CONTRACTS)} == set()


# ---- (b) other names, the same game
MARK = "q_"
TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|@[A-Z]+\d+|[a-z][a-z0-9_]*|.', re.DOTALL)
PARTS_OF_TEXT_FILES = {
    "language",
    "names",
    "options",
    "ask",
    "readings",
    "decisions",
    "moves",
    "reasons",
    "why",
}
GROUPS_OF_TEXTS = PARTS_OF_TEXT_FILES | {"places"}
PARTS_OF_VARIANTS = {"options", "players", "remove", "add", "set"}
UNCHANGED = {"variant", "extends", "name", "locale", "errata"}


class Renaming:
    """Puts a mark before every name of the rule files, wherever it stands; they contain no such mark before."""

    def __init__(self) -> None:
        self.names = own_names(CONTRACTS)
        assert not any(MARK in name for name in self.names)

    def word(self, text: str) -> str:
        return NAME.sub(lambda match: MARK + match[0] if match[0] in self.names else match[0], text)

    def rules(self, text: str) -> str:
        """A rule file; how a zone is drawn for people and what columns are called are words of the language."""
        done = "".join(MARK + token if token in self.names else token for token in TOKEN.findall(text))
        done = re.sub(rf"\bcells {MARK}(\w)\.\.{MARK}(\w)", r"cells \1..\2", done)
        return re.sub(rf"\bshown as {MARK}", "shown as ", done)

    def texts(self, data: Any, depth: int = 0, names_stand_in: bool = False) -> Any:
        """A file of texts: its keys, and what sentences for why fill in, which are names of the rules."""
        if not isinstance(data, dict):
            return re.sub(r"\{[^{}]*\}", lambda match: self.word(match[0]), data) if names_stand_in else data
        parts = GROUPS_OF_TEXTS if depth == 0 else PARTS_OF_TEXT_FILES if depth > 1 else set()
        return {
            key if key in parts else self.word(key): self.texts(
                value, depth + 1, names_stand_in or (depth == 0 and key in ("why", "why_not"))
            )
            for key, value in data.items()
        }

    def variant(self, data: Any, key: str = "") -> Any:
        if key in UNCHANGED:
            return data
        if key == "usual":
            return int(data)
        if key == "game":
            folder, _, name = data.rpartition("/")
            return f"{folder}/{self.word(name.removesuffix('.coup'))}.coup"
        if isinstance(data, dict):
            fixed = UNCHANGED | PARTS_OF_VARIANTS | {"game"}
            return {k if k in fixed else self.word(k): self.variant(value, k) for k, value in data.items()}
        if isinstance(data, list):
            return [self.variant(item) for item in data]
        return self.word(data) if isinstance(data, str) else data

    def checkout(self, folder: Path) -> None:
        for path in [*coup_files(), *yaml_files()]:
            stem = self.word(path.stem) if "variants" not in path.parts else path.stem
            to = folder / path.relative_to(ROOT).with_name(stem + path.suffix)
            to.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text("utf-8")
            if path.suffix == ".coup":
                to.write_text(self.rules(text), "utf-8")
                continue
            data = yaml.load(text, Loader=yaml.BaseLoader)  # everything as text
            data = self.variant(data) if path.parent.name == "variants" else self.texts(data)
            to.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("renamed")
    Renaming().checkout(folder)
    return folder


def back(data: Any) -> Any:
    """Data of the renamed game with the old names; places in files are left out."""
    return json.loads(_without_places(data).replace(MARK, ""))


def watched(game: coupdsl.Game, seat: int | None) -> Any:
    """What `seat` was told of the whole game, step by step, and the scene it sees at the end."""
    onlooker = Onlooker(Scenery(game.rules, "en"), seat)
    remembered = game.rules.observer.remembered(game.state, seat)
    steps = [onlooker.hear(game.told(events, seat), remembered) for events in game.events]
    drawn = json.dumps(msgspec.to_builtins([steps, onlooker.scene(game.state.view(seat))]))
    return json.loads(re.sub(r"\b(q) ", r"\1_", drawn))  # a name without a text is said in words


def _without_places(data: Any) -> str:
    return re.sub(r'"place": "[^"]*"', '"place": ""', json.dumps(data, sort_keys=False))


RENAMED = [*GAMES.items(), ("parker-1966", 3), ("french", 4), ("short", 4), ("french-short", 3)]


@pytest.mark.parametrize(("name", "players"), sample(RENAMED, 4))
@pytest.mark.parametrize("explicit", [False, True], ids=["seed", "told"])
def test_a_game_with_other_names_is_the_same_game(name: str, players: int, explicit: bool, renamed: Path) -> None:
    here = coupdsl.load(name, players=players)
    there = coupdsl.load(renamed / "variants" / f"{name}.yaml", players=players)
    assert [str(move).replace(MARK, "") for move in there.moves] == [str(move) for move in here.moves]
    assert [key.replace(MARK, "") for key in there.options] == list(here.options)
    seed = None if explicit else 11
    one, other = coupdsl.Game(here, seed), coupdsl.Game(there, seed)
    rnd = random.Random(players)
    while not one.state.is_over and len(one.moves) < 700:
        assert other.state.actor == one.state.actor
        assert [move.id for move in other.state.legal_moves()] == [move.id for move in one.state.legal_moves()]
        move = choose(one.state, rnd)
        one.apply(move)
        other.apply(there.moves[move.id])
        assert other.events[-1] == one.events[-1]
        assert other.state.key()[1:] == one.state.key()[1:]
    for seat in (None, *range(players)):
        assert back(other.state.view(seat)) == back(one.state.view(seat))
        assert back(other.seen(seat)) == back(one.seen(seat))
        assert back(watched(other, seat)) == back(watched(one, seat))


@pytest.mark.parametrize(
    ("option", "word"),
    [
        ("loan.lender", "richest"), ("loan.order", "pro_rata"), ("dominos.stop", "all_cards"), ("trick.tie", "last"),
        ("end.tie", "most_coups"),
    ],
)  # fmt: skip
def test_an_option_with_other_names_changes_the_same(option: str, word: str, renamed: Path) -> None:
    mark = Renaming().word
    one = coupdsl.load("parker-1966", players=4, options={option: word}).start(5)
    other = coupdsl.load(
        renamed / "variants" / "parker-1966.yaml", players=4, options={mark(option): mark(word)}
    ).start(5)  # fmt: skip
    rnd = random.Random(5)
    while not one.is_over:
        move = choose(one, rnd)
        one.apply(move)
        other.apply(other.rules.moves[move.id])
    assert other.key()[1:] == one.key()[1:]
