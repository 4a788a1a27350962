"""Code is data: written down and read back, it plays the same games."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import TABLES, examples, new_seeds, rules_of, sample
from tests.native.lockstep import lockstep
from tests.native.test_random_programs import rules_of as random_rules

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.engine.rules import read_rules
from coupdsl.native.stepping import stepping_text

pytestmark = pytest.mark.unmeasured


def again_of(rules: coupdsl.Rules) -> coupdsl.Rules:
    """The rules written down as text and read back."""
    return read_rules(json.loads(json.dumps(rules.written())))


def plays_the_same(rules: coupdsl.Rules, seed: int, moves: int = 400) -> None:
    """Options, events and states, move by move, and in the end the result."""
    again = again_of(rules)
    assert again.fingerprint == rules.fingerprint
    one, other, rnd = rules.start(seed), again.start(seed), random.Random(seed)
    for _ in range(moves):
        assert other.save() == one.save()
        assert [(e.kind, e.data, e.chain) for e in other.events] == [(e.kind, e.data, e.chain) for e in one.events]
        if one.is_over:
            break
        options = one.legal_moves()
        assert list(map(str, other.legal_moves())) == list(map(str, options))
        chosen = str(rnd.choice(options))
        one.apply(chosen)
        other.apply(chosen)
    assert other.result() == one.result()


@pytest.mark.parametrize("name", sample([*TABLES], 6))
def test_shipped_rules_play_the_same(name: str) -> None:
    plays_the_same(rules_of(name, TABLES[name][0], {}), 7)


@pytest.mark.parametrize("seed", new_seeds(5))
def test_random_programs_play_the_same(seed: int) -> None:
    with suppress(RulesError):
        plays_the_same(random_rules(seed), seed)


@pytest.mark.parametrize("seed", new_seeds(5))
def test_machine_code_is_the_same_text(seed: int) -> None:
    """It may be kept, and be linked for rules that another process has read back."""
    with suppress(RulesError):
        rules = random_rules(seed)
        assert stepping_text(again_of(rules)) == stepping_text(rules)


def test_machine_code_is_made_of_it() -> None:
    again = again_of(rules_of("coup", 3, {}))
    lockstep(again, coupdsl.Machine(again), 3)


def test_why_is_told_of_it_in_the_same_words() -> None:
    rules = rules_of("parker-1966", 4, {})
    told = []
    for one in (rules, again_of(rules)):
        state = one.start(5)
        legal = set(map(str, state.legal_moves()))
        refused = next(str(move) for move in one.moves if str(move) not in legal)
        with pytest.raises(coupdsl.IllegalMove) as error:
            state.apply(refused, seat=state.actor)
        told.append(str(error.value))
    assert told[0] == told[1]


@given(data=st.data())
@examples(60)
def test_what_is_damaged_is_refused_or_read(data: st.DataObject) -> None:
    """Nothing leads to any other error."""
    written = json.loads(json.dumps(rules_of("oh-hell", 3, {}).written()))
    inside = written
    while data.draw(st.booleans()) or not isinstance(inside[data.draw(st.integers(0, len(inside) - 1))], int):
        lists = [one for one in inside if isinstance(one, list) and one]
        if not lists:
            break
        inside = data.draw(st.sampled_from(lists))
    at = data.draw(st.integers(0, len(inside)))
    inside[at : at + 1] = [data.draw(st.one_of(st.none(), st.integers(-5, 10**6), st.text(), st.just([0])))]
    with suppress(ValueError):
        read_rules(written)


NO_RULES = (None, 7, "", {}, [], [0], [0, []], [0, [[0]]], [0, [[0, [1], [9, []]]]], [0, [[99, 1]]])


@pytest.mark.parametrize("number", range(len(NO_RULES)))
def test_what_is_no_rules_is_refused(number: int) -> None:
    with pytest.raises(ValueError):
        read_rules(NO_RULES[number])
