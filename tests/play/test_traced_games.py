"""Rules that mark what they reach play the same games."""

from __future__ import annotations

import random

import pytest
from tests.engine.shuffling import program
from tests.small_games import in_folder

from coupdsl.engine.rules import playable
from coupdsl.language.checker import whole
from coupdsl.rulesets.compose import compose
from coupdsl.testing.coverage import Trace, traced


@pytest.mark.parametrize("seed", range(6))
def test_rows_that_are_shuffled_and_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "check_leaks", lambda context: None)  # the programs may tell anything to anybody
    composed, _ = compose(str(in_folder({"game.coup": program(seed)}) / "game.coup"))
    assert composed is not None
    plain, marked = playable(composed, 2), playable(composed, 2, None, traced(Trace()))
    for number in range(5):
        one, other, rnd = plain.start(number), marked.start(number), random.Random(number)
        assert one.events == other.events
        while not one.is_over:
            move = rnd.choice(one.legal_moves())
            assert one.apply(move) == other.apply(str(move))
            assert one.view(0) == other.view(0)
        assert one.result() == other.result()
