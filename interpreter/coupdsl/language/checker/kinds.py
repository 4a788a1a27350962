"""Kinds, their entries and the fields of both."""

from __future__ import annotations

import re
from dataclasses import replace

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker import said_to_win
from coupdsl.language.checker.context import Scope, citations_of
from coupdsl.language.checker.declared_twice import twice
from coupdsl.language.checker.declared_types import type_with
from coupdsl.language.checker.stated_rules import RuleDeclarations
from coupdsl.language.checker.workshop import Line, Section, Workshop
from coupdsl.language.diagnostics import suggest
from coupdsl.language.foreign_words import BEGINNINGS, KEYS, OF_SEAT, OF_STATE, ROUND, TURNED_OVER, WINS
from coupdsl.language.likeness import nearest
from coupdsl.language.types import a
from coupdsl.language.words import BEFORE_OF, BEGINS_LINE

MANY = 12  # fields that are listed where none is like the one written


class KindDeclarations(Section):
    def __init__(self, shop: Workshop, rules: RuleDeclarations) -> None:
        super().__init__(shop)
        self.rules = rules

    def kind(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Kind)
        kind = p.Kind(node.name.text, node.plural.text, node.name.span, mechanic=line.scope.mechanic)
        self.context.names_type(node.name)
        known = self.program.kinds.get(kind.name)
        if known is not None:
            self._declared_again(node, known)
            return
        self.program.kinds[kind.name] = kind
        self.context.program.names.setdefault(kind.name, kind)
        for member in node.members:
            scope = replace(line.scope, kind=kind)
            self.shop.later.append(lambda m=member, s=scope, k=kind: self._member(m, s, k))  # type: ignore[misc]

    def _declared_again(self, node: td.Kind, known: p.Kind) -> None:
        """The first stays, and of what the other alone states no more is told."""
        help_ = "give one of them another name"
        if self.program.is_added(node.name.span):
            help_ = f"leave it out: the kind that there is can have more entries, `{known.name} my_own {{ … }}`"
        self.context.report(*twice(known.name, known.span, node.name.span, help_))
        self.context.doubtful |= {node.name.text, node.plural.text, *(member.name.text for member in node.members)}

    def _member(self, member: td.KindField | td.Rule, scope: Scope, kind: p.Kind) -> None:
        if member.name.text in BEFORE_OF:  # nobody could ask for it
            self.context.not_reserved(member.name)
        if isinstance(member, td.Rule):
            rule = self.rules.new_rule(member, kind.name)
            kind.members[rule.name] = rule
            self.rules.version(rule, member, scope, 0, None)
            return
        stated = type_with(self.context, member.type, member.default)
        rule = p.Rule(member.name.text, stated, member.name.span, kind.name, "field")
        if rule.type.name == "test" and rule.type.of is not None:
            rule.parameter_types, rule.type = (rule.type.of,), ty.FLAG
        kind.members[rule.name] = rule
        self.context.use(rule)
        if member.default is not None:
            self._field_version(rule, member.default, scope, 0, member, None)

    def _no_kind(self, node: td.Entry) -> None:
        """Two words that begin no line: said when all rules are known, one of which may be meant."""
        help_ = suggest(node.kind.text, {*self.program.kinds, *BEGINS_LINE})
        meant = self.program.names.get(node.name.text)
        if isinstance(self.program.names.get(node.kind.text), p.Rule):
            help_ = f"a rule is called with brackets: `{node.kind.text}({node.name.text})`"
        elif BEGINNINGS.get(node.kind.text) == ROUND and isinstance(meant, p.Zone):
            help_ = TURNED_OVER.format(f"{meant.name} of …" if meant.per is not None else meant.name)
        elif node.kind.text in BEGINNINGS:
            help_ = BEGINNINGS[node.kind.text].format(node.name.text)
        elif WINS.fullmatch(node.name.text):
            help_ = said_to_win.by_verb(node.kind.text, node.name.text, self.program.names.get(node.kind.text))
        elif isinstance(state := self.program.names.get(node.kind.text), p.State):
            help_ = (OF_SEAT if state.type.name == "seat" else OF_STATE).format(node.kind.text)
        if help_ is None and node.plays is not None:
            kinds = sorted(kind.plural for kind in self.program.kinds.values())
            help_ = f"this game has {', '.join(f'`{kind}`' for kind in kinds)}" if kinds else "this game has no kinds"
        self.context.report(codes.UNKNOWN_NAME, node.kind.span, f"there is no kind `{node.kind.text}`", help_)

    def entry(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Entry)
        self.shop.run_later()
        kind = self.program.kinds.get(node.kind.text)
        if kind is None:
            if line.entry_node is None or line.entry_node.kind.text in self.program.kinds:
                self.shop.queue(lambda: self._no_kind(node))
            return
        parent = self.shop.entries.get(id(line.entry_node)) if line.entry_node is not None else None
        plays = None
        if node.plays is not None:
            plays = self.program.mechanics.get(node.plays.text)
            if plays is None:
                help_ = suggest(node.plays.text, self.program.mechanics)
                self.context.report(codes.UNKNOWN_NAME, node.plays.span, f"no mechanic `{node.plays.text}`", help_)
            else:
                self.context.use(plays)
        cited = self.shop.cited(line, node.body)
        entry = p.Entry(kind, node.name.text, len(kind.entries), node.name.span, plays, parent, cited)
        kind.entries.append(entry)
        self.shop.entries[id(node)] = entry
        siblings = parent.children if parent is not None else []
        if any(other.name == entry.name and other.kind is kind for other in siblings):
            twin = next(other for other in siblings if other.name == entry.name and other.kind is kind)
            also = ((twin.span, "declared here first"),)
            message, help_ = f"`{entry.name}` is declared twice", "give one of them another name"
            self.context.report(codes.DUPLICATE_NAME, node.name.span, message, help_, also)
        if parent is None:
            self.context.declare(line.scope, node.name, entry)
        else:
            parent.children.append(entry)
        if node.value is not None:
            first = next((m for m in kind.members.values() if m.form == "field"), None)
            if first is not None:
                scope = replace(self.shop.scope(line), kind=kind, entry=entry)
                if parent is not None:
                    scope = replace(scope, kind=parent.kind, entry=parent)
                self._field_version(first, node.value, scope, 2, node, entry)

    def field(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Field)
        entry = self.shop.entries.get(id(line.entry_node)) if line.entry_node is not None else None
        if isinstance(node.value, td.Text):
            words = dict(node.value.words)
            for language in words:
                if not re.fullmatch("[a-z]{2}", language):
                    message, span = f"a language is two letters, not `{language}`", node.value.span.of_word(language)
                    self.context.report(codes.UNKNOWN_TEXT, span, message, f'write `{language[:2]} "…"`')
            if entry is None and line.entry_node is not None:
                return  # its kind is not known, which is said elsewhere
            if entry is None and node.name.text != "name":
                message = "a game has one text, its name"
                self.context.report(codes.UNKNOWN_NAME, node.name.span, message, 'write `name: en "…"`')
            owner = self.program if entry is None else entry
            owner.texts[node.name.text] = words
            owner.text_places[node.name.text] = node.span
            if entry is None:
                return
            if entry.kind.words(node.name.text):
                return
        if entry is None:
            if line.entry_node is None:
                self.context.report(codes.OUT_OF_PLACE, node.span, "a field belongs to an entry of a kind")
            return
        rule = entry.kind.members.get(node.name.text)
        if rule is None or rule.form != "field":
            self.shop.queue(lambda: self._no_field(node.name, entry))
            return
        if isinstance(node.value, td.Text) != (rule.type == ty.TEXT):
            self.context.report(codes.WRONG_TYPE, node.value.span, f"`{rule.name}` is {rule.type}")
            return
        self._field_version(rule, node.value, self.shop.scope(line), 2, node, entry)

    def _no_field(self, name: tree.Name, entry: p.Entry) -> None:
        """A field that its kind does not have: said when all fields are known, as one that lacks is likely meant."""
        if name.text in self.context.doubtful:
            return
        fields = [rule.name for rule in entry.kind.members.values() if rule.form == "field"]
        open_ = [field for field in (*fields, "name") if not entry.states(field)]
        lacking = [rule.name for rule in entry.lacking]
        near = nearest(name.text, open_) or next((meant for meant in KEYS.get(name.text, ()) if meant in open_), None)
        help_ = suggest(name.text, [*fields, "name"])
        if near is not None:
            help_ = f"did you mean `{near}`?"
        elif len(lacking) == 1:
            help_ = f"did you mean `{lacking[0]}`, which is missing?"
        elif help_ is None and len(fields) <= MANY:
            help_ = f"{a(entry.kind.type)} may state " + ", ".join(f"`{field}`" for field in (*fields, "name"))
        meant = entry.kind.members.get(name.text)
        if meant is not None and meant.form == "rule":
            head = f"{name.text}(…): {meant.type}" if meant.parameter_types else name.text
            help_ = f"it is a rule: `rule {head} = …`, as its kind states it"
        message = f"{a(entry.kind.type)} has no field `{name.text}`"
        self.context.report(codes.UNKNOWN_NAME, name.span, message, help_)

    def _field_version(
        self, rule: p.Rule, value: tree.Node, scope: Scope, level: int, node: tree.Node, entry: p.Entry | None
    ) -> None:
        given = next((v for v in rule.versions if entry is not None and v.entry is entry and v.level == level), None)
        if given is not None:
            span = node.name.span if isinstance(node, td.Field) else node.span
            also = ((given.span, "given here first"),)
            self.context.report(
                codes.DUPLICATE_NAME, span, f"`{rule.name}` is given twice", "leave one of them out", also
            )
            return
        cited = citations_of(node, scope)
        version = p.Version(level, (), None, None, node.span, cited, None, entry)
        rule.versions.append(version)

        def work() -> None:
            if not rule.parameter_types:
                version.value = self.expressions.demand(value, scope, rule.type)
                return
            local = p.Local("it", rule.parameter_types[0], value.span)
            version.parameters = (local,)
            found = self.expressions.demand(value, scope.filtering(local), rule.type)
            version.value = self.expressions.asked(local, found, scope)

        self.shop.queue(work)
