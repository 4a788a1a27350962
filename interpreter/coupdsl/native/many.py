"""Many pieces at once, in machine code: where nobody is told of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.native.emitter import Emitter
from coupdsl.native.pieces import Pieces
from coupdsl.native.rows import IN_BAG, Order
from coupdsl.native.shapes import WORD

if TYPE_CHECKING:
    from coupdsl.native.module import Module

EACH_BYTE, EACH_SHORT = 0x0101010101010101, 0x0001000100010001
_FIRST_EIGHT = 0x0706050403020100


class Many:
    def __init__(self, module: Module, pieces: Pieces) -> None:
        self.module = module
        self.pieces, self.rows = pieces, pieces.rows
        self.shapes = module.shapes

    # ---- a whole row
    def move_row(self, f: Emitter, start: int, held: tuple[str, str], zone: str, order: Order) -> None:
        """Moves all that lies in a row to another zone, in its order.

        `held`: the number of its zone, of the kind that begins at `start`, and where the row lies.
        """
        bits = self.pieces.bits_of(start)
        name = self.pieces.function(f"@move_row{bits}_{order}", lambda name: self._make_move_row(name, bits, order))
        f.do(f"call void {name}(ptr %s, i64 {held[0]}, ptr {held[1]}, i64 {zone})")

    def _make_move_row(self, name: str, bits: int, order: Order) -> Emitter:
        f = self.rows.given(f"define internal void {name}(ptr %s, i64 %start, ptr %row, i64 %zone) alwaysinline")
        kind = f"i{bits}"
        with f.when(f.op("icmp ne i64 %start, %zone")):
            source, target = self.pieces.held_in(f, "%start"), self.pieces.held_in(f, "%zone")
            moved = f.load(kind, source)
            f.store(kind, "0", source)
            f.store(kind, f.op(f"or {kind} {f.load(kind, target)}, {moved}"), target)
            to = self.rows.of(f, "%zone") if order != "heap" else ""
            with f.counting("0", self.rows.count(f, "%row")) as at:
                piece = self.rows.piece(f, "%row", at)
                self.pieces.write_zone(f, piece, "%zone")
                if to:
                    self.rows.append(f, to, piece, order)
            f.store("i64", "0", "%row")
        f.end("ret void")
        return f

    # ---- a set
    def move_set(self, f: Emitter, mask: str, bits: int, zone: str, order: Order) -> None:
        """Moves a set of pieces, in a word of `bits`, to a zone, ascending."""
        name = self.pieces.function(f"@move_set{bits}_{order}", lambda name: self._make_move_set(name, bits, order))
        f.do(f"call void {name}(ptr %s, i{bits} {mask}, i64 {zone})")

    def _make_move_set(self, name: str, bits: int, order: Order) -> Emitter:
        """From zones without order all at once, and from rows that lose all they hold; from others one by one."""
        kind = f"i{bits}"
        f = self.module.function(f"define internal void {name}(ptr %s, {kind} %mask, i64 %zone)")
        rest, lifted, left = f.variable(kind, "%mask"), f.variable(kind, "0"), f.variable(kind, "0")
        top, more, done = f.label(), f.label(), f.label()
        f.start(top)
        wanted = f.load(kind, rest)
        f.branch(f.op(f"icmp ne {kind} {wanted}, 0"), more, done)
        f.start(more)
        zone = self.pieces.zone_of(f, f.lowest(wanted, bits))
        place = self.pieces.held_in(f, zone)
        held = f.load(kind, place)
        part = f.op(f"and {kind} {held}, {wanted}")
        f.store(kind, f.op(f"xor {kind} {wanted}, {part}"), rest)
        with f.when(f.op(f"icmp ne i64 {zone}, %zone")):
            self._lift(f, zone, part, kind, lifted, left)
        f.jump(top)
        f.start(done)
        self._put_down(f, f.load(kind, lifted), f.load(kind, left), bits, order)
        f.end("ret void")
        return f

    def _lift(self, f: Emitter, zone: str, part: str, kind: str, lifted: str, left: str) -> None:
        """Takes pieces out of a zone, all at once where that is possible; others are `left`."""
        offset, full = self.rows.offset(f, zone), f"i{self.shapes.piece_bits}"
        row, emptied, away, keep, after = (f.label() for _ in range(5))
        place = self.pieces.held_in(f, zone)
        f.branch(f.op(f"icmp ne i64 {offset}, 0"), row, away)
        f.start(row)
        all_of_it = f.op(f"icmp eq {full} {f.load(full, place)}, {f.resized(part, int(kind[1:]), int(full[1:]))}")
        f.branch(all_of_it, emptied, keep)
        f.start(emptied)
        f.store("i64", "0", self.rows.at(f, offset))
        f.jump(away)
        f.start(away)
        f.store(kind, f.op(f"xor {kind} {f.load(kind, place)}, {part}"), place)
        f.store(kind, f.op(f"or {kind} {f.load(kind, lifted)}, {part}"), lifted)
        f.jump(after)
        f.start(keep)
        f.store(kind, f.op(f"or {kind} {f.load(kind, left)}, {part}"), left)
        f.start(after)

    def _put_down(self, f: Emitter, lifted: str, left: str, bits: int, order: Order) -> None:
        """To the end of `%zone`: pieces that are nowhere, and those still to be moved, all in order."""
        slow, quick, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp ne i{bits} {left}, 0"), slow, quick)
        f.start(slow)
        word = 0 if bits == 64 else None
        with f.members(f.op(f"or i{bits} {left}, {lifted}"), bits) as piece:
            one, other, done = f.label(), f.label(), f.label()
            f.branch(f.contains(lifted, piece, bits), one, other)
            f.start(one)
            self.pieces.place(f, piece, "%zone", order, True, word)
            f.jump(done)
            f.start(other)
            self.pieces.transfer(f, piece, "%zone", order, True, word)
            f.start(done)
        f.jump(after)
        f.start(quick)
        self._place_all(f, lifted, bits, order)
        f.start(after)

    def _place_all(self, f: Emitter, mask: str, bits: int, order: Order) -> None:
        """Pieces that are nowhere, to the end of `%zone`."""
        kind = f"i{bits}"
        place = self.pieces.held_in(f, "%zone")
        f.store(kind, f.op(f"or {kind} {f.load(kind, place)}, {mask}"), place)
        number, row, end = f.size(mask, bits), "", ""
        if order != "heap":
            row = self.rows.of(f, "%zone")
            end = f.at(f.at(row, WORD), self.rows.count(f, row))
        others = f.op(f"and {kind} {mask}, {f.op(f'add {kind} {mask}, 1')}")
        whole, mixed, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp eq {kind} {others}, 0"), whole, mixed)
        f.start(whole)
        self._write_first(f, number, end)
        f.jump(after)
        f.start(mixed)
        self._write_each(f, mask, bits, end)
        f.start(after)
        if row:
            self.rows.longer(f, row, number, order)

    def _write_each(self, f: Emitter, mask: str, bits: int, end: str) -> None:
        count = f.variable("i64", "0")
        with f.members(mask, bits) as piece:
            self.pieces.write_zone(f, piece, "%zone")
            if end:
                at = f.load("i64", count)
                f.store("i8", f.narrowed(piece, 8), f.at(end, at))
                f.store("i64", f.add(at, 1), count)

    def _write_first(self, f: Emitter, number: str, end: str) -> None:
        """So many pieces from the first on, as a whole pack is: eight at once in a row, four where each lies."""
        if end:
            with f.counting("0", f.op(f"lshr i64 {f.add(number, WORD - 1)}, 3")) as at:
                eight = f.add(f.op(f"mul i64 {at}, {WORD * EACH_BYTE}"), _FIRST_EIGHT)
                f.store("i64", eight, f.at(end, f.op(f"shl i64 {at}, 3")), 1)
        fours = f.op(f"lshr i64 {number}, 2")
        zone, where = f.op(f"mul i64 %zone, {EACH_SHORT}"), f.at("%s", self.shapes.where)
        with f.counting("0", fours) as at:
            f.store("i64", zone, f.at(where, f.op(f"shl i64 {at}, 3")))
        with f.counting(f.op(f"shl i64 {fours}, 2"), number) as piece:
            self.pieces.write_zone(f, piece, "%zone")

    # ---- drawing
    def draw(self, f: Emitter, start: int, held: tuple[str, str], zone: str, count: str) -> None:
        """Draws from a row that is all bag into another zone, one without order; as `Pieces.draw`, one by one.

        `held`: the number of its zone, of the kind that begins at `start`, and where the row lies.
        """
        bits = self.pieces.bits_of(start)
        name = self.pieces.function(f"@draw_many{bits}", lambda name: self._make_draw(name, bits))
        f.do(f"call void {name}(ptr %s, ptr {held[1]}, i64 {held[0]}, i64 {zone}, i64 {count})")

    def _make_draw(self, name: str, bits: int) -> Emitter:
        f = self.rows.given(f"define internal void {name}(ptr %s, ptr %row, i64 %start, i64 %zone, i64 %count)")
        kind = f"i{bits}"
        chance, own = f.at("%s", self.shapes.generator), f.variable("[4 x i64]")  # in registers meanwhile
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {own}, ptr {chance}, i64 32, i1 false)")
        whole = self.rows.count(f, "%row")
        after = f.op(f"sub i64 {whole}, %count")
        left, drawn = f.variable("i64", whole), f.variable(kind, "0")
        self._draw_by_chance(f, own, left, f.op(f"call i64 @llvm.smax.i64(i64 {after}, i64 1)"), drawn, bits)
        with f.when(f.op(f"icmp sgt i64 {f.load('i64', left)}, {after}")):
            self._take(f, f.at("%row", WORD), drawn, bits)  # the only one
            f.store("i64", "0", left)
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {chance}, ptr {own}, i64 32, i1 false)")
        f.store("i64", f.op(f"mul i64 {f.load('i64', left)}, {IN_BAG}"), "%row")
        for zone in ("%start", "%zone"):
            held = self.pieces.held_in(f, zone)
            f.store(kind, f.op(f"xor {kind} {f.load(kind, held)}, {f.load(kind, drawn)}"), held)
        f.end("ret void")
        return f

    def _draw_by_chance(self, f: Emitter, chance: str, left: str, least: str, drawn: str, bits: int) -> None:
        """Until no more than `least` are left, at least one."""
        top, inside, done = f.label(), f.label(), f.label()
        f.start(top)
        bag = f.load("i64", left)
        f.branch(f.op(f"icmp sgt i64 {bag}, {least}"), inside, done)
        f.start(inside)
        pieces, last = f.at("%row", WORD), f.op(f"sub i64 {bag}, 1")
        place = f.at(pieces, f.op(f"call i64 @among(ptr {chance}, i64 {bag})"))
        moved = f.load("i8", f.at(pieces, last))
        self._take(f, place, drawn, bits)
        f.store("i8", moved, place)
        f.store("i64", last, left)
        f.jump(top)
        f.start(done)

    def _take(self, f: Emitter, place: str, drawn: str, bits: int) -> None:
        """The piece that lies at a place is one of those drawn."""
        piece, kind = f.op(f"zext i8 {f.load('i8', place)} to i64"), f"i{bits}"
        self.pieces.write_zone(f, piece, "%zone")
        f.store(kind, f.op(f"or {kind} {f.load(kind, drawn)}, {f.single(piece, bits)}"), drawn)
