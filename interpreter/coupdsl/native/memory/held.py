"""How values of each type are held in machine code."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from coupdsl.language.records import by_value
from coupdsl.language.types import Type
from coupdsl.native.llvm.emitter import NOTHING, Emitter
from coupdsl.native.memory.offsets import WORD, Offsets

SHORT = 128  # bytes of lists that are copied whole
FEW = 3 * WORD  # bytes of lists of up to eight members


class Ratio(NamedTuple):
    """A fraction in lowest terms, its denominator above 0: the names of two words."""

    over: str
    under: str


@by_value
class Listing:
    """A list in memory at `place`: its count, then its members, each a word of `kind`; it takes `size` bytes."""

    place: str
    kind: str
    size: int


Held = str | Ratio | Listing  # numbers, flags and sets are one word each


def form(kind: Type) -> str:
    """`number`, `flag`, `set`, `ratio` or `list`: how values of a type are held."""
    if kind.name == "list":
        return "list"
    if kind.name == "set" or kind.is_face:
        return "set"
    if kind.name in ("ratio", "fraction"):
        return "ratio"
    return "flag" if kind.name == "flag" and not kind.optional else "number"


def word(kind: Type, offsets: Offsets) -> str:
    """The LLVM type of a value of one word."""
    found = form(kind)
    return f"i{offsets.bits(kind)}" if found == "set" else "i1" if found == "flag" else "i64"


def constant(value: object, kind: Type) -> Held:
    """A value known before play; not for lists."""
    found = form(kind)
    if found == "ratio":
        assert isinstance(value, int | Fraction)
        return Ratio(str(value.numerator), str(value.denominator))
    assert isinstance(value, int)
    if found == "flag":
        return "true" if value else "false"
    return str(int(value))


class Memory:
    """Reads and writes values at places of memory.

    `exact`: what a value takes of its place and does not need is zero, so that equal states are equal bytes.
    """

    def __init__(self, offsets: Offsets, exact: bool) -> None:
        self.offsets = offsets
        self.exact = exact

    def read(self, f: Emitter, place: str, kind: Type) -> Held:
        found = form(kind)
        if found == "list":
            return Listing(place, self.offsets.element(kind.of), self.offsets.list_size(kind.of))
        if found == "ratio":
            return Ratio(f.load("i64", place), f.load("i64", f.at(place, WORD)))
        if found == "set":
            return f.load(word(kind, self.offsets), place)
        value = f.load("i64", place)
        return f.op(f"trunc i64 {value} to i1") if found == "flag" else value

    def write(self, f: Emitter, place: str, kind: Type, value: Held) -> None:
        if isinstance(value, Listing) and self.exact:
            self._write_exactly(f, place, kind, value)
        elif isinstance(value, Listing):
            self.copy_list(f, value, place, self.offsets.list_size(kind.of))
        elif isinstance(value, Ratio):
            f.store("i64", value.over, place)
            f.store("i64", value.under, f.at(place, WORD))
        elif form(kind) == "set":
            f.store(word(kind, self.offsets), value, place)
        else:
            if form(kind) == "flag":
                value = {"true": "1", "false": "0"}.get(value) or f.op(f"zext i1 {value} to i64")
            f.store("i64", value, place)

    def copy_list(self, f: Emitter, value: Listing, place: str, room: int) -> None:
        if value.size == room <= SHORT:
            self._copy_words(f, value.place, place, room)
            return
        size = f.add(f.op(f"mul i64 {f.load('i64', value.place)}, {2 if value.kind == 'i16' else WORD}"), WORD)
        f.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {value.place}, i64 {size}, i1 false)")

    @staticmethod
    def _copy_words(f: Emitter, source: str, place: str, size: int) -> None:
        """A few moves of registers, two words at a time; LLVM would call a function for more than eight."""
        for at in range(0, size, 2 * WORD):
            kind = "<2 x i64>" if at + WORD < size else "i64"
            f.store(kind, f.load(kind, f.at(source, at), WORD), f.at(place, at), WORD)

    def empty(self, kind: Type) -> tuple[str, str]:
        """The word, and what stands in it, where a place holds no value."""
        if form(kind) == "set":
            bits = self.offsets.bits(kind)
            return f"i{bits}", str(-(1 << bits - 1))
        return "i64", str(NOTHING)

    def clear(self, f: Emitter, place: str, kind: Type) -> None:
        held, nothing = self.empty(kind)
        if self.exact and form(kind) == "list":
            self._zero_members(f, place, kind)
        elif self.exact and form(kind) == "ratio":
            f.store("i64", "0", f.at(place, WORD))
        f.store(held, nothing, place)

    def _zero_members(self, f: Emitter, place: str, kind: Type) -> None:
        size = self.offsets.list_size(kind.of)
        if size > SHORT:
            f.do(f"call void @zero_members(ptr {place}, i64 0, i64 {self._member(kind)})")
            return
        for at in range(WORD, size, WORD):
            f.store("i64", "0", f.at(place, at))

    def _write_exactly(self, f: Emitter, place: str, kind: Type, value: Listing) -> None:
        """Members alone; where they take one word or two, without asking for what lies there."""
        size = self.offsets.list_size(kind.of)
        if not value.size == size <= FEW:
            f.do(f"call void @write_list(ptr {place}, ptr {value.place}, i64 {self._member(kind)})")
            return
        count = f.load("i64", value.place)
        f.store("i64", count, place)
        for at in range(WORD, size, WORD):
            bits = f.op(f"shl i64 {f.add(count, (WORD - at) // 2)}, 4")
            beyond = f.op(f"shl i64 -1, {f.op(f'call i64 @llvm.smax.i64(i64 {bits}, i64 0)')}")
            beyond = f.op(f"select i1 {f.op(f'icmp sge i64 {bits}, 64')}, i64 0, i64 {beyond}")
            members = f.load("i64", f.at(value.place, at))
            f.store("i64", f.op(f"and i64 {members}, {f.op(f'xor i64 {beyond}, -1')}"), f.at(place, at))

    def _member(self, kind: Type) -> int:
        """The bytes of a member of a list."""
        return 2 if self.offsets.element(kind.of) == "i16" else WORD

    def fail_without_value(self, f: Emitter, place: str, kind: Type) -> None:
        held, nothing = self.empty(kind)
        f.fail_if(f.op(f"icmp eq {held} {f.load(held, place)}, {nothing}"))


# Lists in a state: behind the last member all is zero, so that only what was a member needs to be made zero.
WRITTEN = """define internal void @zero_members(ptr %list, i64 %first, i64 %size) {
  %count = load i64, ptr %list
  %some = icmp slt i64 %first, %count
  br i1 %some, label %zero, label %end
zero:
  %number = sub i64 %count, %first
  %bytes = mul i64 %number, %size
  %before = mul i64 %first, %size
  %offset = add i64 %before, 8
  %begin = getelementptr i8, ptr %list, i64 %offset
  call void @llvm.memset.p0.i64(ptr %begin, i8 0, i64 %bytes, i1 false)
  br label %end
end:
  ret void
}

define internal void @write_list(ptr %list, ptr %from, i64 %size) {
  %count = load i64, ptr %from
  call void @zero_members(ptr %list, i64 %count, i64 %size)
  %members = mul i64 %count, %size
  %bytes = add i64 %members, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %list, ptr %from, i64 %bytes, i1 false)
  ret void
}"""
