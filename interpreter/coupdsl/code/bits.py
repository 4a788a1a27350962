"""Sets as integers: element `n` is bit `n`. Short lists as integers of 64 bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

BASE, MOST_IN_ONE = 64, 10  # each of at most ten small numbers has six bits


def members(mask: int) -> list[int]:
    """The elements of a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(elements: Iterable[int]) -> int:
    mask = 0
    for element in elements:
        if element >= 0:
            mask |= 1 << element
    return mask


def closure(start: int, step: Callable[[int], int]) -> int:
    """The set `start` with what `step` gives of each element, of each that comes to it so, and so on."""
    found = waiting = start
    while waiting:
        low = waiting & -waiting
        new = step(low.bit_length() - 1) & ~found
        found |= new
        waiting = waiting ^ low | new
    return found


def in_one(numbers: Iterable[int]) -> int:
    """At most ten numbers below 63, in their order, as one; 0 for none."""
    one = 0
    for number in numbers:
        one = one * BASE + number + 1
    return one


def out_of_one(one: int) -> list[int]:
    """What `in_one` made one."""
    found = []
    while one:
        one, number = divmod(one, BASE)
        found.append(number - 1)
    return found[::-1]
