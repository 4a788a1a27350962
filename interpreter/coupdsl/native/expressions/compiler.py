"""The ways to ask for an expression: its value in the form that is wanted. What compiles each kind registers itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from coupdsl.code.bits import mask_of
from coupdsl.code.bounds import LARGEST
from coupdsl.code.expressions import Expression, Fixed, Form, Zone
from coupdsl.code.meaning import in_form
from coupdsl.language.types import Type
from coupdsl.native.constants import Constants
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.memory.held import Held, Listing, Ratio, constant, form, word
from coupdsl.native.pieces.rows import Rows
from coupdsl.native.pieces.single_moves import Pieces


class Compiler:
    """`table` has the compiler of each kind of expression; `whole_list` and `list_as_mask` those of lists."""

    table: dict[type, Callable[[Any, Scope], Held]]
    whole_list: Callable[[Expression, Scope], Listing]
    list_as_mask: Callable[[Expression, Scope, int], str]

    def __init__(self, module: Constants, rows: Rows, pieces: Pieces) -> None:
        self.module = module
        self.rows = rows
        self.pieces = pieces
        self.layout = module.code.layout
        self.offsets = module.offsets
        self.memory = module.memory
        self.firsts: set[int] = set()  # the locals of which only the first member is kept, as a number

    def held(self, expr: Expression, scope: Scope) -> Held:
        """The value of an expression in the form of its own type."""
        if isinstance(expr, Fixed):
            return self.fixed(expr.value, expr.type)
        return self.table[type(expr)](expr, scope)

    def fixed(self, value: Any, kind: Type) -> Held:
        if form(kind) == "list":
            return self.module.constant_list(tuple(value), kind.of)
        if form(kind) == "set" and not isinstance(value, int):
            value = mask_of(value)
        return constant(value, kind)

    def value(self, expr: Expression, wanted: Type, scope: Scope) -> Held:
        """The value in the form that a place of type `wanted` holds."""
        found = form(wanted)
        if found == "set":
            return self.mask(expr, scope, self.offsets.bits(wanted))
        if found == "list":
            return self.whole_list(expr, scope)
        if found == "ratio":
            return self.ratio(expr, scope)
        return self.flag(expr, scope) if found == "flag" else self.number(expr, scope)

    def number(self, expr: Expression, scope: Scope) -> str:
        value = self.held(expr, scope)
        assert isinstance(value, str)
        if form(expr.type) == "flag":
            return {"true": "1", "false": "0"}.get(value) or scope.f.op(f"zext i1 {value} to i64")
        return value

    def flag(self, expr: Expression, scope: Scope) -> str:
        value = self.held(expr, scope)
        assert isinstance(value, str) and form(expr.type) == "flag"
        return value

    def ratio(self, expr: Expression, scope: Scope) -> Ratio:
        value = self.held(expr, scope)
        if isinstance(value, Ratio):
            return value
        assert isinstance(value, str)
        return Ratio(value, "1")

    def mask(self, expr: Expression, scope: Scope, bits: int | None = None) -> str:
        """The value of a set or list as a bit mask of `bits`, else of its own width."""
        while isinstance(expr, Form):
            expr = expr.of
        own = self.offsets.bits(expr.type)
        if isinstance(expr, Fixed):
            return str(in_form(expr.type, "set", expr.span)(expr.value))
        if expr.type.name == "list":
            return scope.f.resized(self.list_as_mask(expr, scope, own), own, bits or own)
        value = self.held(expr, scope)
        assert isinstance(value, str)
        return scope.f.resized(value, own, bits or own)

    def slot(self, slot: int, scope: Scope) -> str:
        return scope.f.at("%s", self.offsets.memory[slot])

    def held_in(self, expr: Zone, scope: Scope) -> str:
        """The pieces of a zone as a set."""
        f, index = scope.f, self.number(expr.index, scope) if expr.index is not None else "0"
        zone = f.add(index, expr.start)
        return f.load(word(Type("set", expr.holds), self.offsets), self.pieces.held_in(f, zone))

    def one_of(self, which: str, cases: Sequence[Callable[[], Held | None]], kind: Type, scope: Scope) -> Held:
        """One of several values, by number, of which only that is worked out; where it is None the rules fail."""
        f = scope.f
        labels, after = [f.label() for _ in cases], f.label()
        pairs = " ".join(f"i64 {number}, label %{label}" for number, label in enumerate(labels))
        f.end(f"switch i64 {which}, label %{f.failing()} [{pairs}]")
        room = self.module.room(f, kind)
        for label, case in zip(labels, cases, strict=True):
            f.start(label)
            value = case()
            if value is None:
                f.fail()
            else:
                self.module.keep(f, room, kind, value)
                f.jump(after)
        f.start(after)
        return self.module.kept(f, room, kind)

    def single(self, element: str, kind: Type, scope: Scope, bits: int) -> str:
        """The set of one element, none of none; a number must be one that a set can hold."""
        f = scope.f
        if not self.offsets.domain(kind):
            f.fail_if(f.op(f"icmp sgt i64 {element}, {LARGEST}"))
        elif not kind.optional:
            return f.single(element, bits)
        if element.lstrip("-").isdigit():
            return f.single(element, bits) if int(element) >= 0 else "0"
        some = f.op(f"icmp sge i64 {element}, 0")
        at = f.op(f"select i1 {some}, i64 {element}, i64 0")
        return f.op(f"select i1 {some}, i{bits} {f.single(at, bits)}, i{bits} 0")
