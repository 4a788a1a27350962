"""Nothing hidden is told by what happens: rules branch, count, ask and finish only on what everybody can see.

What a choice offers may also use what the chooser sees, and what follows a secret choice may be kept where only the
chooser sees it. What lies in a zone may be shown in play to those who do not see the zone; a choice that offers by
such a zone is let through here, and the tests of knowledge watch it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.labels import HIDDEN, NOBODY, PUBLIC, Known, Label, Labels, owned
from coupdsl.language.checker.late import readings_of
from coupdsl.language.readings import Reading
from coupdsl.language.source import Span
from coupdsl.language.walk import all_statements, in_block, parts

BEFORE = "take what is read before the choice: `let top = first of …`"
TELL = "tell it first: `reveal name = …`"


def check_leaks(context: Context) -> None:
    program = context.program
    if program.main is None:
        return
    shows = [s.what for s in all_statements(program) if isinstance(s, p.Reveal) and not s.hide]
    leaks = Leaks(context, {zone for what in shows for zone in zones(what)})
    leaks.block(program.main, Run(), PUBLIC)
    if program.limit is not None:
        leaks.block(program.limit[1], Run(), PUBLIC)
    for account in program.accounts:
        if account.short is not None:
            leaks.called(
                account.short, tuple(Known(key=local) for local in account.short.versions[0].parameters), PUBLIC
            )


def zones(expr: p.Expr) -> set[p.Zone]:
    """The zones that `expr` asks about, itself or by its rules."""
    found: set[p.Zone] = set()
    asked: set[p.Rule] = set()
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        waiting += parts(one)
        if isinstance(one, p.GetZone):
            found.add(one.zone)
        if isinstance(one, p.Apply) and one.rule not in asked:
            asked.add(one.rule)
            waiting += [version.value for version in one.rule.versions if version.value is not None]
    return found


@dataclass
class Run:
    """What is known of the locals while one rule is gone through, and of what it gives."""

    locals: dict[p.Local, Known] = field(default_factory=dict)
    result: Known | None = None
    changed: bool = False

    def learn(self, local: p.Local, known: Known) -> None:
        before = self.locals.get(local)
        after = known if before is None else before.joined(known)
        if after != before:
            self.locals[local] = after
            self.changed = True

    def gives(self, known: Known) -> None:
        self.result = known if self.result is None else self.result.joined(known)


class Leaks:
    """Goes through all that can happen, with the label of what it depends on that it happens: `why`."""

    def __init__(self, context: Context, shown: set[p.Zone]) -> None:
        self.context = context
        self.readings = readings_of(context.program)
        self.labels = Labels(self.readings.shuffled)
        self.shown = shown
        self._results: dict[object, Known] = {}
        self._said: set[Span] = set()

    def leak(self, span: Span, message: str, help_: str | None = TELL) -> None:
        if span not in self._said:
            self._said.add(span)
            self.context.report(codes.LEAK, span, message, help_)

    def public(self, label: Label, why: Label, span: Span, what: str, help_: str | None = TELL) -> None:
        """Reports `what` unless everybody who sees that it happens may know `label`."""
        if not label <= why:
            self.leak(span, f"{what} tells what not everybody can see", help_)

    # ---- going through
    def called(self, rule: p.Rule, arguments: tuple[Known, ...], why: Label) -> Known:
        key = (rule, arguments, why)
        if key not in self._results:
            self._results[key] = Known()
            found: Known | None = None
            for version in rule.versions:
                if version.body is not None:
                    run = Run(dict(zip(version.parameters, arguments, strict=False)))
                    self.block(version.body, run, why)
                    given = run.result or Known()
                    found = given if found is None else found.joined(given)
            self._results[key] = found or Known()
        return self._results[key]

    def block(self, block: p.Block | None, run: Run, why: Label) -> None:
        for statement in block.lines if block is not None else ():
            self.statement(statement, run, why)

    def again(self, block: p.Block, run: Run, why: Label) -> None:
        """A loop's body, until nothing more is learnt about its locals."""
        run.changed = True
        while run.changed:
            run.changed = False
            self.block(block, run, why)

    def value(self, expr: p.Expr | None, call: p.CallRule | None, run: Run, why: Label) -> Known:
        if call is not None:
            return self.call(call, run, why)
        assert expr is not None
        return self.labels.of(expr, run.locals)

    def call(self, call: p.CallRule, run: Run, why: Label) -> Known:
        if call.entry is not None:
            self.public(self.labels.of(call.entry, run.locals).label, why, call.entry.span, "which rule is done")
        return self.called(call.rule, tuple(self.labels.of(a, run.locals) for a in call.arguments), why)

    def settled(self, found: Iterable[Reading], run: Run, why: Label) -> None:
        """What is settled before a statement is the same for everybody: how much of which row."""
        for reading in found:
            if reading.zone is None or reading.late:
                continue
            for part in (reading.zone.index, reading.end.count):
                if part is not None:
                    label = self.labels.of(part, run.locals).label
                    self.public(label, PUBLIC, reading.span, "how much of a shuffled row is drawn here")
            if why:
                self.leak(reading.span, "that a shuffled row is drawn from tells what was chosen in secret", BEFORE)

    def statement(self, s: p.Stmt, run: Run, why: Label) -> None:
        of = self.labels.of
        self.settled(self.readings.of(s), run, why)
        match s:
            case p.Bind(local=local, value=value, call=call, revealed=revealed):
                known = self.value(value, call, run, why)
                if revealed:
                    self.happens(s, why)
                    known = Known(key=known.key)
                run.learn(local, known)
            case p.Assign(target=p.Load(local=local), value=value, call=call):
                known = self.value(value, call, run, why)
                run.learn(local, Known(known.label | why, known.size | why, known.place))
            case p.Assign(target=p.GetState() as target, value=value, call=call):
                self.kept(target, self.value(value, call, run, why), run, why, s.span)
            case p.Give(value=value, call=call):
                known = self.value(value, call, run, why)
                run.gives(Known(known.label | why, known.size | why, known.place, known.key))
            case p.CallRule():
                self.call(s, run, why)
            case p.If(condition=condition, then=then, otherwise=otherwise):
                self.public(of(condition, run.locals).label, why, condition.span, "this condition")
                self.block(then, run, why)
                self.block(otherwise, run, why)
            case p.Switch(branches=branches):
                for condition, body in branches:
                    self.public(of(condition, run.locals).label, why, condition.span, "this choice of lines")
                    self.block(body, run, why)
            case p.For(local=local, source=source, condition=condition, body=body):
                if s.together:
                    self.together(body)
                given = of(source, run.locals)
                self.public(given.size, why, source.span, "the number of passes")
                run.learn(local, Known(given.label, given.label, given.place, local))
                if condition is not None:
                    self.settled(self.readings.of_value(condition, condition.type), run, why)
                    self.public(of(condition, run.locals).label, why, condition.span, "this condition")
                self.again(body, run, why)
            case p.Repeat(until=until, bound=bound, body=body):
                self.again(body, run, why)
                self.public(of(bound, run.locals).label, why, bound.span, "the number of passes")
                if until is not None:
                    self.settled(self.readings.of_value(until, until.type), run, why)
                    self.public(of(until, run.locals).label, why, until.span, "this condition")
            case p.Choose():
                self.choice(s, run, why)
            case p.Leave() | p.Again():
                self.happens(s, why)
            case _:
                self.effect(s, run, why)

    def together(self, body: p.Block) -> None:
        """Nothing of a choice at the same time is seen by others before all have chosen."""
        for s in in_block(body):
            seen_by = None
            if isinstance(s, p.MovePieces):
                seen_by = s.to.zone.seen_by
            elif isinstance(s, p.Assign) and isinstance(s.target, p.GetState):
                seen_by = s.target.state.seen_by
            if seen_by == "all":
                help_ = "keep it where only its owner sees it, and show it when all have chosen"
                self.leak(s.span, "this is seen before all have chosen", help_)

    # ---- what is seen to happen
    def happens(self, s: p.Stmt, why: Label) -> None:
        if why:
            help_ = "after a secret choice, only what the chooser alone sees may change"
            self.leak(s.span, "that this happens tells what was chosen in secret", help_)

    def effect(self, s: p.Stmt, run: Run, why: Label) -> None:
        of = self.labels.of
        if isinstance(s, p.Reveal):
            if why and not self.only_to(s.to, run, why):
                self.happens(s, why)
            return
        self.happens(s, why)
        match s:
            case p.MovePieces(what=what, to=to):
                self.public(of(what, run.locals).size, why, what.span, "the number of pieces moved")
                self.place(to, run, why)
            case p.Draw(source=source, count=count, to=to):
                self.public(of(count, run.locals).label, why, count.span, "the number of pieces moved")
                self.place(source, run, why)
                self.place(to, run, why)
            case p.Pay(payer=payer, amount=amount, payee=payee):
                for part in (payer, amount, payee):
                    if part is not None:
                        self.public(of(part, run.locals).label, why, part.span, "this payment")
            case p.Finish(keys=keys):
                for local, value, _ in keys:
                    known = of(value, {local: Known(key=local)}).without(local)
                    self.public(known.label, why, value.span, "the end of the game")
            case p.PlayMechanic(entry=entry, mechanic=mechanic, arguments=arguments):
                for part in (entry, *arguments):
                    if part is not None:
                        self.public(of(part, run.locals).label, why, part.span, "what is played")
                self.mechanics(entry, mechanic, why)

    def place(self, zone: p.GetZone, run: Run, why: Label) -> None:
        if zone.index is not None:
            self.public(self.labels.of(zone.index, run.locals).label, why, zone.index.span, "where pieces move")

    def mechanics(self, entry: p.Expr | None, mechanic: p.Mechanic | None, why: Label) -> None:
        played = [mechanic]
        if entry is not None:
            played = [one.plays for one in self.context.program.kinds[entry.type.name].entries]
        for one in dict.fromkeys(played):
            if one is not None and one.body is not None and one not in self._results:
                self._results[one] = Known()
                self.block(one.body, Run(), why)

    def only_to(self, to: p.Expr | None, run: Run, why: Label) -> bool:
        """Is `to` just the seat that knows `why` this happens?"""
        if not isinstance(to, p.Op) or to.name != "single":
            return False
        return why == frozenset([self.labels.of(to.arguments[0], run.locals).key])

    def kept(self, target: p.GetState, known: Known, run: Run, why: Label, span: Span) -> None:
        which = self.labels.of(target.index, run.locals) if target.index is not None else Known()
        allowed = owned(target.state.seen_by, which)
        if HIDDEN in allowed:
            return
        self.public(which.label, why, span, "where this is kept")
        told = known.label | why
        if not told <= allowed:
            name = target.state.name
            help_ = f"declare `{name}` as `seen by owner` or `seen by none`, or {TELL}"
            self.leak(span, f"everybody sees `{name}`, and this tells what not everybody can see", help_)

    # ---- decisions
    def choice(self, s: p.Choose, run: Run, why: Label) -> None:
        self.happens(s, why)
        chooser = self.labels.of(s.who, run.locals) if s.who is not None else None
        if chooser is not None and s.who is not None:
            self.public(chooser.label, why, s.who.span, "who is asked")
        own: Label = frozenset([chooser.key]) if chooser is not None else PUBLIC
        for alternative in s.alternatives:
            if chooser is not None:
                self.offered(alternative, run, own)
            label = PUBLIC if not s.secretly else own or NOBODY
            for pick in alternative.picks:
                run.learn(pick.local, Known(label, label, label, pick.local))
            told = why | label if len(s.alternatives) > 1 else why
            self.block(alternative.body, run, told)

    def offered(self, alternative: p.Alternative, run: Run, own: Label) -> None:
        """What a choice offers may use what the chooser sees, and nothing else."""
        known = dict(run.locals)
        for pick in alternative.picks:
            given = self.visible(pick.source, known, own)
            known[pick.local] = Known(given.label, given.label, given.place, pick.local)
        if alternative.condition is not None:
            self.visible(alternative.condition, known, own)

    def visible(self, expr: p.Expr, known: dict[p.Local, Known], own: Label) -> Known:
        """The label of `expr`, which only the chooser may see; what may have been shown to him counts as seen."""
        found = self.labels.of(expr, known)
        if found.label <= own:
            return found
        if self.shown.isdisjoint(zones(expr)):
            self.leak(expr.span, "the options tell the chooser what he may not see", None)
        return Known(own, own, own)
