"""What several choose in secret and is told later, all at once: which hidden choices led there is found."""

from __future__ import annotations

import random

import pytest
from tests.helpers import ROTATION
from tests.search.test_worlds import as_often_as_they_weigh, machine_of, replayed
from tests.small_games import load_text

from coupdsl.play.game import Game
from coupdsl.search.worlds import Worlds

# Cards are only remembered when they are chosen, and laid when all have chosen.
CARDS = """edition 1
game cards_at_once {{
  seats [{seats}]
  cards {{
    suits red R, blue B, green G, white W
    ranks {ranks}
  }}
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  zone laid per seat: set seen by all
  state picked per seat: card or none = none seen by owner
  shuffle deck
  for s in seats {{ move first({hand}) of deck to hand of s }}
  repeat round {hand} times {{
    for s in seats together {{
      s secretly chooses lay c from hand of s
      picked of s := c
    }}
    for s in seats {{ move the first of (hand of s where it is picked of s) to laid of s }}
  }}
  finish by count of laid
  limit 100 moves {{ finish by 0 }}
}}
"""
RANKS = "ace A, king K, queen Q, jack J, ten T, nine 9, eight 8, seven 7, six 6, five 5, four 4, three 3, two 2"

# Nothing is laid: where all go is told when all have said it.
ORDERS = """edition 1
game orders_at_once {
  seats [6]
  cells a..h by 1..5
  state goal per seat: cell = a1 seen by owner
  state points per seat: number = 0
  repeat round 4 times {
    for s in seats together {
      s secretly chooses order { go x from cells { goal of s := x } }
    }
    for s in seats {
      reveal ordered = goal of s
      if ordered is a1 { points of s := points of s + 1 }
    }
  }
  finish by points
  limit 100 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("text", [CARDS.format(seats=6, hand=6, ranks=RANKS), ORDERS])
def test_each_seat_imagines_what_the_others_chose(text: str) -> None:
    rules, rng = load_text(text, 6), random.Random(ROTATION)
    game = Game(rules, rng.getrandbits(64))
    worlds = [Worlds(rules, seat, seat, machine_of(rules)) for seat in range(6)]
    heard = [0] * 6
    while not game.state.is_over:
        seat = game.state.actor
        assert seat is not None
        seen = game.seen(seat)
        worlds[seat].told(seen[heard[seat] :])
        heard[seat] = len(seen)
        (world,) = worlds[seat].sample(1)  # fails where there is none
        assert replayed(rules, world.moves).seen(seat) == seen
        game.apply(rng.choice(game.state.legal_moves()))


@pytest.mark.parametrize("seat", range(3))
def test_worlds_with_choices_told_at_once_come_as_often_as_they_weigh(seat: int) -> None:
    rules, rng = load_text(CARDS.format(seats=3, hand=2, ranks="ace A, king K"), 3), random.Random(ROTATION)
    game = Game(rules, rng.getrandbits(64))
    for _ in range(3 + seat):  # all have chosen once
        game.apply(rng.choice(game.state.legal_moves()))
    assert as_often_as_they_weigh(game, seat, 400) < 5
