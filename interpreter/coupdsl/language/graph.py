"""Objects that know one another, written as plain data and read back: the same objects, in the same places.

Objects are numbered class by class; of each class there is a table. It has a column for each field, or, where objects
are of different sizes, these sizes and one column of all parts. What a column holds is plain, or numbers of objects, or
both, then with each number in a list of its own. Nothing is called when it is read: only objects of the classes named
are made, and their parts put in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import accumulate, pairwise, repeat
from pathlib import Path, PurePath
from types import ModuleType
from typing import Any

PLAIN = (str, int, type(None))  # flags are int
COLLECTIONS: tuple[type, ...] = (tuple, list, dict, set, frozenset)
SPELLED: dict[type, Callable[[str], Any]] = {Fraction: Fraction, Path: Path}
ALL_PLAIN, ALL_OBJECTS, BOTH = 0, 1, 2  # what a column holds
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

    def write(self, root: object) -> Any:
        """An object and all that it knows as plain data; raises TypeError where something else is among that."""
        return _Writing(self, root).data()

    def read(self, data: Any) -> Any:
        """The object; raises ValueError for any other data."""
        try:
            return _Reading(self, *data).root
        except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, StopIteration) as error:
            raise ValueError("this was written by something else") from error

    def is_wide(self, kind: type) -> bool:
        """Have its objects one part for each field?"""
        return kind in self.names

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
        self.found: list[object] = [root]  # what is found lives on, so that no other object has its identity
        self.known = {id(root)}
        self.parts: dict[int, list[Any]] = {}
        for one in self.found:
            self.parts[id(one)] = list(self._parts(one))
            for part in self.parts[id(one)]:
                if not isinstance(part, PLAIN) and id(part) not in self.known:
                    self.known.add(id(part))
                    self.found.append(part)

    def data(self) -> Any:
        graph = self.graph
        tables: dict[int, list[object]] = {}
        for one in self.found:
            tables.setdefault(graph.numbers[graph.class_of(one)], []).append(one)
        order = (one for number in sorted(tables) for one in tables[number])
        self.numbers = {id(one): number for number, one in enumerate(order)}
        root = self.numbers[id(self.found[0])]
        return [root, [self._table(number, tables[number]) for number in sorted(tables)]]

    def _table(self, number: int, objects: list[object]) -> list[Any]:
        parts = [self.parts[id(one)] for one in objects]
        if self.graph.is_wide(self.graph.classes[number]):
            return [number, len(objects), *map(self._column, zip(*parts, strict=True))]
        return [number, [len(one) for one in parts], self._column([part for one in parts for part in one])]

    def _column(self, values: Sequence[Any]) -> list[Any]:
        plain = [isinstance(one, PLAIN) for one in values]
        if all(plain):
            return [ALL_PLAIN, list(values)]
        if not any(plain):
            return [ALL_OBJECTS, [self.numbers[id(one)] for one in values]]
        both = [one if is_plain else [self.numbers[id(one)]] for one, is_plain in zip(values, plain, strict=True)]
        return [BOTH, both]

    def _parts(self, one: Any) -> Iterator[object]:
        kind, omitted = self.graph.class_of(one), self.graph.omitted
        if kind in SPELLED:
            yield str(one)
        elif kind is dict:
            yield from _flat(one)
        elif kind in COLLECTIONS:
            yield from one
        elif self.graph.is_wide(kind):
            for name in self.graph.names[kind]:
                yield omitted[kind, name] if (kind, name) in omitted else getattr(one, name)
        else:
            yield dict(one) if isinstance(one, dict) else None
            yield from _flat(vars(one))


def _flat(pairs: Mapping[Any, Any]) -> Iterator[object]:
    return (part for pair in pairs.items() for part in pair)


class _Reading:
    """Objects are made first and filled then; what is looked up by its parts comes last."""

    def __init__(self, graph: Graph, root: int, tables: Any) -> None:
        self.graph = graph
        self.objects: list[Any] = []
        self.waiting: dict[int, tuple[type, int, list[Any]]] = {}  # what cannot be changed, until it is made
        ranges = [self._begin(graph.classes[table[0]], table) for table in tables]
        for number in self.waiting:
            self._unchanging(number)
        late: list[tuple[type, Any, list[Any]]] = []
        for (number, size, *columns), objects in zip(tables, ranges, strict=True):
            kind = graph.classes[number]
            if graph.is_wide(kind):
                self._fill(kind, objects, columns)
            elif kind not in UNCHANGING:
                parts = self._each(size, self._column(*columns[0]))
                late += [(kind, one, held) for one, held in zip(objects, parts, strict=True)]
        for kind, one, held in sorted(late, key=lambda row: row[0] is not list and row[0] in COLLECTIONS):
            _put(kind, one, held)
        for kind, one, held in late:
            if kind not in COLLECTIONS and issubclass(kind, dict):
                one.update(held[0])
        self.root = self.objects[root]

    def _begin(self, kind: type, table: Any) -> list[Any]:
        """The objects of a table, still empty."""
        _, size, *columns = table
        count, first = size if isinstance(size, int) else len(size), len(self.objects)
        if kind in UNCHANGING:
            mode, values = columns[0]
            held = self._each(size, values)
            self.waiting |= {first + at: (kind, mode, one) for at, one in enumerate(held)}
            self.objects += [None] * count
        else:
            read_as: Any = self.graph.as_other.get(kind, kind)
            self.objects += [read_as.__new__(read_as) for _ in range(count)]
        return self.objects[first:]

    def _unchanging(self, number: int) -> Any:
        """What cannot be changed is made of its parts, of which some are such, too."""
        if self.objects[number] is None:
            kind, mode, held = self.waiting[number]
            if mode == ALL_OBJECTS:
                held = [self._unchanging(one) for one in held]
            elif mode == BOTH:
                held = [self._unchanging(one[0]) if one.__class__ is list else one for one in held]
            self.objects[number] = SPELLED[kind](held[0]) if kind in SPELLED else kind(held)
        return self.objects[number]

    def _column(self, mode: int, values: list[Any]) -> list[Any]:
        objects = self.objects
        if mode == ALL_PLAIN:
            return values
        if mode == ALL_OBJECTS:
            return [objects[one] for one in values]
        return [objects[one[0]] if one.__class__ is list else one for one in values]

    @staticmethod
    def _each(lengths: list[int], values: list[Any]) -> list[list[Any]]:
        """The parts of each object of a column that holds those of all."""
        ends = list(accumulate(lengths, initial=0))
        return [values[start:end] for start, end in pairwise(ends)]

    def _fill(self, kind: type, objects: list[Any], columns: list[Any]) -> None:
        for name, (mode, values) in zip(self.graph.names[kind], columns, strict=True):
            if len(values) != len(objects):
                raise ValueError("a column is as long as its table")
            deque(map(object.__setattr__, objects, repeat(name), self._column(mode, values)), maxlen=0)


def _put(kind: type, one: Any, held: list[Any]) -> None:
    """Puts its parts into a list, a dict or a set, or into an object whose fields are not known."""
    if kind is list:
        one.extend(held)
    elif kind in COLLECTIONS:
        pairs = iter(held)
        one.update(zip(pairs, pairs, strict=True) if kind is dict else held)
    else:
        pairs = iter(held[1:])
        for name, value in zip(pairs, pairs, strict=True):
            object.__setattr__(one, name, value)
