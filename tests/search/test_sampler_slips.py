"""Slips that a sampler of worlds can make: each is noticed by what the other tests look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import pytest
from tests.helpers import sample
from tests.search.test_worlds import SMALL, SURE, as_often_as_they_weigh, played, replayed, worlds_of

from coupdsl.play.game import Game
from coupdsl.search import chain
from coupdsl.search.bans import Bans
from coupdsl.search.chain import Chain
from coupdsl.search.history import History
from coupdsl.search.mending import Mender
from coupdsl.search.worlds import NoWorld, Worlds

pytestmark = pytest.mark.unmeasured

STARTS = 360


def positions(name: str) -> Iterator[tuple[Game, int]]:
    """Some games and seats: what follows is noticed in one of them at least."""
    for number in range(8):
        game = played(SMALL[name](), 3, number)
        yield from ((game, seat) for seat in range(game.rules.players))


def most_surprising(name: str) -> float:
    """Of a few positions, how far their worlds are from as often as they should come."""
    found = -9.0
    for game, seat in positions(name):
        try:
            found = max(found, as_often_as_they_weigh(game, seat, STARTS))
        except NoWorld:  # though the game itself is one
            return inf
        if found > SURE:
            break
    return found


# ---- how often worlds come
def not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "weight", 0.0)


def ways_back_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chain, "_likely", lambda *_: 1.0)


def drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn anew is weighed besides; nothing else is tried."""
    ordinary = Chain._anew

    def anew(steps: Chain, world: Any) -> Any:
        found = ordinary(steps, world)
        return found if found is None else (found[0], found[1] + found[0].history.weight - world.history.weight)

    monkeypatch.setattr(Chain, "_anew", anew)
    monkeypatch.setattr(chain, "ANEW", 1.0)


def one_ban_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing is tried against bans, which might show that it is none."""
    monkeypatch.setattr(chain, "HEEDLESS", 0.0)
    ordinary = Bans.steps

    def steps(bans: Bans, history: History) -> list[tuple[int, int, int]]:
        layout = bans.machine.code.layout
        zone = next(zone for zone, owner in enumerate(layout.zone_owner) if owner == 1 and not layout.is_row[zone])
        return [*ordinary(bans, history), (len(history.moves) - 1, zone, 1 << 2)]

    monkeypatch.setattr(Bans, "steps", steps)


@pytest.mark.long
@pytest.mark.parametrize(
    ("slip", "name"),
    sample(
        [
            (not_weighed, "alike"),
            (ways_back_not_counted, "alike"),
            (drawn_twice, "uneven"),
            (not_weighed, "uneven"),
            (one_ban_more, "tricks"),
        ],
        1,
    ),
)
def test_worlds_that_come_too_often_are_noticed(
    slip: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chain, "MOST_SLOW", 1)  # where few lead to others, other ways are tried besides
    slip(monkeypatch)
    assert most_surprising(name) > SURE


# ---- bans
def suit_not_followed() -> tuple[Game, set[str]]:
    """A game in which seat 1 does not follow suit, and the cards that seat 2 knows not to have been his."""
    for number in range(200):
        game = played(SMALL["tricks"](), 2, number)
        layout, (led, other) = game.rules.code.layout, (str(move).split()[-1] for _, move in game.moves[-2:])
        own = {
            face for face, zone in zip(layout.face_of, game.state.where, strict=True) if layout.zone_owner[zone] == 2
        }
        cards = {face for face in layout.face_of if face[-1] == led[-1]} - {led} - own
        if other[-1] != led[-1] and cards:
            return game, cards
    raise AssertionError("everybody follows suit")


def banned(game: Game) -> set[str]:
    """The cards that seat 1 cannot have held when it played, as seat 2 finds out."""
    layout, found = game.rules.code.layout, 0
    for seed in range(60):
        worlds = worlds_of(game, 2, seed)
        worlds.sample(1)
        for zone, mask in worlds.bans.of.values():
            found |= mask if layout.zone_owner[zone] == 1 else 0
    return {face for piece, face in enumerate(layout.face_of) if found >> piece & 1}


def test_a_suit_that_was_not_followed_is_banned() -> None:
    game, cards = suit_not_followed()
    assert banned(game) == cards


def test_a_ban_that_is_lacking_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    ordinary = Bans._excluded
    monkeypatch.setattr(Bans, "_excluded", lambda *given: ordinary(*given)[1:])
    game, cards = suit_not_followed()
    assert banned(game) != cards


# ---- the true deal
def test_worlds_that_begin_with_the_true_deal_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(SMALL["tricks"](), 2, 1)
    imagined = (replayed(game.rules, world.moves) for world in worlds_of(game, 0, 5).sample(40))
    one = next(imagined)
    other = next(twin for twin in imagined if twin.state != one.state)

    def sampled() -> list[Any]:
        """What both imagine; they are told the same."""
        found = []
        for true in (one, other):
            monkeypatch.setattr(Worlds, "true", [move.id for _, move in true.moves], raising=False)
            found.append([world.moves for world in worlds_of(true, 0, 9).sample(2)])
        return found

    first, second = sampled()
    assert first == second

    def peeping(mender: Mender, history: History, most: int) -> History:
        mender.retelling.go_on(history, Worlds.true, mender.rng)  # type: ignore[attr-defined]
        return history

    monkeypatch.setattr(Mender, "whole", peeping)
    first, second = sampled()
    assert first != second
