"""Locals in registers: games go on from the middle with what those held, and play the same."""

from __future__ import annotations

from tests.native.lockstep import played_on
from tests.small_games import game, load_text

import coupdsl
from coupdsl.engine.chance import derive
from coupdsl.native.memory.registers import asked_for_first

BEST = "  let best = highest of trick by high\n"
ASKED = BEST + "  s0 chooses go { on { } }\n  move first of best to deck"


def firsts(lines: str) -> int:
    """How many such locals the frame has with these lines, which it goes through once."""
    return len(asked_for_first(load_text(game(f"  repeat once 1 times {{\n{lines}\n  }}")).code))


def test_a_list_of_which_only_the_first_is_asked_for() -> None:
    assert firsts(ASKED) == 1


def test_one_of_which_more_is_asked_for() -> None:
    assert firsts(ASKED + "\n  one := count of best") == 0
    assert firsts(ASKED + "\n  one := if best is empty then 1 else 2") == 0


def test_one_that_is_walked_over_moved_or_given_to_a_rule() -> None:
    assert firsts(BEST + "  for c in best { move c to deck }") == 0
    assert firsts(BEST + "  move best to deck") == 0
    assert firsts(BEST + "  reveal found = best\n  move first of found to deck") == 0


def test_games_go_on_from_where_such_a_list_is_kept() -> None:
    lines = "  repeat passing until one > 4 at most 9 {\n" + ASKED + "\n  one := one + 1\n  }"
    rules = load_text(game(lines))
    machine = coupdsl.Machine(rules)
    state = machine.start(3)
    for seed in range(4):
        state.apply(state.legal_moves()[0])
        expected = [played_on(state.reference(), derive(seed, number)) for number in range(5)]
        assert machine.playouts(state, seed, 5) == expected
