"""Flat search and the tree: the same seed finds the same, in machine code and without it, within bounds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import SEEDS, Situation, examples, rules_of, situations
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive
from coupdsl.search.arena import Arena, CompiledArena, arena_of
from coupdsl.search.compiled_tree import CompiledTree
from coupdsl.search.hashes import Hashes
from coupdsl.search.levels import Level, hard, judged
from coupdsl.search.search_tree import Tree

AHEAD = """edition 1
game ahead {
  seats [2]
  state gained per seat: number = 0
  first of seats chooses first_step {
    safe { gained of first of seats := 5 }
    risky {
      last of seats chooses answer {
        spoil { gained of first of seats := -10 }
        spare { gained of first of seats := 30 }
      }
    }
  }
  finish by gained
  limit 10 moves { finish by gained }
}
"""


def middle(rules: coupdsl.Rules, seed: int, moves: int, many: int = 2) -> coupdsl.State:
    """A position of a random game in which somebody has several moves."""
    rnd, state = random.Random(seed), rules.start(seed)
    while not state.is_over and (state.count < moves or len(state.legal_moves()) < many):
        state.apply(rnd.choice(state.legal_moves()))
    return state


def told(found: list[Any]) -> list[tuple[str, int, float]]:
    return [(str(one.move), one.tries, one.expected) for one in found]


GUARDED = """edition 1
game guarded {
  seats [2]
  cards { ranks ace, king }
  zone deck: row seen by none = cards shown as count
  zone hand per seat: set seen by owner
  state gained per seat: number = 0
  shuffle deck
  move first(1) of deck to hand of last of seats
  first of seats chooses first_step {
    leave { }
    take {
      gained of first of seats := 3
      last of seats chooses answer {
        let_be { }
        stop {
          reveal was_ace = some hand of last of seats where rank is ace
          if was_ace { gained of first of seats := -8 }
          else { gained of last of seats := -9 }
        }
      }
    }
  }
  finish by gained
  limit 10 moves { finish by 0 }
}
"""


def test_others_are_thought_to_choose_by_what_they_hold() -> None:
    rules = load_text(GUARDED)
    player = hard(rules, 0, 3)
    state = rules.start(1)
    player.told([event.seen_by(rules.code, 0) for event in state.events if event.seen_by(rules.code, 0) is not None])
    assert str(player.choose("", state.legal_moves(), {})) == "leave"


def test_a_tree_sees_that_the_other_will_choose_for_himself() -> None:
    arena = arena_of(load_text(AHEAD))
    worlds = [arena.rules.start(1)]
    flat = judged(arena, worlds, 0, 1, Level(1, 100, False))
    assert [str(one.move) for one in flat] == ["risky", "safe"]
    tree = judged(arena, worlds, 0, 1, Level(1, 200, True))
    assert [str(one.move) for one in tree] == ["safe", "risky"]
    assert tree[0].expected == 10  # half points


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", ["hearts", "coup", "skat", "kuhn", "liars-dice"])
def test_machine_code_finds_what_is_found_without_it(name: str) -> None:
    rules = rules_of(name, 3 if name != "hearts" else 4)
    state = middle(rules, 5, 1)
    worlds, seat = [state, middle(rules, 5, 1)], state.actor
    assert seat is not None
    plain, compiled = Arena(rules), CompiledArena(rules)
    flat, moves = Level(2, 30, False), state.legal_moves()
    assert told(judged(plain, worlds, seat, 3, flat)) == told(judged(compiled, worlds, seat, 3, flat))
    assert plain.ends(worlds, 8, range(5)) == compiled.ends(worlds, 8, range(5))
    trees = [Tree(plain, worlds, seat, 3), Tree(compiled, worlds, seat, 3), CompiledTree(compiled, worlds, seat, 3)]
    found = [[tree.trials(moves[:4], range(4)), tree.trials(moves[:2], range(4, 20))] for tree in trees]
    assert found[1:] == [found[0]] * 2
    assert trees[0].nodes.keys() == trees[1].nodes.keys()
    same_nodes(trees[0], trees[2])
    assert len(trees[0].nodes) > 1


@pytest.mark.unmeasured
@given(situations(), SEEDS, st.integers(0, 40))
@examples(20)
def test_games_tried_in_machine_code_end_as_those_tried_without_it(situation: Situation, seed: int, moves: int) -> None:
    state = middle(situation.rules, seed, moves)
    if not state.is_over:
        found = [make(situation.rules).ends([state], seed, range(2)) for make in (Arena, CompiledArena)]
        assert found[0] == found[1]


def same_nodes(tree: Tree, compiled: Tree) -> None:
    """All nodes have the same arms."""
    assert isinstance(compiled, CompiledTree)
    assert compiled.given.get("nodes") == len(tree.nodes)
    assert compiled.given.get("used") == tree.arms
    for key in tree.nodes:
        assert sorted(compiled.arms_of(key)) == sorted(tree.arms_of(key))


@pytest.mark.unmeasured
@given(situations(), SEEDS, st.integers(0, 40), st.sampled_from([3, 12, 1 << 16]), st.booleans())
@examples(20)
def test_the_compiled_tree_is_that_of_the_reference(
    situation: Situation, seed: int, moves: int, nodes: int, apart: bool
) -> None:
    rules = situation.rules
    state = middle(rules, seed, moves)
    if state.is_over or state.actor == coupdsl.CHANCE:
        return
    arena, worlds = CompiledArena(rules), [state, state.copy(seed ^ 1)]
    known = [[derive(seed, 8 * world + seat) for seat in range(rules.players)] for world in range(2)] if apart else None
    tree, compiled = (make(arena, worlds, state.actor, seed, nodes, known) for make in (Tree, CompiledTree))
    moves = state.legal_moves()[:3]
    assert tree.trials(moves, range(20)) == compiled.trials(moves, range(20))
    same_nodes(tree, compiled)


def test_a_tree_that_grows_in_two_goes_is_the_same() -> None:
    rules = rules_of("coup", 3)
    state = middle(rules, 1, 0)
    once, twice = (Tree(arena_of(rules), [state], state.actor or 0, 8) for _ in range(2))
    moves = state.legal_moves()
    sums = once.trials(moves, range(9)).sums
    assert sums == [
        sum(both) for both in zip(*(twice.trials(moves, part).sums for part in (range(4), range(4, 9))), strict=True)
    ]
    assert once.nodes.keys() == twice.nodes.keys()
    assert all(once.arms_of(key) == twice.arms_of(key) for key in once.nodes)


def test_a_tree_stays_within_its_bounds() -> None:
    rules = rules_of("coup", 3)
    state = middle(rules, 1, 0)
    tree = Tree(arena_of(rules), [state], state.actor or 0, 8, nodes=5)
    tree.trials(state.legal_moves(), range(9))
    assert len(tree.nodes) == 5


def test_halving_tries_the_better_half_more_often() -> None:
    rules = rules_of("hearts", 4)
    state = middle(rules, 2, 20, many=4)
    found = judged(arena_of(rules), [state], state.actor or 0, 1, Level(1, 400, False))
    assert [one.move.id for one in found] != sorted(one.move.id for one in found)
    tries = [one.tries for one in found]
    assert tries == sorted(tries, reverse=True)
    assert tries[0] > 2 * tries[-1]
    assert {one.move for one in found} == set(state.legal_moves())


@pytest.mark.unmeasured
@given(situations(), SEEDS, st.integers(0, 30))
@examples(12)
def test_a_seat_has_the_same_number_just_where_it_was_told_the_same(
    situation: Situation, seed: int, moves: int
) -> None:
    rules = situation.rules
    code, hashes = rules.code, Hashes(rules.code)
    by_told: dict[tuple[int, str], int] = {}
    for other in range(4):
        rnd, state = random.Random(seed + other % 2), rules.start(seed ^ other // 2)
        heard, told_so_far = [0] * rules.players, [""] * rules.players
        for _ in range(moves):
            if state.is_over:
                break
            events = state.apply(rnd.choice(state.legal_moves()))
            hashes.hear(heard, events)
            for seat in range(rules.players):
                seen = [event.seen_by(code, seat) for event in events if event.kind != "finished"]
                told_so_far[seat] += "".join(json.dumps(one, default=str) for one in seen if one is not None)
                assert by_told.setdefault((seat, told_so_far[seat]), heard[seat]) == heard[seat]
    by_seat = [[number for (of, _), number in by_told.items() if of == seat] for seat in range(rules.players)]
    assert all(len(set(numbers)) == len(numbers) for numbers in by_seat)
