"""A player that processes of their own can find by its name."""

from __future__ import annotations

from coupdsl.code.moves import Move


class First:
    """Always chooses the first that is offered."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, moves: list[Move]) -> Move:
        return moves[0]
