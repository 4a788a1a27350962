"""Table games whose rules are data: load a ruleset, play it, look at it from any seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coupdsl.engine.chance import CHANCE
from coupdsl.version import __version__ as __version__

if TYPE_CHECKING:
    from coupdsl.code.errors import GameOver, IllegalMove, NotYourTurn, RulesError, UnknownMove
    from coupdsl.code.moves import Move
    from coupdsl.engine.load import load
    from coupdsl.engine.rules import Rules
    from coupdsl.engine.state import State
    from coupdsl.engine.turn import Result
    from coupdsl.language.diagnostics import Problems
    from coupdsl.native.machine import Machine
    from coupdsl.play.game import Game
    from coupdsl.search.player import Player

_HOMES = {
    "Game": "coupdsl.play.game", "GameOver": "coupdsl.code.errors", "IllegalMove": "coupdsl.code.errors",
    "Move": "coupdsl.code.moves", "Problems": "coupdsl.language.diagnostics", "Result": "coupdsl.engine.turn",
    "RulesError": "coupdsl.code.errors", "Rules": "coupdsl.engine.rules", "State": "coupdsl.engine.state",
    "NotYourTurn": "coupdsl.code.errors", "UnknownMove": "coupdsl.code.errors",
    "Machine": "coupdsl.native.machine", "Player": "coupdsl.search.player", "load": "coupdsl.engine.load",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Imports on first use, so that the command line starts quickly."""
    if name not in _HOMES:
        raise AttributeError(f"module 'coupdsl' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """All names, also those not yet imported, for who explores the package."""
    return sorted({*globals(), *__all__})


__all__ = [
    "CHANCE",
    "Game",
    "GameOver",
    "IllegalMove",
    "Machine",
    "Move",
    "NotYourTurn",
    "Player",
    "Problems",
    "Result",
    "Rules",
    "RulesError",
    "State",
    "UnknownMove",
    "load",
]  # fmt: skip
