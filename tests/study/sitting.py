"""Players of the tests of ladders."""

from __future__ import annotations

import os

from coupdsl.code.moves import Move

OFFERED: list[tuple[str, ...]] = []  # what each `First` was offered in its first turn


class First:
    """Chooses the first move and notes what it was offered in its first turn."""

    def __init__(self, seed: int) -> None:
        self.turns = 0

    def choose(self, moves: list[Move]) -> Move:
        if not self.turns:
            OFFERED.append(tuple(map(str, moves)))
        self.turns += 1
        return moves[0]


class Last:
    def __init__(self, seed: int) -> None:
        pass

    def choose(self, moves: list[Move]) -> Move:
        return moves[-1]


AlsoLast = Last


class Failing(Last):
    """Fails in about every sixteenth game."""

    def __init__(self, seed: int) -> None:
        self.fails = seed % 16 == 0

    def choose(self, moves: list[Move]) -> Move:
        if self.fails:
            raise ValueError("I do not know")
        return moves[-1]


class Cheating(Last):
    def choose(self, moves: list[Move]) -> Move:
        return "win"  # type: ignore[return-value]


class Unmade(Last):
    def __init__(self, seed: int) -> None:
        raise OSError("there is no room")


class Ending(Last):
    """Ends the process it plays in."""

    def choose(self, moves: list[Move]) -> Move:
        os._exit(9)
