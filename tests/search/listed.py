"""All worlds of a small game, found by trying everything in the reference, and how often each should come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import coupdsl
from coupdsl.engine.chance import CHANCE
from coupdsl.search.player import Told

Key = Callable[[coupdsl.State], Hashable]


def where(state: coupdsl.State) -> Hashable:
    """What lies where, by its face, and what is remembered; nobody knows more of a bag than what is in it."""
    faces = state.code.layout.face_of
    zones = []
    for zone, is_row in enumerate(state.code.layout.is_row):
        there = [faces[piece] for piece, at in enumerate(state.where) if at == zone]
        parts = state.rows[zone], sorted(faces[piece] for piece in state.bags[zone]), state.tails[zone]
        ends = tuple(tuple(piece if isinstance(piece, str) else faces[piece] for piece in part) for part in parts)
        zones.append(ends if is_row else tuple(sorted(there)))
    return tuple(zones), tuple(str(int(one) if isinstance(one, bool) else one) for one in state.memory)


def listed(rules: coupdsl.Rules, seat: int | None, told: list[Told], key: Key = where) -> dict[Hashable, float]:
    """Every position in which the seat can be when it was told this, with its share."""
    found: Counter[Hashable] = Counter()
    start = rules.start()
    events = heard(start, start.events, seat)
    if told[: len(events)] == events:
        _follow(start, seat, told, len(events), 1.0, found, key)
    whole = sum(found.values())
    return {position: weight / whole for position, weight in found.items()}


def heard(state: coupdsl.State, events: Iterable[Any], seat: int | None) -> list[dict[str, Any]]:
    return [told for event in events if (told := event.seen_by(state.code, seat)) is not None]


def _follow(
    state: coupdsl.State, seat: int | None, told: list[Told], at: int, weight: float, found: Any, key: Key
) -> None:
    actor = state.actor
    if at == len(told) and state.decision != "settle":
        found[key(state)] += weight
        return
    moves, chances = state.legal_moves(), dict(state.chances())
    asked: list[dict[str, Any]] = []
    for move in moves if actor is not None else ():
        if actor == seat and actor is not None:
            asked = [{
                "event": "asked", "decision": state.decision, "options": [str(one) for one in moves], "move": str(move),
            }]  # fmt: skip
        after = state.copy()
        events = asked + heard(after, after.apply(move), seat)
        if told[at : at + len(events)] != events or (asked and at + len(events) > len(told)):
            continue
        if actor == CHANCE:
            share = chances[move] / sum(chances.values())
        else:
            share = 1.0 if any("move" in event for event in events[:1]) else 1 / len(moves)
        _follow(after, seat, told, at + len(events), weight * share, found, key)


def surprise(shares: dict[Hashable, float], drawn: Counter[Hashable]) -> float:
    """How far what was drawn is from these shares, in standard deviations of a normal variable (Wilson and Hilferty).

    Positions that are expected less than five times are taken together.
    """
    assert set(drawn) <= set(shares), "a position was drawn that is none of the possible ones"
    count = sum(drawn.values())
    cells: list[tuple[float, int]] = []
    few = 0.0, 0
    for position, share in sorted(shares.items(), key=lambda item: item[1]):
        cell = share * count, drawn[position]
        if cell[0] < 5:
            few = few[0] + cell[0], few[1] + cell[1]
        else:
            cells.append(cell)
    if few[0] >= 5 or not cells:
        cells.append(few)
    elif few[0]:
        cells[0] = cells[0][0] + few[0], cells[0][1] + few[1]
    if len(cells) < 2:
        return 0.0
    freedom = len(cells) - 1
    square = sum((seen - expected) ** 2 / expected for expected, seen in cells)
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5
