"""With which mechanic an entry is played."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.phrases.inline import Phrase
from coupdsl.rulebook.book import Book


def played_as(book: Book, entry: p.Entry) -> Phrase | None:
    """What tells it from others of its kind; nothing where all are played with the same."""
    if entry.plays is None or len({one.plays for one in book.entries(entry.kind)}) == 1:
        return None
    return book.say("played_as", book.term(entry.plays.name))


__all__ = ["played_as"]
