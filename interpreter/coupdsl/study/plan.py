"""What a study is: rulesets played on the same deals, and what is summed up of each game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache, cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from coupdsl.code.profile import profile
from coupdsl.code.usual import nearest
from coupdsl.engine.load import load
from coupdsl.engine.rules import Rules
from coupdsl.language.records import by_value
from coupdsl.study.estimate import Crossed, Difference, Estimate, Moments, difference, estimate
from coupdsl.study.figures import Figure, Measures, Sum
from coupdsl.study.sample import columns_of, played_by_reference, rows
from coupdsl.study.summary import Summary
from coupdsl.study.taught import taught

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from coupdsl.rulesets.composed import Composed
    from coupdsl.study.sample import Rows


@by_value
class Subject:
    """A ruleset as it is asked for: by name or path, with answers to its questions, and by whom it is played."""

    ruleset: str
    options: tuple[tuple[str, str], ...] = ()
    bots: tuple[str, ...] = ()  # where they are others than those of the whole plan

    @property
    def title(self) -> str:
        return " ".join((self.ruleset, *(f"{key}={value}" for key, value in self.options)))

    @property
    def composed(self) -> Composed:
        """Its files; raises Problems with everything wrong in them."""
        from coupdsl.rulesets.compose import compose, flawless

        return flawless(compose(self.ruleset))

    def allowed(self) -> list[int]:
        """How many can play."""
        return profile(self.ruleset, dict(self.options)).allowed

    def usual(self, fitting: list[int]) -> int:
        """How many play where nobody says, of the numbers `fitting`."""
        return nearest(profile(self.ruleset, dict(self.options)).wished, fitting)

    def rules(self, players: int) -> Rules:
        """The rules, ready to be played; raises Problems."""
        return load(self.ruleset, players, dict(self.options))


@by_value
class Plan:
    """Everything that decides what comes out, besides how many games are played."""

    subjects: tuple[Subject, ...]
    players: int
    seed: int
    policies: tuple[str, ...]

    @property
    def bots(self) -> list[tuple[str, ...]]:
        """Who plays each ruleset."""
        return [subject.bots or self.policies for subject in self.subjects]

    @property
    def is_random(self) -> bool:
        """Does everybody choose at random, as machine code can?"""
        return set(sum(self.bots, ())) == {"random"}

    @property
    def study(self) -> Study:
        """The study, ready to be played; made once a process."""
        return _study(self)


@cache
def _study(plan: Plan) -> Study:
    return Study(plan)


class Study:
    """A plan with its rules read, and by ruleset what its players have `learnt`. Rulesets are compared with the first.

    Raises PlayerError where that cannot be read.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = [subject.rules(plan.players) for subject in plan.subjects]
        self.learnt = [taught(rules, bots) for rules, bots in zip(self.rules, plan.bots, strict=True)]
        self.measures = [Measures(columns_of(rules), bots) for rules, bots in zip(self.rules, plan.bots, strict=True)]
        sizes = [len(measures.features) for measures in self.measures]
        self._starts = [sum(sizes[:at]) for at in range(len(sizes))]
        self._pairs: dict[tuple[int, int], int] = {}
        for which, measures in enumerate(self.measures):
            for figure in measures.figures:
                self._keep(*self._terms(which, figure))
        for which in range(1, len(self.measures)):
            for one, other in self.matched(which):
                self._keep(*self._terms(0, one), *self._terms(which, other))

    @cached_property
    def mark(self) -> str:
        """Which study this is: equal for the same rules, players, seed and policies, with the same moves learnt."""
        parts = [rules.fingerprint for rules in self.rules], self.plan.players, self.plan.seed, self.plan.bots
        features = [[[asdict(column) for column in sum_] for sum_ in m.features] for m in self.measures]
        known = [self.learnt] if any(self.learnt) else []
        return sha256(json.dumps([parts, features, *known]).encode()).hexdigest()[:32]

    def matched(self, which: int) -> Iterator[tuple[Figure, Figure]]:
        """The figures that the first ruleset and another both have."""
        others = {figure.key: figure for figure in self.measures[which].figures}
        for figure in self.measures[0].figures:
            if figure.key in others:
                yield figure, others[figure.key]

    # ---- playing
    def block(self, first: int, count: int, left: int = 0) -> Summary:
        """`count` games from number `first` under each ruleset, played and summed up; `left` are still to come."""
        import numpy as np

        def play(rules: Rules, bots: tuple[str, ...]) -> Rows:
            if count == 1:  # it is over before machine code is made
                return played_by_reference(rules, self.plan.seed, first, count, bots)
            return rows(rules, self.plan.seed, first, count, bots, left)

        values = [
            measures.values(play(rules, measures.policies), first)
            for rules, measures in zip(self.rules, self.measures, strict=True)
        ]
        return Summary.of(np.concatenate(values, axis=1), self._pairs_array)

    @cached_property
    def _pairs_array(self) -> NDArray[np.int64]:
        import numpy as np

        return np.array(list(self._pairs), np.int64).reshape(-1, 2)

    def nothing(self) -> Summary:
        """The summary of no games."""
        features = sum(len(measures.features) for measures in self.measures)
        return Summary(0, [0] * features, [0] * len(self._pairs))

    # ---- reading
    def estimates(self, summary: Summary, which: int = 0) -> Iterator[tuple[Figure, Estimate]]:
        """Every figure of one ruleset of which there was a case."""
        for figure in self.measures[which].figures:
            sums = self._moments(summary, which, figure)
            if sums.x:
                yield figure, estimate(sums, figure.share)

    def can_come_to(self, summary: Summary) -> bool:
        """Can games have been summed up to this?"""
        for which, measures in enumerate(self.measures):
            for figure in measures.figures:
                sums = self._moments(summary, which, figure)
                if not sums.is_possible or (figure.share and sums.y * sums.x < 0):
                    return False
        return True

    def differences(self, summary: Summary, which: int) -> Iterator[tuple[Figure, Difference]]:
        """How another ruleset differs from the first in every figure that has cases under both."""
        for one, other in self.matched(which):
            here, there = self._moments(summary, 0, one), self._moments(summary, which, other)
            if here.x and there.x:
                y, x = self._terms(0, one)
                v, u = self._terms(which, other)
                crossed = Crossed(*(self._product(summary, i, j) for i, j in ((y, v), (y, u), (x, v), (x, u))))
                yield one, difference(here, there, crossed, one.share)

    def _moments(self, summary: Summary, which: int, figure: Figure) -> Moments:
        y, x = self._terms(which, figure)
        yy, xy, xx = (self._product(summary, i, j) for i, j in ((y, y), (x, y), (x, x)))
        return Moments(summary.games, self._sum(summary, y), self._sum(summary, x), yy, xy, xx, figure.scale)

    # ---- where sums and products stand; None is the number 1, whose sum is the games
    def _terms(self, which: int, figure: Figure) -> tuple[int, int | None]:
        at, start = self.measures[which].at, self._starts[which]

        def place(feature: Sum) -> int:
            return start + at[feature]

        return place(figure.top), place(figure.bottom) if figure.bottom else None

    def _keep(self, *terms: int | None) -> None:
        known = [term for term in terms if term is not None]
        for one in known:
            for other in known:
                if one <= other:
                    self._pairs.setdefault((one, other), len(self._pairs))

    def _sum(self, summary: Summary, term: int | None) -> int:
        return summary.games if term is None else summary.sums[term]

    def _product(self, summary: Summary, one: int | None, other: int | None) -> int:
        if one is None or other is None:
            return self._sum(summary, other if one is None else one)
        return summary.products[self._pairs[min(one, other), max(one, other)]]
