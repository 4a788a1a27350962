"""Fractions are rounded, compared and refused alike by both executors: near 0, below it and near the bounds."""

from __future__ import annotations

import pytest
from tests.native.lockstep import same
from tests.small_games import load_text

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.native.compiled_state import State

LARGE = "999999999999999"
NUMBERS = (
    "0", "1", "2", "7", "99", "100", "101", "200", "201", "-1", "-2", "-99", "-100", "-101", "-200", "-201",
    f"{LARGE} * 4611", f"-{LARGE} * 4611", f"{LARGE} * 2200", f"{LARGE} * 2200 + 1", f"-{LARGE} * 2200",
)  # fmt: skip

GAME = """edition 1
game shares {{
  seats [2]
  kind input as inputs {{ n: number }}
  {inputs}
  state n: number = 0
  state d: number = 3
  state found: number = 0
  first of seats chooses given_number {{
    i from inputs {{ n := n of i }}
  }}
  found := {expression}
  finish by found, d
  limit 10 moves {{ finish by 0 }}
}}
"""

ROUNDED = [
    "n * 1/2 rounded {way} to 100", "1/2 * n rounded {way} to 100", "n / 3 rounded {way} to 1",
    "n / -3 rounded {way} to 1", "n / d rounded {way} to d", "n / (0 - d) rounded {way} to 7",
    "n / (d - 3) rounded {way} to 1", "n / 3 rounded {way} to (d - 3)", "n * 3/2 rounded {way} to 10",
    "n * (0 - 3/2) rounded {way} to 10", "n * 2/3 rounded {way} to d", "n * 1/999999999999 rounded {way} to 4000000000",
    "n * 1/2 * 1/5 rounded {way} to 1", "n / 2 / (1/3) rounded {way} to 1", "n / 0 rounded {way} to 1",
    "n * 3/2 * 1/3 rounded {way} to 1", "(n / 2 + n / 3) rounded {way} to 1",
    "((n / 4) mod (d / 2)) rounded {way} to 1",
]  # fmt: skip
COMPARED = ["n / 6 < 33/2", "n / d is 67/1", "n * 1/2 >= n / d", "n / (0 - d) > 1/3", "n * 3/2 > 10"]
INPUTS = "\n  ".join(f"input i{at} {{ n: {number} }}" for at, number in enumerate(NUMBERS))


@pytest.mark.parametrize("way", ["up", "down"])
@pytest.mark.parametrize("expression", ROUNDED)
def test_fractions_are_rounded_alike(expression: str, way: str) -> None:
    same_for_every_number(expression.format(way=way))


@pytest.mark.parametrize("condition", COMPARED)
def test_fractions_are_compared_alike(condition: str) -> None:
    same_for_every_number(f"if {condition} then 1 else 0")


def test_a_product_may_be_within_the_bounds_only_in_lowest_terms() -> None:
    state = same_for_every_number("n * 3/2 rounded down to 1")
    assert state.result() == coupdsl.Result((-3299999999999996700,) * 2, (0, 1))


def same_for_every_number(expression: str) -> coupdsl.State:
    """Plays a game of one move with every number; gives the last in the reference interpreter."""
    rules = load_text(GAME.format(inputs=INPUTS, expression=expression))
    machine = coupdsl.Machine(rules)
    for move in rules.start(1).legal_moves():
        reference, compiled = rules.start(1), machine.start(1)
        assert told(compiled, move) == told(reference, move)
        same(reference, compiled)
        assert compiled.result() == reference.result()
    return reference


def told(state: coupdsl.State | State, move: coupdsl.Move) -> str | None:
    """Makes a move; says what is wrong."""
    try:
        state.apply(move)
    except RulesError as error:
        return str(error)
    return None
