"""Ends at which all win or lose together: what counts, and who can win, is the same for every seat."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_statements, mentions
from coupdsl.rulebook.book import Book


def is_shared(finish: ps.Finish) -> bool:
    """Has every seat the same result there, and can all of them win, or none?"""
    same = not any(mentions(key, local) for local, key, _ in finish.keys)
    return same and (_all_seats(finish.among) or asked_of_all(finish) is not None)


def asked_of_all(finish: ps.Finish) -> p.Expr | None:
    """What has to hold for all to win, of an end at which they can; none where they do anyhow."""
    match finish.among:
        case pe.Filter(local=local, source=source, condition=condition, preferring=False) if _all_seats(source):
            return condition if not mentions(condition, local) else None
    return None


def can_be_lost(book: Book) -> bool:
    """Is there an end at which nobody wins?"""
    return any(isinstance(line, ps.Finish) and is_lost(book, line) for line in all_statements(book.program))


def is_lost(book: Book, finish: ps.Finish) -> bool:
    seats = book.fixed(finish.among, None) if finish.among is not None else None
    return seats is not None and not any(seats)


def _all_seats(among: p.Expr | None) -> bool:
    return among is None or (isinstance(among, pe.Constant) and among.name == "seats")
