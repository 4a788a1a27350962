"""From which places of rows that not everybody sees pieces leave, as both executors tell it."""

from __future__ import annotations

from collections import Counter

from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl

GAME = """edition 1
game vacated {
  seats [3]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J
    extra joker X
  }
  pieces marks: 60                                     # more than fit in one word with the cards
  zone deck: row seen by none = cards                  # shuffled
  zone fan per seat: row of card seen by owner
  zone box: row of piece seen by none
  zone table: set of piece seen by all
  zone chest: row seen by none = marks
  state shown_there: number = 0

  shuffle deck
  repeat turn 8 times {
    for s in seats {
      move first(2) of deck to fan of s
    }
    for s in seats {
      s chooses open c from fan of s
      show c to left of s
      s chooses lay d from fan of s
      move d to table
      move last of fan of s to box
    }
    chance chooses which m from chest
    show m to first of seats
    chance chooses away n from chest
    move n to table
    move (cards where rank is ace) to table
    move (cards where rank is king) to table
    if count of deck < 12 {
      move cards to deck
      shuffle deck
    }
  }
  finish by shown_there
  limit 300 moves { finish by shown_there }
}
"""


def test_both_executors_tell_of_the_same_places() -> None:
    rules = load_text(GAME, 3)
    machine = coupdsl.Machine(rules)
    assert sum(lockstep(rules, machine, seed) for seed in range(30)) > 1000


def test_both_executors_tell_of_the_same_places_when_chance_is_the_callers() -> None:
    rules = load_text(GAME, 3)
    machine = coupdsl.Machine(rules)
    told: Counter[str] = Counter()
    for seed in range(5):
        lockstep(rules, machine, seed, seeded=False)
        game = coupdsl.Game(rules, seed=seed)
        while not game.state.is_over:
            events = game.apply(game.state.legal_moves()[0])
            told.update(one.kind for one in events)
    assert told["vacated"] > 20
