"""Whole games of one ruleset, played without Python: any number of threads may ask for games at once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from coupdsl.engine.rules import Rules
from coupdsl.native.improving import Improving
from coupdsl.native.llvm.jit import Compiled

if TYPE_CHECKING:
    from coupdsl.native.module import Module
    from coupdsl.native.playing import Playing


class Batch:
    """`make` says what is counted: it gives the subclass of `Playing` for a module, and code is kept by its name.

    What makes code is imported where some has to be made.
    """

    def __init__(self, rules: Rules, make: Callable[[Module], Playing], speed: int | None = None) -> None:
        self.rules = rules
        what, text = f"{make.__module__}.{make.__qualname__}", partial(_text, rules, make)
        self.improving = Improving(rules, what, speed, text, self._use)
        self.width: int = self.improving.about["width"]
        self._fresh = bytes.fromhex(self.improving.about["fresh"])

    def _use(self, compiled: Compiled) -> None:
        self._games = games_of(compiled)

    def play(self, seed: int, first: int, count: int, rows: int, start: bytes | None = None) -> int:
        """Plays `count` games from number `first`, from their beginning or from the block of a state.

        Writes a row of `width` bytes for each at the address `rows`. Gives how many it has played: fewer than it should
        where the rules fail in the next.
        """
        state = ctypes.create_string_buffer(len(self._fresh))
        return self._games(state, start or self._fresh, seed, first, count, rows)


def games_of(compiled: Compiled) -> Callable[..., int]:
    """The function that plays games: the room for a state, one before its beginning, seed, first, count, the rows."""
    address, word = ctypes.c_void_p, ctypes.c_int64
    run: Callable[..., int] = compiled.function("games", word, address, address, ctypes.c_uint64, word, word, address)
    return run


def playing_text(rules: Rules, make: Callable[[Module], Playing]) -> tuple[str, int]:
    """The LLVM assembly that plays whole games, and the bytes of a row."""
    from coupdsl.native.module import Module

    module = Module(rules, told=False)
    playing = make(module)
    playing.whole()
    return module.text(), playing.width


def _text(rules: Rules, make: Callable[[Module], Playing]) -> tuple[str, dict[str, Any]]:
    """The assembly, with the bytes of a row and the block of a state before its game."""
    from coupdsl.engine.state import State
    from coupdsl.native.memory.blocks import Blocks

    text, width = playing_text(rules, make)
    fresh = bytes(Blocks(rules).block(State.before(rules), seeded=True))
    return text, {"width": width, "fresh": fresh.hex()}
