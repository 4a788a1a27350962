"""Flat search: each move is tried in many worlds, and the better half goes on to be tried, until one is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from coupdsl.code.moves import Move
from coupdsl.language.records import by_value
from coupdsl.search.arena import Arena


@by_value
class Judged:
    """A move: how often it was tried, and what its seat had of it on average, as `Utility` reckons."""

    move: Move
    tries: int
    expected: float


def halving(arena: Arena, worlds: Sequence[Any], seat: int, seed: int, tries: int) -> list[Judged]:
    """All moves of a seat that is to act, the best first; `tries` are shared out among the rounds evenly.

    Every move still in it meets the same worlds with the same chance.
    """
    left: list[Move] = worlds[0].legal_moves()
    sums, done, out = dict.fromkeys(left, 0), dict.fromkeys(left, 0), []
    rounds, first = max(1, (len(left) - 1).bit_length()), 0
    for _ in range(rounds):
        count = max(1, tries // rounds // len(left))
        for move, total in zip(left, arena.trials(worlds, seat, left, seed, range(first, first + count)), strict=True):
            sums[move] += total
            done[move] += count
        first += count
        left.sort(key=_best_first(sums, done))
        half = (len(left) + 1) // 2
        out += left[half:][::-1]
        left = left[:half]
    return [Judged(move, done[move], sums[move] / done[move]) for move in [*left, *out[::-1]]]


def _best_first(sums: dict[Move, int], done: dict[Move, int]) -> Callable[[Move], tuple[float, int]]:
    return lambda move: (-sums[move] / done[move], move.id)
