"""Both executors mean the same by programs made at random; `program(seed)` shows the one that is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest
from tests.helpers import new_seeds
from tests.native.lockstep import lockstep
from tests.native.programs import players, program, with_copies
from tests.native.test_playouts import played_on
from tests.small_games import load_text

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Fixed
from coupdsl.code.lowering.lower import lower
from coupdsl.code.resolving import Resolver
from coupdsl.engine.chance import derive
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker import whole
from coupdsl.language.checker.context import Context
from coupdsl.language.diagnostics import Problems
from coupdsl.language.operators import OPERATORS
from coupdsl.language.walk import all_statements

SAMPLE = range(90, 110)  # between them they have everything
OTHERS = new_seeds(20)
ANOTHER = 1_000_003
# What is always known before play, and what never is.
KNOWN = {"Const", "Constant", "Self", "GetOption", "IsReading", "account", "extra"}
UNKNOWN = {"Load", "GetState", "GetZone", "GetBalance", "Lift", "Best", "owner", "position", "no_branch", "choice"}


def every_move_is_secret(context: Context) -> None:
    """What the checker finds of moves, without what it finds wrong."""
    statements = all_statements(context.program)
    context.program.secret_moves += [s.span for s in statements if isinstance(s, ps.MovePieces)]


@cache
def rules_of(seed: int, copies: int = 0) -> coupdsl.Rules:
    """Those of the named program, or of another where that reads a shuffled row where it may not, or pays below zero.

    With `copies`, there are as many of each card.

    What they do may tell anything to anybody: they are about what is done, not about who may know it.
    """
    for tried in range(10):
        with suppress(Problems), pytest.MonkeyPatch.context() as patch:
            patch.setattr(whole, "check_leaks_at_home", every_move_is_secret)
            name = seed + tried * ANOTHER
            text = program(name)
            return load_text(with_copies(text, copies) if copies else text, players(name))
    raise AssertionError("the checker refuses nearly every program")


def plays_alike(seed: int, copies: int = 0) -> None:
    """Rules that fail fail in both, in the same words, before play or at any move."""
    rules = rules_of(seed, copies)
    try:
        rules.start(seed)
    except RulesError as error:
        with pytest.raises(RulesError) as other:
            coupdsl.Machine(rules).start(seed)
        assert str(other.value) == str(error)
        return
    machine = coupdsl.Machine(rules)
    lockstep(rules, machine, seed)
    lockstep(rules, machine, seed, seeded=False)


def ends_alike(seed: int, copies: int = 0) -> None:
    """Whole games from their beginning, played without Python."""
    rules = rules_of(seed, copies)
    try:
        state = rules.start(seed)
    except RulesError:
        return
    machine = coupdsl.Machine(rules)
    try:
        expected = [played_on(state, derive(seed, number)) for number in range(3)]
    except RulesError as error:
        with pytest.raises(RulesError) as other:
            machine.playouts(machine.start(seed), seed, 3)
        assert str(other.value) == str(error)
        return
    assert machine.playouts(machine.start(seed), seed, 3) == expected


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", SAMPLE)
def test_both_executors_mean_the_same(seed: int) -> None:
    plays_alike(seed)


@pytest.mark.parametrize("seed", SAMPLE)
def test_whole_games_end_the_same(seed: int) -> None:
    ends_alike(seed)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", OTHERS)
def test_others_at_every_commit_mean_the_same(seed: int) -> None:
    plays_alike(seed)
    ends_alike(seed)


@pytest.mark.unmeasured
@pytest.mark.parametrize("copies", [8, 24])
@pytest.mark.parametrize("seed", new_seeds(3))
def test_packs_of_hundreds_of_cards_mean_the_same(seed: int, copies: int) -> None:
    plays_alike(seed, copies)
    ends_alike(seed, copies)


def expressions() -> Iterator[tuple[p.Expr, bool]]:
    """Those of the sample, and whether they are known before play."""
    for seed in SAMPLE:
        with suppress(RulesError):
            resolver = Resolver(rules_of(seed))
            assert lower(resolver.rules, resolver).instructions
            for (expr, _), stated in [*resolver.resolved.items()]:
                yield expr, isinstance(resolver.fold(stated), Fixed)


def kinds_of(base: type) -> set[str]:
    return {kind.__name__ for kind in base.__subclasses__()}


def test_the_sample_reaches_every_expression_known_and_unknown() -> None:
    found: Counter[tuple[str, bool]] = Counter()
    for expr, known in expressions():
        found[type(expr).__name__, known] += 1
        if isinstance(expr, pe.Op):
            found[expr.name, known] += 1
    # An order is asked where it is used; which of what is kept for each two is worked out where code is made.
    wanted = (kinds_of(p.Expr) - {"Compare"}) | (set(OPERATORS) - {"place_of_two"})
    missing = {name for name in wanted - UNKNOWN if not found[name, True]}
    missing |= {name for name in wanted - KNOWN if not found[name, False]}
    assert not missing


def test_the_sample_reaches_every_statement() -> None:
    found = {type(s).__name__ for seed in SAMPLE for s in all_statements(rules_of(seed).program)}
    assert found == kinds_of(p.Stmt)


def test_the_sample_works_out_rules_of_what_is_known_and_of_what_is_not() -> None:
    asked = {(expr.rule.form, known) for expr, known in expressions() if isinstance(expr, pe.Apply)}
    assert asked >= {(form, known) for form in ("rule", "field") for known in (True, False)}
