"""Where the pieces that a seat does not know can still lie, as people at a table work it out."""

from __future__ import annotations

from collections import Counter

from coupdsl.search.chain import Chain
from coupdsl.search.history import unknown, zone_of
from coupdsl.search.traced_world import World

MOST = 40_000  # moves made in search of more, and as many in search of worlds in which a place has none


class Whereabouts:
    """Collects places from worlds, and looks for worlds in which a piece lies where none of them had it."""

    def __init__(self, chain: Chain) -> None:
        self.chain, self.retelling = chain, chain.retelling
        self.faces = chain.machine.code.layout.face_of
        self.found: dict[str, set[int]] = {self.faces[piece]: set() for piece in chain.unseen}
        self.sure: dict[str, set[int]] = {}  # in each of these lies one that is written so, in all worlds
        self.seen: list[World] = []

    def see(self, world: World) -> None:
        """Takes note of where what the seat does not know lies in a world."""
        self.seen.append(world)
        here: dict[str, set[int]] = {}
        for piece in self._unseen(world):
            here.setdefault(self.faces[piece], set()).add(self._zone(world, piece))
        for face, zones in here.items():
            self.found.setdefault(face, set()).update(zones)
            self.sure[face] = self.sure.get(face, zones) & zones

    def look_for_more(self) -> None:
        """Tries to lay each piece where none of its face lay yet, in exchange for one that lies there.

        Worlds that are found so are looked at as well. All faces have an equal share in the work: where one cannot lie
        anywhere else, that is tried in vain in each world.
        """
        end = self.retelling.work + MOST
        visits, spent = Counter[str](), Counter[str]()
        while self.retelling.work <= end:
            left = [face for face in self.found if visits[face] < len(self.seen)]
            if not left:
                return
            face = min(left, key=spent.__getitem__)
            work, world = self.retelling.work, self.seen[visits[face]]
            self._lay_elsewhere(world, face, end)
            visits[face] += 1
            spent[face] += self.retelling.work - work

    def _lay_elsewhere(self, world: World, face: str, end: int) -> None:
        unseen = self._unseen(world)
        for piece in (piece for piece in unseen if self.faces[piece] == face):
            for other in unseen:
                if self._zone(world, other) not in self.found[face] and self.retelling.work <= end:
                    there = self.chain.exchanged(world, piece, other) or self._of_three(world, unseen, piece, other)
                    if there is not None:
                        self.see(there)

    def _of_three(self, world: World, unseen: list[int], piece: int, other: int) -> World | None:
        """One in which a piece lies where the other did, which may not lie where the piece did and so goes elsewhere.

        The one that lay there, any by chance, takes the place of the piece.
        """
        zones = self._zone(world, piece), self._zone(world, other)
        thirds = [third for third in unseen if self._zone(world, third) not in zones]
        return self.chain.exchanged(world, piece, self.chain.rng.choice(thirds), other) if thirds else None

    def look_for_less(self) -> None:
        """Tries to exchange all pieces of a face away from each zone in which one lay in all worlds.

        Where it was not tried to the end, none is sure.
        """
        end = self.retelling.work + MOST
        for face, zones in self.sure.items():
            for zone in sorted(zones) if len(self.found[face]) > 1 else ():
                world: World | None = min(self.seen, key=lambda world: len(self._lying(world, face, zone)))
                while world is not None and zone in self.sure[face]:
                    world = self._with_fewer(world, face, zone, end)
                if self.retelling.work > end:
                    self.sure[face].discard(zone)

    def _with_fewer(self, world: World, face: str, zone: int, end: int) -> World | None:
        """One in which a piece less of the face lies in the zone; None if no exchange leads to one."""
        others = [
            piece for piece in self._unseen(world) if self.faces[piece] != face and self._zone(world, piece) != zone
        ]
        for piece in self._lying(world, face, zone):
            for other in others:
                there = self.chain.exchanged(world, piece, other) if self.retelling.work <= end else None
                if there is not None:
                    self.see(there)
                    return there
        return None

    def _lying(self, world: World, face: str, zone: int) -> list[int]:
        return [
            piece for piece in self._unseen(world) if self.faces[piece] == face and self._zone(world, piece) == zone
        ]

    def _unseen(self, world: World) -> list[int]:
        """The pieces that the seat does not know in this world: of those written alike others than in another."""
        return unknown(self.chain.machine, world.history.now, self.retelling.ear.bit)

    def _zone(self, world: World, piece: int) -> int:
        return zone_of(self.chain.machine, world.history.now, piece)
