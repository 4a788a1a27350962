"""Where all see everything, a tree files what it learns under the position, whatever led there."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from tests.helpers import rules_of
from tests.search.small import NIM
from tests.search.test_searching import same_nodes
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive
from coupdsl.search.arena import Arena, CompiledArena, arena_of
from coupdsl.search.compiled_tree import CompiledTree
from coupdsl.search.hashes import hashes_of
from coupdsl.search.levels import HARD, judged
from coupdsl.search.search_tree import Tree

TAKES = "{ sticks of h := sticks of h - n }\n"
ROLLS = """edition 1
game rolls {
  seats [2]
  state heap: number = 0
  state player: seat = first of seats
  repeat turn 6 times {
    chance chooses die n from 1 .. 6
    player chooses turn {
      add { heap := heap + n }
      leave_it { }
    }
    player := left of player
  }
  finish by (if it is first of seats then heap mod 7 else 3)
  limit 20 moves { finish by 0 }
}
"""


def heaps(state: coupdsl.State) -> list[int]:
    found: dict[str, int] = state.view(None)["states"]["sticks"]
    return list(found.values())


@pytest.mark.parametrize(
    "text", [NIM, ROLLS, NIM.replace(TAKES, f"{TAKES} wait if every heaps where sticks < 3 {{ }}\n")]
)
def test_machine_code_files_the_same_under_the_same_positions(text: str) -> None:
    rules = load_text(text)
    worlds, plain, compiled = [rules.start(seed) for seed in range(3)], Arena(rules), CompiledArena(rules)
    assert plain.is_open
    moves = worlds[0].legal_moves()
    trees = [Tree(plain, worlds, 0, 3), Tree(compiled, worlds, 0, 3), CompiledTree(compiled, worlds, 0, 3)]
    assert len({tuple(tree.trials(moves, range(60)).sums) for tree in trees}) == 1
    assert trees[0].nodes.keys() == trees[1].nodes.keys()
    same_nodes(trees[0], trees[2])


def test_a_position_is_one_node_whatever_led_there(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_text(NIM)
    arena, start = Arena(rules), rules.start(1)
    tree = Tree(arena, [start], 0, 3)
    tree.trials(start.legal_moves(), range(100))
    keys = {key for state in positions(arena, arena.place(start, 1)) for key in keys_of(arena, state)}
    assert tree.nodes.keys() <= keys
    monkeypatch.setattr(arena, "is_open", False)
    other = Tree(arena, [start], 0, 3)
    other.trials(start.legal_moves(), range(100))
    assert len(other.nodes) > 1.5 * len(tree.nodes)


def positions(arena: Arena, start: coupdsl.State) -> list[coupdsl.State]:
    """All that can come about, each once."""
    found, waiting = {tuple(arena.position(start)): start}, [start]
    while waiting:
        state = waiting.pop()
        for move in state.legal_moves():
            other = state.copy()
            other.apply(move)
            if not other.is_over and tuple(arena.position(other)) not in found:
                found[tuple(arena.position(other))] = other
                waiting.append(other)
    return list(found.values())


def keys_of(arena: Arena, state: coupdsl.State) -> list[int]:
    """Of the nodes of a position: one for each kind of its moves."""
    heard = [0, 0]
    hashes_of(arena.rules.code).see(heard, arena.position(state))
    assert state.actor is not None
    key = derive(heard[state.actor], state.actor)
    return [derive(key, move.kind) for move in state.legal_moves()]


def test_hard_knows_nim() -> None:
    rules = load_text(NIM)
    arena, best, all_ = arena_of(rules), 0, 0
    for seed in range(12):
        state = rules.start(seed)
        for _ in range(3):
            state.apply(state.legal_moves()[seed * 7 % len(state.legal_moves())])
            if not state.is_over and reduce(xor, heaps(state)) and len(state.legal_moves()) > 1:
                move = judged(arena, [state], state.actor or 0, seed, HARD)[0].move
                other = state.copy()
                other.apply(move)
                best += not reduce(xor, heaps(other))
                all_ += 1
    assert all_ > 20
    assert best > 0.9 * all_


def test_where_something_is_hidden_a_tree_goes_by_what_was_told() -> None:
    assert not any(Arena(rules_of(name, players)).is_open for name, players in (("hearts", 4), ("coup", 3)))
    text = NIM.replace("state player", "state luck: number = 0 seen by none\n  state player")
    text = text.replace("  repeat turn", "  chance secretly chooses fate x from 1 .. 2\n  luck := x\n  repeat turn")
    assert not Arena(load_text(text)).is_open
