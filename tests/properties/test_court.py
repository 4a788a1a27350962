"""What the rules of Coup say of every game (docs/rules/coup.md), at every move and under any options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from tests.helpers import SEEDS, choose, examples, option_settings, rules_of

import coupdsl

pytestmark = pytest.mark.unmeasured

NAME = "coup"


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    players = draw(st.integers(2, 6))
    options = draw(option_settings(NAME))
    return players, {**options, "players.allowed": (2, 3, 4, 5, 6)} if players == 2 else options


def zones(state: coupdsl.State, name: str) -> list[int]:
    """How many cards lie in each zone of this name."""
    layout = state.code.layout
    return [state.held[at].bit_count() for at, zone in enumerate(layout.zones) if zone.name == name]


def check_turn(state: coupdsl.State, before: list[int], players: int, first: bool) -> list[int]:
    """What holds when somebody chooses an action; `before`: the influences at the last such moment."""
    hands, up, coins = zones(state, "hand"), zones(state, "exile"), state.balances[:players]
    actor = state.actor
    assert actor is not None
    assert zones(state, "stock") == [15 - 2 * players]
    assert sum(zones(state, "considered")) == 0
    assert all(hand + lost == 2 for hand, lost in zip(hands, up, strict=True))
    assert all(coin == 0 for coin, hand in zip(coins, hands, strict=True) if hand == 0)
    assert max(coins) <= 12
    assert hands[actor] > 0
    words = {move.word for move in state.legal_moves()}
    assert (
        words == {"coup"} if coins[actor] >= 10 else "exchange" in words or state.rules.option("claim.must_be_possible")
    )
    losses = [was - now for was, now in zip(before, hands, strict=True)]
    assert min(losses) >= 0
    assert first or max(losses) <= 2
    return hands


@given(tables(), SEEDS)
@examples(60)
def test_cards_coins_losses_and_turns(table: tuple[int, dict[str, Any]], seed: int) -> None:
    players, options = table
    state = rules_of(NAME, players, options).start(seed)
    rnd = random.Random(seed)
    hands = [2] * players
    turn: int | None = None
    first = True
    while not state.is_over:
        assert sum(zones(state, name)[at] for name in ("hand", "exile", "considered") for at in range(players)) + sum(
            zones(state, "stock")
        ) == 15  # fmt: skip
        if state.decision == "action":
            living = [seat for seat, hand in enumerate(zones(state, "hand")) if hand]
            assert len(living) > 1
            if turn is not None:
                after = [(turn + step) % players for step in range(1, players + 1)]
                assert state.actor == next(seat for seat in after if seat in living)
            turn = state.actor
            hands = check_turn(state, hands, players, first)
            first = False
        state.apply(choose(state, rnd))
    result = state.result()
    assert result is not None
    living = [seat for seat, hand in enumerate(zones(state, "hand")) if hand]
    event(f"{len(living)} left")
    assert set(result.winners) <= set(living)
    assert len(living) == 1 or rules_of(NAME, players, options).option("limit.turns") != 1000


@given(tables(), SEEDS)
@examples(25)
def test_what_may_be_chosen_tells_nothing_of_the_cards(table: tuple[int, dict[str, Any]], seed: int) -> None:
    """With other cards in the hands and the same moves, all are asked the same, but to show or turn up a card."""
    players, options = table
    rules = rules_of(NAME, players, {**options, "setup.first_player": "seat0"})
    rnd = random.Random(seed)
    one, other = rules.start(), rules.start()
    kinds: Counter[str] = Counter()
    while not one.is_over:
        assert (one.actor, one.decision) == (other.actor, other.decision)
        if one.actor == coupdsl.CHANCE and one.decision == "deal":
            one.apply(rnd.choice(one.legal_moves()))
            other.apply(rnd.choice(other.legal_moves()))
            continue
        here, there = [str(move) for move in one.legal_moves()], [str(move) for move in other.legal_moves()]
        if one.decision not in ("proof", "lose", "keep"):
            assert here == there
        both = [move for move in here if move in there]
        kinds[str(one.decision)] += 1
        if not both or (one.decision == "proof" and len(here) != len(there) and "concede" not in both):
            break  # what is shown must be the same in both
        move = rnd.choice(both)
        one.apply(move)
        other.apply(move)
    event(f"{sum(kinds.values()) // 20 * 20} questions or more")
