"""Worked examples and readings of options, played as tests/scenarios says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import yaml
from tests.scenario_runner import SCENARIOS, cases, load, run

import coupdsl

EXAMPLES = {"W1", "W2", "W3", "W4", "W5", "W7", "W8", "W9", "W10", "W11", "W13", "W14", "W15", "W16", "W17",
            "W18", "W20", "W21", "W22", "W25", "W27", "W29", "W30", "W33", "W34", "W35", "W37"}  # fmt: skip


def name(case: dict[str, Any]) -> str:
    return f"{case.get('example', case['file'].removesuffix('.yaml'))} {case['title']}"


@pytest.mark.parametrize("case", cases(), ids=name)
def test_scenario(case: dict[str, Any]) -> None:
    if "refused" in case:
        with pytest.raises(coupdsl.Problems, match=case["refused"]):
            load(case)
        return
    run(case)


def test_every_worked_example_is_played() -> None:
    assert {word for case in cases() for word in str(case.get("example", "")).split()} == EXAMPLES


def _value(value: Any) -> Any:
    """A reading as comparable data, whether it was written as text or as a plain value."""
    if isinstance(value, str) and value.startswith("["):
        value = yaml.safe_load(value)
    if isinstance(value, list | tuple):
        return tuple(value)
    if isinstance(value, Fraction):
        return str(value)
    return "none" if value is None else value if isinstance(value, bool) else str(value)


def _readings(option: Any) -> set[Any]:
    """The readings that can be listed; of ranges and ratios the default stands for all."""
    if option.type.name == "flag":
        return {True, False}
    return {_value(value) for value in (*option.words, *option.numbers, *option.listings, option.default)}


def _tables() -> list[dict[str, Any]]:
    texts = (path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.glob("*.yaml")))
    return [case for text in texts for case in yaml.safe_load(text) if "option" in case]


def test_every_reading_of_every_option_is_played() -> None:
    options = coupdsl.load("parker-1966", players=4).program.options
    played: dict[str, set[Any]] = {}
    for case in _tables():
        played.setdefault(case["option"], set()).update(map(_value, case["readings"]))
    assert played.keys() == options.keys()
    for key, option in options.items():
        assert _readings(option) <= played[key], key


@pytest.mark.parametrize("case", _tables(), ids=lambda case: case["option"])
def test_a_reading_makes_a_difference(case: dict[str, Any]) -> None:
    """What one reading leads to fails under at least one of the others."""
    played = [one for one in cases()
              if one["title"].startswith(f"{case['option']}: ") and "refused" not in one]  # fmt: skip
    for one in played:
        others = [other["options"][case["option"]] for other in played if other is not one]
        fits = []
        for value in others:
            try:
                run({**one, "options": {**one["options"], case["option"]: value}})
                fits.append(value)
            except (AssertionError, LookupError, coupdsl.IllegalMove):
                pass
        assert not others or len(fits) < len(others), f"{one['title']} holds under every other reading"
