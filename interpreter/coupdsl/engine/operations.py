"""The built-ins of the language, one small compiler each."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from coupdsl.code.bounds import bounded, checked, is_number, listed, to_set
from coupdsl.code.errors import RulesError
from coupdsl.engine.closures import Closure, Fixed
from coupdsl.engine.position import Position
from coupdsl.language import program as p
from coupdsl.language.source import Span
from coupdsl.language.types import CELL, NO_NUMBER, none_of

if TYPE_CHECKING:
    from coupdsl.engine.evaluate import Evaluator

Compiler = Callable[["Evaluator", p.Op, "p.Entry | None"], Closure]

Compiling = TypeVar("Compiling")

OPERATIONS: dict[str, Compiler] = {}


def registering(table: dict[str, Compiling]) -> Callable[..., Callable[[Compiling], Compiling]]:
    """A decorator that puts what it decorates into `table`, under the names it is given."""

    def named(*names: str) -> Callable[[Compiling], Compiling]:
        def register(compiler: Compiling) -> Compiling:
            table.update(dict.fromkeys(names, compiler))
            return compiler

        return register

    return named


_operation = registering(OPERATIONS)


def _of(function: Callable[..., Any], *parts: Closure) -> Closure:
    """`function` of the parts' values, worked out now when all are fixed."""
    if all(isinstance(part, Fixed) for part in parts):
        return Fixed(function(*(part.value for part in parts if isinstance(part, Fixed))))
    if len(parts) == 1:
        only = parts[0]
        return lambda position: function(only(position))
    if len(parts) == 2:
        left, right = parts
        if isinstance(right, Fixed):
            known = right.value
            return lambda position: function(left(position), known)
        return lambda position: function(left(position), right(position))
    return lambda position: function(*(part(position) for part in parts))


def _arguments(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> list[Closure]:
    return [ev.closure(argument, entry) for argument in expr.arguments]


# ---- logic and comparison
@_operation("not")
def _not(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(operator.not_, *_arguments(ev, expr, entry))


@_operation("and", "or")
def _logic(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    left = ev.closure(expr.arguments[0], entry)
    if isinstance(left, Fixed):
        decided = bool(left.value) is (expr.name == "or")
        return Fixed(bool(left.value)) if decided else ev.closure(expr.arguments[1], entry)
    right = ev.closure(expr.arguments[1], entry)
    if expr.name == "and":
        return lambda position: left(position) and right(position)
    return lambda position: left(position) or right(position)


@_operation("is")
def _is(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    left, right = _arguments(ev, expr, entry)
    if isinstance(left, Fixed):
        left, right = right, left
    if isinstance(left, Fixed):
        return _of(operator.eq, left, right)
    if isinstance(right, Fixed):
        known = right.value
        return lambda position: left(position) == known
    return lambda position: left(position) == right(position)


for _name, _function in (
    ("lt", operator.lt), ("le", operator.le), ("gt", operator.gt), ("ge", operator.ge),
):  # fmt: skip
    OPERATIONS[_name] = lambda ev, expr, entry, f=_function: _of(f, *_arguments(ev, expr, entry))  # type: ignore[misc]


# ---- arithmetic, checked to 64 bits
def _checked(function: Callable[[Any, Any], Any]) -> Compiler:
    def compiler(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
        return _of(checked(function, expr.span), *_arguments(ev, expr, entry))

    return compiler


OPERATIONS["add"] = _checked(operator.add)
OPERATIONS["sub"] = _checked(operator.sub)
OPERATIONS["mul"] = _checked(operator.mul)


@_operation("div", "mod")
def _divide(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    span = expr.span
    divide = checked(Fraction if expr.name == "div" else operator.mod, span)

    def work(left: Any, right: Any) -> Any:
        if right == 0:
            raise RulesError("a division by zero", span)
        return divide(left, right)

    return _of(work, *_arguments(ev, expr, entry))


@_operation("round_up", "round_down")
def _round(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    up, span = expr.name == "round_up", expr.span

    def work(value: Any, step: Any) -> int:
        if step <= 0:
            raise RulesError("rounded to a step that is not positive", span)
        steps: int = value // step
        return int(bounded((steps + 1 if up and steps * step != value else steps) * step, span))

    return _of(work, *_arguments(ev, expr, entry))


@_operation("negative")
def _negative(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(operator.neg, *_arguments(ev, expr, entry))


@_operation("min")
def _min(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(min, *_arguments(ev, expr, entry))


@_operation("max")
def _max(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(max, *_arguments(ev, expr, entry))


# ---- sets and lists
@_operation("in")
def _in(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    element, among = ev.closure(expr.arguments[0], entry), expr.arguments[1]
    if among.type.name == "list" and is_number(among.type.of):
        return _of(lambda value, numbers: value in numbers, element, ev.closure(among, entry))
    source = ev.as_mask(among, entry)
    return _of(lambda value, mask: value >= 0 and mask >> value & 1, element, source)


@_operation("subset")
def _subset(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(lambda a, b: a & ~b == 0, *(ev.as_mask(argument, entry) for argument in expr.arguments))


@_operation("is_empty")
def _is_empty(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(operator.not_, *_arguments(ev, expr, entry))


@_operation("count")
def _count(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    is_set = expr.arguments[0].type.name == "set"
    return _of(int.bit_count if is_set else len, *_arguments(ev, expr, entry))


@_operation("first", "last")
def _end(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    source = ev.closure(expr.arguments[0], entry)
    if expr.arguments[0].type.name == "set":
        none = none_of(expr.type)
        if expr.name == "first":
            return _of(lambda mask: (mask & -mask).bit_length() - 1 if mask else none, source)
        return _of(lambda mask: mask.bit_length() - 1 if mask else none, source)
    at, none = 0 if expr.name == "first" else -1, none_of(expr.type)
    return _of(lambda elements: elements[at] if elements else none, source)


@_operation("first_n")
def _first_n(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    source, count = ev.as_list(expr.arguments[0], entry), ev.closure(expr.arguments[1], entry)
    return _of(lambda elements, n: elements[: max(n, 0)], source, count)


@_operation("with", "without")
def _with(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    left, right = expr.arguments
    if expr.type.name == "set" or left.type.name == "any":
        masks = ev.as_mask(left, entry), ev.as_mask(right, entry)
        return _of(operator.or_ if expr.name == "with" else (lambda a, b: a & ~b), *masks)
    if expr.name == "with":
        span, numbers = expr.span, is_number(expr.type.of)

        def joined(a: Any, b: Any) -> Any:
            found = [*a, *(x for x in b if x not in a)]
            return listed(found, span) if numbers else found

        return _of(joined, ev.as_list(left, entry), ev.as_list(right, entry))
    if is_number(expr.type.of):
        return _of(lambda a, b: [x for x in a if x not in b], ev.as_list(left, entry), ev.as_list(right, entry))
    rest: Callable[[Any, int], Any] = lambda a, mask: [x for x in a if x < 0 or not mask >> x & 1]  # noqa: E731
    return _of(rest, ev.as_list(left, entry), ev.as_mask(right, entry))


@_operation("single")
def _single(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    set_of = to_set(expr.type.of, expr.span)
    return _of(lambda value: set_of((value,)), *_arguments(ev, expr, entry))


@_operation("as_set")
def _as_set(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return ev.as_mask(expr.arguments[0], entry)


@_operation("listed")
def _listed(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return ev.as_list(expr.arguments[0], entry)


@_operation("listing")
def _listing(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    parts, may_lack = _arguments(ev, expr, entry), any(part.type.optional for part in expr.arguments)
    if may_lack and expr.type.name == "list":
        absent = tuple(none_of(part.type) if part.type.optional else None for part in expr.arguments)
        return _of(lambda *values: tuple(v for v, none in zip(values, absent, strict=True) if v != none), *parts)
    set_of = to_set(expr.type.of, expr.span)
    return _of(lambda *values: set_of(values) if expr.type.name == "set" else values, *parts)


@_operation("union")
def _union(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    def union(*masks: int) -> int:
        result = 0
        for mask in masks:
            result |= mask
        return result

    return _of(union, *(ev.as_mask(argument, entry) for argument in expr.arguments))


@_operation("between")
def _between(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    span = expr.span

    def work(low: int, high: int, step: int) -> Any:
        if step <= 0:
            raise RulesError("the step between numbers is not positive", span)
        return listed(range(low, high + 1, step), span)

    return _of(work, *_arguments(ev, expr, entry))


@_operation("from", "after")
def _rotated(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    source, start = ev.as_list(expr.arguments[0], entry), ev.closure(expr.arguments[1], entry)
    skip = expr.name == "after"

    def rotate(elements: Any, at: int) -> Any:
        if at not in elements:
            return elements
        place = elements.index(at)
        return (*elements[place + skip :], *elements[:place])

    return _of(rotate, source, start)


@_operation("near")
def _near(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    value = ev.closure(expr.arguments[0], entry)
    if expr.type.of == CELL:
        beside = ev.layout.board.near
        return _of(lambda cell, among: beside[cell] & among, value, ev.as_mask(expr.arguments[1], entry))
    order = ev.as_list(expr.arguments[1], entry)

    set_of = to_set(expr.type.of, expr.span)

    def near(at: int, elements: Any) -> int:
        if at not in elements:
            return 0
        place = elements.index(at)
        return set_of((*elements[max(place - 1, 0) : place], *elements[place + 1 : place + 2]))

    return _of(near, value, order)


@_operation("line")
def _line(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(ev.layout.board.line, *_arguments(ev, expr, entry))


@_operation("row", "column")
def _place(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    places = ev.layout.board.row_of if expr.name == "row" else ev.layout.board.column_of
    return _of(lambda cell: places[cell], *_arguments(ev, expr, entry))


# ---- pieces, seats, accounts
@_operation("suit", "rank")
def _attribute(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    table = ev.layout.suit_of if expr.name == "suit" else ev.layout.rank_of
    piece = ev.closure(expr.arguments[0], entry)
    if isinstance(piece, Fixed):
        return Fixed(table[piece.value])
    return lambda position: table[piece(position)]


@_operation("face")
def _face(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return _of(ev.layout.face, *_arguments(ev, expr, entry))


@_operation("extra")
def _extra(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    start = ev.layout.extra_start
    return _of(lambda index: start + index, *_arguments(ev, expr, entry))


@_operation("owner")
def _owner(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    piece, owners = ev.closure(expr.arguments[0], entry), ev.layout.zone_owner
    return lambda position: owners[position.where[piece(position)]]


@_operation("position")
def _position(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    piece = ev.closure(expr.arguments[0], entry)

    def position(position: Position) -> int:
        wanted = piece(position)
        zone = position.where[wanted]
        row = position.row(zone) if position.code.layout.zones[zone].row else ()
        return row.index(wanted) if wanted in row else NO_NUMBER

    return position


@_operation("left")
def _left(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    seats = ev.rules.players
    return _of(lambda seat: (seat + 1) % seats, *_arguments(ev, expr, entry))


@_operation("account")
def _account(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    declared = expr.arguments[0]
    assert isinstance(declared, p.Const) and isinstance(declared.value, p.Account)
    return Fixed(ev.layout.account_start[declared.value])


@_operation("the")
def _the(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    source, span, none = ev.closure(expr.arguments[0], entry), expr.span, none_of(expr.type)
    message = f"there is no such thing as `{span.text}` here"
    if isinstance(source, Fixed):
        return trap(message, span) if source.value == none else source

    def the(position: Position) -> Any:
        value = source(position)
        if value == none:
            raise RulesError(message, span)
        return value

    return the


@_operation("no_branch")
def _no_branch(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return trap("no branch of this case fits", expr.span)


def trap(message: str, span: Span) -> Closure:
    """Where the rules must not come."""

    def trapped(position: Position) -> Any:
        raise RulesError(message, span)

    return trapped
