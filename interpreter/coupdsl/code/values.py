"""What instructions name: values to be worked out, places in memory, and where the code goes on."""

from __future__ import annotations

from enum import Enum

from coupdsl.language import program as p
from coupdsl.language.records import record
from coupdsl.language.source import Span


class Label:
    """A place in the code that is known once everything before it is."""

    def __init__(self) -> None:
        self.at = -1


class Form(Enum):
    """In which form a value is wanted: that of its type, as a set, as a list, or as a list that nothing changes."""

    OWN = 0
    SET = 1
    LIST = 2
    COPY = 3


@record
class Value:
    """Something to be worked out: an expression in the name of an entry, or what a call left in memory at `slot`."""

    expr: p.Expr | None = None
    entry: p.Entry | None = None
    form: Form = Form.OWN
    slot: int | None = None
    span: Span | None = None  # of the call


@record
class Place:
    """One of several things with numbers in a row: that at `start`, or `index` further."""

    start: int
    index: Value | None = None
