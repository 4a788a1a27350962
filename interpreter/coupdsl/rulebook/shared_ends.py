"""Ends at which all win or lose together, or who plays alone: what can be said of all at once."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.rulebook.book import Book


def is_shared(book: Book, finish: ps.Finish) -> bool:
    """Does nobody there win before others, and can it be said of all at once who wins?

    What one end states does not tell a draw from a win of all: that is a matter of the whole game.
    """
    match finish.among:
        case pe.Filter(source=source, preferring=False):
            return _is_all_seats(source) and book.all_share
    return _is_all_seats(finish.among) and book.all_share


def is_lost(book: Book, finish: ps.Finish) -> bool:
    seats = book.fixed(finish.among, None) if finish.among is not None else None
    return seats is not None and not any(seats)


def _is_all_seats(among: p.Expr | None) -> bool:
    return among is None or (isinstance(among, pe.Constant) and among.name == "seats")
