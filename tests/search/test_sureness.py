"""How sure averages of tries are, and which moves they tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from tests.helpers import rules_of

from coupdsl.code.moves import Move
from coupdsl.search.sureness import Figure, compared, figure
from coupdsl.search.tally import Tally
from coupdsl.search.weighing import weighed_well

RULES = rules_of("hearts", 4)
MOVES = RULES.code.alphabet.moves[:3]


def test_an_average_is_as_sure_as_the_worlds_are_alike() -> None:
    """Twenty tries in one world say no more than that this world is so."""
    assert figure([1.0, 3.0, 5.0, 7.0], [0, 0, 1, 1]) == Figure(4.0, 2.0)
    assert figure([1.0] * 20 + [3.0] * 20, [0] * 20 + [1] * 20) == Figure(2.0, 1.0)
    assert figure([4.0, 4.0], [0, 1]).error == 0
    assert figure([1.0, 2.0], [0, 0]) == Figure(1.5, inf)
    assert figure([2.0] * 5 + [2.0] * 3 + [2.0], [*[0] * 5, *[4] * 3, 9]) == Figure(2.0, 0.0)


@pytest.mark.parametrize("times", [1, 2, 7])
def test_nineteen_of_twenty_averages_lie_within_their_spread(times: int) -> None:
    """With twelve worlds that differ, and chance in each; some are tried once more than the others."""
    rnd, within = random.Random(times), 0
    for _ in range(1_000):
        worlds = [rnd.gauss(0, 3) for _ in range(12)]
        parts = [number % 12 for number in range(12 * times + 5)]
        found = figure([worlds[part] + rnd.gauss(0, 5) for part in parts], parts)
        within += abs(found.mean) <= found.spread
    assert 940 <= within <= 995


@pytest.mark.parametrize(("ahead", "told_apart"), [(0.0, 0.05), (1.0, 1.0)])
def test_moves_are_told_apart_by_what_they_bring_in_the_same_tries(ahead: float, told_apart: float) -> None:
    """What the tries have in common, however much it is, makes nothing uncertain."""
    rnd, surely = random.Random(5), 0
    for _ in range(300):
        common = [1_000 * rnd.gauss(0, 9) for _ in range(24)]
        gains = [[round(one + 1_000 * rnd.gauss(by, 0.5)) for one in common] for by in (ahead, 0.0)]
        first, second = compared(MOVES[:2], gains, [number % 12 for number in range(24)])
        assert first.may_be_best or second.may_be_best
        surely += first.may_be_best != second.may_be_best
        assert ahead == 0 or first.may_be_best
    assert abs(surely / 300 - told_apart) <= 0.05


def test_what_is_best_is_counted_by_the_worlds_that_were_tried() -> None:
    found = compared(MOVES, [[5, 0, 5, 0, 3], [0, 0, 0, 6, 3], [0, 0, 0, 0, 0]], [7, 1, 7, 1, 4])
    assert [(one.unbeaten, one.worlds) for one in found] == [(2, 3), (2, 3), (0, 3)]


def test_where_one_world_was_tried_nothing_is_told_apart() -> None:
    assert [one.may_be_best for one in compared(MOVES, [[9, 9], [1, 1], [0, 0]], [3, 3])] == [True, True, True]


def nested_games(fails: Callable[[int, int], bool]) -> Any:
    """An arena in whose nested games the first move brings 10 in each world, the second 0 and 4 by turns, and so on."""

    def nested(worlds: Any, seat: int, seed: int, moves: Sequence[Move], numbers: range) -> Tally:
        failed = [[fails(at, number) for number in numbers] for at, _ in enumerate(moves)]
        brought = [(10, 10), (0, 4), (1, 1)]
        sums = [
            sum(brought[at][number % 2] for number, no in zip(numbers, of_one, strict=True) if not no)
            for at, of_one in enumerate(failed)
        ]
        return Tally(sums, [of_one.count(False) for of_one in failed])

    return SimpleNamespace(nested=nested)


def test_what_nested_games_bring_is_as_sure_as_their_worlds_are_alike() -> None:
    found = weighed_well(nested_games(lambda *_: False), ["a", "b"], 0, MOVES, 1, 8)
    assert [one.move for one in found] == list(MOVES)
    assert [one.expected for one in found] == [Figure(10.0, 0.0), Figure(2.0, 2.0), Figure(1.0, 0.0)]
    assert [(one.unbeaten, one.worlds, one.may_be_best) for one in found] == [
        (2, 2, True),
        (0, 2, False),
        (0, 2, False),
    ]


def test_a_nested_game_in_which_the_rules_fail_after_a_move_counts_for_none() -> None:
    found = weighed_well(
        nested_games(lambda at, number: at == 2 or (at == 0 and number < 5)), ["a", "b"], 0, MOVES, 1, 8
    )
    assert [one.move for one in found] == list(MOVES[:2])  # after the last they always fail
    assert [one.expected.mean for one in found] == [10.0, pytest.approx(8 / 3)]  # the tries 5, 6 and 7
    assert weighed_well(nested_games(lambda *_: True), ["a", "b"], 0, MOVES, 1, 8) == []
    assert weighed_well(nested_games(lambda at, number: at == number % 2), ["a", "b"], 0, MOVES[:2], 1, 8) == []
