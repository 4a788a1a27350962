"""Moves made many at once in machine code: the same worlds come about as where each is made by itself."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of
from tests.search import small
from tests.search.test_worlds import played, worlds_of
from tests.small_games import load_text

from coupdsl.engine.rules import Rules
from coupdsl.native import replaying
from coupdsl.native.replaying import Replaying
from coupdsl.search.retelling import Retelling

GAMES = {
    "hearts": lambda: rules_of("hearts", 4),
    "coup": lambda: rules_of("coup", 3),
    "go-fish": lambda: rules_of("go-fish", 3),
    "cribbage": lambda: rules_of("cribbage", 2),
    "leduc": lambda: rules_of("leduc", 2),
    "secrets": lambda: load_text(small.SECRETS, 3),
    "dice": lambda: load_text(small.DICE, 3),
}


def imagined(rules: Rules) -> list[tuple[object, ...]]:
    """What is imagined in some positions, how much it weighs and how often one led to another."""
    found: list[tuple[object, ...]] = []
    for moves in (3, 9):
        game = played(rules, moves, moves)
        for seat in (0, None):
            worlds = worlds_of(game, seat, 6)
            found += [(world.moves, world.state.reference().key()) for world in worlds.sample(6)]
            found += [(kept.history.weight, kept.history.at, kept.history.pcs) for kept in worlds._kept]
            found.append((worlds.chain.attempts, worlds.chain.accepted))
    return found


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_the_same_worlds_come_about_one_move_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES[name]()
    at_once = imagined(rules)
    monkeypatch.setattr(Retelling, "_go_along", lambda *_: False)
    assert imagined(rules) == at_once


def test_many_moves_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    ordinary = Replaying.replay

    def counted(*given: object) -> list[replaying.Made]:
        found = list(ordinary(*given))  # type: ignore[arg-type]
        made.append(len(found))
        return found

    monkeypatch.setattr(Replaying, "replay", counted)
    imagined(GAMES["hearts"]())
    assert max(made) == replaying.AT_ONCE and sum(made) > 8 * len(made)
