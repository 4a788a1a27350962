"""Fields that a variant sets tell nothing hidden, and read no shuffled row too late, wherever rules ask for them."""

from __future__ import annotations

import pytest
from tests.small_games import problems

GAME = """edition 1
game asking {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  kind way as ways {
    good: test of card = true
    least: number = 0
  }
  way free { name: en "Free" }
  shuffle deck
  for s in seats {
    move first(2) of deck to hand of s
    s chooses play c from hand of s preferring good(it) of free
    move c to table
    if count of table > least of free { move first of table to hand of s }
  }
  finish by count of hand
  limit 100 moves { finish by 0 }
}
"""
FIELDS: dict[str, list[str]] = {
    "good: suit is spades": [],
    "good: rank is rank of first of table": [],
    "good: position of it is none": [],  # a card in hand
    "least: 3": [],
    "least: count of (hand of first of seats)": [],
    "good: some hand of seats where rank is ace": ["E314 4:23"],
    "least: count of (hand of first of seats where rank is ace)": ["E314 4:24"],
    "good: rank is rank of first of deck": ["E314 4:23", "E315 4:23"],
    "good: position of first of cards is 0": ["E314 4:23", "E315 4:23"],
}


@pytest.mark.parametrize("field", FIELDS)
def test_fields(field: str) -> None:
    name, value = field.split(": ")
    text = f'variant: v\ngame: ./game.coup\nways:\n  set: {{free: {{{name}: "{value}"}}}}\n'
    found = problems({"game.coup": GAME, "v.yaml": text}, "v.yaml")
    assert sorted(f"{d.code.number} {d.span.line}:{d.span.column}" for d in found) == FIELDS[field]
    assert all(d.also for d in found)
