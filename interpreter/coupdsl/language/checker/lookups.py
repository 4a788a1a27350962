"""What rules say that are told something, `rule(x)`, and what things have, `attribute of thing`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.diagnostics import suggest
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a

if TYPE_CHECKING:
    from coupdsl.language.checker.expression_types import Expressions

OF_TEAMS = ("team", "partners")


class Lookups:
    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

    def _peek(self, name: str, scope: Scope) -> p.Declared | None:
        """As `find`, without reporting or counting as a use."""
        if scope.mechanic is not None and name in scope.mechanic.members:
            return scope.mechanic.members[name]
        if name in self.context.program.names or scope.inside:
            return self.context.program.names.get(name)
        owners = [m for m in self.context.program.mechanics.values() if name in m.members]
        return owners[0].members[name] if len(owners) == 1 else None

    # ---- rules
    def _apply(self, rule: p.Rule, arguments: tuple[p.Expr, ...], entry: p.Expr | None, span: Span) -> p.Expr:
        self.context.use(rule)
        self.context.settle(rule, span)
        if rule.acts:
            call = hints.short(span)
            help_ = f"name what it gives first, `let x = {call}`; or write it with `=`, if it only works something out"
            if rule.type == ty.NOTHING:
                help_ = (
                    f"it gives nothing: write `{rule.name}({', '.join('…' for _ in arguments)})` on a line of its own"
                )
            message = f"`{rule.name}` is a rule in braces, which cannot stand inside an expression"
            self.context.report(codes.ASKING_INSIDE, span, message, help_)
            return self.expressions.anything(span)
        if rule.type == ty.TEXT:
            return self.expressions.wrong(span, f"`{rule.name}` is text for people, and rules cannot ask for it")
        return p.Apply(rule.type, span, rule, arguments, entry)

    def arguments(self, rule: p.Rule, nodes: tuple[tree.Node, ...], scope: Scope, span: Span) -> tuple[p.Expr, ...]:
        if len(nodes) != len(rule.parameter_types):
            wanted, given = len(rule.parameter_types), len(nodes)
            self.context.report(
                codes.WRONG_COUNT, span, f"`{rule.name}` takes {wanted} value{'s' * (wanted != 1)}, not {given}",
                None, ((rule.span, "declared here"),),
            )  # fmt: skip
            return tuple(self.expressions.anything(span) for _ in rule.parameter_types)
        before = len(self.context.problems)
        values = self._given(rule, nodes, scope)
        if len(nodes) == 2 and len(self.context.problems) >= before + 2:
            told = self.context.problems[before:]
            del self.context.problems[before:]
            if hints.is_right(self.context, lambda: self._given(rule, nodes[::-1], scope)):
                help_ = f"write `{rule.name}({nodes[1].span.text}, {nodes[0].span.text})`"
                message = f"`{rule.name}` takes {' and '.join(map(a, rule.parameter_types))}, in this order"
                self.context.report(codes.WRONG_TYPE, span, message, help_, ((rule.span, "declared here"),))
            else:
                self.context.problems += told
        return values

    def _given(self, rule: p.Rule, nodes: tuple[tree.Node, ...], scope: Scope) -> tuple[p.Expr, ...]:
        pairs = zip(nodes, rule.parameter_types, strict=True)
        return tuple(self.expressions.demand(node, scope, kind) for node, kind in pairs)

    def find_rule(self, node: tree.Name, scope: Scope) -> tuple[p.Rule, bool] | None:
        """The rule called by `node`; True when it is one of the entry's own kind."""
        if scope.kind is not None and node.text in scope.kind.members:
            return scope.kind.members[node.text], True
        if self.context.told(node.text, scope):
            return None
        declared = self.context.find(node.text, scope, node.span)
        if isinstance(declared, p.Rule):
            return declared, False
        if declared is not None:
            self.expressions.wrong(node.span, f"`{node.text}` is not a rule")
        else:
            self.context.unknown(node.text, scope, node.span)
        return None

    def member_rule(
        self, call: tree.Call, owner: tree.Node, scope: Scope
    ) -> tuple[p.Rule, tuple[p.Expr, ...], p.Expr] | None:
        """`rule(…) of entry`: the rule of the entry's kind, or of the mechanic it plays."""
        entry = self.expressions.check(owner, scope)
        if entry.type == ty.ANY:
            return None
        kind = self.context.program.kinds.get(entry.type.name)
        if kind is None or entry.type.optional:
            if kind is not None:
                self.expressions.fit(entry, entry.type.definite)
            else:
                self.expressions.wrong(entry.span, f"`{entry.span.text}` has no rules of its own")
            return None
        rule = kind.members.get(call.name.text) or self._mechanic_member(kind.type, call.name.text, call.span)
        if rule is None:
            help_ = suggest(call.name.text, kind.members)
            self.context.report(
                codes.UNKNOWN_NAME, call.name.span, f"{a(kind.type)} has no rule `{call.name.text}`", help_
            )
            return None
        self.context.use(rule)
        self.context.settle(rule, call.span)
        return rule, self.arguments(rule, call.arguments, scope, call.span), entry

    def _mechanic_member(self, kind: Type, name: str, span: Span) -> p.Rule | None:
        """A rule of a mechanic that entries of `kind` play, reached through the entry."""
        for entry in self.context.program.kinds[kind.name].entries:
            found = entry.plays.members.get(name) if entry.plays is not None else None
            if isinstance(found, p.Rule) and not found.acts:
                self.context.use(found)
                return found
        return None

    def comparator(self, node: tree.Name, scope: Scope) -> p.Rule | None:
        """The order of pieces called by `node`, None if it is something else."""
        declared = self._peek(node.text, scope)
        if isinstance(declared, p.Rule) and declared.form == "comparator":
            self.context.find(node.text, scope, node.span)
            self.context.settle(declared, node.span)
            return declared
        return None

    # ---- what is built in
    def _built_in(self, node: tree.Call, scope: Scope, wanted: Type | None) -> p.Expr:
        name = node.name.text
        if name in ("near", "place_in"):
            if len(node.arguments) != 2:
                return self._count(node, 2)
            order = self.expressions.collection(node.arguments[1], scope)
            value = self.expressions.check(node.arguments[0], scope, order.type.of)
            if order.type.of is not None:
                self.expressions.fit(value, order.type.of.or_none)
            if name == "place_in":
                surely = isinstance(order, p.Constant) and not value.type.optional and order.type.name == "list"
                return p.Op(ty.NUMBER if surely else ty.NUMBER.or_none, node.span, name, (value, order))
            return p.Op(ty.set_of(order.type.of or ty.ANY), node.span, "near", (value, order))
        if name == "line":
            if len(node.arguments) != 2:
                return self._count(node, 2)
            cells = tuple(self.expressions.demand(cell, scope, ty.CELL) for cell in node.arguments)
            return p.Op(ty.list_of(ty.CELL), node.span, "line", cells)
        values = [self.expressions.check(argument, scope, wanted) for argument in node.arguments]
        if len(values) < 2:
            one = values[0].type if values else ty.ANY
            of, parted, over = node.arguments[0].span.text.partition(" of ") if values else ("", "", "")
            word = "largest" if name == "max" else "smallest"
            help_ = f"of several it is `{word} of {of} over {over}`" if one.is_collection and parted else None
            return self._count(node, 2, help_)
        result = values[0].type
        for value in values:
            if not value.type.is_numeric and value.type != ty.ANY:
                self.expressions.fit(value, ty.NUMBER)
            result = ty.common(result, value.type) or ty.ANY
        return p.Op(result, node.span, name, tuple(values))

    def _count(self, node: tree.Call, wanted: int, help_: str | None = None) -> p.Expr:
        message = f"`{node.name.text}` takes {wanted} value{'s' * (wanted != 1)}, not {len(node.arguments)}"
        self.context.report(codes.WRONG_COUNT, node.span, message, help_)
        return self.expressions.anything(node.span)

    # ---- attributes
    def attribute(self, name: str, of: p.Expr, scope: Scope, span: Span) -> p.Expr | None:
        """`name of …` for a single value; None where its type has no such thing."""
        kind = of.type
        if kind.optional:
            local = p.Local(name, kind.definite, span)
            body = self.attribute(name, p.Load(kind.definite, span, local), scope, span)
            return None if body is None else p.Lift(body.type.or_none, span, local, of, body)
        if kind.family:
            if name in ("suit", "rank") and kind.name in ("card", "piece"):
                return p.Op((ty.SUIT if name == "suit" else ty.RANK).or_none, span, name, (of,))
            if name == "owner":
                return p.Op(ty.SEAT.or_none, span, "owner", (of,))
            if name == "position":
                return p.Op(ty.NUMBER.or_none, span, "position", (of,))
        if kind.name in self.context.program.kinds:
            member = self.context.program.kinds[kind.name].members.get(name)
            if member is not None and not member.parameter_types and not member.acts:
                return self._apply(member, (), of, span)
            played = self._mechanic_member(kind, name, span)
            if played is not None:
                return self._apply(played, (), of, span)
        if kind.name == "cell" and name in ("row", "column"):
            return p.Op(ty.NUMBER, span, name, (of,))
        if kind.name == "seat" and name == "left":
            return p.Op(ty.SEAT, span, "left", (of,))
        if kind.name == "seat" and name in OF_TEAMS and ty.TEAM.name in self.context.program.kinds:
            team = p.Op(ty.TEAM, span, "team", (of,))
            return team if name == "team" else self._members(team, span, of)
        if (
            name == "members"
            and kind.name in self.context.program.kinds
            and self.context.program.kinds[kind.name].teams
        ):
            return self._members(of, span)
        return self._indexed(name, of, scope, span)

    def _members(self, team: p.Expr, span: Span, without: p.Expr | None = None) -> p.Expr:
        """The seats of a team, or those beside one of them."""
        one = p.Local("it", ty.SEAT, span)
        it = p.Load(ty.SEAT, span, one)
        mine: p.Expr = p.Op(ty.FLAG, span, "is", (p.Op(ty.TEAM, span, "team", (it,)), team))
        if without is not None:
            other = p.Op(ty.FLAG, span, "not", (p.Op(ty.FLAG, span, "is", (it, without)),))
            mine = p.Op(ty.FLAG, span, "and", (mine, other))
        seats = p.Constant(ty.list_of(ty.SEAT), span, "seats")
        return p.Filter(seats.type, span, one, seats, mine, False)

    def _indexed(self, name: str, of: p.Expr, scope: Scope, span: Span) -> p.Expr | None:
        """A state, zone or account kept for each seat, piece or entry."""
        declared = self._peek(name, scope)
        if isinstance(declared, p.State) and declared.per is not None:
            if _kept_for(declared.per, of.type):
                self.context.find(name, scope, span)
                if declared.by is not None:
                    help_ = f"say of which: `{name}(…) of …`"
                    return self.expressions.wrong(span, f"`{name}` is kept for each {declared.by}, too", help_)
                return p.GetState(declared.type, span, declared, of)
        elif isinstance(declared, p.Zone) and declared.per == of.type.name and not of.type.optional:
            self.context.find(name, scope, span)
            return p.GetZone(declared.type, span, declared, of)
        elif isinstance(declared, p.Account) and declared.per_seat and of.type.name == "seat":
            self.context.find(name, scope, span)
            return p.GetBalance(ty.AMOUNT, span, declared, of)
        for family in self.context.program.families:
            for field in family.fields:
                if field.name == name and of.type == family.type:
                    self.context.use(family)
                    return p.GetState(field.type, span, field, of)
        return None

    def _kept_for_two(self, call: tree.Call, scope: Scope, of: p.Expr | None, span: Span) -> p.Expr | None:
        """`name(x) of y` of a state that is kept for each two; without `of` that of what is looked at."""
        state = self._peek(call.name.text, scope)
        if not isinstance(state, p.State) or state.by is None:
            return None
        assert state.per is not None
        self.context.find(state.name, scope, call.name.span)
        if len(call.arguments) != 1:
            return self._count(call, 1)
        by = self.context.element(state.by)
        if by is None or (of is not None and of.type == ty.ANY):
            return self.expressions.anything(span)  # what is wrong was told
        which = self.expressions.demand(call.arguments[0], scope, by)
        if of is None:
            of = next((p.Load(it.type, span, it) for it in reversed(scope.its) if _kept_for(state.per, it.type)), None)
        if of is None:
            help_ = f"say of which: `{call.span.text} of …`"
            return self.expressions.wrong(span, f"`{state.name}` is kept for each {state.per}, too", help_)
        kind = of.type.of if of.type.is_collection and of.type.of is not None else of.type.definite
        if not _kept_for(state.per, kind):
            message = f"`{state.name}` is kept for each {state.per}, and `{of.span.text}` is {a(of.type)}"
            return self.expressions.wrong(of.span, message)
        if kind == of.type:
            return p.GetState(state.type, span, state, of, which)
        local = p.Local(state.name, kind, span)
        body = p.GetState(state.type, span, state, p.Load(kind, span, local), which)
        if not of.type.is_collection:
            return p.Lift(state.type.or_none, span, local, of, body)
        if not self.context.is_element(state.type.definite, span):
            return self.expressions.anything(span)
        return p.Each(ty.set_of(state.type.definite), span, local, of, body)

    def _attributes(self, owner: Type, scope: Scope) -> set[str]:
        names = {"owner", "position"} if owner.family else set()
        if ty.TEAM.name in self.context.program.kinds:
            names |= {ty.SEAT: {*OF_TEAMS}, ty.TEAM: {"members"}}.get(owner, set())
        if owner.name in ("card", "piece"):
            names |= {"suit", "rank"}
        if owner.name == "cell":
            names |= {"row", "column"}
        if owner.name in self.context.program.kinds:
            names |= set(self.context.program.kinds[owner.name].members)
        for name in self.context.visible(scope):
            declared = self._peek(name, scope)
            if isinstance(declared, p.State) and declared.per == owner.name:
                names.add(name)
            if isinstance(declared, p.Zone) and declared.per == owner.name:
                names.add(name)
            if isinstance(declared, p.Account) and declared.per_seat and owner.name == "seat":
                names.add(name)
        for family in self.context.program.families:
            if family.type == owner:
                names |= {field.name for field in family.fields}
        return names | {"count", "first", "last", "choices"}


def _kept_for(per: str, kind: Type) -> bool:
    """Is what is kept `per` something kept for each value of this type?"""
    return per == kind.name or (per == "piece" and kind.family)
