"""How many sequences of moves there are, from fixed deals, in every shipped game: a change of meaning changes them.

Of one random game for every ruleset and number of players stand in census.yaml its length, its end, and from some of
its positions the number of sequences of one move, of two, and so on. Where a rule was changed on purpose, write it
again: `python -m tests.properties.test_census > tests/census.yaml`
"""

from __future__ import annotations

import random
import sys
from functools import cache
from typing import Any

import pytest
import yaml
from tests.helpers import ROOT, TABLES, choose, rules_of, sample

import coupdsl

pytestmark = pytest.mark.unmeasured

CENSUS = ROOT / "tests" / "census.yaml"
SEED = 1966
POSITIONS = 8
DEPTH = 4
MOST = 400  # sequences


def sequences(state: coupdsl.State) -> list[int]:
    """How many sequences of one, two … moves follow; as deep as there are not too many."""
    found: list[int] = []
    reached = [state]
    while len(found) < DEPTH:
        if sum(len(one.legal_moves()) for one in reached) > MOST:
            break
        following = []
        for one in reached:
            for move in one.legal_moves():
                after = one.copy()
                after.apply(move)
                following.append(after)
        reached = following
        found.append(len(reached))
    return found


def count(name: str, players: int) -> dict[str, Any]:
    state, rnd = rules_of(name, players).start(SEED), random.Random(SEED)
    passed: list[coupdsl.State] = []
    while not state.is_over:
        passed.append(state.copy())
        state.apply(choose(state, rnd))
    result = state.result()
    assert result is not None
    positions = range(0, len(passed), max(1, len(passed) // POSITIONS))
    found = {position: sequences(passed[position]) for position in positions}
    return {"moves": len(passed), "scores": list(result.scores), "sequences": found}


SITUATIONS = {f"{name} for {players}": (name, players) for name in TABLES for players in TABLES[name]}


@cache
def census() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(CENSUS.read_text("utf-8"))
    return loaded


@pytest.mark.parametrize("title", sample([*SITUATIONS], 24))
def test_the_sequences_of_moves_are_as_many_as_before(title: str) -> None:
    assert count(*SITUATIONS[title]) == census()[title]


def test_the_census_holds_the_shipped_games_and_no_others() -> None:
    assert list(census()) == list(SITUATIONS)


if __name__ == "__main__":
    told = {title: count(*situation) for title, situation in SITUATIONS.items()}
    yaml.safe_dump(told, sys.stdout, default_flow_style=None, sort_keys=False, width=120)
