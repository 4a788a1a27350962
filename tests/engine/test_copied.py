"""What `copy` and `pickle` make of rules, positions, games and moves."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from tests.helpers import rules_of

import coupdsl


def begun() -> list[Any]:
    rules = rules_of("kuhn", 2)
    return [rules.start(3), coupdsl.Machine(rules).start(3), coupdsl.Game(rules, 3)]


def position(one: Any) -> Any:
    return one.state if isinstance(one, coupdsl.Game) else one


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda one: one.copy()])
@pytest.mark.parametrize("at", range(3))
def test_a_copy_goes_on_by_itself(at: int, make: Callable[[Any], Any]) -> None:
    one = begun()[at]
    other, before = make(one), position(one).copy()
    assert position(other) == before
    other.apply("bet")
    other.apply("call")
    assert position(one) == before
    assert position(other).is_over
    one.apply("check")
    assert position(one).count == 1


def test_a_copy_of_a_game_keeps_what_came_before() -> None:
    game = coupdsl.Game(rules_of("kuhn", 2), 3)
    game.apply("bet")
    other = game.copy()
    assert other.seen(0) == game.seen(0)
    other.apply("fold")
    assert [len(one.moves) for one in (game, other)] == [1, 2]
    assert game.seen(1) == other.seen(1)[: len(game.seen(1))] != other.seen(1)


def test_copies_have_the_same_rules() -> None:
    state, compiled, game = map(copy.deepcopy, begun())
    machine = compiled.machine
    assert copy.copy(machine) is copy.deepcopy(machine) is machine
    assert state.rules is game.rules is game.state.rules is machine.rules is rules_of("kuhn", 2)


def test_what_holds_rules_says_what_is_sent_instead() -> None:
    for one in (rules_of("kuhn", 2), coupdsl.Machine(rules_of("kuhn", 2)), *begun()):
        with pytest.raises(TypeError, match=r"cannot be pickled: load the rules again .* send `state\.save\(\)`"):
            pickle.dumps(one)


def test_the_same_move_is_equal_wherever_it_comes_from() -> None:
    rules, again = rules_of("kuhn", 2), coupdsl.load("kuhn", players=2)
    assert rules is not again
    sent = pickle.loads(pickle.dumps(rules.moves))
    assert sent == rules.moves == again.moves
    assert list(map(hash, sent)) == list(map(hash, rules.moves))
    assert len({*sent, *rules.moves, *again.moves}) == len(rules.moves)
    state = rules.start(3)
    assert all(move in again.start(3).legal_moves() for move in state.legal_moves())


def test_the_same_notation_with_another_number_is_another_move() -> None:
    one, other = ({str(move): move for move in rules_of(name, 2).moves} for name in ("kuhn", "leduc"))
    both = [text for text in one if text in other and one[text].id != other[text].id]
    assert "call" in both
    assert not any(one[text] == other[text] for text in both)
