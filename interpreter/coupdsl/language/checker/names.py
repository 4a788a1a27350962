"""What a bare name means: looked up in the wanted type, then from the inside out."""

from __future__ import annotations

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.attributes import Attributes
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.named_values import NamedValues
from coupdsl.language.checker.rule_calls import RuleCalls
from coupdsl.language.foreign_words import ANSWERS
from coupdsl.language.source import Span
from coupdsl.language.types import Type


class Names:
    def __init__(self, checking: Checking, values: NamedValues, rules: RuleCalls, attributes: Attributes) -> None:
        self.checking = checking
        self.context = checking.context
        self.values = values
        self.rules = rules
        self.attributes = attributes

    def check(self, node: tree.Name, scope: Scope, wanted: Type | None) -> p.Expr:
        name, span = node.text, node.span
        if name in scope.locals:
            return self.checking.load(scope.locals[name], span)
        if wanted is not None:
            member = self.values.find(name, wanted.of if wanted.is_collection and wanted.of else wanted, scope, span)
            if member is not None:
                return member
        for local in reversed(scope.its):
            found = self.attributes.find(name, pe.Load(local.type, span, local), scope, span)
            if found is not None:
                return found
        if scope.kind is not None:
            found = self._own(name, scope, span)
            if found is not None:
                return found
        found = self._all_of(name, scope, span)
        if found is not None:
            return found
        if self.context.told(name, scope):
            return self.checking.anything(span)
        declared = self.context.find(name, scope, span)
        if declared is not None:
            return self._declared(declared, node, scope, wanted)
        cell = self.values.find(name, ty.CELL, scope, span)
        if cell is not None:
            return cell
        if wanted == ty.ANY and self.context.problems:
            return self.checking.anything(span)  # it may be a word of what could not be read
        self._not_declared(name, scope, span, wanted)
        return self.checking.anything(span)

    def _all_of(self, name: str, scope: Scope, span: Span) -> p.Expr | None:
        """All that there are of what the table has, such as `seats`, or of a kind."""
        program = self.context.program
        if name in ("seats", "cards", "suits", "ranks") or (name == "cells" and program.grid is not None):
            element = {"seats": ty.SEAT, "cells": ty.CELL, "cards": ty.CARD, "suits": ty.SUIT, "ranks": ty.RANK}[name]
            kind = ty.list_of(element) if name in ("seats", "cells", "ranks") else ty.set_of(element)
            return pe.Constant(kind, span, name)
        for of_kind in program.kinds.values():
            here = not scope.inside or of_kind.teams or of_kind.mechanic is scope.mechanic
            if of_kind.plural == name and here:
                self.context.use(of_kind)
                return pe.Constant(ty.set_of(of_kind.type), span, name)
        return None

    def _not_declared(self, name: str, scope: Scope, span: Span, wanted: Type | None) -> None:
        owner = next((one for one in reversed(scope.locals.values()) if self._has(name, one, scope)), None)
        if owner is not None:
            message = f"`{name}` is not declared, but `{owner.name}` has one"
            self.context.report(codes.UNKNOWN_NAME, span, message, f"say of which: `{name} of {owner.name}`")
        elif wanted == ty.FLAG and name in ANSWERS:
            message, help_ = f"`{name}` is not declared", "write `true` or `false`"
            self.context.report(codes.UNKNOWN_NAME, span, message, help_)
        else:
            is_of_field = wanted != ty.FLAG or scope.entry is not None  # a condition may hold anything
            written = hints.any_of(wanted, self.context.program) if wanted is not None and is_of_field else None
            self.context.unknown(name, scope, span, self.values.names(wanted), otherwise=written)

    def _has(self, name: str, local: p.Local, scope: Scope) -> bool:
        """Can `name of local` be asked for?"""
        return self.attributes.find(name, pe.Load(local.type, local.span, local), scope, local.span) is not None

    def _own(self, name: str, scope: Scope, span: Span) -> p.Expr | None:
        """A field or fixed name of the entry (or kind) whose text this is."""
        assert scope.kind is not None
        if scope.entry is not None and name in scope.entry.lets:
            self.context.use(scope.entry.lets[name])
            return self.rules.apply(scope.entry.lets[name], (), None, span)
        member = scope.kind.members.get(name)
        if member is None or member.parameter_types or member.acts:
            return None
        return self.rules.apply(member, (), pe.Self(scope.kind.type, span), span)

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
                return self.checking.anything(span)  # that of what could not be read, perhaps
            per = "seat" if isinstance(declared, p.Account) else declared.per
            return self.checking.wrong(
                span, f"`{node.text}` is kept for each {per}", f"say of which: `{node.text} of …`"
            )
        if isinstance(declared, p.Rule):
            if declared.parameter_types:
                count = len(declared.parameter_types)
                values = "a value" if count == 1 else f"{count} values"
                fit = count == 1 and scope.its and ty.fits(scope.its[-1].type, declared.parameter_types[0])
                help_ = f"such as `{node.text}({'it' if fit else ', '.join(['…'] * count)})`"
                return self.checking.wrong(span, f"`{node.text}` needs {values} in brackets", help_)
            return self.rules.apply(declared, (), None, span)
        all_of_it = f"all of them are `{declared.plural}`" if isinstance(declared, p.Kind) else None
        return self.checking.wrong(span, f"`{node.text}` is not a value", all_of_it)

    def comparator(self, node: tree.Name, scope: Scope) -> p.Rule | None:
        """The order of pieces called by `node`, None if it is something else."""
        declared = self.context.peek(node.text, scope)
        if isinstance(declared, p.Rule) and declared.form == "comparator":
            self.context.find(node.text, scope, node.span)
            self.context.settle(declared, node.span)
            return declared
        return None
