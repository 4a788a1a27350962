"""Worked examples and readings of options, played as tests/scenarios says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import yaml
from tests.scenario_runner import SCENARIOS, cases, load, run

import coupdsl

EXAMPLES = {"W1", "W2", "W3", "W4", "W5", "W7", "W8", "W9", "W10", "W11", "W13", "W14", "W15", "W16", "W17", "W18",
            "W20", "W21", "W22", "W25", "W27", "W29", "W30", "W33", "W34", "W35", "W37"}  # fmt: skip


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
    if isinstance(value, list | tuple):
        return tuple(value)
    if isinstance(value, Fraction):
        return str(value)
    return "none" if value is None else value if isinstance(value, bool) else str(value)


def _readings(option: Any) -> set[Any]:
    """The readings that can be listed; of numbers and ratios the default stands for all."""
    if option.type.name == "flag":
        return {True, False}
    return {_value(value) for value in (*option.words, *option.numbers, *option.listings, option.default)}


def test_every_reading_of_every_option_is_played() -> None:
    options = coupdsl.load("parker-1966", players=4).program.options
    played: dict[str, set[Any]] = {}
    for path in sorted(SCENARIOS.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            if "option" in case:
                played.setdefault(case["option"], set()).update(map(_value, case["readings"]))
    assert played.keys() == options.keys()
    for key, option in options.items():
        assert _readings(option) <= played[key], key


def test_readings_of_an_option_lead_to_different_ends() -> None:
    for path in sorted(SCENARIOS.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text(encoding="utf-8")):
            if "option" in case:
                ends = [yaml.safe_dump(more) for more in case["readings"].values()]
                assert len(set(ends)) == len(ends), case["option"]
