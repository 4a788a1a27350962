"""Crazy Eights, move by move beside OpenSpiel."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, rules_of, sample

import coupdsl

GAMES = 100 * FACTOR
NAME = "crazy-eights-open-spiel"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
pytestmark = BESIDE_OPEN_SPIEL


class CrazyEights:
    """First comes the dealer, then all cards as they are drawn; hands are dealt in turn there, one by one here."""

    def __init__(self, told: Told) -> None:
        first, *rest = told["chance"]
        self.dealer = first.split()[2]
        drawn = [text.split()[1][::-1] for text in rest]
        seats = len(told["returns"])
        dealt = seats * (7 if seats == 2 else 5)
        hands = [card for seat in range(seats) for card in drawn[seat:dealt:seats]]
        self.drawn = iter(hands + drawn[dealt:])

    def chance(self, state: coupdsl.State) -> str:
        if state.decision == "first_dealer":
            return f"first_dealer {self.dealer}"
        first = str(state.legal_moves()[0])
        card = next(self.drawn, None)
        return f"deal {card} to {first.split(' to ')[1]}" if card else first  # a further deal is not told

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        return {called(str(move)): str(move) for move in state.legal_moves()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        return list(result.scores)


def called(move: str) -> str:
    """A move of ours as OpenSpiel names it."""
    word, _, rest = move.partition(" ")
    if word == "call_suit":
        return f"Nominate suit {rest[0].upper()}"
    return f"Play {rest[::-1]}" if word == "play" else word.capitalize()


def lockstep(players: int, parameters: str = "", options: dict[str, Any] | None = None) -> None:
    game = f"crazy_eights(players={players}{parameters})"
    compare(rules_of(NAME, players, options), open_spiel(game, GAMES, GAMES // 5), CrazyEights)


@pytest.mark.parametrize("players", sample([2, 3, 4, 5, 6, 10, 15], 3))
def test_crazy_eights(players: int) -> None:
    lockstep(players)


# ---- OpenSpiel's own options, as ours
PARAMETERS = {
    "max_draw_cards=1": {"draws.most": 1},
    "max_turns=8": {"plays.most": 8},
    "use_special_cards=true": {"special.cards": "queens_aces_twos"},
    "reshuffle=true": {"stock.empty": "reshuffled"},
}
TOGETHER = ["use_special_cards=true,reshuffle=true", "max_draw_cards=20,use_special_cards=true,max_turns=1000"]
MORE = {"max_draw_cards=20": {"draws.most": 20}, "max_turns=1000": {"plays.most": 1000}}


@pytest.mark.parametrize(("parameters", "players"), sample([*product([*PARAMETERS, *TOGETHER], [2, 6])], 3))
def test_other_parameters(parameters: str, players: int) -> None:
    options = {key: value for one in parameters.split(",") for key, value in (PARAMETERS | MORE)[one].items()}
    lockstep(players, f",{parameters}", options)


# ---- the comparison would notice
@cache
def theirs(parameters: str) -> tuple[Told, ...]:
    return tuple(open_spiel(f"crazy_eights(players=3{parameters})", 50, 50))


OTHERWISE = [
    ("", "draws.most", "none"),
    ("", "draws.most", 4),
    ("", "play.forced", True),
    ("", "stock.empty", "reshuffled"),
    ("", "special.cards", "queens_aces_twos"),
    ("", "hands.count", "for_lowest"),
    ("", "plays.most", 20),
    ("", "game.lasts", "to_limit"),
    (",use_special_cards=true", "special.cards", "none"),
    (",reshuffle=true", "stock.empty", "stays_empty"),
]


@pytest.mark.parametrize(("parameters", "option", "reading"), sample(OTHERWISE, 4))
def test_other_rules_are_noticed(parameters: str, option: str, reading: Any) -> None:
    given, games = PARAMETERS.get(parameters[1:], {}), theirs(parameters)
    same, other = rules_of(NAME, 3, given), rules_of(NAME, 3, given | {option: reading})
    assert not any(departure(same, told, CrazyEights) for told in games)
    assert any(departure(other, told, CrazyEights) for told in games)
