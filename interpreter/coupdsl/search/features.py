"""What there is to say of a move by what its seat sees, in the words of its rules: features, by which it is judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from coupdsl.code.moves import Move
from coupdsl.engine.rules import Rules
from coupdsl.language.types import Type

View = Mapping[str, Any]
Zone = Mapping[str, Any]
Thing = tuple[
    str, Any
]  # that is picked: `piece`, `cell`, `seat` or `number`, empty for any other, and its name in views
FEW = 2  # pieces in a zone that are told one by one
EXACT = 12  # numbers up to here count as they are, larger ones by how many digits they have in binary


class Features:
    """Of the moves of these rules. They hold for every seat: seats count from the one whose move it is."""

    def __init__(self, rules: Rules) -> None:
        code, program = rules.code, rules.program
        self.layout = layout = code.layout
        self.states = {state.name: state for state in program.states}
        self.picked: dict[int, tuple[Thing, ...]] = {}  # by move
        for option in (option for decision in code.decisions.values() for option in decision.options):
            kinds = [pick.name.type for pick in option.picks]
            for values, move in option.moves.items():
                each = values if isinstance(values, tuple) else (values,)
                self.picked.setdefault(move.id, tuple(map(self._thing, kinds, each)))
        self.numbers = {face: piece for piece, face in reversed([*enumerate(layout.face_of)])}  # the first of each face
        self.printed = {face: self._printed(piece) for face, piece in self.numbers.items()}
        self.fields = {(family.name, field.name): field.type for family in program.families for field in family.fields}
        board = layout.board
        self.places = dict(zip(board.names, zip(board.row_of, board.column_of, strict=True), strict=True))

    def _thing(self, kind: Type, value: Any) -> Thing:
        if kind.family:
            return "piece", self.layout.face_of[value]
        if kind.name == "cell":
            return "cell", self.layout.board.names[value]
        if kind.name == "seat":
            return "seat", value
        return ("number", value) if kind.is_numeric else ("", None)

    def _printed(self, piece: int) -> list[str]:
        """What stands on a piece: its face, suit and rank, or of what family it is."""
        layout, program = self.layout, self.layout.rules.program
        suit, rank = layout.suit_of[piece], layout.rank_of[piece]
        found = [layout.face_of[piece] if layout.type_of[piece] == "card" else layout.type_of[piece]]
        found += [program.suits[suit].name] if suit >= 0 else []
        return found + ([program.ranks[rank].name] if rank >= 0 else [])

    def card(self, face: str) -> tuple[int, int]:
        """Its suit and its rank by number, -1 where it has none."""
        piece = self.numbers[face]
        return self.layout.suit_of[piece], self.layout.rank_of[piece]

    def of(self, moves: Sequence[Move], view: View) -> list[list[str]]:
        """For each of these moves, which the seat of the view may make, what there is to say of it."""
        seen = _Seen(self, view)
        found = []
        for move in moves:
            own = [f"{move.word} {one}" for one in (*seen.around, *seen.of_picked(self.picked.get(move.id, ())))]
            own.insert(0, move.word)
            found.append([*own, *(f"{one} @{office}" for one in own for office in seen.offices)])
        return found


class _Seen:
    """A view, looked through once for all moves."""

    def __init__(self, features: Features, view: View) -> None:
        self.features, self.view, self.seat = features, view, view["seat"]
        self.unowned: list[Zone] = []
        self.zones_of: dict[str | int, list[Zone]] = {}  # by cell, seat or other thing that each is kept for
        for zone in view["zones"]:
            kept_for = zone.get("cell", zone.get("of", zone["seat"]))
            (self.unowned if kept_for is None else self.zones_of.setdefault(kept_for, [])).append(zone)
        self.offices = [name for name, value in view["states"].items() if self._is_office(name) and value == self.seat]
        self.cards = [_Cards(features, zone) for zone in (*self.zones_of.get(self.seat, ()), *self.unowned)]
        self.around = list(self._around())
        self._told: dict[Thing, list[str]] = {}  # of each thing, once it was asked for

    def _is_office(self, name: str) -> bool:
        """Does this state name one seat?"""
        state = self.features.states[name]
        return state.per is None and state.type.name == "seat"

    def _around(self) -> Iterator[str]:
        """What holds of all moves: numbers and words that are remembered, and how much there is."""
        for name, value in self.view["states"].items():
            state = self.features.states[name]
            own = value[self.seat] if state.per == "seat" and state.by is None else value
            if state.per in (None, "seat") and state.type.name != "seat" and not isinstance(own, (list, dict)):
                yield f"{name}={_written(own)}"
        for name, value in self.view["accounts"].items():
            own = value[self.seat] if isinstance(value, list) else value
            if own is not None:
                yield f"{name}={_written(own)}"
        yield from map(_counted, (*self.zones_of.get(self.seat, ()), *self.unowned))
        for zone in self.unowned:
            for end, face in _ends(zone):
                yield from (f"{zone['name']} {end} {one}" for one in self._beside_cards(face, zone))

    def of_picked(self, picked: Sequence[Thing]) -> Iterator[str]:
        """Of each thing that is picked, by its number, and how far cells lie apart."""
        for number, thing in enumerate(picked):
            if thing not in self._told:
                self._told[thing] = list(self._of_thing(*thing))
            yield from (f"{number} {one}" for one in self._told[thing])
        places = [self.features.places[name] for kind, name in picked if kind == "cell"]
        for (row, column), (other_row, other_column) in pairwise(places):
            yield f"rows{other_row - row:+}"
            yield f"columns{other_column - column:+}"

    def _of_thing(self, kind: str, name: Any) -> Iterator[str]:
        if kind == "piece":
            yield from self._of_piece(name)
            yield from self._beside_rows(name)
            yield from self._beside_cards(name)
        elif kind == "cell":
            row, column = self.features.places[name]
            yield from (f"row{row}", f"column{column}", *self._kept_for("cell", name))
        elif kind == "seat":
            yield from (self._relation(name), *self._kept_for("seat", name))
        elif kind == "number":
            yield f"={_written(name)}"

    def _kept_for(self, per: str, name: Any) -> Iterator[str]:
        """What lies at a cell or seat, and what is remembered of it."""
        for zone in self.zones_of.get(name, ()):
            yield _counted(zone)
            if _size(zone) <= FEW:
                yield from (f"{zone['name']} {one}" for face in _known(zone) for one in self._of_piece(face))
        for state_name, values in self.view["states"].items():
            state = self.features.states[state_name]
            if state.per == per and state.by is None and not isinstance(values[name], (list, dict)):
                yield f"{state_name}={self._value(state.type, values[name])}"

    def _of_piece(self, face: str) -> Iterator[str]:
        features = self.features
        yield from features.printed[face]
        family = features.layout.type_of[features.numbers[face]]
        for name, value in self.view["pieces"].get(face, {}).items():
            yield f"{name}={self._value(features.fields[family, name], value)}"

    def _beside_rows(self, face: str) -> Iterator[str]:
        """How a card compares with the first and the last one of each row that is shared."""
        suit, rank = self.features.card(face)
        for zone in self.unowned if rank >= 0 else ():
            for end, other in _ends(zone):
                beside, its = self.features.card(other)
                order = "above" if rank < its else "below" if rank > its else "level"
                yield f"{zone['name']} {end} {'same' if suit == beside else 'other'} {order}"

    def _beside_cards(self, face: str, of: Zone | None = None) -> Iterator[str]:
        """How many other cards like it lie in each zone that is its seat's own or nobody's.

        It is one of those in `of`, else in the first zone with a card exactly alike; the own ones come first.
        """
        if self.features.card(face)[1] >= 0:
            zone = of or next((cards.zone for cards in self.cards if face in cards.faces), None)
            for cards in self.cards:
                yield from cards.beside(face, cards.zone is zone)

    def _relation(self, other: int) -> str:
        """Which seat it is to the left of the own one."""
        return f"left{(other - self.seat) % self.features.layout.seats}"

    def _value(self, kind: Type, value: Any) -> str:
        return self._relation(value) if kind.name == "seat" and value is not None else _written(value)


class _Cards:
    """Those of a zone that are seen, counted."""

    def __init__(self, features: Features, zone: Zone) -> None:
        self.zone, self.name, self.features = zone, zone["name"], features
        self.faces = _known(zone)
        found = [features.card(face) for face in self.faces]
        self.cards = Counter((suit, rank) for suit, rank in found if rank >= 0)
        self.suits = Counter(suit for suit, _ in self.cards.elements())
        self.ranks = Counter(rank for _, rank in self.cards.elements())

    def beside(self, face: str, is_here: bool) -> Iterator[str]:
        """How many others are of its rank, of its suit, and next to it in its suit; it may be one of these itself."""
        suit, rank = self.features.card(face)
        if self.cards.total() > is_here:
            yield f"{self.name} ranks#{_written(self.ranks[rank] - is_here)}"
            yield f"{self.name} suits#{_written(self.suits[suit] - is_here)}"
            yield f"{self.name} next#{sum((suit, rank + step) in self.cards for step in (-1, 1))}"


def _known(zone: Zone) -> list[str]:
    """The pieces that are seen; in a row None stands where another one lies."""
    return [face for face in zone["pieces"] if face is not None]


def _size(zone: Zone) -> int:
    """How many lie there."""
    return len(_known(zone)) + int(zone["unseen"])


def _counted(zone: Zone) -> str:
    return f"{zone['name']}#{_written(_size(zone))}"


def _ends(zone: Zone) -> Iterator[tuple[str, str]]:
    """The first and the last piece of a row where they are seen: a gap may lie before them or behind."""
    pieces = zone["pieces"] if zone["row"] else []
    gap = zone["gap"]["at"] if "gap" in zone else None
    if pieces and pieces[0] is not None and gap != 0:
        yield "first", pieces[0]
    if pieces and pieces[-1] is not None and gap != len(pieces):
        yield "last", pieces[-1]


def _written(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) <= EXACT:
        return str(value)
    return f"{'-' if value < 0 else ''}2^{abs(value).bit_length()}"


@lru_cache(maxsize=16)
def features_of(rules: Rules) -> Features:
    """What there is to say of moves of these rules, made once."""
    return Features(rules)
