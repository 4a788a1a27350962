"""Machine code that plays whole games between random players, and never comes back before the end."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from coupdsl.code import instructions as i
from coupdsl.code.decisions import Decision, Option, Pick
from coupdsl.code.presence import always_present
from coupdsl.native.instructions.step_code import Steps
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.registers import Registers

if TYPE_CHECKING:
    from coupdsl.native.module import Module

GENERATOR = 32  # bytes
Chosen = Callable[[Option, list[str], str], None]


class Playing(Steps):
    """`%bots` are the players' generators. A subclass counts: in `%row`, and with `%notes` that last for one game."""

    def __init__(self, module: Module) -> None:
        given = ("ptr noalias %s", "i64 %at", "ptr noalias %bots", "ptr noalias %row", "ptr noalias %notes")
        super().__init__(module, f"define internal i64 @play({', '.join(given)}) alwaysinline")
        if self.begin == [0]:
            module.present |= always_present(self.code)
        listed = [decision for decision in self.code.decisions.values() if self.is_listed(decision)]
        registers = Registers(module.offsets, self.f, self.begin != [0], listed)
        self.expressions.firsts = registers.firsts
        self.walked: dict[int, str] = {}  # by place in memory, where the list is found

    @property
    def begin(self) -> list[int]:
        """The steps at which games may begin."""
        return [0]

    # ---- what a subclass counts
    width = 0  # of a row, in bytes
    notes = 8  # bytes

    def begun(self, f: Emitter, row: str, notes: str) -> None:
        """A game is about to begin; its row and notes hold zeros."""

    def chosen(self, option: Option, values: list[str], count: str, seat: str) -> None:
        """A player has picked `values`, one of `count` moves, which has no effect yet."""

    def limited(self) -> None:
        """A further move is due, and `limit` comes in its place."""

    def whole(self) -> None:
        self.write(self.begin)
        self._games_function()

    # ---- loops
    def _begin_for(self, this: i.BeginFor) -> None:
        """A list known before play is walked over where it is."""
        f, source, kind = self.f, this.source, self.code.kinds[this.elements]
        known = self.expressions.lists.known(source, self.scope) if source.type.of is not None else None
        if known is None or known.kind != self.offsets.element(kind.of):
            super()._begin_for(this)
            return
        if this.elements not in self.walked:  # a game may begin in the middle of the loop, with a copy
            self.walked[this.elements] = f.variable("ptr")
            f.entry.append(f"%copy{this.elements} = getelementptr i8, ptr %s, i64 {self.offsets.memory[this.elements]}")
            f.entry.append(f"store ptr %copy{this.elements}, ptr {self.walked[this.elements]}")
        f.store("ptr", known.place, self.walked[this.elements])
        f.store("i64", "0", self.place(this.index))

    def elements(self, this: i.NextOf) -> str:
        where = self.walked.get(this.elements)
        return super().elements(this) if where is None else self.f.load("ptr", where)

    # ---- decisions
    def who(self, decision: Decision) -> str:
        assert decision.who is not None
        return self.number(decision.who)

    def _choose(self, this: i.Choose) -> None:
        f, decision = self.f, this.decision
        if decision.who is None:
            if self.is_listed(decision):
                self._drawn(decision)
            else:
                self._pick_quickly(decision, self.header(self.offsets.generator), lambda *_: None)
            return
        count = self.header(self.offsets.count)
        moves = f.load("i64", count)
        if self.code.limit is not None:
            most, instead = self.code.limit
            beyond, onward = f.label(), f.label()
            f.branch(f.op(f"icmp sge i64 {moves}, {most}"), beyond, onward)
            f.start(beyond)
            self.limited()
            f.jump(f"S{instead}")
            f.start(onward)
        seat = self.who(decision)
        f.store("i64", f.add(moves, 1), count)
        f.store("i64", str(self.code.most_steps), self.left)
        generator = f.at("%bots", f.times(seat, GENERATOR))

        def chosen(option: Option, values: list[str], total: str) -> None:
            self.chosen(option, values, total, seat)

        self.pick(decision, generator, chosen)

    def pick(self, decision: Decision, generator: str, chosen: Chosen) -> None:
        """A player picks one of the moves that are offered, each as likely as the other."""
        if self.is_listed(decision):
            self.pick_among(decision, self.choices.work_out(self.f, decision), generator, chosen)
        else:
            self._pick_quickly(decision, generator, chosen)

    def _drawn(self, decision: Decision) -> None:
        """Chance chooses, and pieces that nobody can tell apart count for as many as they are."""
        f = self.f
        room, offered = self.choices.work_out(f, decision), self.choices.of(decision)
        f.fail_if(f.op(f"icmp eq i64 {f.load('i64', room)}, 0"))
        rank = self.choices.by_chance(f, offered, room, self.header(self.offsets.generator))
        self.choices.take(f, offered, room, rank, lambda at, _: f.jump(f"S{decision.options[at].target}"))

    def pick_among(self, decision: Decision, room: str, generator: str, chosen: Chosen) -> None:
        """One of the moves that are marked as offered, each as likely as the other."""
        f, offered = self.f, self.choices.of(decision)
        count = f.load("i64", room)
        f.fail_if(f.op(f"icmp eq i64 {count}, 0"))
        drawn = f.op(f"call i64 @below(ptr {generator}, i64 {count})")
        rank = self.choices.nth(f, offered, room, drawn)

        def taken(at: int, values: list[str]) -> None:
            chosen(decision.options[at], values, count)
            f.jump(f"S{decision.options[at].target}")

        self.choices.take(f, offered, room, rank, taken)

    def _pick_quickly(self, decision: Decision, generator: str, chosen: Chosen) -> None:
        """Where ids rise with what is picked, the options of an alternative are a set, and need not be listed."""
        f = self.f
        if len(decision.options) == 1 and decision.options[0].picks:
            self._pick_one(decision.options[0], generator, chosen)
            return
        masks, counts, total = [], [], "0"
        for option in decision.options:
            mask = self._offered(option)
            count = self._number(option, mask, total)
            masks.append(mask)
            counts.append(count)
            total = f.add(total, count)
        f.fail_if(f.op(f"icmp eq i64 {total}, 0"))
        drawn = f.op(f"call i64 @below(ptr {generator}, i64 {total})")
        for number, (option, mask, count) in enumerate(zip(decision.options, masks, counts, strict=True)):
            onward = f.label()
            if number < len(counts) - 1:
                here = f.label()
                f.branch(f.op(f"icmp slt i64 {drawn}, {count}"), here, onward)
                f.start(here)
            values = []
            if option.picks:
                pick = option.picks[0]
                values = [f.nth(mask, drawn, self._bits(pick))]
                f.store("i64", values[0], self.place(pick.name.slot))
            chosen(option, values, total)
            f.jump(f"S{option.target}")
            if number < len(counts) - 1:
                f.start(onward)
                drawn = f.op(f"sub i64 {drawn}, {count}")

    def _bits(self, pick: Pick) -> int:
        return self.offsets.bits(pick.source.type)

    def is_listed(self, decision: Decision) -> bool:
        """Must its moves be listed? Not where options are sets, one after the other, whose moves rise."""
        offered = self.choices.of(decision)
        if not all(self._is_set(option) for option in decision.options):
            return True
        ranks = [[offered.rank[move.id] for move in option.moves.values()] for option in decision.options]
        return any(mine and others and max(mine) > min(others) for mine, others in itertools.pairwise(ranks))

    def _is_set(self, option: Option) -> bool:
        """At most one pick, of things that everybody can tell apart and whose moves rise as they do."""
        if len(option.picks) > 1:
            return False
        if not option.picks:
            return True
        pick = option.picks[0]
        ids = [move.id for _, move in sorted(option.moves.items())]
        return bool(self.offsets.domain(pick.name.type)) and ids == sorted(set(ids))

    def _offered(self, option: Option) -> str:
        """The set of what can be picked in an alternative, empty where it is only a word."""
        if not option.picks:
            return ""
        pick = option.picks[0]
        bits = self._bits(pick)
        mask = self.expressions.mask(pick.source, self.scope, bits)
        if option.condition is not None:
            mask = self.expressions.set_conditions.kept(mask, pick.name, option.condition, self.scope, bits)
        return mask

    def _number(self, option: Option, mask: str, before: str) -> str:
        """How many moves an alternative offers, after so many of others."""
        f = self.f
        if option.last_resort:
            return f.op(f"zext i1 {f.op(f'icmp eq i64 {before}, 0')} to i64")
        if option.picks:
            return f.size(mask, self._bits(option.picks[0]))
        if option.condition is None:
            return "1"
        return f.op(f"zext i1 {self.flag(option.condition)} to i64")

    def _pick_one(self, option: Option, generator: str, chosen: Chosen) -> None:
        """One element of a set."""
        f, pick = self.f, option.picks[0]
        bits = self._bits(pick)
        mask = self._offered(option)
        f.fail_if(f.op(f"icmp eq i{bits} {mask}, 0"))
        total = f.size(mask, bits)
        value = f.nth(mask, f.op(f"call i64 @below(ptr {generator}, i64 {total})"), bits)
        f.store("i64", value, self.place(pick.name.slot))
        chosen(option, [value], total)
        f.jump(f"S{option.target}")

    # ---- many games
    def _games_function(self) -> None:
        """Plays games by number: each from the beginning, with the seed of its number."""
        given = "ptr %s, ptr %fresh, i64 %seed, i64 %first, i64 %count, ptr %rows"
        f, seats = self.module.function(f"define i64 @games({given})"), self.layout.seats
        bots, notes = f.variable(f"[{seats * 4} x i64]"), f.variable(f"[{self.notes // 8} x i64]")
        failed, result = f.label(), f.variable("i64", "%count")
        # Before the first step, only states have values.
        size = self.offsets.size if self.begin != [0] else self.offsets.states_end
        with f.counting("0", "%count") as at:
            f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %fresh, i64 {size}, i1 false)")
            seed = f.op(f"call i64 @derive(i64 %seed, i64 {f.add('%first', at)})")
            f.do(f"call void @seed(ptr {f.at('%s', self.offsets.generator)}, i64 {seed})")
            for seat in range(seats):
                own = f.op(f"call i64 @derive(i64 {seed}, i64 {seat + 1})")
                f.do(f"call void @seed(ptr {f.at(bots, seat * GENERATOR)}, i64 {own})")
            row = f.at("%rows", f.times(at, self.width))
            for place, size in ((row, self.width), (notes, self.notes)):
                f.do(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {size}, i1 false)")
            self.begun(f, row, notes)
            step = f.load("i64", f.at("%s", self.offsets.pc))
            status = f.op(f"call i64 @play(ptr %s, i64 {step}, ptr {bots}, ptr {row}, ptr {notes})")
            onward = f.label()
            f.store("i64", at, result)
            f.branch(f.op(f"icmp ne i64 {status}, 0"), failed, onward)
            f.start(onward)
            f.store("i64", "%count", result)
        f.jump(failed)
        f.start(failed)
        f.end(f"ret i64 {f.load('i64', result)}")
        self.module.functions.append(f.text())
