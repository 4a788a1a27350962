"""The tests beside the shipped rules, and those of rules made up for tests: all hold, and none is missing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import yaml
from tests.helpers import GAMES, ROOT

import coupdsl
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.testing.rule_tests import RuleTest, read_tests, text
from coupdsl.testing.suite import Library, failure, groups, no_difference

pytestmark = pytest.mark.unmeasured

FOLDERS = ("contracts", "variants", "tests/house")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.test.yaml"))
EXAMPLES = {"W1", "W2", "W3", "W4", "W5", "W7", "W8", "W9", "W10", "W11", "W13", "W14", "W15", "W16", "W17",
            "W18", "W20", "W21", "W22", "W25", "W27", "W29", "W30", "W33", "W34", "W35", "W37",
            "W40", "W41", "W42", "W43", "W49",
            "W50", "W51", "W52", "W53", "W54", "W58", "W59", "W64", "W65"}  # fmt: skip
LIBRARY = Library()


def _groups() -> list[list[RuleTest]]:
    found: list[list[RuleTest]] = []
    for path in FILES:
        file, problems = read_tests(path)
        assert not problems, problems
        found += groups(file.tests)
    return found


GROUPS = _groups()
TESTS = [test for group in GROUPS for test in group]
ALL = [
    pytest.param(test, group, id=f"{test.file.path.name.split('.')[0]} {test.name}")
    for group in GROUPS
    for test in group
]


@pytest.mark.parametrize(("test", "group"), ALL)
def test_it_holds_and_its_reading_makes_a_difference(test: RuleTest, group: list[RuleTest]) -> None:
    found = failure(test, LIBRARY.load) or no_difference(test, group, LIBRARY.load)
    assert found is None, f"{found.span}: {found.message}"


def test_every_worked_example_is_played() -> None:
    assert {word for test in TESTS for word in test.cites if word.startswith("W")} == EXAMPLES


def _value(value: Any) -> Any:
    """A reading as comparable data, whether it was written as text or as a plain value."""
    if isinstance(value, str):
        value = yaml.safe_load(value)
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return "none" if value is None else str(value)


def _readings(option: Any) -> set[Any]:
    """The readings that can be listed; of ranges and ratios the default stands for all."""
    if option.type.name == "flag":
        return {"True", "False"}
    values = {*option.words, *option.numbers, *option.listings, option.default}
    return {_value(str(v) if isinstance(v, Fraction) else v) for v in values}


@pytest.mark.parametrize("name", GAMES)
def test_every_reading_of_every_option_is_played(name: str) -> None:
    options = coupdsl.load(name, players=GAMES[name]).program.options
    played: dict[str, set[Any]] = {}
    for test in TESTS:
        if test.option in options and test.reading is not None:
            played.setdefault(test.option, set()).add(_value(test.reading))
    assert played.keys() == options.keys()
    for key, option in options.items():
        assert _readings(option) <= played[key], key


def test_every_shipped_game_has_tests() -> None:
    tested = {text(test.rules).removesuffix(".yaml") for test in TESTS}
    assert {name for name in shipped_variants() if "open-spiel" not in name} - tested <= {"french-short"}
