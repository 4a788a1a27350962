"""Liar's Dice, move by move beside OpenSpiel: whole games with few dice of few sides, and random games of more."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, compare_whole, departure, every_game, open_spiel
from tests.helpers import FACTOR, WHOLE, rules_of

import coupdsl

GAMES = 100 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

FACES = ["ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"]


class LiarsDice:
    """OpenSpiel plays with two. It writes a bid of three fours `3-4`, and a roll of a four `Roll 4`."""

    def __init__(self, told: Told) -> None:
        self.rolled = iter(told["chance"])

    def chance(self, state: coupdsl.State) -> str:
        _, side = next(self.rolled, "Roll 1").split()
        return f"roll {FACES[int(side) - 1]}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        return {self.written(str(move)): str(move) for move in state.legal_moves()}

    def written(self, move: str) -> str:
        if not move.startswith("bid "):
            return move.capitalize()
        _, number, side = move.split()
        return f"{number}-{FACES.index(side) + 1}"

    def returns(self, result: coupdsl.Result) -> list[float]:
        return [1.0 if seat in result.winners else -1.0 for seat in range(len(result.scores))]


RULES = {"reset-face": "number_or_face", "reset-quantity": "face_or_number"}


def both(dice: int, sides: int, bidding: str) -> tuple[str, coupdsl.Rules]:
    """OpenSpiel's game and ours."""
    options = {"dice.each": dice, "die.sides": sides, "raise.by": RULES[bidding]}
    game = f"liars_dice(numdice={dice},dice_sides={sides},bidding_rule={bidding})"
    return game, rules_of("liars-dice-open-spiel", 2, options)


# ---- every end; each set of rolls is followed by each rising row of bids, of which the last is called
SMALL = [(1, 2), (1, 3), (1, 4), (2, 2), *([(1, 5), (1, 6)] if WHOLE else [])]


@pytest.mark.parametrize("bidding", RULES)
@pytest.mark.parametrize(("dice", "sides"), SMALL)
def test_the_whole_game(dice: int, sides: int, bidding: str) -> None:
    game, rules = both(dice, sides, bidding)
    games = every_game(game)
    assert len(games) == sides ** (2 * dice) * (2 ** (2 * dice * sides) - 1)
    compare_whole(rules, games, LiarsDice)


@pytest.mark.parametrize("bidding", RULES)
@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (5, 6), (3, 4), (1, 10), (5, 10), (4, 2)])
def test_more_dice(dice: int, sides: int, bidding: str) -> None:
    game, rules = both(dice, sides, bidding)
    compare(rules, open_spiel(game, GAMES, 0), LiarsDice)


# ---- the comparison would notice
@cache
def sample(bidding: str) -> tuple[Told, ...]:
    return tuple(open_spiel(f"liars_dice(numdice=2,bidding_rule={bidding})", 100, 0))


OTHERWISE = [
    ("reset-face", "dice.each", 1),
    ("reset-face", "dice.wild", "ones"),
    ("reset-face", "dice.wild", "none"),
    ("reset-face", "raise.by", "face_or_number"),
    ("reset-face", "raise.by", "one_of_them"),
    ("reset-face", "spot_on.call", "costs_others"),
    ("reset-face", "play.until", "one_is_left"),
    ("reset-face", "die.sides", 5),
    ("reset-quantity", "raise.by", "number_or_face"),
    ("reset-quantity", "raise.by", "one_of_them"),
]


@pytest.mark.parametrize(("bidding", "option", "reading"), OTHERWISE)
def test_other_rules_are_noticed(bidding: str, option: str, reading: Any) -> None:
    options = {"dice.each": 2, "raise.by": RULES[bidding], option: reading}
    rules = rules_of("liars-dice-open-spiel", 2, options)
    assert any(departure(rules, told, LiarsDice) for told in sample(bidding))


@pytest.mark.parametrize("bidding", RULES)
def test_rules_as_they_are_depart_nowhere(bidding: str) -> None:
    _, rules = both(2, 6, bidding)
    compare(rules, sample(bidding), LiarsDice)
