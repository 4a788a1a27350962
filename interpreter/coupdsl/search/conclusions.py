"""How many pieces must have lain where, that something came about as it was told: found out by laying them otherwise.

This only says where to look, as bans do: a bound that a possible world breaks is made wider, one that cannot be kept
is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from coupdsl.language.records import record
from coupdsl.search.bans import step_at
from coupdsl.search.fitting import Bound, alike
from coupdsl.search.history import History, pc_of, unknown, zone_of
from coupdsl.search.laying import held_in, is_offered, own_sets, put
from coupdsl.search.retelling import Retelling
from coupdsl.search.traces import Classes

MANY = 1 << 30
Holds = Callable[[bytearray], bool]


@record
class Found:
    """So many of the pieces in a set lie in a zone."""

    zone: int
    pieces: int
    low: int
    high: int

    def at(self, step: int, classes: Classes) -> Bound:
        return Bound(step, classes.of_zones([self.zone]), self.pieces, self.low, self.high)


class Conclusions:
    """What was found, by how much had been told when the move was made."""

    def __init__(self, retelling: Retelling, rng: Random) -> None:
        self.retelling, self.machine, self.rng = retelling, retelling.machine, rng
        self.classes = Classes(self.machine)
        self.of: dict[int, list[Found]] = {}

    def learn(self, history: History, move: int) -> list[Found]:
        """Asks how pieces must lie for the move that was told to come about here as it was told.

        What alone can be the reason is kept. Where it is one thing or another, one of them is given, drawn by chance.
        """
        at, block = history.at[-1], history.blocks[-1]
        kept = self.of.setdefault(at, [])
        if any(not one.low <= self._count(block, one) <= one.high for one in kept):
            return []
        found = self._reasons(block, at, move)
        if len(found) == 1:
            kept += found
            return []
        return [self.rng.choice(found)] if found else []

    def bounds(self, history: History) -> dict[Bound, tuple[int, Found]]:
        """Those that speak of a history, each with what `forget` asks for."""
        steps = [(at, step) for at in self.of if (step := step_at(history, at)) is not None]
        return {one.at(step, self.classes): (at, one) for at, step in steps for one in self.of[at]}

    def forget(self, at: int, found: Found) -> None:
        self.of[at].remove(found)

    def forget_broken(self, history: History) -> None:
        """A world that is possible shows which bounds are too narrow."""
        for at, found in self.of.items():
            step = step_at(history, at)
            if step is not None:
                self.of[at] = [self._wider(one, history.blocks[step]) for one in found]

    def _count(self, block: bytearray, found: Found) -> int:
        return (held_in(self.machine, block, found.zone) & found.pieces).bit_count()

    def _wider(self, found: Found, block: bytearray) -> Found:
        count = self._count(block, found)
        return Found(found.zone, found.pieces, min(found.low, count), max(found.high, count))

    # ---- laying pieces otherwise
    def _reasons(self, block: bytearray, at: int, move: int) -> list[Found]:
        """Whatever makes the move come about, if other pieces of one face lie in one zone; all else is as it is."""
        machine, is_row, faces = self.machine, self.machine.code.layout.is_row, self.machine.code.layout.face_of
        hidden, pc = unknown(machine, block, self.retelling.ear.bit), pc_of(machine, block)
        first: dict[str, None] = {}  # faces in which the reason is sought before others
        holds: Holds
        if is_offered(machine, block, move):
            zones = sorted({zone for piece in hidden if not is_row[zone := zone_of(machine, block, piece)]})
            holds = partial(self._comes_about, at=at, pc=pc, move=move)
        else:
            zones, holds = own_sets(machine, block, hidden), partial(self._can_be_made, move=move)
            first = dict.fromkeys(faces[piece] for piece in self.retelling.renaming.pieces(pc, move))
        found: list[Found] = []
        for face in first | dict.fromkeys(faces[piece] for piece in hidden):
            of_face = {piece: zone_of(machine, block, piece) for piece in hidden if faces[piece] == face}
            found += self._of_face(block, alike(faces, face), of_face, zones, holds)
            if found and face in first:
                break
        return found

    def _comes_about(self, block: bytearray, at: int, pc: int, move: int) -> bool:
        return self.retelling.comes(block, at, pc, move, told=True) is not None

    def _can_be_made(self, block: bytearray, move: int) -> bool:
        self.retelling.work += 1
        return is_offered(self.machine, block, move)

    def _of_face(
        self, block: bytearray, pieces: int, lying: dict[int, int], zones: Sequence[int], holds: Holds
    ) -> list[Found]:
        """With how many of some pieces that are written alike in each zone it holds."""
        is_row = self.machine.code.layout.is_row
        fewer = {zone: self._with_fewer(block, zone, lying, holds) for zone in zones}
        found = []
        for zone in zones:
            here = sum(there == zone for there in lying.values())
            # where it helps that they leave one zone, it tells nothing where they are laid
            others = [piece for piece, there in lying.items() if there != zone and not fewer.get(there)]
            self.rng.shuffle(others)
            others.sort(key=lambda piece: not is_row[lying[piece]])
            added = [n for n in range(1, len(others) + 1) if holds(self._with(block, others[:n], zone))]
            numbers = [here - n for n in fewer[zone]] + [here + n for n in added]
            if numbers:
                known = (held_in(self.machine, block, zone) & pieces).bit_count() - here
                low, high = _next(numbers, here)
                most = MANY if high == here + len(others) else known + high
                found.append(Found(zone, pieces, known + low if low else 0, most))
        return found

    def _with_fewer(self, block: bytearray, zone: int, lying: dict[int, int], holds: Holds) -> list[int]:
        """How many can be taken from a zone and laid into others, whichever these are, so that it holds."""
        here = [piece for piece, there in lying.items() if there == zone]
        others = [one for one, is_row in enumerate(self.machine.code.layout.is_row) if one != zone and not is_row]
        spares = self.rng.sample(others, min(2, len(others))) if here else []
        return [
            n for n in range(1, len(here) + 1)
            if spares and all(holds(self._with(block, here[:n], spare)) for spare in spares)
        ]  # fmt: skip

    def _with(self, block: bytearray, pieces: list[int], zone: int) -> bytearray:
        other = bytearray(block)
        for piece in pieces:
            put(self.machine, other, piece, zone)
        return other


def _next(numbers: list[int], now: int) -> tuple[int, int]:
    """The first and the last of the numbers in turn among which is the one that is nearest to now."""
    low = high = min(numbers, key=lambda count: abs(count - now))
    while low - 1 in numbers:
        low -= 1
    while high + 1 in numbers:
        high += 1
    return low, high
