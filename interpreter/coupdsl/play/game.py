"""A game with its history: what was moved, what happened, and what each seat was ever told."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from reprlib import repr as short
from typing import Any, Literal, Self

from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.copied import Copied
from coupdsl.engine.events import Event
from coupdsl.engine.from_outside import LOADED, number_in, seed_of, viewer_of, wanted, whole_number
from coupdsl.engine.payments import first_payments, payments_of
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.engine.tracing import Part


class Game(Copied):
    """A state and how it came about. `events` holds the events of the start, then those of each move."""

    def __init__(self, rules: Rules, seed: int | None = None) -> None:
        self.rules = wanted(Rules, rules, LOADED)
        self.seed = None if seed is None else seed_of(seed)
        self.names: tuple[str, ...] = ()  # of the people, by seat; none where seats have numbers
        self.seated: tuple[str | None, ...] = ()  # by seat its program, None for a person; none where nobody said
        self.lines: tuple[int, ...] = ()  # how many moves there were before each line that a score keeper was told
        self.state = rules.start(self.seed)
        self.moves: list[tuple[int, Move]] = []  # the actor (CHANCE where the caller decides chance) and the move
        self.events: list[list[Event]] = [list(self.state.events)]
        self._options: list[tuple[str, list[str]]] = []

    def begun(self, seed: int | None) -> Game:
        """Another game of the same rules, with the same people and programs, that has just begun."""
        other = Game(self.rules, seed)
        other.names, other.seated = self.names, self.seated
        return other

    def copy(self) -> Self:
        """An independent game with the same history, which goes on from there."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.state = self.state.copy()
        other.moves, other.events, other._options = [*self.moves], [*self.events], [*self._options]
        return other

    def apply(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Makes a move and keeps it; raises as `State.apply`, in words for `seat` where it is given."""
        actor = self.state.actor
        decision = self.state.decision or ""
        options = [str(option) for option in self.state.legal_moves()]
        events = self.state.apply(move, seat)
        made = self.rules.code.alphabet.meant(move)
        assert actor is not None and made is not None
        self.moves.append((actor, made))
        self._options.append((decision, options))
        self.events.append(list(events))
        return events

    def seen(self, seat: int | None, since: int | None = None) -> list[dict[str, Any]]:
        """Everything `seat` (None: a spectator) was ever sent, with its own moves and options: perfect recall.

        With `since` only what came of the moves that were made after so many: of the last with `len(game.moves) - 1`.
        """
        seat = viewer_of(seat, self.rules.players)
        first = 0 if since is None else max(0, whole_number(since, "`since`"))
        found = self.told(self.events[0], seat) if since is None else []
        later = zip(self.moves[first:], self._options[first:], self.events[first + 1 :], strict=True)
        for (actor, move), (decision, options), events in later:
            if actor == seat:
                found.append({"event": "asked", "decision": decision, "options": options, "move": str(move)})
            found += self.told(events, seat)
        return found

    def told(self, events: list[Event], seat: int | None) -> list[dict[str, Any]]:
        """What `seat` is told of these events, such as those of one move: `game.events[-1]`."""
        seat = viewer_of(seat, self.rules.players)
        told = (event.seen_by(self.rules.code, seat) for event in _events(events))
        return [event for event in told if event is not None]

    def told_to_any(self, events: list[Event]) -> list[dict[str, Any]]:
        """What is told to anybody: all hands, and all choices made in secret."""
        told = (event.seen_by_any(self.rules.code) for event in _events(events))
        return [event for event in told if event is not None]

    def why_paid(self, move: int, seat: int | None = None) -> list[tuple[Event, Part]]:
        """The payments that the move with this index caused, each with what its amount was made of, told to `seat`.

        Those before the first move have -1.
        """
        seat, made = viewer_of(seat, self.rules.players), len(self.moves)
        move = number_in(range(-1, made), move, f"there is no move {short(move)}: {made} are made, counted from 0")
        if move < 0:
            return first_payments(State.before(self.rules), self.seed, seat)
        return payments_of(self.before(move), self.moves[move][1], seat)

    def before(self, move: int) -> State:
        """The state in which the move with this index was made, or the next one is; ValueError for any other."""
        made = len(self.moves)
        move = number_in(range(made + 1), move, f"there is no move {short(move)}: {made} are made, counted from 0")
        state = self.rules.start(self.seed)
        for _, earlier in self.moves[:move]:
            state.apply(earlier)
        return state

    def save(self, path: str | Path, seen_by: int | Literal["spectator"] | None = None) -> None:
        """Writes the game as a log (JSON Lines); safe against being interrupted.

        A whole log holds the seed and all that is hidden. With `seen_by` it holds what that seat was sent, or what
        everybody was: its first line says to whom it can be shown.
        """
        from coupdsl.play.log import write_log

        if not isinstance(seen_by, str) or seen_by != "spectator":
            seen_by = viewer_of(seen_by, self.rules.players)
        write_log(self, Path(path), seen_by)


def _events(given: Iterable[Event]) -> list[Event]:
    events = list(given) if isinstance(given, Iterable) else [given]
    return [wanted(Event, event, "an event is what `apply` returns, or `game.events` holds") for event in events]


__all__ = ["CHANCE", "Game"]
