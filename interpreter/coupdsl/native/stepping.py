"""Machine code that makes one move after the other, and tells all that happens: the reference's state, compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from coupdsl.code import instructions as i
from coupdsl.code.decisions import Decision
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.rules import Rules
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.instructions.effect_code import FAILED
from coupdsl.native.instructions.step_code import Steps
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import form
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module

CHOSE, MOVED, SHOWN, REVEALED, SHUFFLED, PAID, FINISHED = range(7)
ILLEGAL = 2
Onward = Callable[[int], None]  # goes on with a step
Chances = dict[tuple[str, int], Move]  # by what is drawn, and the zone

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


class Stepping(Steps):
    """Events are words: what it is, how many follow, and those; where there is no room for them they are counted."""

    def __init__(self, module: Module) -> None:
        super().__init__(module, "define internal i64 @run(ptr %s, i64 %at, ptr %ev)")
        module.functions.append(_TELL)

    def whole(self) -> None:
        """All functions that programs outside call."""
        resumed = [0, *self.code.drawings, *self.code.settlings]
        resumed += [option.target for decision in self.code.decisions.values() for option in decision.options]
        self.write(resumed)
        self._begin_function()
        self._apply_function()
        self._offered_function()
        self._actor_function()

    # ---- events
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
        self.words(str(this.number))
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

    # ---- decisions
    def who(self, f: Emitter, decision: Decision) -> str:
        return str(CHANCE) if decision.who is None else self.expressions.number(decision.who, Scope(f))

    def _choose(self, this: i.Choose) -> None:
        f, decision = self.f, this.decision
        if self.code.limit is not None and decision.who is not None:
            most, instead = self.code.limit
            onward = f.label()
            count = f.load("i64", self.header(self.offsets.count))
            f.branch(f.op(f"icmp sge i64 {count}, {most}"), f"S{instead}", onward)
            f.start(onward)
        room = self.choices.work_out(f, decision)
        f.fail_if(f.op(f"icmp eq i64 {f.load('i64', room)}, 0"))
        if decision.who is None:
            resolved, waiting = f.label(), f.label()
            f.branch(f.op(f"icmp ne i64 {f.load('i64', self.header(self.offsets.seeded))}, 0"), resolved, waiting)
            f.start(resolved)
            rank = self.choices.by_chance(f, self.choices.of(decision), room, self.header(self.offsets.generator))
            self._taking(f, decision, room, rank, lambda step: f.jump(f"S{step}"))
            f.start(waiting)
        self.stop(decision.at)

    def _taking(self, f: Emitter, decision: Decision, room: str, rank: str, onward: Onward) -> None:
        """Writes down what was chosen, tells it and goes on."""
        offered = self.choices.of(decision)

        def taken(at: int, values: list[str]) -> None:
            outer, self.f = self.f, f
            who = self.who(f, decision)
            told = str(self.layout.everyone)
            if decision.secretly:
                alone = who if decision.told is None else f.load("i64", self.place(decision.told))
                told = f.single(alone, 64) if alone != str(CHANCE) else "0"
            self.event(CHOSE, who, self.module.look_up_number(f, offered.ids, rank), str(decision.site), told)
            self.f = outer
            onward(decision.options[at].target)

        self.choices.take(f, offered, room, rank, taken)

    def at_draw(self, this: i.DrawPieces, left: str) -> None:
        with self._waiting():
            self.f.store("i64", left, self.place(this.drawing.left))

    def at_settle(self) -> None:
        with self._waiting():
            pass

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Where the caller is chance: does what is written inside, and stops at this step."""
        f = self.f
        resolved, waiting = f.label(), f.label()
        f.branch(f.op(f"icmp ne i64 {f.load('i64', self.header(self.offsets.seeded))}, 0"), resolved, waiting)
        f.start(waiting)
        yield
        self.stop(self.at)
        f.start(resolved)

    # ---- functions for programs outside
    def _begin_function(self) -> None:
        f = self.module.function("define i64 @start(ptr %s, ptr %ev)")
        f.end(f"ret i64 {f.op('call i64 @run(ptr %s, i64 0, ptr %ev)')}")
        self.module.functions.append(f.text())
        f = self.module.function("define void @seeded(ptr %s, i64 %seed)")
        f.do(f"call void @seed(ptr {f.at('%s', self.offsets.generator)}, i64 %seed)")
        f.store("i64", "1", f.at("%s", self.offsets.seeded))
        f.end("ret void")
        self.module.functions.append(f.text())

    def _dispatched(self, f: Emitter) -> dict[int, str]:
        """Goes to what belongs to the step where somebody chooses."""
        steps = [*self.code.decisions, *self.code.drawings, *self.code.settlings]
        labels = {step: f.label() for step in steps}
        pairs = " ".join(f"i64 {step}, label %{label}" for step, label in labels.items())
        pc = f.load("i64", f.at("%s", self.offsets.pc))
        f.end(f"switch i64 {pc}, label %{f.failing()} [{pairs}]")
        return labels

    def _finished_function(self, f: Emitter, failed: int) -> None:
        f.start(f.failing())
        f.end(f"ret i64 {failed}")
        self.module.functions.append(f.text())

    def _apply_function(self) -> None:
        f = self.f = self.module.function("define i64 @apply(ptr %s, i64 %id, ptr %ev)")
        illegal = f.label()
        labels = self._dispatched(f)
        for at, decision in self.code.decisions.items():
            f.start(labels[at])
            room, offered = self.choices.work_out(f, decision), self.choices.of(decision)
            rank = self._rank(f, offered.rank, illegal)
            onward = f.label()
            f.branch(self.choices.is_offered(f, room, rank), onward, illegal)
            f.start(onward)
            if decision.who is not None:
                count = f.at("%s", self.offsets.count)
                f.store("i64", f.add(f.load("i64", count), 1), count)
            self._taking(f, decision, room, rank, lambda to: self._go_on(f, to))
        for at in self.code.drawings:
            f.start(labels[at])
            self._deal(f, at, illegal)
        for at in self.code.settlings:
            f.start(labels[at])
            self._settled(f, at, illegal)
        f.start(illegal)
        f.end(f"ret i64 {ILLEGAL}")
        self._finished_function(f, FAILED)

    def _go_on(self, f: Emitter, to: int) -> None:
        f.end(f"ret i64 {f.op(f'call i64 @run(ptr %s, i64 {to}, ptr %ev)')}")

    def _rank(self, f: Emitter, ranks: dict[int, int], illegal: str) -> str:
        """The rank of the move `%id` in a decision."""
        known = [ranks.get(move, -1) for move in range(len(self.code.alphabet.moves))]
        rank, onward = self.module.look_up_number(f, known, "%id"), f.label()
        f.branch(f.op(f"icmp sge i64 {rank}, 0"), onward, illegal)
        f.start(onward)
        return rank

    def _deal(self, f: Emitter, at: int, illegal: str) -> None:
        """A piece named by the caller is drawn."""
        drawing = self.code.drawings[at]
        _, row = self.row(drawing.source)
        goal = self.goal(drawing.to)
        here, found = self._in_bag(f, drawing.moves, row, goal.zone)
        f.jump(illegal)
        f.start(found)
        self.move_drawn(drawing, row, f.load("i64", here), goal)
        left = self.place(drawing.left)
        f.store("i64", f.op(f"sub i64 {f.load('i64', left)}, 1"), left)
        self._go_on(f, at)

    def _in_bag(self, f: Emitter, moves: Chances, row: str, zone: str) -> tuple[str, str]:
        """Looks in a bag for the piece of the move `%id`: where its place is kept, and where to go on once found."""
        top, bag, _ = self.rows.counts(f, row)
        here, found = f.variable("i64", "0"), f.label()
        with f.counting(top, f.add(top, bag)) as index:
            f.store("i64", index, here)
            move, onward = self._move_of(f, moves, self.rows.piece(f, row, index), zone), f.label()
            f.branch(f.op(f"icmp eq i64 {move}, %id"), found, onward)
            f.start(onward)
        return here, found

    def _settled(self, f: Emitter, at: int, illegal: str) -> None:
        """A piece named by the caller is settled."""
        this = self.code.instructions[at]
        assert isinstance(this, i.Settle)
        zone, row = self.unsettled(this.settling, illegal)
        here, found = self._in_bag(f, this.settling.moves, row, zone)
        f.jump(illegal)
        f.start(found)
        self.settle(row, f.load("i64", here), this.settling.back)
        self._go_on(f, at)

    def _move_of(self, f: Emitter, moves: Chances, piece: str, zone: str) -> str:
        """The move that draws a piece into a zone, or settles it there."""
        if not moves:
            return "-1"
        faces, zones = self.layout.face_of, [zone for _, zone in moves]
        first = min(zones)
        ids = [getattr(moves.get((face, z)), "id", -1) for z in range(first, max(zones) + 1) for face in faces]
        row = f.op(f"sub i64 {zone}, {first}")
        return self.module.look_up_number(f, ids, f.add(f.times(row, self.layout.pieces), piece))

    def _offered_function(self) -> None:
        """Writes the moves that can be made, by rising id, each with its weight; gives how many."""
        f = self.f = self.module.function("define i64 @offered(ptr %s, ptr %out)")
        labels = self._dispatched(f)
        for at, decision in self.code.decisions.items():
            f.start(labels[at])
            room, offered = self.choices.work_out(f, decision), self.choices.of(decision)
            count = f.variable("i64", "0")
            with f.counting("0", str(len(offered.ids))) as rank:
                weight = self.choices.weight(f, offered, room, rank)
                with f.when(f.op(f"icmp sgt i64 {weight}, 0")):
                    to = f.at("%out", f.op(f"mul i64 {f.load('i64', count)}, 16"))
                    f.store("i64", self.module.look_up_number(f, offered.ids, rank), to)
                    f.store("i64", weight, f.at(to, WORD))
                    f.store("i64", f.add(f.load("i64", count), 1), count)
            f.end(f"ret i64 {f.load('i64', count)}")
        for at, drawing in self.code.drawings.items():
            f.start(labels[at])
            _, row = self.row(drawing.source)
            self._offer_bag(f, drawing.moves, row, self.index(drawing.to))
        for at, settling in self.code.settlings.items():
            f.start(labels[at])
            this = self.code.instructions[at]
            assert isinstance(this, i.Settle)
            zone, row = self.unsettled(this.settling, f.failing())
            self._offer_bag(f, settling.moves, row, zone)
        self._finished_function(f, -1)

    def _offer_bag(self, f: Emitter, moves: Chances, row: str, zone: str) -> None:
        """Each piece of a bag is offered by itself; pieces written alike have the same move."""
        top, bag, _ = self.rows.counts(f, row)
        with f.counting("0", bag) as n:
            to = f.at("%out", f.op(f"mul i64 {n}, 16"))
            f.store("i64", self._move_of(f, moves, self.rows.piece(f, row, f.add(top, n)), zone), to)
            f.store("i64", "1", f.at(to, WORD))
        f.end(f"ret i64 {bag}")

    def _actor_function(self) -> None:
        f = self.f = self.module.function("define i64 @actor(ptr %s)")
        labels = self._dispatched(f)
        for at, decision in self.code.decisions.items():
            f.start(labels[at])
            f.end(f"ret i64 {self.who(f, decision)}")
        for at in (*self.code.drawings, *self.code.settlings):
            f.start(labels[at])
            f.end(f"ret i64 {CHANCE}")
        self._finished_function(f, -2)


def stepping_text(rules: Rules) -> str:
    """The LLVM assembly of a ruleset, move by move."""
    module = Module(rules, told=True)
    Stepping(module).whole()
    return module.text()
