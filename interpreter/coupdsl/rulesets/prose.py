"""The prose of a game's rulebook, as it stands in `NAME.book.yaml` beside `NAME.coup`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.looks import is_file
from coupdsl.language.other_files import PROSE
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, shipped
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.rulesets.schema_check import check_schema
from coupdsl.rulesets.yaml_text import Items, Node, Scalar, read_yaml
from coupdsl.rulesets.yaml_text import Mapping as Yaml

BOOK = ".book.yaml"
Texts = Mapping[str, tuple[str, Span]]  # by language


@by_value
class Asked:
    """A question, or a field, while each of these states is something, or is nothing."""

    span: Span
    states: Mapping[str, tuple[bool, Span]]

    def holds(self, view: Mapping[str, Any]) -> bool:
        """Is it so in what a seat is sent?"""
        return all((view["states"].get(name) is not None) is some for name, (some, _) in self.states.items())


@by_value
class Telling:
    """What a passage says where the questions in `under` are answered so, and all others as the game does.

    `step` is its line in the list of steps at the front. Both are those of the passage where it states no other.
    """

    under: Mapping[str, tuple[Any, Span]]
    texts: Texts
    step: Texts


@by_value
class Passage:
    """One thing said, of the rules that `about` names; of its tellings the first that holds is printed.

    It gives way where a rule that these ask or do is replaced, unless `despite` names that. It is left out where one of
    the entries in `needs` is not played, or an answer or a rule there comes to nothing.
    `asked` are the questions at which a guided game says it, each with states and whether they are something then; None
    where that follows from what it is about.
    """

    span: Span
    about: tuple[tuple[str, Span], ...]
    tellings: tuple[Telling, ...]
    head: Texts
    apart: str | None  # as what it is set apart
    on_sheet: bool
    needs: tuple[tuple[str, Span], ...]
    asked: Mapping[str, Asked] | None
    despite: tuple[tuple[str, Span], ...] = ()

    @property
    def goes_on(self) -> bool:
        """Is it a list that only the passage before it leads into?"""
        return not self.head and any(text.startswith("-") for text, _ in self.tellings[0].texts.values())


@by_value
class Chapter:
    name: str
    title: Texts
    passages: tuple[Passage, ...]


@by_value
class Sample:
    """What is wished of a hand that is played out, and what stands above it."""

    players: int | None = None
    shows: tuple[tuple[str, Span], ...] = ()
    choices: int | None = None
    title: Texts = field(default_factory=dict)


@by_value
class Prose:
    """`settings` are options that no player asks about; `index` are words that somebody looks up, by language.

    `counters` are pieces and places that nobody has on the table. `columns` are fields whose column of a chart holds
    only as long as the rules named with it are as they were. `in_play` are fields of what is in play, and while which
    states a guided game tells them.
    """

    chapters: tuple[Chapter, ...]
    samples: tuple[Sample, ...] = (Sample(),)
    settings: tuple[tuple[str, Span], ...] = ()
    index: Mapping[str, tuple[tuple[str, Span], ...]] = field(default_factory=dict)
    counters: tuple[tuple[str, Span], ...] = ()
    columns: Mapping[str, tuple[tuple[str, Span], ...]] = field(default_factory=dict)
    in_play: Mapping[str, Asked] = field(default_factory=dict)

    def chapter(self, name: str) -> Chapter | None:
        return next((chapter for chapter in self.chapters if chapter.name == name), None)

    def passages(self) -> Iterator[Passage]:
        return (passage for chapter in self.chapters for passage in chapter.passages)


def is_of_book(path: Path) -> bool:
    return path.name.endswith(BOOK)


def book_of(game: Path) -> Path:
    """Where the prose of the game in a file stands, if it has any."""
    return game.with_name(f"{game.stem}{BOOK}")


def game_of(prose: Path) -> Path:
    return prose.with_name(f"{prose.name.removesuffix(BOOK)}.coup")


def read_prose(path: Path) -> tuple[Prose | None, list[Diagnostic]]:
    """The prose in a file, and what is wrong with its form; none where there is no such file."""
    if not is_file(path):
        return None, []
    source, problems = read_source(path, display_name(path))
    node, found = (None, problems) if problems else read_yaml(source, (PROSE,))
    problems = found or (check_schema(node, _schema()) if node is not None else [])
    if problems or not isinstance(node, Yaml):
        return None, problems
    chapters = tuple(_chapter(one) for one in _items(node.get("chapters")))
    samples = tuple(_sample(one) for one in _items(node.get("samples"))) or (Sample(),)
    index, columns = _lists(node.get("index")), _lists(node.get("columns"))
    settings, counters = _words(node.get("settings")), _words(node.get("counters"))
    return Prose(chapters, samples, settings, index, counters, columns, _while(node.get("in_play")) or {}), []


@cache
def _schema() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((shipped() / "schema" / "book.schema.json").read_text("utf-8"))
    return loaded


# ---- from the tree
def _items(node: Node | None) -> tuple[Yaml, ...]:
    return tuple(one for one in node.values if isinstance(one, Yaml)) if isinstance(node, Items) else ()


def _words(node: Node | None) -> tuple[tuple[str, Span], ...]:
    values = node.values if isinstance(node, Items) else ()
    return tuple((one.text, one.span) for one in values if isinstance(one, Scalar))


def _lists(node: Node | None) -> dict[str, tuple[tuple[str, Span], ...]]:
    return {one.key: _words(one.value) for one in node.entries} if isinstance(node, Yaml) else {}


def _texts(node: Node | None) -> Texts:
    entries = node.entries if isinstance(node, Yaml) else ()
    return {one.key: (one.value.text, one.value.span) for one in entries if isinstance(one.value, Scalar)}


def _word(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) else None


def _number(node: Node | None) -> int | None:
    return node.value if isinstance(node, Scalar) and isinstance(node.value, int) else None


def _sample(node: Yaml) -> Sample:
    players, choices = _number(node.get("players")), _number(node.get("choices"))
    return Sample(players, _words(node.get("shows")), choices, _texts(node.get("title")))


def _chapter(node: Yaml) -> Chapter:
    passages = tuple(_passage(one) for one in _items(node.get("says")))
    return Chapter(_word(node.get("chapter")) or "", _texts(node.get("title")), passages)


def _passage(node: Yaml) -> Passage:
    step, said = _texts(node.get("step")), _texts(node.get("text"))
    tellings = [Telling({}, said, step)]
    for other in _items(node.get("otherwise")):
        under = other.get("under")
        entries = under.entries if isinstance(under, Yaml) else ()
        answers = {one.key: (one.value.plain(), one.key_span) for one in entries}
        tellings.append(Telling(answers, _texts(other.get("text")) or said, _texts(other.get("step")) or step))
    sheet = node.get("sheet")
    on_sheet = isinstance(sheet, Scalar) and sheet.value is True
    about, head, apart = _words(node.get("about")), _texts(node.get("head")), _word(node.get("apart"))
    needs, asked, despite = _words(node.get("needs")), _while(node.get("asked")), _words(node.get("despite"))
    return Passage(node.span, about, tuple(tellings), head, apart, on_sheet, needs, asked, despite)


def _while(node: Node | None) -> dict[str, Asked] | None:
    if not isinstance(node, Yaml):
        return None
    return {one.key: Asked(one.key_span, _states(one.value)) for one in node.entries}


def _states(node: Node | None) -> dict[str, tuple[bool, Span]]:
    entries = node.entries if isinstance(node, Yaml) else ()
    return {one.key: (_word(one.value) == "some", one.key_span) for one in entries}
