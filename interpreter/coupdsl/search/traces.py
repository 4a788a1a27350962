"""Where each piece was in a world at each moment, and when another could have been there in its place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from coupdsl.native.machine import Machine
from coupdsl.search.hearing import SHUFFLE
from coupdsl.search.history import History, bag_of, zones_of
from coupdsl.search.renaming import Renaming

END = 1 << 40  # later than the present
NEVER: list[int] = []
Path = list[tuple[int, int]]  # from which step on, and the class


class Classes:
    """A class stands for a zone and whether pieces there lie in order: of those that do not, none is before another.

    Zones without order come first, then bags, then (negative) rows: two pieces in one row lie apart.
    """

    def __init__(self, machine: Machine) -> None:
        self.zones = len(machine.code.layout.zones)
        self.is_row = machine.code.layout.is_row
        self.lying = [-1 - zone if is_row else zone for zone, is_row in enumerate(self.is_row)]

    def in_bag(self, zone: int) -> int:
        return self.zones + zone

    def of_zones(self, zones: Iterable[int]) -> frozenset[int]:
        """Whatever stands for one of these."""
        return frozenset(one for zone in zones for one in (self.lying[zone], self.in_bag(zone)))

    def zone(self, lying: int) -> int:
        return -1 - lying if lying < 0 else lying % self.zones


class Traces:
    """Of one history: `paths` of the pieces, the steps in which one is `seen`, and the hidden ones that name it.

    They go on from those of another history that is the same before its move `first`.
    """

    def __init__(
        self, machine: Machine, renaming: Renaming, history: History, other: Traces | None = None, first: int = 0
    ) -> None:
        self.classes: Classes = Classes(machine) if other is None else other.classes
        self.paths: list[Path]
        self.seen: dict[int, list[int]] = {}
        self.named: dict[int, list[int]] = {}
        if other is None:
            self.paths = self._beginning(machine, history.blocks[0])
        else:
            self.paths = [path if path[-1][0] <= first else _until(path, first) for path in other.paths]
            self.seen, self.named = (
                {piece: steps[: bisect_left(steps, first)] for piece, steps in found.items() if steps[0] < first}
                for found in (other.seen, other.named)
            )
        self._go_on(machine, renaming, history, first)

    def permuted(self, image: Mapping[int, int], start: int, end: int) -> Traces:
        """The same where from the move `start` on each piece's image goes its way, until all meet before `end`.

        They lay together before.
        """
        other = Traces.__new__(Traces)
        other.classes, other.seen = self.classes, self.seen
        other.paths, other.named = self.paths.copy(), self.named.copy()
        for piece, goer in image.items():
            other.paths[goer] = exchanged(self.paths[goer], self.paths[piece], start, end)
            other.named[goer] = exchanged_steps(self.named.get(goer, NEVER), self.named.get(piece, NEVER), start, end)
        other.named = {piece: steps for piece, steps in other.named.items() if steps}
        return other

    def next_seen(self, piece: int, step: int) -> int:
        """In which move, from this one on, the seat saw a piece; `END` where it did not."""
        steps = self.seen.get(piece)
        at = bisect_left(steps, step) if steps else 0
        return steps[at] if steps and at < len(steps) else END

    def _beginning(self, machine: Machine, block: bytearray) -> list[Path]:
        classes = self.classes
        now = [classes.lying[zone] for zone in zones_of(machine, block)]
        for zone, is_row in enumerate(classes.is_row):
            for piece in bag_of(machine, block, zone) if is_row else ():
                now[piece] = classes.in_bag(zone)
        return [[(0, lying)] for lying in now]

    def _go_on(self, machine: Machine, renaming: Renaming, history: History, first: int) -> None:
        classes, lying, settlings = self.classes, self.classes.lying, machine.code.settlings
        seen, named, goes, all_happened = self.seen, self.named, self._goes, history.happened
        for step in range(first, len(history.moves)):
            happened = all_happened[step]
            for piece in happened.seen:
                seen.setdefault(piece, []).append(step)
            if history.hidden[step]:
                pc = history.pcs[step]
                pieces = self._named(machine, renaming, history, step, pc)
                for piece in pieces:
                    named.setdefault(piece, []).append(step)
                if pc in settlings:
                    goes(pieces[0], step + 1, lying[renaming.zone(pc, history.moves[step])])
            for piece, zone in happened.changes:
                if piece != SHUFFLE:
                    goes(piece, step + 1, lying[zone])
                    continue
                for one, path in enumerate(self.paths):
                    if classes.zone(path[-1][1]) == zone:
                        goes(one, step + 1, classes.in_bag(zone))

    def _goes(self, piece: int, step: int, lying: int) -> None:
        """Paths are shared, so they are made anew where they go on."""
        path = self.paths[piece]
        start, before = path[-1]
        if start == step:
            path = self.paths[piece] = path[:-1]
            before = path[-1][1] if path else END
        if before != lying:
            self.paths[piece] = [*path, (step, lying)]

    @staticmethod
    def _named(machine: Machine, renaming: Renaming, history: History, step: int, pc: int) -> Sequence[int]:
        """The pieces that a move names; of those that are written alike, the ones that moved."""
        named = renaming.pieces(pc, history.moves[step])
        layout = machine.code.layout
        if not layout.doubled:
            return named
        if pc in machine.code.settlings:
            zone = renaming.zone(pc, history.moves[step])
            before, after = (bag_of(machine, block, zone) for block in history.blocks[step : step + 2])
            return tuple(set(before) - set(after)) or named
        faces, changes = layout.face_of, history.happened[step].changes
        if len(named) == len(changes) == 1 and changes[0][0] != SHUFFLE:  # as where a piece is drawn
            return (changes[0][0],) if faces[changes[0][0]] == faces[named[0]] else named
        moved = [piece for piece, _ in changes if piece != SHUFFLE]
        return [next((other for other in moved if faces[other] == faces[piece]), piece) for piece in named]


def _until(path: Path, step: int) -> Path:
    return path[: bisect_right(path, (step, END))]


def lying_at(path: Path, step: int) -> int:
    """The class of a piece before the move with this number."""
    return path[bisect_right(path, (step, END)) - 1][1]


def apart(one: Path, other: Path) -> Iterator[tuple[int, int]]:
    """The stretches over which two pieces could change places: the move that parts them, and when they meet again."""
    first = second = 0
    mine = its = parted = -1
    together = False
    while first < len(one) or second < len(other):
        next_, others = one[first][0] if first < len(one) else END, other[second][0] if second < len(other) else END
        at = next_ if next_ < others else others  # `min` takes much longer
        if next_ == at:
            mine = one[first][1]
            first += 1
        if others == at:
            its = other[second][1]
            second += 1
        now = mine >= 0 and mine == its
        if now and parted >= 0:
            yield parted, at
            parted = -1
        elif together and not now:
            parted = at - 1
        together = now
    if parted >= 0:
        yield parted, END


def apart_now(one: Path, other: Path) -> tuple[int, int] | None:
    """The stretch since two pieces last lay together; None where they do."""
    *_, last = None, *apart(one, other)
    return last if last is not None and last[1] == END else None


def parted_in_row(one: Path, other: Path, step: int) -> int | None:
    """The move that took one of two pieces out of a row where both lay in order, if they have not met before `step`."""
    starts = {start for path in (one, other) for start, _ in path if 0 < start <= step}
    for start in sorted(starts, reverse=True):
        mine, its, before = lying_at(one, start), lying_at(other, start), lying_at(one, start - 1)
        if mine == its:
            return None
        if before < 0 and before == lying_at(other, start - 1):
            return start - 1
    return None


def exchanged(mine: Path, its: Path, start: int, end: int) -> Path:
    """The path of a piece that goes the other's way after the move `start`, until both meet at `end`."""
    before = mine[: bisect_right(mine, (start, END))]
    between = its[bisect_right(its, (start, END)) : bisect_left(its, (end, -END))]
    found = before + between
    if end < END:  # else they never meet
        meeting = lying_at(mine, end)
        if found[-1][1] != meeting:
            found.append((end, meeting))
        found += mine[bisect_right(mine, (end, END)) :]
    return found


def steps_between(steps: list[int], start: int, end: int) -> list[int]:
    """Those from `start` to before `end`."""
    return steps[bisect_left(steps, start) : bisect_left(steps, end)]


def exchanged_steps(mine: list[int], its: list[int], start: int, end: int) -> list[int]:
    """The steps that name a piece which goes the other's way from `start` to before `end`."""
    return mine[: bisect_left(mine, start)] + steps_between(its, start, end) + mine[bisect_left(mine, end) :]
