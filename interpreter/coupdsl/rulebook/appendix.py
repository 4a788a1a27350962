"""The exact rules: everything that is in force, sentence by sentence, numbered so that the book can point to it."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.language.walk import in_block
from coupdsl.phrases.inline import Code, Link, Phrase, Term, joined, merged, text_of
from coupdsl.phrases.inline import Source as Cited
from coupdsl.phrases.value_phrases import Scope
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import cards
from coupdsl.rulebook.definitions import definition
from coupdsl.rulebook.document import Block, Heading, Paragraph, Step, Steps, Table
from coupdsl.rulebook.material import all_remembered, orders, places, remembered, things
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.numbers_of_players import by_players

KEY, SOURCES = "appendix", "sources"
Numbered = p.Rule | p.Mechanic | p.Entry


class Appendix:
    """`keys` says where a rule, mechanic or entry is found; so do `course`, `material` and `answers`."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.statements = Statements(book)
        self.keys: dict[Numbered, Link] = {}
        self._last = 0
        self.course, self.material, self.answers = self._number(), self._number(), self._number()
        self.blocks: tuple[Block, ...] = tuple(self._made())

    def _number(self, of: Numbered | None = None, key: str = "") -> Link:
        self._last += 1
        found = Link(f"§{self._last}", key or f"s{self._last}")
        if of is not None:
            self.keys.setdefault(of, found)
        return found

    def _number_of(self, entries: list[p.Entry], key: str) -> Link:
        found = self._number(key=key)
        self.keys |= dict.fromkeys(entries, found)
        return found

    def home(self, statement: p.Stmt) -> Link:
        """Where a statement stands."""
        for of, link in self.keys.items():
            version = self.book.version(of) if isinstance(of, p.Rule) else None
            body = of.body if isinstance(of, p.Mechanic) else version.body if version is not None else None
            if body is not None and any(one is statement for one in in_block(body)):
                return link
        return self.course

    def _heading(self, text: Phrase, of: p.Rule | p.Mechanic) -> Heading:
        return _headed(4, self._number(of), text)

    def _made(self) -> Iterator[Block]:
        book, statements = self.book, self.statements
        yield Heading(2, book.say("appendix"), KEY)
        yield Paragraph(book.say("exact"))
        yield _headed(3, self.material, book.say("material"))
        yield Steps(tuple(Step(text) for text in things(book, statements.expressions, exact=True)), numbered=False)
        if book.program.zones:
            yield places(book, statements.expressions)
        if all_remembered(book):
            yield remembered(book, statements.expressions)
        yield from self._orders()
        shown = list(cards(book, statements, self._number_of))
        on_cards, statements.asked = statements.asked, {}
        yield from shown
        yield from self._game()
        yield from self._called()
        yield from self._meanings()
        statements.asked |= on_cards  # behind what is asked in the course of the game
        yield from _options(book, self.answers)
        yield from _errata(book)
        yield from _end(book)

    def _orders(self) -> Iterator[Block]:
        found = list(orders(self.book, self.statements.expressions))
        if found:
            yield Heading(3, self.book.say("order_of_cards"))
        for rule, title, block in found:
            yield self._heading(title, rule)
            yield block

    def _game(self) -> Iterator[Block]:
        program = self.book.program
        yield _headed(3, self.course, self.book.say("game"))
        if program.main is not None:
            yield Steps(self.statements.block(program.main, Scope()))
        if program.limit is not None:
            most, block = program.limit
            yield Paragraph(self.book.say("limit", str(most)))
            yield Steps(self.statements.block(block, Scope()), numbered=False)

    def _called(self) -> Iterator[Block]:
        """What the sentences above send the reader to, in the order in which they do."""
        mechanics, rules = self.statements.played, self.statements.called
        rules |= dict.fromkeys(one.short for one in self.book.program.accounts if one.short is not None)
        done: set[p.Rule | p.Mechanic] = set()
        while len(done) < len(mechanics) + len(rules):
            for mechanic in [one for one in mechanics if one not in done]:
                done.add(mechanic)
                yield from self._mechanic(mechanic)
            for rule in [one for one in rules if one not in done]:
                done.add(rule)
                yield from self._procedure(rule)

    def _mechanic(self, mechanic: p.Mechanic) -> Iterator[Block]:
        if mechanic.body is not None:
            yield self._heading(self.book.say("mechanic", self.book.term(mechanic.name)), mechanic)
            yield Steps(self.statements.block(mechanic.body, Scope()))

    def _procedure(self, rule: p.Rule) -> Iterator[Block]:
        version = self.book.version(rule)
        if version is not None and version.body is not None:
            yield self._heading(self._procedure_name(rule, version), rule)
            steps = self.statements.block(version.body, Scope())
            yield Steps((*(steps or (Step(self.book.say("nothing_happens")),)), *self._differing(rule)))

    def _differing(self, rule: p.Rule) -> tuple[Step, ...]:
        """Where a card says something else."""
        own = ", ".join(self.book.entry(entry) for entry in self.book.own(rule))
        return (Step(self.book.say("differs", own)),) if own else ()

    def _procedure_name(self, rule: p.Rule, version: p.Version) -> Phrase:
        name = self.book.term(rule.name, rule.owner)
        if not version.parameters:
            return name
        return self.book.say("for_each_of", name, joined(self.book.local(local) for local in version.parameters))

    def _meanings(self) -> Iterator[Block]:
        """What the rules that sentences name come to; those may name others."""
        lines: dict[p.Rule, Step] = {}
        used = self.statements.expressions.used
        while todo := [rule for rule in used if rule not in lines and rule.form in ("rule", "let") and not rule.acts]:
            for rule in todo:
                version = self.book.version(rule)
                if version is None or version.value is None:
                    used.pop(rule)
                    continue
                lines[rule] = self._meaning(rule, version, version.value)
        if lines:
            yield Heading(3, self.book.say("meanings"))
            ordered = sorted(lines.items(), key=lambda line: text_of(line[1].text[:1]).casefold())
            yield Steps(tuple(self._numbered(rule, step) for rule, step in ordered), numbered=False)

    def _numbered(self, rule: p.Rule, step: Step) -> Step:
        link = self._number(rule)
        return Step(merged((f"{link.text} ", *step.text)), step.steps, link.to)

    def _meaning(self, rule: p.Rule, version: p.Version, value: p.Expr) -> Step:
        book = self.book
        values = book.fixed(value, None) if rule.type.of is None or rule.type.of.family else None
        said = [book.value(one, rule.type) for one in values] if values is not None else []
        if values and all(said) and not version.parameters and rule.type.name not in ("flag",):
            name = book.term(rule.name, rule.owner)
            differing = by_players(book, [book.beside(phrase or (), name) for phrase in said])
            return Step(book.say("definition", name, differing))
        told = definition(book, self.statements, rule, version, Scope())
        return Step(told.text, (*told.steps, *self._differing(rule)))


def _headed(level: int, link: Link, text: Phrase) -> Heading:
    return Heading(level, merged((f"{link.text} ", *text)), link.to)


def _options(book: Book, link: Link) -> Iterator[Block]:
    if not book.questions:
        return
    yield _headed(3, link, book.say("options"))
    heads = tuple(book.say(key) for key in ("question", "answer", "other", "source"))
    rows = tuple(_option(book, option) for option in book.questions)
    yield Table("options", (), heads, rows, tuple(option.key for option in book.questions))


def _option(book: Book, option: p.Option) -> tuple[Phrase, ...]:
    cited = " ".join(map(str, book.rules.options[option.key].citations or option.citations))
    source: Phrase = (Code(option.key), *((" ", Cited(cited)) if cited else ()))
    return (
        (book.question(option),),
        (Term(answer(book, option), strong=True),),
        (other_answers(book, option) or "–",),
        source,
    )


def answer(book: Book, option: p.Option) -> str:
    return book.reading(option, book.rules.option(option.key))


def other_answers(book: Book, option: p.Option) -> str:
    """All readings that are not in force, in words."""
    every = [*(book.reading(option, _plain(word)) for word in option.words), *map(str, option.numbers)]
    if option.type.name == "flag":
        every = [book.reading(option, True), book.reading(option, False)]
    every += [book.reading(option, listing) for listing in option.listings]
    every += [text_of(one) for one in _open_answers(book, option)]
    return book.words["semicolon"].join(reading for reading in every if reading != answer(book, option))


def _open_answers(book: Book, option: p.Option) -> Iterator[Phrase]:
    """What may be answered beside words and numbers that are listed."""
    if option.low is not None:
        key = "multiple_between" if option.step > 1 else "number_between"
        yield book.say(key, f"{option.low}", f"{option.high}", f"{option.step}")
    if option.open is not None and option.open.name == "ratio":
        yield book.say("another_share")
    elif option.open is not None and option.open.of is not None:
        yield book.say("as_chosen")


def _plain(word: str) -> str | None:
    return None if word == "none" else word


def _said(texts: str | dict[str, str], book: Book) -> str:
    """The text in the book's language, else in the first it is written in."""
    return texts if isinstance(texts, str) else texts.get(book.language, next(iter(texts.values())))


def _errata(book: Book) -> Iterator[Block]:
    errata = [erratum for variant in book.composed.variants for erratum in variant.errata]
    if errata:
        yield Heading(3, book.say("errata"))
        lines = (book.say("erratum", (Code(e.path),), e.printed, e.used, _said(e.source, book)) for e in errata)
        yield Steps(tuple(Step(line) for line in lines), numbered=False)


def _end(book: Book) -> Iterator[Block]:
    if book.program.sources:
        yield Heading(3, book.say("sources"), SOURCES)
        yield Paragraph(book.say("cited", *letters(book)))
    yield Heading(3, book.say("fingerprints"))
    for rules in book.tables:
        key = "fingerprint" if rules.players > 1 else "fingerprint_one"
        yield Paragraph(book.say(key, str(rules.players), (Code(rules.fingerprint),)))


def letters(book: Book) -> tuple[Phrase, str]:
    """A citation as an example, and the sources with their letters."""
    short: dict[str, list[str]] = {}
    for letter, text in book.program.sources.items():
        short.setdefault(text, []).append(letter)
    first = Cited(f"{next(iter(book.program.sources))}1")
    said = (text_of(book.say("argument", ", ".join(marks), text)) for text, marks in short.items())
    return (first,), book.words["semicolon"].join(said)
