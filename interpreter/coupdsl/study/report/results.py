"""What was found of one ruleset, by what it is about."""

from __future__ import annotations

from functools import cached_property

from coupdsl.native.counting.columns import NONE
from coupdsl.search.utility import Utility
from coupdsl.study.course import Course
from coupdsl.study.estimate import Estimate, chance_of, surely
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.titles import Names

FEW = 30  # games with which intervals are rough, and nothing is called sure
USUAL = 0.9  # a group to which so many seats belong in a whole game is nearly everybody


class Results:
    """The figures of the games played so far."""

    def __init__(self, course: Course, names: Names) -> None:
        self.names = names
        self.columns = names.columns
        self.games = course.summary.games
        self._found = {figure.key: (figure, one) for figure, one in course.study.estimates(course.summary)}

    @cached_property
    def entries(self) -> list[str]:
        """The entries that were named, the most frequent first."""
        named = [path for path in self._nameable if self.value("spells", path)]
        return sorted(named, key=lambda path: -self.value("spells", path))

    @cached_property
    def unnamed(self) -> list[str]:
        """The entries that could have been named and never were."""
        return [path for path in self._nameable if path not in self.entries]

    @property
    def _nameable(self) -> list[str]:
        return [entry.path for entry in self.columns.entries if entry is not None]

    @property
    def whole(self) -> str:
        """The entry under which stands what is of a whole game."""
        return ALL if len(self.columns.entries) > 1 else NONE

    @cached_property
    def lowest_is_best(self) -> bool | None:
        """Is a low score good? None where it is at some ends."""
        return Utility(self.columns.rules).low_is_good

    @property
    def paths(self) -> list[str]:
        """The whole game, then each entry that was named."""
        return [self.whole, *self.entries]

    def estimate(self, name: str, entry: str = ALL, of: str = "") -> Estimate | None:
        known = self._found.get((name, entry, of))
        return known[1] if known is not None else None

    def value(self, name: str, entry: str = ALL, of: str = "") -> float:
        """The value, 0 where there is none."""
        known = self.estimate(name, entry, of)
        return known.value if known is not None else 0.0

    def number(self, name: str, entry: str = ALL, of: str = "", signed: bool = False) -> Number | None:
        known = self._found.get((name, entry, of))
        return Number(known[1], known[0].share, signed) if known is not None else None

    def estimates(self, name: str) -> list[tuple[Figure, Estimate]]:
        """Every figure of that name."""
        return [(figure, one) for figure, one in self._found.values() if figure.name == name]

    @cached_property
    def groups(self) -> list[str]:
        """Groups of seats that tell something: not those to which (nearly) every seat belongs whenever they occur."""
        everybody = self.columns.players

        def telling(group: str) -> bool:
            counts = [self.value("members", path, group) for path in self.entries or [NONE]]
            if not self.entries:
                return 0 < counts[0] < USUAL * everybody
            return any(count not in (0, everybody) for count in counts)

        return [group for group in self.columns.groups if telling(group)]

    def differing(self, found: list[Estimate], against: float) -> list[bool]:
        """Which of these surely are another number than `against`, all of them taken together."""
        if self.games < FEW:
            return [False] * len(found)
        return surely([chance_of(one, against) for one in found])
