"""Where pieces lie: the form and place of each zone, as the texts hint, else from who sees it and whose it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from coupdsl.language import program as p
from coupdsl.phrases.inline import owned
from coupdsl.play.account.laid_pieces import Laid, called, players
from coupdsl.play.board_drawing import BoardDrawing
from coupdsl.play.drawing import Drawing, Played
from coupdsl.rulesets.table_hints import Hints
from coupdsl.scene.faces import UNKNOWN, Faces
from coupdsl.scene.model import Board, Cell, Piece, Zone

View = dict[str, Any]
FEW = 8  # pieces that lie open side by side; more are a pile
Content = tuple[tuple[Piece, ...], int]  # the pieces that are drawn, and how many more there are
Line = tuple[str, tuple[Piece | None, ...]]  # a run by what it is of


class Places:
    """The zones of one ruleset."""

    def __init__(self, drawing: Drawing, faces: Faces, hints: Hints) -> None:
        self.drawing, self.words, self.faces, self.hints = drawing, drawing.words, faces, hints
        self.board_drawing: BoardDrawing = drawing.board
        self.shown_empty = frozenset(name for name, zone in drawing.zones.items() if zone.shown_as == "trick")

    def zones(self, view: View, played: Played, cleared: Played) -> tuple[Zone, ...]:
        """Those with something in them, and tricks.

        `played` says who played what lies there, `cleared` what lay last in an empty trick.
        """
        return tuple(self._zones(view, played, cleared))

    def _zones(self, view: View, played: Played, cleared: Played) -> Iterator[Zone]:
        for zone in view["zones"]:
            declared = self.drawing.zones[zone["name"]]
            if declared.shown_as == "nothing" or "cell" in zone or self.words.is_kept_off(zone["name"]):
                continue
            own = zone["seat"] is not None and zone["seat"] == view["seat"]
            count = len(zone["pieces"]) + _without_place(zone)
            if not (count or declared.name in self.shown_empty):
                continue
            form = self._form(declared, zone, own, count)
            pieces, unseen = self._content(zone, form, view, played)
            kind = self.faces.kind("", self._family(declared)) if unseen or UNKNOWN in pieces else "card"
            lines = tuple(self._lines(zone, view)) if form == "runs" else ()
            last: Sequence[Laid] = () if count else cleared.get(called(zone), ())
            yield Zone(
                called(zone), self._label(zone), form, self._place(declared, zone, own), zone["seat"], pieces, unseen,
                kind, lines, self._resorted(zone, pieces) if form == "fan" else (),
                tuple(self.faces.one(face, view, seat) for face, seat in last),
            )  # fmt: skip

    def _resorted(self, zone: Mapping[str, Any], pieces: Sequence[Piece]) -> tuple[int, ...]:
        """The cards in the order in which they do not lie; none where that is the same, or matters."""
        words, faces = self.words, [piece.name for piece in pieces]
        if zone["row"] or not all(map(words.is_card, faces)):
            return ()
        key = words.order if words.is_by_ranks(zone["name"]) else words.order_by_ranks
        places = sorted(range(len(faces)), key=lambda at: key(faces[at]))
        return () if places == sorted(places) else tuple(places)

    def _family(self, declared: p.Zone) -> str:
        """The kind of piece that lies there, where it is another than cards."""
        families = [family.name for family in self.words.rules.program.families]
        element = declared.type.of
        return element.name if element is not None and element.name in families else ""

    def _place(self, declared: p.Zone, zone: Mapping[str, Any], own: bool) -> str:
        hint = self.hints.first("places", (declared.name,))
        if hint in ("middle", "aside"):
            return hint
        if own and (hint == "hand" or (hint is None and declared.seen_by == "owner")):
            return "hand"
        return "middle" if zone["seat"] is None else "seat"

    def _form(self, declared: p.Zone, zone: Mapping[str, Any], own: bool, count: int) -> str:
        hint = self.hints.first("forms", (declared.name,))
        if hint is not None:
            return hint
        if own and declared.seen_by == "owner" and declared.shown_as is None:
            return "fan"
        known = sum(face is not None for face in zone["pieces"])
        if declared.shown_as == "count" or (declared.shown_as is None and not known):
            return "stack" if not known else "count"
        if declared.shown_as in ("trick", "runs"):
            return declared.shown_as
        return "row" if (count if zone["row"] else known) <= FEW else "pile"

    def _label(self, zone: Mapping[str, Any]) -> str:
        label = self.words.label("names", zone["name"])
        return self.words.say("of", owned(label), self.words.argument(zone["of"])) if "of" in zone else label

    def _content(self, zone: Mapping[str, Any], form: str, view: View, played: Played) -> Content:
        faces, unseen, besides = zone["pieces"], zone["unseen"], _without_place(zone)
        if form == "count":
            return (), len(faces) + besides
        if form == "stack":
            top = tuple(self.faces.one(face, view) for face in _last(zone))
            return top, len(faces) + besides - len(top)
        if form == "trick":
            by = zip(faces, players(played.get(called(zone), ()), faces), strict=True)
            return tuple(self.faces.one(face, view, seat) if face else UNKNOWN for face, seat in by), besides
        if form == "runs":
            return self.faces.sorted(
                (f for f in faces if f and not self.words.is_suited(f)), view, zone["name"]
            ), unseen
        known = [face for face in faces if face is not None]
        if not zone["row"]:
            return self.faces.sorted(known, view, zone["name"]), unseen
        if len(known) < len(faces) and "gap" not in zone:  # what nobody knows lies between others
            return tuple(self.faces.one(face, view) if face else UNKNOWN for face in faces), besides
        return self.faces.in_order(known, view), unseen

    def _lines(self, zone: Mapping[str, Any], view: View) -> Iterator[Line]:
        """The run of each suit that has begun, with gaps."""
        words = self.words
        order = self.drawing.rank_order(view, self.drawing.zones[zone["name"]])
        for suit in words.rules.program.suits:
            here = {
                words.rank_index(face): face for face in zone["pieces"] if face and words.suit_index(face) == suit.index
            }
            if here:
                cards = tuple(self.faces.one(here[rank], view) if rank in here else None for rank in order)
                yield words.label("names", suit.name), cards

    # ---- a board
    def board(self, view: View) -> Board | None:
        drawing = self.board_drawing
        if drawing.grid is None:
            return None
        lying: dict[str, list[dict[str, Any]]] = {}
        for zone in view["zones"]:
            if "cell" in zone and zone["name"] in drawing.zones:
                lying.setdefault(zone["cell"], []).append(zone)
        rows, columns = drawing.seen_from(view)
        brief, meanings = drawing.in_brief(view)
        drawn = [(row, tuple(self._cell(f"{column}{row}", view, lying, brief) for column in columns)) for row in rows]
        return Board(tuple(columns), tuple(drawn), meanings)

    def _cell(self, cell: str, view: View, lying: Mapping[str, list[dict[str, Any]]], brief: Mapping[str, str]) -> Cell:
        zones = lying.get(cell, [])
        pieces = tuple(self._piece(face, view) for zone in zones for face in zone["pieces"] if face is not None)
        unseen, kept = sum(zone["unseen"] for zone in zones), tuple(self.board_drawing.kept_for(cell, view))
        return Cell(cell, pieces, unseen, kept, brief[cell])

    def _piece(self, face: str, view: View) -> Piece:
        """A piece on a board, by its number only where that tells something; its fields are told in its notes."""
        piece = self.faces.one(face, view)
        if not piece.family:
            return piece
        called = self.board_drawing.called(face, view)
        return replace(piece, label=called, said=called or self.words.label("names", piece.family))


def _without_place(zone: Mapping[str, Any]) -> int:
    """How many pieces that are not seen have no place among the others; those that have one are None there."""
    unseen: int = zone["unseen"]
    return unseen - sum(face is None for face in zone["pieces"])


def _last(zone: Mapping[str, Any]) -> tuple[str, ...]:
    """The last piece of a row, where it is seen."""
    faces = zone["pieces"]
    more_behind = zone.get("gap", {"at": 0})["at"] == len(faces)
    return (faces[-1],) if zone["row"] and faces and faces[-1] is not None and not more_behind else ()


__all__ = ["Places"]
