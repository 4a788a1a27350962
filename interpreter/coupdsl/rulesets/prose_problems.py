"""What is wrong with the prose of a rulebook: its form, the names in it, and what lacks in a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.check import Checked
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.source import Span
from coupdsl.language.walk import decisions
from coupdsl.rulesets.fillers import Named, filler, named, near_names, placeholders
from coupdsl.rulesets.prose import Asked, Passage, Prose, Telling, Texts, read_prose
from coupdsl.rulesets.values import option_help, option_value


def prose_problems(path: Path, checked: Checked) -> list[Diagnostic]:
    """Everything that is wrong with the prose in a file."""
    prose, problems = read_prose(path)
    return problems if prose is None else list(_against(prose, checked))


def _against(prose: Prose, checked: Checked) -> Iterator[Diagnostic]:
    """What is wrong with prose that is well formed."""
    program = checked.program
    languages, strange = _languages(prose)
    yield from strange
    for title in (*(sample.title for sample in prose.samples), *(chapter.title for chapter in prose.chapters)):
        yield from _whole(title, languages)
    yield from _of_samples(prose, program)
    yield from _beside_passages(prose, program)
    yield from _in_play(prose, program)
    yield from _named(prose, program)
    for passage in prose.passages():
        yield from _asked(passage, program)
        yield from _told(passage, languages, checked)


def _of_samples(prose: Prose, program: p.Program) -> Iterator[Diagnostic]:
    known = _shown_words(program)
    for word, span in (shown for sample in prose.samples for shown in sample.shows):
        if word not in known:
            message = f"no hand can show `{word}`: it is neither a word of a move, nor a reason, nor a pick"
            yield Diagnostic(codes.UNKNOWN_NAME, span, message, suggest(word, known))


def _beside_passages(prose: Prose, program: p.Program) -> Iterator[Diagnostic]:
    """What is wrong with its settings, counters and columns of charts."""
    yield from _unknown(prose.settings, program.options, "there is no option")
    things = [*(one.name for one in program.families), *(one.name for one in program.zones)]
    yield from _unknown(prose.counters, things, "there are no pieces and is no zone")
    for field_name, about in prose.columns.items():
        rule = named(program, field_name)
        if about and (rule is None or rule.rule is None or rule.rule.form != "field"):
            near = near_names(program, field_name)
            yield Diagnostic(codes.UNKNOWN_NAME, about[0][1], f"there is no field `{field_name}`", near)


def _unknown(names: Iterable[tuple[str, Span]], known: Iterable[str], message: str) -> Iterator[Diagnostic]:
    known = list(known)
    for name, span in names:
        if name not in known:
            yield Diagnostic(codes.UNKNOWN_NAME, span, f"{message} `{name}`", suggest(name, known))


def _named(prose: Prose, program: p.Program) -> Iterator[Diagnostic]:
    """What passages and columns are about, and there is not."""
    lists = (names for passage in prose.passages() for names in (passage.about, passage.despite))
    for name, span in (one for names in (*prose.columns.values(), *lists) for one in names):
        if named(program, name) is None:
            message = f"there is no rule, option, field or entry `{name}`"
            yield Diagnostic(codes.UNKNOWN_NAME, span, message, near_names(program, name))
    entries = [entry.path for kind in program.kinds.values() for entry in kind.entries]
    needs = (one for passage in prose.passages() for one in passage.needs)
    wanting = ((name, span) for name, span in needs if not _may_come_to_nothing(named(program, name)))
    yield from _unknown(wanting, entries, "there is no entry")


def _told(passage: Passage, languages: set[str], checked: Checked) -> Iterator[Diagnostic]:
    """What is wrong with its texts, of which several tellings may have the same."""
    for telling in passage.tellings:
        yield from _answers(telling, checked)
    steps = {id(one.step): one.step for one in passage.tellings}.values()
    texts = {id(one.texts): one.texts for one in passage.tellings}.values()
    for told, place in (*((one, None) for one in (passage.head, *steps)), *((one, passage.span) for one in texts)):
        yield from _whole(told, languages, place)
        for text, span in told.values():
            yield from _filled(text, span, checked)


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
    if languages:
        strange += [(name, words[0][1]) for name, words in prose.index.items() if words and name not in languages]
    return languages, [_strange(name, span, languages) for name, span in strange]


def _strange(language: str, span: Span, languages: set[str]) -> Diagnostic:
    message = f"most of the book has no text in language `{language}`"
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
