"""What of that which the rules remember is told to people at the table, and what of it belongs to a piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe

if TYPE_CHECKING:
    from coupdsl.play.spoken import Words


def shown_states(words: Words) -> list[p.State]:
    """The states that have a name in the texts; where none has, or only such of mechanics, also all of the game itself.

    What a mechanic keeps for each piece is not told: who played a card that lies in a trick stands there.
    """
    program = words.rules.program
    per = (None, "seat", "suit", "rank", *program.kinds)
    inside = {state for mechanic in program.mechanics.values() for state in mechanic.states}
    apart = {*inside, *(field for family in program.families for field in family.fields)}
    of_pieces = [state for state in program.states if is_per_piece(state, program) and state not in apart]
    shared = [state for state in program.states if is_on_board(state) or state.per in per] + of_pieces
    named = [state for state in shared if words.find(f"names.{state.name}")]
    if any(state not in inside for state in named):
        return named
    others = [state for state in shared if state in named or state not in inside or not named]
    return [state for state in others if not words.is_kept_off(state.name)]


def is_on_board(state: p.State) -> bool:
    """Is it kept for each cell, alone or of each seat, so that a board shows it?"""
    keys = {state.per, state.by}
    return keys == {"cell", "seat"} or (keys == {"cell", None} and state.seen_by == "all")


def is_per_piece(state: p.State, program: p.Program) -> bool:
    """Is it kept for each card or other piece, and so told where that is?"""
    return state.per in ("card", "piece", *(family.name for family in program.families))


def told_of(state: p.State, value: Any) -> Any:
    """What there is to tell of a state with this value, of a seat's own for that seat; None where there is nothing.

    That is no flag, nobody, an empty set, and of what is nobody's a number that counts nothing. Of what is kept for
    each of something, it is those of which there is something to tell.
    """
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if tells(state, inner)} or None
    return value if tells(state, value) or (state.per == "seat" and value == 0 and value is not False) else None


def tells(state: p.State, value: Any) -> bool:
    """Where there may be none, or something else at first, a number of 0 tells something too."""
    if value is None or value is False or value in ([], {}, ""):
        return False
    begins = state.initial.value if isinstance(state.initial, pe.Const) else state.initial
    return value != 0 or not state.type.definite.is_numeric or state.type.optional or begins not in (None, 0)


__all__ = ["is_on_board", "is_per_piece", "shown_states", "tells", "told_of"]
