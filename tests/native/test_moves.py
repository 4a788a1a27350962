"""Pieces that move between zones of every kind, by both executors: one at a time, from the top, in rows and in sets."""

from __future__ import annotations

import random

from tests.native.lockstep import lockstep, played_on
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive

GAME = """edition 1
game moves {
  seats [3]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J, ten 10, nine 9
  }
  pieces marks: 50                                             # more than fit in one word with the cards
  pieces flags: 3
  pieces ghosts: 0
  zone crypt: row seen by all = ghosts
  zone mast: row seen by all = flags
  zone deck: row seen by none = cards                          # shuffled
  zone heap: row of card seen by all                           # shuffled now and then
  zone stock: row of card seen by all                          # never shuffled
  zone spread per seat: row of card seen by all
  zone hand per seat: set of card seen by all
  zone kept per seat: set of card seen by all
  zone chest: row seen by all = marks
  zone gone: set of piece seen by all
  state opener: seat = first of seats
  state player per card: seat
  state value per marks: number = 0
  state played: number = 0

  order power {
    suit is spades by ranks
    rank is ten
    suit is suit of first of stock by ranks
  }
  rule best(s: seat) = playable(s) preferring suit is suit of first of stock
  rule playable(s: seat) = (hand of s without card_of(s)) with (hand of s where rank is ace)
  rule card_of(s: seat) = (hand of s where rank is nine)
  rule worth(c: card) = (if suit of c is spades then 1 else if suit of c is hearts then 5 else 30)
    + (if rank of c is ace then 200 else if rank of c in [king, queen] then 1000 else 0)
  rule lend(s: seat) {
    state from_whom: seat = left of s
    if hand of from_whom is not empty {
      s chooses lend l from hand of from_whom
      from_whom := s
      move l to spread of from_whom
    }
  }

  repeat deal 3 times {
    move marks to chest
    move cards to deck
    shuffle deck
    for s in seats { move first(5) of deck to hand of s }
    move first(4) of deck to stock
    repeat turn 4 times {
      for s in seats from opener {
        if hand of s is not empty {
          s chooses play c from (if best(s) is empty then hand of s else best(s))
          player of c := s
          played := played + 1
          move c to spread of s
        }
      }
      for s in seats {
        opener chooses taking {
          take d from spread of s { move d to kept of s }
          leave_it { }
        }
      }
      for s in seats {
        if (hand of s with kept of s) is not empty {
          s chooses give_on e from (hand of s with kept of s)
          move e to kept of left of s
        }
        if kept of s is not empty {
          hide kept of s for all
          s chooses pass_on k from kept of s
          move k to kept of (if played mod 2 is 1 then s else left of s)
        }
      }
      lend(opener)
      let top = highest of stock by power
      if top is not empty { played := played + worth(the first of top) }
      move spread of opener to heap
      if count of heap mod 2 is 1 { shuffle heap }
      move stock to stock
      move first of stock to stock
      move first of stock to heap
      if heap is not empty { move first of heap to kept of opener }
      opener := left of opener
    }
    move first(2) of chest to gone
    move (first(4) of marks) to gone
    for m in marks where it in gone { value of m := played mod 9 }
    reveal left_over = (hand of opener) with (spread of opener)
    for u in suits { reveal of_suit = left_over where suit is u }
    for n in 0 .. 1 { reveal so_many = played + n }
    move left_over to heap
    move heap to stock
    chance chooses gone_again m from chest
    move m to gone
    let c = first of stock
    if c is not none { move the c to spread of opener }
    move first of mast to gone
    move cards to heap
    move first(2) of heap to kept of opener
    move cards to gone
    move cards to stock
    move first(played mod 20) of stock to kept of opener
    played := played + 100 * count of gone
    move (marks where it in gone and value of it > 2) to chest
    move first(2) of chest to gone
    if played mod 2 is 1 { move marks to chest } else { move marks to gone }
    played := (played + (sum of value of it over (first(3) of chest))) mod 1000
    move first of mast to gone
    played := played + count of gone
    move flags to mast
    move ghosts to gone
    move ghosts to crypt
    played := played + count of crypt + count of gone
  }
  finish by sum of worth(it) over kept, sum of worth(it) over hand, played
  limit 500 moves { finish by played }
}
"""

SEEDS = range(40)


def test_pieces_move_alike() -> None:
    rules = load_text(GAME, 3)
    machine = coupdsl.Machine(rules)
    assert sum(lockstep(rules, machine, seed) for seed in SEEDS) > 1000


def test_many_pieces_move_alike_where_nobody_is_told() -> None:
    machine = coupdsl.Machine(load_text(GAME, 3))
    for seed in SEEDS:
        state, rnd = machine.start(seed), random.Random(seed)
        for _ in range(2 * seed):
            state.apply(rnd.choice(state.legal_moves()))
        expected = [played_on(state.reference(), derive(seed, number)) for number in range(5)]
        assert machine.playouts(state, seed, 5) == expected


LAID_ON = """edition 1
game laid_on {
  seats [3]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, ten 10, nine 9
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone pile per seat: row seen by owner
  zone box: row seen by none
  zone table: row seen by all

  shuffle deck
  for s in seats { move first(4) of deck to hand of s }
  repeat round 4 times {
    for s in seats {
      s chooses lay {
        one c from hand of s { move c to box unseen }
        mine { move hand of s to box }
        others { move hand of (seats without s) to box }
        to_next { move hand of s to pile of left of s }
        with_some_there { move cards where it not in hand of seats to box }
        up { move pile of s to table }
        in_order { move pile of s to box unseen }
        shown c from hand of s {
          show c to left of s
          move hand of s to box
        }
        nothing { }
      }
    }
    for s in seats { if box is not empty { move first of box to hand of s } }
  }
  finish by count of hand
  limit 50 moves { finish by 0 }
}
"""


def test_who_knows_where_cards_of_a_set_lie_is_the_same() -> None:
    rules = load_text(LAID_ON, 3)
    machine = coupdsl.Machine(rules)
    assert sum(lockstep(rules, machine, seed) for seed in range(60)) > 600
