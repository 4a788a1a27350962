"""Seeds and seats as programs outside give them: numbers of any library, and nothing else."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.helpers import rules_of

import coupdsl

SEVEN: Any = numpy.uint64(7)
ONE: Any = numpy.int64(1)


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "7", numpy.int64(-1), numpy.float64(7)])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    rules = rules_of("kuhn", 2)
    machine = coupdsl.Machine(rules)
    state, compiled = rules.start(3), machine.start(3)
    begin = (rules.start, machine.start, state.copy, compiled.copy, partial(coupdsl.Game, rules))
    for use in (*begin, lambda given: machine.playouts(compiled, given, 1)):
        with pytest.raises(ValueError, match="a seed is a whole number from 0 to 2"):
            use(seed)


@pytest.mark.parametrize("seat", [-1, 2, "0", 0.0, numpy.int64(2)])
def test_where_nobody_sits_is_no_seat(seat: Any) -> None:
    game = coupdsl.Game(rules_of("kuhn", 2), 7)
    for use in (game.state.view, game.seen, partial(game.told, [])):
        with pytest.raises(ValueError, match="the seats are 0 to 1"):
            use(seat)


def test_a_seed_of_another_library_is_that_number(tmp_path: Path) -> None:
    rules = rules_of("kuhn", 2)
    machine, game, same = coupdsl.Machine(rules), coupdsl.Game(rules, SEVEN), coupdsl.Game(rules, 7)
    assert rules.start(SEVEN) == machine.start(SEVEN) == game.state == same.state
    assert rules.start(1).copy(SEVEN) == machine.start(1).copy(SEVEN) == rules.start(1).copy(7)
    assert machine.playouts(game.state, SEVEN, ONE) == machine.playouts(game.state, 7, 1)
    for one, name in ((game, "one"), (same, "other")):
        one.save(tmp_path / name)
    assert (tmp_path / "one").read_text() == (tmp_path / "other").read_text()


def test_a_seat_of_another_library_is_that_number(tmp_path: Path) -> None:
    game, machine = coupdsl.Game(rules_of("kuhn", 2), 7), coupdsl.Machine(rules_of("kuhn", 2))
    for state in (game.state, machine.start(7)):
        assert json.dumps(state.view(ONE)) == json.dumps(state.view(1))  # as plain data
    assert game.seen(ONE) == game.seen(1)
    for seat, name in ((ONE, "one"), (1, "other")):
        game.save(tmp_path / name, seen_by=seat)
    assert (tmp_path / "one").read_text() == (tmp_path / "other").read_text()


def test_fewer_games_than_none_cannot_be_played() -> None:
    machine = coupdsl.Machine(rules_of("kuhn", 2))
    assert machine.playouts(machine.start(3), seed=1, count=0) == []
    with pytest.raises(ValueError, match="-1 games cannot be played"):
        machine.playouts(machine.start(3), seed=1, count=-1)
