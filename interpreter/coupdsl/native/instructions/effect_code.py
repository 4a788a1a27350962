"""What rules do to pieces and money, and how games end, in machine code; subclasses tell of it or count it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from itertools import groupby

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.bits import mask_of
from coupdsl.code.bounds import MOST_DRAWN
from coupdsl.code.decisions import Drawing
from coupdsl.code.slots import Place
from coupdsl.language.types import CARD, Type
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.instructions.offers import Offers
from coupdsl.native.instructions.winners import Winners
from coupdsl.native.llvm.arithmetic import Arithmetic
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module
from coupdsl.native.pieces.knowing import Knowing
from coupdsl.native.pieces.origins import Origin, origins
from coupdsl.native.pieces.rows import IN_BAG, Goal

DONE, FAILED = 0, 1


class Effects:
    def __init__(self, module: Module, signature: str) -> None:
        self.module = module
        self.code = module.code
        self.told = module.told
        self.offsets, self.layout, self.memory = module.offsets, module.code.layout, module.memory
        self.expressions, self.pieces, self.rows = module.expressions, module.pieces, module.rows
        self.knowing = Knowing(module, module.pieces)
        self.choices = Offers(module)
        self.winners = Winners(module)
        self.origins = origins(module.code)
        self.at = 0  # the step being written
        self.f = module.function(signature)

    # ---- small ones
    def header(self, offset: int) -> str:
        return self.f.at("%s", offset)

    def place(self, slot: int) -> str:
        return self.f.at("%s", self.offsets.memory[slot])

    def stop(self, pc: int | None = None) -> None:
        """Leaves the function at a step where somebody chooses."""
        if pc is not None:
            self.f.store("i64", str(pc), self.header(self.offsets.pc))
        self.f.end(f"ret i64 {DONE}")

    @property
    def scope(self) -> Scope:
        return Scope(self.f)

    def number(self, value: x.Expression) -> str:
        return self.expressions.number(value, self.scope)

    def flag(self, value: x.Expression) -> str:
        return self.expressions.flag(value, self.scope)

    def index(self, place: Place) -> str:
        """The number of one of several in a row."""
        return self.f.add(self.number(place.index), place.start) if place.index is not None else str(place.start)

    def clear(self, slots: tuple[int, ...] | list[int]) -> None:
        """These hold no value any more; without somebody to compare states, only those that can be asked for."""
        kinds, widths = self.code.kinds, self.offsets.widths
        wanted = [slot for slot in sorted(slots) if self.told or slot < self.layout.state_size]
        for slot in wanted:
            if widths[slot] > WORD:  # lists of one kind may differ in width
                self.memory.clear(self.f, self.place(slot), kinds[slot])
        words = [slot for slot in wanted if widths[slot] == WORD]
        for _, run in groupby(enumerate(words), lambda pair: (pair[1] - pair[0], kinds[pair[1]])):
            first, *rest = [slot for _, slot in run]
            self.memory.clear(self.f, self.place(first), kinds[first])
            self._fill(first, len(rest))

    def _fill(self, first: int, more: int) -> None:
        """Writes what lies at a place of memory into those after it."""
        f, place = self.f, self.place(first)
        if not more:
            return
        words = (self.offsets.memory[first + 1] - self.offsets.memory[first]) // WORD
        if words == 1:
            f.do(f"call void @spread(ptr {f.at(place, WORD)}, i64 {f.load('i64', place)}, i64 {more})")
        else:
            f.do(f"call void @filled(ptr {place}, i64 {words}, i64 {more * words})")

    # ---- pieces
    def row(self, place: Place) -> tuple[str, str]:
        """The number of a zone that is a row, and where it lies."""
        index = self.number(place.index) if place.index is not None else None
        return self.rows.among(self.f, place.start, index)

    def goal(self, place: Place) -> Goal:
        return Goal(self.index(place), self.rows.order(place.start))

    def _move(self, this: i.Move) -> None:
        f, expr, scope = self.f, this.what, self.scope
        if not self.told and self._move_all(this):
            return
        if self.told and not this.unseen:
            zone = self.goal(this.to).zone
            audience = self.module.look_up_number(f, self.layout.zone_audience, zone)
            self._known_first(expr, f.narrowed(audience, 32), zone)
        if this.hides_which and self.told:
            self.knowing.forget_which(f, self._all_of(expr), self.goal(this.to), this.unseen)
        found = self.origins.get(self.at)
        if found is not None and self._move_picked(this, found):
            return
        self.vacate(expr, this.to)
        bits = self.offsets.bits(expr.type)
        if expr.type.name == "list":
            listing = self.expressions.lists.whole(expr, scope)
            walking: AbstractContextManager[str] = self.expressions.lists.members(listing, f)
        else:
            mask = self.expressions.mask(expr, scope, bits)
            walking = f.members(mask, bits)
            if isinstance(expr, x.Op) and expr.name == "single" and not expr.arguments[0].type.optional:
                walking = nullcontext(f.lowest(mask, bits))
        goal, word = self.goal(this.to), self.offsets.word_of(expr.type.of or CARD)
        coming = self.pieces.outside(f, mask, goal.zone, bits) if this.mixed and self.told else None
        self.begin_moved(goal.zone)
        with walking as piece:
            self.moved(piece, self.pieces.transfer(f, piece, goal, this.unseen, word), goal.zone)
        self.end_moved()
        if coming is not None:
            self.knowing.mix(f, coming, bits)

    def _all_of(self, expr: x.Expression) -> str:
        """The set of some pieces, among all pieces."""
        own = self.offsets.bits(expr.type)
        make = self.expressions.lists.as_mask if expr.type.name == "list" else self.expressions.mask
        return self.f.resized(make(expr, self.scope, own), own, self.offsets.piece_bits)

    def _known_first(self, expr: x.Expression, audience: str, goal: str | None = None) -> None:
        if self.layout.doubled:
            self.knowing.known_first(self.f, self._all_of(expr), audience, goal)

    def _move_all(self, this: i.Move) -> bool:
        """A whole row, or many pieces, at once: when nobody is told of each."""
        f, expr = self.f, this.what
        if isinstance(expr, x.Zone) and expr.row:
            held = self.expressions.lists.row(expr, self.scope)
            self.module.bulk.move_row(f, expr.start, held, self.goal(this.to))
            return True
        family = expr.type.of
        if family is not None and family.name in self.layout.family_start and self._is_all(expr, family):
            self.module.bulk.gather(f, family, self.goal(this.to))
            return True
        if (expr.type.name == "set" or expr.type.is_face) and not (isinstance(expr, x.Op) and expr.name == "single"):
            bits = self.offsets.bits(expr.type)
            mask = self.expressions.mask(expr, self.scope, bits)
            self.module.bulk.move_set(f, mask, bits, self.goal(this.to))
            return True
        return False

    def _is_all(self, expr: x.Expression, family: Type) -> bool:
        """Is it the list of a whole family?"""
        return isinstance(expr, x.Fixed) and expr.value == self.layout.family_list(family.name)

    def _move_picked(self, this: i.Move, found: Origin) -> bool:
        """A piece that lies where it was picked, in a zone without order, to a zone of another kind."""
        start, f, expr = found.start, self.f, this.what
        if found.row or start == this.to.start:
            return False
        piece = f.lowest(self.expressions.mask(expr, self.scope, bits := self.offsets.bits(expr.type)), bits)
        here = str(start) if found.index is None else f.add(f.load("i64", self.place(found.index)), start)
        goal = self.goal(this.to)
        self.begin_moved(goal.zone)
        self.pieces.carry(f, piece, here, goal, this.unseen, self.offsets.word_of(expr.type.of or CARD))
        self.moved(piece, here, goal.zone)
        self.end_moved()
        return True

    def _draw(self, this: i.DrawPieces) -> None:
        f, drawing = self.f, this.drawing
        left = f.variable("i64", f.load("i64", self.place(drawing.left)))
        f.fail_if(f.op(f"icmp sgt i64 {f.load('i64', left)}, {MOST_DRAWN}"))
        top, inside, after = f.label(), f.label(), f.label()
        if self._drawn_at_once(drawing):
            self._draw_at_once(drawing, f.load("i64", left), after)
        f.start(top)
        now = f.load("i64", left)
        f.branch(f.op(f"icmp sgt i64 {now}, 0"), inside, after)
        f.start(inside)
        if self.rows.order(drawing.source.start) == "row":
            self._take_first(drawing)
        else:
            self._take_next(this, now)
        f.store("i64", f.op(f"sub i64 {now}, 1"), left)
        f.jump(top)
        f.start(after)
        self.clear((drawing.left,))

    def _take_first(self, drawing: Drawing) -> None:
        """From a row that is never shuffled."""
        f, start = self.f, drawing.source.start
        held = self.row(drawing.source)
        f.fail_if(f.op(f"icmp eq i64 {self.rows.count(f, held[1])}, 0"))
        goal = self.goal(drawing.to)
        self.begin_moved(goal.zone)
        self.moved(self.pieces.take_first(f, start, held, goal, drawing.unseen), held[0], goal.zone)
        self.end_moved()

    def _take_next(self, this: i.DrawPieces, left: str) -> None:
        """From a row that may be shuffled: chance draws from the bag, once nothing lies above it."""
        f, drawing = self.f, this.drawing
        _, row = self.row(drawing.source)
        upper, bag, _ = self.rows.counts(f, row)
        at, random, known, there = f.variable("i64", "0"), f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp sgt i64 {upper}, 0"), there, random)
        f.start(random)
        f.fail_if(f.op(f"icmp eq i64 {bag}, 0"))
        self.at_draw(this, left)
        f.start(known)
        drawn = f.op(f"call i64 @below(ptr {self.header(self.offsets.generator)}, i64 {bag})")
        f.store("i64", self.rows.alike(f, row, drawn), at)
        f.start(there)
        self.move_drawn(drawing, row, f.load("i64", at), self.goal(drawing.to))

    def move_drawn(self, drawing: Drawing, row: str, at: str, goal: Goal) -> None:
        """The piece at a place of a row moves to where it is drawn to."""
        word = self.offsets.word_of(self.pieces.kind_in(drawing.source.start))
        self.begin_moved(goal.zone)
        piece, start = self.pieces.draw(self.f, row, at, goal, drawing.unseen, word)
        self.moved(piece, start, goal.zone)
        self.end_moved()

    def _drawn_at_once(self, drawing: Drawing) -> bool:
        """Does nobody look on, do all pieces differ, and do the zones stay the same from draw to draw?"""
        fixed = all(place.index is None or isinstance(place.index, x.Load) for place in (drawing.source, drawing.to))
        orders = self.rows.order(drawing.source.start), self.rows.order(drawing.to.start)
        return fixed and orders == ("pile", "heap") and not (self.told or self.layout.doubled)

    def _draw_at_once(self, drawing: Drawing, count: str, after: str) -> None:
        """All that are to be drawn, where there are so many in a bag and nothing above or below it."""
        f = self.f
        held = self.row(drawing.source)
        only_bag, bag = self.rows.all_bag(f, held[1])
        enough, onward = f.op(f"icmp sle i64 {count}, {bag}"), f.label()
        quick = f.label()
        f.branch(f.op(f"and i1 {only_bag}, {enough}"), quick, onward)
        f.start(quick)
        self.module.bulk.draw(f, drawing.source.start, held, self.index(drawing.to), count)
        f.jump(after)
        f.start(onward)

    def _shuffle(self, this: i.Shuffle) -> None:
        f = self.f
        zone, row = self.row(this.zone)
        bits = self.pieces.bits_of(this.zone.start)
        held = f.load(f"i{bits}", self.pieces.held_in(f, zone))
        count = f.variable("i64", "0")
        done = self._shuffle_whole(row, this.zone.start, held, count) if not self.told else f.label()
        with f.members(held, bits) as piece:
            at = f.load("i64", count)
            self.rows.write(f, piece, self.rows.place(f, row, at))
            f.store("i64", f.add(at, 1), count)
            if self.told:
                f.store("i32", "0", self.pieces.known(f, piece))
        f.start(done)
        f.store("i64", f.op(f"mul i64 {f.load('i64', count)}, {IN_BAG}"), row)
        self.shuffled(zone)

    def _shuffle_whole(self, row: str, start: int, held: str, count: str) -> str:
        """A bag of all pieces from the first on, as a whole pack is, holds them as they are numbered."""
        f, bits = self.f, self.pieces.bits_of(start)
        size = self.offsets.row_size(self.layout.zones[start]) - 2 * WORD  # without the counts, and the room at the end
        numbered = self.module.table(self.rows.kind, list(range(size // self.rows.size)))
        next_one = f.op(f"add i{bits} {held}, 1")
        others = f.op(f"and i{bits} {held}, {next_one}")
        whole, onward, done = f.label(), f.label(), f.label()
        f.branch(f.op(f"icmp eq i{bits} {others}, 0"), whole, onward)
        f.start(whole)
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {f.at(row, WORD)}, ptr {numbered}, i64 {size}, i1 false)")
        f.store("i64", f.size(held, bits), count)
        f.jump(done)
        f.start(onward)
        return done

    # ---- payments
    def balance(self, account: str) -> str:
        return self.f.at(self.header(self.offsets.balances), self.f.times(account, WORD))

    def is_uncounted(self, account: str) -> str:
        """Is it an account that always has enough?"""
        return self._is_one_of(mask_of(self.layout.uncounted), account)

    def _is_one_of(self, accounts: int, account: str) -> str:
        return self.f.contains(str(accounts), account, max(64, len(self.layout.accounts)))

    def _begin_payment(self, this: i.BeginPayment) -> None:
        f = self.f
        who, whom = self.number(this.payer), self.number(this.payee)
        owed = self.number(this.amount) if this.amount is not None else f.load("i64", self.balance(who))
        f.fail_if(f.op(f"icmp slt i64 {owed}, 0"))
        if this.amount is None and self.layout.uncounted:
            f.fail_if(self.is_uncounted(who))
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
        most = balance = f.load("i64", self.balance(who))
        if self.layout.uncounted:
            most = f.op(f"select i1 {self.is_uncounted(who)}, i64 {owed}, i64 {balance}")
        lacks = f.op(f"icmp sgt i64 {owed}, {most}")
        f.fail_if(f.op(f"and i1 {lacks}, {f.op(f'xor i1 {self._is_one_of(this.partial, who)}, true')}"))
        owed = f.op(f"select i1 {lacks}, i64 {most}, i64 {owed}")
        with f.when(f.op(f"icmp ne i64 {owed}, 0")):
            f.store("i64", Arithmetic(f).checked("sub", balance, owed), self.balance(who))
            received = Arithmetic(f).checked("add", f.load("i64", self.balance(whom)), owed)
            f.store("i64", received, self.balance(whom))
            reason = self.number(this.reason) if this.reason is not None else "-1"
            self.paid(who, whom, owed, reason, this.site)

    # ---- the end
    def _finish(self, this: i.Finish) -> None:
        self.winners.write(self.f, this)
        self.f.store("i64", "1", self.header(self.offsets.over))
        self.finished()
        self.stop(-1)

    # ---- what a subclass makes of it
    def _choose(self, this: i.Choose) -> None:
        raise NotImplementedError

    def _tell(self, this: i.Tell) -> None:
        """Everybody is told a value."""

    def _show(self, this: i.Show) -> None:
        """Pieces are shown, or forgotten: without somebody to look on, only what cannot be worked out matters."""
        for value in (this.what, this.to):
            if value is not None and not self.expressions.is_safe(value):
                with self.expressions.lists.walking(value, self.scope):
                    pass

    def at_draw(self, this: i.DrawPieces, left: str) -> None:
        """A piece must be drawn by chance."""

    def vacate(self, what: x.Expression, to: Place) -> None:
        """Pieces are about to leave the places where they lie."""

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
