"""A search that has worked for long has its code made with care meanwhile, and finds the same by it."""

from __future__ import annotations

import gc
import sys
import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.processes import until
from tests.search.test_searching import AHEAD
from tests.small_games import load_text

import coupdsl
from coupdsl.native import improving
from coupdsl.native.llvm.jit import QUICK
from coupdsl.search.arena import CompiledArena
from coupdsl.search.machines import machine_of


@pytest.fixture(autouse=True)
def at_once(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is begun at once, and no other test has kept any."""
    monkeypatch.setattr(improving, "CARE", 0.0)
    machine_of.cache_clear()


def tried(searching: CompiledArena) -> list[int]:
    worlds = [searching.rules.start(1)]
    return searching.trials(worlds, 0, 5, worlds[0].legal_moves(), range(50))


def has_settled(searching: CompiledArena) -> bool:
    tried(searching)
    return searching.care.is_settled


def codes(searching: CompiledArena) -> tuple[improving.Improving, improving.Improving]:
    return searching.playouts.improving, searching.machine.improving


def test_it_finds_the_same_before_and_after() -> None:
    quick = CompiledArena(load_text(AHEAD), QUICK)
    expected = tried(quick)
    assert quick.care.is_settled  # which was asked for as it is
    searching = CompiledArena(load_text(AHEAD))
    assert tried(searching) == expected
    assert searching.care.has_begun
    assert not any(code.is_careful for code in codes(searching))
    until(lambda: has_settled(searching))
    assert all(code.is_careful for code in codes(searching))
    assert not searching.care.has_begun
    assert tried(searching) == expected
    state, again = searching.machine.start(1), quick.machine.start(1)
    assert state == again
    assert state.legal_moves() == again.legal_moves()


def test_what_another_has_kept_meanwhile_is_not_made_again() -> None:
    first, second = (CompiledArena(load_text(AHEAD)) for _ in range(2))
    assert second.playouts.improving is not first.playouts.improving
    until(lambda: has_settled(first))
    expected = tried(first)
    assert tried(second) == expected
    assert second.care.is_settled
    assert all(code.is_careful for code in codes(second))


def test_nothing_is_begun_for_a_short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(improving, "CARE", 1.0)
    searching = CompiledArena(load_text(AHEAD))
    tried(searching)
    assert not searching.care.has_begun
    searching.care.has_worked(searching.care.seconds)
    assert searching.care.has_begun
    searching.care.give_up()
    assert not searching.care.has_begun
    tried(searching)
    assert searching.care.has_begun  # again
    searching.care.give_up()


def fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")


def makes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/true")


def is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/of/nobody")


def has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/of/nobody")


@pytest.mark.parametrize("what", [fails, makes_nothing, is_not_there, has_no_room])
def test_a_search_goes_on_where_none_can_be_made(
    what: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    what(monkeypatch)
    searching = CompiledArena(load_text(AHEAD))
    expected = tried(searching)
    until(lambda: has_settled(searching))
    assert not any(code.is_careful for code in codes(searching))
    assert tried(searching) == expected


def test_a_machine_that_nobody_needs_is_gone_at_once() -> None:
    machine = coupdsl.Machine(load_text(AHEAD))
    gone = weakref.ref(machine)
    gc.disable()
    try:
        del machine
        assert gone() is None
    finally:
        gc.enable()
