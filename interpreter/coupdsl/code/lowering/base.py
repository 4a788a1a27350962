"""What all lowering needs: instructions are emitted, places in memory given out, values made ready."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code, Site
from coupdsl.code.decisions import Procedure
from coupdsl.code.moves import Alphabet
from coupdsl.code.resolving import Resolver
from coupdsl.code.slots import Label, Place
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.files import Citation
from coupdsl.language.of_whom import of_whom
from coupdsl.language.records import by_value
from coupdsl.language.row_reads import RowRead, RowReads, shuffled_zones
from coupdsl.language.source import Span
from coupdsl.rulesets.ruleset import Ruleset


@by_value
class Around:
    """What surrounds a statement: its procedure, its loops by name, and the loop whose choices are simultaneous.

    `cited` stands beside the innermost condition around it that cites a rule.
    """

    procedure: Procedure
    end: Label
    loops: dict[str, tuple[Label, Label]] = field(default_factory=dict)
    together: tuple[int, int] | None = None
    cited: tuple[Citation, ...] = ()


class Base:
    """`table` has what lowers each kind of statement; `settle` lets chance settle what is read of shuffled rows."""

    table: dict[type[p.Stmt], Callable[[Any, Around], None]]
    settle: Callable[[Iterable[RowRead], Around], None]

    def __init__(self, rules: Ruleset, expressions: Resolver) -> None:
        self.rules = rules
        self.program = rules.program
        self.expressions = expressions
        self.layout = expressions.layout
        self.code = Code(rules, self.layout, Alphabet())
        self.code.memory = [None] * self.layout.state_size
        self.code.kinds = [state.type for state in self.program.states for _ in self.layout.slots(state)]
        self.code.shuffled = shuffled_zones(rules.program)
        self.of_whom = of_whom(rules.program)
        self.instructions: list[i.Instruction] = self.code.instructions
        self.slots: list[int] = []  # of the procedure whose text is being lowered
        self.worked_out: list[x.Expression] = []
        self.reads: dict[p.Entry | None, RowReads] = {}

    # ---- emitting
    @property
    def at(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)

    def emit(self, instruction: i.Instruction) -> int:
        self.instructions.append(instruction)
        return self.at - 1

    def mark(self, label: Label) -> None:
        label.at = self.at

    def jump(self, label: Label, span: Span | None = None) -> None:
        self.emit(i.Jump(label, span))

    def site(self, statement: p.Stmt, around: Around) -> int:
        self.code.sites.append(Site(statement.span, statement.citations or around.cited, around.procedure))
        return len(self.code.sites) - 1

    def block(self, block: p.Block | None, around: Around) -> None:
        for statement in block.lines if block is not None else ():
            self.line(statement, around)

    def line(self, statement: p.Stmt, around: Around) -> None:
        self.settle(self.row_reads(around).of(statement), around)
        self.table[type(statement)](statement, around)

    # ---- places in memory
    def slot(self, kind: ty.Type = ty.NUMBER) -> int:
        """A new place in memory, which belongs to the procedure whose text is being lowered."""
        self.code.memory.append(None)
        self.code.kinds.append(kind)
        self.slots.append(len(self.code.memory) - 1)
        return len(self.code.memory) - 1

    def local(self, local: p.Local, around: Around) -> x.Name:
        """What a statement binds."""
        names, key = self.expressions.names, (local, around.procedure.entry)
        if key not in names:
            names[key] = x.Name(local.type, self.slot(local.type), True)
        assert names[key].stored, "an expression asked for it before it was bound"
        return names[key]

    # ---- values
    def stated(self, expr: p.Expr, around: Around) -> x.Expression:
        return self.expressions.stated(expr, around.procedure.entry)

    def value(self, expr: p.Expr, around: Around, wanted: ty.Type | str | None = None) -> x.Expression:
        """An expression made ready to be worked out, in the form of a type or of its own."""
        return self.folded(self.expressions.in_form(self.stated(expr, around), wanted))

    def elements(self, expr: p.Expr, around: Around) -> x.Expression:
        """A set or list, of which only the elements are asked for."""
        self.worked_out.append(self.expressions.fold_elements(self.stated(expr, around)))
        return self.worked_out[-1]

    def folded(self, one: x.Expression) -> x.Expression:
        self.worked_out.append(self.expressions.fold(one))
        return self.worked_out[-1]

    def fixed(self, expr: p.Expr | None, around: Around) -> x.Fixed | None:
        """What an expression comes to, where that is known before play."""
        return self.expressions.value(expr, around.procedure.entry) if expr is not None else None

    def place_of(self, zone: pe.GetZone, around: Around) -> Place:
        """The number of a zone."""
        start = self.layout.zone_start[zone.zone]
        return Place(start, self.value(zone.index, around) if zone.index is not None else None)

    def resets(self, states: Iterable[p.State]) -> i.Resets:
        """States set back to their first values, which may depend on what is known by then."""
        found = []
        for declared in states:
            value = None
            if declared.initial is not None:
                initial = self.expressions.stated(declared.initial, None)
                value = self.folded(self.expressions.in_form(initial, declared.type))
            found.append((self.layout.state_start[declared], self.layout.width(declared), value))
        return tuple(found)

    def row_reads(self, around: Around) -> RowReads:
        """What expressions read of shuffled rows, by the rules in force for the entry whose text this is."""
        entry = around.procedure.entry

        def versions(rule: p.Rule) -> list[p.Version]:
            version = self.rules.version(rule, entry)
            return [version] if version is not None else []

        if entry not in self.reads:
            self.reads[entry] = RowReads(self.code.shuffled, versions, self.layout.doubled, self.rules.versions_of_any)
        return self.reads[entry]
