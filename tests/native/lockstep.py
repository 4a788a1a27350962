"""Plays the same game in the reference interpreter and in machine code, and compares all there is at every move."""

from __future__ import annotations

import random

import pytest

import coupdsl
from coupdsl.code.errors import RulesError
from coupdsl.engine.chance import Generator, derive
from coupdsl.native.compiled_state import State

BEYOND = bytes(range(1, 256)) * 16  # lies behind the block of a state, where nothing is to be written


def same(reference: coupdsl.State, compiled: State) -> None:
    """Positions, and what has just happened, are equal."""
    same_position(reference, compiled)
    assert compiled.events == reference.events


def same_position(reference: coupdsl.State, compiled: State) -> None:
    """Who is to act, the options and all that the states hold are equal, to the byte of what lies in memory."""
    assert compiled.actor == reference.actor
    assert compiled.decision == reference.decision
    assert compiled.legal_moves() == reference.legal_moves()
    assert compiled.chances() == reference.chances()
    assert compiled.key() == reference.key()
    assert compiled.data.startswith(compiled.machine.block(reference))


def lockstep(rules: coupdsl.Rules, machine: coupdsl.Machine, seed: int, seeded: bool = True) -> int:
    """Plays one random game in both, its chance by `seed` or by the caller; gives the number of moves.

    Rules that fail must fail in both, in the same words, and leave both as they were.
    """
    rnd, chance = random.Random(seed), seed if seeded else None
    try:
        reference = rules.start(chance)
    except RulesError as error:
        with pytest.raises(RulesError) as told:
            machine.start(chance)
        assert str(told.value) == str(error)
        return 0
    compiled = machine.start(chance)
    compiled.data += BEYOND
    moves = 0
    while not reference.is_over:
        if nobody_is_asked(reference):
            return moves
        same(reference, compiled)
        move = rnd.choice(reference.legal_moves())
        try:
            reference.apply(move)
        except RulesError as error:
            try:
                compiled.apply(move)
            except RulesError as other:
                assert str(other) == str(error)
                same_position(reference, compiled)
                return moves
            raise AssertionError(f"only the reference fails: {error}") from error
        compiled.apply(move)
        moves += 1
        if moves % 8 == 0:
            assert compiled.save() == reference.save()
    same(reference, compiled)
    assert compiled.result() == reference.result()
    assert compiled.data.endswith(BEYOND)
    return moves


def nobody_is_asked(reference: coupdsl.State) -> bool:
    """Do the rules fail only when it is asked who is to act?"""
    try:
        return reference.actor is None
    except RulesError:
        return True


def played_on(state: coupdsl.State, seed: int) -> coupdsl.Result:
    """One playout in the reference interpreter."""
    other = state.copy(seed)
    other.resolve()
    players = [Generator.from_seed(derive(seed, 1 + seat)) for seat in range(state.rules.players)]
    while other.actor is not None:
        moves = other.legal_moves()
        other.apply(moves[players[other.actor].below(len(moves))])
    result = other.result()
    assert result is not None
    return result
