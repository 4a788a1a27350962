"""A running game in machine code, with the interface of the reference's `State`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coupdsl.code.errors import GameOver
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.copied import Copied
from coupdsl.engine.events import Event
from coupdsl.engine.state import State as Reference
from coupdsl.engine.turn import Result
from coupdsl.native.instructions.effect_code import DONE

if TYPE_CHECKING:
    from coupdsl.native.machine import Machine

_new = object.__new__


class State(Copied):
    """One position of a game, a block of memory that never changes: a move is made in a copy, so states can share it.

    What is rarely asked for is told by the reference interpreter.
    """

    __slots__ = ("data", "events", "machine")

    def __init__(self, machine: Machine, data: bytearray, events: list[Event]) -> None:
        self.machine, self.data, self.events = machine, data, events

    def reference(self) -> Reference:
        """The same position in the reference interpreter."""
        return self.machine.reference(self.data)

    # ---- who is to act
    @property
    def is_over(self) -> bool:
        return self.data[self.machine.offsets.over] != 0

    @property
    def actor(self) -> int | None:
        """The seat to move, `CHANCE`, or None when the game is over."""
        return None if self.is_over else self.machine.actor(self.data)

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats still to answer: more than one where all choose at the same time."""
        return self.reference().pending

    @property
    def decision(self) -> str | None:
        """The name of what is being decided; `deal` where chance draws a piece, `settle` where it orders a row."""
        if self.is_over:
            return None
        code, pc = self.machine.code, self.machine.word(self.data, self.machine.offsets.pc)
        return code.named(pc)

    @property
    def count(self) -> int:
        """Moves of players so far."""
        return self.machine.word(self.data, self.machine.offsets.count)

    def result(self) -> Result | None:
        """Scores and winners, None while the game runs."""
        return self.reference().result() if self.is_over else None

    # ---- moves
    def legal_moves(self) -> list[Move]:
        """What the actor may choose, in ascending id; at chance, what may come."""
        if self.is_over:
            return []
        moves = self.machine.code.alphabet.moves
        return [moves[number] for number in self.machine.options(self.data)]

    def chances(self) -> list[tuple[Move, int]]:
        """At chance, each move with its integer weight; elsewhere empty."""
        if self.actor != CHANCE:
            return []
        weights: dict[int, int] = {}
        for number, weight in self.machine.offered(self.data):
            weights[number] = weights.get(number, 0) + weight
        moves = self.machine.code.alphabet.moves
        return [(moves[number], weight) for number, weight in sorted(weights.items())]

    def apply(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Makes a move of the actor and gives the events it caused; a failed one changes nothing.

        Raises RulesError where the rules themselves fail, and IllegalMove, which says why: to everybody, or, where
        `seat` is given, to that seat. A seat that is not to act is told nothing but that, whatever it asks for.
        """
        if self.is_over:
            raise GameOver(str(move), "the game is over")
        found = self.machine.code.alphabet.meant(move)
        if found is None or (seat is not None and seat != self.actor):
            self._told_by_reference(move, seat)
        assert found is not None
        status, data, events = self.machine.apply(self.data, found.id)
        if status != DONE:
            self._told_by_reference(move, seat)
        self.data, self.events = data, events
        return events

    def _told_by_reference(self, move: Move | str, seat: int | None) -> None:
        """What is wrong, in the reference's words."""
        self.reference().apply(move, seat)
        raise AssertionError(f"`{move}` is possible in the reference interpreter")

    def asked(self, seat: int) -> list[Move]:
        """What this seat may answer already, as that of the reference."""
        return self.reference().asked(seat)

    # ---- copies
    def copy(self, seed: int | None = None) -> State:
        """An independent state; a new `seed` gives it a chance of its own."""
        if seed is not None:
            return State(self.machine, self.machine.seeded(self.data, seed), self.events)
        other = _new(State)  # past __init__, which would take most of the time: searches copy at every step
        other.machine, other.data, other.events = self.machine, self.data, self.events
        return other

    def key(self) -> tuple[Any, ...]:
        """As that of the reference: equal for equal positions under the same rules."""
        return self.reference().key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State | Reference) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    # ---- for people and programs outside
    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) sees now, as plain data."""
        return self.reference().view(seat)

    def save(self) -> dict[str, Any]:
        """The whole state as plain data; `Machine.restore` and `Rules.restore` read it."""
        return self.reference().save()
