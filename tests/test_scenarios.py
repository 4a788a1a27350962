"""Worked examples and readings of options, played as tests/scenarios says."""

from __future__ import annotations

from typing import Any

import pytest
from tests.scenario_runner import cases, load, run

import coupdsl

EXAMPLES = {"W1", "W2", "W3", "W4", "W5", "W7", "W8", "W9", "W10", "W11", "W13", "W14", "W15", "W16", "W17", "W18",
            "W20", "W21", "W22", "W25", "W27", "W29", "W30", "W33", "W34", "W35", "W37"}  # fmt: skip


def name(case: dict[str, Any]) -> str:
    return f"{case.get('example', case['file'].removesuffix('.yaml'))} {case['title']}"


def marked(case: dict[str, Any]) -> Any:
    marks = [pytest.mark.xfail(reason=case["bug"])] if "bug" in case else []
    return pytest.param(case, id=name(case), marks=marks)


@pytest.mark.parametrize("case", [marked(case) for case in cases()])
def test_scenario(case: dict[str, Any]) -> None:
    if "refused" in case:
        with pytest.raises(coupdsl.Problems, match=case["refused"]):
            load(case)
        return
    run(case)


def test_every_worked_example_is_played() -> None:
    assert {word for case in cases() for word in str(case.get("example", "")).split()} == EXAMPLES
