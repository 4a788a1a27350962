"""Where a search plays on: by the rules with deals cut, in machine code or, where that is not to be had, without it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from coupdsl.code.agreeing import agreements
from coupdsl.code.bits import members
from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE, Generator, derive
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State as Reference
from coupdsl.engine.turn import Result
from coupdsl.native.memory.blocks import Blocks
from coupdsl.native.memory.offsets import WORD
from coupdsl.search.carried_over import Carried
from coupdsl.search.cut import cut, where_cut
from coupdsl.search.imagined import imagined
from coupdsl.search.kinds_of_moves import few_of, of_any_kind
from coupdsl.search.machines import machine_of
from coupdsl.search.tally import Tally, tallied
from coupdsl.search.utility import Utility, Worths

# In nested games: trials of each move, moves of a kind that are all tried, and choices that are made so, at most.
SAMPLES, MOST_OF_KIND, MOST_ASKED = 8, 16, 200

if TYPE_CHECKING:
    from coupdsl.native.compiled_state import State as Compiled

    State = Reference | Compiled


class Arena:
    """Positions of `rules` played on by random players to their end, or that of their deal."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.short, self.utility = rules, cut(rules), Utility(rules)
        self.most_moves, self.agreements = len(rules.code.alphabet.moves), agreements(rules.code)
        self.is_open = not imagined(rules).is_anything  # do all see everything?

    def place(self, state: State, seed: int) -> Any:
        """The same position, as the arena goes on from it, with a chance of its own."""
        reference = state if isinstance(state, Reference) else state.reference()
        other = reference.copy(seed)
        other.rules, other.code, other.reference = self.short, self.short.code, self.short.reference
        return other

    def end_of(self, state: Any, seed: int) -> Worths:
        """What the end of one game is worth, in which chance has the seed derive(seed, 0)."""
        return self.utility.worths(self.end(state, seed))

    def end(self, state: Any, seed: int) -> Result:
        """That end itself."""
        return self.result(state) if state.is_over else self.playout(state, seed)

    def ends(self, worlds: Sequence[Any], seed: int, numbers: range) -> list[Worths]:
        """What random games from here are worth: number n begins in the world n, counted round and round.

        Those in which the rules fail are left out.
        """
        found = []
        for number in numbers:
            with suppress(RulesError):
                found.append(self.end_of(self.world(worlds, seed, number), derive(seed, number)))
        return found

    def trials(self, worlds: Sequence[Any], seat: int, seed: int, moves: Sequence[Move], numbers: range) -> Tally:
        """What each move was worth to its seat in all of these tries, of which number n begins in the world n."""

        def brought(move: Move, number: int) -> int:
            state = self.world(worlds, seed, number)
            state.apply(move)
            return self.end_of(state, derive(seed, number))[seat]

        return tallied(moves, numbers, brought)

    def nested(self, worlds: Sequence[Any], seat: int, seed: int, moves: Sequence[Move], numbers: range) -> Tally:
        """As `trials`, in games in which everybody, who sees all, makes the move that is best in a few trials."""

        def brought(move: Move, number: int) -> int:
            state, asked = self.world(worlds, seed, number), 0
            state.apply(move)
            while not state.is_over and asked < MOST_ASKED:
                offered = state.legal_moves()
                if len(offered) > 1:
                    asked += 1
                    offered = [self._guessed(state, offered, derive(derive(seed, number), asked))]
                state.apply(offered[0])
            return self.end_of(state, derive(seed, number))[seat]

        return tallied(moves, numbers, brought)

    def _guessed(self, state: Any, offered: Sequence[Move], seed: int) -> Move:
        moves = few_of(offered, MOST_OF_KIND)
        means = self.trials([state], state.actor, seed, moves, range(SAMPLES)).means
        return moves[means.index(max(means))]

    def block(self, state: State) -> bytes:
        """The position as it lies in memory."""
        return bytes(self._blocks.block(state) if isinstance(state, Reference) else state.data)

    @cached_property
    def carried(self) -> tuple[Carried, ...]:
        """What counts at the end of a deal besides its score."""
        found = where_cut(self.rules)
        return found.carried if found is not None else ()

    @cached_property
    def _blocks(self) -> Blocks:
        return Blocks(self.short)

    def position(self, state: State) -> list[int]:
        """The words of its block, but for what chance has still to come and how many moves were made."""
        block, offsets = self.block(state), self._blocks.offsets
        starts = (offsets.pc, *range(offsets.over, len(block), WORD))
        return [int.from_bytes(block[at : at + WORD], "little") for at in starts]

    def world(self, worlds: Sequence[Any], seed: int, number: int) -> Any:
        """One of the worlds, with the chance of this number."""
        return self.place(worlds[number % len(worlds)], derive(seed, number))

    def result(self, state: Any) -> Result:
        found: Result = state.result()
        return found

    def playout(self, state: Any, seed: int) -> Result:
        seed = derive(seed, 0)
        other = state.copy(seed)
        seats = [Generator.from_seed(derive(seed, 1 + seat)) for seat in range(self.rules.players)]
        unwanted: frozenset[int] = frozenset()
        while not other.is_over:
            assert other.actor != CHANCE
            other.apply(of_any_kind(other.legal_moves(), seats[other.actor], unwanted))
            unwanted = self.agreements
        return self.result(other)


class CompiledArena(Arena):
    """What it plays by is exchanged for code made with care once it has worked for long."""

    def __init__(self, rules: Rules, speed: int | None = None) -> None:
        """`speed` is that of the code, as `native/improving.py` has it."""
        from coupdsl.native.improving import Care
        from coupdsl.native.machine import Machine
        from coupdsl.native.playouts import EndsByKind, Playouts
        from coupdsl.search.given import loops

        super().__init__(rules)
        self.machine = machine_of(rules) if speed is None and self.short is rules else Machine(self.short, speed)
        self.playouts = Playouts(self.short, speed, EndsByKind)
        self.care = Care(*((self.playouts.improving, self.machine.improving) if speed is None else ()))
        loops()

    @cached_property
    def kinds(self) -> Any:
        """Of each move its kind, as a row of words."""
        from coupdsl.search.given import row_of

        return row_of([move.kind for move in self.short.code.alphabet.moves])

    @cached_property
    def agreed(self) -> Any:
        """Of each move whether it agrees to a draw, as a row of words."""
        from coupdsl.search.given import row_of

        return row_of([move.id in self.agreements for move in self.short.code.alphabet.moves])

    def place(self, state: State, seed: int) -> Any:
        from coupdsl.native.compiled_state import State as Compiled

        return Compiled(self.machine, self.machine.seeded(self.block(state), seed), [])

    def ends(self, worlds: Sequence[Any], seed: int, numbers: range) -> list[Worths]:
        from coupdsl.search.given import Tried

        return Tried(self, worlds, 0, seed).ends(numbers)

    def trials(self, worlds: Sequence[Any], seat: int, seed: int, moves: Sequence[Move], numbers: range) -> Tally:
        from coupdsl.search.given import Tried

        return Tried(self, worlds, seat, seed).trials([move.id for move in moves], numbers)

    def nested(self, worlds: Sequence[Any], seat: int, seed: int, moves: Sequence[Move], numbers: range) -> Tally:
        from coupdsl.search.given import Nesting

        given = Nesting(self, worlds, seat, seed, SAMPLES, MOST_OF_KIND, MOST_ASKED)
        return given.nested([move.id for move in moves], numbers)

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
