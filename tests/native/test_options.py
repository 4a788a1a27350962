"""Every reading of every option of every shipped game, alone and in pairs: both executors play the same games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.helpers import FACTOR, ROTATION, TABLES, WHOLE, composed, every_reading, sample
from tests.native.lockstep import lockstep

import coupdsl
from coupdsl.code.seats import allowed_seats
from coupdsl.engine.chance import derive
from coupdsl.engine.load import playable
from coupdsl.language import codes
from coupdsl.language.diagnostics import Problems
from coupdsl.study.sample import CompiledPlayers, columns_of, played_by_reference

pytestmark = pytest.mark.unmeasured

Setting = tuple[str, dict[str, Any]]
# These were once played wrongly.
ALWAYS: list[Setting] = [
    ("coup", {"challenge.priority": "random"}), ("coup", {"block.priority": "random"}),
    ("coup", {"challenge.priority": "random", "block.priority": "random", "windows.order": "combined"}),
]  # fmt: skip

# Under other readings of these random players come to the limit of 60,000 moves, or all but never to the end of a deal.
LONG = {"game.floor", "knock.most"}


def alone(name: str) -> list[Setting]:
    return [(name, {key: value}) for key, values in every_reading(name).items() for value in values[1:]]


def short(name: str) -> list[Setting]:
    """Those that are tried at any commit."""
    return [setting for setting in alone(name) if not LONG & setting[1].keys()]


def every_once() -> list[Setting]:
    """Each reading under one of the rulesets of its game, another at other commits: a dozen have the same options."""
    having: dict[tuple[str, str, str], list[Setting]] = {}
    for name in TABLES:
        for setting in alone(name):
            ((key, value),) = setting[1].items()
            having.setdefault((composed(name).program.name, key, str(value)), []).append(setting)
    return [settings[(ROTATION + at) % len(settings)] for at, settings in enumerate(having.values())]


def some_alone(name: str, number: int) -> list[Setting]:
    """Others for every ruleset, not only at every commit: many have the same options."""
    every = short(name)
    if number * FACTOR >= len(every):
        return every
    return random.Random(f"{name} {ROTATION}").sample(every, number * FACTOR)


def some_pairs(number: int) -> list[Setting]:
    rnd, found = random.Random(f"pairs {ROTATION}"), []
    for _ in range(number * FACTOR):
        name, one = rnd.choice(short(rnd.choice(sorted(TABLES))))
        other = rnd.choice([other for _, other in short(name) if other.keys() != one.keys()])
        found.append((name, {**one, **other}))
    return found


ALONE = every_once() if WHOLE else [setting for name in TABLES for setting in some_alone(name, 1)]
SETTINGS = [*ALWAYS, *ALONE, *some_pairs(6)]


def name_of(setting: Setting) -> str:
    name, options = setting
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


def rules_of(name: str, options: dict[str, Any], rotation: int) -> coupdsl.Rules | None:
    """At one of its tables, another one at every commit; None where a check of the game refuses these options."""
    tables = allowed_seats(composed(name), options)
    for turn in range(len(tables)):
        try:
            return playable(composed(name), tables[(rotation + turn) % len(tables)], options)
        except Problems as problems:
            assert {problem.code for problem in problems.diagnostics} == {codes.CHECK_FAILED}
    return None


@pytest.mark.parametrize("setting", sample(SETTINGS, 10), ids=name_of)
def test_both_executors_play_the_same(setting: Setting) -> None:
    """Move by move with all that is told, and whole games as a study counts them."""
    name, options = setting
    rotation = ROTATION + SETTINGS.index(setting)
    rules = rules_of(name, options, rotation)
    if rules is None:
        return
    seed = derive(1, rotation)
    lockstep(rules, coupdsl.Machine(rules), seed)
    found = np.empty((2, len(columns_of(rules))), np.int64)
    CompiledPlayers(rules).play(seed, 0, found)
    assert found.tolist() == played_by_reference(rules, seed, 0, 2, ("random",)).tolist()


def test_almost_all_there_is_can_be_played() -> None:
    every = [setting for name in TABLES for setting in alone(name)]
    refused = [name_of((name, options)) for name, options in every if rules_of(name, options, 0) is None]
    assert len(refused) < len(every) // 100
