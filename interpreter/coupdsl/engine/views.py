"""What a seat sees: the one place where hidden things are filtered out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from coupdsl.code.bits import members
from coupdsl.code.plain import plain
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.turn import Turn
from coupdsl.language import program as p


def view(state: Turn, seat: int | None) -> dict[str, Any]:
    """The current observation of `seat`; None is a spectator, who sees what everybody sees. Plain data."""
    layout = state.code.layout
    bit = 1 << (layout.seats if seat is None else seat)
    actor = state.actor
    result = state.result()
    return {
        "seat": seat,
        "actor": "chance" if actor == CHANCE else actor,
        "pending": list(state.pending),
        "decision": state.decision,
        "options": [str(move) for move in state.legal_moves()] if seat is not None and seat == actor else [],
        "zones": [_zone(state, number, bit) for number in range(len(layout.zones))],
        "accounts": _accounts(state),
        "states": {
            declared.name: _state(state, declared, seat)
            for declared in state.rules.program.states
            if _visible(declared, seat) and declared.per in (None, "seat", "cell", *state.rules.program.kinds)
        },
        "pieces": _fields(state),
        "moves": state.count,
        "result": None if result is None else {"scores": list(result.scores), "winners": list(result.winners)},
    }


def _zone(state: Turn, number: int, bit: int) -> dict[str, Any]:
    """Pieces the viewer knows by face; in a row, None where one lies that he does not know.

    In a row that is shuffled, `gap` says before which of them (`at`) lie how many `pieces` more, in no order.
    """
    layout = state.code.layout
    zone, owner = layout.zones[number], layout.zone_owner[number]
    inside, known = members(state.held[number]), state.known
    hidden = len([piece for piece in inside if not known[piece] & bit])
    place = {"cell": layout.board.names[layout.zone_cell[number]]} if zone.per == "cell" else {}
    found: dict[str, Any] = {"name": zone.name, "seat": owner if owner >= 0 else None, **place, "row": zone.row}
    if not zone.row:
        found["pieces"] = [face for face in _faces(state, inside, bit) if face is not None]
    elif zone not in state.code.shuffled:
        found["pieces"] = _faces(state, state.row(number), bit)
    else:
        found |= _pile(state, number, bit)
    return {**found, "unseen": hidden}


def _faces(state: Turn, pieces: Iterable[int], bit: int) -> list[str | None]:
    """The pieces by face, None for each that the viewer does not know."""
    faces, known = state.code.layout.face_of, state.known
    return [faces[piece] if known[piece] & bit else None for piece in pieces]


def _pile(state: Turn, number: int, bit: int) -> dict[str, Any]:
    """A row that may be shuffled: the ends as far in as the viewer knows something, and how many lie between them.

    So it tells the same whether chance has settled what lies between or not.
    """
    front, back = (_faces(state, pile[number], bit) for pile in (state.rows, state.tails))
    between = len(state.bags[number])
    while front and front[-1] is None:
        front.pop()
        between += 1
    while back and back[0] is None:
        back.pop(0)
        between += 1
    gap = {"gap": {"at": len(front), "pieces": between}} if between else {}
    return {"pieces": front + back, **gap}


def _accounts(state: Turn) -> dict[str, Any]:
    """What is in each account; None for one that is not counted."""
    layout = state.code.layout
    found: dict[str, Any] = {}
    for number, (account, owner) in enumerate(layout.accounts):
        if owner >= 0:
            found.setdefault(account.name, []).append(state.balances[number])
        else:
            found[account.name] = None if number in layout.uncounted else state.balances[number]
    return found


def _values(state: Turn, declared: p.State) -> list[Any]:
    start = state.code.layout.state_start[declared]
    return state.memory[start : start + state.code.layout.width(declared)]


def _visible(declared: p.State, seat: int | None) -> bool:
    return declared.seen_by == "all" or (declared.seen_by == "owner" and declared.per == "seat" and seat is not None)


def _state(state: Turn, declared: p.State, seat: int | None) -> Any:
    layout, values = state.code.layout, _values(state, declared)
    if declared.per is None:
        return plain(values[0], declared.type, state.code)
    if declared.per == "seat":
        own = declared.seen_by == "owner"
        return [plain(v, declared.type, state.code) if not own or at == seat else None for at, v in enumerate(values)]
    if declared.per == "cell":
        found = (plain(value, declared.type, state.code) for value in values)
        return dict(zip(layout.board.names, found, strict=True))
    entries = state.rules.program.kinds[declared.per].entries
    return {
        entry.path: plain(value, declared.type, state.code)
        for entry, value in zip(entries, values, strict=True)
        if entry.parent is None and entry not in state.rules.removed
    }


def _fields(state: Turn) -> dict[str, dict[str, Any]]:
    """The fields of pieces that have any, where they have values."""
    layout = state.code.layout
    found: dict[str, dict[str, Any]] = {}
    for family in state.rules.program.families:
        columns = [_values(state, field) for field in family.fields]
        for piece in sorted({at for column in columns for at, value in enumerate(column) if value is not None}):
            values = {
                field.name: plain(column[piece], field.type, state.code)
                for field, column in zip(family.fields, columns, strict=True)
            }
            if any(value is not None for value in values.values()):
                found[layout.face_of[piece]] = values
    return found
