"""Whole games of one ruleset, played without Python: any number of threads may ask for games at once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from coupdsl.engine.rules import Rules
from coupdsl.native.kept_code import compiled, fetch, store
from coupdsl.native.llvm.jit import CAREFUL, QUICK, Compiled

if TYPE_CHECKING:
    from coupdsl.native.llvm.careful import Careful
    from coupdsl.native.module import Module
    from coupdsl.native.playing import Playing


class Batch:
    """`make` says what is counted: it gives the subclass of `Playing` for a module, and code is kept by its name.

    Code made with care is taken where it was kept, else code of this `speed`; what makes code is imported for that.
    """

    def __init__(self, rules: Rules, make: Callable[[Module], Playing], speed: int = QUICK) -> None:
        self.rules, self._make = rules, make
        self._what = f"{make.__module__}.{make.__qualname__}"
        begin = perf_counter()
        careful = fetch(rules, self._what, CAREFUL)
        found, self._about = careful or compiled(rules, self._what, speed, self._text)
        self.width: int = self._about["width"]
        self._fresh = bytes.fromhex(self._about["fresh"])
        self._use(found)
        self.is_careful = careful is not None or speed == CAREFUL
        self.seconds = perf_counter() - begin  # it took to make the code

    def _text(self) -> tuple[str, dict[str, Any]]:
        """The assembly, with the bytes of a row and the block of a state before its game."""
        from coupdsl.engine.state import State
        from coupdsl.native.memory.blocks import Blocks

        text, width = playing_text(self.rules, self._make)
        fresh = bytes(Blocks(self.rules).block(State.before(self.rules), seeded=True))
        return text, {"width": width, "fresh": fresh.hex()}

    def _use(self, compiled: Compiled) -> None:
        self._code = compiled, games_of(compiled)

    @property
    def code(self) -> Compiled:
        """The code by which games are played now."""
        return self._code[0]

    def begin_care(self) -> Careful:
        """Code made with care, by another process; see `take_over`."""
        from coupdsl.native.llvm.careful import Careful

        compiled, _ = self._code
        return Careful(self._text()[0], compiled.names)

    def take_over(self, careful: Careful) -> bool:
        """Plays by the careful code from now on, if it is there."""
        code = careful.code()
        if code is not None:
            self._use(code)
            self.is_careful = True
            store(self.rules, self._what, CAREFUL, code, self._about)
        return code is not None

    def play(self, seed: int, first: int, count: int, rows: int, start: bytes | None = None) -> int:
        """Plays `count` games from number `first`, from their beginning or from the block of a state.

        Writes a row of `width` bytes for each at the address `rows`. Gives how many it has played: fewer than it should
        where the rules fail in the next.
        """
        compiled, run = self._code  # both, so that this code lives as long as it runs
        state = ctypes.create_string_buffer(len(self._fresh))
        done = run(state, start or self._fresh, seed, first, count, rows)
        del compiled
        return done


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
