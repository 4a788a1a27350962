"""What of that which the rules remember is told to people at the table, and what of it belongs to a piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.rulesets.states_told import is_on_board, is_per_piece, states_told

if TYPE_CHECKING:
    from coupdsl.play.spoken import Words


def shown_states(words: Words) -> list[p.State]:
    """Those that are told in the language of these words."""
    return states_told(words.rules.program, words.find)


def told_of(state: p.State, value: Any) -> Any:
    """What there is to tell of a state with this value, of a seat's own for that seat; None where there is nothing.

    That is no flag, nobody, an empty set, and of what is nobody's a number that counts nothing. Of what is kept for
    each of something, it is those of which there is something to tell, seats by their numbers.
    """
    if state.per == state.by == "seat" and isinstance(value, list):
        value = dict(enumerate(value))
    if isinstance(value, dict):
        return _of_each(state, value) or None
    return value if tells(state, value) or (state.per == "seat" and value == 0 and value is not False) else None


def _of_each(state: p.State, values: Mapping[Any, Any]) -> dict[Any, Any]:
    told = {key: _of_each(state, inner) if isinstance(inner, dict) else inner for key, inner in values.items()}
    return {key: inner for key, inner in told.items() if tells(state, inner)}


def tells(state: p.State, value: Any) -> bool:
    """Where there may be none, or something else at first, a number of 0 tells something too."""
    if value is None or value is False or value in ([], {}, ""):
        return False
    begins = state.initial.value if isinstance(state.initial, pe.Const) else state.initial
    return value != 0 or not state.type.definite.is_numeric or state.type.optional or begins not in (None, 0)


__all__ = ["is_on_board", "is_per_piece", "shown_states", "tells", "told_of"]
