"""Where a search plays on: by the rules with deals cut, in machine code or, where that is not to be had, without it."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from coupdsl.code.bits import members
from coupdsl.engine.chance import CHANCE, Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State as Reference
from coupdsl.engine.turn import Result
from coupdsl.search.cut import cut
from coupdsl.search.utility import Utility, Worths

if TYPE_CHECKING:
    from coupdsl.native.compiled_state import State as Compiled

    State = Reference | Compiled


class Arena:
    """Positions of `rules` played on by random players to their end, or that of their deal."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.short, self.utility = rules, cut(rules), Utility(rules)

    def place(self, state: State, seed: int) -> Any:
        """The same position, as the arena goes on from it, with a chance of its own."""
        reference = state if isinstance(state, Reference) else state.reference()
        other = reference.copy(seed)
        other.rules, other.code, other.reference = self.short, self.short.code, self.short.reference
        return other

    def end_of(self, state: Any, seed: int) -> Worths:
        """What the end of one game is worth, in which chance has the seed derive(seed, 0)."""
        return self.utility.worths(self.result(state) if state.is_over else self.playout(state, seed))

    def result(self, state: Any) -> Result:
        found: Result = state.result()
        return found

    def playout(self, state: Any, seed: int) -> Result:
        seed = derive(seed, 0)
        other = state.copy(seed)
        seats = [Generator.from_seed(derive(seed, 1 + seat)) for seat in range(self.rules.players)]
        while not other.is_over:
            assert other.actor != CHANCE
            moves = other.legal_moves()
            other.apply(moves[seats[other.actor].below(len(moves))])
        return self.result(other)


class CompiledArena(Arena):
    def __init__(self, rules: Rules) -> None:
        from coupdsl.native.llvm.jit import QUICK
        from coupdsl.native.machine import Machine
        from coupdsl.native.playouts import Playouts

        super().__init__(rules)
        self.machine = Machine(self.short)
        self.playouts = Playouts(self.short, QUICK)

    def place(self, state: State, seed: int) -> Any:
        from coupdsl.native.compiled_state import State as Compiled

        data = self.machine.block(state) if isinstance(state, Reference) else state.data
        return Compiled(self.machine, self.machine.seeded(data, seed), [])

    def result(self, state: Any) -> Result:
        word, offsets = self.machine.word, self.machine.offsets
        scores = tuple(word(state.data, offsets.scores + 8 * seat) for seat in range(self.rules.players))
        return Result(scores, tuple(members(word(state.data, offsets.winners))))

    def playout(self, state: Any, seed: int) -> Result:
        found = self.playouts.play(bytes(state.data), seed, 1)
        return found[0] if found else super().playout(state, seed)  # which says why the rules fail


@lru_cache(maxsize=16)
def arena_of(rules: Rules) -> Arena:
    """The arena of these rules, made once."""
    return CompiledArena(rules) if find_spec("llvmlite") is not None else Arena(rules)
