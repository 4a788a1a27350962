"""Data classes by what they stand for; their methods are made when they are needed.

A program starts with some three hundred of them and makes values of a few. To make the methods of one takes several
times as long as all the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


INIT = ("__init__",)
ALL = ("__init__", "__eq__", "__hash__", "__repr__")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Made once and never changed, and compared by identity.

    The type checker sees to it that nobody changes one, which a frozen data class would guard at run time, too.
    """
    return _made_late(cls, INIT)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def by_value(cls: type[T]) -> type[T]:
    """As `record`, and compared by what it holds."""
    return _made_late(cls, ALL)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def entity(cls: type[T]) -> type[T]:
    """Compared by identity, while what is known of it may change."""
    return _made_late(cls, INIT)


def _made_late(cls: type[T], names: tuple[str, ...]) -> type[T]:
    """A data class of which the methods with these `names` are made when one of them is first called."""
    annotations = cls.__annotations__
    stated = {name: vars(cls)[name] for name in annotations if name in vars(cls)}
    missing = [name for name in names if name not in vars(cls)]

    def make() -> None:
        body = {**stated, "__annotations__": annotations, "__module__": cls.__module__}
        alike: type[Any] = type(cls.__name__, cls.__bases__, body)
        compared = names is ALL
        dataclass(repr=compared, eq=compared, unsafe_hash=compared)(alike)
        for name in missing:
            setattr(cls, name, getattr(alike, name))

    def first(name: str) -> Callable[..., Any]:
        def method(self: T, *given: Any, **named: Any) -> Any:
            make()
            return getattr(self, name)(*given, **named)

        return method

    cls.__doc__ = cls.__doc__ or cls.__name__  # or else its signature is worked out
    dataclass(init=False, eq=False, repr=False)(cls)
    for name in missing:
        setattr(cls, name, first(name))
    return cls
