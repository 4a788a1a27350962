"""Steps in machine code that tell all that happens, as the reference does."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.bits import BASE
from coupdsl.code.slots import Place
from coupdsl.native.instructions.step_code import Steps
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import form
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module

CHOSE, MOVED, SHOWN, REVEALED, SHUFFLED, PAID, FINISHED, VACATED = range(8)

_TELL = """define internal void @tell(ptr %ev, i64 %word) {
  %place = getelementptr i64, ptr %ev, i64 1
  %used = load i64, ptr %place
  %room = load i64, ptr %ev
  %more = add i64 %used, 1
  store i64 %more, ptr %place
  %fits = icmp slt i64 %used, %room
  br i1 %fits, label %write, label %full
write:
  %at = add i64 %used, 2
  %to = getelementptr i64, ptr %ev, i64 %at
  store i64 %word, ptr %to
  ret void
full:
  ret void
}

define internal i64 @begin(ptr %ev, i64 %kind) {
  call void @tell(ptr %ev, i64 %kind)
  %place = getelementptr i64, ptr %ev, i64 1
  %used = load i64, ptr %place
  call void @tell(ptr %ev, i64 0)
  ret i64 %used
}

define internal void @close(ptr %ev, i64 %mark) {
  %place = getelementptr i64, ptr %ev, i64 1
  %used = load i64, ptr %place
  %room = load i64, ptr %ev
  %fits = icmp sle i64 %used, %room
  br i1 %fits, label %write, label %full
write:
  %begun = add i64 %mark, 1
  %length = sub i64 %used, %begun
  %at = add i64 %mark, 2
  %to = getelementptr i64, ptr %ev, i64 %at
  store i64 %length, ptr %to
  ret void
full:
  ret void
}"""


class TellingSteps(Steps):
    """Events are words: what it is, how many follow, and those; where there is no room for them they are counted."""

    def __init__(self, module: Module, signature: str) -> None:
        super().__init__(module, signature)
        module.functions.append(_TELL)

    def begin(self, kind: int) -> str:
        return self.f.op(f"call i64 @begin(ptr %ev, i64 {kind})")

    def words(self, *words: str) -> None:
        for one in words:
            self.f.do(f"call void @tell(ptr %ev, i64 {one})")

    def close(self, mark: str) -> None:
        self.f.do(f"call void @close(ptr %ev, i64 {mark})")

    def event(self, kind: int, *words: str) -> None:
        mark = self.begin(kind)
        self.words(*words)
        self.close(mark)

    def vacate(self, what: x.Expression, to: Place) -> None:
        """As `Position.vacate`."""
        if self.layout.hidden_rows:
            goal = self.goal(to).zone
            bits = self.offsets.piece_bits
            name = self.pieces.function("@vacate", self._make_vacate)
            self.f.do(f"call void {name}(ptr %s, ptr %ev, i{bits} {self._all_of(what)}, i64 {goal})")

    def _make_vacate(self, name: str) -> Emitter:
        bits, hidden = self.offsets.piece_bits, self.layout.hidden_rows
        f = self.module.function(f"define internal void {name}(ptr %s, ptr %ev, i{bits} %mask, i64 %goal)")
        with f.counting("0", str(len(hidden))) as number:
            zone = self.module.look_up_number(f, hidden, number)
            held = f.load(f"i{bits}", self.pieces.held_in(f, zone))
            some = f.op(f"icmp ne i{bits} {f.op(f'and i{bits} {held}, %mask')}, 0")
            with f.when(f.op(f"and i1 {some}, {f.op(f'icmp ne i64 {zone}, %goal')}")):
                self._vacate_row(f, zone, held)
        f.end("ret void")
        return f

    def _vacate_row(self, f: Emitter, zone: str, held: str) -> None:
        bits, told = self.offsets.piece_bits, f.variable("i32", "0")
        stays = f.op(f"and i{bits} {held}, {f.op(f'xor i{bits} %mask, -1')}")
        with f.members(stays, bits) as piece, f.when(f.op(f"icmp ne i64 {self.pieces.place_told(f, piece)}, 0")):
            known = f.load("i32", self.pieces.known(f, piece))
            f.store("i32", f.op(f"or i32 {f.load('i32', told)}, {known}"), told)
        seeing = f.narrowed(self.module.look_up_number(f, self.layout.zone_audience, zone), 32)
        audience = f.op(f"and i32 {f.load('i32', told)}, {f.op(f'xor i32 {seeing}, -1')}")
        with f.when(f.op(f"icmp ne i32 {audience}, 0")):
            row = self.pieces.rows.of(f, zone)
            mark = f.op(f"call i64 @begin(ptr %ev, i64 {VACATED})")
            f.do(f"call void @tell(ptr %ev, i64 {zone})")
            f.do(f"call void @tell(ptr %ev, i64 {f.op(f'zext i32 {audience} to i64')})")
            with f.counting("0", self.pieces.rows.count(f, row)) as at:
                piece = self.pieces.rows.piece(f, row, at)
                place = self.pieces.place_told(f, piece)
                leaves = f.contains("%mask", piece, bits)
                with f.when(f.op(f"and i1 {leaves}, {f.op(f'icmp ne i64 {place}, 0')}")):
                    f.do(f"call void @tell(ptr %ev, i64 {place})")
            f.do(f"call void @close(ptr %ev, i64 {mark})")

    def begin_moved(self, zone: str) -> None:
        self.mark = self.f.variable("i64", self.begin(MOVED))
        self.words(zone)

    def moved(self, piece: str, start: str, zone: str) -> None:
        f = self.f
        with f.when(f.op(f"icmp ne i64 {start}, {zone}")):
            self.words(start, piece, f.op(f"zext i32 {f.load('i32', self.pieces.known(f, piece))} to i64"))

    def end_moved(self) -> None:
        self.close(self.f.load("i64", self.mark))

    def shuffled(self, zone: str) -> None:
        self.event(SHUFFLED, zone)

    def finished(self) -> None:
        f = self.f
        scores = [f.load("i64", self.header(self.offsets.scores + n * WORD)) for n in range(self.layout.seats)]
        self.event(FINISHED, f.load("i64", self.header(self.offsets.winners)), *scores)

    def paid(self, who: str, whom: str, amount: str, reason: str, site: int) -> None:
        f = self.f
        mark = self.begin(PAID)
        self.words(who, whom, amount, reason)
        chain = self.code.sites[site]
        self.words(str(site))
        returns = [self.offsets.memory[s.procedure.return_slot] if s.procedure.name else 0 for s in self.code.sites]
        sites = [self.code.return_sites.get(at, 0) for at in range(len(self.code.instructions))]
        if chain.procedure.name:
            here, top, onward, after = f.variable("i64", str(site)), f.label(), f.label(), f.label()
            f.start(top)
            offset = self.module.look_up_number(f, returns, f.load("i64", here))
            f.branch(f.op(f"icmp ne i64 {offset}, 0"), onward, after)
            f.start(onward)
            above = self.module.look_up_number(f, sites, f.load("i64", f.at("%s", offset)))
            self.words(above)
            f.store("i64", above, here)
            f.jump(top)
            f.start(after)
        self.close(mark)

    def _tell(self, this: i.Tell) -> None:
        f, kind = self.f, self.code.kinds[this.slot]
        mark = self.begin(REVEALED)
        of = "0"
        for seat in this.seats:
            of = f.add(f.add(f.times(of, BASE), f.load("i64", self.place(seat))), 1)
        self.words(str(this.number), of, *(f.load("i64", self.place(thing)) for thing in this.things))
        held = self.memory.read(f, self.place(this.slot), kind)
        if isinstance(held, str) and form(kind) == "set":
            for shift in range(0, self.offsets.bits(kind), 64):
                bits = self.offsets.bits(kind)
                self.words(f.resized(f.op(f"lshr i{bits} {held}, {shift}"), bits, 64))
        elif isinstance(held, str):
            self.words(f.op(f"zext i1 {held} to i64") if form(kind) == "flag" else held)
        elif form(kind) == "ratio":
            self.words(*held)  # type: ignore[misc]
        else:
            with self.expressions.lists.members(held, f) as element:  # type: ignore[arg-type]
                self.words(element)
        self.close(mark)

    def _show(self, this: i.Show) -> None:
        f, audience = self.f, str(self.layout.everyone)
        if this.to is not None:
            audience = f.narrowed(self.expressions.mask(this.to, self.scope, 64), 32)
        self._known_first(this.what, audience)
        mark = "" if this.hide else self.begin(SHOWN)
        if not this.hide:
            self.words(audience if audience.isdigit() else f.op(f"zext i32 {audience} to i64"))
        with self.expressions.lists.walking(this.what, self.scope) as piece:
            place = self.pieces.known(f, piece)
            known = f.load("i32", place)
            if this.hide:
                f.store("i32", f.op(f"and i32 {known}, {f.op(f'xor i32 {audience}, -1')}"), place)
            else:
                joined = f.op(f"or i32 {known}, {audience}")
                with f.when(f.op(f"icmp ne i32 {joined}, {known}")):
                    self.words(piece, self.pieces.zone_of(f, piece), self.pieces.place_told(f, piece))
        if this.hide:
            return
        # The pieces told are those that were new; only now they are known, as a list may name one twice.
        with self.expressions.lists.walking(this.what, self.scope) as piece:
            place = self.pieces.known(f, piece)
            f.store("i32", f.op(f"or i32 {f.load('i32', place)}, {audience}"), place)
        self.close(mark)
