"""Chance that a caller brings along takes the place of the generator, and of nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.helpers import rules_of

import coupdsl
from coupdsl.engine.chance import Generator


class Same:
    """The words of the generator of a seed; fails after so many."""

    def __init__(self, seed: int, most: int = 1 << 60) -> None:
        self.generator, self.left = Generator.from_seed(seed), most

    def getrandbits(self, k: int, /) -> int:
        assert k == 64
        self.left -= 1
        if self.left < 0:
            raise OSError("no more bits")
        return self.generator.next()


@pytest.mark.parametrize(("name", "players"), [("parker-1966", 3), ("coup", 4), ("coup-detat-2005", 2), ("hearts", 4)])
def test_the_same_bits_are_the_same_game(name: str, players: int) -> None:
    rules, rnd = rules_of(name, players), random.Random(1)
    seeded, other = rules.start(9), rules.start(chance=Same(9))
    for _ in range(300):
        assert [seeded.actor, seeded.events, seeded.legal_moves()] == [other.actor, other.events, other.legal_moves()]
        assert seeded.view(0) == other.view(0)
        if seeded.is_over:
            break
        move = rnd.choice(seeded.legal_moves())
        seeded.apply(move)
        other.apply(move)


def test_copies_have_the_same_future_and_go_on_by_themselves() -> None:
    state = rules_of("coup", 4).start(chance=random.SystemRandom())
    copies = [state.copy(), state.copy()]
    for _ in range(60):
        if state.is_over:
            break
        move = state.legal_moves()[-1]
        for one in (copies[0], state, copies[1]):
            one.apply(move)
        assert state == copies[0] == copies[1]
    assert state.copy(3).save()["chance"] is not None


def test_positions_that_other_sources_go_on_with_are_not_alike() -> None:
    rules = rules_of("kuhn", 2)
    assert rules.start(chance=Same(4)) != rules.start(chance=Same(4))


def test_a_source_that_fails_changes_nothing() -> None:
    rules = rules_of("coup", 3)
    needed = 0
    for most in range(1, 40):  # until one lasts for the deal, but not for a replacement after it
        try:
            state = rules.start(chance=Same(4, most))
        except OSError:
            continue
        needed = most
        break
    assert needed
    state.apply("exchange")
    state.apply("allow")
    before = state.copy()
    with pytest.raises(OSError, match="no more bits"):
        state.apply("allow")
    assert state == before
    assert state.legal_moves() == before.legal_moves()


@pytest.mark.parametrize("source", [7, "x", object(), random.random])
def test_what_gives_no_bits_is_no_source(source: Any) -> None:
    with pytest.raises(TypeError, match="a source of chance has `getrandbits`"):
        rules_of("kuhn", 2).start(chance=source)


@pytest.mark.parametrize("word", [-1, 1 << 64, 0.5, None])
def test_what_are_no_bits_is_refused(word: Any) -> None:
    class Odd:
        def getrandbits(self, k: int, /) -> int:
            return word  # type: ignore[no-any-return]

    with pytest.raises(ValueError, match="a source of chance gives numbers of 64 bits, not"):
        rules_of("kuhn", 2).start(chance=Odd())


def test_a_seed_or_a_source() -> None:
    with pytest.raises(TypeError, match="by a seed or by a source, not by both"):
        rules_of("kuhn", 2).start(3, random.SystemRandom())


def test_a_source_stays_where_it_is() -> None:
    state = rules_of("kuhn", 2).start(chance=random.SystemRandom())
    machine = coupdsl.Machine(state.rules)
    for use in (state.save, lambda: machine.compiled(state), lambda: machine.playouts(state, 1, 1)):
        with pytest.raises(ValueError, match=r"take `state\.copy\(seed=…\)`"):
            use()
    assert machine.compiled(state.copy(3)) == state.copy(3)
