"""Leduc hold'em, move by move beside OpenSpiel: the whole game of two, and random games of more."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, compare_whole, departure, every_game, open_spiel
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 100 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

WORDS = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Raise", "raise": "Raise"}
RANKS = "KQJT9876543"
# OpenSpiel pays halves where two share what more have paid; with all amounts doubled, ours come to the same.
DOUBLED = {"ante.size": 2, "bet.first_round": 4, "bet.second_round": 8}


class Leduc:
    """Cards are numbers, the lowest first, and the suits of a rank follow one another; the last one is for all."""

    def __init__(self, told: Told) -> None:
        self.seats = len(told["returns"])
        self.unit = 1 if self.seats == 2 else 2
        self.dealer = (told["steps"][0][0] - 1) % self.seats
        places = [*(f"hand {seat}" for seat in range(self.seats)), "open_card"]
        self.cards = dict(zip(places, (int(text.split(":")[1]) for text in told["chance"]), strict=False))

    def suits(self, card: int) -> tuple[int, str]:
        """How many ranks are below it, and the suits that it may have."""
        return card // 2, "SH"[card % 2]

    def chance(self, state: coupdsl.State) -> str:
        if state.decision == "first_dealer":
            return f"first_dealer {self.dealer}"
        moves = [str(move) for move in state.legal_moves()]
        below, suits = self.suits(self.cards[moves[0].split(" to ")[1]])
        rank = RANKS[self.seats - below]
        return next(move for move in moves if move.split()[1] in [rank + suit for suit in suits])

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        return {WORDS[str(move)]: str(move) for move in state.legal_moves()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        return [score / self.unit for score in result.scores]


class WithoutSuits(Leduc):
    def suits(self, card: int) -> tuple[int, str]:
        return card, "SH"


def test_the_whole_game_of_two() -> None:
    games = every_game("leduc_poker")
    assert len(games) == 5520
    compare_whole(rules_of("leduc", 2), games, Leduc)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 7, 10])
def test_more_players(players: int) -> None:
    rules = rules_of("leduc", players, DOUBLED if players > 2 else None)
    compare(rules, open_spiel(f"leduc_poker(players={players})", 2 * GAMES, 0), Leduc)


@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 0), (3, 1), (4, 3)])
def test_another_begins(players: int, first: int) -> None:
    rules = rules_of("leduc", players, {"first.dealer": "by_chance"} | (DOUBLED if players > 2 else {}))
    games = open_spiel(f"leduc_poker(players={players},starting_player={first})", GAMES, 0)
    compare(rules, games, Leduc)


@pytest.mark.parametrize("players", [2, 4])
def test_cards_of_a_rank_are_alike(players: int) -> None:
    rules = rules_of("leduc", players, DOUBLED if players > 2 else None)
    compare(rules, open_spiel(f"leduc_poker(players={players},suit_isomorphism=true)", GAMES, 0), WithoutSuits)


# ---- the comparison would notice
@cache
def sample(game: str) -> tuple[Told, ...]:
    return tuple(open_spiel(game, 100, 0))


OTHERWISE = [
    ("ante.size", 2),
    ("bet.first_round", 3),
    ("bet.second_round", 5),
    ("bets.most", 1),
    ("bets.most", 3),
    ("game.deals", 2),
]


@pytest.mark.parametrize(("option", "reading"), OTHERWISE)
def test_other_rules_are_noticed(option: str, reading: Any) -> None:
    rules = rules_of("leduc", 2, {option: reading})
    assert any(departure(rules, told, Leduc) for told in sample("leduc_poker"))


def test_another_who_begins_is_noticed() -> None:
    games = sample("leduc_poker(starting_player=1)")
    assert all(departure(rules_of("leduc", 2), told, Leduc) for told in games)


def test_pots_that_come_out_in_halves_are_met() -> None:
    games = [told for told in sample("leduc_poker(players=3)") if any(score % 1 for score in told["returns"])]
    assert games
    compare(rules_of("leduc", 3, DOUBLED), games, Leduc)


def test_a_missing_end_or_another_likelihood_is_noticed() -> None:
    games = every_game("leduc_poker")
    with pytest.raises(AssertionError):
        compare_whole(rules_of("leduc", 2), games[:-1], Leduc)
    with pytest.raises(AssertionError):
        compare_whole(rules_of("leduc", 2), [games[0] | {"likely": 0.01}], Leduc)
