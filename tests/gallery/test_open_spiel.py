"""Well-known games, move by move beside OpenSpiel: the same options at every state, the same returns.

OpenSpiel plays random games in a process of its own, so that a crash of it ends no test run.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import FACTOR, rules_of

import coupdsl

GAMES = 1000 * FACTOR
SCRIPT = Path(__file__).with_name("open_spiel_games.py")


def open_spiel(game: str, count: int) -> Iterator[dict[str, Any]]:
    pytest.importorskip("pyspiel")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), game, "1", str(count)], capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    if done.returncode and not lines:
        pytest.skip(f"OpenSpiel itself fails: {done.stderr[-300:]}")
    yield from map(json.loads, lines)


class Deal:
    """Forces chance: the cards each seat gets, and what else was drawn."""

    def __init__(self, seats: int, cards: list[str], named: dict[str, str]) -> None:
        self.hands = [cards[seat::seats] for seat in range(seats)]
        self.named = named

    def choose(self, state: coupdsl.State) -> str:
        if state.decision in self.named:
            return f"{state.decision} {self.named[state.decision]}"
        place = str(state.legal_moves()[0]).split(" to ")[1]
        card = self.hands[int(place.split()[1])].pop() if place.startswith("hand") else self.named[place]
        return f"deal {card} to {place}"


def departure(rules: coupdsl.Rules, deal: Deal, steps: list[Any], returns: list[float], offset: int) -> str | None:
    """Where the game departs from that of OpenSpiel, None if nowhere."""
    state = rules.start()
    played = []
    for player, legal, chosen in steps:
        while state.actor == coupdsl.CHANCE:
            state.apply(deal.choose(state))
        mine = {str(move).split()[-1]: str(move) for move in state.legal_moves()}
        if state.actor != player or sorted(mine) != legal:
            return f"after {played}: seat {state.actor} may {sorted(mine)}, in OpenSpiel {player} may {legal}"
        state.apply(mine[chosen])
        played.append(f"{player} {mine[chosen]}")
    result = state.result()
    if result is None:
        return f"after {played}: not at the end"
    scores = [offset - score if offset else score for score in result.scores]
    return None if scores == returns else f"after {played}: {scores} where OpenSpiel returns {returns}"


def compare(name: str, game: str, players: int, made: Any, games: int = GAMES, offset: int = 0) -> None:
    rules = rules_of(name, players)
    found, total = [], 0
    met: Counter[str] = Counter()
    for one in open_spiel(game, games):
        total += 1
        wrong = departure(rules, made(one["chance"]), one["steps"], one["returns"], offset)
        if wrong is not None:
            found.append((len(one["steps"]), wrong))
        met.update(chosen for _, _, chosen in one["steps"])
    assert total == games, "OpenSpiel stopped early"
    assert not found, f"{len(found)} of {total} games depart; the shortest {min(found)[1]}"
    assert len(met) > 30


DIRECTIONS = {"No Pass": "0", "Left": "1", "Across": "2", "Right": "3"}


def test_hearts() -> None:
    def made(chance: list[str]) -> Deal:
        return Deal(4, chance[1:], {"direction": DIRECTIONS[chance[0]]})

    compare("hearts-open-spiel", "hearts", 4, made, offset=26)


def test_spades() -> None:
    compare("spades-open-spiel", "spades", 4, lambda chance: Deal(4, chance, {}))


@pytest.mark.parametrize(("players", "share"), [(3, 0.4), (4, 0.3), (7, 0.3)])
def test_oh_hell(players: int, share: float) -> None:
    def made(chance: list[str]) -> Deal:
        size, dealer, *cards, turned = chance
        return Deal(players, cards, {"tricks_to_come": size, "first_dealer": dealer, "turned": turned})

    compare("oh-hell-open-spiel", f"oh_hell(players={players})", players, made, int(GAMES * share))
