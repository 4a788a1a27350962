"""All that random programs can speak of, and where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from coupdsl.language import types as ty
from coupdsl.language.types import Type

NOTE, GEM, MOOD = Type("notes", family=True), Type("gem"), Type("word", words=("calm", "wild", "odd"))
NUMBERS = (ty.NUMBER, ty.AMOUNT)
PIECES = (ty.CARD, ty.PIECE, NOTE)
ELEMENTS = (ty.SEAT, ty.TEAM, ty.PARTY, ty.SUIT, ty.RANK, ty.CELL, GEM, ty.FLAG, *PIECES, *NUMBERS)
SINGLES = (*ELEMENTS, ty.RATIO, MOOD, ty.REASON)
OPTIONAL = tuple(kind.or_none for kind in ELEMENTS)
MANY = tuple(make(kind) for kind in ELEMENTS for make in (ty.set_of, ty.list_of))
TYPES = (*SINGLES, *OPTIONAL, *MANY)
Maker = Callable[[], str]
REASONS = ("fine", "luck", "gift")


@dataclass(frozen=True)
class Kept:
    """A state, a balance, an option or a field: its name, alone or of each `per`, or with each `by` in brackets."""

    name: str
    type: Type
    per: Type | None = None
    by: Type | None = None
    open: bool = True
    fixed: bool = False  # cannot be assigned


@dataclass(frozen=True)
class Lying:
    """A zone."""

    name: str
    element: Type
    row: bool
    per: Type | None = None
    open: bool = True


@dataclass(frozen=True)
class Ruled:
    """A rule: what it takes, what it gives, and of which kind's entries it is."""

    name: str
    takes: tuple[Type, ...]
    gives: Type | None
    acts: bool = False
    of: Type | None = None
    open: bool = True


@dataclass
class World:
    """What has been declared so far."""

    kept: list[Kept] = field(default_factory=list)
    zones: list[Lying] = field(default_factory=list)
    shuffled: list[Lying] = field(default_factory=list)
    rules: list[Ruled] = field(default_factory=list)
    comparators: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    names: dict[Type, list[str]] = field(default_factory=dict)  # of suits, ranks, cells, entries
    extras: list[str] = field(default_factory=list)
    conditions: list[str] = field(default_factory=list)  # of options
    barred: frozenset[Type] = frozenset()  # what cannot be spoken of here


@dataclass(frozen=True)
class Scope:
    names: tuple[Kept, ...] = ()
    its: tuple[Type, ...] = ()
    hidden: bool = False  # may speak of what is hidden
    fixed: bool = False  # may speak only of what is known before play

    def binding(self, *names: Kept) -> Scope:
        return replace(self, names=(*self.names, *names))

    def over(self, it: Type) -> Scope:
        return replace(self, its=(*self.its, it))


OFFERED = (ty.SEAT, ty.TEAM, ty.SUIT, ty.RANK, ty.CELL, GEM, *PIECES)
WORDLESS = (ty.SUIT, ty.RANK, GEM)
# What a name of one's own can be given by `let`: its type is that of the value.
LET = (*(kind for kind in SINGLES if kind not in (MOOD, ty.REASON, ty.PARTY)), ty.FRACTION)


@dataclass(frozen=True)
class Around:
    """Where a statement stands."""

    scope: Scope
    gives: Type | None = None  # what the rule around it gives
    loops: tuple[str, ...] = ()
    depth: int = 2
    top: bool = False  # directly in the game, where a `let` is fixed
    asks: bool = True

    def inner(self, *names: Kept) -> Around:
        return replace(self, scope=self.scope.binding(*names), depth=self.depth - 1, top=False)
