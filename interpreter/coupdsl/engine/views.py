"""What a seat sees: the one place where hidden things are filtered out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from coupdsl.code.code import Code
from coupdsl.code.plain import reader
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.position import Position
from coupdsl.engine.turn import Turn
from coupdsl.language import program as p
from coupdsl.language.records import by_value

Names = Sequence[str | int | None]  # numbers of seats; None for what is not in the game


@by_value
class Kept:
    """Where in memory the values of a state or of a field lie, and what makes plain data of one."""

    declared: p.State
    at: slice
    read: Callable[[Any], Any]
    each: Names | None  # of what it is kept for each
    each_two: Names | None  # and of the second, where it is kept for each two


class Observer:
    """Tells the positions of one code, with all settled once that is the same in each."""

    def __init__(self, code: Code) -> None:
        self.layout = layout = code.layout
        program = code.rules.program
        self.places = [self._place(number) for number in range(len(layout.zones))]
        self.piles = frozenset(number for number, zone in enumerate(layout.zones) if zone in code.shuffled)
        per = (None, "seat", "cell", "suit", "rank", *program.kinds, *self._kinds_of_pieces(code))
        fields = {field for family in program.families for field in family.fields}
        declared = [state for state in program.states if state not in fields]
        states = [self._kept(state, code) for state in declared if state.per in per and state.by in per]
        self.of_all = [kept for kept in states if kept.declared.seen_by == "all"]
        self.of_seats = [kept for kept in states if _visible(kept.declared)]
        self.fields = {
            family.name: [self._kept(field, code) for field in family.fields]
            for family in program.families
            if family.fields
        }

    def _place(self, number: int) -> dict[str, Any]:
        layout = self.layout
        zone, owner = layout.zones[number], layout.zone_owner[number]
        of = layout.zone_of[number]
        which = {} if of is None else {"cell" if zone.per == "cell" else "of": of}
        return {"name": zone.name, "seat": owner if owner >= 0 else None, **which, "row": zone.row}

    def _kept(self, declared: p.State, code: Code) -> Kept:
        start, width = self.layout.state_start[declared], self.layout.width(declared)
        each, each_two = self._names(declared.per, code), self._names(declared.by, code)
        return Kept(declared, slice(start, start + width), reader(declared.type, self.layout), each, each_two)

    def _kinds_of_pieces(self, code: Code) -> list[str]:
        """Those of which each piece has a name of its own."""
        families = [family.name for family in code.rules.program.families]
        return families if self.layout.doubled else ["card", "piece", *families]

    def _names(self, per: str | None, code: Code) -> Names | None:
        kinds, layout = code.rules.program.kinds, self.layout
        if per in self._kinds_of_pieces(code):
            each = list(zip(layout.face_of, layout.type_of, strict=True))[: layout.count_per(per)]
            return [face if per in (kind, "piece") else None for face, kind in each]
        if per in kinds:
            left = code.rules.entries(kinds[per])
            return [entry.path if entry in left else None for entry in kinds[per].entries]
        if per in ("cell", "suit", "rank"):
            return layout.names_per(per)
        return list(range(layout.seats)) if per == "seat" else None

    def view(self, state: Turn, seat: int | None) -> dict[str, Any]:
        """The current observation of `seat`; None is a spectator, who sees what everybody sees. Plain data."""
        actor = state.actor
        result = state.result()
        return {
            "seat": seat,
            "actor": "chance" if actor == CHANCE else actor,
            "pending": list(state.pending),
            "decision": state.decision,
            "options": [str(move) for move in state.legal_moves()] if seat is not None and seat == actor else [],
            "zones": self._zones(state, 1 << (self.layout.seats if seat is None else seat)),
            **self.remembered(state, seat),
            "moves": state.count,
            "result": None if result is None else {"scores": list(result.scores), "winners": list(result.winners)},
        }

    def remembered(self, state: Position, seat: int | None) -> dict[str, Any]:
        """The part of that view which does not say where pieces lie: accounts, states, and fields of pieces."""
        shown = self.of_all if seat is None else self.of_seats
        states = {kept.declared.name: _state(kept, state, seat) for kept in shown}
        return {"accounts": self._accounts(state), "states": states, "pieces": self._fields(state)}

    def _zones(self, state: Position, bit: int) -> list[dict[str, Any]]:
        """Pieces the viewer knows by face; in a row, None where one lies that he does not know.

        In a row that is shuffled, `gap` says before which of them (`at`) lie how many `pieces` more, in no order.
        """
        count = len(self.places)
        seen: list[list[str | None]] = [[] for _ in range(count)]
        unseen = [0] * count
        for zone, known, face in zip(state.where, state.known, self.layout.face_of, strict=True):
            if known & bit:
                seen[zone].append(face)
            else:
                unseen[zone] += 1
        found = []
        for number, place in enumerate(self.places):
            told = place.copy()
            if number in self.piles:
                told |= self._pile(state, number, bit)
            elif row := state.rows[number]:
                told["pieces"] = self._faces(state, row, bit)
            else:
                told["pieces"] = seen[number]
            told["unseen"] = unseen[number]
            found.append(told)
        return found

    def _faces(self, state: Position, pieces: Iterable[int], bit: int) -> list[str | None]:
        """The pieces by face, None for each that the viewer does not know."""
        faces, known = self.layout.face_of, state.known
        return [faces[piece] if known[piece] & bit else None for piece in pieces]

    def _pile(self, state: Position, number: int, bit: int) -> dict[str, Any]:
        """A row that may be shuffled: the ends as far in as the viewer knows something, and how many lie between them.

        So it tells the same whether chance has settled what lies between or not.
        """
        front, back = (self._faces(state, pile[number], bit) for pile in (state.rows, state.tails))
        between = len(state.bags[number])
        while front and front[-1] is None:
            front.pop()
            between += 1
        while back and back[0] is None:
            back.pop(0)
            between += 1
        gap = {"gap": {"at": len(front), "pieces": between}} if between else {}
        return {"pieces": front + back, **gap}

    def _accounts(self, state: Position) -> dict[str, Any]:
        """What is in each account; None for one that is not counted."""
        layout = self.layout
        found: dict[str, Any] = {}
        for number, (account, owner) in enumerate(layout.accounts):
            if owner >= 0:
                found.setdefault(account.name, []).append(state.balances[number])
            else:
                found[account.name] = None if number in layout.uncounted else state.balances[number]
        return found

    def _fields(self, state: Position) -> dict[str, dict[str, Any]]:
        """The fields of pieces that have any, where they have values."""
        found: dict[str, dict[str, Any]] = {}
        for family, fields in self.fields.items():
            each = zip(*(state.memory[field.at] for field in fields), strict=True)
            for face, kind, values in zip(self.layout.face_of, self.layout.type_of, each, strict=True):
                if kind == family:
                    told = {field.declared.name: field.read(value) for field, value in zip(fields, values, strict=True)}
                    if any(value is not None for value in told.values()):
                        found[face] = told
        return found


def _visible(declared: p.State) -> bool:
    """May a seat see any of it?"""
    return declared.seen_by == "all" or (declared.seen_by in ("owner", "others") and declared.per == "seat")


def _state(kept: Kept, state: Position, seat: int | None) -> Any:
    declared = kept.declared
    if kept.each is None:
        return kept.read(state.memory[kept.at.start])
    values: list[Any] = [kept.read(value) for value in state.memory[kept.at]]
    if kept.each_two is not None:
        size = len(kept.each_two)
        values = [_named(values[at : at + size], kept.each_two) for at in range(0, len(values), size)]
    if declared.seen_by != "all":
        own = declared.seen_by == "owner"
        return [value if (at == seat) is own else None for at, value in enumerate(values)]
    return _named(values, kept.each)


def _named(values: list[Any], names: Names) -> Any:
    """One for each, by their names; a list where they are seats."""
    if names and isinstance(names[0], int):
        return values
    return {name: value for name, value in zip(names, values, strict=True) if name is not None}
