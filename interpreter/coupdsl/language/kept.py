"""Syntax trees kept on disk, so that a text that has not changed is not parsed again.

A node is written as a list: the number of its class, where it begins, how long it is, then its fields; several as one
that begins with -1. A name in the cache stands for the text, for what it was read as and for the code that reads it.
"""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache as once
from pathlib import Path
from typing import Any

from coupdsl.language import cache_folder, tree, tree_declarations
from coupdsl.language.remembered import version_of
from coupdsl.language.source import Source, Span

MADE_BY = (
    "grammar.lark", "grammar.json", "grammar.py", "syntax.py", "convert.py", "brackets.py", "tree.py",
    "tree_declarations.py", "kept.py",
)  # fmt: skip
MANY = -1
CLASSES = sorted(
    {
        one
        for module in (tree, tree_declarations)
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, tree.Node)
    },
    key=lambda one: one.__name__,
)


def fetch(source: Source, start: int, text: str, what: str) -> tuple[tree.Node, ...] | None:
    """The nodes of `text`, which stands at `start` of a source, if they were kept."""
    written = cache_folder.fetch(_name(text, what))
    try:
        found = _Reading(source, start).read(json.loads(written)) if written is not None else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return found if isinstance(found, tuple) and all(isinstance(one, tree.Node) for one in found) else None


def store(nodes: tuple[tree.Node, ...], start: int, text: str, what: str) -> None:
    written = json.dumps(_written(nodes, start), separators=(",", ":"))
    cache_folder.store(_name(text, what), written.encode())


def _name(text: str, what: str) -> str:
    return cache_folder.name_of(_made_by(), what.encode(), text.encode("utf-8", "surrogatepass"))


@once
def _made_by() -> bytes:
    return version_of(*(str(Path(__file__).with_name(name)) for name in MADE_BY))


def _written(value: Any, start: int) -> Any:
    if isinstance(value, tree.Node):
        number, names = _CLASS_NUMBERS[type(value)]
        span = value.span
        parts = [_written(getattr(value, name), start) for name in names]
        return [number, span.start - start, span.end - span.start, *parts]
    if isinstance(value, tuple):
        return [MANY, *(_written(one, start) for one in value)]
    return value


_CLASS_NUMBERS = {
    one: (number, [field.name for field in fields(one) if field.name != "span"]) for number, one in enumerate(CLASSES)
}


class _Reading:
    def __init__(self, source: Source, start: int) -> None:
        self.source, self.start = source, start

    def read(self, written: Any) -> Any:
        if not isinstance(written, list):
            return written
        number = written[0]
        if number == MANY:
            return tuple([self.read(one) for one in written[1:]])
        begin = self.start + written[1]
        return CLASSES[number](Span(self.source, begin, begin + written[2]), *map(self.read, written[3:]))
