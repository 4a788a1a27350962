"""The code of one ruleset: flat steps that a state runs through, and what each of them came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from coupdsl.engine.errors import RulesError
from coupdsl.engine.evaluate import Closure, Evaluator
from coupdsl.engine.layout import Layout
from coupdsl.engine.moves import Alphabet, Move
from coupdsl.language import program as p
from coupdsl.language.parser import Citation
from coupdsl.language.source import Span
from coupdsl.language.types import NOTHING, Type

if TYPE_CHECKING:
    from coupdsl.engine.instructions import Instruction, Place
    from coupdsl.engine.rules import Rules
    from coupdsl.engine.state import State

Step = Callable[["State"], int]
STOP = -1


@dataclass(frozen=True)
class Site:
    """A statement as one procedure has it."""

    span: Span
    citations: tuple[Citation, ...]
    procedure: Procedure


@dataclass(eq=False)
class Procedure:
    """A rule that acts, in the name of one entry: its locals have fixed places, as no rule calls itself."""

    name: str
    entry: p.Entry | None
    partial: bool
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


@dataclass(eq=False)
class Option:
    """One alternative of a decision: its word, empty where that is picked, what it picks, and where it goes on."""

    word: str
    condition: Closure | None
    picks: list[tuple[int, Closure, p.Pick]]
    moves: dict[Any, Move]
    last_resort: bool
    target: int = 0
    alternative: p.Alternative | None = None

    @property
    def words(self) -> set[str]:
        """The words of its moves."""
        return {move.word for move in self.moves.values()}

    @property
    def does_nothing(self) -> bool:
        """Is it an answer with which things only go on?"""
        body = self.alternative.body if self.alternative is not None else None
        return not self.picks and body is not None and not body.lines


@dataclass(eq=False)
class Decision:
    """A place where somebody, or chance, chooses. `together` are the slots of the list and index it runs over."""

    name: str
    who: Closure | None
    secretly: bool
    options: list[Option]
    site: int
    entry: p.Entry | None
    at: int = 0
    together: tuple[int, int] | None = None
    statement: p.Choose | None = None


@dataclass(eq=False)
class Drawing:
    """A place where pieces are drawn from a pile; `left` is the slot that counts those still to come."""

    source: Place
    to: Place
    left: int
    unseen: bool
    site: int
    moves: dict[tuple[str, int], Move] = field(default_factory=dict)


@dataclass(eq=False)
class Settling:
    """A place where chance settles which pieces lie where in a row; its moves by piece and zone."""

    moves: dict[tuple[str, int], Move] = field(default_factory=dict)
    # The zone of the next piece to be settled, and whether from its back; None when nothing is left to settle.
    wanted: Callable[[State], tuple[int, bool] | None] = lambda state: None


@dataclass(eq=False)
class Code:
    rules: Rules
    evaluator: Evaluator
    layout: Layout
    alphabet: Alphabet
    instructions: list[Instruction] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)  # the same, ready to be run
    sites: list[Site] = field(default_factory=list)
    decisions: dict[int, Decision] = field(default_factory=dict)  # by step
    decisions_by_site: dict[int, Decision] = field(default_factory=dict)
    revealed: list[p.Local] = field(default_factory=list)
    drawings: dict[int, Drawing] = field(default_factory=dict)
    settlings: dict[int, Settling] = field(default_factory=dict)
    shuffled: set[p.Zone] = field(default_factory=set)  # all others are in order throughout
    memory: list[Any] = field(default_factory=list)
    kinds: list[Type] = field(default_factory=list)  # of what lies at each place of memory
    limit: tuple[int, int] | None = None
    return_sites: dict[int, int] = field(default_factory=dict)
    # By step, for who traces: places in memory with the expressions that fill them, and the amounts of payments with
    # the step at which they are made and the slot in which they wait for it.
    bindings: dict[int, list[tuple[int, p.Expr | None, p.Entry | None]]] = field(default_factory=dict)
    paying: dict[int, tuple[p.Expr, p.Entry | None, int, int]] = field(default_factory=dict)

    def named(self, pc: int) -> str:
        """The name of what is decided at a step; `settle` where chance orders a row, `deal` where it draws."""
        decision = self.decisions.get(pc)
        if decision is not None:
            return decision.name
        return "settle" if pc in self.settlings else "deal"

    def provenance(self, chain: tuple[int, ...]) -> dict[str, Any]:
        """The rule numbers and place behind an event: the innermost line, or first line of a rule, that cites one."""
        for number in chain:
            site = self.sites[number]
            citations = site.citations or site.procedure.citations
            if citations:
                return {"rules": [str(citation) for citation in citations], "place": str(site.span)}
        return {"rules": [], "place": str(self.sites[chain[0]].span)} if chain else {"rules": [], "place": None}
