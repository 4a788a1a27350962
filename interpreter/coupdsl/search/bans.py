"""Where pieces cannot have lain when somebody made a move that the seat was told.

A move that would not have been offered had a certain piece lain in a certain zone tells that it did not. This only
spares trials: what is possible is settled by playing it again, and a ban that a world breaks is forgotten.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from coupdsl.code.bits import mask_of
from coupdsl.native.machine import Machine
from coupdsl.search.fitting import Bound
from coupdsl.search.history import History, pc_of, unknown, zone_of
from coupdsl.search.laying import held_in, is_offered, own_sets, put
from coupdsl.search.renaming import Renaming
from coupdsl.search.traces import Classes


class Bans:
    """By how much had been told when the move was made: zones, with the pieces that did not lie there."""

    def __init__(self, machine: Machine, renaming: Renaming, bit: int) -> None:
        self.machine, self.renaming, self.bit = machine, renaming, bit
        self.classes = Classes(machine)
        self.of: dict[int, tuple[int, int]] = {}
        self.changes = 0  # in what is banned
        self.asked: set[int] = set()

    def learn(self, history: History, move: int) -> bool:
        """Asks of each piece why the move that was told is not offered here; gives whether there is an answer."""
        at = history.at[-1]
        if at in self.asked:
            return False
        self.asked.add(at)
        machine, block = self.machine, history.blocks[-1]
        named = self.renaming.pieces(pc_of(machine, block), move)
        faces, hidden = machine.code.layout.face_of, unknown(machine, block, self.bit)
        open_ = {faces[piece] for piece in named}
        unseen = [piece for piece in hidden if faces[piece] not in open_]
        meant = [piece for piece in named if piece in hidden]
        for zone in own_sets(machine, block, hidden):
            excluded = self._excluded(block, move, zone, unseen, meant)
            if excluded:
                self.of[at] = (zone, mask_of(excluded))
                self.changes += 1
                return True
        return False

    def _excluded(self, block: bytearray, move: int, zone: int, unseen: list[int], meant: list[int]) -> list[int]:
        """The pieces with any of which in the zone the move is not offered, though with none of them it is.

        What it names, pieces `meant`, lies there where it would not be offered otherwise.
        """
        machine, is_row = self.machine, self.machine.code.layout.is_row
        spare = next((other for other in range(len(is_row)) if other != zone and not is_row[other]), None)
        if spare is None:
            return []
        empty = bytearray(block)
        for piece in unseen:
            if zone_of(machine, block, piece) == zone:
                put(machine, empty, piece, spare)
        if not is_offered(machine, empty, move):
            for piece in meant:
                put(machine, empty, piece, zone)
            if not meant or not is_offered(machine, empty, move):
                return []
        found = []
        for piece in unseen:
            other = bytearray(empty)
            put(machine, other, piece, zone)
            if not is_offered(machine, other, move):
                found.append(piece)
        return found

    def forget_broken(self, history: History) -> None:
        """A world that is possible shows which bans are none."""
        self.changes += 1
        for at, (zone, mask) in list(self.of.items()):
            step = step_at(history, at)
            if step is not None:
                self.of[at] = (zone, mask & ~held_in(self.machine, history.blocks[step], zone))

    def forget(self, at: int, pieces: Iterable[int]) -> None:
        """Of what was told when so much had been, that these pieces did not lie there."""
        zone, mask = self.of[at]
        self.of[at] = zone, mask & ~mask_of(pieces)
        self.changes += 1

    def bounds(self, history: History) -> list[Bound]:
        """The same for whoever lets pieces change places: of these, none lies there."""
        return [Bound(step, self.classes.of_zones([zone]), mask, 0, 0) for step, zone, mask in self.steps(history)]

    def steps(self, history: History) -> list[tuple[int, int, int]]:
        """Before which moves of a history they hold: the step, the zone and the pieces."""
        steps = ((step_at(history, at), zone, mask) for at, (zone, mask) in self.of.items())
        return [(step, zone, mask) for step, zone, mask in steps if step is not None and mask]


def step_at(history: History, at: int) -> int | None:
    """The last step before which so much had been told."""
    step = bisect_right(history.at, at) - 1
    return step if step >= 0 and history.at[step] == at else None
