"""Euchre, move by move beside OpenSpiel."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 100 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

SEATS = "NESW"
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]
WORDS = {"pass": "Pass", "go_alone": "Alone", "with_partner": "Partner"} | {suit.lower(): suit for suit in SUITS}


class Euchre:
    """A dealer is drawn, who gives cards in turn and begins with himself; then one is turned up."""

    def __init__(self, told: Told) -> None:
        dealer, *dealt, self.turned = told["chance"]
        self.dealer = SEATS.index(dealer)
        self.rest = {f"hand {(self.dealer + n) % 4}": iter(dealt[n::4]) for n in range(4)}

    def chance(self, state: coupdsl.State) -> str:
        if state.decision == "first_dealer":
            return f"first_dealer {self.dealer}"
        place = str(state.legal_moves()[0]).split(" to ")[1]
        return f"deal {self.turned if place == 'turned' else next(self.rest[place])} to {place}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        words = WORDS | {"order_up": next(suit for suit in SUITS if suit[0] == self.turned[1])}
        return {words.get(str(move), str(move).split()[-1]): str(move) for move in state.legal_moves()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        scores = result.scores
        return [scores[seat] - scores[(seat + 1) % 4] for seat in range(4)]


def lockstep(game: str, games: int, options: dict[str, Any] | None = None) -> None:
    compare(rules_of("euchre-open-spiel", 4, options), open_spiel(game, games, games // 10), Euchre)


def test_euchre() -> None:
    lockstep("euchre", 10 * GAMES)


OPTIONS = {
    "stick_the_dealer=false": {"dealer.stuck": False},
    "allow_lone_defender=true": {"lone_hand.defence": "always"},
}


@pytest.mark.parametrize("parameters", [*OPTIONS, ",".join(OPTIONS)], ids=[*OPTIONS, "all"])
def test_euchre_with_other_rules(parameters: str) -> None:
    options = {key: value for one in parameters.split(",") for key, value in OPTIONS[one].items()}
    lockstep(f"euchre({parameters})", GAMES, options)


# ---- the comparison would notice
@cache
def sample() -> tuple[Told, ...]:
    return tuple(open_spiel("euchre(allow_lone_defender=true)", 100, 100))


OTHERWISE = [
    ("dealer.stuck", False),
    ("dealer.lays_aside", "any_card"),
    ("lone_hand.announced", "with_trump"),
    ("lone_hand.defence", "never"),
    ("lone_hand.defence", "against_alone"),
    ("lone_hand.lead", "left_of_maker"),
    ("first.dealer", "last_seat"),
]


@pytest.mark.parametrize(("option", "reading"), OTHERWISE)
def test_other_rules_are_noticed(option: str, reading: Any) -> None:
    rules = rules_of("euchre-open-spiel", 4, {"lone_hand.defence": "always", option: reading})
    assert any(departure(rules, told, Euchre) for told in sample())
