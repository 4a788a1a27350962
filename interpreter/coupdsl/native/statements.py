"""The flat code in machine code: a block for each instruction, in one function that runs until somebody chooses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from typing import Any

from coupdsl.engine import instructions as i
from coupdsl.engine.code import Drawing
from coupdsl.engine.state import PASSES
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.types import Type
from coupdsl.native.choices import Choices
from coupdsl.native.emitter import Emitter
from coupdsl.native.expressions import Scope
from coupdsl.native.module import Module
from coupdsl.native.pieces import IN_BAG
from coupdsl.native.shapes import WORD
from coupdsl.native.values import form

DONE, FAILED = 0, 1


class Statements:
    """Writes the function that runs; what happens at decisions and what is told of it are those of a subclass."""

    told = False  # are events written, and who knows what?

    def __init__(self, module: Module, signature: str) -> None:
        self.module = module
        self.code = module.code
        self.shapes, self.layout, self.memory = module.shapes, module.code.layout, module.memory
        self.expressions, self.pieces = module.expressions, module.pieces
        self.choices = Choices(module)
        self.f = Emitter(signature)
        self.returns = self._returns()
        self.table: dict[type, Callable[[Any], None]] = {
            i.Jump: self._jump, i.Branch: self._branch, i.Fail: self._fail, i.Tell: self._tell, i.Store: self._store,
            i.Forget: self._forget, i.BeginFor: self._begin_for, i.NextOf: self._next_of,
            i.NextPass: self._next_pass, i.Call: self._call, i.TakeResult: self._take_result,
            i.ComeBack: self._come_back, i.Play: self._play, i.SetUp: self._set_up, i.Choose: self._choose,
            i.DrawPieces: self._draw, i.Move: self._move, i.Shuffle: self._shuffle, i.Show: self._show,
            i.BeginPayment: self._begin_payment, i.Transfer: self._transfer, i.Finish: self._finish,
        }  # fmt: skip

    def _returns(self) -> dict[int, list[int]]:
        """For each procedure, by the place where it keeps it, where it may return to."""
        found: dict[int, list[int]] = defaultdict(list)
        for at, instruction in enumerate(self.code.instructions):
            if isinstance(instruction, i.Call):
                for procedure, _ in instruction.targets:
                    found[procedure.return_slot].append(at + 1)
            elif isinstance(instruction, i.Play):
                for procedure, _, _ in instruction.targets.values():
                    found[procedure.return_slot].append(at + 1)
            elif isinstance(instruction, i.BeginPayment) and instruction.short is not None:
                found[instruction.short[0].return_slot].append(instruction.transfer.at)
        return found

    def write(self, begin: list[int]) -> None:
        """The whole function, which begins at one of the steps in `begin`, by the number `%at`."""
        f = self.f
        self.passes = f.variable("i64", str(PASSES))
        pairs = " ".join(f"i64 {at}, label %S{at}" for at in sorted(set(begin)))
        if len(begin) > 1:
            f.end(f"switch i64 %at, label %{f.failing()} [{pairs}]")
        else:
            f.jump(f"S{begin[0]}")
        for at, instruction in enumerate(self.code.instructions):
            self.at = at
            f.start(f"S{self.at}")
            self.scope = Scope(f, None)
            self.table[type(instruction)](instruction)
        f.fail()
        f.start(f.failing())
        f.store("i64", "1", self.header(self.shapes.failed))
        f.end(f"ret i64 {FAILED}")
        self.module.functions.append(f.text())

    # ---- small ones
    def header(self, offset: int) -> str:
        return self.f.at("%s", offset)

    def place(self, slot: int) -> str:
        return self.f.at("%s", self.shapes.memory[slot])

    def goto(self, at: int) -> None:
        f = self.f
        if at <= self.at:
            left = f.op(f"sub i64 {f.load('i64', self.passes)}, 1")
            f.store("i64", left, self.passes)
            f.fail_if(f.op(f"icmp slt i64 {left}, 0"))
        f.jump(f"S{at}")

    def stop(self, pc: int | None = None) -> None:
        """Leaves the function at a step where somebody chooses."""
        if pc is not None:
            self.f.store("i64", str(pc), self.header(self.shapes.pc))
        self.f.end(f"ret i64 {DONE}")

    def naming(self, value: i.Value) -> Scope:
        return Scope(self.f, value.entry)

    def number(self, value: i.Value) -> str:
        assert value.expr is not None
        return self.expressions.number(value.expr, self.naming(value))

    def flag(self, value: i.Value) -> str:
        assert value.expr is not None
        return self.expressions.flag(value.expr, self.naming(value))

    def index(self, place: i.Place) -> str:
        """The number of one of several in a row."""
        return self.f.add(self.number(place.index), place.start) if place.index is not None else str(place.start)

    def keep(self, value: i.Value, kind: Type, place: str) -> None:
        """Writes a value down at a place of memory of type `kind`."""
        f = self.f
        if value.slot is None:
            assert value.expr is not None
            held = self.expressions.value(value.expr, kind, self.naming(value))
        else:
            given = self.code.kinds[value.slot]
            held = self.memory.read(f, self.place(value.slot), given)
            if value.form == "set":
                held = self._set_of(value.slot, kind)
        self.memory.write(f, place, kind, held)

    def _set_of(self, slot: int, kind: Type) -> str:
        """What a list in memory holds, as a set."""
        f, given, bits = self.f, self.code.kinds[slot], self.shapes.bits(kind)
        listing = self.memory.read(f, self.place(slot), given)
        found = f.variable(f"i{bits}", "0")
        assert not isinstance(listing, str) and given.of is not None
        with self.expressions.lists.members(listing, f) as element:  # type: ignore[arg-type]
            single = self.expressions.single(element, given.of.or_none, self.scope, bits)
            f.store(f"i{bits}", f.op(f"or i{bits} {f.load(f'i{bits}', found)}, {single}"), found)
        return f.load(f"i{bits}", found)

    # ---- flow
    def _jump(self, this: i.Jump) -> None:
        self.goto(this.to.at)

    def _branch(self, this: i.Branch) -> None:
        self.f.branch(self.flag(this.condition), f"S{self.at + 1}", f"S{this.otherwise.at}")

    def _fail(self, this: i.Fail) -> None:
        self.f.fail()

    def _store(self, this: i.Store) -> None:
        start, kind = this.to.start, self.code.kinds[this.to.start]
        if this.to.index is None:
            self.keep(this.value, kind, self.place(start))
            return
        f, step = self.f, (self.shapes.width(kind) + WORD - 1) // WORD * WORD
        if this.value.slot is None and form(kind) in ("number", "flag"):
            assert this.value.expr is not None
            held = self.expressions.value(this.value.expr, kind, self.naming(this.value))
            place = f.at(self.place(start), f.times(self.number(this.to.index), step))
            self.memory.write(f, place, kind, held)
        else:
            self.keep(this.value, kind, f.at(self.place(start), f.times(self.number(this.to.index), step)))

    def _forget(self, this: i.Forget) -> None:
        self.clear(this.slots)

    def clear(self, slots: tuple[int, ...] | list[int]) -> None:
        """These hold no value any more; without somebody to compare states, only those that can be asked for."""
        kinds = self.code.kinds
        wanted = [slot for slot in sorted(slots) if self.told or slot < self.layout.state_size]
        for _, run in groupby(enumerate(wanted), lambda pair: (pair[1] - pair[0], kinds[pair[1]])):
            first, *rest = [slot for _, slot in run]
            self.memory.clear(self.f, self.place(first), kinds[first])
            self._fill(first, len(rest))

    def _fill(self, first: int, more: int) -> None:
        """Writes what lies at a place of memory into those after it."""
        f = self.f
        if more:
            size = self.shapes.memory[first + 1] - self.shapes.memory[first]
            f.do(f"call void @filled(ptr {self.place(first)}, i64 {size // WORD}, i64 {more * size // WORD})")

    def _begin_for(self, this: i.BeginFor) -> None:
        self.keep(this.source, self.code.kinds[this.elements], self.place(this.elements))
        self.f.store("i64", "0", self.place(this.index))

    def _next_of(self, this: i.NextOf) -> None:
        f, kind = self.f, self.code.kinds[this.elements]
        at, inside = f.load("i64", self.place(this.index)), f.label()
        listing = self.memory.read(f, self.place(this.elements), kind)
        count = f.load("i64", self.place(this.elements))
        f.branch(f.op(f"icmp slt i64 {at}, {count}"), inside, f"S{this.end.at}")
        f.start(inside)
        element = self.expressions.lists.member(listing, at, f)  # type: ignore[arg-type]
        f.store("i64", element, self.place(this.local))
        f.store("i64", f.add(at, 1), self.place(this.index))

    def _next_pass(self, this: i.NextPass) -> None:
        f = self.f
        left, more, inside = f.load("i64", self.place(this.counter)), f.label(), f.label()
        f.branch(f.op(f"icmp sgt i64 {left}, 0"), more, f"S{this.end.at}")
        f.start(more)
        if this.until is not None:
            f.branch(self.flag(this.until), f"S{this.end.at}", inside)
            f.start(inside)
        f.store("i64", f.op(f"sub i64 {left}, 1"), self.place(this.counter))
        self._reset(this.resets)

    def _reset(self, resets: i.Resets) -> None:
        for start, width, value in resets:
            kind = self.code.kinds[start]
            if value is None:
                self.memory.clear(self.f, self.place(start), kind)
            else:
                assert value.expr is not None
                held = self.expressions.value(value.expr, kind, self.scope)
                self.memory.write(self.f, self.place(start), kind, held)
            self._fill(start, width - 1)

    # ---- calls
    def _by_entry(self, which: i.Value | None, cases: dict[int, Callable[[], None]]) -> None:
        """Does what belongs to one of several entries."""
        f = self.f
        if which is None:
            for case in cases.values():
                case()
            return
        labels = {number: f.label() for number in cases}
        pairs = " ".join(f"i64 {number}, label %{label}" for number, label in labels.items())
        f.end(f"switch i64 {self.number(which)}, label %{f.failing()} [{pairs}]")
        after = f.label()
        for number, label in labels.items():
            f.start(label)
            cases[number]()
            f.jump(after)
        f.start(after)

    def _arguments(self, values: tuple[i.Value, ...], kinds: list[Type]) -> list[Any]:
        """All are worked out before any is written down."""
        held = []
        for value, kind in zip(values, kinds, strict=True):
            assert value.expr is not None
            held.append(self.expressions.value(value.expr, kind, self.naming(value)))
        return held

    def _call(self, this: i.Call) -> None:
        kinds = [self.code.kinds[slot] for slot in this.targets[0][0].parameters]
        held = self._arguments(this.arguments, kinds)

        def calling(procedure: Any, label: i.Label) -> Callable[[], None]:
            def call() -> None:
                for slot, kind, value in zip(procedure.parameters, kinds, held, strict=True):
                    self.memory.write(self.f, self.place(slot), kind, value)
                self.f.store("i64", str(self.at + 1), self.place(procedure.return_slot))
                self.f.jump(f"S{label.at}")

            return call

        self._by_entry(this.which, {n: calling(*target) for n, target in enumerate(this.targets)})

    def _take_result(self, this: i.TakeResult) -> None:
        kind = self.code.kinds[this.result]
        if kind == ty.NOTHING and not self.told:
            return

        def taking(source: int) -> Callable[[], None]:
            def take() -> None:
                held = self.memory.read(self.f, self.place(source), kind)
                self.memory.write(self.f, self.place(this.result), kind, held)
                self.memory.clear(self.f, self.place(source), kind)

            return take

        self._by_entry(this.which, {n: taking(source) for n, source in enumerate(this.sources)})

    def _come_back(self, this: i.ComeBack) -> None:
        f, targets = self.f, sorted(set(self.returns[this.return_slot]))
        to = f.load("i64", self.place(this.return_slot))
        self.clear(this.cleared)
        pairs = " ".join(f"i64 {at}, label %S{at}" for at in targets)
        f.end(f"switch i64 {to}, label %{f.failing()} [{pairs}]")

    def _play(self, this: i.Play) -> None:
        first = next(iter(this.targets.values()))
        kinds = [self.code.kinds[slot] for slot in first[2]]
        held = self._arguments(this.arguments, kinds)

        def playing(procedure: Any, label: i.Label, parameters: list[int]) -> Callable[[], None]:
            def play() -> None:
                for slot, value in zip(parameters, held, strict=True):
                    self.memory.write(self.f, self.place(slot), self.code.kinds[slot], value)
                self.f.store("i64", str(self.at + 1), self.place(procedure.return_slot))
                self.f.jump(f"S{label.at}")

            return play

        self._by_entry(this.which, {n: playing(*target) for n, target in this.targets.items()})

    def _set_up(self, this: i.SetUp) -> None:
        self._reset(this.resets)
        for zone, homes in groupby(this.homes, lambda home: home[1]):
            self.pieces.bring_home(self.f, [piece for piece, _ in homes], zone)

    # ---- pieces
    def row(self, place: i.Place) -> tuple[str, str]:
        """The number of a zone that is a row, and where it lies."""
        f, declared = self.f, self.layout.zones[place.start]
        if place.index is None:
            return str(place.start), f.at("%s", self.shapes.rows[place.start])
        index = self.number(place.index)
        row = f.at(f.at("%s", self.shapes.rows[place.start]), f.times(index, self.shapes.row_size(declared)))
        return f.add(index, place.start), row

    def _move(self, this: i.Move) -> None:
        f, expr = self.f, this.what.expr
        assert expr is not None
        scope = self.naming(this.what)
        if not self.told and self._move_all(expr, scope, this):
            return
        if expr.type.name == "list":
            listing = self.expressions.lists.whole(expr, scope)
            zone = self.index(this.to)
            walking: AbstractContextManager[str] = self.expressions.lists.members(listing, f)
        else:
            bits = self.shapes.bits(expr.type)
            mask = self.expressions.mask(expr, scope, bits)
            zone = self.index(this.to)
            walking = f.members(mask, bits)
            if isinstance(expr, p.Op) and expr.name == "single" and not expr.arguments[0].type.optional:
                walking = nullcontext(f.lowest(mask, bits))
        self.begin_moved(zone)
        with walking as piece:
            self.moved(piece, self.pieces.transfer(f, piece, zone, this.unseen), zone)
        self.end_moved()

    def _move_all(self, expr: p.Expr, scope: Scope, this: i.Move) -> bool:
        """A whole row, or many pieces, at once: when nobody is told of each."""
        f = self.f
        if isinstance(expr, p.GetZone) and expr.zone.row:
            start = self.layout.zone_start[expr.zone]
            number = self.expressions.number(expr.index, scope) if expr.index is not None else "0"
            row = f.at(f.at("%s", self.shapes.rows[start]), f.times(number, self.shapes.row_size(expr.zone)))
            self.pieces.move_row(f, f.add(number, start), row, self.index(this.to))
            return True
        if expr.type.name in ("set", "face") and not (isinstance(expr, p.Op) and expr.name == "single"):
            bits = self.shapes.bits(expr.type)
            self.pieces.move_set(f, self.expressions.mask(expr, scope, bits), bits, self.index(this.to))
            return True
        return False

    def _draw(self, this: i.DrawPieces) -> None:
        f, drawing = self.f, this.drawing
        left = f.variable("i64", f.load("i64", self.place(drawing.left)))
        top, inside, after = f.label(), f.label(), f.label()
        if self._drawn_at_once(drawing):
            self._draw_at_once(drawing, f.load("i64", left), after)
        f.start(top)
        now = f.load("i64", left)
        f.branch(f.op(f"icmp sgt i64 {now}, 0"), inside, after)
        f.start(inside)
        _, row = self.row(drawing.source)
        upper, bag, _ = self.pieces.counts(f, row)
        at, random, known, there = f.variable("i64", "0"), f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp sgt i64 {upper}, 0"), there, random)
        f.start(random)
        f.fail_if(f.op(f"icmp eq i64 {bag}, 0"))
        self.at_draw(this, now)
        f.start(known)
        drawn = f.op(f"call i64 @below(ptr {self.header(self.shapes.generator)}, i64 {bag})")
        f.store("i64", self.pieces.alike(f, row, drawn), at)
        f.start(there)
        zone = self.index(drawing.to)
        self.begin_moved(zone)
        piece, start = self.pieces.draw(f, row, f.load("i64", at), zone, drawing.unseen)
        self.moved(piece, start, zone)
        self.end_moved()
        f.store("i64", f.op(f"sub i64 {now}, 1"), left)
        f.jump(top)
        f.start(after)
        self.clear((drawing.left,))

    def _drawn_at_once(self, drawing: Drawing) -> bool:
        """Does nobody look on, do all pieces differ, and do the zones stay the same from draw to draw?"""
        fixed = all(
            place.index is None or isinstance(place.index.expr, p.Load) for place in (drawing.source, drawing.to)
        )
        return fixed and not (self.told or self.layout.doubled or self.layout.is_row[drawing.to.start])

    def _draw_at_once(self, drawing: Drawing, count: str, after: str) -> None:
        """All that are to be drawn, where there are so many in a bag and nothing above or below it."""
        f = self.f
        start, row = self.row(drawing.source)
        counts = f.load("i64", row)
        bag = f.op(f"and i64 {f.op(f'lshr i64 {counts}, 16')}, 65535")
        only_bag = f.op(f"icmp eq i64 {counts}, {f.op(f'mul i64 {bag}, {IN_BAG}')}")
        enough, onward = f.op(f"icmp sle i64 {count}, {bag}"), f.label()
        quick = f.label()
        f.branch(f.op(f"and i1 {only_bag}, {enough}"), quick, onward)
        f.start(quick)
        self.pieces.draw_many(f, row, start, self.index(drawing.to), count)
        f.jump(after)
        f.start(onward)

    def _shuffle(self, this: i.Shuffle) -> None:
        f = self.f
        zone, row = self.row(this.zone)
        bits = self.shapes.piece_bits
        held = f.load(f"i{bits}", f.at(f.at("%s", self.shapes.held), f.times(zone, bits // 8)))
        count = f.variable("i64", "0")
        with f.members(held, bits) as piece:
            at = f.load("i64", count)
            f.store("i8", f.narrowed(piece, 8), f.at(f.at(row, WORD), at))
            f.store("i64", f.add(at, 1), count)
            if self.told:
                f.store("i32", "0", self.pieces.known(f, piece))
        f.store("i64", f.op(f"mul i64 {f.load('i64', count)}, {IN_BAG}"), row)
        self.shuffled(zone)

    # ---- payments
    def balance(self, account: str) -> str:
        return self.f.at(self.header(self.shapes.balances), self.f.times(account, WORD))

    def _begin_payment(self, this: i.BeginPayment) -> None:
        f = self.f
        who, whom = self.number(this.payer), self.number(this.payee)
        owed = self.number(this.amount) if this.amount is not None else f.load("i64", self.balance(who))
        f.fail_if(f.op(f"icmp slt i64 {owed}, 0"))
        nothing = f.op(f"or i1 {f.op(f'icmp eq i64 {owed}, 0')}, {f.op(f'icmp eq i64 {who}, {whom}')}")
        onward, short, direct = f.label(), f.label(), f"S{this.transfer.at}"
        f.branch(nothing, f"S{this.end.at}", onward)
        f.start(onward)
        for slot, value in zip(this.due, (who, whom, owed), strict=True):
            f.store("i64", value, self.place(slot))
        if this.short is None:
            f.jump(direct)
            return
        procedure, label = this.short
        missing = f.op(f"sub i64 {owed}, {f.load('i64', self.balance(who))}")
        lacks = f.op(f"and i1 {f.op(f'icmp sgt i64 {missing}, 0')}, {f.op(f'icmp slt i64 {who}, {self.layout.seats}')}")
        f.branch(lacks, short, direct)
        f.start(short)
        for slot, value in zip(procedure.parameters, (who, whom, missing), strict=True):
            f.store("i64", value, self.place(slot))
        f.store("i64", str(this.transfer.at), self.place(procedure.return_slot))
        f.jump(f"S{label.at}")

    def _transfer(self, this: i.Transfer) -> None:
        f = self.f
        who, whom, owed = (f.load("i64", self.place(slot)) for slot in this.due)
        if self.told:
            self.clear(this.due)
        balance = f.load("i64", self.balance(who))
        if this.partial:
            owed = f.op(f"call i64 @llvm.smin.i64(i64 {owed}, i64 {balance})")
        else:
            f.fail_if(f.op(f"icmp sgt i64 {owed}, {balance}"))
        with f.when(f.op(f"icmp ne i64 {owed}, 0")):
            f.store("i64", f.op(f"sub i64 {balance}, {owed}"), self.balance(who))
            f.store("i64", f.op(f"add i64 {f.load('i64', self.balance(whom))}, {owed}"), self.balance(whom))
            reason = self.number(this.reason) if this.reason is not None else "-1"
            self.paid(who, whom, owed, reason, this.site)

    # ---- the end
    def _finish(self, this: i.Finish) -> None:
        f, seats, width = self.f, self.layout.seats, len(this.keys)
        rows = f.variable(f"[{seats * width} x i64]")
        with f.counting("0", str(seats)) as seat:
            for number, (_, local, value, lowest) in enumerate(this.keys):
                assert value.expr is not None
                found = self.expressions.number(value.expr, self.naming(value).binding(local, seat))
                if number == 0:
                    f.store("i64", found, f.at(self.header(self.shapes.scores), f.times(seat, WORD)))
                key = f.op(f"sub i64 0, {found}") if lowest else found
                f.store("i64", key, f.at(rows, f.add(f.times(seat, width * WORD), number * WORD)))
        best = f.variable("i64", "0")
        with f.counting("1", str(seats)) as seat, f.when(self._ahead(rows, seat, f.load("i64", best), width)[0]):
            f.store("i64", seat, best)
        winners = self.header(self.shapes.winners)
        f.store("i64", "0", winners)
        with f.counting("0", str(seats)) as seat, f.when(self._ahead(rows, seat, f.load("i64", best), width)[1]):
            f.store("i64", f.op(f"or i64 {f.load('i64', winners)}, {f.single(seat, 64)}"), winners)
        f.store("i64", "1", self.header(self.shapes.over))
        self.finished()
        self.stop(-1)

    def _ahead(self, rows: str, seat: str, other: str, width: int) -> tuple[str, str]:
        """Is a seat ahead of another, by the first key in which they differ, and are they equal?"""
        f, ahead, equal = self.f, "false", "true"
        for number in range(width):
            mine, its = (
                f.load("i64", f.at(rows, f.add(f.times(s, width * WORD), number * WORD))) for s in (seat, other)
            )
            more = f.op(f"and i1 {equal}, {f.op(f'icmp sgt i64 {mine}, {its}')}")
            ahead = f.op(f"or i1 {ahead}, {more}")
            equal = f.op(f"and i1 {equal}, {f.op(f'icmp eq i64 {mine}, {its}')}")
        return ahead, equal

    # ---- what a subclass makes of it
    def _choose(self, this: i.Choose) -> None:
        raise NotImplementedError

    def _tell(self, this: i.Tell) -> None:
        """Everybody is told a value."""

    def _show(self, this: i.Show) -> None:
        """Pieces are shown, or forgotten."""

    def at_draw(self, this: i.DrawPieces, left: str) -> None:
        """A piece must be drawn by chance."""

    def begin_moved(self, zone: str) -> None:
        """Pieces are about to move."""

    def moved(self, piece: str, start: str, zone: str) -> None:
        """A piece has moved, unless it lay there already."""

    def end_moved(self) -> None:
        """All have moved."""

    def shuffled(self, zone: str) -> None:
        """A zone was shuffled."""

    def paid(self, who: str, whom: str, amount: str, reason: str, site: int) -> None:
        """Money has changed hands."""

    def finished(self) -> None:
        """The game is over."""
