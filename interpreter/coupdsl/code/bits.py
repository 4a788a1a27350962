"""Sets as integers: element `n` is bit `n`."""

from __future__ import annotations

from collections.abc import Iterable


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
