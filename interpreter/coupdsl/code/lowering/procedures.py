"""Rules that act, and mechanics, become procedures with fixed places for their locals, result and where they return."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.decisions import Procedure
from coupdsl.code.errors import RulesError
from coupdsl.code.lowering.base import Around, Base
from coupdsl.code.meaning import elements
from coupdsl.code.resolving import Resolver
from coupdsl.code.slots import Label, Place
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.rulesets.ruleset import Ruleset


class Procedures(Base):
    def __init__(self, rules: Ruleset, expressions: Resolver) -> None:
        super().__init__(rules, expressions)
        self.procedures: dict[tuple[object, p.Entry | None, bool], i.Target] = {}
        self.calls: dict[Procedure, list[tuple[Procedure, p.Stmt]]] = {}
        self.waiting: list[Callable[[], None]] = []  # texts still to be lowered

    def procedure(self, rule: p.Rule, entry: p.Entry | None, partial: bool) -> i.Target:
        """The procedure of a rule as `entry` has it, and where it begins; `partial` where money is short."""
        version = self.expressions.version(rule, entry)
        partial = partial or any(account.short is rule for account in self.program.accounts)
        key = (version, entry, partial)
        if key not in self.procedures:
            citations = version.citations or next((a.citations for a in self.program.accounts if a.short is rule), ())
            citations = citations or (entry.citations if entry is not None else ())
            named = Procedure(rule.name, entry, partial, citations, rule.type)

            def body(around: Around) -> None:
                self.block(version.body, around)
                if rule.type != ty.NOTHING:
                    message = f"`{rule.name}` ends without `give`"
                    self.emit(i.Fail(message, version.span))

            self.procedures[key] = self._lowered_later(named, version.parameters, body)
        return self.procedures[key]

    def _mechanic(self, mechanic: p.Mechanic, entry: p.Entry | None, partial: bool) -> i.Target:
        key = (mechanic, entry, partial)
        if key not in self.procedures:

            def body(around: Around) -> None:
                self.emit(self._set_up(mechanic))
                self.block(mechanic.body, around)

            self.procedures[key] = self._lowered_later(
                Procedure(mechanic.name, entry, partial), (), body, [*mechanic.parameters, *mechanic.passing]
            )
        return self.procedures[key]

    def _lowered_later(
        self,
        named: Procedure,
        parameters: tuple[p.Local, ...],
        body: Callable[[Around], None],
        states: Sequence[p.State] = (),
    ) -> i.Target:
        """A procedure and where it begins; its text is lowered when that of its caller is done."""
        outer, self.slots = self.slots, []
        procedure = replace(named, return_slot=self.slot(), result_slot=self.slot(named.gives))
        around, label = Around(procedure, Label()), Label()
        procedure.parameters = [self.local(parameter, around).slot for parameter in parameters]
        mine, self.slots = self.slots, outer

        def lowered() -> None:
            outer, self.slots = self.slots, mine
            self.mark(label)
            body(around)
            self.mark(around.end)
            cleared = [slot for slot in mine if slot != procedure.result_slot]
            cleared += [slot for state in states for slot in self.layout.slots(state)]
            self.emit(i.ComeBack(procedure.return_slot, cleared))
            self.slots = outer

        self.waiting.append(lowered)
        return procedure, label

    def calling(self, around: Around, target: Procedure, statement: p.Stmt) -> None:
        """Notes who calls whom, for `refuse_circles`."""
        self.calls.setdefault(around.procedure, []).append((target, statement))

    def refuse_circles(self) -> None:
        """No rule may be under way twice at once: its locals have one place."""
        done: set[Procedure] = set()

        def visit(procedure: Procedure, above: tuple[Procedure, ...]) -> None:
            for target, statement in self.calls.get(procedure, ()):
                if any(t.name == target.name and t.entry is target.entry for t in (*above, procedure)):
                    message = f"`{target.name}` calls itself again: rules cannot go in circles"
                    raise RulesError(message, statement.span, codes.RECURSION)
                if target not in done:
                    visit(target, (*above, procedure))
            done.add(procedure)

        for procedure in list(self.calls):
            visit(procedure, ())

    # ---- calls
    def call(self, call: ps.CallRule, around: Around) -> int:
        """Calls the rule; its result is in the slot that this returns."""
        site = self.site(call, around)
        kinds = call.rule.parameter_types
        stated = [self.stated(argument, around) for argument in call.arguments]
        arguments = tuple(self.value(a, around, kind) for a, kind in zip(call.arguments, kinds, strict=True))
        which, entries = self._which(call.entry, around)
        procedures = [around.procedure.entry] if entries is None else entries
        targets = tuple(self.procedure(call.rule, target, around.procedure.partial) for target in procedures)
        gives = call.rule.type != ty.NOTHING
        remembered = self._remembered(which) if which is not None and gives else None
        which = remembered or which
        result = self.slot(call.rule.type)
        for procedure, _ in targets:
            self.calling(around, procedure, call)
        self.code.return_sites[self.at + 1] = site
        at = self.emit(i.Call(which, targets, arguments))
        self.code.bindings[at] = [
            pair for procedure, _ in targets for pair in zip(procedure.parameters, stated, strict=True)
        ]
        if gives:
            self.emit(i.TakeResult(which, tuple(procedure.result_slot for procedure, _ in targets), result))
        if remembered is not None:
            self.emit(i.Forget((remembered.name.slot,)))
        return result

    def _remembered(self, which: x.Expression) -> x.Load:
        """An entry written down, since its rule may change what it is found by."""
        slot = self.slot(which.type)
        self.emit(i.Store(Place(slot), which))
        return x.Load(which.type, which.span, x.Name(which.type, slot, True))

    def _which(
        self, chosen: p.Expr | None, around: Around
    ) -> tuple[x.Expression | None, Sequence[p.Entry | None] | None]:
        """The entry whose rule is called, and among which; no value where it is known before play."""
        if chosen is None:
            return None, None
        entries, fixed = self.program.kinds[chosen.type.name].entries, self.fixed(chosen, around)
        if fixed is not None:
            return None, [entries[fixed.value]]
        return self.value(chosen, around), entries

    # ---- mechanics
    def play(self, statement: ps.PlayMechanic, around: Around) -> None:
        site = self.site(statement, around)
        which = None
        if statement.mechanic is not None:
            played: dict[int, tuple[p.Mechanic, p.Entry | None]] = {0: (statement.mechanic, None)}
        else:
            assert statement.entry is not None
            which = self.value(statement.entry, around)
            kind = self.program.kinds[statement.entry.type.name]
            played = {e.index: (e.plays, e) for e in self.rules.entries(kind) if e.plays is not None}
        targets = {}
        for at, (mechanic, entry) in played.items():
            procedure, label = self._mechanic(mechanic, entry, around.procedure.partial)
            self.calling(around, procedure, statement)
            targets[at] = (procedure, label, [self.layout.state_start[state] for state in mechanic.parameters])
        kinds = [state.type for state in next(iter(played.values()))[0].parameters] if played else []
        arguments = tuple(self.value(a, around, kind) for a, kind in zip(statement.arguments, kinds, strict=False))
        self.code.return_sites[self.at + 1] = site
        self.emit(i.Play(which, targets, arguments, statement.span))

    def _set_up(self, mechanic: p.Mechanic) -> i.SetUp:
        families = {family.type for family in mechanic.families}
        homes: list[tuple[int, int]] = []
        for zone in self.program.zones:
            if zone.initial is not None and zone.type.of in families:
                pieces = elements(zone.initial.type, self.expressions.fixed(zone.initial))
                homes += [(piece, self.layout.zone_start[zone]) for piece in pieces]
        return i.SetUp(self.resets(mechanic.passing), tuple(homes))
