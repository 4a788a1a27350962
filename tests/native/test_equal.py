"""The compiled executor plays the reference's games: every shipped game, under any options, move by move."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from tests.helpers import FACTOR, ROTATION, SEEDS, TABLES, WHOLE, Situation, examples, rules_of, sample, situations
from tests.native.lockstep import lockstep, same_position
from tests.small_games import load_text

import coupdsl
from coupdsl.native.llvm.jit import CAREFUL
from coupdsl.study.sample import CompiledPlayers, columns_of, played_by_reference

pytestmark = pytest.mark.unmeasured


@pytest.mark.long
@given(situations(), SEEDS)
@examples(12)
def test_games_are_the_same_under_any_options(situation: Situation, seed: int) -> None:
    rules = situation.rules
    lockstep(rules, coupdsl.Machine(rules), seed)


@pytest.mark.parametrize(("name", "players"), [("parker-1966", 3), ("coup", 4), ("hearts", 3)])
def test_games_are_the_same_where_the_caller_is_chance(name: str, players: int) -> None:
    rules = rules_of(name, players)
    lockstep(rules, coupdsl.Machine(rules), 5, seeded=False)


def test_careful_code_plays_the_same() -> None:
    rules = rules_of("sevens", 4)
    lockstep(rules, coupdsl.Machine(rules, CAREFUL), 3)


@given(situations(), SEEDS)
@examples(8)
def test_whole_games_are_counted_the_same(situation: Situation, seed: int) -> None:
    rules = situation.rules
    found = np.empty((2, len(columns_of(rules))), np.int64)
    CompiledPlayers(rules).play(seed, 3, found)
    assert found.tolist() == played_by_reference(rules, seed, 3, 2, ("random",)).tolist()


def test_a_copy_has_a_life_and_a_chance_of_its_own() -> None:
    machine = coupdsl.Machine(rules_of("coup", 3))
    rnd = random.Random(1)
    state = machine.start(1)
    kept, other = state.copy(), state.copy(seed=2)
    while not state.is_over:
        state.apply(rnd.choice(state.legal_moves()))
    assert kept == machine.start(1)
    assert other.reference().chance != kept.reference().chance
    assert not kept.is_over


def test_what_is_saved_is_restored_by_either() -> None:
    rules = rules_of("parker-1966", 4)
    machine = coupdsl.Machine(rules)
    rnd = random.Random(2)
    state = machine.start(2)
    for _ in range(40):
        state.apply(rnd.choice(state.legal_moves()))
    saved = state.save()
    again = machine.restore(saved)
    same_position(rules.restore(saved), again)
    assert again == state
    assert again.view(1) == state.view(1) == rules.restore(saved).view(1)


def test_a_move_that_is_not_legal_is_refused_in_the_same_words() -> None:
    rules = rules_of("parker-1966", 4)
    compiled, reference = coupdsl.Machine(rules).start(3), rules.start(3)
    assert reference.actor is not None
    legal = reference.legal_moves()[0]
    out_of_turn = [("fly", reference.actor ^ 1), (legal, reference.actor ^ 1)]
    refused = [(move, seat) for move in ("fly", "play AS", "contract siege") for seat in (None, reference.actor)]
    for move, seat in [*refused, *out_of_turn]:
        with pytest.raises(coupdsl.IllegalMove) as expected:
            reference.apply(move, seat)
        with pytest.raises(coupdsl.IllegalMove) as told:
            compiled.apply(move, seat)
        assert str(told.value) == str(expected.value)
        assert type(told.value) is type(expected.value)
    assert compiled == reference


OF_SOME_ENTRY = """edition 1
game choosy {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K, queen Q, jack J
  }
  zone pile: set seen by all = cards
  kind way as ways { rule good(c: card) = true }
  way named { rule good(c: card) = rank of c is wanted }
  way plain { rule good(c: card) = rank of c is king }
  state current: way
  state wanted: rank
  state points: number = 0
  first of seats chooses current_way {
    w from ways { current := w }
  }
  play_on()
  finish by points
  limit 10 moves { finish by 0 }
  rule play_on { points := count of (pile where good(it) of current) }
}
"""


def test_only_the_entry_that_is_asked_can_fail() -> None:
    rules = load_text(OF_SOME_ENTRY)
    machine = coupdsl.Machine(rules)
    state, failing = machine.start(1), machine.start(1)
    state.apply("plain")
    assert state.result() == coupdsl.Result((1, 1), (0, 1))
    with pytest.raises(coupdsl.RulesError, match="`wanted` has no value yet"):
        failing.apply("named")


def compared(name: str, players: int, options: dict[str, str], first: int, count: int) -> None:
    """Whole games as a study counts them: every payment, choice and end is in their rows."""
    rules = rules_of(name, players, options)
    found = np.empty((count, len(columns_of(rules))), np.int64)
    CompiledPlayers(rules).play(ROTATION, first, found)
    assert found.tolist() == played_by_reference(rules, ROTATION, first, count, ("random",)).tolist()


ORDERS = [
    {"challenge.priority": "random"}, {"block.priority": "random"},
    {"challenge.priority": "random", "block.priority": "random"},
    {"challenge.priority": "random", "block.priority": "random", "windows.order": "combined"},
]  # fmt: skip


@pytest.mark.parametrize("options", ORDERS, ids=str)
@pytest.mark.parametrize("players", TABLES["coup"])
def test_many_games_in_random_orders_are_the_same(players: int, options: dict[str, str]) -> None:
    """In .ci/long 89,600 of them."""
    compared("coup", players, options, 0, 20 * FACTOR * (28 if WHOLE else 1))


MOVES = 1_000_000  # of one ruleset, in .ci/long


@pytest.mark.parametrize("name", sample([*TABLES], 10))
def test_many_games_of_every_ruleset_are_the_same(name: str) -> None:
    """In .ci/long 500 of each, and fewer where they are long."""
    players = TABLES[name][ROTATION % len(TABLES[name])]
    games = min(25 * 2 * FACTOR, MOVES // length(name, players)) if WHOLE else 2 * FACTOR
    compared(name, players, {}, 0, games)


def length(name: str, players: int) -> int:
    """Moves in a random game."""
    state, rnd = coupdsl.Machine(rules_of(name, players)).start(ROTATION), random.Random(ROTATION)
    moves = 0
    while not state.is_over:
        state.apply(rnd.choice(state.legal_moves()))
        moves += 1
    return moves
