"""Games played on from any position end as the reference's do, with the same players and the same chance."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import SEEDS, Situation, examples, rules_of, situations
from tests.native.lockstep import played_on
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.chance import derive


@pytest.mark.unmeasured
@given(situations(), SEEDS, st.integers(0, 60), st.booleans())
@examples(10)
def test_they_end_as_in_the_reference(situation: Situation, seed: int, before: int, seeded: bool) -> None:
    machine, rnd = coupdsl.Machine(situation.rules), random.Random(seed)
    state = machine.start(seed if seeded else None)
    for _ in range(before):
        if state.is_over:
            break
        state.apply(rnd.choice(state.legal_moves()))
    key = state.key()
    found = machine.playouts(state, seed, 2)
    assert found == [played_on(state.reference(), derive(seed, number)) for number in range(2)]
    assert state.key() == key


def test_nothing_is_played_on_after_the_end() -> None:
    machine = coupdsl.Machine(rules_of("sevens", 3))
    state = machine.start(1)
    while not state.is_over:
        state.apply(state.legal_moves()[0])
    assert machine.playouts(state, 1, 3) == [state.result()] * 3


def test_rules_that_fail_say_so(tmp_path: Path) -> None:
    text = """edition 1
game choosy {
  seats [2]
  state parts: number = 1
  limit 10 moves { finish by parts }
  repeat turns until parts > 5 at most 9 {
    first of seats chooses turn {
      spend { parts := parts - 1 }
      share { parts := 12 / parts rounded down to 1 }
    }
  }
  finish by parts
}
"""
    path = tmp_path / "choosy.coup"
    path.write_text(text, "utf-8")
    rules = coupdsl.load(str(path), players=2)
    machine = coupdsl.Machine(rules)
    state = machine.start(1)
    state.apply("spend")
    with pytest.raises(coupdsl.RulesError, match="a division by zero"):
        machine.playouts(state, 3, 50)


@pytest.mark.parametrize("line", ["hide the first of pile for all", "show pile to the owner of the first of deck"])
def test_what_is_shown_or_hidden_fails_though_nobody_looks_on(line: str) -> None:
    text = f"""edition 1
game looking {{
  seats [2]
  cards {{
    suits spades S
    ranks ace A, king K
  }}
  zone deck: row seen by all = cards
  zone pile: row seen by all
  repeat turns 3 times {{
    first of seats chooses turn {{
      look {{ {line} }}
      take {{ move first(min(1, count of deck)) of deck to pile }}
    }}
  }}
  finish by 0
  limit 10 moves {{ finish by 0 }}
}}
"""
    machine = coupdsl.Machine(load_text(text))
    with pytest.raises(coupdsl.RulesError, match="there is no such thing as `the "):
        machine.playouts(machine.start(1), 3, 50)
