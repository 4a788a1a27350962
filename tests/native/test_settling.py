"""Rows that are shuffled and read: both executors draw the same, and tell the same of it."""

from __future__ import annotations

import pytest
from tests.engine.shuffling import rules_of
from tests.helpers import new_seeds
from tests.native.lockstep import lockstep
from tests.native.test_playouts import played_on
from tests.small_games import load_text

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


APART = """edition 1
game apart {
  seats [1]
  cards { suits spades S
          ranks ace A, king K, queen Q, jack J }
  account cash per seat = 0
  zone first_pile: row seen by all = cards
  zone heap: set seen by all
  zone last_pile: row seen by all
  state asked: card = first of cards
  state found: number = 0 seen by none
  shuffle first_pile
  move first(2) of first_pile to heap
  move heap to last_pile
  shuffle last_pile
  first of seats chooses asking { piece c from cards { asked := c } }
  found := the position of asked
  first of seats chooses guess n from 0 .. 3
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("seed", range(12))
def test_rows_with_other_zones_between_them_are_settled_alike(seed: int) -> None:
    rules = load_text(APART, 1)
    lockstep(rules, coupdsl.Machine(rules), seed, seeded=False)
