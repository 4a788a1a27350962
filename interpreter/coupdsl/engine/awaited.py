"""What those are asked whose turn is still to come, where all answer at the same time."""

from __future__ import annotations

from coupdsl.code import instructions as i
from coupdsl.code.code import STOP
from coupdsl.engine.turn import Turn


def comes_to(state: Turn, seat: int) -> bool:
    """Is this seat asked later in the loop in which the answers are awaited? The state is then as it is asked there.

    What a seat is asked never hangs on what the others answer: any answers do for that. Nothing is done of what follows
    the loop, which may end before: by its `while`, or by the limit of the game.
    """
    if state.actor == seat:
        return True
    pc, code = state.pc, state.code
    together = code.decisions[pc].together
    loops = (one for one in code.instructions if isinstance(one, i.NextOf))
    beyond = {STOP, *(one.end.at for one in loops if (one.elements, one.index) == together)}
    if code.limit is not None:
        beyond.add(code.limit[1])
    while state.actor != seat:
        step = state.reference.choosing[pc].take(state, state.legal_moves()[0])
        state.count += 1
        state.spent = 0
        while step not in beyond:
            step = state.reference.steps[step](state)
        if step != STOP or state.pc != pc:
            return False
    return True
