"""Pieces seen in another order than was told, and those that were picked from a row in which all lay in order."""

from __future__ import annotations

import random

from coupdsl.search.in_order import exchanges
from coupdsl.search.traces import parted_in_row

ROW = -3  # the class of a row in order


def test_pieces_are_exchanged_until_they_lie_as_was_told() -> None:
    faces, rng = ["ace", "king", "king", "queen", "jack", "jack"], random.Random(3)
    for _ in range(50):
        seen, told = rng.sample(range(6), 6), rng.sample(faces, 6)
        for one, other in exchanges(told, seen, faces):
            at, to = seen.index(one), seen.index(other)
            seen[at], seen[to] = other, one
        assert [faces[piece] for piece in seen] == told


def test_pieces_that_lie_as_was_told_stay_there_and_so_do_other_ones() -> None:
    faces = ["ace", "king", "queen"]
    assert exchanges(["king", "ace"], [1, 0], faces) == []
    assert exchanges(["king", "ace"], [1, 2], faces) == [] == exchanges(["king"], [0, 1], faces)


def test_who_left_a_row_in_order_could_have_been_the_other_one() -> None:
    stayed, taken = [(0, 5), (2, ROW)], [(0, 5), (3, ROW), (7, 1)]
    assert parted_in_row(stayed, taken, 9) == parted_in_row(taken, stayed, 7) == 6
    assert parted_in_row(stayed, taken, 6) is None  # both lie there still
    assert parted_in_row([*stayed, (8, 2)], taken, 9) == 6
    assert parted_in_row([*stayed, (8, 1)], taken, 9) is None  # where they have met again
    assert parted_in_row([(0, 5)], taken, 9) is None  # it never lay there
