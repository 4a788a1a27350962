"""The differences between two rulesets over the same games, and which of them are sure."""

from __future__ import annotations

from typing import Literal

from coupdsl.language.records import by_value
from coupdsl.study.course import Course
from coupdsl.study.estimate import Difference, games_needed, surely
from coupdsl.study.figures import Figure
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.results import FEW
from coupdsl.study.report.titles import unit_of

ASIDE = ("opened", "members")  # what only helps to read others


@by_value
class Finding:
    """A figure under two rulesets, and what can be said of it."""

    figure: Figure
    found: Difference
    tested: bool = False
    sure: bool = False
    needed: int | None = None

    @property
    def state(self) -> Literal["exactly", "rare", "sure", "equal", "unsure"]:
        """What is known of it."""
        if self.found.error == 0 and not self.found.by.value:
            return "exactly"
        if not self.tested:
            return "rare"
        if self.sure:
            return "sure"
        return "equal" if self.needed is None else "unsure"

    @property
    def numbers(self) -> tuple[Number, Number, Number]:
        """What it was, what it is, and by how much that is another."""
        share = unit_of(self.figure) == "share"
        signed = self.figure.name in ("gain", "score opening", "won opening")
        one, other = (Number(end, share, signed, bare=True) for end in (self.found.one, self.found.other))
        return one, other, Number(self.found.by, share, signed=True)


def findings(course: Course, which: int) -> list[Finding]:
    """Every figure of which the first ruleset and another both have cases, the strongest difference first.

    Those with too few cases are not tested; the others are sure by Holm's method, which knows how many they are.
    """
    found = [pair for pair in course.study.differences(course.summary, which) if _alive(pair[1])]
    found.sort(key=lambda pair: -pair[1].strength)
    tested = [_enough(figure, one, course.summary.games) for figure, one in found]
    sure = iter(surely([one.chance for (_, one), asked in zip(found, tested, strict=True) if asked]))
    looked_at = max(1, sum(tested))
    return [
        Finding(figure, one, asked, asked and next(sure), games_needed(one, course.summary.games, looked_at))
        for (figure, one), asked in zip(found, tested, strict=True)
    ]


def _alive(one: Difference) -> bool:
    """Did it happen at all?"""
    return bool(one.one.value or one.other.value or one.error)


def _enough(figure: Figure, one: Difference, games: int) -> bool:
    return games >= FEW and min(one.one.cases, one.other.cases) >= FEW and figure.name not in ASIDE
