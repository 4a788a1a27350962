"""Ratings of several players by OpenSkill's model of Plackett and Luce: each deal is one match of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec

from coupdsl.study.estimate import Estimate

PACKAGE = "openskill"
PLACES = 9  # to which two that made the same of a deal are equal
SPREAD = 2.0  # standard deviations that stand for an interval, as the model sees them


def can_rate() -> bool:
    """Is the package there?"""
    return find_spec(PACKAGE) is not None


def ratings(matches: Iterable[list[float]], players: int) -> list[Estimate]:
    """For each player its rating, 25 before the first match; in a match the largest number is the best."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = [[model.rating()] for _ in range(players)]
    count = 0
    for made in matches:
        best = sorted({round(one, PLACES) for one in made}, reverse=True)
        found = model.rate(found, ranks=[best.index(round(one, PLACES)) for one in made])
        count += 1
    return [Estimate(one.mu, one.mu - SPREAD * one.sigma, one.mu + SPREAD * one.sigma, count) for (one,) in found]
