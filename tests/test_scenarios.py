"""Worked examples and readings of options, played as tests/scenarios says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import yaml
from tests.board_runner import BoardRunner
from tests.court_runner import CourtRunner
from tests.scenario_runner import Runner, cases, load, run, written

import coupdsl

EXAMPLES = {"W1", "W2", "W3", "W4", "W5", "W7", "W8", "W9", "W10", "W11", "W13", "W14", "W15", "W16", "W17",
            "W18", "W20", "W21", "W22", "W25", "W27", "W29", "W30", "W33", "W34", "W35", "W37",
            "W40", "W41", "W42", "W43", "W49",
            "W50", "W51", "W52", "W53", "W54", "W58", "W59", "W64", "W65"}  # fmt: skip


RUNNERS: list[type[Runner]] = [Runner, BoardRunner, CourtRunner]


def name(case: dict[str, Any]) -> str:
    return f"{case.get('example', case['file'].removesuffix('.yaml'))} {case['title']}"


ALL = [pytest.param(case, kind, id=name(case)) for kind in RUNNERS for case in cases(kind)]


@pytest.mark.parametrize(("case", "kind"), ALL)
def test_scenario(case: dict[str, Any], kind: type[Runner]) -> None:
    if "refused" in case:
        with pytest.raises(coupdsl.Problems, match=case["refused"]):
            load(case, kind)
        return
    run(case, kind)


def test_every_worked_example_is_played() -> None:
    played = [case for kind in RUNNERS for case in cases(kind)]
    assert {word for case in played for word in str(case.get("example", "")).split()} == EXAMPLES


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


def _tables(kind: type[Runner]) -> list[dict[str, Any]]:
    return [case for _, case in written(kind) if "option" in case]


@pytest.mark.parametrize("kind", RUNNERS)
def test_every_reading_of_every_option_is_played(kind: type[Runner]) -> None:
    options = coupdsl.load(kind.ruleset, players=kind.players).program.options
    played: dict[str, set[Any]] = {}
    for case in _tables(kind):
        played.setdefault(case["option"], set()).update(map(_value, case["readings"]))
    assert played.keys() == options.keys()
    for key, option in options.items():
        assert _readings(option) <= played[key], key


TABLES = [pytest.param(case, kind, id=case["option"]) for kind in RUNNERS for case in _tables(kind)]


@pytest.mark.parametrize(("case", "kind"), TABLES)
def test_a_reading_makes_a_difference(case: dict[str, Any], kind: type[Runner]) -> None:
    """What one reading leads to fails under at least one of the others."""
    played = [one for one in cases(kind)
              if one["title"].startswith(f"{case['option']}: ") and "refused" not in one]  # fmt: skip
    for one in played:
        others = [other["options"][case["option"]] for other in played if other is not one]
        fits = []
        for value in others:
            try:
                run({**one, "options": {**one["options"], case["option"]: value}}, kind)
                fits.append(value)
            except (AssertionError, LookupError, coupdsl.IllegalMove):
                pass
        assert not others or len(fits) < len(others), f"{one['title']} holds under every other reading"
