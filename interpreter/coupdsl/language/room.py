"""Room for rules that ask one another in long chains: Python by itself stops at a thousand calls inside one another."""

from __future__ import annotations

import sys

TOO_DEEP = "rules and their parts stand too deep inside one another"  # where even so there is too little room
CALLS = 20_000  # inside one another; a chain of the longest length takes a fifth


def make_room() -> None:
    """Lets calls stand as deep inside one another as rules need that are not refused; this stays so."""
    if sys.getrecursionlimit() < CALLS:
        sys.setrecursionlimit(CALLS)
