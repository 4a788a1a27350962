"""Moves of many pieces at once, in machine code: where nobody is told of each."""

from __future__ import annotations

from coupdsl.language.types import CARD, Type, fits
from coupdsl.native.constants import Constants
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.pieces.rows import IN_BAG, Goal
from coupdsl.native.pieces.single_moves import Pieces

EACH_SHORT = 0x0001000100010001


class BulkMoves:
    def __init__(self, module: Constants, pieces: Pieces) -> None:
        self.module = module
        self.pieces, self.rows = pieces, pieces.rows
        self.offsets = module.offsets

    # ---- a whole row
    def move_row(self, f: Emitter, start: int, held: tuple[str, str], to: Goal) -> None:
        """Moves all that lies in a row to another zone, in its order.

        `held`: the number of its zone, of the kind that begins at `start`, and where the row lies.
        """
        bits = self.pieces.bits_of(start)
        name = self.pieces.function(
            f"@move_row{bits}_{to.order}", lambda name: self._make_move_row(name, bits, to.given)
        )
        f.do(f"call void {name}(ptr %s, i64 {held[0]}, ptr {held[1]}, i64 {to.zone})")

    def _make_move_row(self, name: str, bits: int, to: Goal) -> Emitter:
        f = self.rows.given(f"define internal void {name}(ptr %s, i64 %start, ptr %row, i64 %zone) alwaysinline")
        kind = f"i{bits}"
        with f.when(f.op("icmp ne i64 %start, %zone")):
            source, target = self.pieces.held_in(f, "%start"), self.pieces.held_in(f, to.zone)
            moved = f.load(kind, source)
            f.store(kind, "0", source)
            f.store(kind, f.op(f"or {kind} {f.load(kind, target)}, {moved}"), target)
            end = self.rows.of(f, to.zone) if to.order != "heap" else ""
            with f.counting("0", self.rows.count(f, "%row")) as at:
                piece = self.rows.piece(f, "%row", at)
                self.pieces.write_zone(f, piece, to.zone)
                if end:
                    self.rows.append(f, end, piece, to.order)
            f.store("i64", "0", "%row")
        f.end("ret void")
        return f

    # ---- a set
    def move_set(self, f: Emitter, mask: str, bits: int, to: Goal) -> None:
        """Moves a set of pieces, in a word of `bits`, to a zone, ascending."""
        name = self.pieces.function(
            f"@move_set{bits}_{to.order}", lambda name: self._make_move_set(name, bits, to.given)
        )
        f.do(f"call void {name}(ptr %s, i{bits} {mask}, i64 {to.zone})")

    def _make_move_set(self, name: str, bits: int, to: Goal) -> Emitter:
        """From zones without order all at once, and from rows that lose all they hold; from others one by one."""
        kind = f"i{bits}"
        f = self.module.function(f"define internal void {name}(ptr %s, {kind} %mask, i64 %zone)")
        if bits == self.offsets.card_bits:
            self._gather_if(f, f.op(f"icmp eq {kind} %mask, {self._all_of(CARD)}"), CARD, to)
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
        self._put_down(f, f.load(kind, lifted), f.load(kind, left), bits, to)
        f.end("ret void")
        return f

    def _lift(self, f: Emitter, zone: str, part: str, kind: str, lifted: str, left: str) -> None:
        """Takes pieces out of a zone, all at once where that is possible; others are `left`."""
        offset, full = self.rows.offset(f, zone), f"i{self.offsets.piece_bits}"
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

    def _put_down(self, f: Emitter, lifted: str, left: str, bits: int, to: Goal) -> None:
        """To the end of the goal: pieces that are nowhere, and those still to be moved, all in order."""
        slow, quick, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp ne i{bits} {left}, 0"), slow, quick)
        f.start(slow)
        word = 0 if bits == 64 else None
        with f.members(f.op(f"or i{bits} {left}, {lifted}"), bits) as piece:
            one, other, done = f.label(), f.label(), f.label()
            f.branch(f.contains(lifted, piece, bits), one, other)
            f.start(one)
            self.pieces.place(f, piece, to, True, word)
            f.jump(done)
            f.start(other)
            self.pieces.transfer(f, piece, to, True, word)
            f.start(done)
        f.jump(after)
        f.start(quick)
        self._place_all(f, lifted, bits, to)
        f.start(after)

    def _place_all(self, f: Emitter, mask: str, bits: int, to: Goal) -> None:
        """Pieces that are nowhere, to the end of the goal."""
        kind, row, end = f"i{bits}", "", ""
        place = self.pieces.held_in(f, to.zone)
        f.store(kind, f.op(f"or {kind} {f.load(kind, place)}, {mask}"), place)
        if to.order != "heap":
            row = self.rows.of(f, to.zone)
            end = self.rows.place(f, row, self.rows.count(f, row))
        number = f.variable("i64", "0")
        with f.members(mask, bits) as piece:
            self.pieces.write_zone(f, piece, to.zone)
            if row:
                at = f.load("i64", number)
                self.rows.write(f, piece, f.at(end, f.times(at, self.rows.size)))
                f.store("i64", f.add(at, 1), number)
        if row:
            self.rows.longer(f, row, f.load("i64", number), to.order)

    # ---- all of a kind
    def gather(self, f: Emitter, kind: Type, to: Goal) -> None:
        """Moves all pieces of a family to a zone, ascending."""
        name = self.pieces.function(
            f"@gather_{kind.name}_{to.order}", lambda name: self._make_gather(name, kind, to.given)
        )
        f.do(f"call void {name}(ptr %s, i64 {to.zone})")

    def _make_gather(self, name: str, kind: Type, to: Goal) -> Emitter:
        f, bits = self.module.function(f"define internal void {name}(ptr %s, i64 %zone)"), self.offsets.piece_bits
        self._gather_if(f, "true", kind, to)
        held, mask = f.load(f"i{bits}", self.pieces.held_in(f, to.zone)), self._all_of(kind)
        with f.when(f.op(f"icmp ne i{bits} {held}, {mask}")):  # unless they are there
            self.move_set(f, str(mask), bits, to)
        f.end("ret void")
        return f

    def _all_of(self, kind: Type) -> int:
        return ((1 << self.offsets.many(kind)) - 1) << self.offsets.first(kind)

    def _gather_if(self, f: Emitter, condition: str, kind: Type, to: Goal) -> None:
        """If `condition` holds and nothing lies in the goal yet, all of a kind go there, and that is the end.

        Wherever they lie, they leave nothing behind of theirs, and they are written down in words.
        """
        zones = [
            (n, zone) for n, zone in enumerate(self.module.code.layout.zones) if fits(kind, self.pieces.kind_in(n))
        ]
        if any(zone.row and self.pieces.kind_in(n) != kind for n, zone in zones):
            return
        full = f"i{self.offsets.piece_bits}"
        empty = f.op(f"icmp eq {full} {f.load(full, self.pieces.held_in(f, to.zone))}, 0")
        with f.when(f.op(f"and i1 {condition}, {empty}")):
            for number, zone in zones:
                self._leave(f, number, kind)
                if zone.row:
                    f.store("i64", "0", f.at("%s", self.offsets.rows[number]))
            self._arrive(f, kind, to)
            f.end("ret void")

    def _leave(self, f: Emitter, zone: int, kind: Type) -> None:
        """No piece of a kind is in the set of a zone any more."""
        alone, wide = self.pieces.kind_in(zone) == kind, self.offsets.piece_bits // 8
        for word, mask in self._words(kind):
            place = f.at("%s", self.offsets.held + zone * wide + word * WORD)
            f.store("i64", "0" if alone else f.op(f"and i64 {f.load('i64', place)}, {~mask}"), place)

    def _words(self, kind: Type) -> list[tuple[int, int]]:
        """The words of sets that hold pieces of a kind, by number, and the bits of those."""
        mask = self._all_of(kind)
        words = ((n, mask >> 64 * n & (1 << 64) - 1) for n in range(self.offsets.piece_bits // 64))
        return [(n, word) for n, word in words if word]

    def _arrive(self, f: Emitter, kind: Type, to: Goal) -> None:
        """All of a kind lie in the goal, where nothing is yet."""
        first, number = self.offsets.first(kind), self.offsets.many(kind)
        for word, mask in self._words(kind):
            f.store("i64", str(mask - (mask >> 63 << 64)), f.at(self.pieces.held_in(f, to.zone), word * WORD))
        if to.order != "heap":
            row = self.rows.of(f, to.zone)
            f.store("i64", str(number), row)
            written = b"".join((first + n).to_bytes(self.rows.size, "little") for n in range(number))
            for n in range(0, len(written), WORD):
                word = int.from_bytes(written[n : n + WORD].ljust(WORD, b"\0"), "little", signed=True)
                f.store("i64", str(word), f.at(row, WORD + n))
        fours, where = f.op(f"mul i64 {to.zone}, {EACH_SHORT}"), self.offsets.where + 2 * first
        for n in range(0, number - 3, 4):
            f.store("i64", fours, f.at("%s", where + 2 * n), 2)
        for n in range(number // 4 * 4, number):
            f.store("i16", f.narrowed(to.zone, 16), f.at("%s", where + 2 * n))

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
        chance, own = f.at("%s", self.offsets.generator), f.variable("[4 x i64]")  # in registers meanwhile
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
        place = f.at(pieces, f.times(f.op(f"call i64 @among(ptr {chance}, i64 {bag})"), self.rows.size))
        moved = f.load(self.rows.kind, f.at(pieces, f.times(last, self.rows.size)))
        self._take(f, place, drawn, bits)
        f.store(self.rows.kind, moved, place)
        f.store("i64", last, left)
        f.jump(top)
        f.start(done)

    def _take(self, f: Emitter, place: str, drawn: str, bits: int) -> None:
        """The piece that lies at a place is one of those drawn."""
        piece, kind = self.rows.read(f, place), f"i{bits}"
        self.pieces.write_zone(f, piece, "%zone")
        f.store(kind, f.op(f"or {kind} {f.load(kind, drawn)}, {f.single(piece, bits)}"), drawn)
