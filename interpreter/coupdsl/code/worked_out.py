"""Walks the code of a ruleset: every expression that is worked out in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache as once
from typing import Any

from coupdsl.code.code import Code
from coupdsl.code.expressions import Expression, Function
from coupdsl.code.moves import Move
from coupdsl.language.source import Span
from coupdsl.language.types import Type

NO_PARTS = (str, int, float, Span, Type, Move)
NOT_WORKED_OUT = {"stated", "citations", "entry"}  # what is only kept for who asks why


def all_expressions(code: Code) -> Iterator[Expression]:
    """Every expression, in the order in which the code comes to it, each once."""
    return expressions_in([*code.instructions, *(first for _, _, first in code.beginnings)])


def expressions_in(these: Iterable[Any]) -> Iterator[Expression]:
    """Every expression that instructions or others work out, in the rules that they ask, too, each once."""
    seen: set[int] = set()
    waiting: list[Any] = [*these][::-1]
    while waiting:
        one = waiting.pop()
        if one is None or isinstance(one, NO_PARTS) or id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Expression):
            yield one
        waiting += list(_inside(one))[::-1]


def outermost_expressions(one: Any) -> Iterator[Expression]:
    """The expressions that an instruction works out, in its order, without those inside them."""
    if isinstance(one, Expression):
        yield one
    elif one is not None and not isinstance(one, NO_PARTS):
        for part in _inside(one):
            yield from outermost_expressions(part)


def _inside(one: Any) -> Iterator[Any]:
    if isinstance(one, dict):
        yield from one.values()
    elif isinstance(one, tuple | list | set | frozenset):
        yield from one
    elif isinstance(one, Function):
        yield one.folded
    elif is_dataclass(one):
        yield from (getattr(one, name) for name in _worked_out_of(one.__class__))


@once
def _worked_out_of(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in NOT_WORKED_OUT)
