"""A running game: everything it holds, who is to act, and what a move does."""

from __future__ import annotations

from typing import Any

from coupdsl.code.code import STOP
from coupdsl.code.errors import GameOver, NotYourTurn, Reason, RulesError, UnknownMove
from coupdsl.code.moves import Move
from coupdsl.engine.awaited import comes_to
from coupdsl.engine.chance import CHANCE, Generator
from coupdsl.engine.chance_source import FromSource, Source
from coupdsl.engine.copied import Copied
from coupdsl.engine.events import Event
from coupdsl.engine.from_outside import LOADED, seat_of, viewer_of, wanted
from coupdsl.engine.rules import Rules
from coupdsl.engine.turn import Turn


class State(Turn, Copied):
    """One position of a game. Copied, compared and saved; its history is kept by `coupdsl.Game`."""

    __slots__ = ()

    rules: Rules

    @classmethod
    def start(cls, rules: Rules, seed: int | None, source: Source | None = None) -> State:
        state = cls.before(rules)
        state.begin(seed, source)
        return state

    @classmethod
    def before(cls, rules: Rules) -> State:
        """The state in which every game is before its rules begin to run."""
        reference = wanted(Rules, rules, LOADED).reference
        state = cls(rules, rules.code)
        state.reference = reference
        layout = rules.code.layout
        for number, pieces in rules.code.homes:
            for piece in reference.evaluator.elements(pieces)(state):
                state.place(piece, number, unseen=False)
        for piece, zone_number in enumerate(state.where):
            if zone_number < 0:
                message = (
                    f"piece `{layout.face_of[piece]}` lies in no zone at the start; "
                    "say in which, such as `zone deck: row seen by none = cards`"
                )
                raise RulesError(message, rules.program.span)
        state._first_values()
        return state

    def begin(self, seed: int | None, source: Source | None = None) -> None:
        """Runs the rules from before the game to its first choice."""
        if seed is not None and source is not None:
            raise TypeError("chance is resolved by a seed or by a source, not by both")
        self.chance = Generator.from_seed(seed) if seed is not None else None
        if source is not None:
            self.chance = FromSource(source)
        self._run(0)

    def _first_values(self) -> None:
        for start, width, first in self.code.beginnings:
            value = self.reference.evaluator.kept(first, self.code.kinds[start])(self)
            self.memory[start : start + width] = [value] * width

    # ---- moving
    def apply(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Makes a move of the actor and gives the events it caused; a failed one changes nothing.

        Raises RulesError where the rules themselves fail, and IllegalMove, which says why: to everybody, or, where
        `seat` is given, to that seat. A seat that is not to act is told nothing but that, whatever it asks for.
        """
        chosen = self._find(move, seat)
        kept = self.copy()
        self.events = []
        try:
            if self.pc in self.code.drawings:
                self._run(self._deal(chosen))
            elif self.pc in self.code.settlings:
                self._run(self._settled(chosen))
            else:
                if self.actor != CHANCE:
                    self.count += 1
                self._run(self.reference.choosing[self.pc].take(self, chosen))
        except BaseException:  # also one of a source of chance, or Ctrl-C
            self.become(kept)
            raise
        return self.events

    def asked(self, seat: int) -> list[Move]:
        """What this seat may answer already: the actor, and where all answer at once, each whose answer is awaited.

        In ascending id. For anybody else it is empty, and where the game goes on without that answer; ValueError where
        nobody sits there.
        """
        seat = seat_of(seat, self.rules.players)
        if seat not in self.pending:
            return []
        other = self.copy()
        return other.legal_moves() if comes_to(other, seat) else []

    def _find(self, move: Move | str, seat: int | None) -> Move:
        text = str(move)
        if self.end is not None:
            raise GameOver(text, "the game is over")
        if seat is not None and seat != self.actor:
            raise NotYourTurn(text, Reason("not_your_turn"))
        found = self.code.alphabet.meant(move)
        if found is None:
            from coupdsl.engine.refusals import unknown_move

            raise UnknownMove(text, unknown_move(self, text, seat))
        if found not in (self.legal if self.pc in self.code.decisions else dict(self.chances())):
            from coupdsl.engine.refusals import illegal_move

            raise illegal_move(self, found, seat)
        return found

    def _deal(self, move: Move) -> int:
        drawing = self.code.drawings[self.pc]
        source, to = self.reference.drawing[self.pc]
        piece = self.alike(self.bags[source(self)], self.code.layout.face_of.index(move.arguments[0]))
        self.transfer([piece], to(self), drawing.unseen)
        self.memory[drawing.left] -= 1
        return self.pc

    def _settled(self, move: Move) -> int:
        zone, back = self.settled_next()
        self.settle(zone, self.alike(self.bags[zone], self.code.layout.face_of.index(move.arguments[0])), back)
        return self.pc

    def _run(self, at: int) -> None:
        steps = self.reference.steps
        self.spent = 0
        while at != STOP:
            at = steps[at](self)

    # ---- copies
    def resolve(self) -> None:
        """Where chance is to act and the state has a seed, as a copy may: what the seed says happens."""
        if self.actor == CHANCE and self.chance is not None:
            self._run(self.pc)

    # ---- for people and programs outside
    def view(self, seat: int | None) -> dict[str, Any]:
        """What `seat` (None: a spectator) sees now, as plain data."""
        return self.rules.observer.view(self, viewer_of(seat, self.rules.players))

    def save(self) -> dict[str, Any]:
        """The whole state as plain data; `Ruleset.restore` reads it."""
        from coupdsl.engine.saving import save

        return save(self)
