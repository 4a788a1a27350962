"""Players that are programs. A bot is asked with what its own seat may see and has chance of its own."""

from __future__ import annotations

from typing import Protocol

from coupdsl.engine.chance import Generator
from coupdsl.engine.moves import Move


class Bot(Protocol):
    def choose(self, moves: list[Move]) -> Move:
        """One of the moves offered to its seat."""


class RandomBot:
    """Chooses evenly among what is offered."""

    def __init__(self, seed: int) -> None:
        self._chance = Generator.from_seed(seed)

    def choose(self, moves: list[Move]) -> Move:
        return moves[self._chance.below(len(moves))]


BOTS = {"random": RandomBot}
