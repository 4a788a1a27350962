"""Lowers the checked program of a ruleset to flat code: one step a statement, jumps between them.

A rule that acts becomes a procedure with fixed places for its locals, its result and where it returns to; so the
whole course of a game is one integer and an array, and a state can be copied and written down anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from coupdsl.code import instructions as i
from coupdsl.code.code import Code, Site
from coupdsl.code.decisions import Answers, Decision, Drawing, Option, Procedure, Settling
from coupdsl.code.errors import RulesError
from coupdsl.code.instructions import Instruction, Resets
from coupdsl.code.moves import Alphabet, Move, domain, notation
from coupdsl.code.values import Form, Label, Place, Value
from coupdsl.engine.closures import Fixed
from coupdsl.engine.evaluate import Evaluator
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.row_reads import RowRead, RowReads, shuffled_zones
from coupdsl.rulesets.ruleset import Ruleset


@dataclass(frozen=True)
class Around:
    """What surrounds a statement: its procedure, its loops by name, and the loop whose choices are simultaneous."""

    procedure: Procedure
    end: Label
    loops: dict[str, tuple[Label, Label]] = field(default_factory=dict)
    together: tuple[int, int] | None = None


def _form(kind: ty.Type) -> Form:
    """The form in which a place of that type holds its value."""
    return {"set": Form.SET, "list": Form.COPY}.get(kind.name, Form.OWN)


def lower(rules: Ruleset, evaluator: Evaluator) -> Code:
    """The code of `rules`; raises RulesError where something is not fixed that has to be."""
    return Lowering(rules, evaluator).whole()


class Lowering:
    """`evaluator` says what is known before play, and is told where locals lie."""

    def __init__(self, rules: Ruleset, evaluator: Evaluator) -> None:
        self.rules = rules
        self.program = rules.program
        self.evaluator = evaluator
        self.layout = self.evaluator.layout
        self.code = Code(rules, self.layout, Alphabet(), evaluator.stored_slots)
        self.code.memory = [None] * self.layout.state_size
        self.code.kinds = [state.type for state in self.program.states for _ in self.layout.slots(state)]
        self.instructions: list[Instruction] = self.code.instructions
        self.procedures: dict[tuple[object, p.Entry | None, bool], tuple[Procedure, Label]] = {}
        self.calls: dict[Procedure, list[tuple[Procedure, p.Stmt]]] = {}
        self.waiting: list[Callable[[], None]] = []
        self.slots: list[int] = []
        self.total = self._total()
        self.code.shuffled = shuffled_zones(rules.program)
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
        self._emit(i.Fail("the rules end without `finish`", self.program.span))
        self._mark(around.end)
        self._emit(i.Fail("the rules end without `finish`", self.program.span))
        if self.program.limit is not None:
            start = self.at
            self._block(self.program.limit[1], Around(main, around.end))
            self._emit(i.Fail("the rules end without `finish`", self.program.span))
            self.code.limit = (self.program.limit[0], start)
        while self.waiting:
            self.waiting.pop(0)()
        for state in self.program.states:
            if state.initial is not None:
                self.evaluator.kept(state.initial, state.type, None)
        self.evaluator.complete()
        self._refuse_circles()
        return self.code

    def _total(self) -> int:
        """All the money there is, unless an account is not counted."""
        return sum(self.layout.beginnings)

    # ---- emitting
    @property
    def at(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)

    def _emit(self, instruction: Instruction) -> int:
        self.instructions.append(instruction)
        return self.at - 1

    def _mark(self, label: Label) -> None:
        label.at = self.at

    def _jump(self, label: Label) -> None:
        self._emit(i.Jump(label))

    def _slot(self, kind: ty.Type = ty.NUMBER) -> int:
        """A new place in memory, which belongs to the procedure whose text is being lowered."""
        self.code.memory.append(None)
        self.code.kinds.append(kind)
        self.slots.append(len(self.code.memory) - 1)
        return len(self.code.memory) - 1

    def _local(self, local: p.Local, around: Around) -> int:
        key = (local, around.procedure.entry)
        if key not in self.evaluator.stored_slots:
            self.evaluator.stored_slots[key] = self._slot(local.type)
        return self.evaluator.stored_slots[key]

    def _site(self, statement: p.Stmt, around: Around) -> int:
        self.code.sites.append(Site(statement.span, statement.citations, around.procedure))
        return len(self.code.sites) - 1

    def _value(self, expr: p.Expr, around: Around) -> Value:
        return self._in_form(expr, Form.OWN, around.procedure.entry)

    def _mask(self, expr: p.Expr, around: Around) -> Value:
        return self._in_form(expr, Form.SET, around.procedure.entry)

    def _list(self, expr: p.Expr, around: Around) -> Value:
        return self._in_form(expr, Form.LIST, around.procedure.entry)

    def _kept(self, expr: p.Expr, wanted: ty.Type, around: Around) -> Value:
        return self._in_form(expr, _form(wanted), around.procedure.entry)

    def _in_form(self, expr: p.Expr, form: Form, entry: p.Entry | None) -> Value:
        self.evaluator.closure(expr, entry)  # what cannot be worked out is refused now
        return Value(expr, entry, form)

    def _fixed(self, expr: p.Expr | None, around: Around) -> Fixed | None:
        """What an expression comes to, where that is known before play."""
        found = self.evaluator.closure(expr, around.procedure.entry) if expr is not None else None
        return found if isinstance(found, Fixed) else None

    def _block(self, block: p.Block | None, around: Around) -> None:
        for statement in block.lines if block is not None else ():
            self._line(statement, around)

    def _line(self, statement: p.Stmt, around: Around) -> None:
        self._settle(self._row_reads(around).of(statement), around)
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
                    self._emit(i.Fail(message, version.span))

            self.procedures[key] = self._lowered_later(named, version.parameters, body)
        return self.procedures[key]

    def _mechanic(self, mechanic: p.Mechanic, entry: p.Entry | None, partial: bool) -> tuple[Procedure, Label]:
        key = (mechanic, entry, partial)
        if key not in self.procedures:

            def body(around: Around) -> None:
                self._emit(self._set_up(mechanic))
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
        procedure = replace(named, return_slot=self._slot(), result_slot=self._slot(named.gives))
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
            self._emit(i.ComeBack(procedure.return_slot, cleared))
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
        arguments = tuple(self._kept(a, kind, around) for a, kind in zip(call.arguments, kinds, strict=True))
        which, entries = self._which(call.entry, around)
        procedures = [entry] if entries is None else entries
        targets = tuple(self._procedure(call.rule, target, around.procedure.partial) for target in procedures)
        gives = call.rule.type != ty.NOTHING
        if which is not None and gives:
            which = self._remembered(which, call.entry)
        result = self._slot(call.rule.type)
        for procedure, _ in targets:
            self._calling(around, procedure, call)
        self.code.return_sites[self.at + 1] = site
        at = self._emit(i.Call(which, targets, arguments))
        self.code.bindings[at] = [
            (slot, argument, entry)
            for procedure, _ in targets
            for slot, argument in zip(procedure.parameters, call.arguments, strict=True)
        ]
        if gives:
            self._emit(i.TakeResult(which, tuple(procedure.result_slot for procedure, _ in targets), result))
        if which is not None and which.slot is not None:
            self._emit(i.Forget((which.slot,)))
        return result

    def _remembered(self, which: Value, chosen: p.Expr | None) -> Value:
        """An entry written down, since its rule may change what it is found by."""
        assert chosen is not None
        slot = self._slot(chosen.type)
        self._emit(i.Store(Place(slot), which))
        return Value(slot=slot)

    def _which(self, chosen: p.Expr | None, around: Around) -> tuple[Value | None, list[p.Entry] | None]:
        """The entry whose rule is called, and among which; no value where it is known before play."""
        if chosen is None:
            return None, None
        entries, fixed = self.program.kinds[chosen.type.name].entries, self._fixed(chosen, around)
        if fixed is not None:
            return None, [entries[fixed.value]]
        return self._value(chosen, around), entries

    def _store(
        self, to: int | Place, expr: p.Expr | None, call: p.CallRule | None, kind: ty.Type, around: Around
    ) -> int:
        """Puts a value, or the result of a call, into memory at a fixed or worked-out place; gives the step."""
        if call is not None:
            value = self._result(self._call(call, around), call, kind)
        else:
            assert expr is not None
            value = self._kept(expr, kind, around)
        at = self._emit(i.Store(Place(to) if isinstance(to, int) else to, value))
        if isinstance(to, int):
            self.code.bindings[at] = [(to, expr, around.procedure.entry)]
        return at

    @staticmethod
    def _result(slot: int, call: p.CallRule, wanted: ty.Type) -> Value:
        """What a call left, in the form in which it is kept."""
        return Value(slot=slot, form=_form(wanted), span=call.span)

    def _bind(self, statement: p.Bind, around: Around) -> None:
        slot = self._local(statement.local, around)
        at = self._store(slot, statement.value, statement.call, statement.local.type, around)
        told = statement.call is not None or self._fixed(statement.value, around) is None
        if statement.revealed:
            self.code.bindings[at] = []  # what it was made of stays hidden
        if statement.revealed and told:
            self.code.revealed.append(statement.local)
            self._emit(i.Tell(slot, len(self.code.revealed) - 1))

    def _assign(self, statement: p.Assign, around: Around) -> None:
        target = statement.target
        if isinstance(target, p.Load):
            place: int | Place = self._local(target.local, around)
        else:
            place = start = self.layout.state_start[target.state]
            if target.index is not None:
                place = Place(start, self._value(target.index, around))
        self._store(place, statement.value, statement.call, target.type, around)

    def _call_line(self, statement: p.CallRule, around: Around) -> None:
        self._call(statement, around)

    def _give(self, statement: p.Give, around: Around) -> None:
        procedure = around.procedure
        self._store(procedure.result_slot, statement.value, statement.call, procedure.gives, around)
        self._jump(around.end)

    # ---- flow
    def _if(self, statement: p.If, around: Around) -> None:
        fixed = self._fixed(statement.condition, around)
        if fixed is not None:
            self._block(statement.then if fixed.value else statement.otherwise, around)
            return
        otherwise, end = Label(), Label()
        self._emit(i.Branch(self._value(statement.condition, around), otherwise))
        self._block(statement.then, around)
        if statement.otherwise is not None:
            self._jump(end)
        self._mark(otherwise)
        self._block(statement.otherwise, around)
        self._mark(end)

    def _switch(self, statement: p.Switch, around: Around) -> None:
        end = Label()
        for expr, block in statement.branches:
            fixed = self._fixed(expr, around)
            if fixed is not None:
                if fixed.value:
                    self._block(block, around)
                    break
                continue
            other = Label()
            self._emit(i.Branch(self._value(expr, around), other))
            self._block(block, around)
            self._jump(end)
            self._mark(other)
        else:
            self._emit(i.Fail("no branch of this case fits", statement.span))
        self._mark(end)

    def _for(self, statement: p.For, around: Around) -> None:
        source = self._list(statement.source, around)
        elements, index = self._slot(ty.list_of(statement.local.type)), self._slot()
        local = self._local(statement.local, around)
        start, end = Label(), Label()
        self._emit(i.BeginFor(source, elements, index))
        self._mark(start)
        self._emit(i.NextOf(elements, index, local, end))
        if statement.condition is not None:
            self._settle(self._row_reads(around).of_value(statement.condition, ty.FLAG), around)
            self._emit(i.Branch(self._value(statement.condition, around), end))
        inner = replace(around, together=(elements, index)) if statement.together else around
        self._block(statement.body, inner)
        self._jump(start)
        self._mark(end)
        self._emit(i.Forget((elements, index, local)))

    def _repeat(self, statement: p.Repeat, around: Around) -> None:
        counter = self._slot()
        bound = self._value(statement.bound, around)
        until = self._value(statement.until, around) if statement.until is not None else None
        start, end = Label(), Label()
        self._emit(i.Store(Place(counter), bound))
        self._mark(start)
        self._settle(self._row_reads(around).of_value(statement.until, ty.FLAG), around)
        resets = self._resets([s for s in self.program.states if s.every == statement.name])
        self._emit(i.NextPass(counter, until, resets, end))
        self._block(statement.body, replace(around, loops={**around.loops, statement.name: (start, end)}))
        self._jump(start)
        self._mark(end)
        self._emit(i.Forget((counter,)))

    def _resets(self, states: Iterable[p.State]) -> Resets:
        """States set back to their first values, which may depend on what is known by then."""
        found = []
        for declared in states:
            value = None
            if declared.initial is not None:
                value = self._in_form(declared.initial, _form(declared.type), None)
            found.append((self.layout.state_start[declared], self.layout.width(declared), value))
        return tuple(found)

    def _set_up(self, mechanic: p.Mechanic) -> i.SetUp:
        families = {family.type for family in mechanic.families}
        homes: list[tuple[int, int]] = []
        for zone in self.program.zones:
            if zone.initial is not None and zone.type.of in families:
                pieces = self.evaluator.as_list(zone.initial, None)(None)  # type: ignore[arg-type]
                homes += [(piece, self.layout.zone_start[zone]) for piece in pieces]
        return i.SetUp(self._resets(mechanic.passing), tuple(homes))

    def _leave(self, statement: p.Leave, around: Around) -> None:
        self._jump(around.loops[statement.name][1])

    def _again(self, statement: p.Again, around: Around) -> None:
        self._jump(around.loops[statement.name][0])

    def _play(self, statement: p.PlayMechanic, around: Around) -> None:
        site = self._site(statement, around)
        partial = around.procedure.partial
        which = None
        if statement.mechanic is not None:
            played: dict[int, tuple[p.Mechanic, p.Entry | None]] = {0: (statement.mechanic, None)}
        else:
            assert statement.entry is not None
            which = self._value(statement.entry, around)
            kind = self.program.kinds[statement.entry.type.name]
            played = {e.index: (e.plays, e) for e in self.rules.entries(kind) if e.plays is not None}
        targets = {}
        for at, (mechanic, entry) in played.items():
            procedure, label = self._mechanic(mechanic, entry, partial)
            self._calling(around, procedure, statement)
            targets[at] = (procedure, label, [self.layout.state_start[state] for state in mechanic.parameters])
        kinds = [state.type for state in next(iter(played.values()))[0].parameters] if played else []
        arguments = tuple(self._kept(a, kind, around) for a, kind in zip(statement.arguments, kinds, strict=False))
        self.code.return_sites[self.at + 1] = site
        self._emit(i.Play(which, targets, arguments, statement.span))

    # ---- decisions
    def _choose(self, statement: p.Choose, around: Around) -> None:
        site = self._site(statement, around)
        who = self._value(statement.who, around) if statement.who is not None else None
        options = [self._option(alternative, around) for alternative in statement.alternatives]
        decision = Decision(
            statement.name, who, statement.secretly, options, site, around.procedure.entry, self.at, around.together,
            statement,
        )  # fmt: skip
        self._refuse_same_notation(options, statement)
        self.code.decisions[decision.at] = decision
        self.code.decisions_by_site[site] = decision
        self._emit(i.Choose(decision))
        end = Label()
        for option, alternative in zip(options, statement.alternatives, strict=True):
            option.target = self.at
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
            source = self._value(pick.source, around)
            picks.append((self._local(pick.local, around), source, pick))
        condition = self._value(alternative.condition, around) if alternative.condition is not None else None
        moves = Answers(alternative.span)
        option = Option(alternative.word, condition, picks, moves, alternative.last_resort, 0, alternative)
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
        low, high, step = (self._fixed(part, around) for part in source.arguments)
        if low is None or step is None:
            raise RulesError("the lower end and the step of a range are fixed", source.span, codes.NOT_FIXED)
        if high is None and kind.name != "amount":
            raise RulesError("the upper end of a range of numbers is fixed", source.span, codes.NOT_FIXED)
        if high is None and self.layout.uncounted:
            raise RulesError("the upper end is fixed where not all money is counted", source.span, codes.NOT_FIXED)
        top = high.value if high is not None else self.total
        return [(value, str(value)) for value in range(low.value, top + 1, step.value)]

    # ---- effects
    def _target(self, zone: p.GetZone, around: Around) -> Place:
        """The number of a zone."""
        start = self.layout.zone_start[zone.zone]
        return Place(start, self._value(zone.index, around) if zone.index is not None else None)

    def _zones(self, zone: p.Zone) -> range:
        start = self.layout.zone_start[zone]
        return range(start, start + self.layout.count_per(zone.per))

    def _move(self, statement: p.MovePieces, around: Around) -> None:
        what, to = self._list(statement.what, around), self._target(statement.to, around)
        mixed = statement.what.type.name == "set" and statement.to.zone.row
        self._emit(i.Move(what, to, statement.unseen, mixed))

    def _draw(self, statement: p.Draw, around: Around) -> None:
        source, to = self._target(statement.source, around), self._target(statement.to, around)
        drawing = Drawing(source, to, self._slot(), statement.unseen)
        held = statement.source.zone
        if held in self.code.shuffled or (held.seen_by == "none" and held.type.of == ty.CARD):
            assert held.type.of is not None
            for zone in self._zones(statement.to.zone):
                for piece in domain(held.type.of, self.layout):
                    face = self.layout.face_of[piece]
                    place = self.layout.zone_name(zone).split()
                    drawing.moves[face, zone] = self.code.alphabet.move("deal", face, "to", *place)
        self._emit(i.Store(Place(drawing.left), self._value(statement.count, around)))
        self.code.drawings[self.at] = drawing
        self._emit(i.DrawPieces(drawing, statement.span))

    def _row_reads(self, around: Around) -> RowReads:
        """Finds what expressions read of shuffled rows, by the rules in force for the entry whose text this is."""
        entry = around.procedure.entry

        def versions(rule: p.Rule) -> list[p.Version]:
            version = self.rules.version(rule, entry)
            return [version] if version is not None else []

        return RowReads(self.code.shuffled, versions, self.layout.doubled)

    def _settle(self, reads: Iterable[RowRead], around: Around) -> None:
        """What is read of shuffled rows is settled by chance before it is read."""
        for read in reads:
            settling = self._settling(read, around)
            zones = [read.zone.zone] if read.zone is not None else self.code.shuffled
            for zone in sorted(zones, key=self.layout.zone_start.__getitem__):
                for number in self._zones(zone):
                    self._offer_settling(settling, zone, number)
            self.code.settlings[self.at] = settling
            self._emit(i.Settle(settling))

    def _settling(self, read: RowRead, around: Around) -> Settling:
        if read.zone is None:
            assert read.pieces is not None
            return Settling(pieces=self._list(read.pieces, around))
        count = self._value(read.end.count, around) if read.end.count is not None else None
        return Settling(self._target(read.zone, around), count, read.end.back)

    def _offer_settling(self, settling: Settling, zone: p.Zone, number: int) -> None:
        assert zone.type.of is not None
        place = self.layout.zone_name(number).split()
        for piece in domain(zone.type.of, self.layout):
            face = self.layout.face_of[piece]
            settling.moves[face, number] = self.code.alphabet.move("settle", face, "in", *place)

    def _shuffle(self, statement: p.Shuffle, around: Around) -> None:
        zone = self._target(statement.zone, around)
        self._emit(i.Shuffle(zone))

    def _reveal(self, statement: p.Reveal, around: Around) -> None:
        what = self._list(statement.what, around)
        to = self._mask(statement.to, around) if statement.to is not None else None
        self._emit(i.Show(what, to, statement.hide))

    def _pay(self, statement: p.Pay, around: Around) -> None:
        site = self._site(statement, around)
        payer, payee = self._value(statement.payer, around), self._value(statement.payee, around)
        amount = self._value(statement.amount, around) if statement.amount is not None else None
        reason = self._value(statement.reason, around) if statement.reason is not None else None
        due = (self._slot(), self._slot(), self._slot())
        end, transfer = Label(), Label()
        short: tuple[Procedure, Label] | None = None
        per_seat = [account for account in self.program.accounts if account.per_seat]
        partial = around.procedure.partial or any(account.partial for account in self.program.accounts)
        rule = next((account.short for account in per_seat if account.short is not None), None)
        if rule is not None and not around.procedure.partial:
            short = self._procedure(rule, None, True)
            self._calling(around, short[0], statement)
        at = self._emit(i.BeginPayment(payer, payee, amount, due, short, transfer, end, statement.span))
        self._mark(transfer)
        if statement.amount is not None:
            self.code.paying[at] = (statement.amount, around.procedure.entry, transfer.at, due[2])
        self.code.return_sites[transfer.at] = site
        self._emit(i.Transfer(due, reason, site, partial or short is not None, statement.span))
        self._mark(end)

    def _finish(self, statement: p.Finish, around: Around) -> None:
        entry = around.procedure.entry
        keys = tuple(
            (self.evaluator.slot(local, entry), local, self._value(value, around), lowest)
            for local, value, lowest in statement.keys
        )
        self._emit(i.Finish(keys))
