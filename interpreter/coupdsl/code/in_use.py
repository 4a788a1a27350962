"""What of a ruleset is ever asked for in play: options, and fields of entries. The rest has no effect there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.in_force import entries_in_force
from coupdsl.code.resolving import Resolver
from coupdsl.code.seats import allowed_seats
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_parts, blocks_of, declared_values, parts, stated_in
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.ruleset import Ruleset, precedence

Entry = p.Entry | None  # in whose name a text applies


class InUse:
    """`options` and `fields` that rules ask for on some way that is left open: by these answers, or by some answers.

    What is asked for only together with something that cannot be counts as asked: nothing is held to be idle that is
    not. With `root` it is what that rule alone asks for, without those that are `skipped` and what these ask; what it
    does by other rules counts as these rules, and not as what they do in their turn.
    """

    def __init__(
        self, rules: Ruleset, answered: bool = True, root: p.Rule | None = None, skipped: Iterable[p.Rule] = ()
    ) -> None:
        self.options: set[p.Option] = set()
        self.fields: set[tuple[p.Rule, p.Entry]] = set()
        self._rules = rules
        self._answered = answered
        self._root = root
        self._skipped = frozenset(skipped)
        self._open: dict[p.Rule, bool] = {}  # whether what a rule comes to may hang on answers
        self._expressions = Resolver(rules)
        self._entries = entries_in_force(self._expressions)  # that rules may come to
        self._seen: set[tuple[object, Entry]] = set()
        self._come_to: set[p.Rule] = set()
        self._of_any: dict[tuple[p.Rule, p.Kind], None] = {}  # asked of whichever entry there is
        if root is None:
            self._all_that_is_played()
        else:
            self._rule(root, None)
        self._as_entries_have_it()

    def asks_for(self, path: str) -> bool:
        """Does something ask for an option, or a field such as `siege.collect`? What else there is counts as asked."""
        program = self._rules.program
        if path in program.options:
            return program.options[path] in self.options
        above, _, name = path.rpartition(".")
        entry = program.entry(above)
        rule = entry.kind.members.get(name) if entry is not None else None
        if entry is None or rule is None or rule.form != "field" or entry.kind.words(name):
            return True
        return (rule, entry) in self.fields

    def add(self, other: InUse) -> None:
        """Counts what is asked for there, too."""
        self.options |= other.options
        self.fields |= other.fields
        self._seen |= other._seen
        self._come_to |= other._come_to

    def comes_to(self, rule: p.Rule, entry: Entry = None) -> bool:
        """Is a rule ever asked for: as this entry has it, or without one as any has it?"""
        return (rule, entry) in self._seen or (entry is None and rule in self._come_to)

    # ---- all that is played
    def _all_that_is_played(self) -> None:
        program = self._rules.program
        for value in declared_values(program):
            self._value(value, None)
        for zone in program.zones:
            self._rule(zone.shown_by, None)
        self._block(program.main, None)
        self._block(program.limit[1] if program.limit is not None else None, None)

    def _as_entries_have_it(self) -> None:
        known = 0
        while known < len(self._entries) + len(self._of_any):  # each may bring in others
            known = len(self._entries) + len(self._of_any)
            for rule, kind in list(self._of_any):
                for entry in [one for one in kind.entries if one in self._entries]:
                    self._rule(rule, entry)

    def _block(self, block: p.Block | None, entry: Entry) -> bool:
        """Follows its lines up to one that surely ends the rule. Do they go on to their end?"""
        return all(self._statement(statement, entry) for statement in (block.lines if block is not None else ()))

    def _statement(self, statement: p.Stmt, entry: Entry) -> bool:
        match statement:
            case ps.If(condition=condition):
                self._value(condition, entry)
                held = self._fixed(condition, entry)
                goes_on = [self._block(statement.then, entry)] if held is not False else []
                goes_on += [self._block(statement.otherwise, entry)] if held is not True else []
                return any(goes_on)
            case ps.Switch(branches=branches):
                for condition, block in branches:
                    self._value(condition, entry)
                    held = self._fixed(condition, entry)
                    if held is not False:
                        self._block(block, entry)
                    if held is True:
                        break
            case ps.Choose(alternatives=alternatives):
                self._values((statement.who, statement.told), entry)
                for one in alternatives:
                    self._value(one.condition, entry)
                    if one.condition is None or self._fixed(one.condition, entry) is not False:
                        self._values((pick.source for pick in one.picks), entry)
                        self._block(one.body, entry)
            case ps.PlayMechanic() if self._root is None:
                self._play(statement, entry)
            case _:
                self._plain(statement, entry)
        return not isinstance(statement, ps.Give)

    def _plain(self, statement: p.Stmt, entry: Entry) -> None:
        """A line that takes no way of several."""
        self._values(stated_in(statement), entry)
        for block in blocks_of(statement):
            self._block(block, entry)
        call = statement if isinstance(statement, ps.CallRule) else getattr(statement, "call", None)
        if isinstance(call, ps.CallRule):
            self._values(call.arguments, entry)
            self._asked_of(call.rule, call.entry, entry)
        if isinstance(statement, ps.Pay) and self._root is None:
            for account in self._rules.program.accounts:
                self._rule(account.short, entry)

    def _play(self, statement: ps.PlayMechanic, entry: Entry) -> None:
        self._values((statement.entry, *statement.arguments), entry)
        played: list[tuple[p.Mechanic | None, Entry]] = [(statement.mechanic, None)]
        if statement.entry is not None:
            kind = self._rules.program.kinds[statement.entry.type.name]
            played = [(one.plays, one) for one in self._rules.entries(kind)]
        for mechanic, of in played:
            if mechanic is not None and (mechanic, of) not in self._seen:
                self._seen.add((mechanic, of))
                self._block(mechanic.body, of)

    # ---- values
    def _values(self, exprs: Iterable[p.Expr | None], entry: Entry) -> None:
        for expr in exprs:
            self._value(expr, entry)

    def _value(self, expr: p.Expr | None, entry: Entry) -> None:
        match expr:
            case None:
                return
            case pe.GetOption(option=option) | pe.IsReading(option=option):
                self.options.add(option)
            case pe.Const(value=value):
                self._named(expr, value)
            case pe.Op(name="and" | "or" as name, arguments=(left, right)):
                self._value(left, entry)
                if self._fixed(left, entry) is not (name == "or"):
                    self._value(right, entry)
                return
            case pe.Op(name="is" | "in"):
                self._values((one for one in parts(expr) if not isinstance(one, pe.Const)), entry)
                return
            case pe.Cond(condition=condition):
                self._value(condition, entry)
                held = self._fixed(condition, entry)
                self._value(expr.then if held is not False else None, entry)
                self._value(expr.otherwise if held is not True else None, entry)
                return
            case pe.Apply(rule=rule, entry=of):
                self._asked_of(rule, of, entry)
            case pe.Best(comparator=rule):
                self._rule(rule, entry)
        self._values(parts(expr), entry)

    def _named(self, expr: pe.Const, value: object) -> None:
        """An entry that a rule names may be come to, though it is out of play."""
        kind = expr.type.of if expr.type.is_collection and expr.type.of is not None else expr.type
        entries = self._rules.program.kinds[kind.name].entries if kind.name in self._rules.program.kinds else []
        for index in value if isinstance(value, tuple) else (value,):
            if isinstance(index, int) and 0 <= index < len(entries):
                self._entries |= {entries[index], *self._rules.children(entries[index])}

    def _asked_of(self, rule: p.Rule, of: p.Expr | None, entry: Entry) -> None:
        """A rule as an entry has it: the one named, else each."""
        if of is None:
            self._rule(rule, entry)
            return
        self._value(of, entry)
        found = self._known(of, entry)
        kind = self._rules.program.kinds[of.type.name]
        if isinstance(found, int) and 0 <= found < len(kind.entries):
            self._rule(rule, kind.entries[found])
        else:
            self._of_any[rule, kind] = None

    def _rule(self, rule: p.Rule | None, entry: Entry) -> None:
        if rule is None or rule in self._skipped or (rule, entry) in self._seen:
            return
        self._seen.add((rule, entry))
        self._come_to.add(rule)
        if entry is not None and rule.form == "field":
            self.fields.add((rule, entry))
        if self._root not in (None, rule) and rule.acts:
            return
        for version in self._versions(rule, entry):
            self._value(version.value, entry)
            self._block(version.body, entry)

    def _versions(self, rule: p.Rule, entry: Entry) -> list[p.Version]:
        """The texts of a rule that may be in force."""
        best = self._rules.version(rule, entry)
        if best is None or (rule, entry) in self._rules.overrides:
            return [best] if best is not None else []
        plain = [one for one in rule.versions if one.entry in (None, entry) and one.reading is None]
        bound = max(map(precedence, plain), default=(0, False)) if not self._answered else precedence(best)
        chosen = [one for one in rule.versions if one.entry in (None, entry) and precedence(one) >= bound]
        self.options |= {one.reading.option for one in chosen if one.reading is not None}
        return [best] if self._answered else chosen

    # ---- what is known before play
    def _known(self, expr: p.Expr, entry: Entry) -> Any:
        if not self._answered and self._hangs_on_answers(expr):
            return None
        with suppress(RulesError):
            found = self._expressions.value(expr, entry)
            return found.value if found is not None else None
        return None

    def _hangs_on_answers(self, expr: p.Expr) -> bool:
        for part in all_parts(expr):
            if isinstance(part, pe.GetOption | pe.IsReading):
                return True
            if isinstance(part, pe.Apply) and self._is_open(part.rule):
                return True
        return False

    def _is_open(self, rule: p.Rule) -> bool:
        if rule not in self._open:
            self._open[rule] = False  # while it is looked at
            values = [version.value for version in rule.versions if version.value is not None]
            chosen = any(version.reading is not None for version in rule.versions)
            self._open[rule] = chosen or any(map(self._hangs_on_answers, values))
        return self._open[rule]

    def _fixed(self, condition: p.Expr, entry: Entry) -> bool | None:
        """What it comes to, where that is known: of `and` and `or` one side may decide."""
        if isinstance(condition, pe.Op) and condition.name in ("and", "or"):
            decisive = condition.name == "or"
            if any(self._fixed(side, entry) is decisive for side in condition.arguments):
                return decisive
        found = self._known(condition, entry)
        return bool(found) if found is not None else None


def in_use(
    composed: Composed,
    options: Mapping[str, Any] | None = None,
    answered: bool = True,
    root: p.Rule | None = None,
    skipped: Iterable[p.Rule] = (),
) -> InUse:
    """What is asked for with any of the numbers of players that may play."""
    tables = [composed.settle(count, Ruleset, options) for count in allowed_seats(composed, options)]
    found, *others = [InUse(rules, answered, root, skipped) for rules in tables]
    for other in others:
        found.add(other)
    return found


class Asked:
    """What single rules ask for by themselves, fields of entries aside; each is looked through once."""

    def __init__(self, composed: Composed, options: Mapping[str, Any] | None = None) -> None:
        self._composed = composed
        self._options = options
        self._known: dict[tuple[p.Rule, frozenset[p.Rule]], InUse] = {}

    def by(self, rule: p.Rule, loose: frozenset[p.Rule]) -> InUse:
        """What `rule` asks for, without the rules that are `loose`."""
        if (rule, loose) not in self._known:
            kinds = self._composed.program.kinds.values()
            skipped = [*loose, *(one for kind in kinds for one in kind.members.values())]
            self._known[rule, loose] = in_use(self._composed, self._options, root=rule, skipped=skipped)
        return self._known[rule, loose]
