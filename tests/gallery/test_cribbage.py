"""Cribbage, move by move beside OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, WHOLE, rules_of

import coupdsl

GAMES = 100 * FACTOR if WHOLE else 30
pytestmark = BESIDE_OPEN_SPIEL

HELD = 4  # cards of each seat when the play begins
LADDER = "A23456789TJQK"
Step = tuple[int, list[str], str]


class Cribbage:
    """Each seat gets all its cards in turn, the crib one where three play, and then one is turned up."""

    def __init__(self, told: Told) -> None:
        seats = len(told["returns"])
        places = [f"hand {seat}" for seat in range(seats) for _ in range(6 if seats == 2 else 5)]
        places += ["crib", "starter"] if seats == 3 else ["starter"]
        outcomes = [outcome.removeprefix("Deal ") for outcome in told["chance"]]
        self.rest = {
            place: iter([card for n, card in enumerate(outcomes) if places[n % len(places)] == place])
            for place in set(places)
        }

    def chance(self, state: coupdsl.State) -> str:
        place = str(state.legal_moves()[0]).split(" to ")[1]
        return f"deal {next(self.rest[place])} to {place}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        return {str(move).split()[-1]: str(move) for move in state.legal_moves()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        return list(result.scores)


def laid_away(player: int, legal: list[str], chosen: str) -> Iterator[Step]:
    """What goes to the crib, card by card."""
    left = sorted({card for one in legal for card in one.split()})
    assert sorted(map(sorted, map(str.split, legal))) == [
        sorted(cards) for cards in combinations(left, len(chosen.split()))
    ]
    for card in chosen.split():
        yield player, left, card
        left = [other for other in left if other != card]


def as_asked_here(told: Told) -> Told:
    """The same game, where nobody is asked who has said go already or has no card left, and cards are chosen singly."""
    seats = len(told["returns"])
    steps: list[Step] = []
    held = [HELD] * seats
    to_lay, count, passed = seats, 0, set[int]()
    for player, legal, chosen in told["steps"]:
        legal, chosen = [one.removeprefix("Choose ") for one in legal], chosen.removeprefix("Choose ")
        if to_lay:
            steps += laid_away(player, legal, chosen)
            to_lay -= 1
            continue
        if chosen != "Pass":
            steps.append((player, legal, chosen))
            held[player] -= 1
            count += min(10, LADDER.index(chosen[0]) + 1)
        elif held[player] and player not in passed:
            steps.append((player, ["go"], "go"))
        if chosen == "Pass":
            passed.add(player)
        if count == 31 or len(passed) == seats:
            count, passed = 0, set()
            if not any(held):
                held, to_lay = [HELD] * seats, seats
    return told | {"steps": steps}


def games(game: str, count: int) -> Iterator[Told]:
    return map(as_asked_here, open_spiel(game, count, 0))


def lockstep(game: str, players: int, options: dict[str, Any] | None = None) -> None:
    compare(rules_of("cribbage-open-spiel", players, options), games(game, GAMES), Cribbage)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cribbage(players: int) -> None:
    lockstep(f"cribbage(players={players})", players)


@pytest.mark.parametrize("bonus", [0, 500])
def test_cribbage_with_another_bonus(bonus: int) -> None:
    lockstep(f"cribbage(winner_bonus_reward={bonus}.0)", 2, {"winner.bonus": bonus})


# ---- the comparison would notice
@cache
def sample() -> tuple[Told, ...]:
    return tuple(games("cribbage", 100))


@pytest.mark.parametrize(
    ("option", "reading"),
    [("crib.flush", "all_five"), ("game.limit", 120), ("game.lasts", "one_deal"), ("winner.bonus", 999)],
)
def test_other_rules_are_noticed(option: str, reading: Any) -> None:
    rules = rules_of("cribbage-open-spiel", 2, {option: reading})
    assert any(departure(rules, told, Cribbage) for told in sample())
