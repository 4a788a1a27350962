"""One game of a ladder: played with a clock for each player; one that fails at its turn ends the game, and is told."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.language.records import by_value
from coupdsl.play.bots import Bot, find_bot
from coupdsl.study.ladder.contest import Contest, Place

LONGEST = 300  # letters of what is kept of an error


@by_value
class Crash:
    """`seat` could not say what it plays; it is None where the process that played the game ended."""

    seat: int | None
    error: str


@by_value
class Played:
    """A game that was played: by seat who sat there, its score, how often it had a choice, and seconds it took.

    The moves of a game that crashed are those up to there; it has no scores.
    """

    place: Place
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    crash: Crash | None = None


class Failed(Exception):
    """A player that did not give one of the moves offered."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error[:LONGEST]


class Clocked:
    """A player with a clock that runs while it thinks."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.choices = 0
        self.seconds = 0.0

    def choose(self, moves: list[Move]) -> Move:
        """One of the moves; raises Failed."""
        begin = perf_counter()
        try:
            move = self.player.choose(moves)
        except Exception as error:
            raise Failed(f"{type(error).__name__}: {error}") from error
        finally:
            self.seconds += perf_counter() - begin
        self.choices += len(moves) > 1
        if move not in moves:
            raise Failed(f"`{move}` is not among the moves offered")
        return move


def play(contest: Contest, place: Place) -> Played:
    """The game; raises Problems or RulesError where the rules fail."""
    seats = contest.seats(place.deal)[place.seating]
    seed = contest.seed_of(place.deal)
    own = derive(seed, 1000 + place.seating)  # never the game's
    players: list[Clocked] = []
    try:
        for seat, number in enumerate(seats):
            players.append(_seated(contest.compared[number], derive(own, seat)))
    except Failed as failed:
        return _told(place, seats, players, crash=Crash(len(players), failed.error))
    state = contest.rules.start(seed)
    while not state.is_over:
        actor = state.actor
        assert actor is not None
        try:
            move = players[actor].choose(state.legal_moves())
        except Failed as failed:
            return _told(place, seats, players, crash=Crash(actor, failed.error))
        state.apply(move)
    return _told(place, seats, players, state.result())


def _seated(name: str, seed: int) -> Clocked:
    try:
        return Clocked(find_bot(name)(seed))
    except Exception as error:
        raise Failed(f"{type(error).__name__}: {error}") from error


def _told(
    place: Place, seats: tuple[int, ...], players: Sequence[Clocked], result: Any = None, crash: Crash | None = None
) -> Played:
    none = [0] * (len(seats) - len(players))
    return Played(
        place, seats, result.scores if result else (), result.winners if result else (),
        (*(player.choices for player in players), *none),
        (*(round(player.seconds, 6) for player in players), *map(float, none)), crash,
    )  # fmt: skip
