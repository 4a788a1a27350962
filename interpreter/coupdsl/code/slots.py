"""What instructions name: places in memory, and where the code goes on."""

from __future__ import annotations

from coupdsl.code.expressions import Expression
from coupdsl.language.records import record


class Label:
    """A place in the code that is known once everything before it is."""

    def __init__(self) -> None:
        self.at = -1


@record
class Place:
    """One of several things with numbers in a row: that at `start`, or `index` further."""

    start: int
    index: Expression | None = None
