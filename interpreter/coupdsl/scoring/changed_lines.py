"""Lines that are opened again: what was before, and what follows them once they are answered."""

from __future__ import annotations

from coupdsl.code.moves import Move
from coupdsl.engine.state import State
from coupdsl.language.records import by_value
from coupdsl.play.game import Game


@by_value
class Waiting:
    """A line to be entered again: in words, and its moves."""

    said: str
    moves: list[str]


@by_value
class Before:
    """The game as it was before a line was opened again: until that is answered, nothing has changed."""

    game: Game
    lines: list[int]
    waiting: list[Waiting]
    changed: tuple[str, str]  # the number of the line, and the line


def fitting(line: Waiting, state: State) -> list[Move] | None:
    """The moves of a line, if they can be made in `state`."""
    trial, moves = state.copy(), list[Move]()
    for text in line.moves:
        found = [move for move in trial.legal_moves() if str(move) == text]
        if not found:
            return None
        trial.apply(found[0])
        moves += found
    return moves


def is_asked(line: Waiting, state: State) -> bool:
    """Does it answer this question, though with what is no answer now?"""
    word = line.moves[0].split()[0]
    return any(move.word == word for move in state.legal_moves())


__all__ = ["Before", "Waiting", "fitting", "is_asked"]
