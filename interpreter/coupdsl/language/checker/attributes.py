"""What a single value has: its suit, its seat, a field of an entry, what is kept for it."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree
from coupdsl.language import types as ty
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.rule_calls import RuleCalls
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a

OF_TEAMS = ("team", "partners")


class Attributes:
    def __init__(self, checking: Checking, rules: RuleCalls) -> None:
        self.checking = checking
        self.context = checking.context
        self.rules = rules

    def find(self, name: str, of: p.Expr, scope: Scope, span: Span) -> p.Expr | None:
        """`name of …` for a single value; None where its type has no such thing."""
        kind = of.type
        if kind.optional:
            local = p.Local(name, kind.definite, span)
            body = self.find(name, pe.Load(kind.definite, span, local), scope, span)
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
                return self.rules.apply(member, (), of, span)
            played = self.rules.of_mechanic(kind, name)
            if played is not None:
                return self.rules.apply(played, (), of, span)
        if kind.name == "cell" and name in ("row", "column"):
            return pe.Op(ty.NUMBER, span, name, (of,))
        if kind.name == "seat" and name == "left":
            return pe.Op(ty.SEAT, span, "left", (of,))
        if kind.name == "seat" and name in OF_TEAMS and ty.TEAM.name in self.context.program.kinds:
            team = pe.Op(ty.TEAM, span, "team", (of,))
            return team if name == "team" else self._seats_of(team, span, of)
        if (
            name == "members"
            and kind.name in self.context.program.kinds
            and self.context.program.kinds[kind.name].teams
        ):
            return self._seats_of(of, span)
        return self._indexed(name, of, scope, span)

    def _seats_of(self, team: p.Expr, span: Span, without: p.Expr | None = None) -> p.Expr:
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
        declared = self.context.peek(name, scope)
        if isinstance(declared, p.State) and declared.per is not None:
            if _kept_for(declared.per, of.type):
                self.context.find(name, scope, span)
                if declared.by is not None:
                    help_ = f"say of which: `{name}(…) of …`"
                    return self.checking.wrong(span, f"`{name}` is kept for each {declared.by}, too", help_)
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

    def kept_for_two(self, call: tree.Call, scope: Scope, of: p.Expr | None, span: Span) -> p.Expr | None:
        """`name(x) of y` of a state that is kept for each two; without `of` that of what is looked at."""
        state = self.context.peek(call.name.text, scope)
        if not isinstance(state, p.State) or state.by is None:
            return None
        assert state.per is not None
        self.context.find(state.name, scope, call.name.span)
        if len(call.arguments) != 1:
            return self.rules.wrong_count(call, 1)
        by = self.context.element(state.by)
        if by is None or (of is not None and of.type == ty.ANY):
            return self.checking.anything(span)  # what is wrong was told
        which = self.checking.check(call.arguments[0], scope, by)
        if _kept_for(state.per, which.type.definite) and not ty.fits(which.type.definite, by):
            other = of.span.words if of is not None and ty.fits(of.type.definite, by) else "…"
            message = f"of `{state.name}` the {state.per} comes after `of`, and the {state.by} in brackets"
            return self.checking.wrong(span, message, f"write `{state.name}({other}) of {which.span.words}`")
        which = self.checking.fit(which, by)
        if of is None:
            of = next((pe.Load(it.type, span, it) for it in reversed(scope.its) if _kept_for(state.per, it.type)), None)
        if of is None:
            help_ = f"say of which: `{call.span.text} of …`"
            return self.checking.wrong(span, f"`{state.name}` is kept for each {state.per}, too", help_)
        kind = of.type.of if of.type.is_collection and of.type.of is not None else of.type.definite
        if not _kept_for(state.per, kind):
            message = f"`{state.name}` is kept for each {state.per}, and `{of.span.text}` is {a(of.type)}"
            return self.checking.wrong(of.span, message)
        if kind == of.type:
            return pe.GetState(state.type, span, state, of, which)
        local = p.Local(state.name, kind, span)
        body = pe.GetState(state.type, span, state, pe.Load(kind, span, local), which)
        if not of.type.is_collection:
            return pe.Lift(state.type.or_none, span, local, of, body)
        if not self.context.is_element(state.type.definite, span):
            return self.checking.anything(span)
        return pe.Each(ty.set_of(state.type.definite), span, local, of, body)

    def names(self, owner: Type, scope: Scope) -> set[str]:
        """All that can be asked of a value of this type, for suggestions."""
        names = {"owner", "position"} if owner.family else {"left"} if owner == ty.SEAT else set()
        if ty.TEAM.name in self.context.program.kinds:
            names |= {ty.SEAT: {*OF_TEAMS}, ty.TEAM: {"members"}}.get(owner, set())
        if owner.name in ("card", "piece"):
            names |= {"suit", "rank"}
        if owner.name == "cell":
            names |= {"row", "column"}
        if owner.name in self.context.program.kinds:
            kind = self.context.program.kinds[owner.name]
            played = [entry.plays.members for entry in kind.entries if entry.plays is not None]
            names |= set(kind.members).union(*played)
        for name in self.context.visible(scope):
            declared = self.context.peek(name, scope)
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
