"""What there is to tell people at the table of what the rules remember."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe


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
