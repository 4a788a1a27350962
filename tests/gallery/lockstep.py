"""Games of OpenSpiel, move by move beside ours: the same options at every state, the same returns.

OpenSpiel plays random games in a process of its own, so that a crash of it fails one test and ends no test run. What
differs from game to game is how it is `read` here: what chance does, how actions are called, what is returned.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import pytest

import coupdsl

Told = dict[str, Any]  # a game as `open_spiel_games.py` writes it
SCRIPT = Path(__file__).with_name("open_spiel_games.py")
BESIDE_OPEN_SPIEL = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(
        importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed; the extra `test` installs it"
    ),
]


class Reading(Protocol):
    """One game of OpenSpiel as one of ours; made anew for each."""

    def __init__(self, told: Told) -> None: ...

    def chance(self, state: coupdsl.State) -> str:
        """What chance does here, as a move of ours."""

    def moves(self, state: coupdsl.State) -> dict[str, str]:
        """The moves that are legal, by the words of OpenSpiel; empty where ours is known at its next step only."""

    def returns(self, result: coupdsl.Result) -> list[float]:
        """What OpenSpiel returns for such an end."""


def open_spiel(game: str, count: int, share: int, script: Path = SCRIPT) -> Iterator[Told]:
    """`count` random games and `share` lopsided ones; the test fails where OpenSpiel does not play them all."""
    yield from map(json.loads, _lines([str(script), game, "1", str(count), str(share)], count + share))


def every_game(game: str) -> list[Told]:
    """All games that there are, of one whose tree is small."""
    return [json.loads(line) for line in _lines([str(SCRIPT), game], None)]


def _lines(call: list[str], count: int | None) -> list[str]:
    done = subprocess.run([sys.executable, *call], capture_output=True, text=True, check=False, timeout=600)
    lines = done.stdout.splitlines()
    if done.returncode or count not in (None, len(lines)):
        pytest.fail(f"OpenSpiel ended with {done.returncode} in game {len(lines) + 1}: {done.stderr[-500:]}")
    return lines


def departure(rules: coupdsl.Rules | Walk, told: Told, read: type[Reading]) -> tuple[int, str] | None:
    """After how many moves the game departs from that of OpenSpiel, and how; None if nowhere."""
    reading = read(told)
    state = rules.start()
    played: list[str] = []

    def departs(what: str) -> tuple[int, str]:
        return len(played), f"chance: {told['chance']}\n  played: {', '.join(played)}\n  then: {what}"

    for player, legal, chosen in told["steps"]:
        while state.actor == coupdsl.CHANCE:
            state.apply(reading.chance(state))
        mine = reading.moves(state)
        if (state.actor, sorted(mine)) != (player, legal):
            return departs(f"seat {state.actor} may {sorted(mine)}, in OpenSpiel seat {player} may {legal}")
        if mine[chosen]:
            state.apply(mine[chosen])
            played.append(f"{player} {mine[chosen]}")
    if told["returns"] is None:  # OpenSpiel cannot go on
        return None
    while state.actor == coupdsl.CHANCE:
        state.apply(reading.chance(state))
    result = state.result()
    if result is None:
        return departs("the game goes on, in OpenSpiel it is over")
    returns = reading.returns(result)
    return None if returns == told["returns"] else departs(f"{returns}, in OpenSpiel {told['returns']}")


def compare(rules: coupdsl.Rules, games: Iterable[Told], read: type[Reading]) -> None:
    games = list(games)
    assert sum(told["returns"] is None for told in games) <= len(games) / 100
    found: Sequence[tuple[int, str] | None] = [departure(rules, told, read) for told in games]
    wrong = sorted(one for one in found if one is not None)
    assert not wrong, f"{len(wrong)} of {len(found)} games depart; the shortest:\n  {wrong[0][1]}"


# ---- whole games
@dataclass
class Node:
    """A state of ours that was reached, how likely chance makes it, and what comes after it."""

    state: coupdsl.State
    likely: Fraction = Fraction(1)
    after: dict[str, Node] = field(default_factory=dict)

    def next(self, move: str) -> Node:
        if move not in self.after:
            weights = {str(one): weight for one, weight in self.state.chances()} or {move: 1}
            state = self.state.copy()
            state.apply(move)
            self.after[move] = Node(state, self.likely * Fraction(weights[move], sum(weights.values())))
        return self.after[move]

    def missed(self) -> Iterator[str]:
        """Moves that are possible and that no game made."""
        for move in map(str, self.state.legal_moves()):
            if move in self.after:
                yield from (f"{move}, {later}" for later in self.after[move].missed())
            else:
                yield move


class Walk:
    """Rules and a state at once, for `departure`: what an earlier game began with is not played again."""

    def __init__(self, rules: coupdsl.Rules) -> None:
        self.first = self.node = Node(rules.start())

    def start(self) -> Walk:
        self.node = self.first
        return self

    def apply(self, move: str) -> None:
        self.node = self.node.next(move)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.node.state, name)


def compare_whole(rules: coupdsl.Rules, games: Iterable[Told], read: type[Reading]) -> None:
    """All games that there are: none departs, each is as likely as there, and ours has no others."""
    walk = Walk(rules)
    for told in games:
        found = departure(walk, told, read)
        assert found is None, found[1]
        assert float(walk.node.likely) == pytest.approx(told["likely"])
    assert not list(walk.first.missed())
