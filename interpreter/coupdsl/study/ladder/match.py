"""One game of a ladder: played with a clock for each player; one that fails at its turn ends the game, and is told."""

from __future__ import annotations

from coupdsl.engine.chance import derive
from coupdsl.language.records import by_value
from coupdsl.play.company import PlayerFailed
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


def play(contest: Contest, place: Place) -> Played:
    """The game; raises Problems or RulesError where the rules fail, PlayerError where `seated` does."""
    seats = contest.seats(place.deal)[place.seating]
    seed = contest.seed_of(place.deal)
    own = derive(seed, 1000 + place.seating)  # never the game's
    choices, seconds = [0] * len(seats), [0.0] * len(seats)
    state, crash = contest.rules.start(seed), None
    try:
        company = contest.company(seats, own)
        seconds = company.seconds
        company.happened(state.events)
        while state.actor is not None:
            move = company.choose(state)
            choices[state.actor] += len(state.legal_moves()) > 1
            company.happened(state.apply(move))
    except PlayerFailed as failed:
        crash = Crash(failed.seat, failed.error[:LONGEST])
    result = state.result() if crash is None else None
    return Played(
        place, seats, result.scores if result else (), result.winners if result else (), tuple(choices),
        tuple(round(one, 6) for one in seconds), crash,
    )  # fmt: skip
