"""Sets of cards that go together: which there are, and that both executors find the same best ones."""

from __future__ import annotations

import pytest
from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl

RUMMY = """edition 1
game rummy {
  seats [2]
  cards {
    suits spades S, clubs C, diamonds D, hearts H
    ranks king K, queen Q, jack J, ten T, nine 9, eight 8, seven 7, six 6, five 5, four 4, three 3, two 2, ace A
  }
  shape meld as melds {
    group: 3 .. 4 of one rank
    run: 3 .. 13 of one suit by ranks
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: set seen by all
  state laid per seat: number = 0
  state best: set of meld = [] seen by none
  rule worth(c: card) = the place_in(the rank of c, [ace, two, three, four, five, six, seven, eight, nine, ten])
  rule worth_of(c: card) = if rank of c in [jack, queen, king] then 10 else worth(c)
  rule total(h: set of card) = sum of worth_of(it) over h
  rule least(h: set of card) = h without members of (highest of melds within first(11) of h by total(members))
  repeat deal 4 times {
    move cards to deck
    shuffle deck
    for s in seats { move first(11) of deck to hand of s }
    for s in seats {
      reveal left_over = total(least(hand of s))
      reveal by_number = count of (highest of melds within first(11) of hand of s by 1)
      reveal few = highest of melds within first(9) of hand of s by x: (12 - count of members of x)
      reveal none_at_all = count of (lowest of melds within hand_of_11(s) by 1)
      reveal groups = lowest of (melds where form is group) within hand_of_11(s) by -total(members)
      best := highest of (melds where not (king of hearts in members)) within hand_of_11(s) by total(members)
      let listed = first(2) of (melds where members in hand of s)
      reveal of_a_list = highest of listed within hand_of_11(s) by total(members)
      repeat laying 4 times {
        s chooses lay {
          lay m from melds where members in hand of s {
            laid of s := laid of s + 1
            move members of m to table
          }
          done { leave laying }
        }
      }
    }
  }
  rule hand_of_11(s: seat) = first(11) of hand of s
  finish by laid
  limit 3000 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("seed", range(6))
def test_both_executors_lay_the_same_melds(seed: int) -> None:
    rules = load_text(RUMMY, 2)
    lockstep(rules, coupdsl.Machine(rules), seed)


def test_values_too_large_fail_in_both() -> None:
    text = RUMMY.replace("hand of s by 1)", "hand of s by ((if form is run then 1 else -1) * 99999999999999 * 30000))")
    rules = load_text(text, 2)
    for seed in range(4):
        lockstep(rules, coupdsl.Machine(rules), seed)


PAIRS = """edition 1
game pairs_of_two_packs {
  seats [2]
  cards {
    suits hearts H, spades S
    ranks king K, ten T, nine 9
    copies 2
  }
  shape pair as pairs { two: 2 of one rank }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: set seen by all
  state points per seat: number = 0
  shuffle deck
  for s in seats { move first(6) of deck to hand of s }
  repeat laying 3 times {
    for s in seats {
      s chooses lay {
        lay m from pairs where members in hand of s {
          move members of m to table
          points of s := points of s + count of members of m
        }
        done { }
      }
    }
  }
  finish by points
  limit 50 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("seed", range(12))
def test_sets_of_equal_cards_are_one_option(seed: int) -> None:
    rules = load_text(PAIRS, 2)
    state = rules.start(seed)
    faces = state.view(0)["zones"][1]["pieces"]
    held = {f"{one}+{two}" for at, one in enumerate(faces) for two in faces[at + 1 :] if one[0] == two[0]}
    laid = [str(move).removeprefix("lay ") for move in state.legal_moves() if move.word == "lay"]
    assert sorted(laid) == sorted(held)
    lockstep(rules, coupdsl.Machine(rules), seed)
