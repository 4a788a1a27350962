"""Ends at which all win or lose together, or who plays alone: what counts, and who can win, is the same for all."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_statements, mentions
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.numbers_of_players import is_for_one


def is_shared(book: Book, finish: ps.Finish) -> bool:
    """Does nobody there win before others, and can it be said of all at once who wins?

    What one end states does not tell a draw from a win of all: that is a matter of the whole game.
    """
    match finish.among:
        case pe.Filter(source=source, preferring=False):
            is_said = _is_all_seats(source)
        case among:
            is_said = _is_all_seats(among)
    return is_said and (is_for_one(book) or all(_all_have_the_same(book, end) for end in _ends(book)))


def can_be_lost(book: Book) -> bool:
    """Where ends are shared: is there one at which it is asked whether all win?"""
    return any(end.among is not None for end in _ends(book))


def is_lost(book: Book, finish: ps.Finish) -> bool:
    return finish.among is not None and _is_nobody(book, finish.among)


def _ends(book: Book) -> list[ps.Finish]:
    return [line for line in all_statements(book.program) if isinstance(line, ps.Finish)]


def _all_have_the_same(book: Book, finish: ps.Finish) -> bool:
    """Has every seat the same result there, and can all of them win, or none?"""
    return not any(mentions(key, local) for local, key, _ in finish.keys) and _all_or_none(book, finish.among)


def _all_or_none(book: Book, among: p.Expr | None) -> bool:
    match among:
        case pe.Filter(local=local, source=source, condition=condition):
            return _all_or_none(book, source) and not mentions(condition, local)
        case pe.Cond(then=then, otherwise=otherwise):
            return _all_or_none(book, then) and _all_or_none(book, otherwise)
    return among is None or _is_all_seats(among) or _is_nobody(book, among)


def _is_all_seats(among: p.Expr | None) -> bool:
    return among is None or (isinstance(among, pe.Constant) and among.name == "seats")


def _is_nobody(book: Book, among: p.Expr) -> bool:
    seats = book.fixed(among, None)
    return seats is not None and not any(seats)
