"""Another may choose as if he held what he does not: how far what he chose then tells of what he holds.

Each other seat is thought either to choose by what it holds, or, now and then, to pretend: then its choices say nothing
of that. Which it is comes out where what it held is seen later, as after a challenge. A choice that was likelier by
what was really held than it had seemed before speaks for a seat that chooses by it; one that was less likely, as a
false claim, for one that pretends.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log

PRETENDING = 0.05  # how often one does, before anything was seen
ALIKE = 0.3  # a choice was as likely in all worlds where the logarithms of that are no further apart
FAR = 50.0  # in powers of e: one that surely pretends, or surely does not

# A choice of another in one world: which of the things told it was, whose it was, and the logarithm of how likely it
# was by what he holds there.
Weighed = tuple[int, int, float]


class Pretence:
    """Remembers how likely choices were on average in the worlds in which they were first weighed."""

    def __init__(self) -> None:
        self._at_first: dict[int, float] = {}  # the logarithm of that

    def logs(self, chosen: Sequence[Sequence[Weighed]]) -> list[float]:
        """Of each world, of which these were the choices, the logarithm of how likely it is by all of them."""
        odds = self._odds(chosen)
        totals = [_by_seat(of_world) for of_world in chosen]
        found = [0.0] * len(chosen)
        for seat, pretends in odds.items():
            most = max(of_world[seat] for of_world in totals)
            for at, of_world in enumerate(totals):
                found[at] += log(exp(of_world[seat] - most) + pretends)
        return found

    def _odds(self, chosen: Sequence[Sequence[Weighed]]) -> dict[int, float]:
        """By seat, how much likelier it is that it pretends than that it does not."""
        by_choice: dict[tuple[int, int], list[float]] = {}
        for at, seat, likely in (one for of_world in chosen for one in of_world):
            by_choice.setdefault((at, seat), []).append(likely)
        found = {seat: log(PRETENDING / (1 - PRETENDING)) for _, seat in by_choice}
        for (at, seat), logs in by_choice.items():
            now = log(sum(map(exp, logs)) / len(logs))
            before = self._at_first.setdefault(at, now)
            if len(logs) == len(chosen) and max(logs) - min(logs) < ALIKE:
                found[seat] += before - now
        return {seat: exp(max(-FAR, min(odds, FAR))) for seat, odds in found.items()}


def _by_seat(chosen: Sequence[Weighed]) -> defaultdict[int, float]:
    """The logarithm of how likely all choices of a seat were."""
    found: defaultdict[int, float] = defaultdict(float)
    for _, seat, likely in chosen:
        found[seat] += likely
    return found
