"""What a seat may answer while it is not yet its turn, where all answer at once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.helpers import rules_of

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
