"""Kuhn poker, move by move beside OpenSpiel: the whole game of two to four, and random games of more."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, compare_whole, departure, every_game, open_spiel
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 100 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

WORDS = {"fold": "Pass", "check": "Pass", "call": "Bet", "bet": "Bet"}
RANKS = ["king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three"]


class Kuhn:
    """Cards are numbers, the lowest first; who does not bet passes, whatever that means."""

    def __init__(self, told: Told) -> None:
        self.cards = [RANKS[len(told["returns"]) - int(text.split(":")[1])] for text in told["chance"]]

    def chance(self, state: coupdsl.State) -> str:
        place = str(state.legal_moves()[0]).split(" to ")[1]
        return f"deal {self.cards[int(place.split()[1])]} to {place}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        return {WORDS.get(str(move), str(move)): str(move) for move in state.legal_moves()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        return list(result.scores)


@pytest.mark.parametrize(("players", "ends"), [(2, 30), (3, 312), (4, 3960)])
def test_the_whole_game(players: int, ends: int) -> None:
    games = every_game(f"kuhn_poker(players={players})")
    assert len(games) == ends
    compare_whole(rules_of("kuhn", players), games, Kuhn)


@pytest.mark.parametrize("players", [2, 3, 5, 7, 10])
def test_more_players(players: int) -> None:
    compare(rules_of("kuhn", players), open_spiel(f"kuhn_poker(players={players})", 2 * GAMES, 0), Kuhn)


# ---- the comparison would notice
@cache
def sample() -> tuple[Told, ...]:
    return tuple(open_spiel("kuhn_poker", 100, 0))


OTHERWISE = [
    ("ante.size", 2),
    ("bet.size", 2),
    ("bets.most", 2),
    ("game.deals", 2),
]


@pytest.mark.parametrize(("option", "reading"), OTHERWISE)
def test_other_rules_are_noticed(option: str, reading: Any) -> None:
    rules = rules_of("kuhn", 2, {option: reading})
    assert any(departure(rules, told, Kuhn) for told in sample())
