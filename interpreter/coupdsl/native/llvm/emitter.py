"""Writes LLVM assembly, one function at a time.

The text is written directly: the builder of llvmlite makes an object of every instruction, which for the rules of a
whole game takes longer than all of LLVM does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from coupdsl.native.llvm.aliasing import Aliasing, tag

NOTHING = -(1 << 63)  # a place in memory that holds no value


class Emitter:
    """The text of one function. Values are written as LLVM writes them: `%12`, `7`, `true`; `%s` is the state."""

    def __init__(self, signature: str, aliasing: Aliasing) -> None:
        self.signature = signature
        self.aliasing = aliasing
        self.reaches = {"%s": aliasing.at(0)}  # the part of the state that a place lies in, where it is known
        self.looked_up: dict[str, tuple[list[int], str]] = {}  # words by the tables and places they are from
        self.kept: dict[int | str, str] = {}  # by their place in the state, the variables of what is kept in those
        self.entry: list[str] = []  # room for variables, before everything else
        self.lines: list[str] = []
        self.count = 0
        self.fails: str | None = None  # where errors of the rules go, once there is one
        self.closed = False  # does the current block end already?

    def text(self) -> str:
        return "\n".join([f"{self.signature} {{", "entry:", *self.entry, "br label %begin", "begin:", *self.lines, "}"])

    # ---- instructions
    def op(self, text: str) -> str:
        """An instruction with a value; gives its name."""
        self._open()
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{name} = {text}")
        return name

    def do(self, text: str) -> None:
        self._open()
        self.lines.append(text)

    def _open(self) -> None:
        """What follows the end of a block is never reached, but must stand in one."""
        if self.closed:
            self.start(self.label())

    def label(self) -> str:
        self.count += 1
        return f"L{self.count}"

    def start(self, label: str) -> None:
        """Begins the block `label`; what comes before goes on there unless it has ended."""
        if not self.closed:
            self.lines.append(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.closed = False

    def jump(self, label: str) -> None:
        if not self.closed:
            self.lines.append(f"br label %{label}")
            self.closed = True

    def branch(self, condition: str, yes: str, no: str) -> None:
        self._open()
        self.lines.append(f"br i1 {condition}, label %{yes}, label %{no}")
        self.closed = True

    def end(self, text: str) -> None:
        """A last instruction of a block, such as `ret`."""
        self._open()
        self.lines.append(text)
        self.closed = True

    def fail_if(self, condition: str) -> None:
        """The rules cannot go on where `condition` holds."""
        if condition == "false":
            return
        onward = self.label()
        self.branch(condition, self.failing(), onward)
        self.start(onward)

    def fail(self) -> None:
        self.jump(self.failing())

    def close_failed(self, ending: Callable[[], None]) -> None:
        """Writes what happens where the rules cannot go on, if anything leads there."""
        if self.fails is not None:
            self.start(self.fails)
            ending()

    def failing(self) -> str:
        if self.fails is None:
            self.fails = "failed"
        return self.fails

    # ---- functions
    def call(self, name: str, arguments: list[str], kinds: list[str]) -> list[str]:
        """Calls a function that gives values of these kinds, any number of them."""
        call = f"call {aggregate(kinds)} {name}({', '.join(arguments)})"
        if not kinds:
            self.do(call)
            return []
        found = self.op(call)
        if len(kinds) == 1:
            return [found]
        return [self.op(f"extractvalue {aggregate(kinds)} {found}, {number}") for number in range(len(kinds))]

    def give(self, values: list[tuple[str, str]]) -> None:
        """The end of a function that gives values, each with its kind."""
        kinds = [kind for kind, _ in values]
        whole = values[0][1] if len(values) == 1 else "poison"
        for number, (kind, value) in enumerate(values if len(values) > 1 else []):
            whole = self.op(f"insertvalue {aggregate(kinds)} {whole}, {kind} {value}, {number}")
        self.end(f"ret {aggregate(kinds)} {whole}" if kinds else "ret void")

    # ---- blocks
    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """What is written inside happens only if `condition` holds."""
        inside, after = self.label(), self.label()
        self.branch(condition, inside, after)
        self.start(inside)
        yield
        self.start(after)

    def either(self, condition: str, kind: str, yes: Callable[[], str], no: Callable[[], str]) -> str:
        """One of two values, of which only that is worked out."""
        result, one, other, after = self.variable(kind), self.label(), self.label(), self.label()
        self.branch(condition, one, other)
        for label, value in ((one, yes), (other, no)):
            self.start(label)
            self.store(kind, value(), result)
            self.jump(after)
        self.start(after)
        return self.load(kind, result)

    @contextmanager
    def counting(self, start: str, end: str) -> Iterator[str]:
        """Repeats what is written inside for every number from `start` to before `end`."""
        counter, top, inside, after = self.variable("i64", start), self.label(), self.label(), self.label()
        self.start(top)
        at = self.load("i64", counter)
        self.branch(self.op(f"icmp slt i64 {at}, {end}"), inside, after)
        self.start(inside)
        yield at
        self.store("i64", self.op(f"add i64 {at}, 1"), counter)
        self.jump(top)
        self.start(after)

    @contextmanager
    def members(self, mask: str, bits: int) -> Iterator[str]:
        """Repeats what is written inside for every element of a set, ascending."""
        if bits == 64:
            with self._bits(mask) as element:
                yield element
            return
        words = self.variable(f"[{bits // 64} x i64]")
        self.store(f"i{bits}", mask, words)
        with self.counting("0", str(bits // 64)) as at:
            word = self.load("i64", self.at(words, self.op(f"shl i64 {at}, 3")))
            first = self.op(f"shl i64 {at}, 6")
            with self._bits(word) as element:
                yield self.op(f"or i64 {first}, {element}")

    @contextmanager
    def _bits(self, word: str) -> Iterator[str]:
        rest, top, inside, after = self.variable("i64", word), self.label(), self.label(), self.label()
        self.start(top)
        left = self.load("i64", rest)
        self.branch(self.op(f"icmp ne i64 {left}, 0"), inside, after)
        self.start(inside)
        yield self.lowest(left, 64)
        self.store("i64", self.op(f"and i64 {left}, {self.op(f'sub i64 {left}, 1')}"), rest)
        self.jump(top)
        self.start(after)

    # ---- memory
    def variable(self, kind: str, value: str | None = None) -> str:
        """Room for one value in this call of the function."""
        self.count += 1
        name = f"%a{self.count}"
        self.entry.append(f"{name} = alloca {kind}")
        if value is not None:
            self.store(kind, value, name)
        return name

    def load(self, kind: str, place: str, align: int | None = None) -> str:
        return self.op(f"load {kind}, ptr {place}{self._how(place, align)}")

    def store(self, kind: str, value: str, place: str, align: int | None = None) -> None:
        self.do(f"store {kind} {value}, ptr {place}{self._how(place, align)}")

    def _how(self, place: str, align: int | None) -> str:
        part = self.reaches.get(place)
        return ("" if align is None else f", align {align}") + ("" if part is None else tag(part))

    def at(self, base: str, offset: int | str) -> str:
        """The place `offset` bytes after `base`."""
        if offset in (0, "0"):
            return base
        if base == "%s" and offset in self.kept:
            return self.kept[int(offset)]
        place = self.op(f"getelementptr i8, ptr {base}, i64 {offset}")
        if base != "%s":
            self.reach(place, self.reaches.get(base))
        elif not isinstance(offset, str) or offset.isdigit():
            self.reach(place, self.aliasing.at(int(offset)))
        return place

    def reach(self, place: str, part: int | None) -> None:
        """A place lies in a part of the state."""
        if part is not None:
            self.reaches[place] = part

    # ---- arithmetic
    def add(self, left: int | str, right: int | str) -> str:
        if left in (0, "0"):
            return str(right)
        if right in (0, "0"):
            return str(left)
        return self.op(f"add i64 {left}, {right}")

    def times(self, left: str, right: int) -> str:
        if left.isdigit():
            return str(int(left) * right)
        return left if right == 1 else self.op(f"mul i64 {left}, {right}")

    def resized(self, mask: str, bits: int, wanted: int) -> str:
        """A set in a wider or narrower word."""
        if bits == wanted or mask.isdigit():
            return mask
        return self.op(f"{'zext' if bits < wanted else 'trunc'} i{bits} {mask} to i{wanted}")

    def narrowed(self, value: str, bits: int) -> str:
        """A number from i64 in a word of `bits`."""
        return self.resized(value, 64, bits)

    def lowest(self, mask: str, bits: int) -> str:
        """The first element of a set that is not empty."""
        found = self.op(f"call i{bits} @llvm.cttz.i{bits}(i{bits} {mask}, i1 true)")
        return self.resized(found, bits, 64)

    def words(self, mask: str, bits: int) -> list[str]:
        """The words of a set, the lowest first."""
        kind = f"i{bits}"
        if bits == 64:
            return [mask]
        shifted = [mask, *(self.op(f"lshr {kind} {mask}, {first}") for first in range(64, bits, 64))]
        return [self.op(f"trunc {kind} {word} to i64") for word in shifted]

    def size(self, mask: str, bits: int) -> str:
        """How many elements a set has."""
        total = "0"
        for word in self.words(mask, bits):
            total = self.add(total, self.op(f"call i64 @count(i64 {word})"))
        return total

    def nth(self, mask: str, number: str, bits: int) -> str:
        """The element of a set with so many before it."""
        first, *others = self.words(mask, bits)
        word, left, base = first, number, "0"
        for at, other in enumerate(others, 1):
            beyond = self.op(f"sub i64 {left}, {self.size(word, 64)}")
            here = self.op(f"icmp slt i64 {beyond}, 0")
            word = self.op(f"select i1 {here}, i64 {word}, i64 {other}")
            left = self.op(f"select i1 {here}, i64 {left}, i64 {beyond}")
            base = self.op(f"select i1 {here}, i64 {base}, i64 {64 * at}")
        return self.add(base, self.op(f"call i64 @nth(i64 {word}, i64 {left})"))

    def single(self, element: str, bits: int) -> str:
        """The set of one element, from 0 up."""
        if element.isdigit():
            return str(1 << int(element))
        return self.op(f"shl i{bits} 1, {self.narrowed(element, bits)}")

    def contains(self, mask: str, element: str, bits: int) -> str:
        """Is an element, from 0 up, in a set?"""
        shifted = self.op(f"lshr i{bits} {mask}, {self.narrowed(element, bits)}")
        return self.op(f"trunc i{bits} {shifted} to i1")


def aggregate(kinds: list[str]) -> str:
    """The type of what a function gives, as LLVM writes it."""
    return "void" if not kinds else kinds[0] if len(kinds) == 1 else f"{{{', '.join(kinds)}}}"
