"""Which moves only agree that the game is over, as the answer to a draw that was offered."""

from __future__ import annotations

from coupdsl.code.code import Code
from coupdsl.code.decisions import Option
from coupdsl.code.expressions import Fixed
from coupdsl.code.instructions import Finish


def agreements(code: Code) -> frozenset[int]:
    """The ids of the moves that, wherever they are offered, agree to a draw.

    That is to end the game at once, level for all of several seats, where all other answers only let it go on.
    """
    agreed: set[int] = set()
    others: set[int] = set()
    for decision in code.decisions.values():
        level = [option for option in decision.options if _ends_level(code, option)]
        rest = [option for option in decision.options if option not in level]
        if code.layout.seats > 1 and rest and all(option.does_nothing for option in rest):
            agreed |= _ids(level)
            others |= _ids(rest)
        else:
            others |= _ids(decision.options)
    return frozenset(agreed - others)


def _ids(options: list[Option]) -> set[int]:
    return {move.id for option in options for move in option.moves.values()}


def _ends_level(code: Code, option: Option) -> bool:
    this = code.instructions[option.target]
    return (
        isinstance(this, Finish) and this.among is None and all(isinstance(value, Fixed) for _, value, _ in this.keys)
    )
