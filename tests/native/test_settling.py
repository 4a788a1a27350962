"""Rows that are shuffled and read: both executors draw the same, and tell the same of it."""

from __future__ import annotations

import pytest
from tests.engine.shuffling import rules_of
from tests.helpers import new_seeds
from tests.native.lockstep import lockstep
from tests.native.test_playouts import played_on

import coupdsl
from coupdsl.engine.chance import derive

PROGRAMS = new_seeds(10)


@pytest.mark.parametrize("seed", PROGRAMS)
def test_both_executors_settle_the_same(seed: int) -> None:
    rules = rules_of(seed)
    machine = coupdsl.Machine(rules)
    for number in range(4):
        lockstep(rules, machine, number)
        lockstep(rules, machine, number, seeded=False)
    expected = [played_on(rules.start(seed), derive(seed, number)) for number in range(4)]
    assert machine.playouts(machine.start(seed), seed, 4) == expected
