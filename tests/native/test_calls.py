"""Rules that act, called in the name of an entry that is found in play, in both executors."""

from __future__ import annotations

import pytest
from tests.native.lockstep import lockstep, played_on
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive
from coupdsl.native.compiled_state import State

GAME = """edition 1
game tasks_in_turn {
  seats [2]
  kind task as tasks {
    rule done: number { give 1 }
    rule listed(more: list of number): list of number { give more with 1 }
    rule ended { }
  }
  task plain { }
  task onward {
    rule done: number {
      current := plain
      give 5
    }
    rule listed(more: list of number): list of number {
      current := plain
      give [5] with more
    }
    rule ended { left_over := left_over without onward }
  }
  task last_one {
    rule done: number {
      current := onward
      give 7
    }
    rule ended { left_over := [] }
  }
  state current: task = onward
  state left_over: set of task = [onward]
  state found: number = 0
  state numbers: list of number = []
  first of seats chooses task {
    t from tasks { current := t }
  }
  left_over := [current]
  CALL
  reveal told = numbers
  reveal so_far = found
  finish by found, count of left_over
  limit 10 moves { finish by 0 }
}
"""
CALLS = {
    "found := done() of current": (1, 5, 7),
    "found := asked()\n  rule asked: number {\n    let given = done() of current\n    give given\n  }": (1, 5, 7),
    "numbers := listed([2, 3]) of current\n  found := the first of numbers": (2, 5, 2),
    "ended() of the first of left_over": (0, 0, 0),  # after which there may be no first
}


@pytest.mark.parametrize("call", CALLS)
def test_a_rule_may_change_what_its_entry_is_found_by(call: str) -> None:
    rules = load_text(GAME.replace("CALL", call))
    machine = coupdsl.Machine(rules)
    found = []
    for task in ("plain", "onward", "last_one"):
        state = rules.start(1)
        state.apply(task)
        result = state.result()
        assert result is not None
        found.append(result.scores[0])
    assert tuple(found) == CALLS[call]
    assert sum(lockstep(rules, machine, seed) for seed in range(8)) == 8
    expected = [played_on(rules.start(1), derive(1, number)) for number in range(8)]
    assert machine.playouts(machine.start(1), 1, 8) == expected


BOOTHS = """edition 1
mechanic contest(opener: seat) {
  needs account cash per seat
  rule prize: number = 10
  rule fair(n: number) = n < 2
  opener chooses call n from 1 .. 3
  if fair(n) { left of opener pays 5 to opener for prize }
}
game fairs {
  seats [2]
  account cash per seat = 100
  use contest
  kind booth as booths { }
  booth closed { }
  booth cheap plays contest
  booth empty_one { }
  booth dear plays contest {
    rule prize: number = 20
    rule fair(n: number) = n < 3
  }
  state current: booth = cheap
  state found: number = 0
  state fine: flag = false
  first of seats chooses booth {
    b from booths { current := b }
  }
  last of seats chooses asking {
    prize { found := prize of current }
    fairness { fine := fair(2) of current }
    nothing { }
  }
  play contest(first of seats)
  reveal told = prize of dear
  finish by found, cash, (if fine then 1 else 0)
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize("asked", ["prize", "fairness"])
def test_entries_that_play_nothing_have_none_of_its_rules(asked: str) -> None:
    rules = load_text(BOOTHS)
    machine, ends = coupdsl.Machine(rules), {}
    for booth in ("closed", "cheap", "empty_one", "dear"):
        ends[booth] = [after(start(1), booth, asked) for start in (rules.start, machine.start)]
    assert all(one == other for one, other in ends.values())
    wanted = {"prize": [(10, False), (20, False)], "fairness": [(0, False), (0, True)]}
    assert [ends[booth][0] for booth in ("cheap", "dear")] == wanted[asked]
    assert all(isinstance(ends[booth][0], str) for booth in ("closed", "empty_one"))


def after(state: coupdsl.State | State, booth: str, asked: str) -> tuple[object, ...] | str:
    """What is found, and whether it is fair; or how the rules fail."""
    state.apply(booth)
    try:
        state.apply(asked)
    except coupdsl.RulesError as error:
        return str(error)
    view = state.view(None)
    return view["states"]["found"], view["states"]["fine"]
