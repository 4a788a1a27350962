"""What a name, a call and an `of` mean: looked up in the wanted type, then from the inside out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.diagnostics import suggest
from coupdsl.language.foreign_words import ANSWERS, MEANT
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a

if TYPE_CHECKING:
    from coupdsl.language.checker.expression_types import Expressions

OF_TEAMS = ("team", "partners")


class Names:
    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

    # ---- a bare name
    def name(self, node: tree.Name, scope: Scope, wanted: Type | None) -> p.Expr:
        name, span = node.text, node.span
        if name in scope.locals:
            return self.expressions.load(scope.locals[name], span)
        if wanted is not None:
            member = self.member(name, wanted.of if wanted.is_collection and wanted.of else wanted, scope, span)
            if member is not None:
                return member
        for local in reversed(scope.its):
            found = self.attribute(name, pe.Load(local.type, span, local), scope, span)
            if found is not None:
                return found
        if scope.kind is not None:
            found = self._own(name, scope, span)
            if found is not None:
                return found
        if name in ("seats", "cards", "suits", "ranks") or (name == "cells" and self.context.program.grid is not None):
            element = {"seats": ty.SEAT, "cells": ty.CELL, "cards": ty.CARD, "suits": ty.SUIT, "ranks": ty.RANK}[name]
            kind = ty.list_of(element) if name in ("seats", "cells", "ranks") else ty.set_of(element)
            return pe.Constant(kind, span, name)
        for of_kind in self.context.program.kinds.values():
            here = not scope.inside or of_kind.teams or of_kind.mechanic is scope.mechanic
            if of_kind.plural == name and here:
                self.context.use(of_kind)
                return pe.Constant(ty.set_of(of_kind.type), span, name)
        if self.context.told(name, scope):
            return self.expressions.anything(span)
        declared = self.context.find(name, scope, span)
        if declared is not None:
            return self._declared(declared, node, scope, wanted)
        cell = self.member(name, ty.CELL, scope, span)
        if cell is not None:
            return cell
        if wanted == ty.ANY and self.context.problems:
            return self.expressions.anything(span)  # it may be a word of what could not be read
        owner = next((one for one in reversed(scope.locals.values()) if self._has(name, one, scope)), None)
        if owner is not None:
            message = f"`{name}` is not declared, but `{owner.name}` has one"
            self.context.report(codes.UNKNOWN_NAME, span, message, f"say of which: `{name} of {owner.name}`")
        elif wanted == ty.FLAG and name in ANSWERS:
            message, help_ = f"`{name}` is not declared", "write `true` or `false`"
            self.context.report(codes.UNKNOWN_NAME, span, message, help_)
        else:
            written = hints.any_of(wanted, self.context.program) if wanted is not None else None
            self.context.unknown(name, scope, span, self.members(wanted), otherwise=written)
        return self.expressions.anything(span)

    def _has(self, name: str, local: p.Local, scope: Scope) -> bool:
        """Can `name of local` be asked for?"""
        return self.attribute(name, pe.Load(local.type, local.span, local), scope, local.span) is not None

    def member(self, name: str, wanted: Type, scope: Scope, span: Span) -> p.Expr | None:
        """The value of type `wanted` called `name`, such as a suit, an entry or a reason."""
        program = self.context.program
        if wanted.name in ("suit", "rank"):
            for face in program.suits if wanted.name == "suit" else program.ranks:
                if face.name == name:
                    self.context.use(face)
                    return pe.Const(face.type, span, face.index)
        elif wanted.name == "cell" and program.grid is not None and name in program.grid.names():
            return pe.Const(ty.CELL, span, program.grid.names().index(name))
        elif wanted.name == "word" and name in wanted.words:
            return pe.Const(wanted.definite, span, wanted.words.index(name))
        elif wanted.name == "reason" and not self._holds_a_reason(name, scope):
            if name not in program.reasons:
                program.reasons.append(name)
            return pe.Const(ty.REASON, span, program.reasons.index(name))
        elif wanted.name in program.kinds:
            for entry in program.kinds[wanted.name].entries:
                if entry.name == name and (entry.parent is None or entry.parent is scope.entry):
                    self.context.use(entry)
                    return pe.Const(entry.kind.type, span, entry.index)
        elif wanted.name == "party":
            account = self.context.program.names.get(name)
            if isinstance(account, p.Account) and not account.per_seat:
                self.context.find(name, scope, span)
                return pe.Op(ty.PARTY, span, "account", (pe.Const(ty.NUMBER, span, account),))
        return None

    def _holds_a_reason(self, name: str, scope: Scope) -> bool:
        """Is it declared as something that can be asked for by its name alone? Any other word is a reason itself."""
        own = scope.kind.members.get(name) if scope.kind is not None else None
        declared = own if own is not None else self._peek(name, scope)
        if isinstance(declared, p.State):
            return declared.per is None and declared.type.definite == ty.REASON
        if not isinstance(declared, p.Rule) or declared.parameter_types or declared.acts:
            return False
        self.context.settle(declared, declared.span)
        return declared.type.definite == ty.REASON

    def members(self, wanted: Type | None) -> list[str]:
        """The words of a type, for suggestions."""
        wanted = wanted.of if wanted is not None and wanted.is_collection else wanted
        if wanted is None:
            return []
        program = self.context.program
        if wanted.name in ("suit", "rank"):
            return [face.name for face in (program.suits if wanted.name == "suit" else program.ranks)]
        if wanted.name in program.kinds:
            return [entry.name for entry in program.kinds[wanted.name].entries]
        if wanted.name == "cell" and program.grid is not None:
            return program.grid.names()
        return list(wanted.words)

    def attribute(self, name: str, of: p.Expr, scope: Scope, span: Span) -> p.Expr | None:
        """`name of …` for a single value; None where its type has no such thing."""
        kind = of.type
        if kind.optional:
            local = p.Local(name, kind.definite, span)
            body = self.attribute(name, pe.Load(kind.definite, span, local), scope, span)
            return None if body is None else pe.Lift(body.type.or_none, span, local, of, body)
        if kind.family:
            if name in ("suit", "rank") and kind.name in ("card", "piece"):
                return pe.Op((ty.SUIT if name == "suit" else ty.RANK).or_none, span, name, (of,))
            if name == "owner":
                return pe.Op(ty.SEAT.or_none, span, "owner", (of,))
            if name == "position":
                return pe.Op(ty.NUMBER.or_none, span, "position", (of,))
        if kind.name in self.context.program.kinds:
            member = self.context.program.kinds[kind.name].members.get(name)
            if member is not None and not member.parameter_types and not member.acts:
                return self._apply(member, (), of, span)
            played = self._mechanic_member(kind, name, span)
            if played is not None:
                return self._apply(played, (), of, span)
        if kind.name == "cell" and name in ("row", "column"):
            return pe.Op(ty.NUMBER, span, name, (of,))
        if kind.name == "seat" and name == "left":
            return pe.Op(ty.SEAT, span, "left", (of,))
        if kind.name == "seat" and name in OF_TEAMS and ty.TEAM.name in self.context.program.kinds:
            team = pe.Op(ty.TEAM, span, "team", (of,))
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
        it = pe.Load(ty.SEAT, span, one)
        mine: p.Expr = pe.Op(ty.FLAG, span, "is", (pe.Op(ty.TEAM, span, "team", (it,)), team))
        if without is not None:
            other = pe.Op(ty.FLAG, span, "not", (pe.Op(ty.FLAG, span, "is", (it, without)),))
            mine = pe.Op(ty.FLAG, span, "and", (mine, other))
        seats = pe.Constant(ty.list_of(ty.SEAT), span, "seats")
        return pe.Filter(seats.type, span, one, seats, mine, False)

    def _indexed(self, name: str, of: p.Expr, scope: Scope, span: Span) -> p.Expr | None:
        """A state, zone or account kept for each seat, piece or entry."""
        declared = self._peek(name, scope)
        if isinstance(declared, p.State) and declared.per is not None:
            if _kept_for(declared.per, of.type):
                self.context.find(name, scope, span)
                if declared.by is not None:
                    help_ = f"say of which: `{name}(…) of …`"
                    return self.expressions.wrong(span, f"`{name}` is kept for each {declared.by}, too", help_)
                return pe.GetState(declared.type, span, declared, of)
        elif isinstance(declared, p.Zone) and declared.per == of.type.name and not of.type.optional:
            self.context.find(name, scope, span)
            return pe.GetZone(declared.type, span, declared, of)
        elif isinstance(declared, p.Account) and declared.per_seat and of.type.name == "seat":
            self.context.find(name, scope, span)
            return pe.GetBalance(ty.AMOUNT, span, declared, of)
        for family in self.context.program.families:
            for field in family.fields:
                if field.name == name and of.type == family.type:
                    self.context.use(family)
                    return pe.GetState(field.type, span, field, of)
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
            of = next((pe.Load(it.type, span, it) for it in reversed(scope.its) if _kept_for(state.per, it.type)), None)
        if of is None:
            help_ = f"say of which: `{call.span.text} of …`"
            return self.expressions.wrong(span, f"`{state.name}` is kept for each {state.per}, too", help_)
        kind = of.type.of if of.type.is_collection and of.type.of is not None else of.type.definite
        if not _kept_for(state.per, kind):
            message = f"`{state.name}` is kept for each {state.per}, and `{of.span.text}` is {a(of.type)}"
            return self.expressions.wrong(of.span, message)
        if kind == of.type:
            return pe.GetState(state.type, span, state, of, which)
        local = p.Local(state.name, kind, span)
        body = pe.GetState(state.type, span, state, pe.Load(kind, span, local), which)
        if not of.type.is_collection:
            return pe.Lift(state.type.or_none, span, local, of, body)
        if not self.context.is_element(state.type.definite, span):
            return self.expressions.anything(span)
        return pe.Each(ty.set_of(state.type.definite), span, local, of, body)

    def _peek(self, name: str, scope: Scope) -> p.Declared | None:
        """As `find`, without reporting or counting as a use."""
        if scope.mechanic is not None and name in scope.mechanic.members:
            return scope.mechanic.members[name]
        if name in self.context.program.names or scope.inside:
            return self.context.program.names.get(name)
        owners = [m for m in self.context.program.mechanics.values() if name in m.members]
        return owners[0].members[name] if len(owners) == 1 else None

    def _mechanic_member(self, kind: Type, name: str, span: Span) -> p.Rule | None:
        """A rule of a mechanic that entries of `kind` play, reached through the entry."""
        for entry in self.context.program.kinds[kind.name].entries:
            found = entry.plays.members.get(name) if entry.plays is not None else None
            if isinstance(found, p.Rule) and not found.acts:
                self.context.use(found)
                return found
        return None

    def _own(self, name: str, scope: Scope, span: Span) -> p.Expr | None:
        """A field or fixed name of the entry (or kind) whose text this is."""
        assert scope.kind is not None
        if scope.entry is not None and name in scope.entry.lets:
            self.context.use(scope.entry.lets[name])
            return self._apply(scope.entry.lets[name], (), None, span)
        member = scope.kind.members.get(name)
        if member is None or member.parameter_types or member.acts:
            return None
        return self._apply(member, (), pe.Self(scope.kind.type, span), span)

    def _declared(self, declared: p.Declared, node: tree.Name, scope: Scope, wanted: Type | None) -> p.Expr:
        span = node.span
        if isinstance(declared, p.Face):
            if declared.type == ty.CARD:
                kind = ty.CARD if self.context.program.copies_of(declared) == 1 else ty.FACE
                return pe.Op(kind, span, "extra", (pe.Const(ty.NUMBER, span, declared.index),))
            return pe.Const(declared.type, span, declared.index)
        if isinstance(declared, p.Entry):
            return pe.Const(declared.kind.type, span, declared.index)
        if isinstance(declared, p.Family):
            return pe.Constant(ty.list_of(declared.type), span, declared.name)
        if isinstance(declared, p.State) and declared.per is None:
            return pe.GetState(declared.type, span, declared, None)
        if isinstance(declared, p.Zone) and declared.per is None:
            return pe.GetZone(declared.type, span, declared, None)
        if isinstance(declared, p.Account) and not declared.per_seat:
            return pe.GetBalance(ty.AMOUNT, span, declared, None)
        if isinstance(declared, p.State | p.Zone | p.Account):
            if self.context.problems and any(it.type == ty.ANY for it in scope.its):
                return self.expressions.anything(span)  # that of what could not be read, perhaps
            per = "seat" if isinstance(declared, p.Account) else declared.per
            return self.expressions.wrong(
                span, f"`{node.text}` is kept for each {per}", f"say of which: `{node.text} of …`"
            )
        if isinstance(declared, p.Rule):
            if declared.parameter_types:
                count = len(declared.parameter_types)
                values = "a value" if count == 1 else f"{count} values"
                fit = count == 1 and scope.its and ty.fits(scope.its[-1].type, declared.parameter_types[0])
                help_ = f"such as `{node.text}({'it' if fit else ', '.join(['…'] * count)})`"
                return self.expressions.wrong(span, f"`{node.text}` needs {values} in brackets", help_)
            return self._apply(declared, (), None, span)
        return self.expressions.wrong(span, f"`{node.text}` is not a value")

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
        return pe.Apply(rule.type, span, rule, arguments, entry)

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

    def call(self, node: tree.Call, scope: Scope, wanted: Type | None) -> p.Expr:
        name = node.name.text
        if name in ("min", "max", "near", "line", "place_in") and self._peek(name, scope) is None:
            return self._built_in(node, scope, wanted)
        if self.context.told(name, scope):
            return self.expressions.anything(node.span)
        kept = self._kept_for_two(node, scope, None, node.span)
        if kept is not None:
            return kept
        if name in MEANT and self._peek(name, scope) is None and name not in scope.locals:
            given = ", ".join(argument.span.text for argument in node.arguments)
            self.context.unknown(name, scope, node.name.span, (), given)
            return self.expressions.anything(node.span)
        found = self.find_rule(node.name, scope)
        if found is None:
            return self.expressions.anything(node.span)
        rule, own = found
        self.context.settle(rule, node.span)
        arguments = self.arguments(rule, node.arguments, scope, node.span)
        entry = pe.Self(scope.kind.type, node.span) if own and scope.kind is not None else None
        return self._apply(rule, arguments, entry, node.span)

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
                surely = isinstance(order, pe.Constant) and not value.type.optional and order.type.name == "list"
                return pe.Op(ty.NUMBER if surely else ty.NUMBER.or_none, node.span, name, (value, order))
            return pe.Op(ty.set_of(order.type.of or ty.ANY), node.span, "near", (value, order))
        if name == "line":
            if len(node.arguments) != 2:
                return self._count(node, 2)
            cells = tuple(self.expressions.demand(cell, scope, ty.CELL) for cell in node.arguments)
            return pe.Op(ty.list_of(ty.CELL), node.span, "line", cells)
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
        return pe.Op(result, node.span, name, tuple(values))

    def _count(self, node: tree.Call, wanted: int, help_: str | None = None) -> p.Expr:
        message = f"`{node.name.text}` takes {wanted} value{'s' * (wanted != 1)}, not {len(node.arguments)}"
        self.context.report(codes.WRONG_COUNT, node.span, message, help_)
        return self.expressions.anything(node.span)

    def comparator(self, node: tree.Name, scope: Scope) -> p.Rule | None:
        """The order of pieces called by `node`, None if it is something else."""
        declared = self._peek(node.text, scope)
        if isinstance(declared, p.Rule) and declared.form == "comparator":
            self.context.find(node.text, scope, node.span)
            self.context.settle(declared, node.span)
            return declared
        return None

    # ---- `of`
    def of(self, node: tree.Of, scope: Scope, wanted: Type | None) -> p.Expr:
        left = node.left
        if isinstance(left, tree.Call):
            return self._call_of(left, node, scope)
        if not isinstance(left, tree.Name):
            each = [f"{item.span.text} of {node.right.span.text}" for item in getattr(left, "items", ())]
            help_ = f"write it for each: `[{', '.join(each)}]`" if each else None
            if isinstance(left, tree.Number):
                help_ = f"write `first({left.value}) of {node.right.span.text}`"
            if isinstance(left, tree.Unary) and left.operator == "-":
                help_ = f"put what follows `-` in brackets: `-({left.operand.span.text} of {node.right.span.text})`"
            return self.expressions.wrong(left.span, "only a name or a call can stand before `of`", help_)
        if left.text in ("count", "first", "last", "choices"):
            return self._of_collection(left, node, scope)
        right = self.expressions.check(node.right, scope)
        if right.type == ty.ANY:
            return right
        if left.text == "position" and not right.type.is_collection:
            return pe.Op(ty.NUMBER.or_none, node.span, "position", (self.expressions.fit(right, ty.PIECE),))
        if right.type.definite == ty.SUIT:
            rank = self.member(left.text, ty.RANK, scope, left.span)
            if rank is not None:
                return pe.Op(ty.FACE, node.span, "face", (rank, right))
        if right.type.is_face:
            right = pe.Op(ty.set_of(ty.CARD), right.span, "as_set", (right,))
        if right.type.is_collection and right.type.of is not None:
            local = p.Local(left.text, right.type.of, left.span)
            body = self.attribute(left.text, pe.Load(local.type, left.span, local), scope, left.span)
            if body is not None:
                element = body.type.of if body.type.is_collection and body.type.of else body.type.definite
                if not self.context.is_element(element, node.span):
                    return self.expressions.anything(node.span)
                return pe.Each(ty.set_of(element), node.span, local, right, body)
        else:
            found = self.attribute(left.text, right, scope, node.span)
            if found is not None:
                return found
        return self._no_attribute(left, right, scope)

    def _no_attribute(self, left: tree.Name, right: p.Expr, scope: Scope) -> p.Expr:
        owner = right.type.of if right.type.is_collection and right.type.of else right.type.definite
        of_it = f"of {left.text}"
        unread = owner == ty.ANY and bool(self.context.problems)
        if unread or self.context.told(left.text, scope) or of_it in self.context.doubtful:
            return self.expressions.anything(left.span)
        text = right.span.words
        help_: str | None
        if self._other_way_round(left, right, scope):
            message, help_ = f"{a(owner)} has no `{left.text}`", f"the other way round: `{text} of {left.text}`"
        elif (kept := hints.not_kept_so(left.text, self._peek(left.text, scope), owner, text)) is not None:
            self.context.doubtful.add(of_it)  # once for all lines that ask so
            message, help_ = f"{a(owner)} has no `{left.text}`{kept[0]}", kept[1]
        elif owner == ty.SEAT and left.text in OF_TEAMS:
            message, help_ = f"{a(owner)} has no `{left.text}`", "say that there are teams: `seats [4] in 2 teams`"
        elif left.text in MEANT:
            message, help_ = f"{a(owner)} has no `{left.text}`", MEANT[left.text].format(text)
        else:
            message, help_ = f"{a(owner)} has no `{left.text}`", suggest(left.text, self._attributes(owner, scope))
        self.context.report(codes.UNKNOWN_NAME, left.span, message, help_)
        return self.expressions.anything(left.span)

    def _other_way_round(self, left: tree.Name, right: p.Expr, scope: Scope) -> bool:
        """Does `right of left` mean something?"""
        if not right.span.text.isidentifier():
            return False
        swapped = tree.Of(left.span, tree.Name(right.span, right.span.text), left)
        return hints.is_right(self.context, lambda: self.of(swapped, scope, None))

    def _attributes(self, owner: Type, scope: Scope) -> set[str]:
        names = {"owner", "position"} if owner.family else {"left"} if owner == ty.SEAT else set()
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

    def _of_collection(self, left: tree.Name, node: tree.Of, scope: Scope) -> p.Expr:
        operand = self.expressions.collection(node.right, scope, of_choices=left.text == "count")
        if left.text == "count":
            return pe.Op(ty.NUMBER, node.span, "count", (operand,))
        element = self.expressions.element(operand)
        if left.text == "choices":
            return self._choices(operand, element, node.span)
        static = isinstance(operand, pe.Constant)  # a family is never empty
        return pe.Op(element if static else element.or_none, node.span, left.text, (operand,))

    def _choices(self, operand: p.Expr, element: Type, span: Span) -> p.Expr:
        if element.is_numeric:
            help_ = "choose among the things that have these numbers, and add up what each has"
            return self.expressions.wrong(operand.span, "numbers that are equal would be one in a choice", help_)
        return pe.Op(ty.list_of(ty.choice_of(element)), span, "choices", (operand,))

    def _call_of(self, call: tree.Call, node: tree.Of, scope: Scope) -> p.Expr:
        if call.name.text in ("first", "last"):
            operand = self.expressions.collection(node.right, scope)
            if len(call.arguments) != 1:
                return self._count(call, 1)
            count = self.expressions.demand(call.arguments[0], scope, ty.NUMBER)
            kind = ty.list_of(self.expressions.element(operand))
            return pe.Op(kind, node.span, f"{call.name.text}_n", (operand, count))
        if isinstance(state := self._peek(call.name.text, scope), p.State) and state.by is not None:
            kept = self._kept_for_two(call, scope, self.expressions.check(node.right, scope), node.span)
            assert kept is not None
            return kept
        found = self.member_rule(call, node.right, scope)
        if found is None:
            return self.expressions.anything(node.span)
        rule, arguments, entry = found
        return self._apply(rule, arguments, entry, node.span)

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


def _kept_for(per: str, kind: Type) -> bool:
    """Is what is kept `per` something kept for each value of this type?"""
    return per == kind.name or (per == "piece" and kind.family)
