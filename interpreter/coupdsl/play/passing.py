"""The one answer, among others, with which things only go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.code.leading_back import leads_back

if TYPE_CHECKING:
    from coupdsl.code.decisions import Option
    from coupdsl.code.moves import Move
    from coupdsl.engine.state import State


def going_on(state: State) -> tuple[Move, Option] | None:
    """The only such answer to what is asked now; None where there is none, or several, or no other answer."""
    options = state.code.decisions[state.pc].options
    idle = {move: option for option in options if option.does_nothing for move in option.moves.values()}
    legal = state.legal_moves()
    found = [move for move in legal if move in idle]
    return (found[0], idle[found[0]]) if len(found) == 1 < len(legal) else None


def passed_with(state: State) -> str | None:
    """That answer, unless it means to go on with what one is asked about, such as to throw dice once more."""
    idle = going_on(state)
    if idle is None or leads_back(state.code, state.code.decisions[state.pc], idle[1]):
        return None
    return str(idle[0])
