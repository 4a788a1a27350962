"""Players that are programs: what they are told and asked. They know what their seat was sent, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from coupdsl.code.moves import Move
from coupdsl.engine.rules import Rules

Told = dict[str, Any]  # an event as `Game.seen` gives it


class Player(Protocol):
    """Plays one seat in one game."""

    def told(self, events: Sequence[Told]) -> None:
        """Takes note of what its seat is sent, in order, as it happens; its own choices come as `asked`."""

    def choose(self, decision: str, moves: Sequence[Move], view: Mapping[str, Any]) -> Move:
        """One of the moves offered; `view` is what its seat sees now. All that was sent before has been told."""


Maker = Callable[[Rules, int, int], Player]  # of the rules, its seat, and a seed of its own: never the game's
