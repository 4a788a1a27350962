"""The code of one ruleset: flat steps that a state runs through, and what each of them came from."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from coupdsl.code.bounds import MOST_STEPS
from coupdsl.code.decisions import Decision, Drawing, Pick, Procedure, Settling
from coupdsl.code.expressions import Expression
from coupdsl.code.instructions import Instruction
from coupdsl.code.layout import Layout
from coupdsl.code.moves import Alphabet
from coupdsl.language import program as p
from coupdsl.language.files import Citation
from coupdsl.language.records import by_value, entity
from coupdsl.language.source import Span
from coupdsl.language.types import Type
from coupdsl.rulesets.ruleset import Ruleset

STOP = -1  # instead of the next step


@by_value
class Site:
    """A statement as one procedure has it."""

    span: Span
    citations: tuple[Citation, ...]
    procedure: Procedure


@entity
class Code:
    rules: Ruleset
    layout: Layout
    alphabet: Alphabet
    instructions: list[Instruction] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    decisions: dict[int, Decision] = field(default_factory=dict)  # by step
    decisions_by_site: dict[int, Decision] = field(default_factory=dict)
    revealed: list[p.Local] = field(default_factory=list)
    revealed_of: list[tuple[Type, ...]] = field(default_factory=list)  # the types of the things, but seats, it is of
    drawings: dict[int, Drawing] = field(default_factory=dict)
    settlings: dict[int, Settling] = field(default_factory=dict)
    shuffled: set[p.Zone] = field(default_factory=set)  # all others are in order throughout
    memory: list[Any] = field(default_factory=list)
    kinds: list[Type] = field(default_factory=list)  # of what lies at each place of memory
    limit: tuple[int, int] | None = None
    homes: list[tuple[int, Expression]] = field(default_factory=list)  # by zone, what lies in it at first
    beginnings: list[tuple[int, int, Expression]] = field(default_factory=list)  # as in `Resets`, before all else
    scratch: int = 0  # places that expressions need while they are worked out
    charges: dict[int, tuple[int, Span]] = field(default_factory=dict)  # by step, for going on there, and for what
    most_steps: int = MOST_STEPS  # from the choice of a seat to the next
    return_sites: dict[int, int] = field(default_factory=dict)
    # By step, for who traces: places in memory with the expressions that fill them, and the amounts of payments with
    # the step at which they are made and the slot in which they wait for it.
    bindings: dict[int, list[tuple[int, Expression | None]]] = field(default_factory=dict)
    paying: dict[int, tuple[Expression, int, int]] = field(default_factory=dict)

    def named(self, pc: int) -> str:
        """The name of what is decided at a step; `settle` where chance orders a row, `deal` where it draws."""
        decision = self.decisions.get(pc)
        if decision is not None:
            return decision.name
        return "settle" if pc in self.settlings else "deal"

    def picks_piece(self, pick: Pick) -> bool:
        return bool(self.kinds[pick.name.slot].family)

    def provenance(self, chain: tuple[int, ...]) -> dict[str, Any]:
        """The rule numbers and place behind an event: of the innermost line, condition or rule that cites some."""
        for number in chain:
            site = self.sites[number]
            citations = site.citations or site.procedure.citations
            if citations:
                return {"rules": [str(citation) for citation in citations], "place": str(site.span)}
        return {"rules": [], "place": str(self.sites[chain[0]].span)} if chain else {"rules": [], "place": None}
