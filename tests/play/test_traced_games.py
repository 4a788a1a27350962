"""Rules that mark what they reach play the same games."""

from __future__ import annotations

import random
import re
from dataclasses import fields

import pytest
from tests.engine.shuffling import program
from tests.helpers import new_seeds
from tests.native.test_random_programs import rules_of
from tests.small_games import game, in_folder

from coupdsl.code.errors import RulesError
from coupdsl.engine.load import playable
from coupdsl.language.checker import whole
from coupdsl.rulesets.compose import compose
from coupdsl.testing.coverage import Trace, traced


@pytest.mark.parametrize("seed", range(6))
def test_rows_that_are_shuffled_and_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "check_leaks_at_home", lambda context: None)  # the programs may tell anything to anybody
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


UNTOLD = 2782889878775340175  # a rule that always says the same is told what fails


@pytest.mark.parametrize("seed", [UNTOLD, *new_seeds(6)])
def test_random_programs(seed: int) -> None:
    """What is worked out before play is worked out in play where marks are wanted: the same comes of it."""
    plain = rules_of(seed)
    marked = traced(Trace())(**{field.name: getattr(plain, field.name) for field in fields(plain)})
    try:
        one = plain.start(seed)
    except RulesError as error:
        with pytest.raises(RulesError, match=re.escape(error.message)):
            marked.start(seed)
        return
    other, rnd = marked.start(seed), random.Random(seed)
    for _ in range(60):
        assert one.events == other.events
        if one.is_over:
            break
        move = str(rnd.choice(one.legal_moves()))
        try:
            one.apply(move)
        except RulesError as error:
            with pytest.raises(RulesError, match=re.escape(error.message)):
                other.apply(move)
            break
        other.apply(move)


@pytest.mark.parametrize(
    "lines",
    [
        "  if bonus(s0) is 5 { one := 2 }\n  rule bonus(s: seat): number = 5\n",
        "  if (trick where six is 5) is empty { one := 2 }\n  rule six: number = 6\n",
        "  s0 chooses m { take n from lo(one) .. 10 step 5 { } }\n  rule lo(n: number): number = 0\n",
        "  reveal q = lo(one)\n  rule lo(n: number): number = 0\n  if q > 3 { one := 4 }\n",
    ],
)
def test_what_is_known_needs_not_all_that_it_is_given(lines: str) -> None:
    composed, problems = compose(str(in_folder({"game.coup": game(lines)}) / "game.coup"))
    assert composed is not None and not problems
    assert playable(composed, 2, None, traced(Trace())).start(1).events == playable(composed, 2).start(1).events
