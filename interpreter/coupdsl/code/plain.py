"""Values as people and programs outside read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from coupdsl.code.bits import members
from coupdsl.code.bounds import ENOUGH
from coupdsl.code.expressions import Expression
from coupdsl.code.layout import Layout
from coupdsl.language.types import Type, none_of

_RATIO = re.compile(r"-?\d+(/\d+)?")


def plain(value: Any, kind: Type, layout: Layout) -> Any:
    """A value as plain data: names for suits, ranks, pieces, entries and words, None for none."""
    return reader(kind, layout)(value)


def reader(kind: Type, layout: Layout) -> Callable[[Any], Any]:
    """What makes plain data of values of one type."""
    if kind.is_collection and kind.of is not None:
        element, elements = reader(kind.of, layout), members if kind.name == "set" else list
        return lambda value: None if value is None else [element(one) for one in elements(value)]
    if kind.name == "flag":
        return lambda value: None if value is None else bool(value)
    none = none_of(kind) if kind.optional else None
    if kind.definite.is_numeric:
        return lambda value: None if value == none else value
    if kind.name in ("ratio", "fraction"):
        return lambda value: None if value is None or value == none else str(value)
    names = names_of(kind, layout)
    if names is None:
        return lambda value: None if value is None or value < 0 else value
    return lambda value: None if value is None or value < 0 else names[value]


def written(value: object) -> str:
    """Plain data in a sentence."""
    if isinstance(value, list):
        return " ".join(map(written, value)) or "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value == ENOUGH:
        return "not counted"
    return "none" if value is None else str(value)


def is_now(asked: Sequence[Expression], values: Sequence[Any], layout: Layout) -> str:
    """What the rules ask for, as they write it, with what it comes to."""
    each = zip(asked, values, strict=True)
    return ", ".join(f"`{one.span.words}` is {written(plain(value, one.type, layout))}" for one, value in each)


def is_plain(value: object, kind: Type, layout: Layout) -> bool:
    """Could `plain` give this of a value of this type?"""
    if kind.is_collection and kind.of is not None:
        return isinstance(value, list) and all(is_plain(one, kind.of, layout) for one in value)
    if value is None:
        return kind.optional
    if kind.name == "flag":
        return isinstance(value, bool)
    if kind.name in ("ratio", "fraction"):
        return isinstance(value, str) and _RATIO.fullmatch(value) is not None
    names = None if kind.definite.is_numeric else names_of(kind, layout)
    if names is not None:
        return isinstance(value, str) and value in names
    return isinstance(value, int) and not isinstance(value, bool)


def names_of(kind: Type, layout: Layout) -> Sequence[str] | None:
    """What values of a type are called outside, by their numbers; None where they are told as these numbers."""
    program = layout.rules.program
    if kind.family:
        return layout.face_of
    if kind.name == "word":
        return kind.words
    if kind.name == "reason":
        return program.reasons
    if kind.name == "cell":
        return layout.board.names
    if kind.name in ("suit", "rank"):
        return [one.name for one in (program.suits if kind.name == "suit" else program.ranks)]
    if kind.name in program.kinds:
        return [entry.written for entry in program.kinds[kind.name].entries]
    if kind.name == "party":
        return [layout.account_name(number) for number in range(len(layout.accounts))]
    return None
