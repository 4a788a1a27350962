"""Rules, orders and fixed names, and the texts that replace them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker.context import IN_PLACE_OF, ONE_OPTION, Scope, citations_of
from coupdsl.language.checker.declared_types import type_with
from coupdsl.language.checker.hints import head_of
from coupdsl.language.checker.line_hints import asked_before_play
from coupdsl.language.checker.workshop import Line, Section
from coupdsl.language.diagnostics import suggest
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a

VALUES = frozenset(["true", "false", "none", "it", "unit"])  # a parameter called so would never be asked


class RuleDeclarations(Section):
    def new_rule(self, node: td.Rule, owner: str | None, replaces: bool = False) -> p.Rule:
        kinds = tuple(self.context.type_of(parameter.type) for parameter in node.parameters)
        text = None if replaces else node.value or node.body  # the type of a rule is that of its first text
        stated = type_with(self.context, node.returns, text) if node.returns is not None else None
        acts = node.body is not None
        kind = stated or (ty.NOTHING if acts else ty.ANY)
        return p.Rule(node.name.text, kind, node.name.span, owner, "rule", kinds, acts)

    def rule(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Rule)
        self.shop.run_later()
        scope = self.shop.scope(line)
        if line.level == 0:
            rule = self.new_rule(node, scope.mechanic.name if scope.mechanic is not None else None)
            self.context.declare(line.scope, node.name, rule)
            self.program.rules.append(rule)
            self.version(rule, node, scope, 0, None)
            return
        replaced = self._replaced(node.name, scope, line.level)
        if replaced is None:
            return
        scope = self._at_home(replaced, scope)
        given = self.new_rule(node, replaced.owner, replaces=True)
        same = given.parameter_types == replaced.parameter_types and given.acts == replaced.acts
        if node.returns is not None or given.acts:
            same = same and (given.type == replaced.type or (node.returns is not None and not replaced.acts))
        if not same or replaced.form != "rule":
            also = ((replaced.span, "the rule it replaces"),)
            message = f"`{replaced.name}` does not have the signature of the rule that it replaces"
            self.context.report(codes.OTHER_SIGNATURE, node.name.span, message, _as_it_was(replaced, given), also)
            return
        self.version(replaced, node, scope, line.level, scope.entry, given.type)

    def _replaced(self, name: tree.Name, scope: Scope, level: int) -> p.Rule | None:
        """The rule that a text under a `use`, an entry, a reading or `replace` replaces."""
        pools: list[dict[str, Any]] = []
        if scope.entry is not None:
            pools.append(scope.entry.kind.members)
        if scope.mechanic is not None:
            pools.append(scope.mechanic.members)
        if scope.entry is None and scope.mechanic is None:
            pools.append(self.context.program.names)
        for pool in pools:
            if isinstance(pool.get(name.text), p.Rule):
                found: p.Rule = pool[name.text]
                return found
        if level >= p.VARIANT and scope.mechanic is None:
            mechanics = [m for m in self.program.mechanics.values() if isinstance(m.members.get(name.text), p.Rule)]
            if len(mechanics) > 1:
                which = " and ".join(f"`{mechanic.name}`" for mechanic in mechanics)
                help_ = f"say which: `use {mechanics[0].name} {{ replace rule {name.text} … }}`"
                message = f"`{name.text}` could be that of {which}"
                self.context.report(codes.NO_SUCH_RULE, name.span, message, help_)
                return None
            pools += [mechanic.members for mechanic in mechanics or self.program.mechanics.values()]
            if mechanics:
                return mechanics[0].members[name.text]  # type: ignore[return-value]
        self.shop.queue(lambda: self._none_to_replace(name, scope, level, pools))
        return None

    def _none_to_replace(self, name: tree.Name, scope: Scope, level: int, pools: list[dict[str, Any]]) -> None:
        """Says that there is no such rule, once orders are known, too."""
        order = next((pool[name.text] for pool in pools if isinstance(pool.get(name.text), p.Rule)), None)
        meant = [scope.mechanic.members] if level == 1 and scope.mechanic is not None else pools
        names = [key for pool in meant for key, declared in pool.items() if isinstance(declared, p.Rule)]
        message = f"there is no rule `{name.text}` to replace here"
        help_or_none = suggest(name.text, names)
        if help_or_none is None and level >= p.VARIANT:
            help_or_none = "`coupdsl show RULESET --rules` lists those that can be"
        for kind in self.program.kinds.values() if level >= p.VARIANT else ():
            member = kind.members.get(name.text)
            if member is not None and member.form == "rule":
                head = head_of(member) or f"rule {name.text}"
                help_or_none = f"each {kind.name} has one of its own: write `{head}` in yours"
        also: tuple[tuple[Span, str], ...] = ()
        own = self.program.names.get(name.text)
        if scope.mechanic is not None and scope.entry is None and isinstance(own, p.Rule):
            message = f"mechanic `{scope.mechanic.name}` has no rule `{name.text}` to replace"
            also = ((own.span, "this is a rule of the game"),)
            help_or_none = "that of the game is changed where it stands"
            if level != 1:
                help_or_none = f"put this outside `{'mechanic' if scope.inside else 'use'} {scope.mechanic.name}`"
        elif level == 1 and scope.mechanic is not None and nearest(name.text, names) is None:
            help_or_none = (
                f"`use {scope.mechanic.name}` can only replace rules of the mechanic: put your own rules outside it"
            )
        if help_or_none is None and scope.entry is not None:
            one = a(scope.entry.kind.type)
            help_or_none = f"{one} can only replace what its kind or mechanic offers: put your own rules outside it"
        if order is not None:
            rest = "{ … }" if order.form == "comparator" else "= …"
            help_or_none = f"it is an order: write `order {name.text} {rest}`"
            if order.form == "let":
                help_or_none = "it is fixed by `let`: make that a rule, which can differ"
                if level >= p.VARIANT:
                    help_or_none = f"it is fixed by `let`: write `replace let {name.text} = …`"
        self.context.report(codes.NO_SUCH_RULE, name.span, message, help_or_none, also)

    def _at_home(self, rule: p.Rule, scope: Scope) -> Scope:
        """The scope of a text that replaces a mechanic's rule: what it says is meant as the mechanic means it."""
        owner = self.program.mechanics.get(rule.owner or "") if scope.entry is None else None
        return replace(scope, mechanic=owner) if owner is not None else scope

    def version(
        self, rule: p.Rule, node: td.Rule, scope: Scope, level: int, entry: p.Entry | None, stated: Type = ty.ANY
    ) -> None:
        """Notes a text of `rule`, and that it is to be read; `stated` is the type that its first line gives it."""
        cited = citations_of(node, scope, node.body)
        for written in node.parameters:
            if written.name.text in VALUES:
                self.context.not_reserved(written.name)
        parameters = tuple(
            p.Local(written.name.text, kind, written.name.span)
            for written, kind in zip(node.parameters, rule.parameter_types, strict=True)
        )
        version = p.Version(level, parameters, None, None, node.span, cited, scope.reading, entry)
        self._clash(rule, version)
        rule.versions.append(version)
        inner = replace(scope, rule=rule, its=(), locals={local.name: local for local in parameters})

        def give_type() -> None:
            assert node.value is not None
            if stated != ty.ANY:
                rule.type = stated
                version.value = self.expressions.demand(node.value, inner, stated)
                return
            version.value = self.expressions.check(node.value, inner)
            if version.value.type.is_face:
                version.value = self.expressions.fit(version.value, ty.set_of(ty.CARD))
            kind = version.value.type
            rule.type = replace(ty.NUMBER, optional=kind.optional) if kind.name == "literal" else kind

        def work() -> None:
            if node.body is not None:
                version.body = self.statements.block(node.body.lines, inner, node.body.span)
                return
            assert node.value is not None
            self.context.settle(rule, node.span)
            if version.value is None:
                version.value = self.expressions.demand(node.value, inner, rule.type)

        if level == 0 and node.value is not None and node.returns is None:
            self.context.waiting[id(rule)] = lambda: self._read(rule, version, give_type)
        elif level >= p.VARIANT and version.replaces(rule.versions[0]) and id(rule) in self.context.waiting:
            self._may_give_type(rule, node.name.span, lambda: self._read(rule, version, give_type))
        self.shop.queue(lambda: self._read(rule, version, work))

    def _may_give_type(self, rule: p.Rule, span: Span, read: Callable[[], None]) -> None:
        """Lets the text at `span`, which `read` reads, give `rule` its type where the older ones name what is gone."""
        older = self.context.waiting[id(rule)]

        def settled() -> None:
            older()
            if ty.ANY in (rule.type, rule.type.of):
                rule.typed_at = span
                read()

        self.context.waiting[id(rule)] = settled

    def _read(self, rule: p.Rule, version: p.Version, work: Callable[[], None]) -> None:
        """Does `work`, which reads a text; what is wrong in one that a variant puts out of force is left unsaid."""
        out_of_force = any(one.level >= p.VARIANT and one.replaces(version) for one in rule.versions)
        self.context.saying(work, silent=out_of_force)

    def _clash(self, rule: p.Rule, version: p.Version) -> None:
        """A rule answers at most one option: two readings in force at once may not replace the same rule."""
        for other in rule.versions:
            if other.level != version.level or other.entry is not version.entry:
                continue
            if version.reading is None or other.reading is None or other.reading.option is not version.reading.option:
                also = ((other.span, "replaced here too"),)
                message, help_ = f"`{rule.name}` is replaced twice", "leave one of them out"
                if self.program.is_added(version.span) and version.level < p.VARIANT:
                    help_ = IN_PLACE_OF
                elif version.reading is not None and other.reading is not None:
                    help_ = ONE_OPTION.format("…")
                self.context.report(codes.REPLACED_TWICE, version.span, message, help_, also)

    def order(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, td.Order)
        self.shop.run_later()
        scope = self.shop.scope(line)
        form, kind = ("order", ty.list_of(ty.RANK)) if node.value is not None else ("comparator", ty.COMPARATOR)
        if line.level == 0:
            owner = scope.mechanic.name if scope.mechanic is not None else None
            rule = p.Rule(node.name.text, kind, node.name.span, owner, form)
            self.context.declare(line.scope, node.name, rule)
            self.program.rules.append(rule)
        else:
            replaced = self._replaced(node.name, scope, line.level)
            if replaced is None:
                return
            rule = replaced
            scope = self._at_home(rule, scope)
            if rule.form != form:
                self.context.report(codes.OTHER_SIGNATURE, node.name.span, f"`{rule.name}` is another kind of order")
                return
        cited = citations_of(node, scope, node.lines[0] if node.lines else None)
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
                condition = self.expressions.asked_of_each(written.condition, inner, local)
                self.expressions.asked(local, condition, scope)
                lines.append((condition, self._order_of(written.by, inner) if written.by is not None else None))
            version.value = pe.Compare(ty.COMPARATOR, node.span, local, tuple(lines))

        self.shop.queue(lambda: self._read(rule, version, work))

    def _order_of(self, node: tree.Node, scope: Scope) -> p.Expr:
        """Ranks or cards, the best first."""
        by = self.expressions.check(node, scope, ty.list_of(ty.RANK))
        if by.type.of == ty.CARD:
            return self.expressions.demand(node, scope, ty.list_of(ty.CARD))
        return self.expressions.fit(by, ty.list_of(ty.RANK))

    def let(self, line: Line) -> None:
        node = line.node
        assert isinstance(node, tree.Let)
        self.shop.run_later()
        scope = self.shop.scope(line)
        rule = p.Rule(node.name.text, ty.ANY, node.name.span, None, "let")
        if scope.entry is not None:
            scope.entry.lets[rule.name] = rule
        else:
            self.context.declare(line.scope, node.name, rule)
        self.program.rules.append(rule)
        version = p.Version(0, (), None, None, node.span, self.shop.cited(line))
        rule.versions.append(version)

        def work() -> None:
            before = len(self.context.problems)
            version.value = self.expressions.check(node.value, scope)
            asked_before_play(self.context, before, rule.name, node.value.span)
            rule.type = version.value.type

        self.context.waiting[id(rule)] = work
        self.shop.queue(lambda: self.context.settle(rule, node.span))


def _as_it_was(replaced: p.Rule, given: p.Rule) -> str:
    """How a rule begins that is to replace this one, and whether it acts or works something out."""
    head = head_of(replaced)
    if head is None:
        return "copy its first line"
    if given.acts == replaced.acts or replaced.form != "rule":
        return f"copy its first line: `{head}`"
    return (
        f"what it does goes in braces: `{head} {{ … }}`"
        if replaced.acts
        else f"what it is comes after `=`: `{head} = …`"
    )
