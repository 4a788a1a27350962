"""What a seat was told, and how far from that is what it would be told after another move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from coupdsl.language.records import record
from coupdsl.native.machine import Machine
from coupdsl.search.hearing import Happened, Item, ear_of, gap
from coupdsl.search.in_order import exchanges
from coupdsl.search.player import Told

FAR = 1 << 40  # where a move could not even be made


@record
class Misfit:
    """How much had been told before a move that was told otherwise, how far from that it is, and what it brought.

    Of those that were drawn, the `move` is the one that came nearest.
    """

    at: int
    distance: int = FAR
    happened: Happened | None = None
    move: int | None = None

    @property
    def so_far(self) -> tuple[int, int]:
        return self.at, -self.distance


class ThingsTold:
    """The things told so far, by the numbers by which they are compared."""

    def __init__(self, machine: Machine, seat: int | None) -> None:
        self.machine, self.seat = machine, seat
        self.code = machine.code
        self.ear = ear_of(machine, seat)
        self.items: list[Item] = []
        self.numbers: tuple[int, ...] = ()
        self.alike: dict[str, list[int]] = {}  # the pieces written so
        for piece, face in enumerate(self.code.layout.face_of):
            self.alike.setdefault(face, []).append(piece)

    def hear(self, events: Sequence[Told]) -> None:
        new = [self.ear.item(event) for event in events]
        self.items += new
        self.numbers += tuple(item.number for item in new)

    def distance(self, at: int, happened: Happened) -> int:
        """How far what was heard is from what was told from there on.

        That is how far what is revealed is, and how many pieces were seen in place of others; whatever else differs
        counts as one.
        """
        many = len(happened.heard)
        told = self.items[at : at + many]
        differing = (
            gap(item.revealed, value) or 1
            for item, number, value in zip(told, happened.heard, happened.revealed, strict=False)
            if item.number != number
        )
        instead = self._seen_instead(at, happened)[0] or self.in_other_order(at, happened)
        return sum(differing) + many - len(told) + len(instead)

    def seen_instead(self, misfit: Misfit) -> tuple[list[int], list[str]]:
        """The pieces that the seat saw, or that were revealed, in a move that was told otherwise.

        And the faces that it was told of instead.
        """
        return ([], []) if misfit.happened is None else self._seen_instead(misfit.at, misfit.happened)

    def _seen_instead(self, at: int, happened: Happened) -> tuple[list[int], list[str]]:
        faces, told = self.code.layout.face_of, self.items[at : at + len(happened.heard)]
        named = Counter(face for item in told for face in item.named)
        wanted = self._at_most_all(named | Counter(face for item in told for face, _ in item.pieces))
        revealed, seen = (Counter(faces[piece] for piece in which) for which in (happened.named, happened.seen))
        instead = self._at_most_all(revealed | seen)
        right, pieces = instead & wanted, []
        for piece in dict.fromkeys((*happened.named, *happened.seen)):
            if right[faces[piece]]:
                right[faces[piece]] -= 1
            else:
                pieces.append(piece)
        return pieces, [*(wanted - instead).elements()]

    def in_other_order(self, at: int, happened: Happened | None) -> list[tuple[int, int]]:
        """The pieces to be exchanged where the seat saw those that it was told of, but each in another's place."""
        told = self.items[at : at + len(happened.heard)] if happened is not None else []
        wanted = [face for item in told for face, _ in item.pieces]
        return exchanges(wanted, happened.seen, self.code.layout.face_of) if happened is not None and wanted else []

    def _at_most_all(self, many: Counter[str]) -> Counter[str]:
        """So many pieces of each face, of which one that is told twice, since it moved twice, is the same."""
        alike = self.alike  # a damaged log may tell of other faces
        return Counter({face: min(number, len(alike[face])) for face, number in many.items() if face in alike})
