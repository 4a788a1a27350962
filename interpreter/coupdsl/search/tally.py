"""What moves came to in tries. One in which the rules fail was only imagined, and counts for nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.language.records import by_value


@by_value
class Tally:
    """By move: what it was worth to its seat in all tries that came to their end, and how many did."""

    sums: list[int]
    ended: list[int]

    @property
    def means(self) -> list[float]:
        return [mean(total, ended) for total, ended in zip(self.sums, self.ended, strict=True)]


def mean(total: int, ended: int) -> float:
    """What a move was worth on average; less than anything where no try of it came to its end."""
    return total / ended if ended else -inf


def tallied(moves: Sequence[Move], numbers: range, brought: Callable[[Move, int], int]) -> Tally:
    """What all moves `brought` in the tries of these numbers."""
    sums, ended = [0] * len(moves), [0] * len(moves)
    for number in numbers:
        for at, move in enumerate(moves):
            with suppress(RulesError):
                sums[at] += brought(move, number)
                ended[at] += 1
    return Tally(sums, ended)
