"""What somebody typed for more than the next choice: further moves of the same line, or that chance makes them."""

from __future__ import annotations

import re


class Ahead:
    """Belongs to one seat, and is forgotten when another is asked."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._lines: list[str] = []
        self._by_chance: str | None = None  # the decision that chance makes as long as it is asked
        self.several = False  # whether the move now asked for is one of several; numbers of options mean little then

    def clear(self) -> None:
        self._seat, self._lines, self._by_chance, self.several = None, [], None, False

    def line(self, seat: int, typed: str) -> str:
        """The first move of a line of moves with commas or semicolons; the others wait."""
        first, *self._lines = [part.strip() for part in re.split("[,;]", typed) if part.strip()] or [""]
        self._seat, self._by_chance, self.several = seat, None, bool(self._lines)
        return first

    def leave_to_chance(self, decision: str) -> None:
        self._by_chance = decision

    def has(self, seat: int, decision: str) -> bool:
        return seat == self._seat and (bool(self._lines) or decision == self._by_chance)

    def next(self, decision: str) -> str:
        """What to do with this decision, for which there `has` been something."""
        if decision == self._by_chance:
            return "random"
        self._by_chance = None
        return self._lines.pop(0)
