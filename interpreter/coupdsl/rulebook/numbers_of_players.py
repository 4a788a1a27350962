"""How many may play, and values that hang on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.code.usual import USUAL, nearest
from coupdsl.phrases.inline import Phrase, joined, merged
from coupdsl.rulebook.book import Book


def players(book: Book) -> str:
    """How many may play: the least and the most where all numbers between may, too."""
    numbers = [rules.players for rules in book.tables]
    return book.words["to"].format(numbers[0], numbers[-1]) if _are_range(numbers) else _either(book, numbers)


def so_many_players(book: Book) -> Phrase:
    """How many may play, as players."""
    return book.say("one_player") if is_for_one(book) else book.say("players", players(book))


def is_for_one(book: Book) -> bool:
    """Is it a game that one plays alone?"""
    return [rules.players for rules in book.tables] == [1]


def _are_range(numbers: list[int]) -> bool:
    return len(numbers) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1))


def _either(book: Book, numbers: list[int]) -> str:
    *most, last = map(str, numbers)
    return book.words["or_so"].join([", ".join(most), last] if most else [last])


def by_players(book: Book, values: list[Phrase]) -> Phrase:
    """A value, or the values for each number of players where they differ."""
    if all(value == values[0] for value in values):
        return values[0]
    return joined(_with_players(book, values, dict.fromkeys(values)))


def before_noun(book: Book, values: list[Phrase]) -> Phrase:
    """The same as it can stand before a noun: the value for the usual number of players, the others in brackets."""
    numbers = [rules.players for rules in book.tables]
    usual = values[numbers.index(nearest(book.composed.usual or USUAL, numbers))]
    others = [value for value in dict.fromkeys(values) if value != usual]
    return merged((*usual, " (", *joined(_with_players(book, values, others)), ")")) if others else usual


def _with_players(book: Book, values: list[Phrase], told: Iterable[Phrase]) -> Iterator[Phrase]:
    """Each of the values that are `told`, with the numbers of players that it is for."""
    for one in told:
        numbers = [rules.players for rules, value in zip(book.tables, values, strict=True) if value == one]
        if _are_range(numbers):
            yield book.say("with_players_range", one, str(numbers[0]), str(numbers[-1]))
        else:
            yield book.say("with_players", one, _either(book, numbers))
