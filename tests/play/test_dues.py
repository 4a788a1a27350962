"""What somebody owes, as rules add it up and as it is told at the end of a hand."""

from __future__ import annotations

import random

import pytest
from tests.helpers import choose, new_seeds, rules_of
from tests.small_games import in_folder

import coupdsl
from coupdsl.language.diagnostics import Problems
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words

TABS = """edition 1
game tabs {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K
  }
  account cash per seat = 0
  account bank = none
  pieces slips: 3 { drinker: seat, price: amount }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone pad: row of slips seen by all
  zone box: row seen by all = slips shown as nothing
  rule tab(s: seat) = sum of price over (pad where s is drinker)
  rule drunk(s: seat) = sum of price over (pad where drinker is s)
  repeat round 2 times {
    move cards to deck
    shuffle deck
    for s in seats { move first(1) of deck to hand of s }
    for s in seats {
      s chooses order {
        beer {
          let slip = the first of box
          drinker of slip := s
          price of slip := 3
          move slip to pad
        }
        nothing { }
      }
    }
  }
  move pad to box
  for s in seats { bank pays tab(s) + drunk(s) to s for tab }
  finish by cash
  limit 99 moves { finish by 0 }
}
"""
TEXTS = """language: en
names: {cash: cash, bank: bank, deck: deck, hand: hand, pad: pad, box: box, slips: slip, drinker: drinker, price: price,
        spades: Spades, ace: Ace, king: King}
decisions: {order: "What do you drink?"}
moves: {beer: beer, nothing: nothing}
reasons: {tab: tab}
told: {names: {slips: "", pad: "", drunk: "SENTENCE"}}
"""


@pytest.mark.parametrize("seed", new_seeds(2))
def test_a_hand_of_loans_is_summed_up_with_what_is_owed(seed: int) -> None:
    rules = rules_of("parker-1966", 4, {"loan.trigger": "any_time"})
    game, rnd, hands = Game(rules, seed), random.Random(seed), 0
    narrator = Narrator(Words(rules, "en", True), None)
    while hands < 3:
        told = narrator.tell(game.told(game.apply(choose(game.state, rnd)), None), view := game.state.view(None))
        if not any(line.startswith("End of hand") for line in told):
            continue
        hands += 1
        notes = [view["pieces"][note] for zone in view["zones"] if zone["name"] == "open" for note in zone["pieces"]]
        expected = []
        for seat in range(4):
            for by, said in (("debtor", "owes"), ("lender", "is owed")):
                if total := sum(note["owed"] for note in notes if note[by] == seat):
                    expected.append(f"Seat {seat} {said} {total}")
        assert [line for line in told if " owes " in line or " is owed " in line] == expected


def test_a_game_says_in_its_own_words_what_its_rules_add_up() -> None:
    files = {"tabs.coup": TABS, "en.yaml": TEXTS.replace("SENTENCE", "{owner} has drunk for {value}")}
    rules = coupdsl.load(in_folder(files) / "tabs.coup")
    game, told = Game(rules, 1), list[str]()
    narrator = Narrator(Words(rules, "en", True), 0)
    narrator.tell(game.told(game.events[0], 0), rules.observer.remembered(game.state, 0))
    for move in ("beer", "nothing", "beer", "beer"):
        events = game.told(game.apply(move), 0)
        told += narrator.tell(events, rules.observer.remembered(game.state, 0))
    assert [line for line in told if "drunk" in line] == ["Seat 0 (you) has drunk for 3"]  # at the end it is paid


def test_what_cannot_stand_in_such_a_sentence_is_refused() -> None:
    files = {"tabs.coup": TABS, "en.yaml": TEXTS.replace("SENTENCE", "{who} has drunk")}
    with pytest.raises(Problems, match=r"this sentence cannot contain `\{who\}`"):
        coupdsl.load(in_folder(files) / "tabs.coup")
