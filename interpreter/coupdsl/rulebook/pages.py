"""A whole rulebook: its chapters one after the other, a sheet with the charts, and the exact rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_statements
from coupdsl.phrases.inline import Link, Phrase, Term, joined, merged
from coupdsl.rulebook.appendix import Appendix, letters
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import charts, motto
from coupdsl.rulebook.document import Block, Box, Document, Heading, Paragraph, Step, Steps
from coupdsl.rulebook.generated import Generated
from coupdsl.rulebook.house_changes import changes
from coupdsl.rulebook.index import index
from coupdsl.rulebook.long_numbers import grouped_in
from coupdsl.rulebook.numbers_of_players import is_for_one, players
from coupdsl.rulebook.played_as import played_as
from coupdsl.rulebook.prose_in_force import MechanicProse, ProseInForce
from coupdsl.rulebook.sample_hand import SECONDS, Patience, played_out
from coupdsl.rulebook.told_prose import ToldProse
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.prose import Chapter, Sample

CHAPTERS = ("aim", "needed", "setup", "sample", "play", "charts", "money", "end")


def rulebook(composed: Composed, language: str | None, options: Mapping[str, Any] | None = None) -> Document:
    """The rules of `composed`, for all numbers of players, in `language` (None: the ruleset's own)."""
    return _Pages(Book(composed, language or composed.locale, options)).document()


class _Pages:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.appendix = Appendix(book)
        self.generated = Generated(self.appendix)
        self.in_force = ProseInForce(book.composed, book.options)
        self.told = ToldProse(self.appendix, self.in_force)
        self.questions = self.told.questions
        self.patience = Patience(SECONDS)
        self.number = 0
        self.lists: set[str] = set()  # the chapters that only say what there is

    def document(self) -> Document:
        book = self.book
        lead = book.say("lead_one") if is_for_one(book) else book.say("lead", players(book))
        chapters = [block for name in CHAPTERS for block in self._chapter(name)]
        blocks = [*self._front(), *chapters, *self._changes(), *self._questions()]
        prose = self.in_force.prose
        wished = [word for word, _ in prose.index.get(book.language, ())] if prose is not None else []
        found = index(book, blocks, wished, self.lists)
        if found is not None:
            blocks += [Heading(2, book.say("index"), "index"), found]
        in_time = not self.patience.is_lost
        parts = (blocks, self._sheet(), self.appendix.blocks)
        told, sheet, exact = (tuple(grouped_in(block, book.language) for block in part) for part in parts)
        return Document(book.language, book.title, lead, told, sheet, exact, in_time)

    def _front(self) -> Iterator[Block]:
        """The steps of the game in short, and what the small marks of the book lead to."""
        book, steps = self.book, self.told.steps or list(self.generated.steps())
        if steps:
            yield Box("steps", book.say("in_short"), (Steps(tuple(steps)),))
        said = book.say("marks", (self.appendix.course,))
        if self.questions.asked:
            said += book.say("mark_of_question", (Link("Q1", "q1"),))
        if book.program.sources:
            said += book.say("mark_of_source", *letters(book))
        yield Paragraph(merged((*said, ".")))

    def _heading(self, title: Phrase) -> Heading:
        self.number += 1
        return Heading(2, merged((f"{self.number} ", *title)), f"c{self.number}")

    def _changes(self) -> Iterator[Block]:
        found = list(changes(self.book, self.appendix.keys))
        if found:
            yield self._heading(self.book.say("changes"))
            yield from found

    def _chapter(self, name: str) -> Iterator[Block]:
        prose = self.in_force.prose
        written = prose.chapter(name) if prose is not None else None
        heading = self._heading(self._title(name, written))
        if name in ("needed", "setup") and written is None:
            self.lists.add(heading.key)
        blocks = list(self.told.blocks(written, self.number)) if written is not None else []
        if not blocks:
            blocks += [*(self._mechanics() if name == "play" else ()), *self.generated.blocks(name)]
        blocks += self._made(name)
        if blocks:
            yield from (heading, *blocks)
        else:
            self.number -= 1

    def _title(self, name: str, written: Chapter | None) -> Phrase:
        if written is not None:
            return self.told.title(written)
        dealt = (isinstance(line, ps.Draw) and line.to.zone.per_seat for line in all_statements(self.book.program))
        return self.book.say(f"chapter_{name}" if name != "sample" or any(dealt) else "chapter_sample_undealt")

    def _mechanics(self) -> Iterator[Block]:
        """What is written of the mechanics that come into play, and what the game itself says of them."""
        statements = self.appendix.statements
        in_play = {mechanic.name for mechanic in statements.played} | {rule.owner for rule in statements.called}
        for mechanic in self.book.program.mechanics.values():
            written = MechanicProse(self.book.composed, mechanic, self.book.options)
            chapter = written.prose.chapter("play") if written.prose is not None else None
            if chapter is not None and mechanic.name in in_play:
                told = ToldProse(self.appendix, written, "in_this_game", self.appendix.keys.get(mechanic))
                found = [one for one in told.blocks(chapter, self.number) if not isinstance(one, Box) or one.blocks]
                yield from (Heading(3, told.title(chapter)), *found) if found else ()

    def _made(self, name: str) -> Iterator[Block]:
        """What the program adds to a chapter."""
        if name == "charts":
            yield from charts(self.book, self.appendix.statements)
            yield from self._added_entries()
        elif name == "sample":
            prose = self.in_force.prose
            samples = prose.samples if prose is not None else (Sample(),)
            yield from played_out(self.book, samples, self.told.written.text, self.patience)

    def _added_entries(self) -> Iterator[Block]:
        """What the entries that rulesets add to the game say of themselves, of which its own prose cannot tell."""
        book, steps = self.book, []
        for kind in book.program.charted if self.in_force.prose is not None else ():
            for entry in book.entries(kind):
                said = motto(book, entry) if self.in_force.is_added(entry) else None
                if said is not None:
                    told = book.say("argument", (Term(book.entry(entry), strong=True),), (f"{said.rstrip('.')}.",))
                    parts = (told, played_as(book, entry), (self.appendix.keys[entry],))
                    steps.append(Step(joined(filter(None, parts), " ")))
        if steps:
            yield Steps(tuple(steps), numbered=False)

    def _questions(self) -> Iterator[Block]:
        book = self.book
        if self.questions.asked:
            yield self._heading(book.say("questions"))
            yield Paragraph(merged((*book.say("asked_here"), " ", self.appendix.answers)))
            yield Box("questions", (), tuple(self.questions.boxes(self.appendix.answers)))

    def _sheet(self) -> Iterator[Block]:
        """The charts and what was written for it, on a page of its own; nothing where there is neither."""
        book, prose = self.book, self.in_force.prose
        blocks: list[Block] = list(charts(book, self.appendix.statements))
        for chapter in prose.chapters if prose is not None else ():
            head = self._title(chapter.name, chapter)
            for passage in chapter.passages:
                if passage.on_sheet and not self.in_force.is_out_of_play(passage):
                    head = self.told.head(passage) if passage.head else head
                    blocks += [Heading(3, head)] if head else []
                    blocks += self.told.passage(passage, referring=False)
                    head = ()
        if not blocks and prose is None and self.generated.says_more_than_names():
            lists = (block for block in self.generated.blocks("play") if isinstance(block, Steps))
            blocks += (Steps(tuple(Step(_without_links(one.text)) for one in each.steps), False) for each in lists)
        if blocks:
            yield Heading(2, book.say("sheet", book.title), "sheet")
            yield from blocks


def _without_links(phrase: Phrase) -> Phrase:
    return tuple(part for part in phrase if not isinstance(part, Link))
