"""Gin Rummy, move by move beside OpenSpiel: knocking, laying melds, laying off."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, rules_of, sample

import coupdsl

GAMES = 100 * FACTOR
NAME = "gin-rummy-open-spiel"
pytestmark = BESIDE_OPEN_SPIEL

RANKS, SUITS = "A23456789TJQK", "SCDH"
SAME = {"upcard": "Draw upcard", "stock": "Draw stock", "pass": "Pass", "done": "Pass"}


def in_order(cards: str) -> str:
    """The cards of a move, in the order of OpenSpiel."""
    return "".join(sorted(cards.split("+"), key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1]))))


class Gin:
    """OpenSpiel first asks whether to knock, and then for the discard; here both are one move."""

    def __init__(self, told: Told) -> None:
        self.cards = iter(told["chance"])
        self.chosen = iter(chosen for _, _, chosen in told["steps"])
        self.knocks = False

    def chance(self, state: coupdsl.State) -> str:
        return f"deal {next(self.cards)} to {str(state.legal_moves()[0]).split(' to ')[1]}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        found: dict[str, str] = {}
        for move in map(str, state.legal_moves()):
            word, *rest = move.split()
            if word == "knock" and not self.knocks:
                found["Knock"] = ""
            elif (word == "knock") == self.knocks:
                found[SAME.get(word) or in_order(*rest)] = move
        self.knocks = next(self.chosen) == "Knock"
        return found

    def returns(self, result: coupdsl.Result) -> list[float]:
        mine, other = result.scores
        return [mine - other, other - mine]


# ---- exactly OpenSpiel's game, and its own parameters as options
PARAMETERS: dict[str, dict[str, Any]] = {
    "oklahoma=true": {"knock.oklahoma": True},
    "knock_card=0": {"knock.most": 0},
    "knock_card=5": {"knock.most": 5},
    "gin_bonus=20": {"gin.bonus": 20},
    "undercut_bonus=10": {"undercut.bonus": 10},
}


def test_gin_rummy() -> None:
    compare(rules_of(NAME, 2), open_spiel("gin_rummy", GAMES, GAMES), Gin)


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_gin_rummy_with_other_rules(parameters: str) -> None:
    told = open_spiel(f"gin_rummy({parameters})", 20 * FACTOR, 50 * FACTOR)
    compare(rules_of(NAME, 2, PARAMETERS[parameters]), told, Gin)


# ---- the comparison would notice
@cache
def theirs() -> tuple[Told, ...]:
    return tuple(open_spiel("gin_rummy", 100, 100))


OTHERWISE = [
    ("knock.most", 9),
    ("knock.oklahoma", True),
    ("taken.discard", "barred"),
    ("last_card.knock", False),
    ("gin.bonus", 20),
    ("undercut.bonus", 20),
    ("undercut.from", "equal"),
    ("hand.bonus", 25),
]


@pytest.mark.parametrize(("option", "reading"), sample(OTHERWISE, 3))
def test_other_rules_are_noticed(option: str, reading: Any) -> None:
    rules = rules_of(NAME, 2, {option: reading})
    assert any(departure(rules, told, Gin) for told in theirs())
