"""Pieces in machine code: where each lies, and how they move.

A row is three counts, of the pieces on top, in the bag and below, packed into one word, and then the pieces in this
order. So a piece is put at the end of the row whatever there is, and the bag's end is where the pieces below begin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.native.emitter import Emitter
from coupdsl.native.shapes import WORD

if TYPE_CHECKING:
    from coupdsl.native.module import Module

ON_TOP, IN_BAG, BELOW = 1, 1 << 16, 1 << 32  # one more in each count


class Pieces:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.shapes = module.shapes
        self.layout = module.code.layout
        self.made: set[str] = set()

    # ---- where
    def zone_of(self, f: Emitter, piece: str) -> str:
        place = f.at(f.at("%s", self.shapes.where), f.times(piece, 2))
        return f.op(f"zext i16 {f.load('i16', place)} to i64")

    def row_of(self, f: Emitter, zone: str) -> str:
        """Where the row of a zone lies in the state, 0 if it is none."""
        return self.module.look_up_number(f, self.shapes.rows, zone)

    def position(self, f: Emitter, piece: str) -> str:
        """The place of a piece in its row, -1 if it lies in none."""
        result = f.variable("i64", "-1")
        offset = self.row_of(f, self.zone_of(f, piece))
        with f.when(f.op(f"icmp ne i64 {offset}, 0")):
            f.store("i64", self._index(f, f.at("%s", offset), piece), result)
        return f.load("i64", result)

    def _index(self, f: Emitter, row: str, piece: str) -> str:
        """Where in a row a piece lies that does."""
        at, top, onward, found = f.variable("i64", "0"), f.label(), f.label(), f.label()
        f.start(top)
        here = f.load("i64", at)
        same = f.op(f"icmp eq i64 {self.piece_at(f, row, here)}, {piece}")
        f.branch(same, found, onward)
        f.start(onward)
        f.store("i64", f.add(here, 1), at)
        f.jump(top)
        f.start(found)
        return f.load("i64", at)

    def piece_at(self, f: Emitter, row: str, at: str) -> str:
        return f.op(f"zext i8 {f.load('i8', f.at(f.at(row, WORD), at))} to i64")

    def counts(self, f: Emitter, row: str) -> tuple[str, str, str]:
        """How many lie on top, in the bag and below."""
        packed = f.load("i64", row)
        top, bag = f.op(f"and i64 {packed}, 65535"), f.op(f"and i64 {f.op(f'lshr i64 {packed}, 16')}, 65535")
        return top, bag, f.op(f"lshr i64 {packed}, 32")

    # ---- moving
    def transfer(self, f: Emitter, piece: str, zone: str, unseen: bool) -> str:
        """Moves a piece to the end of a zone; gives the zone where it was, which may be the same."""
        name = "@unseen" if unseen and self.module.told else "@transfer"
        if name not in self.made:
            self.made.add(name)
            self._make_transfer(name, unseen)
        return f.op(f"call i64 {name}(ptr %s, i64 {piece}, i64 {zone})")

    def _make_transfer(self, name: str, unseen: bool) -> None:
        f = Emitter(f"define internal i64 {name}(ptr %s, i64 %piece, i64 %zone) alwaysinline")
        start = self.zone_of(f, "%piece")
        with f.when(f.op(f"icmp ne i64 {start}, %zone")):
            self._held(f, start, "%piece", "xor")
            if any(self.layout.is_row):
                offset = self.row_of(f, start)
                with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                    row = f.at("%s", offset)
                    f.do(f"call void @taken(ptr {row}, i64 {self._index(f, row, '%piece')})")
            self.place(f, "%piece", "%zone", unseen)
        f.end(f"ret i64 {start}")
        self._make_taken()
        self.module.functions.append(f.text())

    def draw(self, f: Emitter, row: str, at: str, zone: str, unseen: bool) -> tuple[str, str]:
        """Moves the piece at a place of a row, that of another zone, to a zone; gives it and where it was."""
        name = "@draw_unseen" if unseen and self.module.told else "@draw"
        if name not in self.made:
            self.made.add(name)
            self._make_draw(name, unseen)
        piece = self.piece_at(f, row, at)
        return piece, f.op(f"call i64 {name}(ptr %s, ptr {row}, i64 {at}, i64 {piece}, i64 {zone})")

    def _make_draw(self, name: str, unseen: bool) -> None:
        f = Emitter(f"define internal i64 {name}(ptr %s, ptr %row, i64 %at, i64 %piece, i64 %zone)")
        start = self.zone_of(f, "%piece")
        with f.when(f.op(f"icmp ne i64 {start}, %zone")):
            self._held(f, start, "%piece", "xor")
            f.do("call void @taken(ptr %row, i64 %at)")
            self.place(f, "%piece", "%zone", unseen)
        f.end(f"ret i64 {start}")
        self._make_taken()
        self.module.functions.append(f.text())

    def _held(self, f: Emitter, zone: str, piece: str, operation: str) -> None:
        """Puts a piece into the set of a zone, or (`xor`) takes it out."""
        bits = self.shapes.piece_bits
        base = f.at(f.at("%s", self.shapes.held), f.times(zone, bits // 8))
        if bits > 64:
            base = f.at(base, f.op(f"shl i64 {f.op(f'lshr i64 {piece}, 6')}, 3"))
        bit = f.op(f"shl i64 1, {f.op(f'and i64 {piece}, 63')}")
        f.store("i64", f.op(f"{operation} i64 {f.load('i64', base)}, {bit}"), base)

    def _make_taken(self) -> None:
        """Out of a place in a row; in the bag, the last one moves into the gap."""
        if "@taken" in self.made:
            return
        self.made.add("@taken")
        f = Emitter("define internal void @taken(ptr %row, i64 %at)")
        self._take_out(f, "%row", "%at")
        f.end("ret void")
        self.module.functions.append(f.text())

    def alike(self, f: Emitter, row: str, drawn: str) -> str:
        """The place of the first in the bag of those that are written like the one drawn."""
        if not self.layout.doubled:
            return drawn
        names = sorted(set(self.layout.face_of))
        faces = [names.index(face) for face in self.layout.face_of]

        def face(at: str) -> str:
            return self.module.look_up_number(f, faces, self.piece_at(f, row, at))

        wanted = face(drawn)
        at, top, onward, found = f.variable("i64", "0"), f.label(), f.label(), f.label()
        f.start(top)
        here = f.load("i64", at)
        f.branch(f.op(f"icmp eq i64 {face(here)}, {wanted}"), found, onward)
        f.start(onward)
        f.store("i64", f.add(here, 1), at)
        f.jump(top)
        f.start(found)
        return f.load("i64", at)

    def _take_out(self, f: Emitter, row: str, at: str) -> None:
        """The piece at a place of a row is gone from it."""
        top, bag, below = self.counts(f, row)
        bag_end = f.add(top, bag)
        in_bag = f.op(f"and i1 {f.op(f'icmp uge i64 {at}, {top}')}, {f.op(f'icmp ult i64 {at}, {bag_end}')}")
        gap = f.variable("i64", at)
        inside, outside, close = f.label(), f.label(), f.label()
        f.branch(in_bag, inside, outside)
        f.start(inside)
        last = f.op(f"sub i64 {bag_end}, 1")
        moved = f.load("i8", f.at(f.at(row, WORD), last))
        f.store("i8", moved, f.at(f.at(row, WORD), at))
        f.store("i64", last, gap)
        fewer = f.op(f"sub i64 {f.load('i64', row)}, {IN_BAG}")
        # An empty bag stands between nothing: what lies below is now on top.
        emptied = f.op(f"icmp eq i64 {bag}, 1")
        f.store("i64", f.op(f"select i1 {emptied}, i64 {f.add(top, below)}, i64 {fewer}"), row)
        f.jump(close)
        f.start(outside)
        on_top = f.op(f"icmp ult i64 {at}, {top}")
        one = f.op(f"select i1 {on_top}, i64 {ON_TOP}, i64 {BELOW}")
        f.store("i64", f.op(f"sub i64 {f.load('i64', row)}, {one}"), row)
        f.start(close)
        here = f.load("i64", gap)
        count = f.add(bag_end, below)
        rest = f.op(f"sub i64 {f.op(f'sub i64 {count}, {here}')}, 1")
        to = f.at(f.at(row, WORD), here)
        with f.counting("0", rest) as n:
            place = f.at(to, n)
            f.store("i8", f.load("i8", f.at(place, 1)), place)

    def place(self, f: Emitter, piece: str, zone: str, unseen: bool) -> None:
        """Puts a piece, which is nowhere now, at the end of a zone."""
        where = f.at(f.at("%s", self.shapes.where), f.times(piece, 2))
        f.store("i16", f.narrowed(zone, 16), where)
        self._held(f, zone, piece, "or")
        if any(self.layout.is_row):
            offset = self.row_of(f, zone)
            with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                self._append(f, f.at("%s", offset), piece)
        if self.module.told and not unseen:
            known = self.known(f, piece)
            audience = self.module.look_up_number(f, self.layout.zone_audience, zone)
            f.store("i32", f.op(f"or i32 {f.load('i32', known)}, {f.narrowed(audience, 32)}"), known)

    def _append(self, f: Emitter, row: str, piece: str) -> None:
        top, bag, below = self.counts(f, row)
        f.store("i8", f.narrowed(piece, 8), f.at(f.at(row, WORD), f.add(f.add(top, bag), below)))
        no_bag = f.op(f"icmp eq i64 {bag}, 0")
        more = f.op(f"select i1 {no_bag}, i64 {ON_TOP}, i64 {BELOW}")
        f.store("i64", f.add(f.load("i64", row), more), row)

    def known(self, f: Emitter, piece: str) -> str:
        """Where it is written who knows what lies there."""
        return f.at(f.at("%s", self.shapes.known), f.times(piece, 4))
