"""The built-ins of the language in machine code, one small compiler each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of
from coupdsl.code.bounds import LARGEST
from coupdsl.code.meaning import beside
from coupdsl.language.operators import registering
from coupdsl.language.types import CELL, NO_NUMBER, Type, none_of
from coupdsl.native.expressions.scope import Scope
from coupdsl.native.llvm.arithmetic import Arithmetic
from coupdsl.native.memory.held import Held, Ratio, form

if TYPE_CHECKING:
    from coupdsl.native.expressions.expression_code import ExpressionCompiler

Compiler = Callable[["ExpressionCompiler", x.Op, Scope], Held]
OPERATIONS: dict[str, Compiler] = {}
_operation = registering(OPERATIONS)


# ---- logic and comparison
@_operation("not")
def _not(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    return scope.f.op(f"xor i1 {ex.flag(expr.arguments[0], scope)}, true")


@_operation("and", "or")
def _logic(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    left, right = expr.arguments
    first = ex.flag(left, scope)
    if first in ("true", "false"):
        decided = (first == "true") is (expr.name == "or")
        return first if decided else ex.flag(right, scope)
    if expr.name == "and":
        return f.either(first, "i1", lambda: ex.flag(right, scope), lambda: "false")
    return f.either(first, "i1", lambda: "true", lambda: ex.flag(right, scope))


@_operation("is", "lt", "le", "gt", "ge")
def _compared(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    left, right = expr.arguments
    relation = {"is": "eq", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}[expr.name]
    if "ratio" in (form(left.type), form(right.type)):
        return Arithmetic(f).compared(relation, _in_any_terms(ex, left, scope), _in_any_terms(ex, right, scope))
    if "set" in (form(left.type), form(right.type)):
        bits = max(ex.offsets.bits(left.type), ex.offsets.bits(right.type))
        return f.op(f"icmp eq i{bits} {ex.mask(left, scope, bits)}, {ex.mask(right, scope, bits)}")
    one, other = ex.number(left, scope), ex.number(right, scope)
    return f.op(f"icmp {relation} i64 {one}, {other}")


# ---- arithmetic
@_operation("add", "sub", "mul", "div", "mod")
def _arithmetic(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    left, right = expr.arguments
    if form(expr.type) == "ratio":
        return Arithmetic(f).combined(expr.name, ex.ratio(left, scope), ex.ratio(right, scope))
    one, other = ex.number(left, scope), ex.number(right, scope)
    if expr.name == "mod":
        f.fail_if(f.op(f"icmp eq i64 {other}, 0"))
        return Arithmetic(f).floor(one, other)[1]
    return Arithmetic(f).checked(expr.name, one, other)


@_operation("round_up", "round_down")
def _round(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    value, step = expr.arguments
    given = _in_any_terms(ex, value, scope)
    return Arithmetic(scope.f).rounded(given, ex.number(step, scope), expr.name == "round_up")


def _in_any_terms(ex: ExpressionCompiler, expr: x.Expression, scope: Scope) -> Ratio:
    """What is rounded or compared need not be in lowest terms for that."""
    if form(expr.type) != "ratio" or not isinstance(expr, x.Op) or expr.name not in ("mul", "div"):
        return ex.ratio(expr, scope)
    left, right = (ex.ratio(argument, scope) for argument in expr.arguments)
    return Arithmetic(scope.f).combined(expr.name, left, right, lowest=False)


@_operation("negative")
def _negative(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    value = ex.held(expr.arguments[0], scope)
    if isinstance(value, Ratio):
        return Ratio(scope.f.op(f"sub i64 0, {value.over}"), value.under)
    return scope.f.op(f"sub i64 0, {value}")


@_operation("min", "max")
def _extreme(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    if form(expr.type) == "ratio":
        best = ex.ratio(expr.arguments[0], scope)
        for argument in expr.arguments[1:]:
            other = ex.ratio(argument, scope)
            better = Arithmetic(f).compared("slt" if expr.name == "min" else "sgt", other, best)
            pairs = zip(other, best, strict=True)
            best = Ratio(*(f.op(f"select i1 {better}, i64 {a}, i64 {b}") for a, b in pairs))
        return best
    found = ex.number(expr.arguments[0], scope)
    for argument in expr.arguments[1:]:
        found = f.op(f"call i64 @llvm.s{expr.name}.i64(i64 {found}, i64 {ex.number(argument, scope)})")
    return found


# ---- sets and lists
@_operation("in")
def _in(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    element, source = expr.arguments
    value = ex.number(element, scope)
    if source.type.name == "list" and not ex.offsets.domain(source.type.of):
        return ex.lists.among(ex.lists.whole(source, scope), value, scope.f)
    bits = ex.offsets.bits(source.type)
    return ex.lists.contains(ex.mask(source, scope, bits), value, element.type, bits, scope.f)


@_operation("subset")
def _subset(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    bits = max(ex.offsets.bits(argument.type) for argument in expr.arguments)
    part, whole = (ex.mask(argument, scope, bits) for argument in expr.arguments)
    beyond = f.op(f"and i{bits} {part}, {f.op(f'xor i{bits} {whole}, -1')}")
    return f.op(f"icmp eq i{bits} {beyond}, 0")


@_operation("is_empty")
def _is_empty(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f, source = scope.f, expr.arguments[0]
    if source.type.name == "list" and not ex.lists.is_plain(source):
        return f.op(f"icmp eq i64 {f.load('i64', ex.lists.whole(source, scope).place)}, 0")
    bits = ex.offsets.bits(source.type)
    return f.op(f"icmp eq i{bits} {ex.mask(source, scope, bits)}, 0")


@_operation("count")
def _count(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f, source = scope.f, expr.arguments[0]
    if isinstance(source, x.Zone) and source.row:
        return ex.rows.count(f, ex.lists.row(source, scope)[1])
    if source.type.name == "list" and not ex.lists.is_plain(source):
        return f.load("i64", ex.lists.whole(source, scope).place)
    bits = ex.offsets.bits(source.type)
    return f.size(ex.mask(source, scope, bits), bits)


@_operation("first", "last")
def _end(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f, source, lacking = scope.f, expr.arguments[0], str(none_of(expr.type))
    if source.type.name == "set":
        bits = ex.offsets.bits(source.type)
        mask = ex.mask(source, scope, bits)
        none = f.op(f"icmp eq i{bits} {mask}, 0")
        if expr.name == "first":
            found = f.lowest(mask, bits)
        else:
            zeros = f.op(f"call i{bits} @llvm.ctlz.i{bits}(i{bits} {mask}, i1 true)")
            found = f.op(f"sub i64 {bits - 1}, {f.resized(zeros, bits, 64)}")
        return f.op(f"select i1 {none}, i64 {lacking}, i64 {found}")
    if isinstance(source, x.Zone):
        _, row = ex.lists.row(source, scope)
        count = ex.rows.count(f, row)

        def piece() -> str:
            return ex.rows.piece(f, row, "0" if expr.name == "first" else f.op(f"sub i64 {count}, 1"))

        return f.either(f.op(f"icmp eq i64 {count}, 0"), "i64", lambda: lacking, piece)
    if isinstance(source, x.Load) and source.name.stored and source.name.slot in ex.firsts:
        return f.load("i64", ex.slot(source.name.slot, scope))
    if isinstance(source, x.Best):
        return _best(ex, source, expr.name, lacking, scope)
    if expr.name == "first" and isinstance(source, x.Filter) and ex.is_safe(source):
        return _first(ex, source, lacking, scope)
    listing = ex.lists.whole(source, scope)
    count = f.load("i64", listing.place)

    def member() -> str:
        return ex.lists.member(listing, "0" if expr.name == "first" else f.op(f"sub i64 {count}, 1"), f)

    return f.either(f.op(f"icmp eq i64 {count}, 0"), "i64", lambda: lacking, member)


def _best(ex: ExpressionCompiler, source: x.Best, which: str, none: str, scope: Scope) -> str:
    """The first or the last of those that are best."""
    f = scope.f
    found = f.variable("i64", none)
    with ex.orders.best(source, scope) as (element, good, better):
        taken = better if which == "first" else good
        f.store("i64", f.op(f"select i1 {taken}, i64 {element}, i64 {f.load('i64', found)}"), found)
    return f.load("i64", found)


def _first(ex: ExpressionCompiler, source: x.Expression, none: str, scope: Scope) -> str:
    """The first that is come to; those after it need not be asked."""
    f = scope.f
    found, after = f.variable("i64", none), f.label()
    with ex.lists.walking(source, scope) as element:
        f.store("i64", element, found)
        f.jump(after)
    f.start(after)
    return f.load("i64", found)


@_operation("first_n", "last_n", "between", "from", "after", "listed", "line", "choices")
def _list(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    return ex.lists.filled(expr, scope)


@_operation("choice")
def _choice(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    return ex.lists.choice(expr, scope, ex.offsets.bits(expr.type))


@_operation("with", "without")
def _with(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    if form(expr.type) == "list":
        return ex.lists.filled(expr, scope)
    bits = ex.offsets.bits(expr.type)
    left, right = (ex.mask(argument, scope, bits) for argument in expr.arguments)
    if expr.name == "without":
        return f.op(f"and i{bits} {left}, {f.op(f'xor i{bits} {right}, -1')}")
    return f.op(f"or i{bits} {left}, {right}")


@_operation("single")
def _single(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    element = expr.arguments[0]
    return ex.single(ex.number(element, scope), element.type, scope, ex.offsets.bits(expr.type))


@_operation("as_set")
def _as_set(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    return ex.mask(expr.arguments[0], scope, ex.offsets.bits(expr.type))


@_operation("listing")
def _listing(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    if form(expr.type) == "list":
        return ex.lists.filled(expr, scope)
    bits = ex.offsets.bits(expr.type)
    return _all_of((ex.single(ex.number(part, scope), part.type, scope, bits) for part in expr.arguments), bits, scope)


@_operation("union")
def _union(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    bits = ex.offsets.bits(expr.type)
    return _all_of((ex.mask(part, scope, bits) for part in expr.arguments), bits, scope)


def _all_of(masks: Iterable[str], bits: int, scope: Scope) -> str:
    """The set of what is in any of these, each written down when its turn comes."""
    found = "0"
    for mask in masks:
        found = scope.f.op(f"or i{bits} {found}, {mask}")
    return found


@_operation("near")
def _near(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f, (element, among) = scope.f, expr.arguments
    value, bits = ex.number(element, scope), ex.offsets.bits(expr.type)
    if expr.type.of == CELL:
        return f.op(f"and i{bits} {_beside(ex, value, bits, scope)}, {ex.mask(among, scope, bits)}")
    if isinstance(among, x.Fixed) and all(abs(value) <= LARGEST for value in among.value):
        return _near_in(ex, tuple(among.value), value, bits, scope)
    order = ex.lists.whole(among, scope)
    found = f.variable(f"i{bits}", "0")
    with f.counting("1", f.load("i64", order.place)) as at:
        before, after = (ex.lists.member(order, place, f) for place in (f.add(at, -1), at))
        for one, other in ((before, after), (after, before)):
            with f.when(f.op(f"icmp eq i64 {one}, {value}")):
                _gather(ex, found, other, expr.type.of, bits, scope)
    return f.load(f"i{bits}", found)


def _near_in(ex: ExpressionCompiler, order: tuple[int, ...], value: str, bits: int, scope: Scope) -> str:
    """The neighbours of a value in an order known before play."""
    first, last = min((*order, -1)), max((*order, -1))
    table = [mask_of(beside(order, one)) for one in range(first, last + 1)]
    f = scope.f
    at_word = f.op(f"sub i64 {value}, {first}")
    inside = f.op(f"icmp ult i64 {at_word}, {len(table)}")
    place = f.op(f"select i1 {inside}, i64 {at_word}, i64 0")
    found = ex.module.look_up_word(f, table, place, bits)
    return f.op(f"select i1 {inside}, i{bits} {found}, i{bits} 0")


@_operation("place_in")
def _place_in(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    """The number of a value in a list, from 1; none where it is not there."""
    f, (element, among) = scope.f, expr.arguments
    place = ex.lists.place_in(ex.lists.whole(among, scope), ex.number(element, scope), f)
    there = f.op(f"icmp sge i64 {place}, 0")
    return f.op(f"select i1 {there}, i64 {f.add(place, 1)}, i64 {NO_NUMBER}")


def _gather(ex: ExpressionCompiler, found: str, member: str, kind: Type | None, bits: int, scope: Scope) -> None:
    f = scope.f
    assert kind is not None
    single = ex.single(member, kind.or_none, scope, bits)
    f.store(f"i{bits}", f.op(f"or i{bits} {f.load(f'i{bits}', found)}, {single}"), found)


def _beside(ex: ExpressionCompiler, cell: str, bits: int, scope: Scope) -> str:
    return ex.module.look_up_word(scope.f, ex.layout.board.near, cell, bits)


@_operation("row", "column")
def _on_board(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    board = ex.layout.board
    places = board.row_of if expr.name == "row" else board.column_of
    return ex.module.look_up_number(scope.f, places, ex.number(expr.arguments[0], scope))


@_operation("place_of_two")
def _place_of_two(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    one, other, size = (ex.number(part, scope) for part in expr.arguments)
    return scope.f.add(scope.f.op(f"mul i64 {one}, {size}"), other)


# ---- pieces, seats, accounts
@_operation("suit", "rank")
def _attribute(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    table = ex.layout.suit_of if expr.name == "suit" else ex.layout.rank_of
    return ex.module.look_up_number(scope.f, table, ex.number(expr.arguments[0], scope))


@_operation("face")
def _face(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f, bits = scope.f, ex.offsets.card_bits
    rank, suit = (ex.number(argument, scope) for argument in expr.arguments)
    parts = []
    for value, masks in ((rank, ex.layout.rank_mask), (suit, ex.layout.suit_mask)):
        some = f.op(f"icmp sge i64 {value}, 0")
        at = f.op(f"select i1 {some}, i64 {value}, i64 0")
        parts.append(f.op(f"select i1 {some}, i{bits} {ex.module.look_up_word(f, masks, at, bits)}, i{bits} 0"))
    return f.op(f"and i{bits} {parts[0]}, {parts[1]}")


@_operation("extra")
def _extra(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    which = ex.number(expr.arguments[0], scope)
    if expr.type.is_face:
        return ex.module.look_up_word(scope.f, ex.layout.extra_mask, which, ex.offsets.card_bits)
    return ex.module.look_up_number(scope.f, ex.layout.extra_start, which)


@_operation("owner")
def _owner(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    zone = ex.pieces.zone_of(scope.f, ex.number(expr.arguments[0], scope))
    return ex.module.look_up_number(scope.f, ex.layout.zone_owner, zone)


@_operation("position")
def _position(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    return ex.pieces.position(scope.f, ex.number(expr.arguments[0], scope))


@_operation("left")
def _left(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    f = scope.f
    after = f.add(ex.number(expr.arguments[0], scope), 1)
    return f.op(f"select i1 {f.op(f'icmp eq i64 {after}, {ex.layout.seats}')}, i64 0, i64 {after}")


@_operation("team")
def _team(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    seat, teams = ex.number(expr.arguments[0], scope), ex.layout.rules.program.teams
    return scope.f.op(f"urem i64 {seat}, {teams}")


@_operation("the")
def _the(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    value = ex.number(expr.arguments[0], scope)
    scope.f.fail_if(scope.f.op(f"icmp eq i64 {value}, {none_of(expr.type)}"))
    return value if form(expr.type) == "number" else scope.f.op(f"icmp ne i64 {value}, 0")


@_operation("no_branch")
def _no_branch(ex: ExpressionCompiler, expr: x.Op, scope: Scope) -> Held:
    scope.f.fail()
    return ex.module.anything(expr.type)
