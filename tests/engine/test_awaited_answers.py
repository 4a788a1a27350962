"""What a seat may answer while it is not yet its turn, where all answer at once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.helpers import rules_of
from tests.small_games import game, load_text

import coupdsl

TOGETHER = [
    ("hearts", 4, {}),
    ("cribbage", 3, {}),
    ("coup-detat-2005", 2, {}),
    ("coup", 4, {"challenge.asking": "simultaneous"}),
    ("coup", 5, {"challenge.asking": "simultaneous", "windows.order": "combined"}),
    ("french", 3, {"hidden.attempt_known_by": "sealed"}),
]


@pytest.mark.parametrize(("name", "players", "options"), TOGETHER)
def test_it_is_what_is_asked_when_its_turn_comes(name: str, players: int, options: dict[str, Any]) -> None:
    rules, rnd, found = coupdsl.load(name, players, options), random.Random(3), 0
    state = rules.start(5)
    foretold: dict[int, list[coupdsl.Move]] = {}
    while not state.is_over and found < 40:
        actor, waiting = state.actor, state.pending
        assert actor is not None
        found += actor in foretold
        assert foretold.pop(actor, None) in (None, state.legal_moves())
        before = state.copy()
        for seat in range(players):
            options_now = state.asked(seat)
            assert bool(options_now) is (seat in waiting)
            if seat in waiting and seat != actor:
                assert foretold.setdefault(seat, options_now) == options_now  # whatever others answered meanwhile
        assert state == before
        assert state.asked(actor) == state.legal_moves()
        state.apply(rnd.choice(state.legal_moves()))
    assert found >= 1


def test_nobody_is_asked_at_chance_and_after_the_end() -> None:
    state = rules_of("kuhn", 2).start()
    assert state.actor == coupdsl.CHANCE
    assert state.asked(0) == []
    ended = rules_of("kuhn", 2).start(1)
    for move in ("check", "check"):
        ended.apply(move)
    assert [ended.asked(0), ended.asked(1)] == [[], []]


@pytest.mark.parametrize("seat", [-1, 2, None, "0", 0.0])
def test_where_nobody_sits_nobody_is_asked(seat: Any) -> None:
    state = rules_of("kuhn", 2).start(1)
    for one in (state, coupdsl.Machine(state.rules).start(1)):
        with pytest.raises(ValueError, match="the seats are 0 to 1"):
            one.asked(seat)
        assert one.asked(0) == state.legal_moves()


BIDS = """  state bid_of per seat: number = 0 seen by owner
  repeat rounds until false at most 3 {
    for s in seats{} together {
      repeat twice 2 times {
        s secretly chooses bid {
          step m from 1 .. 9 if m <= count of hand of s + 1 { bid_of of s := bid_of of s + m }
        }
      }
    }
    move first(1) of deck to hand of s1
  }
  reveal all_bid = bid_of of s0
  one := all_bid
"""
STEPS = {0: ["step 1", "step 2", "step 3"], 1: ["step 1"], 2: ["step 1", "step 2", "step 3"]}


@pytest.mark.parametrize(
    ("loop", "most", "asked"),
    [
        ("", 50, STEPS),
        (" while cash of s > 0", 50, STEPS),
        (" while count of hand of s > 0", 50, {0: STEPS[0]}),  # the loop ends before the seat with an empty hand
        (" while s is s0 or count of deck < 3", 50, {0: STEPS[0]}),  # and all come to be asked in the next round
        ("", 4, {0: STEPS[0], 1: STEPS[1]}),  # the game is over first
    ],
)
def test_who_is_not_asked_any_more_may_answer_nothing(loop: str, most: int, asked: dict[int, list[str]]) -> None:
    rules = load_text(game(BIDS.replace("{}", loop, 1)).replace("limit 50", f"limit {most}"), 3)
    for state in (rules.start(1), coupdsl.Machine(rules).start(1), rules.start(chance=random.Random(1))):
        before = state.save() if not isinstance(state, coupdsl.State) else state.copy()
        for seat in range(3):
            assert [str(move) for move in state.asked(seat)] == asked.get(seat, [])
        assert (state.save() if not isinstance(state, coupdsl.State) else state) == before
