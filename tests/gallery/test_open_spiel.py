"""Well-known games of tricks, move by move beside OpenSpiel."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.gallery.lockstep import BESIDE_OPEN_SPIEL, Reading, Told, compare, departure, open_spiel
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 300 * FACTOR
pytestmark = BESIDE_OPEN_SPIEL

PASSES = {"No Pass": "0", "Left": "1", "Across": "2", "Right": "3"}


class Tricks:
    """Cards are dealt in turn from the first seat; before and after that come outcomes with names."""

    def __init__(self, told: Told) -> None:
        outcomes = told["chance"]
        self.named: dict[str, str] = {}
        if outcomes[0] in PASSES:
            self.named = {"direction": PASSES[outcomes[0]]}
            outcomes = outcomes[1:]
        elif outcomes[0].isdigit():
            size, dealer, *outcomes, turned = outcomes
            self.named = {"tricks_to_come": size, "first_dealer": dealer, "turned": turned}
        seats = len(told["returns"])
        self.rest = {f"hand {seat}": iter(outcomes[seat::seats]) for seat in range(seats)}

    def chance(self, state: coupdsl.State) -> str:
        if state.decision in self.named:
            return f"{state.decision} {self.named[state.decision]}"
        place = str(state.legal_moves()[0]).split(" to ")[1]
        return f"deal {self.named[place] if place in self.named else next(self.rest[place])} to {place}"

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        return {str(move).split()[-1]: str(move) for move in state.legal_moves()}

    def returns(self, result: coupdsl.Result) -> list[float]:
        return list(result.scores)


class Hearts(Tricks):
    def returns(self, result: coupdsl.Result) -> list[float]:
        return [26 - score for score in result.scores]


READ: dict[str, type[Reading]] = {"hearts": Hearts, "spades": Tricks, "oh_hell": Tricks}


def lockstep(name: str, game: str, players: int, games: int, options: dict[str, Any] | None = None) -> None:
    read = READ[game.partition("(")[0]]
    compare(rules_of(name, players, options), open_spiel(game, games, games // 10), read)


# ---- exactly OpenSpiel's games
def test_hearts() -> None:
    lockstep("hearts-open-spiel", "hearts", 4, GAMES)


def test_spades() -> None:
    lockstep("spades-open-spiel", "spades", 4, GAMES)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_oh_hell(players: int) -> None:
    lockstep("oh-hell-open-spiel", f"oh_hell(players={players})", players, GAMES // 5)


# ---- OpenSpiel's own options, as ours
HEARTS = {
    "pass_cards=false": {"pass.direction": "never"},
    "no_pts_on_first_trick=false": {"first_trick.points": "allowed"},
    "can_lead_any_club=true": {"first_lead.card": "any_club"},
    "jd_bonus=true": {"jack.bonus": True},
    "avoid_all_tricks_bonus=true": {"clean.bonus": True},
    "must_break_hearts=false": {"hearts.broken": "free"},
    "qs_breaks_hearts=false": {"hearts.queen_breaks": False},
    "can_lead_hearts_instead_of_qs=true": {"hearts.queen_spared": True},
}


@pytest.mark.parametrize("parameters", [*HEARTS, ",".join(HEARTS)], ids=[*HEARTS, "all"])
def test_hearts_with_other_rules(parameters: str) -> None:
    options = {key: value for one in parameters.split(",") for key, value in HEARTS[one].items()}
    lockstep("hearts-open-spiel", f"hearts({parameters})", 4, 50 * FACTOR, options)


def test_oh_hell_with_penalties() -> None:
    game = "oh_hell(players=4,off_bid_penalty=true)"
    lockstep("oh-hell-open-spiel", game, 4, 100 * FACTOR, {"missed.brings": "difference"})


# ---- the comparison would notice
@cache
def sample(game: str) -> tuple[Told, ...]:
    return tuple(open_spiel(game, 100, 100))


OTHERWISE = [
    ("hearts", "first_lead.card", "any_club"),
    ("hearts", "first_trick.points", "allowed"),
    ("hearts", "hearts.broken", "free"),
    ("hearts", "hearts.queen_breaks", False),
    ("hearts", "jack.bonus", True),
    ("hearts", "clean.bonus", True),
    ("hearts", "moon.shot", "shooter_subtracts"),
    ("hearts", "moon.shot", "nothing"),
    ("spades", "bid.nil", "not_allowed"),
    ("spades", "bid.pair_limit", "none"),
    ("spades", "bid.least", "four"),
    ("spades", "nil.worth", 50),
    ("spades", "nil.tricks", "overtricks"),
    ("spades", "spades.lead", "when_broken"),
    ("spades", "spades.lead", "free"),
    ("spades", "overtricks.penalty", 0),
    ("spades", "overtricks.worth", 0),
    ("oh_hell", "bid.hook", False),
    ("oh_hell", "trump.from", "none"),
    ("oh_hell", "made.brings", 9),
    ("oh_hell", "missed.brings", "nothing"),
    ("oh_hell", "missed.brings", "difference"),
]


@pytest.mark.parametrize(("game", "option", "reading"), OTHERWISE)
def test_other_rules_are_noticed(game: str, option: str, reading: Any) -> None:
    players = 3 if game == "oh_hell" else 4
    rules = rules_of(f"{game.replace('_', '-')}-open-spiel", players, {option: reading})
    assert any(departure(rules, told, READ[game]) for told in sample(game))


def test_a_crash_of_the_other_process_is_told(tmp_path: Path) -> None:
    script = tmp_path / "crash.py"
    script.write_text("import os\nprint('{}', flush=True)\nos.abort()\n")
    with pytest.raises(pytest.fail.Exception, match="ended with -6 in game 2"):
        list(open_spiel("hearts", 2, 0, script))
