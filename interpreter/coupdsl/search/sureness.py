"""What tries gave on average, and how sure that is: by how much the worlds differ in which they were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf, sqrt

from coupdsl.code.moves import Move
from coupdsl.language.records import by_value

# Standard errors: a difference that is larger is not taken for chance. With twelve worlds 19 of 20 averages are within.
SURE = 2.5


@by_value
class Figure:
    """An average, and its standard error, which is `inf` where one world was tried."""

    mean: float
    error: float

    @property
    def spread(self) -> float:
        """How far it may be off: where much is tried again, it nearly always comes within that."""
        return SURE * self.error


def figure(values: Sequence[float], worlds: Sequence[int]) -> Figure:
    """The average of these, the surer the more alike the worlds are; of each it is given where it was found."""
    sums, tries_in = _by_world(values, worlds), Counter(worlds)
    average = sum(values) / len(values)
    apart = 1 - sum(many * many for many in tries_in.values()) / len(values) ** 2  # 1 - 1/n with as many in each of n
    if apart <= 0:
        return Figure(average, inf)
    squares = sum((sums[world] - many * average) ** 2 for world, many in tries_in.items())
    return Figure(average, sqrt(squares / apart) / len(values))


@by_value
class Brought:
    """What a move brought to its seat, as `Utility` reckons, where several were tried as often in the same worlds.

    In `unbeaten` of these `worlds` no other brought more. `may_be_best`: it is the best, or is not surely worse.
    """

    move: Move
    expected: Figure
    unbeaten: int
    worlds: int
    may_be_best: bool


def compared(moves: Sequence[Move], gains: Sequence[Sequence[int]], worlds: Sequence[int]) -> list[Brought]:
    """By move what it brought in each of the same tries; of each try it is given in which world it was made."""
    figures = [figure(of_one, worlds) for of_one in gains]
    best = min(range(len(moves)), key=lambda at: (-figures[at].mean, moves[at].id))
    by_world = [_by_world(of_one, worlds).values() for of_one in gains]
    most = [max(column) for column in zip(*by_world, strict=True)]
    found = []
    for move, of_one, brought, sums in zip(moves, gains, figures, by_world, strict=True):
        behind = figure([one - other for one, other in zip(gains[best], of_one, strict=True)], worlds)
        unbeaten = sum(mine == largest for mine, largest in zip(sums, most, strict=True))
        found.append(Brought(move, brought, unbeaten, len(most), not behind.mean > behind.spread))
    return found


def _by_world(values: Sequence[float], worlds: Sequence[int]) -> dict[int, float]:
    """What was gained in each world in which something was tried, in the order in which these come."""
    found = dict.fromkeys(worlds, 0.0)
    for value, world in zip(values, worlds, strict=True):
        found[world] += value
    return found
