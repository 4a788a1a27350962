"""Zones per suit or kind, orders by a list of cards, games that all lose: both executors agree on them."""

from __future__ import annotations

import pytest
from tests.helpers import ROOT, new_seeds
from tests.native.lockstep import lockstep

import coupdsl


@pytest.mark.parametrize("name", ["foundations", "tarot"])
def test_lockstep(name: str) -> None:
    rules = coupdsl.load(ROOT / "tests" / "house" / f"{name}.yaml", 4)
    machine = coupdsl.Machine(rules)
    for seed in new_seeds(5):
        lockstep(rules, machine, seed)
