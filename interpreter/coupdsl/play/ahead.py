"""What somebody typed for more than the next choice: further moves of the same line, or that chance makes them."""

from __future__ import annotations

import re

from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_statements


def asked_in_a_row(program: p.Program) -> set[str]:
    """The decisions that are asked of somebody a number of times in a row, as which cards to pass on."""
    repeats = (one for one in all_statements(program) if isinstance(one, ps.Repeat) and one.until is None)
    asked = (line for repeat in repeats for line in repeat.body.lines if isinstance(line, ps.Choose))
    return {choice.name for choice in asked if choice.who is not None}


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
