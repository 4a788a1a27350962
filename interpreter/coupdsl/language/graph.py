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
        self.omitted = omitted or {}
        self.as_other = as_other or {}

    def write(self, root: object) -> str:
        """The text of an object and all that it knows; raises TypeError where something else is among that."""
        return json.dumps(_Writing(self, root).rows, separators=(",", ":"))

    def read(self, text: str) -> Any:
        """The object; raises ValueError for any other text."""
        try:
            return _Reading(self, json.loads(text)).objects[0]
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
        collected = [number for number, kind in enumerate(self.kinds) if kind in (dict, set)]
        for number, kind in enumerate(self.kinds):
            if kind is list:
                self.objects[number].extend(self._parts(number))
            elif kind not in COLLECTIONS and kind not in SPELLED:
                self._fill(number)
        for number in collected:
            parts = self._parts(number)
            self.objects[number].update(zip(parts, parts, strict=True) if self.kinds[number] is dict else parts)
        for number, kind in enumerate(self.kinds):
            if issubclass(kind, dict) and kind is not dict:
                self.objects[number].update(self._part(rows[number][1]))

    def _parts(self, number: int) -> Iterator[Any]:
        return map(self._part, self.rows[number][1:])

    def _part(self, written: Any) -> Any:
        if not isinstance(written, list):
            return written
        number = written[0]
        if self.objects[number] is None:  # what cannot be changed is made when it is asked for
            kind = self.kinds[number]
            parts = self._parts(number)
            self.objects[number] = SPELLED[kind](next(parts)) if kind in SPELLED else kind(parts)
        return self.objects[number]

    def _fill(self, number: int) -> None:
        one, kind, parts = self.objects[number], self.kinds[number], self._parts(number)
        if kind in self.graph.names:
            pairs = zip(self.graph.names[kind], parts, strict=True)
        else:
            next(parts)
            pairs = zip(parts, parts, strict=True)
        for name, value in pairs:
            object.__setattr__(one, name, value)
