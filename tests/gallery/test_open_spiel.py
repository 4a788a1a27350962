"""Well-known games, move by move beside OpenSpiel: the same options at every state, the same returns.

OpenSpiel plays random games in a process of its own, so that a crash of it fails one test and ends no test run.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 1000 * FACTOR
SCRIPT = Path(__file__).with_name("open_spiel_games.py")
pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(
        importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed; the extra `test` installs it"
    ),
]


def open_spiel(game: str, count: int, share: int, script: Path = SCRIPT) -> Iterator[dict[str, Any]]:
    """`count` random games and `share` lopsided ones; the test fails where OpenSpiel does not play them all."""
    call = [sys.executable, str(script), game, "1", str(count), str(share)]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=600)
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != count + share:
        pytest.fail(f"OpenSpiel ended with {done.returncode} in game {len(lines) + 1}: {done.stderr[-500:]}")
    yield from map(json.loads, lines)


# ---- one game, played on both sides
@dataclass
class Chance:
    """What was drawn, forced here: the cards of each seat, and other outcomes by decision or zone."""

    hands: tuple[tuple[str, ...], ...]
    named: dict[str, str]

    def __post_init__(self) -> None:
        self.rest = {f"hand {seat}": iter(hand) for seat, hand in enumerate(self.hands)}

    def choose(self, state: coupdsl.State) -> str:
        if state.decision in self.named:
            return f"{state.decision} {self.named[state.decision]}"
        place = str(state.legal_moves()[0]).split(" to ")[1]
        if place in self.named:
            return f"deal {self.named[place]} to {place}"
        return f"deal {next(self.rest[place])} to {place}"


PASSES = {"No Pass": "0", "Left": "1", "Across": "2", "Right": "3"}


def forced(kind: str, seats: int, outcomes: list[str]) -> Chance:
    """OpenSpiel deals in turn from the first seat; before and after that come the outcomes with names."""
    named: dict[str, str] = {}
    if kind == "hearts":
        named = {"direction": PASSES[outcomes[0]]}
        outcomes = outcomes[1:]
    elif kind == "oh_hell":
        size, dealer, *outcomes, turned = outcomes
        named = {"tricks_to_come": size, "first_dealer": dealer, "turned": turned}
    return Chance(tuple(tuple(outcomes[seat::seats]) for seat in range(seats)), named)


def departure(rules: coupdsl.Rules, kind: str, one: dict[str, Any]) -> tuple[int, str] | None:
    """After how many moves the game departs from that of OpenSpiel, and how; None if nowhere."""
    chance = forced(kind, rules.players, one["chance"])
    state = rules.start()
    played: list[str] = []

    def told(what: str) -> tuple[int, str]:
        hands = "".join(f"\n  hand {seat}: {' '.join(hand)}" for seat, hand in enumerate(chance.hands))
        return len(played), f"{chance.named}{hands}\n  played: {', '.join(played)}\n  then: {what}"

    for player, legal, chosen in one["steps"]:
        while state.actor == coupdsl.CHANCE:
            state.apply(chance.choose(state))
        mine = {str(move).split()[-1]: str(move) for move in state.legal_moves()}
        if (state.actor, sorted(mine)) != (player, legal):
            return told(f"seat {state.actor} may {sorted(mine)}, in OpenSpiel seat {player} may {legal}")
        state.apply(mine[chosen])
        played.append(f"{player} {mine[chosen]}")
    result = state.result()
    if result is None:
        return told("the game goes on, in OpenSpiel it is over")
    returns = [26 - score if kind == "hearts" else score for score in result.scores]
    return None if returns == one["returns"] else told(f"{returns}, in OpenSpiel {one['returns']}")


def compare(name: str, game: str, players: int, games: int, options: dict[str, Any] | None = None) -> None:
    rules = rules_of(name, players, options)
    kind = game.partition("(")[0]
    found = [departure(rules, kind, one) for one in open_spiel(game, games, games // 10)]
    wrong = sorted(one for one in found if one is not None)
    assert not wrong, f"{len(wrong)} of {len(found)} games depart; the shortest:\n  {wrong[0][1]}"


# ---- exactly OpenSpiel's games
def test_hearts() -> None:
    compare("hearts-open-spiel", "hearts", 4, GAMES)


def test_spades() -> None:
    compare("spades-open-spiel", "spades", 4, GAMES)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_oh_hell(players: int) -> None:
    compare("oh-hell-open-spiel", f"oh_hell(players={players})", players, GAMES // 5)


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
    compare("hearts-open-spiel", f"hearts({parameters})", 4, 50 * FACTOR, options)


def test_oh_hell_with_penalties() -> None:
    game = "oh_hell(players=4,off_bid_penalty=true)"
    compare("oh-hell-open-spiel", game, 4, 100 * FACTOR, {"missed.brings": "difference"})


# ---- the comparison would notice
@cache
def sample(game: str) -> tuple[dict[str, Any], ...]:
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
    assert any(departure(rules, game, one) for one in sample(game))


def test_a_crash_of_the_other_process_is_told(tmp_path: Path) -> None:
    script = tmp_path / "crash.py"
    script.write_text("import os\nprint('{}', flush=True)\nos.abort()\n")
    with pytest.raises(pytest.fail.Exception, match="ended with -6 in game 2"):
        list(open_spiel("hearts", 2, 0, script))
