"""What measures branch coverage: the tests of parts. Whole games are played without it, three times as fast."""

from __future__ import annotations

import pytest

WHOLE_GAMES = (
    "tests/properties",
    "tests/docs",
    "tests/gallery",
    "tests/test_shipped_rule_tests.py",
    "tests/test_strength_of_rule_tests.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(WHOLE_GAMES):
            item.add_marker(pytest.mark.no_cover)
