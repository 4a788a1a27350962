"""Whole games in machine code fail where a state has no value yet, as the reference does."""

from __future__ import annotations

import numpy as np
import pytest
from tests.small_games import game, load_text

from coupdsl.code.errors import RulesError
from coupdsl.native.apart import Paced
from coupdsl.native.batch import Batch
from coupdsl.study.sample import CompiledPlayers, columns_of

CLEARED = """  state n: number = 0
  state a: seat every turn
  state b: seat = if n is 0 then s0 else a every turn
  a := s1
  repeat turn 3 times {
    a := s1
    n := n + 1
    s0 chooses next { on { } }
    move hand of b to pile of b
  }"""


def test_a_first_value_asks_for_what_the_same_pass_has_cleared() -> None:
    rules = load_text(game(CLEARED))
    with pytest.raises(RulesError, match="`a` has no value yet"):
        CompiledPlayers(rules).play(1, 0, np.empty((1, len(columns_of(rules))), np.int64))
    assert Batch(rules, lambda module: Paced(module, 100)).play(1, 0, 1, np.zeros(1, np.int64).ctypes.data) == 0
