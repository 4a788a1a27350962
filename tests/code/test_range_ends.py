"""How many numbers a range counts as: never fewer than it holds in play, and as many where that is sure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from tests.helpers import new_seeds
from tests.small_games import game, in_folder, load_text

import coupdsl
from coupdsl.authoring.validation import check_paths
from coupdsl.code import expressions as x
from coupdsl.code.bounds import LONGEST
from coupdsl.code.costs import UNKNOWN, Costs
from coupdsl.code.lowering.lower import lower
from coupdsl.code.resolving import Resolver
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.state import State

TOP = """kind job as jobs {
  worth: number = 2
}
job small { }
job large { worth: 5 }
"""
RULES = """  state other: number = 2
  state now: job = small
  state kept: list of number = []
  state those: list of seat = [s0, s0, s0]
  rule here = one + 1
  rule beyond(n: number) = n + 3
  rule shortened(n: number) = min(n, 4)
"""


def ranges_in(lines: list[str]) -> Iterator[tuple[x.Op, Costs, coupdsl.State, Evaluator, dict[str, int]]]:
    """Each range that is not known before play, with where the states that it asks for are kept."""
    rules_text = RULES + "".join(f"  rule r{at} = {line}\n" for at, line in enumerate(lines))
    uses = "\n".join(f"  if count of r{at} > 3 {{ other := 1 }}" for at in range(len(lines)))
    rules = load_text(game(f"{rules_text}{uses}\n  now := large\n  one := shortened(beyond(here))", TOP))
    resolver = Resolver(rules)
    layout = lower(rules, resolver).layout
    costs, evaluator, position = Costs(layout, {}), Evaluator(layout), State.before(rules)
    folded = list(resolver.folding.done.values())
    places = {one.name: one.start for one in folded if isinstance(one, x.State)}
    for one in dict.fromkeys(folded):
        if isinstance(one, x.Op) and one.name == "between":
            yield one, costs, position, evaluator, places


COUNTED = {
    "one .. one": 1,
    "one .. (one + 2)": 3,
    "(one - 2) .. (one + 2)": 5,
    "(one - 2) .. (one + 2) step 2": 3,
    "one .. (2 + one)": 3,
    "(one + 3) .. one": 0,
    "one .. beyond(one)": UNKNOWN,  # what a rule is given is not asked
    "here .. (one + 4)": 4,
    "(cash of s0) .. (cash of s0 + 20) step 10": 3,
    "(count of hand of s0) .. (count of hand of s0 + 1)": 2,
    "(cash of s0) .. (cash of s1 + 1)": UNKNOWN,
    "max(0, one - 1) .. (one + 1)": 3,
    "max(0, one - 1) .. min(6, one + 1)": 3,
    "1 .. min(one, 6)": 6,
    "1 .. max(one, 6)": UNKNOWN,
    "max(one, 2) .. 6": 5,
    "min(one, 2) .. 6": UNKNOWN,
    "1 .. (if one > 2 then 3 else other mod 6)": 5,
    "0 .. (count of hand of s0)": 10,
    "1 .. shortened(one)": 4,
    "1 .. (worth of now)": 5,
    "one .. other": UNKNOWN,
    "min(one, other) .. (min(one, other) + 1)": 2,
    "1 .. min(one, 2000)": 2_000,
    "(one mod 6) .. 5": 6,
    "(one mod -6) .. 0": 6,
    "0 .. (one mod -6)": 1,
    "(one mod other) .. 6": UNKNOWN,  # a remainder has the sign of what it is divided by
    "(one mod max(other, 1)) .. 6": 7,
    "1 .. (count of kept - 1000)": UNKNOWN,  # a list of numbers can be longer than it counts as
    "1 .. (count of first(9) of kept - 2)": 7,
    "1 .. (count of (those with seats))": 6,
}


@pytest.mark.parametrize(("text", "number"), COUNTED.items(), ids=COUNTED)
def test_a_range_counts_as_many_as_it_can_hold(text: str, number: int) -> None:
    ((one, costs, *_),) = ranges_in([text])
    assert costs.most(one) == number


def end(rnd: Random, deep: int = 3) -> str:
    """Something a range can begin or end with."""
    if deep == 0 or rnd.random() < 0.2:
        leaves = ["one", "other", "here", str(rnd.randrange(9)), "worth of now", "count of hand of s0"]
        return rnd.choice(leaves)
    first, second = f"({end(rnd, deep - 1)})", f"({end(rnd, deep - 1)})"
    return rnd.choice([
        f"{first} + {rnd.randrange(4)}", f"{first} - {rnd.randrange(4)}", f"{rnd.randrange(4)} + {first}",
        f"{first} + {second}", f"{first} - {second}", f"{first} * {second}", f"{first} mod {rnd.randrange(1, 5)}",
        f"{first} mod (2 * {second} + 1)",
        f"-{first}", f"min({first}, {second})", f"max({first}, {second})", f"beyond({first})", f"shortened({first})",
        f"if one > other then {first} else {second}",
    ])  # fmt: skip


def ends(rnd: Random) -> str:
    """Often both are near the same thing."""
    low = f"({end(rnd)})"
    high = f"max({low}, {end(rnd, 1)}) + 2" if rnd.random() < 0.2 else end(rnd)
    return f"{low} .. ({rnd.choice([high, f'{low} + 3', f'min({low} + 4, {high})'])}) step {rnd.randrange(1, 3)}"


@pytest.mark.parametrize("seed", new_seeds(3))
def test_no_range_holds_more_than_it_counts_as(seed: int) -> None:
    rnd, surely, most = Random(seed), 0, 0
    for one, costs, position, evaluator, places in ranges_in([ends(rnd) for _ in range(60)]):
        found = []
        for values in product((-3, 0, 1, 4, 30), (-3, 0, 1, 4, 30), (0, 1)):
            for name, value in zip(("one", "other", "now"), values, strict=True):
                position.memory[places[name]] = value
            try:
                found.append(len(evaluator.closure(one)(position)))
            except coupdsl.RulesError:
                found.append(LONGEST)
        if costs.most(one) != UNKNOWN:
            assert max(found) <= costs.most(one), one.span.text
            surely += 1
            most += max(found) == costs.most(one)
    assert surely > 15
    assert most > 5


def test_rules_that_look_a_little_around_a_number_are_not_dear() -> None:
    lines = """  rule around(n: number) = (n - 2) .. (n + 2)
  rule beside(n: number) = sum of (sum of it over around(it)) over around(n)
  one := sum of beside(it + one) over 1 .. 300
  one := sum of (sum of beside(it) over around(it)) over 1 .. min(one, 300)"""
    assert check_paths([in_folder({"game.coup": game(lines)}) / "game.coup"], 1).errors == []
