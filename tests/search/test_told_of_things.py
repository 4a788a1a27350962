"""What is revealed of each cell, suit and number of a loop is heard alike, by machine code and without it."""

from __future__ import annotations

import random

from tests.native.lockstep import lockstep
from tests.search.test_searching import middle, same_nodes
from tests.small_games import load_text

import coupdsl
from coupdsl.search.arena import Arena, CompiledArena
from coupdsl.search.compiled_tree import CompiledTree
from coupdsl.search.search_tree import Tree

GAME = """edition 1
game fields {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q, jack J, ten T, nine 9
  }
  cells a..c by 1..2
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state mark per cell: number = 0
  shuffle deck
  for s in seats { move first(3) of deck to hand of s }
  repeat turn 4 times {
    for s in seats {
      s chooses act {
        mark_it x from cells { mark of x := mark of x + 1 }
        skip { }
      }
      for x in cells { reveal taken = mark of x > 0 }
      for u in suits {
        reveal held = hand of s where suit is u and rank is ace
        for n in 1 .. 2 { reveal many = n * count of (hand of s where suit is u) }
      }
    }
  }
  finish by sum of mark over cells
  limit 100 moves { finish by 0 }
}
"""


def test_it_is_told_of_which() -> None:
    state = load_text(GAME, 2).start(4)
    state.apply("mark_it b2")
    told = [one for event in state.events if (one := event.seen_by(state.code, None)) is not None]
    of_cells = [(one["things"], one["value"]) for one in told if one.get("name") == "taken"]
    assert len(of_cells) == 6 and [cell for (cell,), taken in of_cells if taken] == ["b2"]
    of_suits = [(one["seats"], *one["things"]) for one in told if one.get("name") == "many"]
    assert of_suits == [([0], suit, n) for suit in ("spades", "hearts") for n in (1, 2)]


def test_machine_code_tells_and_hears_the_same() -> None:
    rules = load_text(GAME, 2)
    machine = coupdsl.Machine(rules)
    assert sum(lockstep(rules, machine, seed) for seed in range(5)) == 5 * 8
    state = middle(rules, random.Random(3).randrange(100), 2)
    moves = state.legal_moves()
    trees = [make(arena, [state], state.actor or 0, 3) for make, arena in (
        (Tree, Arena(rules)), (Tree, CompiledArena(rules)), (CompiledTree, CompiledArena(rules))
    )]  # fmt: skip
    first, *others = [[tree.trials(moves[:4], range(4)), tree.trials(moves[:2], range(4, 30))] for tree in trees]
    assert others == [first] * 2
    assert trees[0].nodes.keys() == trees[1].nodes.keys()
    same_nodes(trees[0], trees[2])
    assert len(trees[0].nodes) > 1
