"""Where a game waits for somebody or for chance: what may be chosen, drawn or settled there."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Expression, Name
from coupdsl.code.moves import Move
from coupdsl.code.slots import Place
from coupdsl.language import program as p
from coupdsl.language.files import Citation
from coupdsl.language.records import entity
from coupdsl.language.source import Span
from coupdsl.language.types import NOTHING, Type


@entity
class Procedure:
    """A rule that acts, in the name of one entry: its locals have fixed places, as no rule calls itself."""

    name: str
    entry: p.Entry | None
    partial: bool  # done where money is short: everybody pays what he has
    citations: tuple[Citation, ...] = ()  # of its first line
    gives: Type = NOTHING
    return_slot: int = 0
    result_slot: int = 0
    parameters: list[int] = field(default_factory=list)


class Answers(dict[Any, Move]):
    """Moves by what they pick; only of amounts more can be offered than is known before play."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span

    def __missing__(self, picked: Any) -> Move:
        raise RulesError("more is offered than there is money", self.span)  # how much, its chooser alone may know


@entity
class Pick:
    """What is picked in a decision: its place, and among what; `stated` is that as the rules state it."""

    name: Name
    source: Expression
    stated: Expression


@entity
class Option:
    """One alternative of a decision: its word, empty where that is picked, what it picks, and where it goes on.

    `stated` is its condition as the rules state it. With one that `does_nothing` things only go on.
    """

    word: str
    condition: Expression | None
    stated: Expression | None
    picks: list[Pick]
    moves: dict[Any, Move]
    last_resort: bool
    does_nothing: bool
    target: int = 0

    @property
    def words(self) -> set[str]:
        """The words of its moves."""
        return {move.word for move in self.moves.values()}


@entity
class Decision:
    """A place where somebody, or chance, chooses. `together` are the slots of the list and index it runs over.

    `told` is the slot of the seat that a secret choice of chance is for.
    """

    name: str
    who: Expression | None
    secretly: bool
    told: int | None
    options: list[Option]
    site: int
    at: int = 0
    together: tuple[int, int] | None = None


@entity
class Drawing:
    """A place where pieces are drawn from a pile; `left` is the slot that counts those still to come."""

    source: Place
    to: Place
    left: int
    unseen: bool
    moves: dict[tuple[str, int], Move] = field(default_factory=dict)


@entity
class Settling:
    """A place where chance settles `count` pieces (None: all) of the row `zone`, from its front or its back.

    Without a zone: the order of the rows that hold `pieces`, from the front down to them. Its moves by piece and zone.
    """

    zone: Place | None = None
    count: Expression | None = None
    back: bool = False
    pieces: Expression | None = None
    moves: dict[tuple[str, int], Move] = field(default_factory=dict)
