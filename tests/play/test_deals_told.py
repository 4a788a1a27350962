"""Which cards are told as dealt, which as drawn, and which as gathered to be dealt."""

from __future__ import annotations

import random

import pytest
from tests.helpers import choose, rules_of
from tests.play.test_account import narrator
from tests.small_games import in_folder, load_text

import coupdsl
from coupdsl.play.account.chronicle import lines, moves_told
from coupdsl.play.game import Game

TALON = """edition 1
game talon {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, ten T, nine 9
  }
  zone deck: row seen by none = cards
  zone hand per seat: row seen by owner
  zone trick: row seen by all
  zone box: set seen by none
  state deals: number = 0
  repeat deal 2 times {
    move cards to deck
    shuffle deck
    for s in seats { move first(3) of deck to hand of s }
    repeat tricks 4 times {
      for s in seats {
        s chooses play c from hand of s
        move c to trick
      }
      move trick to box
      if count of deck > 1 { for s in seats { move first of deck to hand of s } }
    }
    deals := deals + 1
  }
  finish by deals
  limit 100 moves { finish by 0 }
}
"""


def test_to_draw_one_each_is_no_new_hand_and_rows_are_told_as_they_lie() -> None:
    game = Game(load_text(TALON), 3)
    hand = next(zone for zone in game.state.view(0)["zones"] if zone["name"] == "hand" and zone["seat"] == 0)
    teller, rnd = narrator(game.rules, 0, plain=True), random.Random(1)
    while not game.state.is_over:
        game.apply(choose(game.state, rnd))
    told = list(lines(moves_told(game, teller), teller))
    assert [line for line in told if line.startswith("Hand ")] == ["Hand 2"]
    assert "Seat 0 (you) is dealt {}, {} and {}".format(*hand["pieces"]) in told  # as they lie: it is a row


LAID = """edition 1
game laid {
  seats [2]
  cards { ranks ace A, king K, queen Q, jack J, ten T, nine 9, eight 8, seven 7 }
  zone deck: row seen by none = cards
  zone hand per seat: row seen by owner
  zone table: row seen by none
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  repeat round 2 times {
    for s in seats {
      s secretly chooses lay c from hand of s
      move c to table
    }
    shuffle table
    for s in seats { move first of deck to hand of s }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_to_draw_after_other_cards_were_shuffled_is_no_new_hand() -> None:
    game, rnd = Game(load_text(LAID), 3), random.Random(1)
    while not game.state.is_over:
        game.apply(choose(game.state, rnd))
    told = list(lines(moves_told(game, teller := narrator(game.rules, 0, plain=True)), teller))
    assert [line for line in told if line.startswith("Round ")] == []


SWAPPED = """edition 1
game swapped {
  seats [2]
  cards {
    ranks a, b, c
    copies 4
  }
  zone bag: row seen by none = cards
  zone rack per seat: set seen by owner
  shuffle bag
  for s in seats { move first(3) of bag to rack of s }
  repeat turn 2 times {
    for s in seats {
      s chooses swap c from rack of s
      move c to bag
      shuffle bag
      move first of bag to rack of s
    }
  }
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_to_draw_for_whoever_has_just_chosen_is_no_new_hand() -> None:
    game, rnd = Game(load_text(SWAPPED, 2), 3), random.Random(1)
    while not game.state.is_over:
        game.apply(choose(game.state, rnd))
    told = list(lines(moves_told(game, teller := narrator(game.rules, 0, plain=True)), teller))
    assert [line for line in told if line.startswith("Round ")] == []


ALIKE = """edition 1
game alike {
  seats [2]
  cards {
    ranks king, guard
    copies 4
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone discards: row seen by all
  zone open per seat: row seen by all
  zone between per seat: row seen by all shown as nothing
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  for s in seats {
    s chooses lay c from hand of s
    move c to open of s
  }
  for s in seats { move open of s to between of s }
  for s in seats { move between of s to hand of s }
  first of seats chooses play c from hand of first of seats
  move c to discards
  move hand of first of seats to discards
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_of_cards_written_alike_each_is_told_on_its_own_way() -> None:
    game = next(
        game
        for game in (Game(load_text(ALIKE), seed) for seed in range(40))
        if [str(move) for move in game.state.legal_moves()] == ["lay guard"]
    )
    game.apply("lay guard")
    game.apply("lay guard" if "lay guard" in map(str, game.state.legal_moves()) else "lay king")
    game.apply("play guard")
    told = list(lines(moves_told(game, teller := narrator(game.rules, 0, plain=True)), teller))
    assert "Seat 0 (you) gets guard from Seat 1" not in told and "Seat 1 gets guard from Seat 0 (you)" not in told
    assert told[told.index("3. Seat 0 (you): play guard") + 1] == "Seat 0 (you) lays guard (discards)"


def test_cards_that_must_be_dealt_again_are_told() -> None:
    game = coupdsl.Game(rules_of("parker-1966", 4), 39)
    told = narrator(game.rules, 0, "en", plain=True)
    said = list(lines(moves_told(game, told), told))
    laid = [at for at, line in enumerate(said) if line.endswith("is laid in the centre")]
    assert [said[at] for at in laid] == [*["The Coup card is laid in the centre"] * 2, "A card is laid in the centre"]
    assert [said[at + 1] for at in laid[:2]] == ["Eight cards are dealt to each player"] * 2


GATHERED = """edition 1
game gathered {
  seats [2]
  cards {
    suits red R
    ranks ace A, king K, queen Q, jack J
  }
  pieces marks: 2
  zone deck: row seen by none = cards
  zone bag: set of marks seen by all = marks
  zone won per seat: set seen by all
  zone hand per seat: set seen by owner
  repeat deal 2 times {
    move cards to deck
    move marks to bag
    shuffle deck
    for s in seats { move first(2) of deck to hand of s }
    for s in seats {
      s chooses keep c from hand of s
      move c to won of s
    }
  }
  first of seats chooses bury c from won of first of seats
  move c to deck
  shuffle deck
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


def test_to_gather_cards_for_a_deal_is_no_deed_of_a_seat() -> None:
    def said(texts: str) -> list[str]:
        folder = in_folder({"gathered.coup": GATHERED, "gathered.en.yaml": f"language: en\n{texts}"})
        game = Game(coupdsl.load(folder / "gathered.coup", 2), seed=2)
        while not game.state.is_over:
            game.apply(game.state.legal_moves()[0])
        return list(lines(moves_told(game, teller := narrator(game.rules, plain=True)), teller))

    told = said("")
    assert told[1:6] == [
        "1. Seat 0: keep AR", "2. Seat 1: keep KR", "", "Hand 2", "Two cards are dealt to each player",
    ]  # fmt: skip
    own = said("told:\n  names: {won.deck: '{former} gives {cards} back'}\n")
    assert {*own} - {*told} == {"Seat 0 gives AR back", "Seat 1 gives KR back"}


MEANWHILE = """edition 1
game meanwhile {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q
  }
  account cash per seat = 10
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: row seen by owner
  shuffle deck
  for s in seats {
    FIRST
    move first(2) of deck to hand of s
    THEN
  }
  for s in seats { s chooses act { pass { } } }
  finish by cash
  limit 20 moves { finish by 0 }
}
"""
SEEN = ["Seat 0 (you) is dealt", "Seat 1 is dealt two cards"]


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        ("", "", ["Two cards are dealt to each player", "Seat 0 (you) is dealt"]),
        ("reveal luck = cash of s", "", ["Luck of Seat 0 (you): 10", SEEN[0], "Luck of Seat 1: 10", SEEN[1]]),
        ("", "reveal luck = cash of s", [SEEN[0], "Luck of Seat 0 (you): 10", SEEN[1], "Luck of Seat 1: 10"]),
        ("s pays 1 to pot", "", ["Each player pays 1 to the pot", "Two cards are dealt to each player", SEEN[0]]),
        ("if s is last of seats { s pays 1 to pot }", "", [SEEN[0], "Seat 1 pays 1 to the pot", SEEN[1]]),
    ],
)
def test_what_happens_between_two_who_are_dealt_to_is_told_between_them(first: str, then: str, told: list[str]) -> None:
    rules = load_text(MEANWHILE.replace("FIRST", first).replace("THEN", then))
    game = Game(rules, 3)
    found = narrator(rules, 0, plain=True).tell(game.told(game.events[0], 0))
    assert [line.partition("dealt ")[0] + "dealt" if "(you) is dealt" in line else line for line in found] == told
