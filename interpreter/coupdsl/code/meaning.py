"""What the operators of the language give, of the values they are given; each with its limits and errors."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from coupdsl.code.bits import mask_of, members
from coupdsl.code.bounds import bounded, checked, is_number, listed, to_set
from coupdsl.code.errors import NO_BRANCH, NOT_THERE, RulesError
from coupdsl.code.expressions import Expression, Op
from coupdsl.code.layout import Layout
from coupdsl.code.plain import is_now
from coupdsl.language.operators import registering
from coupdsl.language.source import Span
from coupdsl.language.types import CELL, NO_NUMBER, SEAT, Type, none_of

Function = Callable[..., Any]
Builder = Callable[[Op, Layout], Function]

LAZY = {"and", "or"}  # the right side is not always asked
IN_PLAY = {"owner", "position"}  # depend on where pieces lie
MEANINGS: dict[str, Builder] = {}


_meaning = registering(MEANINGS)


def meaning(op: Op, layout: Layout) -> Function:
    """The function that works `op` out of the values of its arguments; not of those in `LAZY` and `IN_PLAY`."""
    return MEANINGS[op.name](op, layout)


# ---- logic, comparison, arithmetic
_SAME: dict[str, Function] = {
    "not": operator.not_, "is": operator.eq, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
    "ge": operator.ge, "negative": operator.neg, "min": min, "max": max, "is_empty": operator.not_,
}  # fmt: skip


@_meaning(*_SAME)
def _same(op: Op, layout: Layout) -> Function:
    return _SAME[op.name]


@_meaning("add", "sub", "mul")
def _checked(op: Op, layout: Layout) -> Function:
    return checked(getattr(operator, op.name), op.span)


@_meaning("div", "mod")
def _divide(op: Op, layout: Layout) -> Function:
    divide = checked(Fraction if op.name == "div" else operator.mod, op.span)

    def work(left: Any, right: Any) -> Any:
        if right == 0:
            raise RulesError("a division by zero", op.span)
        return divide(left, right)

    return work


@_meaning("round_up", "round_down")
def _round(op: Op, layout: Layout) -> Function:
    up = op.name == "round_up"

    def work(value: Any, step: Any) -> int:
        if step <= 0:
            raise RulesError("rounded to a step that is not positive", op.span)
        steps: int = value // step
        return int(bounded((steps + 1 if up and steps * step != value else steps) * step, op.span))

    return work


# ---- sets and lists
@_meaning("in")
def _in(op: Op, layout: Layout) -> Function:
    if op.arguments[1].type.name == "list":
        return lambda value, numbers: value in numbers
    return lambda value, mask: value >= 0 and mask >> value & 1


@_meaning("subset")
def _subset(op: Op, layout: Layout) -> Function:
    return lambda a, b: a & ~b == 0


@_meaning("count")
def _count(op: Op, layout: Layout) -> Function:
    return int.bit_count if op.arguments[0].type.name == "set" else len


@_meaning("first", "last")
def _end(op: Op, layout: Layout) -> Function:
    none, at = none_of(op.type), 0 if op.name == "first" else -1
    if op.arguments[0].type.name != "set":
        return lambda elements: elements[at] if elements else none
    if op.name == "first":
        return lambda mask: (mask & -mask).bit_length() - 1 if mask else none
    return lambda mask: mask.bit_length() - 1 if mask else none


@_meaning("first_n", "last_n")
def _end_of(op: Op, layout: Layout) -> Function:
    if op.name == "first_n":
        return lambda elements, n: elements[: max(n, 0)]
    return lambda elements, n: elements[max(len(elements) - max(n, 0), 0) :]


@_meaning("choices")
def _choices(op: Op, layout: Layout) -> Function:
    return lambda elements: listed(range(1, 1 << len(elements)), op.span)


@_meaning("choice")
def _choice(op: Op, layout: Layout) -> Function:
    return lambda elements, choice: mask_of(one for place, one in enumerate(elements) if choice >> place & 1)


@_meaning("with", "without")
def _with(op: Op, layout: Layout) -> Function:
    if op.arguments[0].type.name != "list":
        return operator.or_ if op.name == "with" else lambda a, b: a & ~b
    if op.name == "with":

        def joined(a: Any, b: Any) -> Any:
            there = set(a)
            found = [*a, *(x for x in dict.fromkeys(b) if x not in there)]
            return listed(found, op.span) if is_number(op.type.of) else found

        return joined
    if op.arguments[1].type.name == "list":

        def parted(a: Any, b: Any) -> Any:
            others = set(b)
            return [x for x in a if x not in others]

        return parted
    return lambda a, mask: [x for x in a if x < 0 or not mask >> x & 1]


@_meaning("single")
def _single(op: Op, layout: Layout) -> Function:
    set_of = to_set(op.type.of, op.span)
    return lambda value: set_of((value,))


@_meaning("as_set")
def _as_set(op: Op, layout: Layout) -> Function:
    return in_form(op.arguments[0].type, "set", op.span)


@_meaning("listed")
def _listed(op: Op, layout: Layout) -> Function:
    return in_form(op.arguments[0].type, "list", op.span)


@_meaning("listing")
def _listing(op: Op, layout: Layout) -> Function:
    if op.type.name != "list":
        set_of = to_set(op.type.of, op.span)
        return lambda *values: set_of(values)
    absent = [none_of(part.type) if part.type.optional else None for part in op.arguments]
    return lambda *values: tuple(v for v, none in zip(values, absent, strict=True) if none is None or v != none)


@_meaning("union")
def _union(op: Op, layout: Layout) -> Function:
    if op.type.name == "list":
        return lambda *masks: tuple(dict.fromkeys(one for mask in masks for one in members(mask)))

    def union(*masks: int) -> int:
        result = 0
        for mask in masks:
            result |= mask
        return result

    return union


@_meaning("between")
def _between(op: Op, layout: Layout) -> Function:
    def work(low: int, high: int, step: int) -> Any:
        if step <= 0:
            raise RulesError("the step between numbers is not positive", op.span)
        return listed(range(low, high + 1, step), op.span)

    return work


@_meaning("from", "after")
def _rotated(op: Op, layout: Layout) -> Function:
    skip, seats = op.name == "after", layout.seats

    def rotate(elements: Any, at: int) -> Any:
        if at not in elements:
            return elements
        place = elements.index(at)
        return (*elements[place + skip :], *elements[:place])

    def by_seats(elements: Any, at: int) -> Any:
        """Begins with the next seat that is in it, where `at` is not."""
        if not elements or at in elements:
            return rotate(elements, at)
        place = elements.index(min(elements, key=lambda seat: (seat - at) % seats))
        return (*elements[place:], *elements[:place])

    return by_seats if op.type.of == SEAT else rotate


def beside(elements: Sequence[int], one: int) -> list[int]:
    """What stands right before and after `one`, wherever it stands."""
    pairs = [*pairwise(elements)]
    return [before for before, at in pairs if at == one] + [after for at, after in pairs if at == one]


@_meaning("near")
def _near(op: Op, layout: Layout) -> Function:
    if op.type.of == CELL:
        around = layout.board.near
        return lambda cell, among: around[cell] & among
    set_of = to_set(op.type.of, op.span)

    def near(at: int, elements: Any) -> int:
        return set_of(beside(elements, at))

    return near


@_meaning("place_in")
def _place(op: Op, layout: Layout) -> Function:
    return lambda one, elements: elements.index(one) + 1 if one in elements else NO_NUMBER


# ---- pieces, places, seats
@_meaning("line")
def _line(op: Op, layout: Layout) -> Function:
    return layout.board.line


@_meaning("row", "column", "suit", "rank")
def _attribute(op: Op, layout: Layout) -> Function:
    tables = {
        "row": layout.board.row_of, "column": layout.board.column_of,
        "suit": layout.suit_of, "rank": layout.rank_of,
    }  # fmt: skip
    return tables[op.name].__getitem__


@_meaning("face")
def _face(op: Op, layout: Layout) -> Function:
    return layout.face


@_meaning("place_of_two")
def _place_of_two(op: Op, layout: Layout) -> Function:
    return lambda one, other, size: one * size + other


@_meaning("extra")
def _extra(op: Op, layout: Layout) -> Function:
    return (layout.extra_mask if op.type.is_face else layout.extra_start).__getitem__


@_meaning("left")
def _left(op: Op, layout: Layout) -> Function:
    seats = layout.seats
    return lambda seat: (seat + 1) % seats


@_meaning("team")
def _team(op: Op, layout: Layout) -> Function:
    teams = layout.rules.program.teams
    return lambda seat: seat % teams


@_meaning("the")
def _the(op: Op, layout: Layout) -> Function:
    none = none_of(op.type)

    def the(value: Any) -> Any:
        if value == none:
            raise RulesError(f"there is no such thing as `{op.span.words}` here", op.span, help_=NOT_THERE)
        return value

    return the


@_meaning("no_branch")
def _no_branch(op: Op, layout: Layout) -> Function:
    def trap(*found: Any) -> Any:
        raise RulesError(NO_BRANCH, op.span, found=is_now(op.arguments, found, layout))

    return trap


# ---- forms
def in_form(given: Type, wanted: str, span: Span) -> Function:
    """What makes a `set` or a `list` of a set or list."""
    if wanted == "list":
        return (lambda value: value) if given.name == "list" else members
    return to_set(given.of, span) if given.name == "list" else lambda value: value


def elements(kind: Type, value: Any) -> Any:
    """The elements of a set or list of this type, in their order."""
    return value if kind.name == "list" else members(value)


def elements_of(one: Expression) -> tuple[Expression, Function]:
    """What is worked out where only the elements of a set or list are asked for, and what makes them of its value."""
    if isinstance(one, Op) and one.name == "single":  # of one number, even one that no set holds
        element = one.arguments[0]
        none = none_of(element.type) if element.type.optional else None
        return element, lambda value: () if value == none else (value,)
    return one, members if one.type.name != "list" else lambda value: value


def nothing(kind: Type) -> Any:
    """A value in which nothing is."""
    return 0 if kind.name == "set" else () if kind.name == "list" else none_of(kind)
