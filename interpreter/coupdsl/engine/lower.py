"""Lowers the checked program of a ruleset to flat code: one step a statement, jumps between them.

A rule that acts becomes a procedure with fixed places for its locals, its result and where it returns to; so the
whole course of a game is one integer and an array, and a state can be copied and written down anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from coupdsl.engine import steps
from coupdsl.engine.bits import mask_of
from coupdsl.engine.code import Code, Decision, Drawing, Option, Procedure, Site, Step
from coupdsl.engine.errors import RulesError
from coupdsl.engine.evaluate import Closure, Evaluator, Fixed, mapped
from coupdsl.engine.moves import Alphabet, Move, domain, notation
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import types as ty

if TYPE_CHECKING:
    from coupdsl.engine.rules import Rules


class Label:
    """A place in the code that is known once everything before it is."""

    def __init__(self) -> None:
        self.at = -1


@dataclass(frozen=True)
class Around:
    """What surrounds a statement: its procedure, its loops by name, and the loop whose choices are simultaneous."""

    procedure: Procedure
    end: Label
    loops: dict[str, tuple[Label, Label]] = field(default_factory=dict)
    together: tuple[int, int] | None = None


def lower(rules: Rules) -> Code:
    """The code of `rules`; raises RulesError where something is not fixed that has to be."""
    return Lowering(rules).whole()


class Lowering:
    def __init__(self, rules: Rules, evaluator: Evaluator | None = None) -> None:
        self.rules = rules
        self.program = rules.program
        self.evaluator = evaluator or Evaluator(rules)
        self.layout = self.evaluator.layout
        self.code = Code(rules, self.evaluator, self.layout, Alphabet())
        self.code.memory = [None] * self.layout.state_size
        self.builders: list[Callable[[], Step]] = []
        self.procedures: dict[tuple[object, p.Entry | None, bool], tuple[Procedure, Label]] = {}
        self.calls: dict[Procedure, list[tuple[Procedure, p.Stmt]]] = {}
        self.waiting: list[Callable[[], None]] = []
        self.slots: list[int] = []
        self.total = self._total()
        self.table: dict[type, Callable[[Any, Around], None]] = {
            p.Bind: self._bind, p.Assign: self._assign, p.CallRule: self._call_line, p.If: self._if,
            p.Switch: self._switch, p.For: self._for, p.Repeat: self._repeat, p.Choose: self._choose,
            p.MovePieces: self._move, p.Draw: self._draw, p.Shuffle: self._shuffle, p.Pay: self._pay,
            p.Reveal: self._reveal, p.Leave: self._leave, p.Again: self._again, p.Give: self._give,
            p.Finish: self._finish, p.PlayMechanic: self._play,
        }  # fmt: skip

    def whole(self) -> Code:
        main = Procedure("", None, False)
        assert self.program.main is not None
        around = Around(main, Label())
        self._block(self.program.main, around)
        self._emit(lambda: steps.fails("the rules end without `finish`", self.program.span))
        self._mark(around.end)
        self._emit(lambda: steps.fails("the rules end without `finish`", self.program.span))
        if self.program.limit is not None:
            start = len(self.builders)
            self._block(self.program.limit[1], Around(main, around.end))
            self._emit(lambda: steps.fails("the rules end without `finish`", self.program.span))
            self.code.limit = (self.program.limit[0], start)
        while self.waiting:
            self.waiting.pop(0)()
        self.evaluator.complete()
        self._refuse_circles()
        self.code.steps = [builder() for builder in self.builders]
        return self.code

    def _total(self) -> int:
        """All the money there is."""
        total = 0
        for account, _ in self.layout.accounts:
            total += self.evaluator.fixed(account.initial) if account.initial is not None else 0
        return total

    # ---- emitting
    def _emit(self, builder: Callable[[], Step]) -> int:
        self.builders.append(builder)
        return len(self.builders) - 1

    def _mark(self, label: Label) -> None:
        label.at = len(self.builders)

    def _jump(self, label: Label) -> None:
        self._emit(lambda: steps.jump(label.at))

    def _slot(self) -> int:
        """A new place in memory, which belongs to the procedure whose text is being lowered."""
        self.code.memory.append(None)
        self.slots.append(len(self.code.memory) - 1)
        return len(self.code.memory) - 1

    def _local(self, local: p.Local, around: Around) -> int:
        key = (local, around.procedure.entry)
        if key not in self.evaluator.stored_slots:
            self.evaluator.stored_slots[key] = self._slot()
        return self.evaluator.stored_slots[key]

    def _site(self, statement: p.Stmt, around: Around) -> int:
        self.code.sites.append(Site(statement.span, statement.citations, around.procedure))
        return len(self.code.sites) - 1

    def _closure(self, expr: p.Expr, around: Around) -> Closure:
        return self.evaluator.closure(expr, around.procedure.entry)

    def _value(self, expr: p.Expr, wanted: ty.Type, around: Around) -> Closure:
        """A value to be kept: a list becomes a copy that nothing changes."""
        closure = self.evaluator.value(expr, wanted, around.procedure.entry)
        return mapped(closure, tuple) if wanted.name == "list" else closure

    def _block(self, block: p.Block | None, around: Around) -> None:
        for statement in block.lines if block is not None else ():
            self.table[type(statement)](statement, around)

    # ---- procedures
    def _procedure(self, rule: p.Rule, entry: p.Entry | None, partial: bool) -> tuple[Procedure, Label]:
        version, _ = self.evaluator.rule(rule, entry)
        partial = partial or any(account.short is rule for account in self.program.accounts)
        key = (version, entry, partial)
        if key not in self.procedures:
            version_body = version.body
            citations = version.citations or next((a.citations for a in self.program.accounts if a.short is rule), ())
            named = Procedure(rule.name, entry, partial, citations, rule.type)

            def body(around: Around) -> None:
                self._block(version_body, around)
                if rule.type != ty.NOTHING:
                    message = f"`{rule.name}` comes to its end without `give`"
                    self._emit(lambda: steps.fails(message, version.span))

            self.procedures[key] = self._lowered_later(named, version.parameters, body)
        return self.procedures[key]

    def _mechanic(self, mechanic: p.Mechanic, entry: p.Entry | None, partial: bool) -> tuple[Procedure, Label]:
        key = (mechanic, entry, partial)
        if key not in self.procedures:

            def body(around: Around) -> None:
                after = len(self.builders) + 1
                self._emit(lambda: steps.set_up(self, mechanic, after))
                self._block(mechanic.body, around)

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
    ) -> tuple[Procedure, Label]:
        """A procedure and where it begins; its text is lowered when that of its caller is done."""
        outer, self.slots = self.slots, []
        procedure = replace(named, return_slot=self._slot(), result_slot=self._slot())
        around, label = Around(procedure, Label()), Label()
        procedure.parameters = [self._local(parameter, around) for parameter in parameters]
        mine, self.slots = self.slots, outer

        def lowered() -> None:
            outer, self.slots = self.slots, mine
            self._mark(label)
            body(around)
            self._mark(around.end)
            cleared = [slot for slot in mine if slot != procedure.result_slot]
            cleared += [slot for state in states for slot in self.layout.slots(state)]
            self._emit(lambda: steps.come_back(procedure.return_slot, cleared))
            self.slots = outer

        self.waiting.append(lowered)
        return procedure, label

    def _calling(self, around: Around, target: Procedure, statement: p.Stmt) -> None:
        self.calls.setdefault(around.procedure, []).append((target, statement))

    def _refuse_circles(self) -> None:
        """No rule may be under way twice at once: its locals have one place."""
        done: set[Procedure] = set()

        def visit(procedure: Procedure, above: tuple[Procedure, ...]) -> None:
            for target, statement in self.calls.get(procedure, ()):
                if any(t.name == target.name and t.entry is target.entry for t in (*above, procedure)):
                    message = f"`{target.name}` comes to itself again: rules cannot go in circles"
                    raise RulesError(message, statement.span, codes.RECURSION)
                if target not in done:
                    visit(target, (*above, procedure))
            done.add(procedure)

        for procedure in list(self.calls):
            visit(procedure, ())

    # ---- names and values
    def _call(self, call: p.CallRule, around: Around) -> int:
        """Calls the rule; its result is in the slot that this returns."""
        site, entry = self._site(call, around), around.procedure.entry
        kinds = call.rule.parameter_types
        arguments = [self._value(a, kind, around) for a, kind in zip(call.arguments, kinds, strict=True)]
        targets: list[tuple[Procedure, Label]]
        if call.entry is None:
            which: Closure = Fixed(0)
            targets = [self._procedure(call.rule, entry, around.procedure.partial)]
        else:
            which = self._closure(call.entry, around)
            kind = self.program.kinds[call.entry.type.name]
            chosen = kind.entries if not isinstance(which, Fixed) else [kind.entries[which.value]]
            which = which if not isinstance(which, Fixed) else Fixed(0)
            targets = [self._procedure(call.rule, target, around.procedure.partial) for target in chosen]
        result = self._slot()
        for procedure, _ in targets:
            self._calling(around, procedure, call)
        after = len(self.builders) + 1
        self.code.return_sites[after] = site
        at = self._emit(lambda: steps.call(which, targets, arguments, after))
        self.code.bindings[at] = [
            (slot, argument, entry)
            for procedure, _ in targets
            for slot, argument in zip(procedure.parameters, call.arguments, strict=True)
        ]
        results = [procedure.result_slot for procedure, _ in targets]
        self._emit(lambda: steps.take_result(which, results, result, after + 1))
        return result

    def _store(
        self, slot: int | Closure, expr: p.Expr | None, call: p.CallRule | None, kind: ty.Type, around: Around
    ) -> int:
        """Puts a value, or the result of a call, into memory at a fixed or worked-out place; gives the step."""
        if call is not None:
            result = self._call(call, around)
            value: Closure = lambda state: state.memory[result]  # noqa: E731
            if kind.name == "set" and call.rule.type.name == "list":
                value = mapped(value, mask_of)
        else:
            assert expr is not None
            value = self._value(expr, kind, around)
        after = len(self.builders) + 1
        at = self._emit(lambda: steps.store(slot, value, after))
        if isinstance(slot, int):
            self.code.bindings[at] = [(slot, expr, around.procedure.entry)]
        return at

    def _bind(self, statement: p.Bind, around: Around) -> None:
        slot = self._local(statement.local, around)
        at = self._store(slot, statement.value, statement.call, statement.local.type, around)
        told = statement.call is not None or not self._is_fixed(statement.value, around)
        if statement.revealed:
            self.code.bindings[at] = []  # what it was made of stays hidden
        if statement.revealed and told:
            self.code.revealed.append(statement.local)
            number, after = len(self.code.revealed) - 1, len(self.builders) + 1
            self._emit(lambda: steps.reveal(slot, number, after))

    def _is_fixed(self, expr: p.Expr | None, around: Around) -> bool:
        return expr is not None and isinstance(self._closure(expr, around), Fixed)

    def _assign(self, statement: p.Assign, around: Around) -> None:
        target = statement.target
        if isinstance(target, p.Load):
            place: int | Closure = self._local(target.local, around)
        else:
            start = self.layout.state_start[target.state]
            place = start
            if target.index is not None:
                index = self._closure(target.index, around)
                place = lambda state: start + index(state)  # noqa: E731
        self._store(place, statement.value, statement.call, target.type, around)

    def _call_line(self, statement: p.CallRule, around: Around) -> None:
        self._call(statement, around)

    def _give(self, statement: p.Give, around: Around) -> None:
        procedure = around.procedure
        self._store(procedure.result_slot, statement.value, statement.call, procedure.gives, around)
        self._jump(around.end)

    # ---- flow
    def _if(self, statement: p.If, around: Around) -> None:
        condition = self._closure(statement.condition, around)
        if isinstance(condition, Fixed):
            self._block(statement.then if condition.value else statement.otherwise, around)
            return
        otherwise, end = Label(), Label()
        after = len(self.builders) + 1
        self._emit(lambda: steps.branch(condition, after, otherwise.at))
        self._block(statement.then, around)
        if statement.otherwise is not None:
            self._jump(end)
        self._mark(otherwise)
        self._block(statement.otherwise, around)
        self._mark(end)

    def _switch(self, statement: p.Switch, around: Around) -> None:
        end = Label()
        for condition, block in statement.branches:
            closure = self._closure(condition, around)
            if isinstance(closure, Fixed):
                if closure.value:
                    self._block(block, around)
                    break
                continue
            self._case_branch(closure, block, around, end)
        else:
            self._emit(lambda: steps.fails("no branch of this case fits", statement.span))
        self._mark(end)

    def _case_branch(self, condition: Closure, block: p.Block, around: Around, end: Label) -> None:
        other = Label()
        after = len(self.builders) + 1
        self._emit(lambda: steps.branch(condition, after, other.at))
        self._block(block, around)
        self._jump(end)
        self._mark(other)

    def _for(self, statement: p.For, around: Around) -> None:
        source = self.evaluator.as_list(statement.source, around.procedure.entry)
        elements, index = self._slot(), self._slot()
        local = self._local(statement.local, around)
        start, end = Label(), Label()
        after = len(self.builders) + 1
        self._emit(lambda: steps.begin_for(source, elements, index, after))
        self._mark(start)
        into = len(self.builders) + 1
        self._emit(lambda: steps.next_of(elements, index, local, into, end.at))
        if statement.condition is not None:
            condition = self._closure(statement.condition, around)
            onward = len(self.builders) + 1
            self._emit(lambda: steps.branch(condition, onward, end.at))
        inner = replace(around, together=(elements, index)) if statement.together else around
        self._block(statement.body, inner)
        self._jump(start)
        self._mark(end)
        self._emit(lambda: steps.forget((elements, index, local), end.at + 1))

    def _repeat(self, statement: p.Repeat, around: Around) -> None:
        counter = self._slot()
        bound = self._closure(statement.bound, around)
        until = self._closure(statement.until, around) if statement.until is not None else None
        start, end = Label(), Label()
        after = len(self.builders) + 1
        self._emit(lambda: steps.store(counter, bound, after))
        self._mark(start)
        resets = [s for s in self.program.states if s.every == statement.name]
        into = len(self.builders) + 1
        self._emit(lambda: steps.next_pass(counter, until, steps.resetter(self, resets), into, end.at))
        self._block(statement.body, replace(around, loops={**around.loops, statement.name: (start, end)}))
        self._jump(start)
        self._mark(end)
        self._emit(lambda: steps.forget((counter,), end.at + 1))

    def _leave(self, statement: p.Leave, around: Around) -> None:
        self._jump(around.loops[statement.name][1])

    def _again(self, statement: p.Again, around: Around) -> None:
        self._jump(around.loops[statement.name][0])

    def _play(self, statement: p.PlayMechanic, around: Around) -> None:
        site = self._site(statement, around)
        partial = around.procedure.partial
        if statement.mechanic is not None:
            targets = {0: (statement.mechanic, self._mechanic(statement.mechanic, None, partial))}
            which: Closure = Fixed(0)
        else:
            assert statement.entry is not None
            which = self._closure(statement.entry, around)
            kind = self.program.kinds[statement.entry.type.name]
            targets = {
                entry.index: (entry.plays, self._mechanic(entry.plays, entry, partial))
                for entry in self.rules.entries(kind)
                if entry.plays is not None
            }
        for _, (procedure, _label) in targets.values():
            self._calling(around, procedure, statement)
        arguments = [self._closure(argument, around) for argument in statement.arguments]
        parameters = {
            at: [self.layout.state_start[state] for state in mechanic.parameters]
            for at, (mechanic, _) in targets.items()
        }
        labels = {at: target for at, (_, target) in targets.items()}
        after = len(self.builders) + 1
        self.code.return_sites[after] = site
        self._emit(lambda: steps.play(which, labels, parameters, arguments, after, statement.span))

    # ---- decisions
    def _choose(self, statement: p.Choose, around: Around) -> None:
        site = self._site(statement, around)
        who = self._closure(statement.who, around) if statement.who is not None else None
        options = [self._option(alternative, around) for alternative in statement.alternatives]
        decision = Decision(
            statement.name, who, statement.secretly, options, site, around.procedure.entry, len(self.builders),
            around.together,
        )  # fmt: skip
        self._refuse_same_notation(options, statement)
        self.code.decisions[decision.at] = decision
        self.code.decisions_by_site[site] = decision
        self._emit(lambda: steps.choose(decision, self.code))
        end = Label()
        for option, alternative in zip(options, statement.alternatives, strict=True):
            option.target = len(self.builders)
            self._block(alternative.body, around)
            if len(options) > 1:
                self._jump(end)
        self._mark(end)

    def _refuse_same_notation(self, options: list[Option], statement: p.Choose) -> None:
        """Two alternatives of one choice cannot be written alike; where a word is picked, only now it is known."""
        found: set[Move] = set()
        for option in options:
            moves = set(option.moves.values())
            for move in sorted(found & moves, key=str):
                message = f"two answers of this choice are written `{move}`"
                raise RulesError(message, statement.span, codes.DUPLICATE_NAME)
            found |= moves

    def _option(self, alternative: p.Alternative, around: Around) -> Option:
        picks = []
        for pick in alternative.picks:
            source = self._closure(pick.source, around)
            picks.append((self._local(pick.local, around), source, pick))
        condition = self._closure(alternative.condition, around) if alternative.condition is not None else None
        option = Option(alternative.word, condition, picks, {}, alternative.last_resort, 0, alternative)
        alphabet, word = self.code.alphabet, [alternative.word] if alternative.word else []
        if not picks:
            option.moves[()] = alphabet.move(*word)
        elif len(picks) == 1:
            for value, text in self._values(picks[0][2], around):
                option.moves[value] = alphabet.move(*word, text)
        else:
            for one, text in self._values(picks[0][2], around):
                for other, text_other in self._values(picks[1][2], around):
                    option.moves[one, other] = alphabet.move(*word, text, text_other)
        return option

    def _values(self, pick: p.Pick, around: Around) -> list[tuple[int, str]]:
        """Every value a pick can ever have, with its notation."""
        kind = pick.local.type
        if kind.name not in ("amount", "number", "literal"):
            return [(value, notation(kind, value, self.layout)) for value in domain(kind, self.layout)]
        source = pick.source
        if not (isinstance(source, p.Op) and source.name == "between"):
            raise RulesError("numbers are chosen from a range, `low .. high step n`", source.span, codes.NOT_FIXED)
        low, high, step = (self._closure(part, around) for part in source.arguments)
        if not isinstance(low, Fixed) or not isinstance(step, Fixed):
            raise RulesError("the lower end and the step of a range are fixed", source.span, codes.NOT_FIXED)
        if not isinstance(high, Fixed) and kind.name != "amount":
            raise RulesError("the upper end of a range of numbers is fixed", source.span, codes.NOT_FIXED)
        top = high.value if isinstance(high, Fixed) else self.total
        return [(value, str(value)) for value in range(low.value, top + 1, step.value)]

    # ---- effects
    def _target(self, zone: p.GetZone, around: Around) -> Closure:
        """The number of a zone."""
        start = self.layout.zone_start[zone.zone]
        if zone.index is None:
            return Fixed(start)
        index = self._closure(zone.index, around)
        return Fixed(start + index.value) if isinstance(index, Fixed) else lambda state: start + index(state)

    def _zones(self, zone: p.GetZone) -> range:
        start = self.layout.zone_start[zone.zone]
        return range(start, start + self.layout.count_per(zone.zone.per))

    def _move(self, statement: p.MovePieces, around: Around) -> None:
        what = self.evaluator.as_list(statement.what, around.procedure.entry)
        to, after = self._target(statement.to, around), len(self.builders) + 1
        self._site(statement, around)
        self._emit(lambda: steps.move(what, to, statement.unseen, after))

    def _draw(self, statement: p.Draw, around: Around) -> None:
        source, to = self._target(statement.source, around), self._target(statement.to, around)
        drawing = Drawing(source, to, self._slot(), statement.unseen, self._site(statement, around))
        if statement.source.zone.seen_by == "none" and statement.source.zone.type.of == ty.CARD:
            for zone in self._zones(statement.to):
                for piece in range(self.layout.cards):
                    face = self.layout.face_of[piece]
                    place = self.layout.zone_name(zone).split()
                    drawing.moves[face, zone] = self.code.alphabet.move("deal", face, "to", *place)
        count = self._closure(statement.count, around)
        after = len(self.builders) + 1
        self._emit(lambda: steps.store(drawing.left, count, after))
        at = len(self.builders)
        self.code.drawings[at] = drawing
        self._emit(lambda: steps.draw(drawing, at, at + 1, statement.span))

    def _shuffle(self, statement: p.Shuffle, around: Around) -> None:
        zone, after = self._target(statement.zone, around), len(self.builders) + 1
        self._site(statement, around)
        self._emit(lambda: steps.shuffle(zone, after))

    def _reveal(self, statement: p.Reveal, around: Around) -> None:
        what = self.evaluator.as_list(statement.what, around.procedure.entry)
        to: Closure = Fixed(self.layout.everyone)
        if statement.to is not None:
            to = self.evaluator.as_mask(statement.to, around.procedure.entry)
        after = len(self.builders) + 1
        make = steps.hide if statement.hide else steps.show
        self._site(statement, around)
        self._emit(lambda: make(what, to, after))

    def _pay(self, statement: p.Pay, around: Around) -> None:
        site = self._site(statement, around)
        payer, payee = self._closure(statement.payer, around), self._closure(statement.payee, around)
        amount = self._closure(statement.amount, around) if statement.amount is not None else None
        reason = self._closure(statement.reason, around) if statement.reason is not None else Fixed(-1)
        due = (self._slot(), self._slot(), self._slot())
        end, transfer = Label(), Label()
        short: tuple[Procedure, Label] | None = None
        per_seat = [account for account in self.program.accounts if account.per_seat]
        partial = around.procedure.partial or any(account.partial for account in self.program.accounts)
        rule = next((account.short for account in per_seat if account.short is not None), None)
        if rule is not None and not around.procedure.partial:
            short = self._procedure(rule, None, True)
            self._calling(around, short[0], statement)
        at = self._emit(
            lambda: steps.begin_payment(payer, payee, amount, due, short, transfer.at, end.at, statement.span)
        )
        self._mark(transfer)
        if statement.amount is not None:
            self.code.paying[at] = (statement.amount, around.procedure.entry, transfer.at)
        self.code.return_sites[transfer.at] = site
        allowed = partial or short is not None
        self._emit(lambda: steps.transfer(due, reason, site, allowed, self.code, end.at, statement.span))
        self._mark(end)

    def _finish(self, statement: p.Finish, around: Around) -> None:
        entry = around.procedure.entry
        keys = [
            (self.evaluator.slot(local, entry), self.evaluator.closure(value, entry), lowest)
            for local, value, lowest in statement.keys
        ]
        self._site(statement, around)
        self._emit(lambda: steps.finish(keys, self.rules.players))
