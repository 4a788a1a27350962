"""Exact sums and what is concluded from them, against textbook values and the same worked out game by game."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest

from coupdsl.study.estimate import (
    Crossed,
    Difference,
    Estimate,
    Moments,
    chance_of,
    difference,
    estimate,
    games_needed,
    quantile,
    surely,
    wilson,
)
from coupdsl.study.summary import Summary


def moments(y: list[int], x: list[int], scale: int = 1) -> Moments:
    products = [sum(a * b for a, b in zip(p, q, strict=True)) for p, q in ((y, y), (x, y), (x, x))]
    return Moments(len(y), sum(y), sum(x), *products, scale)


def crossed(y: list[int], x: list[int], v: list[int], u: list[int]) -> Crossed:
    return Crossed(*(sum(a * b for a, b in zip(p, q, strict=True)) for p, q in ((y, v), (y, u), (x, v), (x, u))))


@pytest.mark.parametrize(("games", "wanted"), [(11, 2.2281), (31, 2.0423), (1001, 1.9623)])
def test_quantiles_are_students(games: int, wanted: float) -> None:
    assert quantile(games) == pytest.approx(wanted, abs=2e-4)


def test_wilsons_interval() -> None:
    assert wilson(0.5, 100, 1.959964) == pytest.approx((0.403832, 0.596168), abs=1e-6)
    assert wilson(0.0, 10, 1.959964) == pytest.approx((0.0, 0.277533), abs=1e-6)
    assert wilson(1.0, 0, 2.0) == (0.0, 1.0)


def test_a_mean_has_the_interval_of_the_textbook() -> None:
    values = [3, 5, 8, 1, 9, 2, 7, 7, 4, 4, 6]
    found = estimate(moments(values, [1] * len(values)))
    assert found.value == np.mean(values)
    assert found.high - found.value == pytest.approx(2.2281 * np.std(values, ddof=1) / sqrt(11), rel=1e-4)
    assert found.cases == 11


def test_a_ratio_weighs_its_cases_and_varies_by_games() -> None:
    y, x = [3, 0, 5, 2], [6, 2, 5, 4]
    found = moments(y, x, scale=2)
    ratio = 10 / 17
    assert float(found.ratio) == ratio / 2
    residuals = [a - ratio * b for a, b in zip(y, x, strict=True)]
    assert float(found.variance) == pytest.approx(sum(r * r for r in residuals) * 4 / 3 / 17**2 / 4)


def test_a_share_stays_a_share() -> None:
    never = estimate(moments([0] * 40, [2] * 40), share=True)
    assert (never.value, never.low) == (0, 0)
    assert 0 < never.high < 0.06
    some = estimate(moments([1, 0, 1, 0] * 10, [1] * 40), share=True)
    assert (some.low, some.high) == pytest.approx(wilson(0.5, 39, quantile(40)))


def test_one_game_says_nothing_of_how_it_varies() -> None:
    assert estimate(moments([4], [1])) == Estimate(4, -inf, inf, 1)


def test_a_paired_difference_is_that_of_the_games() -> None:
    one, other, every = [4, 7, 1, 9, 5], [5, 9, 1, 9, 8], [1] * 5
    found = difference(moments(one, every), moments(other, every), crossed(one, every, other, every))
    by = [b - a for a, b in zip(one, other, strict=True)]
    assert found.by.value == pytest.approx(np.mean(by))
    assert found.error == pytest.approx(np.std(by, ddof=1) / sqrt(5))


def test_a_paired_difference_of_ratios_is_that_of_their_residuals() -> None:
    y, x, v, u = [3, 0, 5, 2], [6, 2, 5, 4], [1, 4, 4, 2], [3, 6, 5, 5]
    found = difference(moments(y, x), moments(v, u), crossed(y, x, v, u))
    parts = [(b - 11 / 19 * d) / 19 - (a - 10 / 17 * c) / 17 for a, c, b, d in zip(y, x, v, u, strict=True)]
    assert found.by.value == pytest.approx(11 / 19 - 10 / 17)
    assert found.error == pytest.approx(sqrt(sum(part**2 for part in parts) * 4 / 3))


def test_what_is_equal_is_equal() -> None:
    y, x = [3, 0, 5, 2], [6, 2, 5, 4]
    found = difference(moments(y, x), moments(y, x), crossed(y, x, y, x))
    assert (found.by.value, found.error, found.strength, found.chance) == (0, 0, 0, 1)
    assert games_needed(found, 4) is None


def test_what_is_always_so_is_sure() -> None:
    every = [1] * 40
    found = difference(moments([2] * 40, every), moments([3] * 40, every), crossed([2] * 40, every, [3] * 40, every))
    assert (found.strength, found.chance) == (inf, 0)


def test_many_looks_are_held_to_more() -> None:
    assert surely([0.04]) == [True]
    assert surely([0.04, 0.9]) == [False, False]
    assert surely([0.03, 0.001, 0.02]) == [True, True, True]
    assert surely([0.001, 0.03, 0.04]) == [True, False, False]
    assert surely([]) == []


def test_half_as_far_needs_four_times_the_games() -> None:
    sums = Estimate(0, 0, 0, 100)
    found = [Difference(sums, sums, Estimate(by, 0, 2, 100), 1.0) for by in (1.0, 0.5, 9.0)]
    assert [games_needed(one, 100) for one in found] == [385, 1537, 101]
    assert games_needed(found[0], 100, looked_at=10) == 788


# ---- sums
PAIRS = np.array([[0, 0], [0, 1], [1, 1]])


def test_summaries_add_up_in_any_order() -> None:
    values = np.random.default_rng(1).integers(-900, 900, (50, 2))
    whole = Summary.of(values, PAIRS)
    parts = [Summary.of(values[at : at + 7], PAIRS) for at in range(0, 50, 7)]
    for order in (parts, parts[::-1]):
        total = Summary(0, [0, 0], [0, 0, 0])
        for part in order:
            total.add(part)
        assert total == whole
    assert whole.products[1] == sum(int(a) * int(b) for a, b in values)


def test_sums_do_not_overflow() -> None:
    large = (1 << 62) + 5
    found = Summary.of(np.array([[large, 3], [large, -4]]), PAIRS)
    assert found == Summary(2, [2 * large, -1], [2 * large**2, -large, 25])


def test_an_estimate_whose_interval_just_reaches_a_value_would_be_so_far_away_one_time_in_twenty() -> None:
    assert chance_of(Estimate(0.3, 0.2, 0.4, 9), 0.2) == pytest.approx(0.05)
    assert chance_of(Estimate(0.3, 0.2, 0.4, 9), 0.3) == pytest.approx(1)
    assert chance_of(Estimate(3, 3, 3, 9), 3) == 1
    assert chance_of(Estimate(3, 3, 3, 9)) == 0
    assert chance_of(Estimate(3, -inf, inf, 1)) == pytest.approx(1)
