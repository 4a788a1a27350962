"""A whole rulebook: its parts one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coupdsl.language import program as p
from coupdsl.phrases.inline import Code, Phrase, Term, joined
from coupdsl.phrases.inline import Source as Cited
from coupdsl.phrases.phrases import Scope
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import charts, definition
from coupdsl.rulebook.document import Block, Document, Heading, Paragraph, Step, Steps, Table
from coupdsl.rulebook.house_changes import changes
from coupdsl.rulebook.material import by_players, material
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulesets.compose import Composed


def rulebook(composed: Composed, language: str | None, options: Mapping[str, Any] | None = None) -> Document:
    """The rules of `composed`, for all numbers of players, in `language` (None: the ruleset's own)."""
    book = Book(composed, language or composed.locale, options)
    statements = Statements(book)
    blocks = [
        *_front(book),
        *changes(book),
        *material(book, statements.expressions),
        *charts(book, statements),
        *_game(book, statements),
        *_mechanics(book, statements),
        *_procedures(book, statements),
        *_meanings(book, statements),
        *_options(book),
        *_errata(book),
        *_end(book),
    ]
    return Document(book.language, book.title, tuple(blocks))


def _front(book: Book) -> Iterator[Block]:
    yield Heading(1, (book.title,))
    yield Paragraph(book.say("about", (Term(book.rules.name),)))


def _game(book: Book, statements: Statements) -> Iterator[Block]:
    yield Heading(2, book.say("game"))
    if book.program.main is not None:
        yield Steps(statements.block(book.program.main, Scope()))
    if book.program.limit is not None:
        most, block = book.program.limit
        yield Paragraph(book.say("limit", str(most)))
        yield Steps(statements.block(block, Scope()), numbered=False)


def _mechanics(book: Book, statements: Statements) -> Iterator[Block]:
    for mechanic in list(statements.played):
        if mechanic.body is not None:
            yield Heading(2, book.say("mechanic", book.term(mechanic.name)))
            yield Steps(statements.block(mechanic.body, Scope()))


def _procedures(book: Book, statements: Statements) -> Iterator[Block]:
    """What the sentences above send the reader to, in the order in which they do."""
    done: set[p.Rule] = set()
    while todo := [rule for rule in statements.called if rule not in done]:
        for rule in todo:
            if not done:
                yield Heading(2, book.say("procedures"))
            done.add(rule)
            version = book.version(rule)
            if version is not None and version.body is not None:
                yield Heading(3, _procedure_name(book, rule, version))
                steps = statements.block(version.body, Scope())
                yield Steps((*(steps or (Step(book.say("nothing_happens")),)), *_differing(book, rule)))


def _differing(book: Book, rule: p.Rule) -> tuple[Step, ...]:
    """Where a card says something else."""
    own = ", ".join(book.entry(entry) for entry in book.own(rule))
    return (Step(book.say("differs", own)),) if own else ()


def _procedure_name(book: Book, rule: p.Rule, version: p.Version) -> Phrase:
    name = book.term(rule.name, rule.owner)
    if not version.parameters:
        return name
    return book.say("for_each_of", name, joined(book.local(parameter) for parameter in version.parameters))


def _meanings(book: Book, statements: Statements) -> Iterator[Block]:
    """What the rules that sentences name come to; those may name others."""
    lines: dict[p.Rule, Step] = {}
    used = statements.expressions.used
    while todo := [rule for rule in used if rule not in lines and rule.form in ("rule", "let") and not rule.acts]:
        for rule in todo:
            version = book.version(rule)
            if version is None or version.value is None:
                used.pop(rule)
                continue
            values = book.fixed(version.value, None) if rule.type.of is None or rule.type.of.family else None
            said = [book.value(value, rule.type) for value in values] if values is not None else []
            if values and all(said) and not version.parameters and rule.type.name not in ("flag",):
                differing = by_players(book, [phrase or () for phrase in said])
                lines[rule] = Step(book.say("definition", book.term(rule.name, rule.owner), differing))
            else:
                told = definition(book, statements, rule, version, Scope())
                lines[rule] = Step(told.text, (*told.steps, *_differing(book, rule)))
    if lines:
        yield Heading(2, book.say("meanings"))
        yield Steps(tuple(sorted(lines.values(), key=_alphabetical)), numbered=False)


def _alphabetical(step: Step) -> str:
    first = step.text[0]
    return (first if isinstance(first, str) else first.text).casefold()


def _options(book: Book) -> Iterator[Block]:
    if not book.program.options:
        return
    yield Heading(2, book.say("options"))
    heads = tuple(book.say(key) for key in ("question", "answer", "other", "source"))
    rows = tuple(_option(book, option) for option in book.program.options.values())
    yield Table("options", (), heads, rows, tuple(book.program.options))


def _option(book: Book, option: p.Option) -> tuple[Phrase, ...]:
    setting = book.rules.options[option.key]
    answer = book.reading(option, setting.value)
    every = [*(book.reading(option, _plain(word)) for word in option.words), *map(str, option.numbers)]
    if option.type.name == "flag":
        every = [book.reading(option, True), book.reading(option, False)]
    every += [book.reading(option, listing) for listing in option.listings]
    if option.low is not None:
        every.append(f"{option.low}–{option.high}")
    others = book.words["semicolon"].join(reading for reading in every if reading != answer)
    cited = " ".join(map(str, setting.citations or option.citations))
    source: Phrase = (Code(option.key), *((" ", Cited(cited)) if cited else ()))
    return (
        (book.label(f"options.{option.key}.ask", option.key),),
        (Term(answer, strong=True),),
        (others or "–",),
        source,
    )


def _plain(word: str) -> str | None:
    return None if word == "none" else word


def _errata(book: Book) -> Iterator[Block]:
    errata = [erratum for variant in book.composed.variants for erratum in variant.errata]
    if errata:
        yield Heading(2, book.say("errata"))
        lines = (book.say("erratum", (Code(e.path),), e.printed, e.used, e.source) for e in errata)
        yield Steps(tuple(Step(line) for line in lines), numbered=False)


def _end(book: Book) -> Iterator[Block]:
    letters: dict[str, list[str]] = {}
    for letter, text in book.program.sources.items():
        letters.setdefault(text, []).append(letter)
    if letters:
        sources = "; ".join(f"{', '.join(short)}: {text}" for text, short in letters.items())
        yield Paragraph(book.say("cited", (Cited(f"{next(iter(book.program.sources))}1"),), sources))
    for rules in book.tables:
        yield Paragraph(book.say("fingerprint", str(rules.players), (Code(rules.fingerprint),)))
