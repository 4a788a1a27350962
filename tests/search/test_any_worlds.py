"""Worlds of every shipped game: possible, found at every decision, and made of what was told and of nothing else."""

from __future__ import annotations

import random

import pytest
from tests.helpers import FACTOR, ROTATION, TABLES, WHOLE, rules_of, sample
from tests.search.test_worlds import machine_of, replayed, worlds_of

import coupdsl
from coupdsl.play.game import Game
from coupdsl.search.worlds import NoWorld, Worlds

pytestmark = pytest.mark.unmeasured

DECISIONS = 16  # that are looked at in one game, one after the other
SOUGHT = 100  # moves, at most, among which they begin
GAMES = 2 if WHOLE else FACTOR  # at each table
AT_ONCE = 50  # worlds
NOT_ALWAYS = {"go-fish": 0.2, "go-fish-open-spiel": 0.2}  # of the decisions, for how many none may be found


def games_and_tables() -> list[tuple[str, int]]:
    return [(name, players) for name, allowed in TABLES.items() for players in sorted({allowed[0], allowed[-1]})]


# Worlds that two true games are to have in common: over all tables a million, or a few.
IN_COMMON = 1_000_000 // (4 * GAMES * len(games_and_tables())) if WHOLE else 3


class Seats:
    """A random game and what each seat imagines of it."""

    def __init__(self, name: str, players: int, number: int, rotation: int = ROTATION) -> None:
        self.rules = rules_of(name, players)
        self.rng = random.Random(f"{name} {players} {rotation} {number}")
        self.game = Game(self.rules, self.rng.getrandbits(64))
        self.worlds = [Worlds(self.rules, seat, 1 + seat, machine_of(self.rules)) for seat in range(players)]
        self.told = [0] * players

    def chosen(self) -> coupdsl.Move:
        return self.rng.choice(self.game.state.legal_moves())

    def asked(self) -> Worlds:
        """What the seat that is asked imagines, told all that it has not heard yet."""
        seat, seen = self.seat, self.game.seen(self.seat)
        self.worlds[seat].told(seen[self.told[seat] :])
        self.told[seat] = len(seen)
        return self.worlds[seat]

    @property
    def seat(self) -> int:
        seat = self.game.state.actor
        assert seat is not None
        return seat


@pytest.mark.parametrize(("name", "players"), sample(games_and_tables(), 2))
def test_a_seat_imagines_possible_worlds_at_every_decision(name: str, players: int) -> None:
    for number in range(GAMES):
        seats, decisions, lacking = Seats(name, players, number), 0, 0
        begun = seats.rng.randrange(SOUGHT)
        while not seats.game.state.is_over and decisions < DECISIONS:
            if len(seats.game.moves) >= begun and len(seats.game.state.legal_moves()) > 1:
                decisions += 1
                try:
                    worlds = seats.asked().sample(2)
                except NoWorld:
                    lacking += 1
                else:
                    for world in worlds if decisions % 4 == 0 else ():
                        again = replayed(seats.rules, world.moves)
                        assert again.seen(seats.seat) == seats.game.seen(seats.seat)
                        assert world.state.reference() == again.state
            seats.game.apply(seats.chosen())
        assert lacking <= NOT_ALWAYS.get(name, 0) * decisions


@pytest.mark.parametrize(("name", "players"), sample(games_and_tables(), 2))
def test_what_a_seat_imagines_is_the_same_in_every_world_it_imagines(name: str, players: int) -> None:
    for number in range(GAMES):
        seats = Seats(name, players, 1000 + number)
        for _ in range(seats.rng.randrange(4, SOUGHT)):
            if seats.game.state.is_over:
                break
            seats.game.apply(seats.chosen())
        for seat in seats.rng.sample(range(players), 2):
            try:
                world = worlds_of(seats.game, seat, 5).sample(3)[-1]
            except NoWorld:
                assert name in NOT_ALWAYS
                continue
            twin = replayed(seats.rules, world.moves)
            here, there = (worlds_of(game, seat, 9) for game in (seats.game, twin))
            for drawn in range(0, IN_COMMON, AT_ONCE):
                count = min(AT_ONCE, IN_COMMON - drawn)
                assert [one.moves for one in here.sample(count)] == [one.moves for one in there.sample(count)]
