"""Hearts by rules of one's own: what who takes all the points gets, where these or what the others get are others."""

from __future__ import annotations

from pathlib import Path

import pytest

from coupdsl.testing.rule_tests import read_tests
from coupdsl.testing.suite import Library, check_tests, run_tests

QUEEN = """replace rule penalty(c: card) = case suit of c {
  hearts:                1
  spades:                if rank of c is queen then 25 else 0
  clubs, diamonds, none: 0
}
"""
TESTS = """rules: house.yaml
players: 4
seats: N E S W
options: {{game.lasts: one_deal, hands.entered: true, moon.shot: {0}}}
tests:
  - name: all the points
    chance: {{took: [QS E, took_some 13 E]}}
    scores: {1}
"""


@pytest.mark.parametrize(
    ("rules", "shot", "scores"),
    [
        ("replace let moon = 50\n", "others_add", "{N: 50, E: 0, S: 50, W: 50}"),
        ("replace let moon = 50\n", "shooter_subtracts", "{N: 0, E: -50, S: 0, W: 0}"),
        ("replace let moon = 50\n", "nothing", "{N: 0, E: 26, S: 0, W: 0}"),
        (QUEEN, "others_add", "{N: 26, E: 0, S: 26, W: 26}"),
        (QUEEN, "shooter_subtracts", "{N: 0, E: -26, S: 0, W: 0}"),
    ],
)
def test_who_takes_all_the_points_is_freed_of_just_these(tmp_path: Path, rules: str, shot: str, scores: str) -> None:
    (tmp_path / "house.coup").write_text(f"edition 1\n\n{rules}", "utf-8")
    (tmp_path / "house.yaml").write_text("variant: house\nextends: hearts\nrules: {add: [house.coup]}\n", "utf-8")
    path = tmp_path / "house.test.yaml"
    path.write_text(TESTS.format(shot, scores), "utf-8")
    library = Library()
    assert check_tests(path, library) == []
    assert run_tests(read_tests(path)[0].tests, library.load).failures == []
