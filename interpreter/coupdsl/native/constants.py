"""What all functions of one LLVM module share: its constants, the shape of a state, and what is already written."""

from __future__ import annotations

from coupdsl.code.expressions import State
from coupdsl.code.known import Known
from coupdsl.engine.rules import Rules
from coupdsl.language.types import Type
from coupdsl.native.llvm.arithmetic import GCD
from coupdsl.native.llvm.bit_counts import bit_counts
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.llvm.generator import BELOW, DERIVE
from coupdsl.native.memory.held import SHORT, WRITTEN, Held, Listing, Memory, Ratio, constant, form, word
from coupdsl.native.memory.offsets import WORD, Offsets


class Constants:
    def __init__(self, rules: Rules, told: bool) -> None:
        """`told`: with events, and who knows what; else only what play depends on."""
        self.rules, self.code = rules, rules.code
        self.told = told
        self.known = Known(rules.code.layout, lambda rule: rule.body)
        self.offsets = Offsets(rules)
        self.memory = Memory(self.offsets, told)
        self.present: set[State] = set()  # those asked for that surely have a value
        self.globals: dict[str, str] = {}
        self.functions: list[str] = [bit_counts(), GCD, BELOW, DERIVE, FILLED, WRITTEN]

    def text(self) -> str:
        constants = [f"{name} = private unnamed_addr constant {value}" for value, name in self.globals.items()]
        return "\n".join([*constants, *_DECLARED, *self.functions, *self.offsets.aliasing.text(), ""])

    def function(self, signature: str) -> Emitter:
        """A function to be written; its text is for `functions`."""
        return Emitter(signature, self.offsets.aliasing)

    # ---- constants
    def table(self, kind: str, values: list[int]) -> str:
        """An array known before play."""
        listed = ", ".join(f"{kind} {value}" for value in values or [0])
        return self._constant(f"[{max(1, len(values))} x {kind}] [{listed}]")

    def _constant(self, text: str) -> str:
        return self.globals.setdefault(text, f"@c{len(self.globals)}")

    def constant_list(self, values: tuple[int, ...], element: Type | None) -> Listing:
        kind, size, written = self._written_list(values, element)
        return Listing(self._constant(written), kind, size)

    def _written_list(self, values: tuple[int, ...], element: Type | None) -> tuple[str, int, str]:
        """The word of its members, its size and its text; a short one with all the room that such lists have."""
        kind, size = self.offsets.element(element), self.offsets.list_size(element)
        room = len(values) or 1
        if size <= SHORT:
            room = max(room, (size - WORD) // (2 if kind == "i16" else WORD))
        listed = ", ".join(f"{kind} {int(value)}" for value in (*values, *[0] * (room - len(values))))
        array = f"[{room} x {kind}]"
        return kind, size, f"{{i64, {array}}} {{i64 {len(values)}, {array} [{listed}]}}"

    def one_of_lists(self, f: Emitter, lists: list[tuple[int, ...]], at: str, element: Type | None) -> Listing | None:
        """One of several lists known before play, if they are short."""
        kind, size, first = self._written_list(lists[0], element)
        if size > SHORT or size % WORD or max(map(len, lists)) * 2 + WORD > size:
            return None
        shape = first[: first.index("} {") + 1]
        written = ", ".join(self._written_list(one, element)[2] for one in lists)
        table = self._constant(f"[{len(lists)} x {shape}] [{written}]")
        return Listing(f.at(table, f.times(at, size)), kind, size)

    def look_up_number(self, f: Emitter, values: list[int], at: str) -> str:
        if at.isdigit():
            return str(values[int(at)])
        if len(set(values)) == 1:
            return str(values[0])
        width = 8 if all(-128 <= value < 128 for value in values) else 64
        place = f.op(f"getelementptr i{width}, ptr {self.table(f'i{width}', values)}, i64 {at}")
        value = f.load(f"i{width}", place)
        return value if width == 64 else f.op(f"sext i8 {value} to i64")

    def look_up_word(self, f: Emitter, values: list[int], at: str, bits: int) -> str:
        place = f.op(f"getelementptr i{bits}, ptr {self.table(f'i{bits}', values)}, i64 {at}")
        found = f.load(f"i{bits}", place)
        f.looked_up[found] = values, at
        return found

    def look_up(self, f: Emitter, values: list[int], at: str, kind: Type) -> Held:
        """One of several values of a type, known before play."""
        if form(kind) == "set":
            return self.look_up_word(f, values, at, self.offsets.bits(kind))
        value = self.look_up_number(f, [int(value) for value in values], at)
        if form(kind) != "flag":
            return value
        return {"0": "false", "1": "true"}.get(value) or f.op(f"icmp ne i64 {value}, 0")

    def anything(self, kind: Type) -> Held:
        """A value where none is ever used."""
        if form(kind) == "list":
            return self.constant_list((), kind.of)
        return constant(0, kind)

    # ---- room for values of one call
    def room(self, f: Emitter, kind: Type) -> list[str]:
        if form(kind) == "list":
            return [self.new_list(f, kind).place]
        if form(kind) == "ratio":
            return [f.variable("i64"), f.variable("i64")]
        return [f.variable(word(kind, self.offsets))]

    def keep(self, f: Emitter, room: list[str], kind: Type, value: Held) -> None:
        if isinstance(value, Listing):
            self.memory.copy_list(f, value, room[0], self.offsets.list_size(kind.of))
        elif isinstance(value, Ratio):
            for place, part in zip(room, value, strict=True):
                f.store("i64", part, place)
        else:
            f.store(word(kind, self.offsets), value, room[0])

    def kept(self, f: Emitter, room: list[str], kind: Type) -> Held:
        if form(kind) == "list":
            return Listing(room[0], self.offsets.element(kind.of), self.offsets.list_size(kind.of))
        if form(kind) == "ratio":
            return Ratio(*(f.load("i64", place) for place in room))
        return f.load(word(kind, self.offsets), room[0])

    def new_list(self, f: Emitter, kind: Type) -> Listing:
        size = self.offsets.list_size(kind.of)
        return Listing(f.variable(f"[{(size + WORD - 1) // WORD} x i64]"), self.offsets.element(kind.of), size)


_BITS = range(64, 577, 64)
_DECLARED = [
    *(f"declare i{n} @llvm.{name}.i{n}(i{n}, i1)" for n in _BITS for name in ("cttz", "ctlz")),
    *(f"declare i64 @llvm.{name}.i64(i64, i64)" for name in ("smax", "smin")),
    "declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)",
    "declare i64 @llvm.fshl.i64(i64, i64, i64)",
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
]

FILLED = """define internal void @spread(ptr %place, i64 %word, i64 %count) alwaysinline {
entry:
  %one = insertelement <2 x i64> poison, i64 %word, i64 0
  %pair = shufflevector <2 x i64> %one, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %top
top:
  %at = phi i64 [ 0, %entry ], [ %next, %more ]
  %next = add i64 %at, 2
  %fits = icmp sle i64 %next, %count
  %to = getelementptr i64, ptr %place, i64 %at
  br i1 %fits, label %more, label %rest
more:
  store <2 x i64> %pair, ptr %to, align 8
  br label %top
rest:
  %odd = icmp slt i64 %at, %count
  br i1 %odd, label %last, label %end
last:
  store i64 %word, ptr %to
  br label %end
end:
  ret void
}

define internal void @filled(ptr %from, i64 %apart, i64 %count) {
entry:
  br label %top
top:
  %at = phi i64 [ 0, %entry ], [ %next, %more ]
  %left = icmp slt i64 %at, %count
  br i1 %left, label %more, label %end
more:
  %source = getelementptr i64, ptr %from, i64 %at
  %word = load i64, ptr %source
  %there = add i64 %at, %apart
  %to = getelementptr i64, ptr %from, i64 %there
  store i64 %word, ptr %to
  %next = add i64 %at, 1
  br label %top
end:
  ret void
}"""
