"""Pieces in machine code: where each lies, and how they move.

A row is three counts, of all its pieces, those in the bag and those below it, packed into one word, and then the
pieces: those on top, those in the bag, those below. So a piece is put at the end of the row whatever there is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from coupdsl.language.types import Type
from coupdsl.native.emitter import Emitter
from coupdsl.native.shapes import WORD

if TYPE_CHECKING:
    from coupdsl.native.module import Module

ON_TOP, IN_BAG, BELOW = 1, 1 | 1 << 16, 1 | 1 << 32  # one piece more


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

    def write_zone(self, f: Emitter, piece: str, zone: str) -> None:
        f.store("i16", f.narrowed(zone, 16), f.at(f.at("%s", self.shapes.where), f.times(piece, 2)))

    def bits_of(self, start: int) -> int:
        """The word for sets of what can lie in a zone."""
        return self.shapes.bits(Type("set", self.layout.zones[start].type.of))

    def held_in(self, f: Emitter, zone: str) -> str:
        """Where the set of what lies in a zone stands."""
        return f.at(f.at("%s", self.shapes.held), f.times(zone, self.shapes.piece_bits // 8))

    def row_of(self, f: Emitter, zone: str) -> str:
        """Where the row of a zone lies in the state, 0 if it is none."""
        return self.module.look_up_number(f, self.shapes.rows, zone)

    def row_among(self, f: Emitter, start: int, index: str | None) -> tuple[str, str]:
        """The number of a zone that is a row, `index` after that at `start`, and where its row lies."""
        first = f.at("%s", self.shapes.rows[start])
        if index is None:
            return str(start), first
        size = self.shapes.row_size(self.layout.zones[start])
        return f.add(index, start), f.at(first, f.times(index, size))

    def _row_at(self, f: Emitter, offset: str) -> str:
        """The row that lies so many bytes after the beginning of the state."""
        row = f.at("%s", offset)
        f.reach(row, f.parts.at(self.shapes.first_row))
        return row

    def _given_row(self, signature: str) -> Emitter:
        """A function whose parameter `%row` is a row."""
        f = self.module.function(signature)
        f.reach("%row", f.parts.at(self.shapes.first_row))
        return f

    def position(self, f: Emitter, piece: str) -> str:
        """The place of a piece in its row, -1 if it lies in none."""
        result = f.variable("i64", "-1")
        offset = self.row_of(f, self.zone_of(f, piece))
        with f.when(f.op(f"icmp ne i64 {offset}, 0")):
            f.store("i64", self._index(f, self._row_at(f, offset), piece), result)
        return f.load("i64", result)

    def _index(self, f: Emitter, row: str, piece: str) -> str:
        """Where in a row a piece lies that does."""
        return self._first(f, lambda at: self.piece_at(f, row, at), piece)

    @staticmethod
    def _first(f: Emitter, what: Callable[[str], str], wanted: str) -> str:
        """The first place at which `what` is the wanted one, which it is somewhere."""
        at, top, onward, found = f.variable("i64", "0"), f.label(), f.label(), f.label()
        f.start(top)
        here = f.load("i64", at)
        f.branch(f.op(f"icmp eq i64 {what(here)}, {wanted}"), found, onward)
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
        bag, below = f.op(f"and i64 {f.op(f'lshr i64 {packed}, 16')}, 65535"), f.op(f"lshr i64 {packed}, 32")
        others = f.add(bag, below)
        return f.op(f"sub i64 {f.op(f'and i64 {packed}, 65535')}, {others}"), bag, below

    def count(self, f: Emitter, row: str) -> str:
        """How many lie in a row."""
        return f.op(f"and i64 {f.load('i64', row)}, 65535")

    def all_bag(self, f: Emitter, row: str) -> tuple[str, str]:
        """Is a row all bag, with nothing on top and nothing below? And how many the bag has."""
        counts = f.load("i64", row)
        bag = f.op(f"and i64 {f.op(f'lshr i64 {counts}, 16')}, 65535")
        return f.op(f"icmp eq i64 {counts}, {f.op(f'mul i64 {bag}, {IN_BAG}')}"), bag

    def _function(self, name: str, make: Callable[[str], None]) -> str:
        """A function of the module, written when it is first called for."""
        if name not in self.made:
            self.made.add(name)
            make(name)
        return name

    # ---- moving
    def transfer(self, f: Emitter, piece: str, zone: str, unseen: bool, bits: int) -> str:
        """Moves a piece, one of a set of `bits`, to the end of a zone; gives where it was, which may be the same."""
        name = f"@{'unseen' if unseen and self.module.told else 'transfer'}{bits}"
        self._function(name, lambda name: self._make_transfer(name, unseen, bits))
        return f.op(f"call i64 {name}(ptr %s, i64 {piece}, i64 {zone})")

    def bring_home(self, f: Emitter, pieces: list[int], zone: int) -> None:
        """Takes pieces out of where they are and puts them at the end of a zone, in this order."""
        self._function("@home", lambda name: self._make_transfer(name, False, self.shapes.piece_bits))
        home = f.label()
        if self.layout.is_row[zone]:  # very often they lie there already, and nothing else does
            row, away = f.at("%s", self.shapes.rows[zone]), f.label()
            f.branch(f.op(f"icmp eq i64 {f.load('i64', row)}, {len(pieces)}"), same := f.label(), away)
            f.start(same)
            with f.counting("0", str(len(pieces))) as at:
                onward = f.label()
                there = self.piece_at(f, row, at)
                wanted = self.module.look_up_number(f, pieces, at)
                f.branch(f.op(f"icmp eq i64 {there}, {wanted}"), onward, away)
                f.start(onward)
            f.jump(home)
            f.start(away)
        with f.counting("0", str(len(pieces))) as at:
            f.op(f"call i64 @home(ptr %s, i64 {self.module.look_up_number(f, pieces, at)}, i64 {zone})")
        f.start(home)

    def move_row(self, f: Emitter, start: str, row: str, zone: str) -> None:
        """Moves all that lies in a row to another zone, in its order."""
        self._function("@move_row", self._make_move_row)
        f.do(f"call void @move_row(ptr %s, i64 {start}, ptr {row}, i64 {zone})")

    def _make_move_row(self, name: str) -> None:
        f = self._given_row(f"define internal void {name}(ptr %s, i64 %start, ptr %row, i64 %zone)")
        kind = f"i{self.shapes.piece_bits}"
        with f.when(f.op("icmp ne i64 %start, %zone")):
            source, target = self.held_in(f, "%start"), self.held_in(f, "%zone")
            moved = f.load(kind, source)
            f.store(kind, "0", source)
            f.store(kind, f.op(f"or {kind} {f.load(kind, target)}, {moved}"), target)
            offset, count = self.row_of(f, "%zone"), self.count(f, "%row")
            with f.counting("0", count) as at:
                piece = self.piece_at(f, "%row", at)
                self.write_zone(f, piece, "%zone")
                with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                    self._append(f, self._row_at(f, offset), piece)
            f.store("i64", "0", "%row")
        f.end("ret void")
        self.module.functions.append(f.text())

    def move_set(self, f: Emitter, mask: str, bits: int, zone: str) -> None:
        """Moves a set of pieces, in a word of `bits`, to a zone, ascending."""
        name = self._function(f"@move_set{bits}", lambda name: self._make_move_set(name, bits))
        f.do(f"call void {name}(ptr %s, i{bits} {mask}, i64 {zone})")

    def _make_move_set(self, name: str, bits: int) -> None:
        """From zones without order all at once, and from rows that lose all they hold; from others one by one."""
        kind = f"i{bits}"
        f = self.module.function(f"define internal void {name}(ptr %s, {kind} %mask, i64 %zone)")
        rest, lifted, left = f.variable(kind, "%mask"), f.variable(kind, "0"), f.variable(kind, "0")
        top, more, done = f.label(), f.label(), f.label()
        f.start(top)
        wanted = f.load(kind, rest)
        f.branch(f.op(f"icmp ne {kind} {wanted}, 0"), more, done)
        f.start(more)
        zone = self.zone_of(f, f.lowest(wanted, bits))
        place = self.held_in(f, zone)
        held = f.load(kind, place)
        part = f.op(f"and {kind} {held}, {wanted}")
        f.store(kind, f.op(f"xor {kind} {wanted}, {part}"), rest)
        with f.when(f.op(f"icmp ne i64 {zone}, %zone")):
            self._lift(f, zone, part, kind, lifted, left)
        f.jump(top)
        f.start(done)
        self._put_down(f, f.load(kind, lifted), f.load(kind, left), bits)
        f.end("ret void")
        self.module.functions.append(f.text())

    def _lift(self, f: Emitter, zone: str, part: str, kind: str, lifted: str, left: str) -> None:
        """Takes pieces out of a zone, all at once where that is possible; others are `left`."""
        offset, full = self.row_of(f, zone), f"i{self.shapes.piece_bits}"
        row, emptied, away, keep, after = (f.label() for _ in range(5))
        place = self.held_in(f, zone)
        f.branch(f.op(f"icmp ne i64 {offset}, 0"), row, away)
        f.start(row)
        all_of_it = f.op(f"icmp eq {full} {f.load(full, place)}, {f.resized(part, int(kind[1:]), int(full[1:]))}")
        f.branch(all_of_it, emptied, keep)
        f.start(emptied)
        f.store("i64", "0", self._row_at(f, offset))
        f.jump(away)
        f.start(away)
        f.store(kind, f.op(f"xor {kind} {f.load(kind, place)}, {part}"), place)
        f.store(kind, f.op(f"or {kind} {f.load(kind, lifted)}, {part}"), lifted)
        f.jump(after)
        f.start(keep)
        f.store(kind, f.op(f"or {kind} {f.load(kind, left)}, {part}"), left)
        f.start(after)

    def _put_down(self, f: Emitter, lifted: str, left: str, bits: int) -> None:
        """To the end of `%zone`: pieces that are nowhere, and those still to be moved, all in order."""
        slow, quick, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp ne i{bits} {left}, 0"), slow, quick)
        f.start(slow)
        with f.members(f.op(f"or i{bits} {left}, {lifted}"), bits) as piece:
            one, other, done = f.label(), f.label(), f.label()
            f.branch(f.contains(lifted, piece, bits), one, other)
            f.start(one)
            self.place(f, piece, "%zone", False, bits)
            f.jump(done)
            f.start(other)
            self.transfer(f, piece, "%zone", False, bits)
            f.start(done)
        f.jump(after)
        f.start(quick)
        self._place_all(f, lifted, bits)
        f.start(after)

    def _place_all(self, f: Emitter, mask: str, bits: int) -> None:
        """Pieces that are nowhere, to the end of `%zone`."""
        kind = f"i{bits}"
        place = self.held_in(f, "%zone")
        f.store(kind, f.op(f"or {kind} {f.load(kind, place)}, {mask}"), place)
        offset = self.row_of(f, "%zone")
        into_row, plain, after = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp ne i64 {offset}, 0"), into_row, plain)
        f.start(into_row)
        row = self._row_at(f, offset)
        _, bag, _ = self.counts(f, row)
        end = f.variable("i64", self.count(f, row))
        with f.members(mask, bits) as piece:
            self.write_zone(f, piece, "%zone")
            at = f.load("i64", end)
            f.store("i8", f.narrowed(piece, 8), f.at(f.at(row, WORD), at))
            f.store("i64", f.add(at, 1), end)
        number = f.size(mask, bits)
        no_bag = f.op(f"icmp eq i64 {bag}, 0")
        more = f.op(f"mul i64 {number}, {f.op(f'select i1 {no_bag}, i64 {ON_TOP}, i64 {BELOW}')}")
        f.store("i64", f.add(f.load("i64", row), more), row)
        f.jump(after)
        f.start(plain)
        with f.members(mask, bits) as piece:
            self.write_zone(f, piece, "%zone")
        f.start(after)

    def _make_transfer(self, name: str, unseen: bool, bits: int) -> None:
        f = self.module.function(f"define internal i64 {name}(ptr %s, i64 %piece, i64 %zone) alwaysinline")
        start = self.zone_of(f, "%piece")
        with f.when(f.op(f"icmp ne i64 {start}, %zone") if name != "@home" else "true"):
            self._held(f, start, "%piece", "xor", bits)
            if any(self.layout.is_row):
                offset = self.row_of(f, start)
                with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                    row = self._row_at(f, offset)
                    self._function("@taken", self._make_taken)
                    f.do(f"call void @taken(ptr {row}, i64 {self._index(f, row, '%piece')})")
            self.place(f, "%piece", "%zone", unseen, bits)
        f.end(f"ret i64 {start}")
        self.module.functions.append(f.text())

    def draw(self, f: Emitter, row: str, at: str, zone: str, unseen: bool, bits: int) -> tuple[str, str]:
        """Moves the piece at a place of a row, that of another zone, to a zone; gives it and where it was."""
        name = f"@{'draw_unseen' if unseen and self.module.told else 'draw'}{bits}"
        self._function(name, lambda name: self._make_draw(name, unseen, bits))
        piece = self.piece_at(f, row, at)
        return piece, f.op(f"call i64 {name}(ptr %s, ptr {row}, i64 {at}, i64 {piece}, i64 {zone})")

    def _make_draw(self, name: str, unseen: bool, bits: int) -> None:
        """Most draws are from a bag with nothing above it and nothing below; others move the piece as any is moved."""
        f = self._given_row(f"define internal i64 {name}(ptr %s, ptr %row, i64 %at, i64 %piece, i64 %zone)")
        start, (only_bag, bag) = self.zone_of(f, "%piece"), self.all_bag(f, "%row")
        away = f.op(f"icmp ne i64 {start}, %zone")
        quick, slow = f.label(), f.label()
        f.branch(f.op(f"and i1 {only_bag}, {away}"), quick, slow)
        f.start(quick)
        self._held(f, start, "%piece", "xor", bits)
        last = f.op(f"sub i64 {bag}, 1")
        f.store("i8", f.load("i8", f.at(f.at("%row", WORD), last)), f.at(f.at("%row", WORD), "%at"))
        f.store("i64", f.op(f"mul i64 {last}, {IN_BAG}"), "%row")
        self.place(f, "%piece", "%zone", unseen, bits)
        f.end(f"ret i64 {start}")
        f.start(slow)
        f.end(f"ret i64 {self.transfer(f, '%piece', '%zone', unseen, bits)}")
        self.module.functions.append(f.text())

    def draw_many(self, f: Emitter, row: str, start: str, zone: str, count: str, bits: int) -> None:
        """Draws from a row that is all bag into a zone that is no row; as `draw`, one piece after the other."""
        name = self._function(f"@draw_many{bits}", lambda name: self._make_draw_many(name, bits))
        f.do(f"call void {name}(ptr %s, ptr {row}, i64 {start}, i64 {zone}, i64 {count})")

    def _make_draw_many(self, name: str, bits: int) -> None:
        f = self._given_row(f"define internal void {name}(ptr %s, ptr %row, i64 %start, i64 %zone, i64 %count)")
        kind = f"i{bits}"
        chance, own = f.at("%s", self.shapes.generator), f.variable("[4 x i64]")  # in registers meanwhile
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {own}, ptr {chance}, i64 32, i1 false)")
        pieces = f.at("%row", WORD)
        left, drawn = f.variable("i64", self.count(f, "%row")), f.variable(kind, "0")
        with f.counting("0", "%count"):
            bag = f.load("i64", left)
            place = f.at(pieces, f.op(f"call i64 @below(ptr {own}, i64 {bag})"))
            byte = f.load("i8", place)
            piece = f.op(f"zext i8 {byte} to i64")
            last = f.op(f"sub i64 {bag}, 1")
            f.store("i8", f.load("i8", f.at(pieces, last)), place)
            f.store("i64", last, left)
            self.write_zone(f, piece, "%zone")
            f.store(kind, f.op(f"or {kind} {f.load(kind, drawn)}, {f.single(piece, bits)}"), drawn)
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {chance}, ptr {own}, i64 32, i1 false)")
        f.store("i64", f.op(f"mul i64 {f.load('i64', left)}, {IN_BAG}"), "%row")
        for zone in ("%start", "%zone"):
            held = self.held_in(f, zone)
            f.store(kind, f.op(f"xor {kind} {f.load(kind, held)}, {f.load(kind, drawn)}"), held)
        f.end("ret void")
        self.module.functions.append(f.text())

    def _held(self, f: Emitter, zone: str, piece: str, operation: str, bits: int) -> None:
        """Puts a piece, one of a set of `bits`, into the set of a zone, or (`xor`) takes it out."""
        base = self.held_in(f, zone)
        if bits > 64:
            base = f.at(base, f.op(f"shl i64 {f.op(f'lshr i64 {piece}, 6')}, 3"))
        bit = f.op(f"shl i64 1, {f.op(f'and i64 {piece}, 63')}")
        f.store("i64", f.op(f"{operation} i64 {f.load('i64', base)}, {bit}"), base)

    def _make_taken(self, name: str) -> None:
        """Out of a place in a row; in the bag, the last one moves into the gap."""
        f = self._given_row(f"define internal void {name}(ptr %row, i64 %at)")
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

        return self._first(f, face, face(drawn))

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
        words = f.op(f"lshr i64 {f.add(rest, WORD - 1)}, 3")
        with f.counting("0", words) as n:
            place = f.at(to, f.op(f"shl i64 {n}, 3"))
            f.store("i64", f.load("i64", f.at(place, 1), 1), place, 1)

    def place(self, f: Emitter, piece: str, zone: str, unseen: bool, bits: int) -> None:
        """Puts a piece, which is nowhere now, at the end of a zone."""
        self.write_zone(f, piece, zone)
        self._held(f, zone, piece, "or", bits)
        if any(self.layout.is_row):
            offset = self.row_of(f, zone)
            with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                self._append(f, self._row_at(f, offset), piece)
        if self.module.told and not unseen:
            known = self.known(f, piece)
            audience = self.module.look_up_number(f, self.layout.zone_audience, zone)
            f.store("i32", f.op(f"or i32 {f.load('i32', known)}, {f.narrowed(audience, 32)}"), known)

    def _append(self, f: Emitter, row: str, piece: str) -> None:
        packed = f.load("i64", row)
        f.store("i8", f.narrowed(piece, 8), f.at(f.at(row, WORD), f.op(f"and i64 {packed}, 65535")))
        no_bag = f.op(f"icmp eq i64 {f.op(f'and i64 {packed}, {65535 << 16}')}, 0")
        more = f.op(f"select i1 {no_bag}, i64 {ON_TOP}, i64 {BELOW}")
        f.store("i64", f.add(packed, more), row)

    def known(self, f: Emitter, piece: str) -> str:
        """Where it is written who knows what lies there."""
        return f.at(f.at("%s", self.shapes.known), f.times(piece, 4))
