"""What is told of a payment or an option is what the rules worked out."""

from __future__ import annotations

import random
from unittest.mock import patch

import pytest
from hypothesis import given
from tests.helpers import SEEDS, Situation, choose, examples, situations

import coupdsl
from coupdsl.engine.payments import payments_of
from coupdsl.engine.refusals import legal_move
from coupdsl.engine.tracing import Part, Tracer

pytestmark = pytest.mark.unmeasured


def check_sums(part: Part) -> None:
    """A sum is that of its elements; a rule and a name are what they stand for."""
    elements = [inner for inner in part.parts if inner.of is not None]
    if part.text.startswith("sum of") and len(elements) < 40 and part.parts == tuple(elements):
        assert part.value == sum(inner.value for inner in elements)
    for inner in part.parts:
        check_sums(inner)


def check_told(told: Part, whole: Part) -> None:
    """Who does not see all is told the same amounts; what is left out are the elements of something, all at once."""
    assert (told.text, told.kind, told.place, told.rules) == (whole.text, whole.kind, whole.place, whole.rules)
    if isinstance(whole.value, int):
        assert told.value == whole.value
    if not told.parts:
        assert all(inner.of is not None for inner in whole.parts)
    else:
        for inner, same in zip(told.parts, whole.parts, strict=True):
            check_told(inner, same)


@given(situations(), SEEDS)
@examples(12)
def test_a_payment_is_what_its_factors_come_to(situation: Situation, seed: int) -> None:
    rules, rnd = situation.rules, random.Random(seed)
    state = rules.start(seed)
    while not state.is_over and state.count < 400:
        move, before = choose(state, rnd), state.copy()
        events = [event for event in state.apply(move) if event.kind == "paid"]
        if not events:
            continue
        with patch.object(Tracer, "knows", lambda self, piece: True):
            explained = payments_of(before, move)  # as one is told who sees all
        amounts = [(event, part.value) for event, part in explained]
        assert [event for event, _ in amounts] == [event for event in events if event in dict(amounts)]
        for event, value in amounts:
            payer, _, paid, _ = event.data
            assert paid == value or (paid < value and payer < rules.players)  # he had no more
        for _, part in explained:
            check_sums(part)
        for seat in (None, 0):
            for (event, told), (same, whole) in zip(payments_of(before, move, seat), explained, strict=True):
                assert event == same
                check_told(told, whole)


@given(situations(), SEEDS)
@examples(12)
def test_every_option_has_reasons_and_asking_changes_nothing(situation: Situation, seed: int) -> None:
    state, rnd = situation.rules.start(seed), random.Random(seed)
    while not state.is_over and state.count < 60:
        key = state.key()
        for move in state.legal_moves():
            for reason, _, place in legal_move(state, move):
                assert reason.sentence in ("holds", "none_better", "inside", "one_of"), str(reason)
                assert place
                if reason.sentence == "none_better":
                    assert reason.deeper is None
        assert state.key() == key
        state.apply(choose(state, rnd))


def test_a_stake_is_traced_to_the_line_that_states_it() -> None:
    rules = coupdsl.load("parker-1966", players=4)
    rnd = random.Random(3)
    state, found = rules.start(2), set()
    while not state.is_over and len(found) < 6:
        move = choose(state, rnd)
        before = state.copy()
        if any(event.kind == "paid" for event in state.apply(move)):
            for _, part in payments_of(before, move):
                found |= {(inner.text, inner.place.split("/")[-1]) for _, inner in part.lines() if not inner.parts}
    assert {place.split(":")[0] for text, place in found if text == "forfeit of current"} <= {
        f"{name}.coup" for name in ("barbu", "waterloo", "siege", "touche", "guillotine", "dominos")
    }
    assert any(text == "forfeit of current" for text, _ in found)
