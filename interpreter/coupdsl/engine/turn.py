"""A position and what is asked there: whose turn it is, what may be chosen, and what chance may bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE, Generator
from coupdsl.engine.position import Position
from coupdsl.engine.reference import Reference


@dataclass(frozen=True)
class Result:
    """The end of a game: `scores` by seat in the unit of the game, `winners` the seats that share the win.

    There are no winners where the rules name none of those who may win (`finish by … among …`).
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def standing(self) -> list[int]:
        """All seats: the winners, then the others by how near they came."""
        if not self.winners:
            return list(range(len(self.scores)))
        best = self.scores[self.winners[0]]
        return sorted(
            range(len(self.scores)), key=lambda seat: (seat not in self.winners, abs(self.scores[seat] - best))
        )


class Turn(Position):
    """A position, and the `reference` that knows what is asked there."""

    __slots__ = ("reference",)

    reference: Reference

    # ---- who is to act
    @property
    def actor(self) -> int | None:
        """The seat to move, `CHANCE`, or None when the game is over."""
        if self.end is not None:
            return None
        choosing = self.reference.choosing.get(self.pc)
        return choosing.seat(self) if choosing is not None else CHANCE

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats still to answer: more than one where all choose at the same time."""
        actor = self.actor
        if actor is None or actor == CHANCE:
            return ()
        decision = self.code.decisions[self.pc]
        if decision.together is None:
            return (actor,)
        elements, index = decision.together
        return tuple(self.memory[elements][self.memory[index] - 1 :])

    @property
    def decision(self) -> str | None:
        """The name of what is being decided; `deal` where chance draws a piece, `settle` where it orders a row."""
        return self.code.named(self.pc) if self.end is None else None

    @property
    def is_over(self) -> bool:
        return self.end is not None

    def result(self) -> Result | None:
        """Scores and winners, None while the game runs."""
        return Result(*self.end) if self.end is not None else None

    # ---- options
    def legal_moves(self) -> list[Move]:
        """What the actor may choose, in ascending id; at chance, what may come."""
        if self.end is None and self.pc not in self.code.decisions:
            return [move for move, _ in self.chances()]
        return list(self.legal)

    def chances(self) -> list[tuple[Move, int]]:
        """At chance, each move with its integer weight; elsewhere empty."""
        if self.actor != CHANCE:
            return []
        if self.pc in self.code.decisions:
            return [(move, weight) for move, (_, _, weight) in self.legal.items()]
        to, drawing = self.drawn_to, self.reference.drawing.get(self.pc)
        assert to is not None
        bag = self.bags[to if drawing is None else drawing[0](self)]
        moves = (self.code.drawings if drawing is not None else self.code.settlings)[self.pc].moves
        weights: dict[Move, int] = {}
        faces = self.code.layout.face_of
        for piece in bag:
            move = moves[faces[piece], to]
            weights[move] = weights.get(move, 0) + 1
        return sorted(weights.items(), key=lambda item: item[0].id)

    @property
    def drawn_to(self) -> int | None:
        """Where what chance draws now will lie: the zone of a deal, or the row that is put in order; else None."""
        drawing = self.reference.drawing.get(self.pc)
        if self.end is not None or (drawing is None and self.pc not in self.reference.settling):
            return None
        if drawing is not None:
            to: int = drawing[1](self)
            return to
        return self.settled_next()[0]

    def settled_next(self) -> tuple[int, bool]:
        """The row that chance puts in order, and whether from its back."""
        found = self.reference.settling[self.pc](self)
        assert found is not None
        return found

    def ask_again(self) -> None:
        """Works out anew what may be chosen, where a state was put together by hand."""
        choosing = self.reference.choosing.get(self.pc) if self.end is None else None
        self.legal = choosing.legal(self) if choosing is not None else {}

    # ---- copies
    def copy(self, seed: int | None = None) -> Self:
        """An independent state; a new `seed` gives it a chance of its own."""
        other = type(self).__new__(type(self))
        other.rules, other.code, other.reference = self.rules, self.code, self.reference
        other.become(self)
        if seed is not None:
            other.chance = Generator.from_seed(seed)
        return other
