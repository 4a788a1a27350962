"""What prose calls by the name that the game has for it, and a ruleset by another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from coupdsl.phrases.inline import Term, joined
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Paragraph
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.reworded import reworded

_FILLED = re.compile(r"\{[^{}]*\}")


class NamedAnew:
    """Says of each such name once what it is called here, from one `begin` to the next."""

    def __init__(self, book: Book, prose: ProseInForce) -> None:
        self.book, self.prose = book, prose
        self._told: set[str] = set()

    @cached_property
    def names(self) -> dict[str, str]:
        """Each name that is not the one here, with that."""
        given = dict.fromkeys(_given(self.book))
        return dict(_names(given, self.book, self.prose.worded_game)) if given else {}

    def begin(self) -> None:
        self._told.clear()

    def told(self, text: str) -> Iterator[Paragraph]:
        """Of the names in a text, but those that are filled in."""
        written = _FILLED.sub("", text)
        found = [old for old in self.names if old not in self._told and _stands_in(written, old)]
        self._told.update(found)
        if found:
            said = (self.book.say("called_here", (Term(old),), (Term(self.names[old]),)) for old in found)
            yield Paragraph(joined(said, " "))


def _stands_in(text: str, name: str) -> bool:
    """Is it spoken of? A sentence may begin with the same word, as with a number that is also a rank's name."""
    word = re.escape(name)
    if name[:1].islower():
        return re.search(rf"(?<!\w)(?:{word}|{re.escape(name[0].upper() + name[1:])})(?!\w)", text) is not None
    return re.search(rf"\*{word}:?\*|(?<=[^\s.:!?*-]\s){word}(?!\w)", text) is not None


def _names(given: Iterable[str], book: Book, game: Composed) -> Iterator[tuple[str, str]]:
    """The names that the game has, and variants put others in the place of, with these."""
    before, program = Book(game, book.language), book.program
    for path in given:
        entry, before_it = program.entry(path), game.program.entry(path)
        if entry is not None:
            old, new = before.entry(before_it) if before_it is not None else "", book.entry(entry)
        else:
            paths = (f"terms.{path}", f"names.{path}")
            old, new = before.labels.get(*paths) or "", book.label(*paths)
        if old and old != new:
            yield old, new


def _given(book: Book) -> Iterator[str]:
    """What variants name in this language: entries, zones, states …, by their paths."""
    for variant in book.composed.variants:
        yield from variant.names.get(book.language, {})
        anew = (one for one in reworded(variant, book.program) if one.language == book.language)
        yield from (one.entry.path for one in anew if one.field == "name")
