"""What an answer about a move rests on, as data that can be told in any language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from coupdsl.language import program as p
from coupdsl.language.records import record
from coupdsl.language.source import Span
from coupdsl.language.types import Type

Place = tuple[Span, Type]  # of an expression in the rules: one and the same means the same there


@record
class Asked:
    """A rule that was asked: where what it states stands, in the name of which entry, and what it was given.

    `holds` is its answer, where it is a condition.
    """

    text: Place
    entry: p.Entry | None
    given: tuple[Any, ...]
    rules: tuple[str, ...] = ()
    holds: bool | None = None


@record
class Evidence:
    """The innermost expression because of which a move is possible or is not: a condition, or a set.

    `asked` are the rules it stands in, the outermost first, and `values` what it and its parts came to, as far as the
    asker knows. `about` is what was picked there, and `others` what else could be. Where several things decide it
    together, or one of many, `parts` is the evidence of each of those.
    """

    at: Place
    holds: bool
    entry: p.Entry | None = None
    asked: tuple[Asked, ...] = ()
    values: Mapping[Place, Any] = field(default_factory=dict)
    about: tuple[Any, Type] | None = None
    others: Any = None
    parts: tuple[Evidence, ...] = ()
