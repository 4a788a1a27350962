"""Of cards written alike nobody who looks on can say which it is: what is known of them goes by what was told."""

from __future__ import annotations

import json
import random

import pytest
from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl

GAME = """edition 1
game twins {
  seats [3]
  cards {
    ranks king K, guard G
    copies 3
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  zone drawer per seat: set seen by owner
  let holder = last of seats
  shuffle deck
  move first(3) of deck to hand of holder
  repeat turn 6 times {
    holder chooses what {
      show_one c from hand of holder, t from seats without holder { show c to t }
      show_all { show hand of holder to first of seats }
      hide_one c from hand of holder, t from seats without holder { hide c for t }
      lay c from hand of holder { move c to table }
      give_one c from hand of holder, t from seats without holder { move c to hand of t }
      put c from hand of holder { move c to drawer of holder }
      draw if deck is not empty { move first of deck to hand of holder }
      rest { }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


@pytest.fixture(scope="module")
def rules() -> coupdsl.Rules:
    return load_text(GAME, 3)


def test_who_was_told_the_same_sees_the_same(rules: coupdsl.Rules) -> None:
    seen: dict[tuple[int, str], str] = {}
    several = 0
    for seed in range(1500):
        rnd, game = random.Random(seed), coupdsl.Game(rules, seed)
        for _ in range(5):
            # A few kinds of moves, so that games often tell the same of different cards.
            moves = [move for move in game.state.legal_moves() if move.word in ("show_one", "lay", "draw", "give_one")]
            game.apply(rnd.choice(moves) if moves else game.state.legal_moves()[-1])
            for seat in (0, 1):
                told, view = json.dumps(game.seen(seat)), json.dumps(game.state.view(seat))
                several += (seat, told) in seen
                assert seen.setdefault((seat, told), view) == view, told
    assert several > 500


@pytest.mark.parametrize("seed", range(12))
def test_machine_code_knows_the_same(rules: coupdsl.Rules, seed: int) -> None:
    assert lockstep(rules, coupdsl.Machine(rules), seed) == 6


def told_of(rules: coupdsl.Rules, *wanted: str) -> tuple[list[str], int]:
    """What seat 0 sees of the hand of a holder of two Guards and a King, after these moves."""
    for seed in range(100):
        state = rules.start(seed)
        hand = next(zone for zone in state.view(2)["zones"] if zone["name"] == "hand" and zone["seat"] == 2)
        if sorted(hand["pieces"]) == ["G", "G", "K"]:
            for move in wanted:
                state.apply(move)
            zone = next(zone for zone in state.view(0)["zones"] if zone["name"] == "hand" and zone["seat"] == 2)
            return sorted(zone["pieces"]), zone["unseen"]
    raise AssertionError("no such hand is dealt")


def test_what_was_seen_goes_first(rules: coupdsl.Rules) -> None:
    assert told_of(rules, "show_one G 0") == (["G"], 2)
    assert told_of(rules, "show_one G 0", "show_one G 0") == (["G"], 2)  # it may have been the same
    assert told_of(rules, "show_one G 0", "lay G") == ([], 2)
    assert told_of(rules, "show_one G 0", "show_one G 1", "lay G") == ([], 2)
    assert told_of(rules, "show_all", "lay G") == (["G", "K"], 0)
    assert told_of(rules, "show_all", "hide_one G 0") == (["G", "K"], 1)
    assert told_of(rules, "show_one G 0", "hide_one G 0") == ([], 3)
