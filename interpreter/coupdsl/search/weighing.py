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
from coupdsl.search.sureness import Brought, Figure, compared, figure


@by_value
class Weighed:
    """What a move brought: the scores of the seat's side and of the others on average, the shares of wins and losses.

    `scores` are the lowest and the highest that anybody had.
    """

    brought: Brought
    own: Figure
    others: Figure
    wins: Figure
    losses: Figure
    scores: tuple[int, int]


def weighed(
    arena: Arena, worlds: Sequence[Any], seat: int, moves: Sequence[Move], seed: int, times: int
) -> list[Weighed]:
    """The moves of a seat that is to act, the best first; each is tried so many times in each world.

    A try in which the rules fail after one of them counts for none; raises RulesError where no other is left.
    """
    ends, numbers = _ends(arena, worlds, moves, seed, range(times * len(worlds)))
    worlds_of = [number % len(worlds) for number in numbers]
    gains = [[arena.utility.worths(end)[seat] for end in of_one] for of_one in ends]
    found = []
    for brought, of_one in zip(compared(moves, gains, worlds_of), ends, strict=True):
        brought_by = [(*_scores(arena, end, seat), *_won_and_lost(arena, end, seat)) for end in of_one]
        scores = [score for end in of_one for score in end.scores]
        own, others, wins, losses = (figure(of, worlds_of) for of in zip(*brought_by, strict=True))
        found.append(Weighed(brought, own, others, wins, losses, (min(scores), max(scores))))
    return sorted(found, key=lambda one: _best_first(one.brought))


def weighed_well(
    arena: Arena, worlds: Sequence[Any], seat: int, moves: Sequence[Move], seed: int, times: int
) -> list[Brought]:
    """The moves of a seat, the best first, each tried so many times in nested games, one world after the other.

    A move after which the rules always fail is left out, and so is a try in which they fail after another.
    """
    tallies = [arena.nested(worlds, seat, seed, moves, range(number, number + 1)) for number in range(times)]
    left = [at for at, _ in enumerate(moves) if any(one.ended[at] for one in tallies)]
    whole = [number for number, one in enumerate(tallies) if all(one.ended[at] for at in left)]
    if not whole or not left:
        return []
    gains = [[tallies[number].sums[at] for number in whole] for at in left]
    found = compared([moves[at] for at in left], gains, [number % len(worlds) for number in whole])
    return sorted(found, key=_best_first)


def _best_first(one: Brought) -> tuple[float, int]:
    return -one.expected.mean, one.move.id


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


def _won_and_lost(arena: Arena, end: Result, seat: int) -> tuple[bool, bool]:
    """Was it won, or lost? Neither where all are level."""
    tells = arena.utility.is_shared or arena.utility.bounty  # then a win of all is one, and no draw
    if not tells and len(end.winners) == len(end.scores):
        return False, False
    return seat in end.winners, seat not in end.winners


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
