"""The questions that rules leave open: which of them a player asks, and the numbers that they have in the book."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import program as p
from coupdsl.phrases.inline import Link, Term, joined, merged
from coupdsl.rulebook.appendix import answer, other_answers
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Box, Paragraph


class Questions:
    """`asked` are all but the settings, unless a variant or a call states one."""

    def __init__(self, book: Book) -> None:
        self.book = book
        settings = {key for prose in book.written() for key, _ in prose.settings}
        self.asked = [option for option in book.questions if option.key not in settings or self._is_stated(option)]

    def _is_stated(self, option: p.Option) -> bool:
        return self.book.rules.options[option.key].span != (option.default_span or option.span)

    def link(self, option: p.Option) -> Link | None:
        """The number of a question in the book, and its key; none of one that is not asked there."""
        if option not in self.asked:
            return None
        number = self.asked.index(option) + 1
        return Link(f"Q{number}", f"q{number}")

    def boxes(self, exact: Link) -> Iterator[Box]:
        """Each question with the answer in force and the others; `exact` is where the rules have it."""
        book = self.book
        for option in self.asked:
            link, here = self.link(option), (Term(answer(book, option), strong=True),)
            assert link is not None
            others = other_answers(book, option)
            said = book.say("other_answers", here, others) if others else book.say("only_answer", here)
            if option not in book.in_use.options:
                said = joined((said, book.say("no_difference")), " ")
            question = book.question(option)
            told = Paragraph(merged((*said, " ", exact)))
            yield Box("question", (f"{link.text} {question}",), (told,), link.to)
