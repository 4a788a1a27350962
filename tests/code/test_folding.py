"""What is worked out before play is what would be worked out in play."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.helpers import TABLES, new_seeds, rules_of
from tests.native.test_random_programs import rules_of as random_rules
from tests.small_games import game, in_folder, load_text

import coupdsl
from coupdsl.code import expressions as x
from coupdsl.code.errors import RulesError
from coupdsl.code.lowering.lower import lower
from coupdsl.code.resolving import Resolver
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.state import State
from coupdsl.language.diagnostics import Problems


def check(rules: coupdsl.Rules) -> int:
    """Compares whatever was folded with what the reference makes of it as it is stated; gives how much that was."""
    position, resolver, compared = State.before(rules), Resolver(rules), 0
    evaluator = Evaluator(lower(rules, resolver).layout)
    for stated, folded in [*resolver.folding.done.items()]:
        if isinstance(folded, x.Fixed) and not asks_in_play(stated):
            with suppress(RulesError):  # a rule that is known asks for nothing that it is given
                found = evaluator.closure(stated)(position)
                assert plain(found) == plain(folded.value), stated.span.text
                compared += 1
    return compared


def asks_in_play(one: x.Expression) -> bool:
    """Would it ask for something that is not there before the rules begin to run?"""
    here = isinstance(one, x.Load | x.State | x.Zone | x.Balance)
    return here or any(map(asks_in_play, x.parts(one)))


def plain(value: object) -> object:
    return tuple(value) if isinstance(value, list | range) else value


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", TABLES)
def test_of_shipped_rules(name: str) -> None:
    assert check(rules_of(name, TABLES[name][0], {})) > 3


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", new_seeds(5))
def test_of_random_programs(seed: int) -> None:
    rules = random_rules(seed)
    with suppress(RulesError):
        rules.start()
        assert check(rules)


NUMBERS = """edition 1
game numbers {
  seats [2]
  cards {
    suits spades S
    ranks ace A
  }
  account cash per seat = 0
  zone deck: row seen by all = cards
  rule large = [200, -3] where it is not 0
  for n in large {
    first of seats chooses said { told { } }
  }
  finish by count of large
  limit 10 moves { finish by 0 }
}
"""


def test_numbers_that_no_set_holds_stay_in_lists() -> None:
    rules = load_text(NUMBERS, 2)
    state = rules.start()
    assert [state.apply("told") for _ in range(2)]
    result = state.result()
    assert result is not None and result.scores == (2, 2)


BOXES = """kind box as boxes {
  size: number
  base: amount = 10
  rule inv: amount = base * (12 mod size)
}
kind tax as taxes {
  total: amount
  fee: amount
}
box good { size: 3 }
box bad { size: 0 }
option fine.less = 0 | 50..500
tax dear {
  total: sum of inv over boxes
  fee: 20 - fine.less
}
"""


def test_one_thing_that_fails_hides_no_other() -> None:
    path = in_folder({"game.coup": game(top=BOXES)}) / "game.coup"
    with pytest.raises(Problems, match="cannot be below zero"):
        coupdsl.load(path, 2, {"fine.less": 50})


def test_rules_of_entries_that_ask_one_another_are_refused() -> None:
    lines = "  one := worth(3) of one_job\n"
    top = (
        "kind job as jobs {\n  rule worth(n: number): number = 1\n}\n"
        "job one_job {\n  rule worth(n: number): number = worth(n - 1) of two_job\n}\n"
        "job two_job {\n  rule worth(n: number): number = worth(n - 1) of one_job\n}\n"
    )
    with pytest.raises((RulesError, Problems), match="calls itself again"):
        assert load_text(game(lines, top), 2).code
