"""A few moves tried as often as each other in the same worlds, to tell people what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.engine.turn import Result
from coupdsl.language.records import by_value
from coupdsl.search.arena import Arena


@by_value
class Weighed:
    """What a move brought: the scores of the seat's side and of the others on average, the shares of wins and losses.

    `expected` is on average what `Utility` reckons; in `unbeaten` of the worlds no other of the moves brought more.
    `scores` are the lowest and the highest that anybody had.
    """

    move: Move
    expected: float
    own: float
    others: float
    wins: float
    losses: float
    unbeaten: int
    scores: tuple[int, int]


def weighed(
    arena: Arena, worlds: Sequence[Any], seat: int, moves: Sequence[Move], seed: int, times: int
) -> list[Weighed]:
    """The moves of a seat that is to act, the best first; each is tried so many times in each world.

    A try in which the rules fail after one of them counts for none; raises RulesError where no other is left.
    """
    ends, numbers = _ends(arena, worlds, moves, seed, range(times * len(worlds)))
    worths = [[arena.utility.worths(end)[seat] for end in of_one] for of_one in ends]
    in_world = [_by_world(gains, numbers, len(worlds)) for gains in worths]
    most = [max(column) for column in zip(*in_world, strict=True)]
    found = []
    for move, of_one, gains, sums in zip(moves, ends, worths, in_world, strict=True):
        own, others = zip(*(_scores(arena, end, seat) for end in of_one), strict=True)
        scores = [score for end in of_one for score in end.scores]
        tells = arena.utility.is_shared or arena.utility.bounty  # then a win of all is one, and no draw
        settled = [end for end in of_one if tells or len(end.winners) < len(end.scores)]
        wins = sum(seat in end.winners for end in settled)
        shares = wins / len(numbers), (len(settled) - wins) / len(numbers)
        unbeaten = sum(mine == best for mine, best in zip(sums, most, strict=True))
        means = _mean(gains), _mean(own), _mean(others)
        found.append(Weighed(move, *means, *shares, unbeaten, (min(scores), max(scores))))
    return sorted(found, key=lambda one: (-one.expected, one.move.id))


def _ends(
    arena: Arena, worlds: Sequence[Any], moves: Sequence[Move], seed: int, numbers: range
) -> tuple[list[list[Result]], list[int]]:
    """By move the ends of tries, and which numbers these had."""
    found: dict[int, list[Result]] = {}
    failed: RulesError | None = None
    for number in numbers:
        try:
            found[number] = [_end(arena, worlds, move, seed, number) for move in moves]
        except RulesError as error:
            failed = error
    if failed is not None and not found:
        raise failed
    return [list(of_one) for of_one in zip(*found.values(), strict=True)], list(found)


def _by_world(gains: Sequence[int], numbers: Sequence[int], worlds: int) -> list[int]:
    """What was gained in each world, of which the number n began in the world n."""
    found = [0] * worlds
    for one, number in zip(gains, numbers, strict=True):
        found[number % worlds] += one
    return found


def _end(arena: Arena, worlds: Sequence[Any], move: Move, seed: int, number: int) -> Result:
    state = arena.world(worlds, seed, number)
    state.apply(move)
    return arena.end(state, derive(seed, number))


def _scores(arena: Arena, end: Result, seat: int) -> tuple[float, float]:
    """Of the seat's side and of the others, on average."""
    side = arena.utility.side
    own = [score for score, of in zip(end.scores, side, strict=True) if of == side[seat]]
    others = [score for score, of in zip(end.scores, side, strict=True) if of != side[seat]]
    return _mean(own), _mean(others)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
