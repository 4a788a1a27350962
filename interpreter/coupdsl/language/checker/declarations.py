"""Collects what all files of a game declare, then has every text checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.checker.context import Context, Scope, header_citations
from coupdsl.language.checker.expressions import Expressions
from coupdsl.language.checker.names import reading_value
from coupdsl.language.checker.statements import Statements
from coupdsl.language.diagnostics import suggest
from coupdsl.language.parser import Citation, File
from coupdsl.language.source import Span
from coupdsl.language.types import Type

MAX_PIECES = 128


@dataclass(frozen=True)
class Line:
    """A declaration with where it stands: in the game or a mechanic, under an entry, a `use` or a reading."""

    node: tree.Node
    scope: Scope
    level: int = 0
    reading_node: tree.When | None = None
    entry_node: tree.Entry | None = None


class Declarations:
    def __init__(self, program: p.Program) -> None:
        self.context = Context(program)
        self.program = program
        self.expressions = Expressions(self.context)
        self.statements = Statements(self.context, self.expressions)
        self.entries: dict[int, p.Entry] = {}
        self.game_lines: list[tuple[tree.Node, Scope]] = []
        self.mechanic_lines: dict[str, list[tree.Node]] = {}
        self.mechanic_scopes: dict[str, Scope] = {}
        self.later: list[Callable[[], None]] = []
        self.works: list[Callable[[], None]] = []

    def collect(self, files: list[File]) -> None:
        for file in files:
            self._mechanics(file)
        lines = sorted((line for file in files for line in self._lines(file)), key=lambda line: line.level)
        for wanted in (
            (tree.Kind, self._kind), (tree.Pieces, self._pieces), (tree.Cards, self._cards), (tree.Use, self._use),
            (tree.Entry, self._entry), (tree.Option, self._option), (tree.State, self._state),
            (tree.Zone, self._zone), (tree.Account, self._account), (tree.Need, self._need), (tree.Rule, self._rule),
            (tree.Order, self._order), (tree.Let, self._let), (tree.Field, self._field), (tree.Seats, self._seats),
            (tree.Tables, self._tables), (tree.Unit, self._unit), (tree.CitedSource, self._source),
            (tree.Check, self._check), (tree.Limit, self._limit),
        ):  # fmt: skip
            node_type, handler = wanted
            for line in lines:
                if isinstance(line.node, node_type):
                    handler(line)  # type: ignore[operator]
        self._bodies()

    # ---- walking the files
    def _mechanics(self, file: File) -> None:
        for node in file.lines:
            if isinstance(node, tree.Mechanic):
                if node.name.text in self.program.mechanics:
                    self.context.report(codes.DUPLICATE_NAME, node.name.span, f"`{node.name.text}` is declared twice")
                self.program.mechanics[node.name.text] = p.Mechanic(node.name.text, node.name.span)

    def _lines(self, file: File) -> Iterator[Line]:
        scope = Scope(file)
        for node in file.lines:
            if isinstance(node, tree.Game):
                for line in node.body.lines:
                    yield from self._line(Line(line, scope), main=True)
            elif isinstance(node, tree.Mechanic):
                mechanic = self.program.mechanics[node.name.text]
                inner = replace(scope, mechanic=mechanic, inside=True)
                self.mechanic_scopes[mechanic.name] = inner
                mechanic.parameters = tuple(self._parameter_state(x, mechanic, inner) for x in node.parameters)
                for line in node.body.lines:
                    yield from self._line(Line(line, inner), main=True)
            else:
                yield from self._line(Line(node, scope), main=False)

    def _line(self, line: Line, main: bool) -> Iterator[Line]:
        node, scope = line.node, line.scope
        if isinstance(node, tree.When):
            for inner in node.body.lines:
                yield from self._line(replace(line, node=inner, level=3, reading_node=node), main=False)
        elif isinstance(node, tree.Use) and node.body is not None:
            yield line
            mechanic = self.program.mechanics.get(node.name.text)
            if mechanic is not None:
                for inner in node.body.lines:
                    yield from self._line(
                        replace(line, node=inner, level=1, scope=replace(scope, mechanic=mechanic, inside=False)),
                        main=False,
                    )
        elif isinstance(node, tree.Entry):
            yield line
            for inner in node.body.lines if node.body is not None else ():
                yield from self._line(replace(line, node=inner, level=2, entry_node=node), main=False)
        elif type(node) in _DECLARATIONS:
            yield line
        elif type(node) in self.statements.table:
            if not main:
                self.context.report(
                    codes.OUT_OF_PLACE, node.span, "this line does something, so it stands in a game, mechanic or rule"
                )
            elif scope.mechanic is not None:
                self.mechanic_lines.setdefault(scope.mechanic.name, []).append(node)
            else:
                self.game_lines.append((node, scope))
        elif not isinstance(node, tree.Edition | tree.Include | tree.Game | tree.Mechanic):
            self.context.report(codes.OUT_OF_PLACE, node.span, "this cannot stand here")

    def _cited(self, line: Line, body: Span | None = None) -> tuple[Citation, ...]:
        return header_citations(line.scope.file, line.node.span, body)

    def _scope(self, line: Line) -> Scope:
        """The scope of texts on `line`: under an entry it knows the entry, its kind and what it plays."""
        scope = line.scope
        entry = self.entries.get(id(line.entry_node)) if line.entry_node is not None else None
        if entry is not None:
            scope = replace(scope, entry=entry, kind=entry.kind, mechanic=entry.plays, inside=False)
        return replace(scope, reading=self._reading(line.reading_node)) if line.reading_node is not None else scope

    def _reading(self, node: tree.When) -> p.Reading | None:
        option = self.expressions.names.find_option(node.key.text, node.key.span)
        if option is None:
            return None
        return p.Reading(option, node.negated, self.expressions.names.reading_values(option, node.readings))

    # ---- kinds and entries
    def _kind(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Kind)
        kind = p.Kind(node.name.text, node.plural.text, node.name.span)
        if node.name.text in self.program.kinds or node.name.text in ty.SIMPLE:
            self.context.report(codes.DUPLICATE_NAME, node.name.span, f"`{node.name.text}` is declared twice")
        self.program.kinds[kind.name] = kind
        self.context.game.setdefault(kind.name, kind)
        self.later.append(lambda: None)
        for member in node.members:
            scope = replace(line.scope, kind=kind)
            self.later.append(lambda m=member, s=scope, k=kind: self._member(m, s, k))  # type: ignore[misc]

    def _member(self, member: tree.KindField | tree.Rule, scope: Scope, kind: p.Kind) -> None:
        if isinstance(member, tree.Rule):
            rule = self._new_rule(member, scope, kind.name)
            kind.members[rule.name] = rule
            self._version(rule, member, scope, 0, None)
            return
        rule = p.Rule(member.name.text, self.context.type_of(member.type), member.name.span, kind.name, "field")
        if rule.type.name == "test" and rule.type.of is not None:
            rule.parameter_types, rule.type = (rule.type.of,), ty.FLAG
        kind.members[rule.name] = rule
        self.context.use(rule)
        if member.default is not None:
            self._field_version(rule, member.default, scope, 0, member, None)

    def _entry(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Entry)
        self._run_later()
        kind = self.program.kinds.get(node.kind.text)
        if kind is None:
            help_ = suggest(node.kind.text, self.program.kinds)
            self.context.report(codes.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", help_)
            return
        parent = self.entries.get(id(line.entry_node)) if line.entry_node is not None else None
        plays = None
        if node.plays is not None:
            plays = self.program.mechanics.get(node.plays.text)
            if plays is None:
                help_ = suggest(node.plays.text, self.program.mechanics)
                self.context.report(codes.UNKNOWN_NAME, node.plays.span, f"no mechanic `{node.plays.text}`", help_)
            else:
                self.context.use(plays)
        cited = self._cited(line, node.body.span if node.body is not None else None)
        entry = p.Entry(kind, node.name.text, len(kind.entries), node.name.span, plays, parent, cited)
        kind.entries.append(entry)
        self.entries[id(node)] = entry
        siblings = parent.children if parent is not None else []
        if any(other.name == entry.name and other.kind is kind for other in siblings):
            self.context.report(codes.DUPLICATE_NAME, node.name.span, f"`{entry.name}` is declared twice")
        if parent is None:
            self.context.declare(line.scope, node.name, entry)
        else:
            parent.children.append(entry)
        if node.value is not None:
            first = next((m for m in kind.members.values() if m.form == "field"), None)
            if first is not None:
                scope = replace(self._scope(line), kind=kind, entry=entry)
                if parent is not None:
                    scope = replace(scope, kind=parent.kind, entry=parent)
                self._field_version(first, node.value, scope, 2, node, entry)

    def _field(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Field)
        entry = self.entries.get(id(line.entry_node)) if line.entry_node is not None else None
        if isinstance(node.value, tree.Text):
            words = dict(node.value.words)
            if entry is None:
                self.program.texts[node.name.text] = words
                return
            entry.texts[node.name.text] = words
            if node.name.text == "name" or (
                node.name.text in entry.kind.members and entry.kind.members[node.name.text].type == ty.TEXT
            ):
                return
        if entry is None:
            if line.entry_node is None:
                self.context.report(codes.OUT_OF_PLACE, node.span, "a field belongs to an entry of a kind")
            return
        rule = entry.kind.members.get(node.name.text)
        if rule is None or rule.form != "field":
            names = [m.name for m in entry.kind.members.values() if m.form == "field"]
            help_ = suggest(node.name.text, [*names, "name"])
            message = f"a {entry.kind.name} has no field `{node.name.text}`"
            self.context.report(codes.UNKNOWN_NAME, node.name.span, message, help_)
            return
        if isinstance(node.value, tree.Text) != (rule.type == ty.TEXT):
            self.context.report(codes.WRONG_TYPE, node.value.span, f"`{rule.name}` is {rule.type}")
            return
        self._field_version(rule, node.value, self._scope(line), 2, node, entry)

    def _field_version(
        self, rule: p.Rule, value: tree.Node, scope: Scope, level: int, node: tree.Node, entry: p.Entry | None
    ) -> None:
        if entry is not None and any(v.entry is entry and v.level == level for v in rule.versions):
            self.context.report(codes.DUPLICATE_NAME, node.span, f"`{rule.name}` is given twice")
            return
        cited = header_citations(scope.file, node.span, None)
        version = p.Version(level, (), None, None, node.span, cited, None, entry)
        rule.versions.append(version)

        def work() -> None:
            inner = scope
            if rule.parameter_types:
                local = p.Local("it", rule.parameter_types[0], value.span)
                version.parameters = (local,)
                inner = scope.filtering(local)
            version.value = self.expressions.demand(value, inner, rule.type)

        self._queue(work)

    # ---- rules and orders
    def _new_rule(self, node: tree.Rule, scope: Scope, owner: str | None) -> p.Rule:
        kinds = tuple(self.context.type_of(parameter.type) for parameter in node.parameters)
        stated = self.context.type_of(node.returns) if node.returns is not None else None
        acts = node.body is not None
        kind = stated or (ty.NOTHING if acts else ty.ANY)
        return p.Rule(node.name.text, kind, node.name.span, owner, "rule", kinds, acts)

    def _rule(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Rule)
        self._run_later()
        scope = self._scope(line)
        if line.level == 0:
            rule = self._new_rule(node, scope, scope.mechanic.name if scope.mechanic is not None else None)
            self.context.declare(line.scope, node.name, rule)
            self.program.rules.append(rule)
            self._version(rule, node, scope, 0, None)
            return
        replaced = self._replaced(node.name, scope)
        if replaced is None:
            return
        given = self._new_rule(node, scope, replaced.owner)
        same = given.parameter_types == replaced.parameter_types and given.acts == replaced.acts
        if node.returns is not None or given.acts:
            same = same and (given.type == replaced.type or (node.returns is not None and not replaced.acts))
        if not same or replaced.form != "rule":
            also = ((replaced.span, "the rule it replaces"),)
            message = f"`{replaced.name}` has another signature than the rule it replaces"
            self.context.report(codes.OTHER_SIGNATURE, node.name.span, message, "copy its first line", also)
            return
        self._version(replaced, node, scope, line.level, scope.entry)

    def _replaced(self, name: tree.Name, scope: Scope) -> p.Rule | None:
        """The rule that a text under a `use`, an entry or a reading replaces."""
        pools: list[dict[str, Any]] = []
        if scope.entry is not None:
            pools.append(scope.entry.kind.members)
        if scope.mechanic is not None:
            pools.append(scope.mechanic.members)
        if scope.entry is None:
            pools.append(self.context.game)
        for pool in pools:
            if isinstance(pool.get(name.text), p.Rule):
                found: p.Rule = pool[name.text]
                return found
        names = [key for pool in pools for key, declared in pool.items() if isinstance(declared, p.Rule)]
        message = f"there is no rule `{name.text}` to replace here"
        self.context.report(codes.NO_SUCH_RULE, name.span, message, suggest(name.text, names))
        return None

    def _version(self, rule: p.Rule, node: tree.Rule, scope: Scope, level: int, entry: p.Entry | None) -> None:
        cited = header_citations(scope.file, node.span, node.body.span if node.body is not None else None)
        parameters = tuple(
            p.Local(written.name.text, kind, written.name.span)
            for written, kind in zip(node.parameters, rule.parameter_types, strict=True)
        )
        version = p.Version(level, parameters, None, None, node.span, cited, scope.reading, entry)
        self._clash(rule, version)
        rule.versions.append(version)
        inner = replace(scope, rule=rule, its=(), locals={local.name: local for local in parameters})

        def work() -> None:
            if node.body is not None:
                version.body = self.statements.block(node.body.lines, inner, node.body.span)
                return
            assert node.value is not None
            if level == 0 and node.returns is None:
                version.value = self.expressions.check(node.value, inner)
                kind = version.value.type
                if kind.name == "face":
                    version.value = self.expressions.fit(version.value, ty.set_of(ty.CARD))
                    kind = version.value.type
                rule.type = ty.NUMBER if kind.name == "literal" else kind
            else:
                self.context.settle(rule, node.span)
                version.value = self.expressions.demand(node.value, inner, rule.type)

        if level == 0 and node.value is not None and node.returns is None:
            self.context.waiting[id(rule)] = work
            self._queue(lambda: self.context.settle(rule, node.span))
        else:
            self._queue(work)

    def _clash(self, rule: p.Rule, version: p.Version) -> None:
        """A rule answers at most one option: two readings in force at once may not replace the same rule."""
        for other in rule.versions:
            if other.level != version.level or other.entry is not version.entry:
                continue
            if version.reading is None or other.reading is None or other.reading.option is not version.reading.option:
                also = ((other.span, "replaced here too"),)
                self.context.report(codes.REPLACED_TWICE, version.span, f"`{rule.name}` is replaced twice", None, also)

    def _order(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Order)
        self._run_later()
        scope = self._scope(line)
        form, kind = ("order", ty.list_of(ty.RANK)) if node.value is not None else ("comparator", ty.COMPARATOR)
        if line.level == 0:
            owner = scope.mechanic.name if scope.mechanic is not None else None
            rule = p.Rule(node.name.text, kind, node.name.span, owner, form)
            self.context.declare(line.scope, node.name, rule)
            self.program.rules.append(rule)
        else:
            replaced = self._replaced(node.name, scope)
            if replaced is None:
                return
            rule = replaced
            if rule.form != form:
                self.context.report(codes.OTHER_SIGNATURE, node.name.span, f"`{rule.name}` is another kind of order")
                return
        cited = header_citations(scope.file, node.span, node.lines[0].span if node.lines else None)
        version = p.Version(line.level, (), None, None, node.span, cited, scope.reading, scope.entry)
        self._clash(rule, version)
        rule.versions.append(version)

        def work() -> None:
            if node.value is not None:
                version.value = self.expressions.demand(node.value, scope, kind)
                return
            local = p.Local("it", ty.CARD, node.span)
            inner = scope.filtering(local)
            lines = []
            for written in node.lines:
                condition = self.expressions.demand(written.condition, inner, ty.FLAG)
                by = self.expressions.demand(written.by, inner, ty.list_of(ty.RANK)) if written.by else None
                lines.append((condition, by))
            version.value = p.Compare(ty.COMPARATOR, node.span, local, tuple(lines))

        self._queue(work)

    def _let(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Let)
        self._run_later()
        scope = self._scope(line)
        rule = p.Rule(node.name.text, ty.ANY, node.name.span, None, "let")
        if scope.entry is not None:
            scope.entry.lets[rule.name] = rule
        else:
            self.context.declare(line.scope, node.name, rule)
        self.program.rules.append(rule)
        version = p.Version(0, (), None, None, node.span, self._cited(line))
        rule.versions.append(version)

        def work() -> None:
            version.value = self.expressions.check(node.value, scope)
            rule.type = ty.NUMBER if version.value.type.name == "literal" else version.value.type

        self.context.waiting[id(rule)] = work
        self._queue(lambda: self.context.settle(rule, node.span))

    # ---- data
    def _option(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Option)
        if line.level == 1:
            self.later.append(lambda: self._restated(node, line))
            return
        cited = self._cited(line)
        option = make_option(node, cited, self.context)
        if option.key in self.program.options:
            also = ((self.program.options[option.key].span, "declared here first"),)
            self.context.report(codes.DUPLICATE_NAME, node.key.span, f"`{option.key}` is declared twice", None, also)
            return
        self.program.options[option.key] = option

    def _restated(self, node: tree.Option, line: Line) -> None:
        """An option of a mechanic named again by the game: its default here, and where the question comes from."""
        option = self.program.options.get(node.key.text)
        if option is None:
            help_ = suggest(node.key.text, self.program.options)
            self.context.report(codes.UNKNOWN_NAME, node.key.span, f"there is no option `{node.key.text}`", help_)
            return
        if len(node.readings) != 1:
            self.context.report(codes.OUT_OF_PLACE, node.span, "a `use` states one reading, the default of this game")
            return
        values = self.expressions.names.reading_values(option, node.readings)
        if values:
            option.default = values[0]
            option.default_span = node.span
            option.citations = (*option.citations, *self._cited(line))

    def _state(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.State)
        self._run_later()
        scope = self._scope(line)
        per = node.per.text if node.per is not None else None
        pers = {"seat", "card", "piece", *self.program.kinds, *(f.name for f in self.program.families)}
        if node.per is not None and per not in pers:
            help_ = suggest(node.per.text, pers)
            self.context.report(codes.UNKNOWN_NAME, node.per.span, f"nothing is kept per `{per}`", help_)
        seen_by = self._audience(node.seen_by)
        every = node.every.text if node.every is not None else None
        state = p.State(node.name.text, per, self.context.type_of(node.type), None, every, seen_by, node.name.span)
        self.context.declare(line.scope, node.name, state)
        self.program.states.append(state)
        if scope.mechanic is not None and line.level == 0:
            scope.mechanic.states.append(state)
        if node.initial is not None:
            initial = node.initial

            def work() -> None:
                state.initial = self.expressions.demand(initial, scope, state.type)

            self._queue(work)

    def _parameter_state(self, written: tree.Parameter, mechanic: p.Mechanic, scope: Scope) -> p.State:
        state = p.State(written.name.text, None, ty.ANY, None, None, "all", written.name.span)
        state.type = ty.SIMPLE.get(written.type.name, ty.ANY)
        self.context.declare(scope, written.name, state)
        self.program.states.append(state)
        return state

    def _audience(self, name: tree.Name | None) -> str:
        if name is None:
            return "all"
        if name.text not in ("all", "owner", "none"):
            help_ = suggest(name.text, ("all", "owner", "none"))
            self.context.report(codes.UNKNOWN_NAME, name.span, f"nothing is seen by `{name.text}`", help_)
        return name.text

    def _zone(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Zone)
        self._run_later()
        if node.shape.text not in ("row", "set"):
            help_ = suggest(node.shape.text, ("row", "set"))
            self.context.report(codes.UNKNOWN_NAME, node.shape.span, f"a zone is a row or a set, not `{node.shape.text}`", help_)
        if node.per is not None and node.per.text != "seat":
            self.context.report(codes.UNKNOWN_NAME, node.per.span, f"there is no zone per `{node.per.text}`", "did you mean `seat`?")
        row = node.shape.text == "row"
        element = ty.CARD
        if node.of is not None:
            element = self.context.type_of(tree.TypeName(node.of.span, node.of.text, None, False))
        elif isinstance(node.initial, tree.Name):
            element = next((f.type for f in self.program.families if f.name == node.initial.text), ty.CARD)
        kind = ty.list_of(element) if row else ty.set_of(element)
        zone = p.Zone(node.name.text, node.per is not None, row, kind, self._audience(node.seen_by), None, node.name.span)
        zone.shown_as = node.shown_as.text if node.shown_as is not None else None
        shapes = ("trick", "runs", "count", "list", "nothing")
        if node.shown_as is not None and zone.shown_as not in shapes:
            help_ = suggest(node.shown_as.text, shapes)
            self.context.report(codes.UNKNOWN_NAME, node.shown_as.span, f"a zone is not shown as `{zone.shown_as}`", help_)
        self.context.declare(line.scope, node.name, zone)
        self.program.zones.append(zone)
        scope, initial, shown_by = self._scope(line), node.initial, node.shown_by

        def work() -> None:
            if initial is not None:
                zone.initial = self.expressions.collection(initial, scope)
            if shown_by is not None:
                found = self.context.find(shown_by.text, scope, shown_by.span)
                if isinstance(found, p.Rule) and found.form == "order":
                    zone.shown_by = found
                else:
                    self.context.report(codes.UNKNOWN_NAME, shown_by.span, f"there is no order `{shown_by.text}`")

        self._queue(work)

    def _account(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Account)
        account = p.Account(node.name.text, node.per is not None, None, None, node.name.span)
        self.context.declare(line.scope, node.name, account)
        self.program.accounts.append(account)
        scope, initial, short = self._scope(line), node.initial, node.short

        def work() -> None:
            if initial is not None:
                account.initial = self.expressions.demand(initial, scope, ty.AMOUNT)
            if short is None:
                return
            if short.text == "partial":
                account.partial = True
                return
            found = self.context.find(short.text, scope, short.span)
            wanted = (ty.SEAT, ty.PARTY.or_none, ty.AMOUNT)
            if isinstance(found, p.Rule) and found.acts and found.parameter_types == wanted:
                account.short = found
            else:
                self.context.report(
                    codes.UNKNOWN_NAME, short.span, f"`{short.text}` is not a rule for what happens when money is short",
                    "it takes (s: seat, payee: party or none, missing: amount) and acts",
                )  # fmt: skip

        self._queue(work)

    def _pieces(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Pieces)
        family = p.Family(node.name.text, Type(node.name.text, family=True), None, node.name.span)
        self.context.declare(line.scope, node.name, family)
        self.program.families.append(family)
        mechanic = line.scope.mechanic
        if mechanic is not None:
            mechanic.families.append(family)
        for field in node.fields:
            assert isinstance(field.type, tree.TypeName)
            state = p.State(field.name.text, family.name, self.context.type_of(field.type), None, None, "all", field.name.span)
            family.fields.append(state)
            self.program.states.append(state)
        scope = self._scope(line)

        def work() -> None:
            family.count = self.expressions.demand(node.count, scope, ty.NUMBER)

        self._queue(work)

    def _cards(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Cards)
        if self.program.ranks:
            self.context.report(codes.DUPLICATE_NAME, node.span, "the cards are declared twice")
            return
        marks: set[str] = set()
        self.program.copies = node.copies
        for kind, written, into in (
            (ty.SUIT, node.suits, self.program.suits), (ty.RANK, node.ranks, self.program.ranks),
            (ty.CARD, node.extras, self.program.extras),
        ):  # fmt: skip
            local: set[str] = set()
            for marked in written:
                face = p.Face(marked.name.text, marked.mark, kind, len(into), marked.name.span)
                into.append(face)
                if marked.mark in local or (kind == ty.CARD and marked.mark in marks):
                    self.context.report(codes.DUPLICATE_NAME, marked.span, f"the mark `{marked.mark}` stands twice")
                local.add(marked.mark)
                self.context.declare(line.scope, marked.name, face)
            marks |= local
        count = len(node.suits) * len(node.ranks) * node.copies + len(node.extras)
        if count > MAX_PIECES:
            self.context.report(codes.TOO_MANY_PIECES, node.span, f"{count} cards are more than {MAX_PIECES}")

    def _use(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Use)
        mechanic = self.program.mechanics.get(node.name.text)
        if mechanic is None:
            help_ = suggest(node.name.text, self.program.mechanics)
            self.context.report(codes.UNKNOWN_NAME, node.name.span, f"there is no mechanic `{node.name.text}`", help_)
        else:
            self.context.use(mechanic)

    def _need(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Need)
        mechanic = line.scope.mechanic
        if mechanic is None:
            self.context.report(codes.OUT_OF_PLACE, node.span, "only a mechanic has needs")
            return
        mechanic.needs.add(node.name.text)

        def work() -> None:
            declared = self.context.game.get(node.name.text)
            per_seat = node.per is not None
            met = {
                "zone": isinstance(declared, p.Zone) and declared.per_seat == per_seat,
                "account": isinstance(declared, p.Account) and declared.per_seat == per_seat,
                "rule": isinstance(declared, p.Rule) and len(declared.parameter_types) == len(node.parameters),
                "value": isinstance(declared, p.Rule | p.State),
            }[node.what]
            if not met:
                message = f"mechanic `{mechanic.name}` needs {' '.join(node.span.text.split())}, and the game has none"
                self.context.report(codes.UNMET_NEED, node.span, message)

        self._queue(work)

    def _seats(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Seats)
        self._queue(
            lambda: setattr(
                self.program, "seats", self.expressions.demand(node.value, self._scope(line), ty.set_of(ty.NUMBER))
            )
        )

    def _tables(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Tables)
        splits = [reading_value(split) for split in node.splits]
        if all(isinstance(split, tuple) and all(isinstance(n, int) for n in split) for split in splits):
            self.program.tables = tuple(splits)  # type: ignore[arg-type]
        else:
            self.context.report(codes.WRONG_TYPE, node.span, "tables are lists of numbers of players, such as `[3, 4]`")

    def _unit(self, line: Line) -> None:
        assert isinstance(line.node, tree.Unit)
        self.program.unit = line.node.value or 1

    def _source(self, line: Line) -> None:
        assert isinstance(line.node, tree.CitedSource)
        for letters in line.node.letters:
            self.program.sources[letters.text] = line.node.title

    def _check(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Check)
        cited = self._cited(line)

        def work() -> None:
            condition = self.expressions.demand(node.condition, self._scope(line), ty.FLAG)
            self.program.checks.append((condition, node.span, cited))

        self._queue(work)

    def _limit(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Limit)

        def work() -> None:
            self.program.limit = (node.moves, self.statements.block(node.body.lines, self._scope(line), node.body.span))

        self._queue(work)

    # ---- order of work
    def _queue(self, work: Callable[[], None]) -> None:
        self.works.append(work)

    def _run_later(self) -> None:
        later, self.later = self.later, []
        for work in later:
            work()

    def _bodies(self) -> None:
        self._run_later()
        for work in self.works:
            work()
        for name, lines in self.mechanic_lines.items():
            mechanic = self.program.mechanics[name]
            mechanic.body = self.statements.block(tuple(lines), self.mechanic_scopes[name], mechanic.span)
        if self.game_lines:
            scope = self.game_lines[0][1]
            nodes = tuple(node for node, _ in self.game_lines)
            self.program.main = self.statements.block(nodes, scope, self.program.span)


_DECLARATIONS = {
    tree.Kind, tree.Pieces, tree.Cards, tree.Use, tree.Option, tree.State, tree.Zone, tree.Account, tree.Need,
    tree.Rule, tree.Order, tree.Let, tree.Field, tree.Seats, tree.Tables, tree.Unit, tree.CitedSource, tree.Check,
    tree.Limit,
}  # fmt: skip


def make_option(node: tree.Option, cited: tuple[Citation, ...], context: Context) -> p.Option:
    """An option from its written readings; the first is the default."""
    words: list[str] = []
    numbers: list[int] = []
    flags: list[bool] = []
    listings: list[tuple[object, ...]] = []
    low = high = None
    open_type: Type | None = None
    for reading in node.readings:
        if isinstance(reading, tree.Name) and reading.text == "ratio":
            open_type = ty.RATIO
        elif isinstance(reading, tree.Name) and any(k.plural == reading.text for k in context.program.kinds.values()):
            kind = next(k for k in context.program.kinds.values() if k.plural == reading.text)
            context.use(kind)
            open_type = ty.set_of(kind.type)
        elif isinstance(reading, tree.Name):
            words.append(reading.text)
        elif isinstance(reading, tree.Nothing):
            words.append("none")
        elif isinstance(reading, tree.Flag):
            flags.append(reading.value)
        elif isinstance(reading, tree.Number):
            numbers.append(reading.value)
        elif isinstance(reading, tree.Between):
            assert isinstance(reading.low, tree.Number) and isinstance(reading.high, tree.Number)
            low, high = reading.low.value, reading.high.value
        elif isinstance(reading, tree.Listing):
            value = reading_value(reading)
            assert isinstance(value, tuple)
            listings.append(value)
    default = reading_value(node.readings[0])
    if flags:
        kind_ = ty.FLAG
    elif open_type is not None or numbers or low is not None or listings or isinstance(default, Fraction):
        kind_ = open_type or (ty.set_of(ty.NUMBER) if listings else ty.LITERAL)
        if words and not kind_.is_collection:
            kind_ = kind_.or_none
        elif words:
            kind_ = replace(kind_, optional=True)
    else:
        kind_ = Type("word", words=tuple(words))
    option = p.Option(
        node.key.text, tuple(words), tuple(numbers), low, high, open_type, default, kind_, node.span, cited
    )
    option.listings = tuple(listings)
    return option
