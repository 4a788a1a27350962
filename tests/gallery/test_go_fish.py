"""Go Fish, move by move beside OpenSpiel."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, rules_of, sample

import coupdsl

GAMES = 100 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

# OpenSpiel calls ranks by letters and knows no suits; here `a` is the first rank that the rules name.
RANKS = ["ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two"]
LETTER_OF = dict(zip(RANKS, "abcdefghijklm", strict=True))
RANK_OF = {letter: rank for rank, letter in LETTER_OF.items()}


class GoFish:
    """Cards are drawn one by one, and asked for by seat and rank: `1c` asks seat 1 for queens."""

    def __init__(self, told: Told) -> None:
        self.drawn = iter(told["chance"])

    def chance(self, state: coupdsl.State) -> str:
        drawn = RANK_OF[next(self.drawn)]
        return next(move for move in map(str, state.legal_moves()) if move.split()[1] == drawn)

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        asked = [str(move) for move in state.legal_moves()]
        return {seat + LETTER_OF[rank]: move for move in asked for _, seat, rank in [move.split()]}

    def returns(self, result: coupdsl.Result) -> list[float]:
        """One is shared by the winners, and lost by the others together; nothing where all win."""
        won = len(result.winners)
        lost = len(result.scores) - won
        if not lost:
            return [0.0] * won
        return [1 / won if seat in result.winners else -1 / lost for seat in range(won + lost)]


def lockstep(game: str, players: int, games: int, options: dict[str, Any] | None = None) -> None:
    compare(rules_of("go-fish-open-spiel", players, options), open_spiel(game, games, 0), GoFish)


# ---- exactly OpenSpiel's game; with ten players its deal may ask for more cards than there are
@pytest.mark.parametrize("players", sample(range(2, 10), 4))
def test_go_fish(players: int) -> None:
    lockstep(f"go_fish(players={players})", players, GAMES)


# ---- OpenSpiel's own options, as ours
PARAMETERS: dict[str, dict[str, Any]] = {
    "players=10,initial_cards=3": {"deal.size": 3},
    "players=4,initial_cards=10": {"deal.size": 10},
    "players=2,initial_cards=1": {"deal.size": 1},
    "players=3,ask_after_empty_draw=false": {"empty_hand.draws": "and_waits"},
    "players=2,end_on_first_out=true": {"game.until": "out_by_book"},
    "players=4,end_on_first_out=true": {"game.until": "out_by_book"},
    "players=4,end_on_first_out=true,most_books_wins=false": {"game.until": "out_by_book", "game.won_by": "first_out"},
    "players=3,initial_cards=3,ranks=6": {"deal.size": 3, "pack.ranks": 6},
    "players=3,suits=3": {"pack.copies": 3},
    "players=2,initial_cards=5,suits=2": {"deal.size": 5, "pack.copies": 2},
    "players=3,initial_cards=3,suits=2,ask_after_empty_draw=false": {
        "deal.size": 3,
        "pack.copies": 2,
        "empty_hand.draws": "and_waits",
    },
    "players=3,initial_cards=3,ranks=9,suits=2,end_on_first_out=true,most_books_wins=false": {
        "deal.size": 3,
        "pack.ranks": 9,
        "pack.copies": 2,
        "game.until": "out_by_book",
        "game.won_by": "first_out",
    },
}


@pytest.mark.parametrize("parameters", sample([*PARAMETERS], 6))
def test_go_fish_with_other_rules(parameters: str) -> None:
    players = int(parameters.partition(",")[0].removeprefix("players="))
    lockstep(f"go_fish({parameters})", players, GAMES, PARAMETERS[parameters])


# ---- the comparison would notice
@cache
def sample(parameters: str) -> tuple[Told, ...]:
    return tuple(open_spiel(f"go_fish(players=3{parameters})", 100, 0))


OTHERWISE = [
    ("", "deal.size", "seven_up_to_three"),
    ("", "deal.size", 6),
    ("", "fishing.asks_again", "book"),
    ("", "fishing.asks_again", "never"),
    ("", "turn.passes_to", "who_was_asked"),
    ("", "empty_hand.draws", "and_waits"),
    ("", "game.until", "out_by_book"),
    ("", "game.until", "out_or_no_stock"),
    (",end_on_first_out=true", "game.until", "all_books"),
    (",end_on_first_out=true", "game.won_by", "first_out"),
]


@pytest.mark.parametrize(("parameters", "option", "reading"), OTHERWISE)
def test_other_rules_are_noticed(parameters: str, option: str, reading: Any) -> None:
    ours = {"game.until": "out_by_book"} if parameters else {}
    rules = rules_of("go-fish-open-spiel", 3, {**ours, option: reading})
    assert any(departure(rules, told, GoFish) for told in sample(parameters))


def test_without_more_cards_for_a_book_that_is_dealt_it_would_be_noticed() -> None:
    with pytest.raises(AssertionError, match="games depart"):
        rules = rules_of("go-fish", 3, {"deal.size": 7})
        compare(rules, open_spiel("go_fish(players=3,initial_cards=7)", GAMES, 0), GoFish)
