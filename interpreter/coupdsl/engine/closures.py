"""Functions of a position: what the reference makes of expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.engine.position import Position

Closure = Callable[[Position], Any]
Step = Callable[[Position], int]  # does something, and gives the number of the next step


class Fixed:
    """A closure whose value is known before play."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, position: Position | None) -> Any:
        return self.value


def mapped(inner: Closure, function: Callable[[Any], Any]) -> Closure:
    """`function` of what `inner` comes to, worked out now where that is fixed."""
    if isinstance(inner, Fixed):
        return Fixed(function(inner.value))
    return lambda position: function(inner(position))
