"""What is tried at one commit: few cases of each test, and at some commit every one."""

from __future__ import annotations

import pytest
from tests import helpers
from tests.helpers import quarter


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "WHOLE", False)
    monkeypatch.setattr(helpers, "FACTOR", 1)


def chosen(rotation: int, number: int, test: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    monkeypatch.setattr(helpers, "ROTATION", rotation)
    return quarter(range(number), test)


def test_a_quarter_of_the_cases_are_tried_and_all_of_them_at_some_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, tried in ((1, 1), (2, 1), (3, 1), (5, 1), (7, 2), (8, 2), (40, 10)):
        found = [chosen(rotation, number, "test_this", monkeypatch) for rotation in range(60)]
        assert {len(set(cases)) for cases in found} == {tried}
        assert {case for cases in found for case in cases} == set(range(number))


def test_at_one_commit_tests_do_not_all_try_their_first_case(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [chosen(7, 2, f"test_{number}", monkeypatch) for number in range(100)]
    assert 25 < found.count([0]) < 75
    assert found == [chosen(7, 2, f"test_{number}", monkeypatch) for number in range(100)]


def test_what_everything_is_tried_of_is_tried_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpers, "WHOLE", True)
    assert chosen(7, 40, "test_this", monkeypatch) == list(range(40))
