"""What a ruleset is called and how many can play it, known without reading its files again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from coupdsl.code.usual import USUAL, nearest
from coupdsl.language.looks import Looks
from coupdsl.language.remembered import name_for, remembered


class Profile(NamedTuple):
    """`titles` by language; how many can play at one table, and are wished for; how more split over several."""

    titles: dict[str, str]
    allowed: list[int]
    wished: int
    splits: list[list[int]]

    @property
    def usual(self) -> int:
        """How many play where nobody says."""
        return nearest(self.wished, self.allowed)

    def tables(self, people: int) -> tuple[int, ...] | None:
        """The sizes of the tables at which so many people play; None when they cannot."""
        if people in self.allowed:
            return (people,)
        return next((tuple(split) for split in self.splits if sum(split) == people), None)


def profile(ruleset: str, options: Mapping[str, Any] | None = None, asked: Looks | None = None) -> Profile:
    """The profile of a shipped name or a path; raises Problems. Several may share what was `asked` of the disk."""
    name = name_for("profile", ruleset, sorted((options or {}).items(), key=repr))
    return Profile(*remembered(name, lambda: _profile(ruleset, options), asked=asked))


def _profile(ruleset: str, options: Mapping[str, Any] | None) -> list[Any]:
    from coupdsl.code.seats import allowed_seats
    from coupdsl.rulesets.compose import compose, flawless

    composed = flawless(compose(ruleset))
    allowed = allowed_seats(composed, options)
    splits = [list(split) for split in composed.program.tables if all(size in allowed for size in split)]
    return [composed.titles, allowed, composed.usual or USUAL, splits]
