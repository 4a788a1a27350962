"""Rows of pieces in machine code: zones in which pieces lie one after the other.

A row is three counts, of all its pieces, those in the bag and those below it, packed into one word, and then the
pieces: those on top, those in the bag, those below. So a piece is put at the end of the row whatever there is. Rows
that are never shuffled have no bag, so one count is all of the word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from coupdsl.native.constants import Constants
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.offsets import WORD

ON_TOP, IN_BAG, BELOW = 1, 1 | 1 << 16, 1 | 1 << 32  # one piece more
Order = Literal["heap", "row", "pile"]  # a zone without order, one in order, one that is also shuffled


class Goal(NamedTuple):
    """Where pieces go: the number of a zone, and how pieces lie there."""

    zone: str
    order: Order

    @property
    def given(self) -> Goal:
        """The same in a function that is given the zone as `%zone`."""
        return Goal("%zone", self.order)


class Rows:
    def __init__(self, module: Constants) -> None:
        self.module = module
        self.offsets = module.offsets
        self.layout = module.code.layout
        self.size = self.offsets.in_row  # bytes of a piece
        self.kind = f"i{8 * self.size}"

    def order(self, start: int) -> Order:
        """Of a zone, or of one of several that are kept per seat or cell, of which it is the first."""
        zone = self.layout.zones[start]
        return ("pile" if zone in self.module.code.shuffled else "row") if zone.row else "heap"

    # ---- which
    def at(self, f: Emitter, offset: str) -> str:
        """The row that lies so many bytes after the beginning of the state."""
        row = f.at("%s", offset)
        f.reach(row, f.aliasing.at(self.offsets.first_row))
        return row

    def given(self, signature: str) -> Emitter:
        """A function whose parameter `%row` is a row."""
        f = self.module.function(signature)
        f.reach("%row", f.aliasing.at(self.offsets.first_row))
        return f

    def offset(self, f: Emitter, zone: str) -> str:
        """Where the row of a zone lies in the state, 0 if it is none."""
        return self.module.look_up_number(f, self.offsets.rows, zone)

    def of(self, f: Emitter, zone: str) -> str:
        """The row of a zone that is one."""
        return self.at(f, self.offset(f, zone))

    def among(self, f: Emitter, start: int, index: str | None) -> tuple[str, str]:
        """The number of a zone that is a row, `index` after that at `start`, and where its row lies."""
        first = f.at("%s", self.offsets.rows[start])
        if index is None:
            return str(start), first
        size = self.offsets.row_size(self.layout.zones[start])
        return f.add(index, start), f.at(first, f.times(index, size))

    # ---- what lies there
    def place(self, f: Emitter, row: str, at: str) -> str:
        """Where the piece at a place of a row is kept."""
        return f.at(f.at(row, WORD), f.times(at, self.size))

    def piece(self, f: Emitter, row: str, at: str) -> str:
        return self.read(f, self.place(f, row, at))

    def read(self, f: Emitter, place: str) -> str:
        return f.op(f"zext {self.kind} {f.load(self.kind, place)} to i64")

    def write(self, f: Emitter, piece: str, place: str) -> None:
        f.store(self.kind, f.narrowed(piece, 8 * self.size), place)

    def index(self, f: Emitter, row: str, piece: str) -> str:
        """Where in a row a piece lies that does."""
        return self._first(f, lambda at: self.piece(f, row, at), piece)

    @staticmethod
    def _first(f: Emitter, what: Callable[[str], str], wanted: str, start: str = "0") -> str:
        """The first place from `start` at which `what` is the wanted one, which it is somewhere."""
        at, top, onward, found = f.variable("i64", start), f.label(), f.label(), f.label()
        f.start(top)
        here = f.load("i64", at)
        f.branch(f.op(f"icmp eq i64 {what(here)}, {wanted}"), found, onward)
        f.start(onward)
        f.store("i64", f.add(here, 1), at)
        f.jump(top)
        f.start(found)
        return f.load("i64", at)

    def alike(self, f: Emitter, row: str, drawn: str, bag: str = "0") -> str:
        """The place of the first in the bag, which begins at `bag`, of those that are written like the one drawn."""
        if not self.layout.doubled:
            return drawn
        names = sorted(set(self.layout.face_of))
        faces = [names.index(face) for face in self.layout.face_of]

        def face(at: str) -> str:
            return self.module.look_up_number(f, faces, self.piece(f, row, at))

        return self._first(f, face, face(drawn), bag)

    # ---- how many
    def count(self, f: Emitter, row: str) -> str:
        """How many lie in a row."""
        return f.op(f"and i64 {f.load('i64', row)}, 65535")

    def counts(self, f: Emitter, row: str) -> tuple[str, str, str]:
        """How many lie on top, in the bag and below."""
        packed = f.load("i64", row)
        bag, below = f.op(f"and i64 {f.op(f'lshr i64 {packed}, 16')}, 65535"), f.op(f"lshr i64 {packed}, 32")
        others = f.add(bag, below)
        return f.op(f"sub i64 {f.op(f'and i64 {packed}, 65535')}, {others}"), bag, below

    def all_bag(self, f: Emitter, row: str) -> tuple[str, str]:
        """Is a row all bag, with nothing on top and nothing below? And how many the bag has."""
        counts = f.load("i64", row)
        bag = f.op(f"and i64 {f.op(f'lshr i64 {counts}, 16')}, 65535")
        return f.op(f"icmp eq i64 {counts}, {f.op(f'mul i64 {bag}, {IN_BAG}')}"), bag

    # ---- more
    def append(self, f: Emitter, row: str, piece: str, order: Order) -> None:
        packed = f.load("i64", row)
        self.write(f, piece, self.place(f, row, f.op(f"and i64 {packed}, 65535")))
        f.store("i64", f.add(packed, self._one_more(f, packed, order)), row)

    def longer(self, f: Emitter, row: str, number: str, order: Order) -> None:
        """So many pieces were written after the last."""
        packed = f.load("i64", row)
        more = f.op(f"mul i64 {number}, {self._one_more(f, packed, order)}")
        f.store("i64", f.add(packed, more), row)

    def _one_more(self, f: Emitter, packed: str, order: Order) -> str:
        if order == "row":
            return str(ON_TOP)
        no_bag = f.op(f"icmp eq i64 {f.op(f'and i64 {packed}, {65535 << 16}')}, 0")
        return f.op(f"select i1 {no_bag}, i64 {ON_TOP}, i64 {BELOW}")

    # ---- fewer
    def take_first(self, f: Emitter, row: str, start: int) -> None:
        """The first piece is gone from a row, the zone at `start` or one of its kind, that is never shuffled."""
        f.store("i64", f.op(f"sub i64 {f.load('i64', row)}, {ON_TOP}"), row)
        others = (self.offsets.many(self.layout.zones[start].type.of) - 1) * self.size
        for word in range((others + WORD - 1) // WORD):
            place = f.at(row, WORD + word * WORD)
            f.store("i64", f.load("i64", f.at(place, self.size), 1), place)
        self.end(f, row)

    def take_out(self, f: Emitter, row: str, at: str) -> None:
        """The piece at a place of a row is gone from it; in the bag, the last one moves into the gap."""
        packed, gap = f.load("i64", row), f.variable("i64", at)
        shuffled, plain, close = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp ugt i64 {packed}, 65535"), shuffled, plain)
        f.start(plain)
        f.store("i64", f.op(f"sub i64 {packed}, {ON_TOP}"), row)
        f.jump(close)
        f.start(shuffled)
        self._take_from_pile(f, row, at, gap)
        f.start(close)
        here = f.load("i64", gap)
        rest = f.op(f"sub i64 {f.op(f'and i64 {packed}, 65535')}, {f.add(here, 1)}")
        to = self.place(f, row, here)
        with f.counting("0", f.op(f"lshr i64 {f.add(f.times(rest, self.size), WORD - 1)}, 3")) as n:
            place = f.at(to, f.op(f"shl i64 {n}, 3"))
            f.store("i64", f.load("i64", f.at(place, self.size), 1), place, 1)
        self.end(f, row)

    def end(self, f: Emitter, row: str) -> None:
        """Of a piece that is gone nothing is left behind the last one; see `Memory`."""
        if self.module.memory.exact:
            self.write(f, "0", self.place(f, row, self.count(f, row)))

    def _take_from_pile(self, f: Emitter, row: str, at: str, gap: str) -> None:
        """Counts one less, and writes where the gap is then."""
        top, bag, below = self.counts(f, row)
        bag_end = f.add(top, bag)
        in_bag = f.op(f"and i1 {f.op(f'icmp uge i64 {at}, {top}')}, {f.op(f'icmp ult i64 {at}, {bag_end}')}")
        inside, outside, close = f.label(), f.label(), f.label()
        f.branch(in_bag, inside, outside)
        f.start(inside)
        last = f.op(f"sub i64 {bag_end}, 1")
        f.store(self.kind, f.load(self.kind, self.place(f, row, last)), self.place(f, row, at))
        f.store("i64", last, gap)
        fewer = f.op(f"sub i64 {f.load('i64', row)}, {IN_BAG}")
        # An empty bag stands between nothing: what lies below is now on top.
        emptied = f.op(f"icmp eq i64 {bag}, 1")
        f.store("i64", f.op(f"select i1 {emptied}, i64 {f.add(top, below)}, i64 {fewer}"), row)
        f.jump(close)
        f.start(outside)
        one = f.op(f"select i1 {f.op(f'icmp ult i64 {at}, {top}')}, i64 {ON_TOP}, i64 {BELOW}")
        f.store("i64", f.op(f"sub i64 {f.load('i64', row)}, {one}"), row)
        f.start(close)
