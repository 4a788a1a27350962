"""Seats that see all cards: worlds that are the true game, and games of players who are told everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import coupdsl
from coupdsl.engine.chance import Generator, derive
from coupdsl.search.levels import Level, Thinker

Maker = Callable[["Clairvoyant", int, int], Any]


@dataclass
class World:
    state: Any


class Clairvoyant:
    """A source of worlds that looks into the true game, whose `state` it is shown."""

    def __init__(self, rules: coupdsl.Rules, state: Any) -> None:
        self.rules, self.state = rules, state

    def told(self, events: Sequence[Any]) -> None:
        """It sees more than that."""

    def sample(self, count: int) -> list[World]:
        return [World(self.state.copy())] * count


class Randomly:
    def __init__(self, source: Clairvoyant, seat: int, seed: int) -> None:
        self.chance = Generator.from_seed(seed)

    def choose(self, decision: str, moves: Sequence[coupdsl.Move], view: Any) -> coupdsl.Move:
        return moves[self.chance.below(len(moves))]


def thinking(level: Level) -> Maker:
    return lambda source, seat, seed: Thinker(level, lambda *_: source, source.rules, seat, seed)


def played(rules: coupdsl.Rules, seed: int, makers: Sequence[Maker]) -> coupdsl.Result:
    """The end of one game among players who see everything."""
    state = coupdsl.Machine(rules).start(seed)
    source = Clairvoyant(rules, state)
    players = [make(source, seat, derive(seed, seat)) for seat, make in enumerate(makers)]
    while state.actor is not None:
        moves = state.legal_moves()
        state.apply(players[state.actor].choose(state.decision or "", moves, {}))
    result = state.result()
    assert result is not None
    return result
