"""A whole rulebook: its chapters one after the other, a sheet with the charts, and the exact rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from coupdsl.language import program as p
from coupdsl.phrases.inline import Phrase, Term, merged
from coupdsl.rulebook.appendix import Appendix, answer, other_answers
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import charts
from coupdsl.rulebook.document import Block, Box, Document, Heading, Paragraph, Steps
from coupdsl.rulebook.generated import Generated
from coupdsl.rulebook.house_changes import changes
from coupdsl.rulebook.index import index
from coupdsl.rulebook.material import players
from coupdsl.rulebook.prose_in_force import MechanicProse, ProseInForce
from coupdsl.rulebook.sample_hand import sample
from coupdsl.rulebook.told_prose import ToldProse, question_key
from coupdsl.rulesets.compose import Composed
from coupdsl.rulesets.prose import Sample

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
        self.number = 0

    def document(self) -> Document:
        book = self.book
        lead = book.say("lead", players(book))
        blocks = [block for name in CHAPTERS for block in self._chapter(name)]
        blocks += [*self._changes(), *self._questions()]
        found = index(book, blocks)
        if found is not None:
            blocks += [Heading(2, book.say("index"), "index"), found]
        return Document(book.language, book.title, lead, tuple(blocks), tuple(self._sheet()), self.appendix.blocks)

    def _heading(self, title: Phrase) -> Heading:
        self.number += 1
        return Heading(2, merged((f"{self.number} ", *title)), f"c{self.number}")

    def _changes(self) -> Iterator[Block]:
        found = list(changes(self.book))
        if found:
            yield self._heading(self.book.say("changes"))
            yield from found

    def _chapter(self, name: str) -> Iterator[Block]:
        prose = self.in_force.prose
        written = prose.chapter(name) if prose is not None else None
        title = self.told.title(written) if written is not None and written.title else self.book.say(f"chapter_{name}")
        heading = self._heading(title)
        blocks = list(self.told.blocks(written, self.number)) if written is not None else []
        if not blocks:
            blocks += [*(self._mechanics() if name == "play" else ()), *self.generated.blocks(name)]
        blocks += self._made(name)
        if blocks:
            yield from (heading, *blocks)
        else:
            self.number -= 1

    def _mechanics(self) -> Iterator[Block]:
        """What is written of the mechanics that come into play, and what the game itself says of them."""
        statements = self.appendix.statements
        in_play = {mechanic.name for mechanic in statements.played} | {rule.owner for rule in statements.called}
        for mechanic in self.book.program.mechanics.values():
            written = MechanicProse(self.book.composed, mechanic, self.book.options)
            chapter = written.prose.chapter("play") if written.prose is not None else None
            if chapter is not None and mechanic.name in in_play:
                told = ToldProse(self.appendix, written, "in_this_game")
                found = [one for one in told.blocks(chapter, self.number) if not isinstance(one, Box) or one.blocks]
                yield from (Heading(3, told.title(chapter)), *found) if found else ()

    def _made(self, name: str) -> Iterator[Block]:
        """What the program adds to a chapter."""
        if name == "charts":
            yield from charts(self.book, self.appendix.statements)
        elif name == "sample":
            prose = self.in_force.prose
            yield from sample(self.book, prose.sample if prose is not None else Sample())

    def _questions(self) -> Iterator[Block]:
        book = self.book
        if not book.program.options:
            return
        yield self._heading(book.say("questions"))
        yield Paragraph(book.say("asked_here"))
        yield Box("questions", (), tuple(self._question(option) for option in book.program.options.values()))

    def _question(self, option: p.Option) -> Box:
        book = self.book
        number, key = question_key(book, option)
        here = (Term(answer(book, option), strong=True),)
        others = other_answers(book, option)
        said = book.say("other_answers", here, others) if others else book.say("only_answer", here)
        question = book.label(f"options.{option.key}.ask", option.key.replace(".", " "))
        return Box("question", (f"{number} {question}",), (Paragraph(said),), key)

    def _sheet(self) -> Iterator[Block]:
        """The charts and what was written for it, on a page of its own; nothing where there is neither."""
        book, prose = self.book, self.in_force.prose
        blocks: list[Block] = list(charts(book, self.appendix.statements))
        for passage in prose.passages() if prose is not None else ():
            if passage.on_sheet and not self.in_force.is_out_of_play(passage):
                blocks += self.told.passage(passage)
        if not blocks and prose is None:
            blocks += [block for block in self.generated.blocks("play") if isinstance(block, Steps)]
        if blocks:
            yield Heading(2, book.say("sheet", book.title), "sheet")
            yield from blocks
