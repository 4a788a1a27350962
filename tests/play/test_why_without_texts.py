"""Why, in a game without texts: its own names are all there is to say, and sets without a name are said in full."""

from __future__ import annotations

import pytest
from tests.small_games import load_text

from coupdsl.play.asking import Asking
from coupdsl.play.spoken import Words

GAME = """edition 1
game chips {
  seats [2]
  cards {
    suits acorns E, leaves G
    ranks ace A, ten T
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state open_chips per seat: number = 1
  state own_chips per seat: number = 1 seen by owner
  rule of_suit(s: seat, u: suit) = hand of s where suit is u
  rule lacks(s: seat, u: suit) = of_suit(s, u) is empty
  rule keeps(s: seat, u: suit, n: number) = n > 0 and some hand of s where suit is u
  rule high = (ace of leaves) with ten of leaves
  move (ace of acorns) with (ten of acorns) to hand of first of seats
  move deck to hand of last of seats
  for s in seats {
    s chooses answer {
      pay_open if open_chips of s > 0 { }
      pay_own if own_chips of s > 1 { }
      call u from suits where v: of_suit(s, v) is not empty { }
      want u from suits where v: of_suit(s, v) is empty { }
      need u from suits where lacks(s, it) { }
      lend u from suits where not keeps(s, it, open_chips of s) { }
      lay c from hand of s where it in high { }
      have u from suits where v: some hand of s where suit is v { }
      pass { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("pay_open", "Pay open: you can, because your open chips (1) is more than 0."),
        ("pay_own", "Pay own: no, your own chips (1) is at most 1."),
        ("call acorns", "Call acorns: you can, because there is one among your hand for which the suit is acorns."),
        ("call leaves", "Call leaves: no, there is none among your hand for which the suit is leaves."),
        ("want leaves", "Want leaves: you can, because there is none among your hand for which the suit is leaves."),
        ("need acorns", "Need acorns: no, there is one among your hand for which the suit is acorns."),
        ("lend acorns", "Lend acorns: no, there is one among your hand for which the suit is acorns."),
        ("lay AE", "Lay AE: no, it is not among AG and TG."),  # wherever they lie
        ("have acorns", "Have acorns: you can, because there is one among your hand for which the suit is acorns."),
    ],
)
def test_the_condition_is_said_with_its_values(move: str, told: str) -> None:
    state = load_text(GAME, 2).start(1)
    assert Asking(Words(state.rules, "en", plain=True)).why(state, 0, move)[0] == told


BOARD = """edition 1
game board {
  seats [2]
  cells a..c by 1..3
  state side per cell: seat or none = none
  state shots per seat per cell: number = 0
  rule worth(s: seat, x: cell): number = row of x + column of x
  side of a1 := first of seats
  side of b2 := last of seats
  for s in seats {
    let best = largest of x: worth(s, x) over cells
    s chooses act {
      put x from cells where worth(s, it) is best { }
      take x from (cells where side is s), y from cells where z: worth(s, z) is 4 and side of z is not s { }
      fire x from cells where shots(it) of s < 1 { shots(x) of s := 1 }
      swap x from cells, y from [a1, b1] { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "move", "told"),
    [
        ("en", "put a1", "Put a1: no, its worth (2) is not 6."),
        ("fr", "put a1", "« put a1 » : non, worth (2) n'est pas 6."),
        ("en", "put c3", "Put c3: you can, because its worth (6) is 6."),
        ("en", "swap b2 c3", "Swap b2 c3: no, c3 is not among a1, b1."),
        ("fr", "swap b2 c3", "« swap b2 c3 » : non, c3 n'est pas parmi a1, b1."),
        ("en", "take a1 a1", "Take a1 a1: no, worth for a1 (2) is not 4."),
        ("en", "take b2 b2", "Take b2 b2: no, side of b2 (Seat 1) is not you."),
        ("en", "fire b1", "Fire b1: you can, because your shots (b1) (0) is less than 1."),
    ],
)
def test_what_a_number_rule_gives_is_told_and_what_was_picked_is_named(language: str, move: str, told: str) -> None:
    state = load_text(BOARD, 2).start(1)
    assert Asking(Words(state.rules, language, plain=True)).why(state, 0, move)[0] == told


TABLE = """edition 1
game swapping {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone hand per seat: set seen by all
  zone laid per seat: row seen by all
  zone spare: set seen by all = cards
  move (king of spades) to laid of last of seats
  move (ace of hearts) to hand of first of seats
  for s in seats {
    s chooses act {
      take_back c from laid of s { }
      swap c from hand of s, d from laid of left of s { }
      stop { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_of_a_card_alone_the_move_is_meant_that_is_offered_with_it() -> None:
    state = load_text(TABLE, 2).start(1)
    told = Asking(Words(state.rules, "en", plain=True)).why(state, 0, "KS")[0]
    assert told.startswith("Swap AH KS: you can, because ")
    refused = Asking(Words(state.rules, "en", plain=True)).why(state, 0, "take back KS")[0]
    assert refused.startswith("Take back KS: no, it is not in ")


AUCTION = """edition 1
game falling {
  seats [2]
  state stake: number = 2
  use auction {
    rule ask(s: seat) {
      s chooses bidding {
        bid n from 1..9 if may_bid(s, n) { enter_bid(s, n) }
        double if stake > 2 { }
        pass if may_pass(s) { enter_pass(s) }
      }
    }
    rule may_bid(s: seat, n: number) = last_bid is 0 or n < last_bid
  }
  hold_auction(first of seats)
  finish by stake
  limit 20 moves { finish by 0 }
}
"""


def test_a_sentence_of_a_mechanic_is_not_said_of_what_the_game_puts_in_its_place() -> None:
    state = load_text(AUCTION, 2).start(1)
    state.apply("bid 5")
    asking = Asking(Words(state.rules, "en", plain=True))
    told = asking.why(state, 1, "bid 9")[0]
    assert told == "Bid 9: no, last bid (5) is not 0 and 9 is at least last bid (5)."
    as_it_says = load_text(AUCTION.replace("last_bid is 0 or n < last_bid", "n > last_bid"), 2).start(1)
    as_it_says.apply("bid 5")
    told = Asking(Words(as_it_says.rules, "en", plain=True)).why(as_it_says, 1, "bid 4")[0]
    assert told == "Bid 4: no, the bid is 5, so bid more."


def test_words_of_a_mechanic_leave_the_game_s_own_names_to_be_said() -> None:
    state = load_text(AUCTION, 2).start(1)
    told = Asking(Words(state.rules, "en", plain=True)).why(state, 0, "double")[0]
    assert told == "Double: no, stake (2) is at most 2."


def test_of_a_number_between_the_steps_the_steps_are_told() -> None:
    state = load_text(AUCTION.replace("1..9 if", "0..20 step 5 if"), 2).start(1)
    asked = {"en": "It can be 0 to 20 here, in steps of 5.", "fr": "Ici, ce peut être de 0 à 20, par pas de 5."}
    for language, told in asked.items():
        assert Asking(Words(state.rules, language, plain=True)).why(state, 0, "bid 7") == [told]
