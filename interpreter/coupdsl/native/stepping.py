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
from coupdsl.native.instructions.telling import CHOSE, TellingSteps
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module

ILLEGAL = 2
Onward = Callable[[int], None]  # goes on with a step
Chances = dict[tuple[str, int], Move]  # by what is drawn, and the zone


class Stepping(TellingSteps):
    def __init__(self, module: Module) -> None:
        super().__init__(module, "define internal i64 @run(ptr %s, i64 %at, ptr %ev)")

    def whole(self) -> None:
        """All functions that programs outside call."""
        resumed = [0, *self.code.drawings, *self.code.settlings]
        resumed += [option.target for decision in self.code.decisions.values() for option in decision.options]
        self.write(resumed)
        self._begin_function()
        self._apply_function()
        self._offered_function()
        self._actor_function()

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
