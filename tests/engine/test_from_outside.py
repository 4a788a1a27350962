"""What programs outside give: numbers of any library, and what else is wanted; anything else is refused in words."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.helpers import rules_of
from tests.small_games import game, load_text

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


@pytest.mark.parametrize("given", [None, "kuhn", 3, {}, object])
def test_what_are_no_rules_no_state_and_no_event_is_said(given: Any) -> None:
    machine, game = coupdsl.Machine(rules_of("kuhn", 2)), coupdsl.Game(rules_of("kuhn", 2), 7)
    uses = {
        "a game is played by rules that `coupdsl.load` gives, not": coupdsl.Game,
        "a game is played by .*": lambda it: coupdsl.State.start(it, 1),
        "what is compiled are rules that `coupdsl.load` gives, not": coupdsl.Machine,
        "what is compiled is a state that `start` of rules gives, not": machine.compiled,
        "a state is what `start` of rules or of a machine gives, not": partial(machine.playouts, seed=1, count=1),
        "an event is what `apply` returns, or `game.events` holds, not": lambda it: game.told([it], 0),
        "an event is what .*": lambda it: game.told_to_any(it if it != {} else [it]),
    }
    for said, use in uses.items():
        with pytest.raises(TypeError, match=said):
            use(given)


@pytest.mark.parametrize("move", [2, -2, 1 << 70, 0.5, "0", None])
def test_a_move_that_was_not_made_is_no_index(move: Any) -> None:
    game = coupdsl.Game(rules_of("kuhn", 2), 7)
    game.apply("check")
    for use in (game.before, game.why_paid):
        with pytest.raises(ValueError, match=r"there is no move .*: 1 are made, counted from 0"):
            use(move)
    assert game.before(SEVEN - SEVEN) == game.rules.start(7)
    assert game.before(1) == game.state


def test_since_when_and_how_fast_are_numbers() -> None:
    game, text = coupdsl.Game(rules_of("kuhn", 2), 7), "x"
    for since in (text, 0.5, []):
        with pytest.raises(TypeError, match="`since` is a whole number, not"):
            game.seen(0, since)  # type: ignore[arg-type]
    for speed in (-1, 3, 1 << 70, text, 1.5):
        with pytest.raises(ValueError, match="the speed is 0"):
            coupdsl.Machine(game.rules, speed)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [3, "loan.lender=richest", [("loan.lender", "richest")], {3: 1}, {None: 1}])
def test_options_of_a_call_are_a_mapping_of_texts(options: Any) -> None:
    with pytest.raises(TypeError, match=r"options are a mapping of keys to readings|the key of an option is a text"):
        coupdsl.load("parker-1966", 4, options)


def test_an_option_that_rules_have_not_is_said_with_what_may_be_meant() -> None:
    rules = rules_of("parker-1966", 4)
    assert rules.option("loan.lender") == rules.options["loan.lender"].value
    unknown = "these rules have no option"
    for key, said in (("loan.lendr", "did you mean `loan.lender`?"), ("xyzzy", "`options` has all")):
        with pytest.raises(ValueError, match=re.escape(f"{unknown} `{key}`: {said}")):
            rules.option(key)
    with pytest.raises(ValueError, match=f"{unknown} `loan.lender`: they have none"):
        load_text(game()).option("loan.lender")
    for key in (3, None, ["loan.lender"]):
        with pytest.raises(TypeError, match=r"the key of an option is a text, such as `loan\.lender`, not"):
            rules.option(key)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [1.5, "4", [4], numpy.array([1, 2])])
def test_the_number_of_players_is_a_number(players: Any) -> None:
    with pytest.raises(TypeError, match="the number of players is a whole number, not"):
        coupdsl.load("parker-1966", players)


def test_an_answer_of_another_library_is_that_number() -> None:
    given, plain = (coupdsl.load("coup", 3, {"limit.turns": seven}) for seven in (SEVEN, 7))
    assert given.fingerprint == plain.fingerprint


def test_all_names_are_found_and_no_others() -> None:
    assert {*coupdsl.__all__} <= {*dir(coupdsl)}
    for name in coupdsl.__all__:
        assert getattr(coupdsl, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        coupdsl.nothing  # noqa: B018
