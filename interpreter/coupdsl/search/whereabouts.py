"""Where the pieces that a seat does not know can still lie, as people at a table work it out."""

from __future__ import annotations

from collections.abc import Sequence

from coupdsl.search.chain import Chain
from coupdsl.search.history import unknown, zone_of
from coupdsl.search.traced_world import World

MOST = 20_000  # moves made in search of more


class Whereabouts:
    """Collects places from worlds, and looks for worlds in which a piece lies where none of them had it."""

    def __init__(self, chain: Chain) -> None:
        self.chain, self.retelling = chain, chain.retelling
        self.faces = chain.machine.code.layout.face_of
        self.found: dict[str, set[int]] = {self.faces[piece]: set() for piece in chain.unseen}
        self.sure: dict[str, set[int]] = {}  # in each of these lies one that is written so, in all worlds

    def see(self, world: World) -> None:
        """Takes note of where what the seat does not know lies in a world."""
        here: dict[str, set[int]] = {}
        for piece in self._unseen(world):
            here.setdefault(self.faces[piece], set()).add(self._zone(world, piece))
        for face, zones in here.items():
            self.found.setdefault(face, set()).update(zones)
            self.sure[face] = self.sure.get(face, zones) & zones

    def look_for_more(self, worlds: Sequence[World]) -> None:
        """Tries to lay each piece where none of its face lay yet, in exchange for one that lies there.

        Worlds that are found so are looked at as well.
        """
        end, waiting = self.retelling.work + MOST, list(worlds)
        for world in waiting:
            unseen = self._unseen(world)
            for piece in unseen:
                for other in unseen:
                    if self._zone(world, other) not in self.found.get(self.faces[piece], ()):
                        there = self.chain.exchanged(world, piece, other)
                        if there is not None:
                            self.see(there)
                            waiting.append(there)
                        if self.retelling.work > end:
                            return

    def _unseen(self, world: World) -> list[int]:
        """The pieces that the seat does not know in this world: of those written alike others than in another."""
        return unknown(self.chain.machine, world.history.now, self.retelling.ear.bit)

    def _zone(self, world: World, piece: int) -> int:
        return zone_of(self.chain.machine, world.history.now, piece)
