"""Estimates with 95 % intervals from exact sums, and paired comparisons of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, inf, sqrt
from statistics import NormalDist

from coupdsl.language.records import by_value

LEVEL = 0.05


@by_value
class Estimate:
    """A value between `low` and `high` with 95 % confidence; `cases` is what it was counted over."""

    value: float
    low: float
    high: float
    cases: int

    @property
    def spread(self) -> float:
        """The larger half of the interval."""
        return max(self.high - self.value, self.value - self.low)


@by_value
class Moments:
    """The sums of a top y and a bottom x over games: a ratio and how it varies."""

    games: int
    y: int
    x: int
    yy: int
    xy: int
    xx: int
    scale: int = 1

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.y, self.x * self.scale)

    @property
    def is_possible(self) -> bool:
        """Can any games have these sums? Then the variance is not negative."""
        return self.yy >= 0 <= self.xx and self.xy**2 <= self.yy * self.xx

    @property
    def variance(self) -> Fraction:
        """Of the ratio, by the delta method over games; exact, so nothing cancels out."""
        if self.games < 2:
            return Fraction(0)
        square = self.yy * self.x**2 - 2 * self.y * self.x * self.xy + self.y**2 * self.xx
        return Fraction(square * self.games, (self.games - 1) * self.x**4 * self.scale**2)


@by_value
class Crossed:
    """The sums over games of products between the tops and bottoms of two ratios, first then second."""

    yy: int
    yx: int
    xy: int
    xx: int


def estimate(sums: Moments, share: bool = False) -> Estimate:
    """The ratio with its interval: Wilson's for shares, with the number of cases that has the same variance."""
    value, variance = float(sums.ratio), float(sums.variance)
    if share and value <= 1:
        cases = value * (1 - value) / variance if variance else sums.x
        low, high = wilson(value, cases, quantile(sums.games))
        return Estimate(value, low, high, sums.x)
    half = quantile(sums.games) * sqrt(variance) if sums.games > 1 else inf
    return Estimate(value, value - half, value + half, sums.x)


def wilson(share: float, cases: float, z: float) -> tuple[float, float]:
    """Wilson's interval for a share of `cases`."""
    if cases <= 0 or z == inf:
        return 0.0, 1.0
    centre = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    half = z / (1 + z * z / cases) * sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def quantile(games: int, level: float = LEVEL) -> float:
    """Student's two-sided quantile for a mean of so many games, by the expansion of Fisher and Cornish."""
    if games < 2:
        return inf
    z, n = NormalDist().inv_cdf(1 - level / 2), games - 1
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


@by_value
class Difference:
    """A figure of two rulesets over the same games: `by` is the second less the first, with the interval of each."""

    one: Estimate
    other: Estimate
    by: Estimate
    error: float  # standard error of `by`

    @property
    def strength(self) -> float:
        """How many standard errors it is away from none."""
        if self.error:
            return abs(self.by.value) / self.error
        return inf if self.by.value else 0.0

    @property
    def chance(self) -> float:
        """How often so much would come about by chance if there were no difference."""
        return 2 * NormalDist().cdf(-self.strength)


def difference(one: Moments, other: Moments, crossed: Crossed, share: bool = False) -> Difference:
    """The paired difference of two ratios over the same games."""
    covariance = Fraction(0)
    if one.games > 1:
        product = (
            crossed.yy * one.x * other.x - one.y * other.x * crossed.xy - other.y * one.x * crossed.yx
            + one.y * other.y * crossed.xx
        )  # fmt: skip
        below = (one.games - 1) * (one.x * other.x) ** 2 * one.scale * other.scale
        covariance = Fraction(product * one.games, below)
    variance = one.variance + other.variance - 2 * covariance
    error = sqrt(variance) if variance > 0 else 0.0
    by = float(other.ratio - one.ratio)
    half = quantile(one.games) * error if one.games > 1 else inf
    paired = Estimate(by, by - half, by + half, min(one.x, other.x))
    return Difference(estimate(one, share), estimate(other, share), paired, error)


def surely(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which of many differences are sure, by Holm: that any of them is chance is at most as likely as `level`."""
    found = [False] * len(chances)
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        if chances[at] > level / (len(chances) - rank):
            break
        found[at] = True
    return found


def chance_of(found: Estimate, against: float = 0.0) -> float:
    """How often an estimate would be so far away from `against` by chance if that were the true value."""
    away = abs(found.value - against)
    if not found.spread:
        return 0.0 if away else 1.0
    return 2 * NormalDist().cdf(-away / found.spread * NormalDist().inv_cdf(1 - LEVEL / 2))


def games_needed(found: Difference, games: int, looked_at: int = 1) -> int | None:
    """About how many games would settle a difference of the size seen; None where nothing was seen."""
    return cases_needed(found.strength, games, looked_at) if found.error else None


def cases_needed(strength: float, cases: int, looked_at: int = 1) -> int | None:
    """About how many cases would settle what after so many is `strength` standard errors away from none."""
    if not strength:
        return None
    wanted = NormalDist().inv_cdf(1 - LEVEL / looked_at / 2)
    return max(cases + 1, ceil(cases * (wanted / strength) ** 2))
