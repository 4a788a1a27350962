"""Nothing hidden is told by what happens: rules branch, count, ask and finish only on what everybody can see.

What a choice offers may also use what the chooser sees or was shown since pieces last moved, and what follows a secret
choice may be kept where only the chooser sees it. Who has seen which place of a board is not followed: a choice that
offers by places that anybody is shown is let through here, and the tests of knowledge watch it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.at_once import seen_too_early
from coupdsl.language.checker.changes import NOTHING, PIECES, Changed
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.fixpoint import Fixpoint
from coupdsl.language.checker.late import row_reads_of
from coupdsl.language.checker.later import Later, called_by
from coupdsl.language.checker.offered import Offers
from coupdsl.language.checker.secret_changes import for_all, in_every_way
from coupdsl.language.checker.sights import told_for_each
from coupdsl.language.checker.ways import Flow, Move, Run, Upshot
from coupdsl.language.checker.who_knows import HIDDEN, NOBODY, PUBLIC, Around, Known, Label
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.of_whom import of_whom
from coupdsl.language.records import by_value
from coupdsl.language.source import Span

MOST = 15_000  # statements, each as often as something else is known there
WAYS = 30  # to call a rule that are followed, each with what is known of its arguments
Names = tuple[p.Local | None, ...]


@by_value
class Leaked:
    """What tells too much, and the rules that come to what not everybody knows."""

    problems: tuple[Diagnostic, ...] = ()
    telling: frozenset[p.Rule] = frozenset()


def find_leaks(context: Context, told: frozenset[p.Rule] = frozenset()) -> Leaked:
    """What tells too much, as if everybody knew what the rules `told` come to."""
    program = context.program
    if program.main is None:
        return Leaked()
    leaks = Leaks(context, told)
    try:
        leaks.block(program.main, Run(), Flow())
        if program.limit is not None:
            anywhere = frozenset((family, HIDDEN) for family in ("piece", *(one.name for one in program.families)))
            leaks.block(program.limit[1], Run(), Flow(Around(unplaced=anywhere)))
    except _TooMany as problem:
        message = "there are too many ways through these rules to see what each lets out"
        help_ = "put fewer loops into one another, or give rules fewer parameters"
        leaks.problems.append(Diagnostic(codes.TOO_DEAR, problem.span, message, help_))
    return Leaked(tuple(leaks.problems), frozenset(leaks.labels.telling | leaks.offers.telling))


class _TooMany(Exception):
    """More statements were gone through than in any rules that people write."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


class Leaks(Offers):
    """Goes through all that can happen, with what is known at each point."""

    def __init__(self, context: Context, told: frozenset[p.Rule]) -> None:
        self.reads = row_reads_of(context.program)
        super().__init__(context, frozenset(self.reads.shuffled), told)
        self.left = MOST  # statements
        self.revealed_of = of_whom(context.program)
        self.later: dict[p.Local, Later] = {}  # by the elements of loops
        self._done: Fixpoint[Upshot] = Fixpoint(Upshot.joined)

    # ---- going through
    def called(
        self, rule: p.Rule, arguments: tuple[Known, ...], entry: p.Expr | None, flow: Flow, names: Names = ()
    ) -> Known:
        """What a rule that acts gives, and what is known after it in `flow`; `names` are those of its arguments."""
        versions, which = self.labels.versions(rule, entry), self.labels.which(rule, entry, flow.around)
        anew = flow.change(self.changes, frozenset(local for version in versions for local in version.parameters))
        arguments = self.labels.told_apart(rule, tuple(map(anew.known, arguments)), WAYS)
        which, around = anew.key(which), flow.around
        bodies = [
            (version.body, self.labels.inside(version, arguments, which, around))
            for version in versions
            if version.body is not None
        ]
        known = self._done_in((rule, versions, arguments, which), bodies, flow, self.changes.by(rule), names)
        return self.labels.come_to(rule, known or Known())

    def _done_in(
        self,
        key: Hashable,
        bodies: list[tuple[p.Block, Around]],
        flow: Flow,
        changed: Changed,
        names: Names = (),
    ) -> Known | None:
        """Goes through what is done elsewhere: one of `bodies`, as known there; `names` are its parameters here."""
        why, before = flow.why, flow.around

        def work() -> Upshot:
            found: Upshot | None = None
            for body, inside in bodies:
                run, inner = Run(), Flow(inside, (why,))
                self.block(body, run, inner)
                if not inner.ended:
                    run.upshot = run.upshot.joined(inner.upshot())
                found = run.upshot if found is None else found.joined(run.upshot)
            return found or Upshot(None, before.unplaced, before.told, before.shown)

        upshot = self._done.find((key, why, before.unplaced, before.told, before.shown), Upshot(), work)
        flow.change(self.changes, changed)
        told = flow.around.told if upshot.told is None else upshot.told
        shown = flow.around.shown if upshot.shown is None else upshot.shown
        flow.around = replace(flow.around, unplaced=upshot.unplaced, told=told, shown=shown)
        if PIECES in changed:
            here = {local: name for _, inside in bodies for local, name in zip(inside.locals, names, strict=False)}
            flow.pieces_move(*(replace(move, one=here.get(move.one) if move.one else None) for move in upshot.moved))
        return upshot.result

    def block(self, block: p.Block | None, run: Run, flow: Flow) -> None:
        for statement in block.lines if block is not None else ():
            if flow.ended:
                return
            self.statement(statement, run, flow)

    def value(self, expr: p.Expr | None, call: ps.CallRule | None, flow: Flow) -> Known:
        if call is not None:
            return self.call(call, flow)
        assert expr is not None
        return self.labels.of(expr, flow.around)

    def call(self, call: ps.CallRule, flow: Flow) -> Known:
        if call.entry is not None:
            self.public(self.labels.of(call.entry, flow.around).label, flow.why, call.entry.span, "which rule is done")
        arguments = tuple(self.labels.of(a, flow.around) for a in call.arguments)
        names = tuple(called_by(a, self.context.named) for a in call.arguments)
        return self.called(call.rule, arguments, call.entry, flow, names)

    def bind(self, local: p.Local, known: Known, flow: Flow) -> None:
        """From here on `local` is something else, and what was known by it before is known by others."""
        renaming = flow.change(self.changes, frozenset([local]))
        flow.learn(local, renaming.known(known, local))

    def statement(self, s: p.Stmt, run: Run, flow: Flow) -> None:
        self.left -= 1
        if self.left < 0:
            raise _TooMany(s.span)
        self.settled(self.reads.of(s), flow)
        match s:
            case ps.Bind(local=local, value=value, call=call, revealed=revealed):
                known = self.value(value, call, flow)
                if revealed:
                    self.happens(s, flow.why)
                    self.of_whom(s, flow)
                    known = replace(known, label=PUBLIC, size=PUBLIC, beyond=PUBLIC)
                    self.owner_told(value, flow)
                self.bind(local, known, flow)
            case ps.Assign(target=pe.Load(local=local), value=value, call=call):
                self.bind(local, self.value(value, call, flow).told_by(flow.why), flow)
            case ps.Assign(target=pe.GetState() as target, value=value, call=call):
                self.kept(target, value, self.value(value, call, flow), flow, s.span)
                flow.change(self.changes, frozenset([target.state]))
            case ps.Give(value=value, call=call):
                nothing = value is None and call is None
                known = (Known() if nothing else self.value(value, call, flow)).told_by(flow.why)
                run.upshot = run.upshot.joined(flow.upshot(known))
                run.given += 1
                flow.ended = True
            case ps.CallRule():
                self.call(s, flow)
            case ps.If(condition=condition, then=then, otherwise=otherwise):
                label = self.labels.of(condition, flow.around).label
                uniform = None if label <= flow.why else in_every_way(self.labels, s, flow.around, flow.why)
                self.condition(condition, label, flow, uniform)
                self.either(run, flow, [then, otherwise])
            case ps.Switch(branches=branches):
                for condition, _ in branches:
                    value = condition.arguments[0] if isinstance(condition, pe.Op) else condition
                    known = self.labels.of(condition, flow.around)
                    self.public(known.label, flow.why, value.span, "this choice of lines")
                self.either(run, flow, [body for _, body in branches])
            case ps.For():
                self.each(s, run, flow)
            case ps.Repeat():
                self.repeat(s, run, flow)
            case ps.Choose():
                self.choice(s, run, flow)
            case ps.Leave(name=name):
                self.happens(s, flow.why)
                run.jumps(run.leaving, name, flow)
            case ps.Again(name=name):
                self.happens(s, flow.why)
                run.jumps(run.again, name, flow)
            case _:
                self.effect(s, flow)

    def either(self, run: Run, flow: Flow, blocks: list[p.Block | None]) -> None:
        """One of these, and then on."""
        ends = []
        for block in blocks:
            ends.append(flow.copy())
            self.block(block, run, ends[-1])
        flow.ended = True
        for end in ends:
            flow.meet(end)

    def of_whom(self, s: ps.Bind, flow: Flow) -> None:
        """Notes where not everybody may know of which seat or thing something is revealed."""
        secrets = self.context.program.secret_whose
        for one in self.revealed_of[s]:
            at, label = (s.span, one.span), self.labels.of(pe.Load(one.type, s.span, one), flow.around).label
            if label and at not in secrets:
                secrets.append(at)

    # ---- loops
    def each(self, s: ps.For, run: Run, flow: Flow) -> None:
        for span in seen_too_early(s) if s.together else ():
            help_ = "keep it where only its owner sees it, and show it when all have chosen"
            self.leak(span, "this is seen before all have chosen", help_)
        given = self.labels.of(s.source, flow.around)
        uniform = None if given.size <= flow.why else for_all(self.labels, s, flow.around, flow.why)
        help_ = self.secretly(uniform, s.source.span)
        self.public(given.size, flow.why, s.source.span, "the number of passes", help_)
        given = flow.change(self.changes, self.changes.on_to_the_end(s.body)).known(given)
        element = replace(given.chosen(), size=given.label, key=None)
        later = self.later.setdefault(s.local, Later(s))
        while True:
            inside = flow.copy()
            element = inside.change(self.changes, frozenset([s.local])).known(element)
            inside.learn(s.local, element)
            inside.learn(later, element)
            if s.condition is not None:
                self.settled(self.reads.of_value(s.condition, s.condition.type), inside)
                self.asked(s.condition, inside, "this condition")
                skipped = inside.copy()
                self.block(s.body, run, inside)
                inside.meet(skipped)
            else:
                self.block(s.body, run, inside)
            before, element = element, element if inside.ended else element.joined(inside.around.locals[later])
            inside.forget(later)
            if self.no_more(flow, inside) and element == before:
                return

    def repeat(self, s: ps.Repeat, run: Run, flow: Flow) -> None:
        self.asked(s.bound, flow, "the number of passes")
        run.depth[s.name] = len(flow.whys)
        run.leaving.pop(s.name, None)
        run.again.pop(s.name, None)
        while True:
            if s.until is not None:
                self.settled(self.reads.of_value(s.until, s.until.type), flow)
                self.asked(s.until, flow, "this condition")
            inside = flow.copy()
            inside.change(self.changes, self.changes.own(s))
            self.block(s.body, run, inside)
            begun = run.again.pop(s.name, None)
            if begun is not None:
                inside.meet(begun)
            if self.no_more(flow, inside):
                break
        left = run.leaving.pop(s.name, None)
        if left is not None:
            flow.meet(left)

    @staticmethod
    def no_more(flow: Flow, after: Flow) -> bool:
        """Is nothing more learnt by another pass?"""
        before = flow.copy()
        flow.meet(after)
        return flow.same(before)

    # ---- what is seen to happen
    def effect(self, s: p.Stmt, flow: Flow) -> None:
        if isinstance(s, ps.Reveal):
            self.shows(s, flow)
            return
        self.happens(s, flow.why)
        match s:
            case ps.MovePieces():
                self.move(s, flow)
            case ps.Draw():
                self.draw(s, flow)
            case ps.Shuffle(zone=zone):
                self.place(zone, flow)
                flow.change(self.changes, frozenset([PIECES]))
            case ps.Pay():
                self.pay(s, flow)
            case ps.Finish():
                self.finish(s, flow)
            case ps.PlayMechanic():
                self.play(s, flow)

    def draw(self, s: ps.Draw, flow: Flow) -> None:
        self.asked(s.count, flow, "the number of pieces moved")
        drawn = self.place(s.source, flow)
        self.face_down(s, drawn, flow)
        self.place(s.to, flow)
        self.taken_from(drawn.homes, flow)
        if not (self.labels.sees_all(s.to.zone) and not s.unseen):
            self.mislay(s.source.zone.type, drawn.label, flow)
        flow.pieces_move(Move(drawn.label, self.labels.of(s.to, flow.around).seen, drawn.homes, s.to.zone))
        flow.change(self.changes, frozenset([PIECES]))

    def pay(self, s: ps.Pay, flow: Flow) -> None:
        for part in (s.payer, s.amount, s.payee, s.reason):
            if part is not None:
                self.asked(part, flow, "this payment")
        for account in self.context.program.accounts:
            if account.short is not None:
                parameters = account.short.versions[0].parameters
                self.called(account.short, tuple(Known(key=local) for local in parameters), None, flow)
        flow.change(self.changes, self.changes.own(s))

    def finish(self, s: ps.Finish, flow: Flow) -> None:
        if s.among is not None:
            self.asked(s.among, flow, "the end of the game")
        for local, value, _ in s.keys:
            known = self.labels.of(value, flow.around.binding((local, Known(key=local)))).without(local)
            help_ = told_for_each(value, local, self.names(flow))
            self.public(known.label, flow.why, value.span, "the end of the game", help_)
        flow.ended = True

    def play(self, s: ps.PlayMechanic, flow: Flow) -> None:
        for part in (s.entry, *s.arguments):
            if part is not None:
                self.asked(part, flow, "what is played")
        played = self.changes.played_by(s)
        self.laid_back(played, flow)
        changed = NOTHING.union(*map(self.changes.played, played))
        flow.change(self.changes, changed)
        bodies = [(one.body, flow.around.only()) for one in played if one.body is not None]
        self._done_in(tuple(played), bodies, flow, changed)

    # ---- decisions
    def choice(self, s: ps.Choose, run: Run, flow: Flow) -> None:
        self.happens(s, flow.why)
        chooser = self.labels.of(s.who, flow.around) if s.who is not None else None
        if chooser is not None and s.who is not None:
            self.public(chooser.label, flow.why, s.who.span, "who is asked")
        own: Label = frozenset([chooser.key]) if chooser is not None else PUBLIC
        apart = chooser.apart if chooser is not None else PUBLIC
        if s.told is not None:
            told_to = self.labels.of(s.told, flow.around)
            self.public(told_to.label, flow.why, s.told.span, "who is told")
            own = frozenset([told_to.key])
        ends, given = [], run.given
        for alternative in s.alternatives:
            if s.who is not None:
                self.offered(alternative, flow, partial(self.visible, own=own, chooser=s.who, apart=apart))
            elif not s.secretly:
                self.offered(alternative, flow, lambda expr, around: self.openly(expr, around, flow))
            label = PUBLIC if not s.secretly else own - {None} or NOBODY
            inside = flow.copy()
            beyond = PUBLIC if s.who is not None else self.labels.left_to_chance(alternative, flow.around)
            for pick in alternative.picks:
                source = self.labels.of(pick.source, inside.around)
                seen = source.seen | label  # which it was, of what lies there, only the chooser says
                known = replace(source.chosen(), label=label, size=label, seen=seen, key=None, beyond=beyond)
                self.bind(pick.local, known, inside)
            inside.whys = (*inside.whys, label if len(s.alternatives) > 1 else PUBLIC)
            self.block(alternative.body, run, inside)
            ends.append(inside)
        flow.ended = True
        for end in ends:
            told = end.whys[-1] if run.given > given else PUBLIC  # to have come here says that nothing was given
            end.whys = (*end.whys[:-2], end.whys[-2] | told)
            flow.meet(end)
