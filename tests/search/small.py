"""Small games with something hidden of every kind."""

from __future__ import annotations

TRICKS = """edition 1
game small {
  seats [3]
  cards {
    suits spades S, hearts H, clubs C
    ranks ace A, king K, queen Q
  }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  zone passed per seat: set seen by owner shown as count
  zone taken per seat: set of piece seen by all
  let hand_size = 3
  use tricks {
    rule follows(s: seat) = hand of s preferring suit is led
  }
  shuffle deck
  for s in seats { move first(3) of deck to hand of s }
  for s in seats together {
    s secretly chooses pass_on c from hand of s
    move c to passed of s
  }
  for s in seats { move passed of s to hand of left of s }
  play tricks(first of seats)
  finish by count of taken
  limit 100 moves { finish by 0 }
}
"""

# Secret numbers, of which the sum is told; then each says whether another has more.
SECRETS = """edition 1
game small {
  seats [3]
  cards { ranks ace }
  zone box: set seen by all = cards shown as nothing
  state bid per seat: number = 0 seen by owner
  state score per seat: number = 0
  for s in seats together {
    s secretly chooses offer n from 1 .. 3
    bid of s := n
  }
  reveal total = sum of bid over seats
  for s in seats { s chooses go_on { well { } } }
  for s in seats together {
    s secretly chooses again {
      same { }
      one_more { bid of s := bid of s + 1 }
    }
  }
  reveal now = sum of bid over seats
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Pieces written alike, hidden discards, and a second shuffle.
ALIKE = """edition 1
game small {
  seats [2]
  cards {
    ranks ace, king, queen
    copies 3
  }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  zone open_cards per seat: set seen by all
  state score per seat: number = 0
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  repeat turn 2 times {
    for s in seats {
      s secretly chooses put_back c from hand of s
      move c to deck
      shuffle deck
      move first of deck to hand of s
      s chooses lay {
        nothing { }
        lay_open d from hand of s { move d to open_cards of s }
      }
    }
  }
  finish by score
  limit 100 moves { finish by score }
}
"""

# Dice that one seat sees, a role that nobody sees, and what can be worked out of both.
DICE = """edition 1
game small {
  seats [2, 3]
  cards { ranks ace }
  zone box: set seen by all = cards shown as nothing
  state die per seat: number = 0 seen by owner
  state role: seat or none = none seen by none
  state score per seat: number = 0
  chance secretly chooses spy r from seats
  role := r
  for s in seats {
    chance secretly chooses roll n from 1 .. 4 for s
    die of s := n
  }
  reveal total = sum of die over seats
  reveal spied = (count of (seats where it is role and die > 1))
  for s in seats { s chooses go_on { well { } } }
  finish by score
  limit 100 moves { finish by score }
}
"""
