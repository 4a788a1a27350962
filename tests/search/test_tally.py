"""Where rules fail in what is only imagined, that counts for nothing."""

from __future__ import annotations

from math import inf

import pytest
from tests.search.test_searching import AHEAD
from tests.small_games import load_text

from coupdsl.code.errors import RulesError
from coupdsl.search.arena import Arena, CompiledArena, arena_of
from coupdsl.search.levels import LEVELS, Level, judged
from coupdsl.search.weighing import weighed

RARE = """edition 1
game rare {
  seats [2]
  state points per seat: number = 0
  state x: number = 0
  repeat turn 10 times {
    for s in seats {
      s chooses go {
        a { points of s := points of s + 1 }
        b { }
      }
      chance chooses luck k from 1 .. 100
      if k is 1 { x := 7 mod (x - x) }
    }
  }
  finish by points
  limit 100 moves { finish by points }
}
"""
ALWAYS = RARE.replace("if k is 1", "if k > 0")
A_BEFORE_B = """edition 1
game before {
  seats [2]
  state x: number = 0
  repeat turn 10 times {
    for s in seats {
      s chooses go {
        a { if x is 0 { x := 7 mod x } }
        b { x := 1 }
      }
    }
  }
  finish by x
  limit 100 moves { finish by x }
}
"""


def chosen(text: str, level: str) -> tuple[str, int]:
    """What a level chooses at the beginning of a game, and how often it chose blindly."""
    rules = load_text(text)
    state, player = rules.start(2), LEVELS[level](rules, 0, 1)
    player.told([told for event in state.events if (told := event.seen_by(rules.code, 0)) is not None])
    return str(player.choose("go", state.legal_moves(), state.view(0))), player.blind


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_player_goes_on_where_rules_fail_in_what_it_imagines(level: str) -> None:
    assert chosen(RARE, level)[1] == 0
    assert chosen(A_BEFORE_B, level) == ("b", 0)
    assert chosen(ALWAYS, level)[1] == 1


@pytest.mark.parametrize("text", [RARE, ALWAYS])
def test_machine_code_leaves_out_what_the_reference_does(text: str) -> None:
    rules = load_text(text)
    state, plain, compiled = rules.start(2), Arena(rules), CompiledArena(rules)
    moves, numbers = state.legal_moves(), range(40)
    assert plain.trials([state], 0, 3, moves, numbers) == compiled.trials([state], 0, 3, moves, numbers)
    ends = plain.ends([state], 3, numbers)
    assert ends == compiled.ends([state], 3, numbers)
    assert len(ends) < 40
    for level in (Level(1, 60, False), Level(1, 60, True)):
        assert judged(plain, [state], 0, 3, level) == judged(compiled, [state], 0, 3, level)


def test_what_always_fails_comes_last() -> None:
    arena = arena_of(load_text(AHEAD.replace(":= 5", ":= 1 / (gained of first of seats) rounded down to 1")))
    found = judged(arena, [arena.rules.start(1)], 0, 1, Level(1, 100, True))
    assert [(str(one.move), one.expected == -inf) for one in found] == [("risky", False), ("safe", True)]
    assert found[1].tries > 0


def test_tries_are_weighed_against_one_another_where_none_fails() -> None:
    rules = load_text(RARE)
    arena, state = arena_of(rules), rules.start(2)
    found = weighed(arena, [state, state.copy(7)], 0, state.legal_moves(), 3, 20)
    assert [str(one.brought.move) for one in found] == ["a", "b"]
    assert all(0 < one.wins.mean + one.losses.mean <= 1 for one in found)
    assert all(one.brought.worlds == 2 for one in found)
    arena = arena_of(load_text(ALWAYS))
    state = arena.rules.start(2)
    with pytest.raises(RulesError, match="zero"):
        weighed(arena, [state], 0, state.legal_moves(), 3, 20)
