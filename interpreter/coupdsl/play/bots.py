"""Players that are programs. A bot is asked with what its own seat may see and has chance of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol

from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator


class Bot(Protocol):
    def choose(self, moves: list[Move]) -> Move:
        """One of the moves offered to its seat."""


class RandomBot:
    """Chooses evenly among what is offered."""

    def __init__(self, seed: int) -> None:
        self._chance = Generator.from_seed(seed)

    def choose(self, moves: list[Move]) -> Move:
        return moves[self._chance.below(len(moves))]


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


@cache
def find_bot(name: str) -> Callable[[int], Bot]:
    """What makes the bot of this name from a seed: one of `BOTS`, or `module:name`, imported; LookupError if none."""
    if name in BOTS:
        return BOTS[name]
    from importlib import import_module

    module, colon, attribute = name.partition(":")
    try:
        if not colon:
            raise LookupError
        found: Callable[[int], Bot] = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError, LookupError):
        raise LookupError(f"there is no bot `{name}`; there is: {', '.join(BOTS)}, or yours as module:name") from None
    return found
