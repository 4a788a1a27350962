"""What happened: integers with an audience, turned into words only when somebody asks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from coupdsl.code.bits import members, out_of_one
from coupdsl.code.code import Code
from coupdsl.code.plain import plain
from coupdsl.engine.chance import CHANCE


class Event(NamedTuple):
    """`kind` with its integers in `data`; `chain` are the sites in the rules, innermost first.

    chose: seat, move id, site of the decision, mask of who is told what was chosen
    moved: zone from, zone to, then piece and mask of who knows it, for each piece
    vacated: a row, mask of those who are told, then each place from which a piece is about to leave, ascending
    shown: mask of who is shown, then piece, zone and its place there, for each piece
    revealed: number of the name, the seats it is of in one word, the things it is of, then the value, that of a list
        one by one, of a fraction both parts
    shuffled: zone
    paid: account from, account to, amount, reason
    finished: nothing; the result tells
    """

    kind: str
    data: tuple[int, ...]
    chain: tuple[int, ...] = ()

    def seen_by(self, code: Code, seat: int | None) -> dict[str, Any] | None:
        """What `seat` (None: a spectator) is told of it, None if nothing."""
        bit = 1 << (code.layout.seats if seat is None else seat)
        return _VIEWS[self.kind](self, code, bit)

    def seen_by_any(self, code: Code) -> dict[str, Any] | None:
        """What is told of it to anybody, for whoever looks into all hands; what nobody knows, stays unknown."""
        told = _VIEWS[self.kind](self, code, (1 << (code.layout.seats + 1)) - 1)
        if (
            told is not None
            and self.kind == "chose"
            and self.data[0] == CHANCE
            and self.data[3] != code.layout.everyone
        ):
            told["to"] = members(self.data[3])  # who alone was told
        return told


def _chose(event: Event, code: Code, bit: int) -> dict[str, Any]:
    seat, move, site, told = event.data
    shown: dict[str, Any] = {"event": "chose", "seat": seat, "decision": code.decisions_by_site[site].name}
    if told & bit:
        shown["move"] = str(code.alphabet.moves[move])
    return shown


def _moved(event: Event, code: Code, bit: int) -> dict[str, Any]:
    start, end, *pairs = event.data
    layout = code.layout
    faces = layout.face_of
    known = [piece for piece, mask in zip(pairs[::2], pairs[1::2], strict=True) if mask & bit]
    if not layout.is_row[end]:
        known.sort()  # the order of moving tells nothing where there is none
    return {
        "event": "moved",
        "from": layout.zone_name(start),
        "to": layout.zone_name(end),
        "pieces": [faces[piece] for piece in known],
        "unseen": len(pairs) // 2 - len(known),
    }


def _vacated(event: Event, code: Code, bit: int) -> dict[str, Any] | None:
    row, told, *places = event.data
    return {"event": "vacated", "zone": code.layout.zone_name(row), "at": places} if told & bit else None


def _shown(event: Event, code: Code, bit: int) -> dict[str, Any] | None:
    audience, *told = event.data
    if not audience & bit:
        return None
    seats = [seat for seat in members(audience) if seat < code.layout.seats]
    layout = code.layout
    pieces, places = [layout.face_of[piece] for piece in told[::3]], list(zip(told[1::3], told[2::3], strict=True))
    if layout.doubled:  # nobody can say which of two that are written alike lies where
        alike = list(zip(places, pieces, strict=True))
        of_face = {face: iter(sorted(place for place, of in alike if of == face)) for face in pieces}
        places = [next(of_face[face]) for face in pieces]
    return {
        "event": "shown", "to": seats, "pieces": pieces, "in": [layout.zone_name(zone) for zone, _ in places],
        "at": [at or None for _, at in places],
    }  # fmt: skip


def _revealed(event: Event, code: Code, bit: int) -> dict[str, Any]:
    number, seats, *rest = event.data
    local, kinds = code.revealed[number], code.revealed_of[number]
    things, value = rest[: len(kinds)], rest[len(kinds) :]
    kept: Any = value if local.type.name == "list" else value[0]
    if local.type.name in ("ratio", "fraction"):
        kept = Fraction(*value)
    of: dict[str, Any] = {"seats": out_of_one(seats)} if seats else {}
    if kinds:
        of["things"] = [plain(thing, kind, code.layout) for thing, kind in zip(things, kinds, strict=True)]
    return {
        "event": "revealed",
        "name": local.name,
        **of,
        "of": str(local.type.definite),
        "value": plain(kept, local.type, code.layout),
    }


def _shuffled(event: Event, code: Code, bit: int) -> dict[str, Any]:
    return {"event": "shuffled", "zone": code.layout.zone_name(event.data[0])}


def _paid(event: Event, code: Code, bit: int) -> dict[str, Any]:
    payer, payee, amount, reason = event.data
    reasons = code.rules.program.reasons
    return {
        "event": "paid", "payer": code.layout.account_name(payer), "payee": code.layout.account_name(payee),
        "amount": amount, "reason": reasons[reason] if reason >= 0 else None, **code.provenance(event.chain),
    }  # fmt: skip


def _finished(event: Event, code: Code, bit: int) -> dict[str, Any]:
    seats = code.layout.seats
    return {"event": "finished", "scores": list(event.data[:seats]), "winners": list(event.data[seats:])}


_VIEWS = {
    "chose": _chose, "moved": _moved, "vacated": _vacated, "shown": _shown, "revealed": _revealed,
    "shuffled": _shuffled, "paid": _paid, "finished": _finished,
}  # fmt: skip
