"""Objects that know one another, written as text and read back: the same objects, in the same places.

Every object is a row: the number of its class, then its parts. A part is plain, or the number of a row in a list of its
own. Nothing is called when it is read: only objects of the classes that were named are made, and their parts put in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path, PurePath
from types import ModuleType
from typing import Any

PLAIN = (str, int, type(None))  # flags are int
COLLECTIONS: tuple[type, ...] = (tuple, list, dict, set, frozenset)
SPELLED: dict[type, Callable[[str], Any]] = {Fraction: Fraction, Path: Path}
UNCHANGING = (tuple, frozenset, *SPELLED)


class Graph:
    """`modules` hold the classes, of which some are read `as_other`; parts that are `omitted` are read as nothing."""

    def __init__(
        self,
        modules: Iterable[ModuleType],
        omitted: Mapping[tuple[type, str], Any] | None = None,
        as_other: Mapping[type, type] | None = None,
    ) -> None:
        found = [(module, one) for module in modules for one in vars(module).values() if isinstance(one, type)]
        own = [one for module, one in found if one.__module__ == module.__name__]
        self.classes: list[type] = [*COLLECTIONS, *SPELLED, *own]
        self.numbers = {one: number for number, one in enumerate(self.classes)}
        self.names = {one: [field.name for field in fields(one)] for one in own if is_dataclass(one)}
        self.slotted = {one for one in own if any("__slots__" in vars(above) for above in one.__mro__)}
        self.omitted = omitted or {}
        self.as_other = as_other or {}

    def write(self, root: object) -> str:
        """The text of an object and all that it knows; raises TypeError where something else is among that."""
        return json.dumps(self.rows(root), separators=(",", ":"))

    def rows(self, root: object) -> list[list[Any]]:
        """As `write`, before it is text."""
        return _Writing(self, root).rows

    def read(self, text: str) -> Any:
        """The object; raises ValueError for any other text."""
        return self.of_rows(json.loads(text))

    def of_rows(self, rows: Any) -> Any:
        """The object of `rows`; raises ValueError for any others."""
        try:
            return _Reading(self, rows).objects[0]
        except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, StopIteration) as error:
            raise ValueError("this text was written by something else") from error

    def class_of(self, one: object) -> type:
        """The class under which it is written: its own, or the nearest above it."""
        kind = Path if isinstance(one, PurePath) else type(one)
        for above in kind.__mro__[:-1]:
            if above in self.numbers:
                return above
        raise TypeError(f"{kind.__name__} cannot be written")


class _Writing:
    def __init__(self, graph: Graph, root: object) -> None:
        self.graph = graph
        self.rows: list[list[Any]] = []
        self.numbers: dict[int, int] = {}
        self.held: list[object] = []  # what has a number lives on, so that no other object has its identity
        self.waiting: list[tuple[list[Any], object]] = []
        self._part(root)
        while self.waiting:
            row, one = self.waiting.pop()
            row.extend(map(self._part, self._parts(one)))

    def _part(self, one: object) -> Any:
        if isinstance(one, PLAIN):
            return one
        number = self.numbers.get(id(one))
        if number is None:
            number = self.numbers[id(one)] = len(self.rows)
            row: list[Any] = [self.graph.numbers[self.graph.class_of(one)]]
            self.held.append(one)
            self.rows.append(row)
            self.waiting.append((row, one))
        return [number]

    def _parts(self, one: Any) -> Iterator[object]:
        kind, omitted = self.graph.class_of(one), self.graph.omitted
        if kind in SPELLED:
            yield str(one)
        elif kind is dict:
            yield from _flat(one)
        elif kind in COLLECTIONS:
            yield from one
        elif kind in self.graph.names:
            for name in self.graph.names[kind]:
                yield omitted[kind, name] if (kind, name) in omitted else getattr(one, name)
        else:
            yield dict(one) if isinstance(one, dict) else None
            yield from _flat(vars(one))


def _flat(pairs: Mapping[Any, Any]) -> Iterator[object]:
    return (part for pair in pairs.items() for part in pair)


class _Reading:
    """Objects are made first and filled then; what is looked up by its parts comes last."""

    def __init__(self, graph: Graph, rows: Any) -> None:
        self.graph = graph
        self.rows = rows
        self.kinds = [graph.classes[row[0]] for row in rows]
        others = graph.as_other
        self.objects: list[Any] = [
            None if kind in UNCHANGING else others.get(kind, kind).__new__(others.get(kind, kind))
            for kind in self.kinds
        ]
        for number, kind in enumerate(self.kinds):
            if kind in UNCHANGING:
                self._unchanging(number)
        collected = [number for number, kind in enumerate(self.kinds) if kind in (dict, set)]
        for number, kind in enumerate(self.kinds):
            if kind is list:
                self.objects[number].extend(self._parts(number))
            elif kind not in COLLECTIONS and kind not in SPELLED:
                self._fill(number, kind)
        for number in collected:
            parts = iter(self._parts(number))
            self.objects[number].update(zip(parts, parts, strict=True) if self.kinds[number] is dict else parts)
        for number, kind in enumerate(self.kinds):
            if issubclass(kind, dict) and kind is not dict:
                self.objects[number].update(self._parts(number)[0])

    def _unchanging(self, number: int) -> Any:
        """What cannot be changed is made of its parts, of which some are such, too."""
        if self.objects[number] is None:
            kind, written = self.kinds[number], self.rows[number][1:]
            parts = [self._unchanging(one[0]) if one.__class__ is list else one for one in written]
            self.objects[number] = SPELLED[kind](parts[0]) if kind in SPELLED else kind(parts)
        return self.objects[number]

    def _parts(self, number: int) -> list[Any]:
        objects = self.objects
        return [objects[one[0]] if one.__class__ is list else one for one in self.rows[number][1:]]

    def _fill(self, number: int, kind: type) -> None:
        parts = self._parts(number)
        if kind in self.graph.names:
            pairs = zip(self.graph.names[kind], parts, strict=True)
        else:
            rest = iter(parts[1:])
            pairs = zip(rest, rest, strict=True)
        one = self.objects[number]
        if kind in self.graph.slotted:
            for name, value in pairs:
                object.__setattr__(one, name, value)
        else:
            vars(one).update(pairs)
