"""How much room a state takes: lists of numbers that nothing changes hold what they began with, and no more."""

from __future__ import annotations

from tests.native.lockstep import lockstep
from tests.small_games import load_text

import coupdsl
from coupdsl.native.memory.offsets import Offsets

GAME = """edition 1
game lists_of_numbers {
  seats [2]
  state constant per seat: list of number = [2, 3, 5]
  state growing per seat: list of number = [7]
  state last_one: number = 0
  for s in seats {
    s chooses call n from 1 .. 5
    CHANGE
    last_one := last_one + sum of it over (constant of s where it <= n)
    reveal so_far = last of constant of s
    reveal theirs = last of growing of s
  }
  finish by count of constant, last_one
  limit 10 moves { finish by 0 }
}
"""
CHANGE = "growing of s := growing of s with n"


def test_lists_that_never_change_are_read_where_they_lie_and_take_little_room() -> None:
    rules = load_text(GAME.replace("CHANGE", ""))
    assert Offsets(rules).size < 4096
    assert sum(lockstep(rules, coupdsl.Machine(rules), seed) for seed in range(5)) == 10


def test_lists_that_grow_have_room_beside_those_that_do_not() -> None:
    rules = load_text(GAME.replace("CHANGE", CHANGE))
    assert 2 * 4096 * 8 < Offsets(rules).size < 3 * 4096 * 8
    assert sum(lockstep(rules, coupdsl.Machine(rules), seed) for seed in range(5)) == 10


WALKED = """
  rule few: list of number = [2, 3]
  rule walked {
    state theirs: list of number = growing of first of seats
    for n in few { last_one := last_one + n + count of theirs }
  }
  rule kept_meanwhile {
    let mine = last_one + 1
    walked()
    last_one := last_one + mine
  }
  finish by count"""


def test_forgetting_lists_of_several_widths_leaves_what_lies_beyond() -> None:
    called = f"{CHANGE}\n    walked()\n    kept_meanwhile()"
    rules = load_text(GAME.replace("CHANGE", called).replace("  finish by count", WALKED, 1))
    assert sum(lockstep(rules, coupdsl.Machine(rules), seed) for seed in range(5)) == 10
