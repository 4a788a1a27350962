"""Pieces in machine code: where each lies, and how they move."""

from __future__ import annotations

from collections.abc import Callable

from coupdsl.language.types import NO_NUMBER, Type
from coupdsl.native.constants import Constants
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.pieces.rows import IN_BAG, Goal, Rows


class Pieces:
    """`word`: of a set, in which a piece has its bit, where that is known before play; see `Offsets.word_of`."""

    def __init__(self, module: Constants, rows: Rows) -> None:
        self.module = module
        self.rows = rows
        self.offsets = module.offsets
        self.layout = module.code.layout
        self.made: set[str] = set()

    # ---- where
    def zone_of(self, f: Emitter, piece: str) -> str:
        place = f.at(f.at("%s", self.offsets.where), f.times(piece, 2))
        return f.op(f"zext i16 {f.load('i16', place)} to i64")

    def write_zone(self, f: Emitter, piece: str, zone: str) -> None:
        f.store("i16", f.narrowed(zone, 16), f.at(f.at("%s", self.offsets.where), f.times(piece, 2)))

    def kind_in(self, start: int) -> Type:
        """What can lie in a zone."""
        kind = self.layout.zones[start].type.of
        assert kind is not None
        return kind

    def bits_of(self, start: int) -> int:
        """The word for sets of what can lie in a zone."""
        return self.offsets.bits(Type("set", self.kind_in(start)))

    def held_in(self, f: Emitter, zone: str) -> str:
        """Where the set of what lies in a zone stands."""
        return f.at(f.at("%s", self.offsets.held), f.times(zone, self.offsets.piece_bits // 8))

    def outside(self, f: Emitter, mask: str, zone: str, bits: int) -> str:
        """Those of a set that do not lie in a zone."""
        there = f.load(f"i{bits}", self.held_in(f, zone))
        return f.op(f"and i{bits} {mask}, {f.op(f'xor i{bits} {there}, -1')}")

    def position(self, f: Emitter, piece: str) -> str:
        """The place of a piece in its row, none if it lies in no row."""
        result = f.variable("i64", str(NO_NUMBER))
        offset = self.rows.offset(f, self.zone_of(f, piece))
        with f.when(f.op(f"icmp ne i64 {offset}, 0")):
            f.store("i64", self.rows.index(f, self.rows.at(f, offset), piece), result)
        return f.load("i64", result)

    def place_told(self, f: Emitter, piece: str) -> str:
        """Where in its row a piece lies, the first at 1; 0 in a bag or in no row."""
        result = f.variable("i64", "0")
        offset = self.rows.offset(f, self.zone_of(f, piece))
        with f.when(f.op(f"icmp ne i64 {offset}, 0")):
            row = self.rows.at(f, offset)
            upper, bag, _ = self.rows.counts(f, row)
            at = self.rows.index(f, row, piece)
            on_top, below = f.op(f"icmp slt i64 {at}, {upper}"), f.op(f"icmp sge i64 {at}, {f.add(upper, bag)}")
            in_order = f.op(f"or i1 {on_top}, {below}")
            f.store("i64", f.op(f"select i1 {in_order}, i64 {f.add(at, 1)}, i64 0"), result)
        return f.load("i64", result)

    def known(self, f: Emitter, piece: str) -> str:
        """Where it is written who knows what lies there."""
        return f.at(f.at("%s", self.offsets.known), f.times(piece, 4))

    def known_first(self, f: Emitter, piece: str, audience: str, mask: str) -> None:
        """One piece of those in `mask`, as by `Position.known_first`."""
        name = self.function("@known_first", self._make_known_first)
        f.do(f"call void {name}(ptr %s, i64 {piece}, i32 {audience}, i{self.offsets.piece_bits} {mask})")

    def _make_known_first(self, name: str) -> Emitter:
        bits = self.offsets.piece_bits
        f = self.module.function(f"define internal void {name}(ptr %s, i64 %piece, i32 %audience, i{bits} %mask)")
        zone, mine = self.zone_of(f, "%piece"), self.known(f, "%piece")
        new = self._unknown(f, mine)
        unordered = f.op(f"icmp eq i64 {self.rows.offset(f, zone)}, 0") if any(self.layout.is_row) else "true"
        with f.when(f.op(f"and i1 {unordered}, {f.op(f'icmp ne i32 {new}, 0')}")):
            held = f.load(f"i{bits}", self.held_in(f, zone))
            alike = self.module.look_up_word(f, self.layout.alike, "%piece", bits)
            others = f.op(f"and i{bits} {f.op(f'and i{bits} {alike}, {held}')}, {f.op(f'xor i{bits} %mask, -1')}")
            with f.members(others, bits) as other:
                its = self.known(f, other)
                exchanged = f.op(f"and i32 {self._unknown(f, mine)}, {f.load('i32', its)}")
                f.store("i32", f.op(f"xor i32 {f.load('i32', its)}, {exchanged}"), its)
                f.store("i32", f.op(f"or i32 {f.load('i32', mine)}, {exchanged}"), mine)
        f.end("ret void")
        return f

    @staticmethod
    def _unknown(f: Emitter, place: str) -> str:
        """Who of the audience does not know a piece."""
        others = f.op(f"xor i32 {f.load('i32', place)}, -1")
        return f.op(f"and i32 %audience, {others}")

    def function(self, name: str, make: Callable[[str], Emitter]) -> str:
        """A function of the module, written when it is first called for."""
        if name not in self.made:
            self.made.add(name)
            self.module.functions.append(make(name).text())
        return name

    # ---- one piece
    def transfer(self, f: Emitter, piece: str, to: Goal, unseen: bool, word: int | None) -> str:
        """Moves a piece to the end of a zone; gives where it was, which may be the same."""
        known = unseen or not self.module.told
        name = f"@{'transfer' if known else 'seen'}_{to.order}{'' if word is None else word}"
        self.function(name, lambda name: self._make_transfer(name, to.given, known, word))
        return f.op(f"call i64 {name}(ptr %s, i64 {piece}, i64 {to.zone})")

    def carry(self, f: Emitter, piece: str, here: str, to: Goal, unseen: bool, word: int | None) -> None:
        """Moves a piece from a zone without order to the end of another."""
        self._held(f, here, piece, "xor", word)
        self.place(f, piece, to, unseen or not self.module.told, word)

    def bring_home(self, f: Emitter, pieces: list[int], zone: int) -> None:
        """Takes pieces out of where they are and puts them at the end of a zone, in this order."""
        order, known = self.rows.order(zone), not self.module.told
        name = self.function(
            f"@home_{order}",
            lambda name: self._make_transfer(name, Goal(str(zone), order).given, known, None, home=True),
        )
        home = f.label()
        if order != "heap":  # very often they lie there already, and nothing else does
            row, away = f.at("%s", self.offsets.rows[zone]), f.label()
            f.branch(f.op(f"icmp eq i64 {f.load('i64', row)}, {len(pieces)}"), same := f.label(), away)
            f.start(same)
            with f.counting("0", str(len(pieces))) as at:
                onward = f.label()
                there = self.rows.piece(f, row, at)
                wanted = self.module.look_up_number(f, pieces, at)
                f.branch(f.op(f"icmp eq i64 {there}, {wanted}"), onward, away)
                f.start(onward)
            f.jump(home)
            f.start(away)
        with f.counting("0", str(len(pieces))) as at:
            f.op(f"call i64 {name}(ptr %s, i64 {self.module.look_up_number(f, pieces, at)}, i64 {zone})")
        f.start(home)

    def _make_transfer(self, name: str, to: Goal, known: bool, word: int | None, home: bool = False) -> Emitter:
        f = self.module.function(f"define internal i64 {name}(ptr %s, i64 %piece, i64 %zone) alwaysinline")
        start = self.zone_of(f, "%piece")
        with f.when("true" if home else f.op(f"icmp ne i64 {start}, %zone")):
            self._held(f, start, "%piece", "xor", word)
            if any(self.layout.is_row):
                offset = self.rows.offset(f, start)
                with f.when(f.op(f"icmp ne i64 {offset}, 0")):
                    row = self.rows.at(f, offset)
                    taken = self.function("@taken", self._make_taken)
                    f.do(f"call void {taken}(ptr {row}, i64 {self.rows.index(f, row, '%piece')})")
            self.place(f, "%piece", to, known, word)
        f.end(f"ret i64 {start}")
        return f

    def _make_taken(self, name: str) -> Emitter:
        """Out of a place in a row."""
        f = self.rows.given(f"define internal void {name}(ptr %row, i64 %at)")
        self.rows.take_out(f, "%row", "%at")
        f.end("ret void")
        return f

    def place(self, f: Emitter, piece: str, to: Goal, known: bool, word: int | None) -> None:
        """Puts a piece, which is nowhere now, at the end of a zone; who looks on may have known it before."""
        self.write_zone(f, piece, to.zone)
        self._held(f, to.zone, piece, "or", word)
        if to.order != "heap":
            self.rows.append(f, self.rows.of(f, to.zone), piece, to.order)
        if not known:
            place = self.known(f, piece)
            audience = self.module.look_up_number(f, self.layout.zone_audience, to.zone)
            f.store("i32", f.op(f"or i32 {f.load('i32', place)}, {f.narrowed(audience, 32)}"), place)

    def _held(self, f: Emitter, zone: str, piece: str, operation: str, word: int | None) -> None:
        """Puts a piece into the set of a zone, or (`xor`) takes it out."""
        offset = f.op(f"shl i64 {f.op(f'lshr i64 {piece}, 6')}, 3") if word is None else word * WORD
        base = f.at(self.held_in(f, zone), offset)
        bit = f.op(f"shl i64 1, {f.op(f'and i64 {piece}, 63')}")
        f.store("i64", f.op(f"{operation} i64 {f.load('i64', base)}, {bit}"), base)

    # ---- drawing
    def take_first(self, f: Emitter, start: int, held: tuple[str, str], to: Goal, unseen: bool) -> str:
        """Moves the first piece of a row that is not empty, and of a kind never shuffled, to another zone; gives it.

        `held`: the number of its zone, of the kind that begins at `start`, and where the row lies.
        """
        here, row = held
        piece, word = self.rows.piece(f, row, "0"), self.offsets.word_of(self.kind_in(start))
        with f.when(f.op(f"icmp ne i64 {here}, {to.zone}")):
            self._held(f, here, piece, "xor", word)
            self.rows.take_first(f, row, start)
            self.place(f, piece, to, unseen or not self.module.told, word)
        return piece

    def draw(self, f: Emitter, row: str, at: str, to: Goal, unseen: bool, word: int | None) -> tuple[str, str]:
        """Moves the piece at a place of a row, that of another zone, to a zone; gives it and where it was."""
        known = unseen or not self.module.told
        name = f"@{'draw' if known else 'drawn'}_{to.order}{'' if word is None else word}"
        self.function(name, lambda name: self._make_draw(name, to.given, known, word))
        piece = self.rows.piece(f, row, at)
        return piece, f.op(f"call i64 {name}(ptr %s, ptr {row}, i64 {at}, i64 {piece}, i64 {to.zone})")

    def _make_draw(self, name: str, to: Goal, known: bool, word: int | None) -> Emitter:
        """Most draws are from a bag with nothing above it and nothing below; others move the piece as any is moved."""
        f = self.rows.given(f"define internal i64 {name}(ptr %s, ptr %row, i64 %at, i64 %piece, i64 %zone)")
        start, (only_bag, bag) = self.zone_of(f, "%piece"), self.rows.all_bag(f, "%row")
        away = f.op(f"icmp ne i64 {start}, %zone")
        quick, slow = f.label(), f.label()
        f.branch(f.op(f"and i1 {only_bag}, {away}"), quick, slow)
        f.start(quick)
        self._held(f, start, "%piece", "xor", word)
        last = f.op(f"sub i64 {bag}, 1")
        kind = self.rows.kind
        f.store(kind, f.load(kind, self.rows.place(f, "%row", last)), self.rows.place(f, "%row", "%at"))
        f.store("i64", f.op(f"mul i64 {last}, {IN_BAG}"), "%row")
        self.rows.end(f, "%row")
        self.place(f, "%piece", to, known, word)
        f.end(f"ret i64 {start}")
        f.start(slow)
        f.end(f"ret i64 {self.transfer(f, '%piece', to, known, word)}")
        return f
