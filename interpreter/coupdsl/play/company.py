"""Players at their seats in one game: told what their seat is sent, as it happens, and asked when it is to act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.chance import derive
from coupdsl.language.signs import made_safe
from coupdsl.play.bots import LEVELS, Unhearing, find_maker
from coupdsl.search.player_error import PlayerError

if TYPE_CHECKING:
    from coupdsl.code.code import Code
    from coupdsl.engine.events import Event
    from coupdsl.engine.rules import Rules
    from coupdsl.engine.state import State
    from coupdsl.play.game import Game
    from coupdsl.search.player import Player, Told

T = TypeVar("T")
FIRST_SEED = 1_000_000  # seeds of programs against people are derived from that of the game, from this number on
PROGRAM = Path(__file__).parents[1]
METHODS = {  # of a player, and the shortest that does
    "told": "def told(self, events): pass",
    "choose": "def choose(self, decision, moves, view): return moves[0]",
}
SHORTEST = {"choose": "def choose(self, moves): return moves[0]"}  # of one that only chooses


class PlayerFailed(PlayerError):
    """The player at `seat` fails, or chooses what it may not: `error` says how."""

    def __init__(self, name: str, seat: int, error: str, help_: str) -> None:
        super().__init__(f"`{name}` at seat {seat} fails: {error}", help_)
        self.args = (name, seat, error, help_)
        self.seat, self.error = seat, error


class Resting:
    """A player that is made when it is asked for the first time; what it was told before waits until then."""

    def __init__(self, make: Callable[[], Player]) -> None:
        self._make = make
        self._player: Player | None = None
        self._heard: list[Told] = []

    def told(self, events: Sequence[Told]) -> None:
        if self._player is None:
            self._heard += events
        else:
            self._player.told(events)

    def choose(self, decision: str, moves: Sequence[Move], view: Mapping[str, Any]) -> Move:
        if self._player is None:
            self._player, heard = self._make(), self._heard
            self._heard = []
            self._player.told(heard)
        return self._player.choose(decision, moves, view)


class Company:
    """The players of one game by seat. Nothing that a player is handed leads to the state of the game."""

    def __init__(self, rules: Rules, players: Mapping[int, Player], names: Mapping[int, str]) -> None:
        self._code, self._players, self._names = rules.code, players, names
        self._listening = {seat: one for seat, one in players.items() if not isinstance(one, Unhearing)}
        self.seconds = [0.0] * rules.players  # that each has thought
        self._own: dict[int, Told] = {}  # by seat, the choice whose events are still to come

    def catch_up(self, game: Game) -> None:
        """Tells each what its seat was sent so far."""
        for seat, player in self._listening.items():
            self._speak(seat, player.told, game.seen(seat))

    def listens(self, seat: int) -> bool:
        """Does the player at this seat go by more than what it is offered?"""
        return seat in self._listening

    def choose(self, state: State) -> Move:
        """What the seat that is to act chooses; raises PlayerFailed."""
        seat, moves = state.actor, state.legal_moves()
        assert seat is not None
        listens = self.listens(seat)
        decision, view = state.decision or "", state.view(seat) if listens else {}
        chosen: object = self._speak(seat, self._players[seat].choose, decision, tuple(moves), view)
        move = among(moves, chosen, self._code, self._names[seat], seat)
        if listens:
            options = [str(option) for option in moves]
            self._own[seat] = {"event": "asked", "decision": decision, "options": options, "move": str(move)}
        return move

    def happened(self, events: Sequence[Event]) -> None:
        """Tells each what its seat is sent of what a move, or the start of the game, caused."""
        for seat, player in self._listening.items():
            own = self._own.pop(seat, None)
            sent = (event.seen_by(self._code, seat) for event in events)
            told = [one for one in (own, *sent) if one is not None]
            if told:
                self._speak(seat, player.told, told)

    def _speak(self, seat: int, to: Callable[..., T], *said: Any) -> T:
        begin = perf_counter()
        try:
            return speak(self._names[seat], seat, to, *said)
        finally:
            self.seconds[seat] += perf_counter() - begin


def among(moves: Sequence[Move], chosen: object, code: Code, name: str, seat: int) -> Move:
    """Which of the moves offered a player has chosen; raises PlayerFailed where it is none of them."""
    move = code.alphabet.meant(chosen) if isinstance(chosen, Move) else None
    if move is None or move not in moves:
        is_text = isinstance(chosen, str) and chosen in map(str, moves)
        what = "is a text, and no move" if is_text else "is not among the moves offered"
        error = f"`{made_safe(str(chosen))}` {what}"
        raise PlayerFailed(name, seat, error, "`choose` gives back one of the moves that it is given")
    return move


def placed(names: tuple[str, ...], seats: Sequence[int]) -> dict[int, str]:
    """The names by seat, where one name stands for all."""
    return dict(zip(seats, names * len(seats) if len(names) == 1 else names, strict=True))


def company_of(game: Game) -> Company:
    """The programs that play at the seats of a game, by who is said to be seated; they rest until they are asked."""
    names = {seat: name for seat, name in enumerate(game.seated) if name is not None}
    return seated(game.rules, names, game.seed or 0, FIRST_SEED, at_once=False)


def speak(name: str, seat: int, to: Callable[..., T], *said: Any) -> T:
    """The answer of a player; raises PlayerFailed with what its own error is, and where it was raised."""
    try:
        return to(*said)
    except (RulesError, PlayerError):
        raise
    except (Exception, SystemExit) as error:
        message = made_safe(" ".join(f"{type(error).__name__}: {error}".rstrip(": ").split()))
        raise PlayerFailed(name, seat, message, _where_raised(error, to)) from error


def _where_raised(error: Exception | SystemExit, to: Callable[..., object]) -> str:
    """The last line of the player's own that the error came from, or how it is called where none was reached."""
    from traceback import extract_tb

    lines = extract_tb(error.__traceback__)
    own = [line for line in lines if not Path(line.filename).is_relative_to(PROGRAM)]
    if own or not isinstance(error, TypeError):
        last = [*lines, *own][-1]
        return f"it was raised in line {last.lineno} of {last.filename}"
    if isinstance(getattr(to, "__self__", None), Unhearing):
        return "it is called as `choose(moves)`"
    return "it is called as `told(events)` and as `choose(decision, moves, view)`"


def _whole(player: Player, name: str, seat: int) -> Player:
    """The player; raises PlayerFailed where it lacks a method."""
    one, methods = (player.bot, SHORTEST) if isinstance(player, Unhearing) else (player, METHODS)
    for method, line in methods.items():
        if not callable(getattr(one, method, None)):
            raise PlayerFailed(name, seat, f"it has no method `{method}`", f"write `{line}` in its class, or more")
    return player


def seated(rules: Rules, names: Mapping[int, str], seed: int, first: int = 1, *, at_once: bool = True) -> Company:
    """The players with these names by seat, in the game with this seed; each has chance of its own.

    Those that think rest until they are asked if not `at_once`: a question to a person does not wait for them.
    """

    def made(seat: int, name: str) -> Player:
        return _whole(speak(name, seat, find_maker(name), rules, seat, derive(seed, first + seat)), name, seat)

    def resting(seat: int, name: str) -> Player:
        return Resting(partial(made, seat, name)) if name in LEVELS and not at_once else made(seat, name)

    return Company(rules, {seat: resting(seat, name) for seat, name in names.items()}, names)
