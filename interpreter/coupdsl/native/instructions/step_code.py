"""The flat code in machine code: a block for each instruction, in one function that runs until somebody chooses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.following import returns_of
from coupdsl.code.slots import Label
from coupdsl.language.types import Type
from coupdsl.native.instructions.effect_code import FAILED
from coupdsl.native.instructions.settling import SettlingSteps
from coupdsl.native.memory.held import Listing, form
from coupdsl.native.memory.offsets import WORD
from coupdsl.native.module import Module


class Steps(SettlingSteps):
    """Writes the function that runs; what happens at decisions and what is told of it are those of a subclass."""

    def __init__(self, module: Module, signature: str) -> None:
        super().__init__(module, signature)
        self.returns = returns_of(module.code)
        self.table: dict[type, Callable[[Any], None]] = {
            i.Jump: self._jump, i.Branch: self._branch, i.Fail: self._fail, i.Tell: self._tell, i.Store: self._store,
            i.Forget: self._forget, i.BeginFor: self._begin_for, i.NextOf: self._next_of,
            i.NextPass: self._next_pass, i.Call: self._call, i.TakeResult: self._take_result,
            i.ComeBack: self._come_back, i.Play: self._play, i.SetUp: self._set_up, i.Choose: self._choose,
            i.DrawPieces: self._draw, i.Settle: self._settle, i.Move: self._move, i.Shuffle: self._shuffle,
            i.Show: self._show,
            i.BeginPayment: self._begin_payment, i.Transfer: self._transfer, i.Finish: self._finish,
        }  # fmt: skip

    def write(self, begin: list[int]) -> None:
        """The whole function, which begins at one of the steps in `begin`, by the number `%at`."""
        f = self.f
        self.left = f.variable("i64", str(self.code.most_steps))
        pairs = " ".join(f"i64 {at}, label %S{at}" for at in sorted(set(begin)))
        if len(begin) > 1:
            f.end(f"switch i64 %at, label %{f.failing()} [{pairs}]")
        else:
            f.jump(f"S{begin[0]}")
        for at, instruction in enumerate(self.code.instructions):
            self.at = at
            f.start(f"S{self.at}")
            if at in self.code.charges:
                self._charge(self.code.charges[at][0])
            self.table[type(instruction)](instruction)
        f.fail()
        f.close_failed(lambda: f.end(f"ret i64 {FAILED}"))
        self.module.functions.append(f.text())

    def _charge(self, steps: int) -> None:
        """To go round in a loop and to call are the only ways to come to a step again: so the rules end."""
        f = self.f
        left = f.op(f"sub i64 {f.load('i64', self.left)}, {steps}")
        f.store("i64", left, self.left)
        f.fail_if(f.op(f"icmp slt i64 {left}, 0"))

    def keep(self, value: x.Expression, kind: Type, place: str, local: int | None = None) -> None:
        """Writes a value down at a place of memory of type `kind`; `local`: that of this local."""
        made_there = local is not None and not _reads(value, local)
        room = self._room(value, kind, place) if made_there else None
        if room is None:
            held = self.expressions.value(value, kind, self.scope)
        else:
            held = self.expressions.lists.whole(value, self.scope, room)
        if held is not room:
            self.memory.write(self.f, place, kind, held)

    def _room(self, expr: x.Expression, kind: Type, place: str) -> Listing | None:
        """The place for a list, if one made by `expr` has the same form, and what it leaves does not matter."""
        if self.memory.exact or form(kind) != "list" or not self.offsets.domain(kind.of):
            return None
        room = self.memory.read(self.f, place, kind)
        alike = expr.type.name == "list" and self.offsets.domain(expr.type.of) == self.offsets.domain(kind.of)
        return room if isinstance(room, Listing) and alike else None

    # ---- flow
    def _jump(self, this: i.Jump) -> None:
        self.f.jump(f"S{this.to.at}")

    def _branch(self, this: i.Branch) -> None:
        self.f.branch(self.flag(this.condition), f"S{self.at + 1}", f"S{this.otherwise.at}")

    def _fail(self, this: i.Fail) -> None:
        self.f.fail()

    def _store(self, this: i.Store) -> None:
        start, kind = this.to.start, self.code.kinds[this.to.start]
        if start in self.expressions.firsts:
            assert kind.of is not None
            first = x.Op(kind.of.or_none, this.value.span, "first", (this.value,))
            self.f.store("i64", self.number(first), self.place(start))
            return
        if this.to.index is None:
            local = start if start >= self.layout.state_size else None
            self.keep(this.value, kind, self.place(start), local)
            return
        f, step = self.f, (self.offsets.width(kind) + WORD - 1) // WORD * WORD
        self.keep(this.value, kind, f.at(self.place(start), f.times(self.number(this.to.index), step)))

    def _forget(self, this: i.Forget) -> None:
        self.clear(this.slots)

    def _begin_for(self, this: i.BeginFor) -> None:
        self.keep(this.source, self.code.kinds[this.elements], self.place(this.elements), this.elements)
        self.f.store("i64", "0", self.place(this.index))

    def _next_of(self, this: i.NextOf) -> None:
        f, kind = self.f, self.code.kinds[this.elements]
        at, inside = f.load("i64", self.place(this.index)), f.label()
        place = self.elements(this)
        listing = self.memory.read(f, place, kind)
        count = f.load("i64", place)
        f.branch(f.op(f"icmp slt i64 {at}, {count}"), inside, f"S{this.end.at}")
        f.start(inside)
        element = self.expressions.lists.member(listing, at, f)  # type: ignore[arg-type]
        f.store("i64", element, self.place(this.local))
        f.store("i64", f.add(at, 1), self.place(this.index))

    def elements(self, this: i.NextOf) -> str:
        """Where the list is that a loop walks over."""
        return self.place(this.elements)

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
                held = self.expressions.value(value, kind, self.scope)
                self.memory.write(self.f, self.place(start), kind, held)
            self._fill(start, width - 1)

    # ---- calls
    def _by_entry(self, which: x.Expression | None, cases: dict[int, Callable[[], None]]) -> None:
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

    def _arguments(self, values: tuple[x.Expression, ...], kinds: list[Type]) -> list[Any]:
        """All are worked out before any is written down."""
        return [self.expressions.value(value, kind, self.scope) for value, kind in zip(values, kinds, strict=True)]

    def _call(self, this: i.Call) -> None:
        kinds = [self.code.kinds[slot] for slot in this.targets[0][0].parameters]
        held = self._arguments(this.arguments, kinds)

        def calling(procedure: Any, label: Label) -> Callable[[], None]:
            def call() -> None:
                for slot, kind, value in zip(procedure.parameters, kinds, held, strict=True):
                    self.memory.write(self.f, self.place(slot), kind, value)
                self.f.store("i64", str(self.at + 1), self.place(procedure.return_slot))
                self.f.jump(f"S{label.at}")

            return call

        self._by_entry(this.which, {n: calling(*target) for n, target in enumerate(this.targets)})

    def _take_result(self, this: i.TakeResult) -> None:
        kind = self.code.kinds[this.result]

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

        def playing(procedure: Any, label: Label, parameters: list[int]) -> Callable[[], None]:
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


def _reads(expr: x.Expression, slot: int) -> bool:
    """Is a value made of what a local holds? Nothing else can ask for it: rules are given what they speak of."""
    if isinstance(expr, x.Load):
        return expr.name.stored and expr.name.slot == slot
    return any(_reads(part, slot) for part in x.parts(expr))
