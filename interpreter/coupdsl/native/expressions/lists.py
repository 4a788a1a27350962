"""Lists in machine code: walked over where they lie, or written out in room of the function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code.bounds import LARGEST, LONGEST
from coupdsl.language.types import CELL, SEAT, Type, list_of, none_of
from coupdsl.native.expressions.compiler import Compiler
from coupdsl.native.expressions.functions import Functions
from coupdsl.native.expressions.orders import Orders
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.expressions.set_conditions import SetConditions, Test
from coupdsl.native.expressions.written_lists import WrittenLists
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import Listing


class Lists(WrittenLists):
    def __init__(self, compiler: Compiler, set_conditions: SetConditions, rules: Functions) -> None:
        super().__init__(compiler.offsets, compiler.layout.seats)
        self.compiler = compiler
        self.set_conditions = set_conditions
        self.rules = rules
        self.orders = Orders(compiler, set_conditions, self.walking)
        self.module = compiler.module
        self.layout = compiler.layout
        self.fills: dict[str, Callable[[x.Op, Listing, Scope], None]] = {
            "listing": self._listing, "with": self._with, "without": self._without, "first_n": self._end,
            "last_n": self._end, "between": self._between, "from": self._rotated, "after": self._rotated,
            "listed": self._listed, "line": self._line, "choices": self._choices,
            "union": self._union,
        }  # fmt: skip

    # ---- walking
    def walking(self, expr: x.Expression, scope: Scope) -> AbstractContextManager[str]:
        """Repeats what is written inside for every member of a list or set."""
        f = scope.f
        if isinstance(expr, x.Op) and expr.name == "single":
            return self._single(expr.arguments[0], scope)
        if isinstance(expr, x.Form) and expr.type.name == "list":
            return self.walking(expr.of, scope)
        if isinstance(expr, x.Fixed) and isinstance(expr.value, int):
            return f.members(str(expr.value), self.offsets.bits(expr.type))
        if isinstance(expr, x.Fixed):
            return self._fixed(tuple(expr.value), expr.type.of, f)
        if expr.type.name == "set" or expr.type.is_face:
            return f.members(self.compiler.mask(expr, scope), self.offsets.bits(expr.type))
        if isinstance(expr, x.Zone):
            return self._row(self.row(expr, scope)[1], f)
        if isinstance(expr, x.Filter) and not expr.preferring:
            return self._filtered(expr, scope)
        if isinstance(expr, x.Op) and expr.name in ("from", "after") and self._is_seats(expr.arguments[0]):
            return self._rotating(expr, scope)
        if isinstance(expr, x.Call) and not expr.arguments:
            return self.walking(expr.function.body, Scope(f))
        return self.members(self.whole(expr, scope), f)

    @contextmanager
    def _single(self, expr: x.Expression, scope: Scope) -> Iterator[str]:
        """Of one number, even one that no set holds."""
        f, one = scope.f, self.compiler.number(expr, scope)
        with f.when(f.op(f"icmp ne i64 {one}, {none_of(expr.type)}") if expr.type.optional else "true"):
            yield one

    @contextmanager
    def _filtered(self, expr: x.Filter, scope: Scope) -> Iterator[str]:
        test = self._test(expr, scope)
        with self.walking(expr.source, scope) as element, scope.f.when(test.holds(element)):
            yield element

    def _test(self, expr: x.Filter, scope: Scope) -> Test:
        bits = self.offsets.bits(expr.name.type)
        return self.set_conditions.test(expr.condition, expr.name, scope, bits)

    @contextmanager
    def _fixed(self, values: tuple[int, ...], element: Type | None, f: Emitter) -> Iterator[str]:
        if values == tuple(range(len(values))):
            with f.counting("0", str(len(values))) as at:
                yield at
        else:
            with self.members(self.module.constant_list(values, element), f) as member:
                yield member

    # ---- rows of pieces
    def row(self, expr: x.Zone, scope: Scope) -> tuple[str, str]:
        """The number of a zone that is a row, and where its row lies."""
        index = self.compiler.number(expr.index, scope) if expr.index is not None else None
        return self.compiler.rows.among(scope.f, expr.start, index)

    @contextmanager
    def _row(self, row: str, f: Emitter) -> Iterator[str]:
        with f.counting("0", self.compiler.rows.count(f, row)) as at:
            yield self.compiler.rows.piece(f, row, at)

    # ---- seats in turn
    def _is_seats(self, expr: x.Expression) -> bool:
        return isinstance(expr, x.Fixed) and expr.value == tuple(range(self.layout.seats))

    @contextmanager
    def _rotating(self, expr: x.Op, scope: Scope) -> Iterator[str]:
        f, seats = scope.f, self.layout.seats
        start = self.compiler.number(expr.arguments[1], scope)
        first = f.add(start, 1) if expr.name == "after" else start
        with f.counting(first, f.add(start, seats)) as at:
            beyond = f.op(f"icmp sge i64 {at}, {seats}")
            yield f.op(f"select i1 {beyond}, i64 {f.op(f'sub i64 {at}, {seats}')}, i64 {at}")

    # ---- whole lists
    def whole(self, expr: x.Expression, scope: Scope, room: Listing | None = None) -> Listing:
        """The list in memory; a list that lies there already is not copied, one that is made is made in `room`."""
        while isinstance(expr, x.Form) and expr.type.name == "list":
            expr = expr.of
        known = self.known(expr, scope)
        if known is not None:
            return known
        if expr.type.name == "list" and isinstance(expr, x.Load | x.State | x.If | x.Lift):
            found = self.compiler.held(expr, scope)
            assert isinstance(found, Listing)
            return found
        if isinstance(expr, x.Call | x.Dispatch | x.Op) and expr.type.name == "list" and not self._fills(expr):
            found = self.compiler.table[type(expr)](expr, scope)
            assert isinstance(found, Listing)
            return found
        return self.filled(expr, scope, room)

    def known(self, expr: x.Expression, scope: Scope) -> Listing | None:
        """A list known before play, or one of several."""
        if isinstance(expr, x.Fixed) and not isinstance(expr.value, int):
            return self.module.constant_list(tuple(expr.value), expr.type.of)
        if isinstance(expr, x.Op) and expr.name in ("from", "after") and self._is_seats(expr.arguments[0]):
            return self._turned(expr, scope)
        return None

    def _fills(self, expr: x.Expression) -> bool:
        return isinstance(expr, x.Op) and expr.name in self.fills and expr.type.name == "list"

    def _turned(self, expr: x.Op, scope: Scope) -> Listing | None:
        """The seats from each seat, known before play."""
        seats = range(self.layout.seats)
        skip = expr.name == "after"
        turns = [tuple((start + n) % len(seats) for n in range(skip, len(seats))) for start in seats]
        start = self.compiler.number(expr.arguments[1], scope)
        return self.module.one_of_lists(scope.f, turns, start, expr.type.of)

    def filled(self, expr: x.Expression, scope: Scope, room: Listing | None = None) -> Listing:
        """The list written out anew."""
        f = scope.f
        kind = expr.type if expr.type.name == "list" else list_of(expr.type.of or CELL)
        listing = room or self.module.new_list(f, kind)
        if isinstance(expr, x.Best):
            self._best(expr, listing, scope)
            return listing
        f.store("i64", "0", listing.place)
        if isinstance(expr, x.Filter) and expr.preferring:
            self._preferring(expr, listing, scope)
        elif isinstance(expr, x.Op) and self._fills(expr):
            self.fills[expr.name](expr, listing, scope)
        else:
            with self.walking(expr, scope) as element:
                self.append(listing, element, kind, f)
        return listing

    def _best(self, expr: x.Best, listing: Listing, scope: Scope) -> None:
        """Each is written behind the best so far, which it joins if it is as good: never more than were walked over."""
        f = scope.f
        number = f.variable("i64", "0")
        with self.orders.best(expr, scope) as (element, good, better):
            count = f.op(f"select i1 {better}, i64 0, i64 {f.load('i64', number)}")
            self._write(listing, count, element, f)
            f.store("i64", f.add(count, f.op(f"zext i1 {good} to i64")), number)
        f.store("i64", f.load("i64", number), listing.place)

    def _preferring(self, expr: x.Filter, listing: Listing, scope: Scope) -> None:
        f = scope.f
        source = self.whole(expr.source, scope)
        test = self._test(expr, scope)
        with self.members(source, f) as element, f.when(test.holds(element)):
            self.append(listing, element, expr.type, f)
        with f.when(f.op(f"icmp eq i64 {f.load('i64', listing.place)}, 0")):
            self.compiler.memory.copy_list(f, source, listing.place, listing.size)

    def _listing(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        for part in expr.arguments:
            member = self.compiler.number(part, scope)
            none = none_of(part.type)
            with scope.f.when(scope.f.op(f"icmp ne i64 {member}, {none}") if part.type.optional else "true"):
                self.append(listing, member, expr.type, scope.f)

    def _union(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        f, bits, there = scope.f, self.offsets.bits(expr.type), "0"
        for part in expr.arguments:
            mask = self.compiler.mask(part, scope, bits)
            with f.members(f.op(f"and i{bits} {mask}, {f.op(f'xor i{bits} {there}, -1')}"), bits) as element:
                self.append(listing, element, expr.type, f)
            there = f.op(f"or i{bits} {there}, {mask}")

    def _listed(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        with self.walking(expr.arguments[0], scope) as element:
            self.append(listing, element, expr.type, scope.f)

    def _with(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        f = scope.f
        before = self.whole(expr.arguments[0], scope)
        self.compiler.memory.copy_list(f, before, listing.place, listing.size)
        with self.walking(expr.arguments[1], scope) as element:
            is_new = f.op(f"xor i1 {self.among(listing, element, f)}, true")
            with f.when(is_new):
                self.append(listing, element, expr.type, f)

    def _without(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        f, bits = scope.f, self.offsets.bits(expr.arguments[1].type)
        if not self.offsets.domain(expr.type.of):  # also of numbers that no set holds
            less = self.whole(expr.arguments[1], scope)
            with self.walking(expr.arguments[0], scope) as element:
                stays = f.op(f"xor i1 {self.among(less, element, f)}, true")
                with f.when(stays):
                    self.append(listing, element, expr.type, f)
            return
        mask = self.compiler.mask(expr.arguments[1], scope, bits)
        with self.walking(expr.arguments[0], scope) as element:
            inside = self.contains(mask, element, expr.arguments[0].type.of, bits, f)
            with f.when(f.op(f"xor i1 {inside}, true")):
                self.append(listing, element, expr.type, f)

    def contains(self, mask: str, element: str, kind: Type | None, bits: int, f: Emitter) -> str:
        """Is a value in a set? None and what is beyond all sets are not."""
        known = kind is not None and not kind.optional and 0 < self.offsets.domain(kind) <= bits
        if element.isdigit() and int(element) < bits:
            known = True
        if known:
            return f.contains(mask, element, bits)
        able = f.op(f"icmp ult i64 {element}, {bits}")
        at = f.op(f"select i1 {able}, i64 {element}, i64 0")
        return f.op(f"and i1 {able}, {f.contains(mask, at, bits)}")

    def _end(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        """So many of a list from its front, or from its back."""
        f = scope.f
        count = self.compiler.number(expr.arguments[1], scope)
        source = self.whole(expr.arguments[0], scope)
        there = f.load("i64", source.place)
        begin, end = "0", f.op(f"call i64 @llvm.smin.i64(i64 {there}, i64 {count})")
        if expr.name == "last_n":
            some = f.op(f"call i64 @llvm.smax.i64(i64 {end}, i64 0)")
            begin, end = f.op(f"sub i64 {there}, {some}"), there
        with f.counting(begin, end) as at:
            self.append(listing, self.member(source, at, f), expr.type, f)

    def _between(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        with self.range_of(expr, scope) as element:
            self.append(listing, element, expr.type, scope.f)

    def _choices(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        f = scope.f
        many = f.load("i64", self.whole(expr.arguments[0], scope).place)
        end = f.op(f"shl i64 1, {many}")
        f.fail_if(f.op(f"icmp sgt i64 {end}, {LONGEST}"))
        with f.counting("1", end) as taken:
            self.append(listing, taken, expr.type, f)

    def choice(self, expr: x.Op, scope: Scope, bits: int) -> str:
        """The set of those of a list that have their bit in a choice."""
        f, kind = scope.f, f"i{bits}"
        listing = self.whole(expr.arguments[0], scope)
        taken = self.compiler.number(expr.arguments[1], scope)
        found = f.variable(kind, "0")
        with f.counting("0", f.load("i64", listing.place)) as at:
            bit = f.op(f"trunc i64 {f.op(f'lshr i64 {taken}, {at}')} to i1")
            single = f.op(f"select i1 {bit}, {kind} {f.single(self.member(listing, at, f), bits)}, {kind} 0")
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {single}"), found)
        return f.load(kind, found)

    @contextmanager
    def range_of(self, expr: x.Op, scope: Scope) -> Iterator[str]:
        """Walks over numbers from low to high; there are only so many."""
        f = scope.f
        low, high, step = (self.compiler.number(part, scope) for part in expr.arguments)
        f.fail_if(f.op(f"icmp sle i64 {step}, 0"))
        width = f.op(f"sub i64 {high}, {low}")
        last = f.op(f"sdiv i64 {width}, {step}")
        empty = f.op(f"icmp slt i64 {width}, 0")
        count = f.op(f"select i1 {empty}, i64 0, i64 {f.add(last, 1)}")
        f.fail_if(f.op(f"icmp sgt i64 {count}, {LONGEST}"))
        with f.counting("0", count) as at:
            yield f.add(low, f.op(f"mul i64 {at}, {step}"))

    def _rotated(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        f = scope.f
        source = self.whole(expr.arguments[0], scope)
        start = self.compiler.number(expr.arguments[1], scope)
        count = f.load("i64", source.place)
        place = self.place_in(source, start, f)
        there = f.op(f"icmp sge i64 {place}, 0")
        instead = self.next_in_turn(source, start, f) if expr.type.of == SEAT else "0"
        begin = f.op(f"select i1 {there}, i64 {place}, i64 {instead}")
        skipped = f.op(f"zext i1 {there} to i64") if expr.name == "after" else "0"
        with f.counting(skipped, count) as at:
            turned = f.add(at, begin)
            beyond = f.op(f"icmp sge i64 {turned}, {count}")
            place = f.op(f"select i1 {beyond}, i64 {f.op(f'sub i64 {turned}, {count}')}, i64 {turned}")
            self.append(listing, self.member(source, place, f), expr.type, f)

    def _line(self, expr: x.Op, listing: Listing, scope: Scope) -> None:
        f, cells = scope.f, len(self.layout.board.names)
        start, end = (self.compiler.number(part, scope) for part in expr.arguments)
        lines = [self.layout.board.line(one, other) for one in range(cells) for other in range(cells)]
        width = max(map(len, lines), default=0) + 1
        flat = [x for line in lines for x in (len(line), *line, *[0] * (width - 1 - len(line)))]
        base = f.times(f.add(f.op(f"mul i64 {start}, {cells}"), end), width)
        count = self.module.look_up_number(f, flat, base)
        with f.counting("1", f.add(count, 1)) as at:
            self.append(listing, self.module.look_up_number(f, flat, f.add(base, at)), expr.type, f)

    # ---- as sets
    def is_plain(self, expr: x.Expression) -> bool:
        """Is a list made so that it names nothing twice, and nobody who is none? Then it can be asked as a set."""
        if isinstance(expr, x.Fixed):
            values = tuple(expr.value) if not isinstance(expr.value, int) else ()
            return len(set(values)) == len(values) and all(0 <= value <= LARGEST for value in values)
        if not self.offsets.domain(expr.type.of):
            return False
        if isinstance(expr, x.Zone) or (isinstance(expr, x.Form) and expr.of.type.name != "list"):
            return True
        if isinstance(expr, x.Filter):
            return self.is_plain(expr.source)
        if isinstance(expr, x.Op):
            kept = expr.name in ("from", "after", "without", "first_n", "last_n")
            return expr.name == "union" or (kept and self.is_plain(expr.arguments[0]))
        return isinstance(expr, x.Call) and self.is_plain(expr.function.body)

    def as_mask(self, expr: x.Expression, scope: Scope, bits: int) -> str:
        """The set of the members of a list."""
        f, kind = scope.f, f"i{bits}"
        if isinstance(expr, x.Fixed | x.Form):
            return self.compiler.mask(expr, scope, bits)
        if isinstance(expr, x.Zone):
            return f.resized(self.compiler.held_in(expr, scope), self.offsets.bits(expr.type), bits)
        if isinstance(expr, x.Filter) and not expr.preferring and self.offsets.domain(expr.type.of):
            # of numbers, those left out may be larger than a set can hold
            source = self.as_mask(expr.source, scope, bits)
            return self.set_conditions.kept(source, expr.name, expr.condition, scope, bits)
        if isinstance(expr, x.Op) and expr.name == "without" and self.offsets.domain(expr.type.of):
            source = self.as_mask(expr.arguments[0], scope, bits)
            less = self.compiler.mask(expr.arguments[1], scope, bits)
            return f.op(f"and {kind} {source}, {f.op(f'xor {kind} {less}, -1')}")
        if isinstance(expr, x.Op) and expr.name == "from" and self.offsets.domain(expr.type.of):
            found = self.as_mask(expr.arguments[0], scope, bits)
            self.compiler.number(expr.arguments[1], scope)  # with which all begin is no matter, but that it may fail
            return found
        if isinstance(expr, x.Call) and self.is_plain(expr):
            return f.resized(self.rules.call_as_set(expr, scope), self.offsets.bits(expr.type), bits)
        found = f.variable(kind, "0")
        element: Any = expr.type.of
        optional = Type(element.name, element.of, True, element.words, element.family)
        with self.walking(expr, scope) as member:
            single = self.compiler.single(member, optional, scope, bits)
            f.store(kind, f.op(f"or {kind} {f.load(kind, found)}, {single}"), found)
        return f.load(kind, found)
