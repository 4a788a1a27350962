"""Sets of cards that lie beside one another in others: which together are worth most, and how long that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from coupdsl.code.bounds import bounded
from coupdsl.language.source import Span


class Candidate(NamedTuple):
    """Something with its `members`, as a set, and its value; `element` numbers it."""

    members: int
    value: int
    element: int


def packed(candidates: Sequence[Candidate], within: int, span: Span) -> int:
    """The elements, as a set, with no member in two of them and all in `within`, whose values add up to most.

    Of several as good it is that with the earliest candidate. Fails where the values are too large to be added.
    """
    total = 0
    for candidate in candidates:
        total = bounded(total + abs(candidate.value), span)
    return _packed(candidates, 0, within)[1]


def _packed(candidates: Sequence[Candidate], first: int, remaining: int) -> tuple[int, int]:
    """The value and the elements of the best that `remaining` holds of the candidates from `first` on."""
    best, chosen = 0, 0
    for number in range(first, len(candidates)):
        members, value, element = candidates[number]
        if not members & ~remaining:
            beyond, others = _packed(candidates, number + 1, remaining & ~members)
            if value + beyond > best:
                best, chosen = value + beyond, others | 1 << element
    return best, chosen


class Effort(NamedTuple):
    candidates: int  # that a set of cards holds at most
    packings: int  # of them that are looked at


@cache
def effort(members: tuple[int, ...], cards: int) -> Effort:
    """What it takes at most to look through all packings in so many `cards`.

    A packing is told by what becomes of each card in turn: it stays, or is the first of one of the candidates of so
    many cards of which it can be the first.
    """
    first = Counter((one & -one, one.bit_count()) for one in members)
    most: Counter[int] = Counter()
    for (_, size), number in first.items():
        most[size] = max(most[size], number)
    held, packings = [0], [1]
    for left in range(1, cards + 1):
        starts = {size: min(number, comb(left - 1, size - 1)) for size, number in most.items() if size <= left}
        held.append(held[-1] + sum(starts.values()))
        packings.append(packings[-1] + sum(number * packings[left - size] for size, number in starts.items()))
    return Effort(min(held[-1], len(members)), packings[-1])
