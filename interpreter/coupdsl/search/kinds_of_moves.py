"""Kinds of moves: those with one word, as the one call among forty bids. A search first chooses what kind to make.

So what is rare among all that is offered comes oftener than by even chance. Who plays on at random does not agree to a
draw, else few games would be decided, and ends would tell nothing. Only the first choice may be to agree: it may answer
an offer that is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from random import Random

from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator


def kinds_of(moves: Sequence[Move]) -> list[int]:
    """Each kind once, in rising order."""
    return sorted({move.kind for move in moves})


def of_kind(kind: int, moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if move.kind == kind]


def wanted(moves: Sequence[Move], agreed: Set[int]) -> Sequence[Move]:
    """Those not by these ids, where there are any."""
    return [move for move in moves if move.id not in agreed] or moves


def few_of(moves: Sequence[Move], most: int) -> list[Move]:
    """All of a kind of at most so many moves; of others a quarter of so many, the first and the rest evenly spread."""
    totals, seen, found = Counter(move.kind for move in moves), Counter[int](), []
    for move in moves:
        if totals[move.kind] <= most or seen[move.kind] * (most // 4) % totals[move.kind] < most // 4:
            found.append(move)
        seen[move.kind] += 1
    return found


def some_of(moves: Sequence[Move], most: int, seed: int) -> list[Move]:
    """So many of the moves at most, drawn by chance, as many of each kind as of any other that has more; in order."""
    if len(moves) <= most:
        return list(moves)
    rng, by_kind = Random(seed), dict[int, list[Move]]()
    for move in moves:
        by_kind.setdefault(move.kind, []).append(move)
    ordered: list[tuple[int, int, int]] = []
    for same in by_kind.values():
        drawn = rng.sample(same, min(most, len(same)))
        ordered += [(at, rng.getrandbits(32), move.id) for at, move in enumerate(drawn)]
    found = {move for _, _, move in sorted(ordered)[:most]}
    return [move for move in moves if move.id in found]


def weight(count: int) -> int:
    """How likely a kind is, against others, of which so many moves are offered: the digits of that, written in binary.

    Of one or two moves each is as likely as every other; two hundred bids together are eight times as likely as a call.
    """
    return count.bit_length()


def of_any_kind(moves: Sequence[Move], chance: Generator, agreed: Set[int]) -> Move:
    """One of the moves, not by these ids where there are others.

    Of what kind, its `weight` says, and within it each move is as likely as the other.
    """
    moves = wanted(moves, agreed)
    by_kind = [of_kind(kind, moves) for kind in kinds_of(moves)]
    same = by_kind[0]
    if len(by_kind) > 1:
        drawn = chance.below(sum(weight(len(one)) for one in by_kind))
        same = next(one for one in by_kind if (drawn := drawn - weight(len(one))) < 0)
    return same[chance.below(len(same))]
