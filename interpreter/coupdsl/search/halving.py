"""Sequential halving: each move is tried in many worlds, then the better half of them, until one is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from coupdsl.code.moves import Move
from coupdsl.language.records import by_value
from coupdsl.search.tally import Tally, mean

FEW = 4  # moves: where half is more, a kind is not yet left out


@by_value
class Judged:
    """A move: how often it was tried, and what its seat had of it on average, as `Utility` reckons.

    That is less than anything where the rules failed in all tries.
    """

    move: Move
    tries: int
    expected: float


Trials = Callable[[Sequence[Move], range], Tally]  # what each move was worth in tries of these numbers
# How often each move left is tried, in one go or several: by the number of the round, how many rounds, how many moves.
Effort = Callable[[int, int, int], Iterable[int]]


def halving(moves: Sequence[Move], trials: Trials, effort: Effort) -> list[Judged]:
    """All these moves, the best first. After each round the better half is left; of many, the best of each kind too.

    Every move still in it meets the same worlds with the same chance. Moves that are as good stay in the order given.
    """
    left = list(moves)
    sums, ended, done, out = dict.fromkeys(left, 0), dict.fromkeys(left, 0), dict.fromkeys(left, 0), []
    rounds, first = max(1, (len(left) - 1).bit_length()), 0
    for number in range(rounds):
        for count in effort(number, rounds, len(left)):
            found = trials(left, range(first, first + count))
            for move, total, times in zip(left, found.sums, found.ended, strict=True):
                sums[move] += total
                ended[move] += times
                done[move] += count
            first += count
        left.sort(key=_best_first(sums, ended))
        left, worse = _halved(left)
        out += worse[::-1]
    return [Judged(move, done[move], mean(sums[move], ended[move])) for move in [*left, *out[::-1]]]


def _halved(moves: list[Move]) -> tuple[list[Move], list[Move]]:
    """Of moves, the best first, those that are left and those that are not."""
    half = (len(moves) + 1) // 2
    better, worse = moves[:half], list[Move]()
    for move in moves[half:]:
        first_of_kind = all(move.kind != other.kind for other in better)
        (better if half > FEW and first_of_kind else worse).append(move)
    return better, worse


def shared_out(tries: int) -> Effort:
    """So many tries in all, as many in each round."""
    return lambda _, rounds, moves: [max(1, tries // rounds // moves)]


def _best_first(sums: dict[Move, int], ended: dict[Move, int]) -> Callable[[Move], float]:
    return lambda move: -mean(sums[move], ended[move])
