"""What there is to tell people at the table of what the rules remember."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.rulesets.states_told import is_own_per_piece, is_per_piece


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


def of_pieces(told: Iterable[p.State], program: p.Program) -> list[p.State]:
    """Of what is told, the states told where the piece is for which they are kept, to all or to each seat its own."""
    alone = (state for state in told if is_own_per_piece(state, program) or state.by is None)
    return [state for state in alone if state.by is not None or is_per_piece(state, program)]


def remembered(states: Iterable[p.State], face: str, view: Mapping[str, Any]) -> dict[str, Any]:
    """What such states keep for one piece, by name, where there is something to tell the viewer."""
    kept = ((state, _by_face(state, view).get(face)) for state in states)
    return {state.name: value for state, value in kept if tells(state, value)}


def kept_for(states: Iterable[p.State], face: str, view: Mapping[str, Any]) -> dict[str, Any]:
    """The same, whether or not there is something to tell."""
    values = ((state.name, _by_face(state, view)) for state in states)
    return {name: by_face[face] for name, by_face in values if face in by_face}


def _by_face(state: p.State, view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What such a state keeps for each piece, as far as the viewer sees it."""
    values, seat = view["states"].get(state.name, {}), view.get("seat")
    if state.by is not None:
        values = values[seat] if seat is not None and values else {}
    found: Mapping[str, Any] = values
    return found


def of_seat(
    state: p.State, seat: int, view: Mapping[str, Any], program: p.Program, is_kept_off: Callable[[str], bool]
) -> Any:
    """What a state keeps for a seat; of what only the viewer knows of pieces, without that of those in sight.

    A piece is not in sight where only counted ones are told, or nothing is, as of a place that is kept off the table.
    """
    values = view["states"].get(state.name)
    value = values[seat] if values is not None else None
    if seat != view["seat"] or not is_own_per_piece(state, program) or not isinstance(value, dict):
        return value
    named = {zone.name for zone in program.zones if zone.shown_as not in ("count", "nothing")}
    zones = [zone for zone in view["zones"] if zone["name"] in named and not is_kept_off(zone["name"])]
    seen = {face for zone in zones for face in zone["pieces"]}
    return {face: kept for face, kept in value.items() if face not in seen}


def _of_each(state: p.State, values: Mapping[Any, Any]) -> dict[Any, Any]:
    told = {key: _of_each(state, inner) if isinstance(inner, dict) else inner for key, inner in values.items()}
    return {key: inner for key, inner in told.items() if tells(state, inner)}


def tells(state: p.State, value: Any) -> bool:
    """Where there may be none, or something else at first, a number of 0 tells something too."""
    if value is None or value is False or value in ([], {}, ""):
        return False
    begins = state.initial.value if isinstance(state.initial, pe.Const) else state.initial
    return value != 0 or not state.type.definite.is_numeric or state.type.optional or begins not in (None, 0)
