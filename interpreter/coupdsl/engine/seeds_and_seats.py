"""Seeds and seats as programs outside give them: whole numbers, of Python or of another library."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

SEEDS = 1 << 64


def seed_of(given: SupportsIndex) -> int:
    """The seed as a number of Python; ValueError if it is not 0 to 2^64-1."""
    return _below(SEEDS, given, "a seed is a whole number from 0 to 2^64-1")


def viewer_of(given: SupportsIndex | None, seats: int) -> int | None:
    """The seat as a number of Python; None is a spectator. ValueError where nobody sits there."""
    return None if given is None else _below(seats, given, f"the seats are 0 to {seats - 1}")


def _below(end: int, given: SupportsIndex, otherwise: str) -> int:
    found = int(index(given)) if hasattr(given, "__index__") else -1
    if not 0 <= found < end:
        raise ValueError(otherwise)
    return found
