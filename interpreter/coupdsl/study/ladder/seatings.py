"""Who sits where: the same deal is played once for every way to seat the players, so that no seat is an advantage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import factorial, prod

from coupdsl.engine.chance import Generator, derive
from coupdsl.language.records import by_value

MOST = 24  # seatings of a deal; where there are more, each table has the rotations of one order, another at each deal

Table = tuple[int, ...]  # who sits at it, by number, in no order; somebody may sit at several places


class DoNotFit(ValueError):
    """So many players, some of them at several places, do not fit the sides of the game."""


@by_value
class Seatings:
    """`names` as they were asked for, `sides` of the game, as a contest counts them; `rotations` alone are played where
    that is asked for."""

    names: tuple[str, ...]
    sides: int
    rotations: bool = False

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Who is compared, each once."""
        return tuple(dict.fromkeys(self.names))

    @cached_property
    def tables(self) -> list[Table]:
        """Who sits together: one table where each has a place, else all tables that seat them as evenly as can be.

        Raises DoNotFit where somebody is named several times and the places are not as many.
        """
        numbers = [self.players.index(name) for name in self.names]
        if len(numbers) == self.sides:
            return [tuple(sorted(numbers))]
        if len(self.players) < len(numbers) and self.sides == 1:
            raise DoNotFit("all have the same at every end, so that each player plays alone and is named once")
        if len(self.players) < len(numbers):
            raise DoNotFit(f"{len(numbers)} players, one of them twice or more, do not fit {self.sides} places")
        if len(numbers) > self.sides:
            return list(combinations(numbers, self.sides))
        often, more = divmod(self.sides, len(numbers))
        return [tuple(sorted([*numbers * often, *others])) for others in combinations(numbers, more)]

    @cached_property
    def are_all(self) -> bool:
        """Is each deal played in every order there is?"""
        return not self.rotations and sum(map(_orders, self.tables)) <= MOST

    def of(self, seed: int, deal: int) -> list[tuple[int, ...]]:
        """For each game of a deal, who sits at each side."""
        if self.are_all:
            return [order for table in self.tables for order in _arranged(table)]
        chance = Generator.from_seed(derive(seed, deal))
        return [order for table in self.tables for order in _rotations(_shuffled(table, chance))]


def _orders(table: Table) -> int:
    return factorial(len(table)) // prod(factorial(times) for times in Counter(table).values())


def _arranged(table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every order once, in ascending order."""
    if not table:
        yield ()
    for first in sorted(set(table)):
        rest = list(table)
        rest.remove(first)
        for others in _arranged(rest):
            yield first, *others


def _shuffled(table: Table, chance: Generator) -> list[int]:
    left = list(table)
    return [left.pop(chance.below(len(left))) for _ in table]


def _rotations(order: Sequence[int]) -> list[tuple[int, ...]]:
    return list(dict.fromkeys((*order[at:], *order[:at]) for at in range(len(order))))
