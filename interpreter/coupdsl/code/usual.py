"""How many play where nobody says."""

from __future__ import annotations

from collections.abc import Iterable

USUAL = 4  # people at a table, where the files do not say how many are usual


def nearest(wished: int, allowed: Iterable[int]) -> int:
    """The number of players that comes nearest, the lower of two."""
    return min(allowed, key=lambda n: (abs(n - wished), n))
