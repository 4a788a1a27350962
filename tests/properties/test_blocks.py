"""Equal positions are equal bytes in machine code: nothing is left there of how one came about.

Players that think compare positions whole. What else lay in memory would differ from run to run.
"""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache
from hashlib import sha256

import pytest
from tests.helpers import ROOT, ROTATION, TABLES, rules_of, sample

import coupdsl

pytestmark = pytest.mark.unmeasured

NAMES = sample(sorted(TABLES), 6)
PARTNERS = "spades"  # in some of its lists lay what the processor had there before
LONGEST = 300  # moves of a game
CHANCES = (None, ROTATION)  # moves of chance are made as others are, or by a seed


@cache
def machine_of(name: str) -> coupdsl.Machine:
    return coupdsl.Machine(rules_of(name, TABLES[name][ROTATION % len(TABLES[name])]))


def blocks(machine: coupdsl.Machine, chance: int | None, seed: int) -> list[bytearray]:
    """The positions of a random game."""
    rnd, state = random.Random(seed), machine.start(chance)
    found = [state.data]
    while not state.is_over and len(found) <= LONGEST:
        state.apply(rnd.choice(state.legal_moves()))
        found.append(state.data)
    return found


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_the_bytes_that_are_written_of_it_anew(name: str, chance: int | None) -> None:
    machine = machine_of(name)
    for block in blocks(machine, chance, ROTATION):
        assert block == machine.block(machine.reference(block))


def digests() -> list[str]:
    """Of the positions of a game under each ruleset, what tells them apart."""
    played = (blocks(machine_of(name), None, ROTATION) for name in sorted({PARTNERS, *NAMES}))
    return [sha256(b"".join(found)).hexdigest() for found in played]


def test_the_same_moves_lead_to_the_same_bytes_in_another_process() -> None:
    """There everything lies at other addresses, and nothing has been played before."""
    here = "from tests.properties.test_blocks import digests; print(*digests())"
    told = subprocess.run([sys.executable, "-c", here], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.split() == digests()
