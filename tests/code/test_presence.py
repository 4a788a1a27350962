"""States that may lack a value, and surely have one where they are asked for."""

from __future__ import annotations

import pytest
from tests.small_games import game, load_text

from coupdsl.code.presence import always_present

SEAT = "  state chief: seat\n"
ASKED = "  s0 chooses next {\n on { one := 2 }\n off { }\n }\n  move hand of chief to deck\n"
RULE = "  rule of_chief = hand of chief\n"


def present(lines: str) -> set[str]:
    return {state.name for state in always_present(load_text(game(SEAT + lines)).code)}


@pytest.mark.parametrize(
    "lines",
    [
        "  chief := s1\n" + ASKED,
        "  if one is 1 { chief := s1 } else { chief := s0 }\n" + ASKED,
        "  chief := s1\n  repeat going until one is 2 at most 3 {\n" + ASKED + "  }\n",
        "  chief := s1\n  move of_chief to deck\n" + RULE,
        "  name_one()\n" + ASKED + "  rule name_one { chief := s1 }\n",
    ],
)
def test_it_has_one_by_every_way(lines: str) -> None:
    assert present(lines) == {"chief"}


@pytest.mark.parametrize(
    "lines",
    [
        ASKED + "  chief := s1\n",
        "  if one is 1 { chief := s1 }\n" + ASKED,
        "  repeat going 2 times {\n" + ASKED + "  chief := s1\n  }\n",
        "  move of_chief to deck\n  chief := s1\n  move of_chief to pile of s0\n" + RULE,
    ],
)
def test_it_may_lack_one_by_some_way(lines: str) -> None:
    assert present(lines) == set()


def test_it_lacks_one_again_in_another_round() -> None:
    lines = "  repeat turn 2 times {\n    move hand of chosen to deck\n    chosen := s1\n  }\n"
    assert present("  state chosen: seat every turn\n" + lines) == set()


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_first_values_are_asked_for_one_after_the_other(order: str) -> None:
    """What a pass takes from one state is lacking where another begins anew after it, and not before."""
    states = {
        "A": "  state chosen: seat every turn\n",
        "B": "  state next: seat = if one is 1 then s0 else chosen every turn\n",
    }
    declared = "".join(states[state] for state in order)
    lines = "  chosen := s1\n  repeat turn 2 times {\n    move hand of next to deck\n    chosen := s1\n  }\n"
    assert present(declared + lines) == (set() if order == "AB" else {"chosen"})
