"""Many whole games of one ruleset, played without Python: any number of threads may ask for games at once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.native.blocks import Blocks
from coupdsl.native.jit import QUICK, Compiled
from coupdsl.native.module import Module
from coupdsl.native.playing import Playing


class Batch:
    """`make` says what is counted: it gives the subclass of `Playing` for a module."""

    def __init__(self, rules: Rules, make: Callable[[Module], Playing], speed: int = QUICK) -> None:
        self.rules = rules
        text, self.width = playing_text(rules, make)
        self._text = text
        self._fresh = Blocks(rules).block(State.before(rules), seeded=True)
        self._use(Compiled(text, speed))

    def _use(self, compiled: Compiled) -> None:
        address, word = ctypes.c_void_p, ctypes.c_int64
        run = compiled.function("games", word, address, address, ctypes.c_uint64, word, word, address)
        self._code = compiled, run

    def improve(self, speed: int) -> None:
        """Compiles again, with more care; games asked for meanwhile are played as before."""
        self._use(Compiled(self._text, speed))

    def play(self, seed: int, first: int, count: int, rows: int) -> None:
        """Plays `count` games from number `first`; writes a row of `width` bytes for each at the address `rows`.

        Raises RulesError as the reference does where the rules fail.
        """
        code, run = self._code  # both, so that this code lives as long as it runs
        state, fresh = ctypes.create_string_buffer(len(self._fresh)), ctypes.create_string_buffer(bytes(self._fresh))
        done = run(state, fresh, seed, first, count, rows)
        del code
        if done < count:
            self._told_by_reference(seed, first + done)

    def _told_by_reference(self, seed: int, number: int) -> None:
        """Plays the game again, as the same players do, to the place where the rules fail."""
        own = derive(seed, number)
        state = self.rules.start(own)
        players = [Generator.from_seed(derive(own, 1 + seat)) for seat in range(self.rules.players)]
        while state.actor is not None:
            moves = state.legal_moves()
            state.apply(moves[players[state.actor].below(len(moves))])
        raise AssertionError(f"game {number} of seed {seed} goes on in the reference interpreter")


def playing_text(rules: Rules, make: Callable[[Module], Playing]) -> tuple[str, int]:
    """The LLVM assembly that plays whole games, and the bytes of a row."""
    module = Module(rules.code, told=False)
    playing = make(module)
    playing.whole()
    return module.text(), playing.width
