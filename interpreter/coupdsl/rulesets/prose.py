"""The prose of a game's rulebook, `NAME.book.yaml` beside `NAME.coup`: read, and checked against the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Any

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.check import Checked
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.looks import is_file
from coupdsl.language.other_files import PROSE
from coupdsl.language.parser import read_source
from coupdsl.language.places import display_name, shipped
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.language.walk import decisions
from coupdsl.rulesets.fillers import Named, filler, named, near_names, placeholders
from coupdsl.rulesets.schema_check import check_schema
from coupdsl.rulesets.values import option_help, option_value
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


# ---- against the rules
def prose_problems(path: Path, checked: Checked) -> list[Diagnostic]:
    """Everything that is wrong with the prose in a file: its form, what it names, and what lacks in a language."""
    prose, problems = read_prose(path)
    return problems if prose is None else _against(prose, checked)


def _against(prose: Prose, checked: Checked) -> list[Diagnostic]:
    languages, problems = _languages(prose)
    known = _shown_words(checked.program)
    for sample in prose.samples:
        problems += _whole(sample.title, languages)
        for word, span in sample.shows:
            if word not in known:
                message = f"no hand can show `{word}`: it is no word of a move, no reason and nothing that is picked"
                problems.append(Diagnostic(codes.UNKNOWN_NAME, span, message, suggest(word, known)))
    for key, span in prose.settings:
        if key not in checked.program.options:
            help_ = suggest(key, checked.program.options)
            problems.append(Diagnostic(codes.UNKNOWN_NAME, span, f"there is no option `{key}`", help_))
    things = [*(one.name for one in checked.program.families), *(one.name for one in checked.program.zones)]
    for name, span in prose.counters:
        if name not in things:
            message = f"there are no pieces and is no zone `{name}`"
            problems.append(Diagnostic(codes.UNKNOWN_NAME, span, message, suggest(name, things)))
    for language, words in prose.index.items():
        if languages and language not in languages and words:
            problems.append(_strange(language, words[0][1], languages))
    problems += _in_play(prose, checked.program)
    for chapter in prose.chapters:
        problems += _whole(chapter.title, languages)
    for field_name, about in prose.columns.items():
        rule = named(checked.program, field_name)
        if about and (rule is None or rule.rule is None or rule.rule.form != "field"):
            message = f"there is no field `{field_name}`"
            near = near_names(checked.program, field_name)
            problems.append(Diagnostic(codes.UNKNOWN_NAME, about[0][1], message, near))
    lists = (names for passage in prose.passages() for names in (passage.about, passage.despite))
    for about in (*prose.columns.values(), *lists):
        for name, span in about:
            if named(checked.program, name) is None:
                message = f"there is no rule, option, field or entry `{name}`"
                problems.append(Diagnostic(codes.UNKNOWN_NAME, span, message, near_names(checked.program, name)))
    entries = [entry.path for kind in checked.program.kinds.values() for entry in kind.entries]
    for name, span in (one for passage in prose.passages() for one in passage.needs):
        if name not in entries and not _may_come_to_nothing(named(checked.program, name)):
            message = f"there is no entry `{name}`"
            problems.append(Diagnostic(codes.UNKNOWN_NAME, span, message, suggest(name, entries)))
    for passage in prose.passages():
        problems += _asked(passage, checked.program)
        for texts in (passage.head, *{id(one.step): one.step for one in passage.tellings}.values()):
            problems += _whole(texts, languages)
            for text, span in texts.values():
                problems += _filled(text, span, checked)
        for telling in passage.tellings:
            problems += _answers(telling, checked)
        for texts in {id(one.texts): one.texts for one in passage.tellings}.values():
            problems += _whole(texts, languages, passage.span)
            for text, span in texts.values():
                problems += _filled(text, span, checked)
    return problems


def _asked(passage: Passage, program: p.Program) -> Iterator[Diagnostic]:
    if passage.asked is None:
        return
    questions = {choice.name for choice in decisions(program)}
    for name, asked in passage.asked.items():
        if name not in questions:
            help_ = suggest(name, questions)
            yield Diagnostic(codes.UNKNOWN_NAME, asked.span, f"there is no decision `{name}`", help_)
        yield from _no_states(asked, program)


def _may_come_to_nothing(meant: Named | None) -> bool:
    """Is it an option that may be `false` or `none`, or a rule without parameters that is a flag or several things?"""
    if meant is not None and meant.option is not None:
        return meant.option.type.name == "flag" or "none" in meant.option.words
    rule = meant.rule if meant is not None and meant.entry is None else None
    is_value = rule is not None and rule.form in ("rule", "let") and not rule.acts and not rule.parameter_types
    return rule is not None and is_value and (rule.type.is_collection or rule.type.name == "flag")


def _in_play(prose: Prose, program: p.Program) -> Iterator[Diagnostic]:
    for name, told in prose.in_play.items():
        meant = named(program, name)
        if meant is None or meant.rule is None or meant.rule.form != "field":
            near = near_names(program, name)
            yield Diagnostic(codes.UNKNOWN_NAME, told.span, f"there is no field `{name}`", near)
        yield from _no_states(told, program)


def _no_states(asked: Asked, program: p.Program) -> Iterator[Diagnostic]:
    known = {state.name for state in program.states if state.per is None}
    for name, (_, span) in asked.states.items():
        if name not in known:
            yield Diagnostic(codes.UNKNOWN_NAME, span, f"there is no state `{name}`", suggest(name, known))


def _languages(prose: Prose) -> tuple[set[str], list[Diagnostic]]:
    """The languages in which at least half of it is told, and each place of another."""
    titles = [chapter.title for chapter in prose.chapters if chapter.title]
    told = [*titles, *(one.texts for passage in prose.passages() for one in passage.tellings)]
    often = Counter(language for texts in told for language in texts)
    languages = {language for language, times in often.items() if 2 * times >= len(told)}
    strange = [(name, span) for texts in told for name, (_, span) in texts.items() if name not in languages]
    return languages, [_strange(name, span, languages) for name, span in strange]


def _strange(language: str, span: Span, languages: set[str]) -> Diagnostic:
    message = f"most of the book is not told in language `{language}`"
    return Diagnostic(codes.UNKNOWN_KEY, span, message, suggest(language, languages))


def _shown_words(program: p.Program) -> set[str]:
    """What a hand can show: decisions, words of moves, entries and cards picked, and why was paid."""
    choices = decisions(program)
    words = {one.word for choice in choices for one in choice.alternatives if one.word}
    entries = {entry.path for kind in program.kinds.values() for entry in kind.entries}
    cards = {f"{rank.mark}{suit.mark}" for rank in program.ranks for suit in program.suits}
    cards |= {face.name for face in program.ranks} | {face.mark for face in program.extras}
    return words | entries | cards | {choice.name for choice in choices} | {*program.reasons}


def _answers(telling: Telling, checked: Checked) -> Iterator[Diagnostic]:
    for key, (given, span) in telling.under.items():
        option = checked.program.options.get(key)
        if option is None:
            help_ = suggest(key, checked.program.options)
            yield Diagnostic(codes.UNKNOWN_KEY, span, f"there is no option `{key}`", help_)
        elif (message := option_value(option, given, checked.program)[1]) is not None:
            yield Diagnostic(codes.UNKNOWN_READING, span, message, option_help(option, given, checked.program))


def _whole(texts: Texts, languages: set[str], place: Span | None = None) -> Iterator[Diagnostic]:
    """What lacks in a language; a text that may be left out has no `place` where it would have to stand."""
    where = next((span for _, span in texts.values()), place)
    if where is not None:
        for language in sorted(languages - texts.keys()):
            yield Diagnostic(codes.MISSING_TEXT, where, f"the book lacks a text in language `{language}` here")


def _filled(text: str, span: Span, checked: Checked) -> Iterator[Diagnostic]:
    """What is wrong with the places in a text that are filled in from the rules."""
    at = span.start
    for place in placeholders(text):
        found = span.source.text.find(f"{{{place}}}", at)
        at = found + 1
        inside = Span(span.source, found + 1, found + 1 + len(place))
        yield from filler(checked, place, inside)[1]
