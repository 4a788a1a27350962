"""What a call means: a rule, something kept for each two, or one of the functions of the language."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.amounts import beside_amount
from coupdsl.language.checker.as_sets import cards_of, set_of_one
from coupdsl.language.checker.attributes import OF_TEAMS, Attributes
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.hidden import help_of_hiding, warn_of_hidden
from coupdsl.language.checker.rule_calls import FUNCTIONS, RuleCalls
from coupdsl.language.foreign_words import MEANT
from coupdsl.language.types import Type
from coupdsl.language.walk import mentions

_ASKED_OF = ("left", "suit", "rank", "owner", "position", "row", "column", "members", "first", "last", *OF_TEAMS)


class Calls:
    def __init__(self, checking: Checking, rules: RuleCalls, attributes: Attributes) -> None:
        self.checking = checking
        self.context = checking.context
        self.rules = rules
        self.attributes = attributes

    def check(self, node: tree.Call, scope: Scope, wanted: Type | None) -> p.Expr:
        name = node.name.text
        if name in FUNCTIONS and self.context.peek(name, scope) is None:
            return self._built_in(node, scope, wanted)
        if self.context.told(name, scope):
            return self.checking.anything(node.span)
        kept = self.attributes.kept_for_two(node, scope, None, node.span)
        if kept is not None:
            return kept
        if name in ("cell", "cells") and len(node.arguments) == 2 and self.context.peek(name, scope) is None:
            column, row = (hints.in_brackets(argument.span.words) for argument in node.arguments)
            help_ = f"write `the first of (cells where column is {column} and row is {row})`"
            return self.checking.wrong(node.name.span, f"`{name}` is not a rule", help_)
        if name in MEANT and self.context.peek(name, scope) is None and name not in scope.locals:
            given = ", ".join(argument.span.text for argument in node.arguments)
            self.context.unknown(name, scope, node.name.span, (), given)
            return self.checking.anything(node.span)
        if name in _ASKED_OF and len(node.arguments) == 1 and self.context.peek(name, scope) is None:
            help_ = f"write `{name} of {hints.in_brackets(node.arguments[0].span.words)}`"
            return self.checking.wrong(node.name.span, f"`{name}` is not a rule", help_)
        found = self.rules.find_rule(node.name, scope, node.arguments)
        if found is None:
            return self.checking.anything(node.span)
        rule, own = found
        self.context.settle(rule, node.span)
        arguments = self.rules.arguments(rule, node.arguments, scope, node.span)
        entry = pe.Self(scope.kind.type, node.span) if own and scope.kind is not None else None
        return self.rules.apply(rule, arguments, entry, node.span)

    def _built_in(self, node: tree.Call, scope: Scope, wanted: Type | None) -> p.Expr:
        name = node.name.text
        if name in ("near", "place_in"):
            if len(node.arguments) != 2:
                return self.rules.wrong_count(node, 2, self._among_all(node, scope))
            order = self.checking.collection(node.arguments[1], scope)
            value = self.checking.check(node.arguments[0], scope, order.type.of)
            kind = order.type.of or ty.ANY
            if kind == ty.LITERAL and value.type.definite.is_numeric:
                kind = value.type.definite  # digits may stand for whatever is looked for among them
            self.checking.fit(value, kind.or_none)
            if name == "place_in":
                is_all = isinstance(order, pe.Constant) and order.name != "cards"  # which need not hold each one
                surely = is_all and not value.type.optional
                return pe.Op(ty.NUMBER if surely else ty.NUMBER.or_none, node.span, name, (value, order))
            return pe.Op(ty.set_of(kind), node.span, "near", (value, order))
        if name == "line":
            if len(node.arguments) != 2:
                return self.rules.wrong_count(node, 2)
            cells = tuple(self.checking.demand(cell, scope, ty.CELL) for cell in node.arguments)
            return pe.Op(ty.list_of(ty.CELL), node.span, "line", cells)
        if name == "connected":
            return self._connected(node, scope)
        values = [self.checking.check(argument, scope, wanted) for argument in node.arguments]
        if len(values) < 2:
            one = values[0].type if values else ty.ANY
            of, parted, over = node.arguments[0].span.text.partition(" of ") if values else ("", "", "")
            word = "largest" if name == "max" else "smallest"
            help_ = f"of several it is `{word} of {of} over {over}`" if one.is_collection and parted else None
            if values and help_ is None:
                help_ = hints.least_of(name, node.arguments[0])
            return self.rules.wrong_count(node, 2, help_)
        values = self.checking.priced_alike(*values)
        result = values[0].type
        for value in values:
            if not value.type.is_numeric and value.type != ty.ANY:
                self.checking.fit(value, ty.NUMBER)
            elif {result, value.type} == {ty.AMOUNT, ty.NUMBER}:
                help_ = beside_amount(values, self.context.program)
                message = f"an amount and a number do not go together in `{name}`"
                return self.checking.wrong(node.span, message, help_)
            result = ty.common(result, value.type) or ty.ANY
        return pe.Op(result, node.span, name, tuple(values))

    def _connected(self, node: tree.Call, scope: Scope) -> p.Expr:
        """What one comes to from the first by the second, which is asked of each, `it`."""
        if len(node.arguments) != 2:
            return self.rules.wrong_count(node, 2)
        begin = self.checking.check(node.arguments[0], scope)
        if begin.type == ty.NONE:
            return self.checking.wrong(begin.span, "`connected` cannot begin with `none`")
        source = self._set(begin)
        kind = self.checking.element(source)
        if kind.is_numeric or kind.name == "choice":
            message = f"`connected` goes from thing to thing, and `{hints.short(source.span)}` is {ty.a(begin.type)}"
            return self.checking.wrong(source.span, message)
        step = node.arguments[1]
        local = p.Local("it", kind, step.span)
        after = self.checking.check(step, scope.filtering(local))
        body = self._set(after)
        if not ty.fits(body.type, ty.set_of(kind)):
            return self.checking.fit(after, ty.set_of(kind) if after.type.is_collection else kind)
        if ty.ANY not in (kind, body.type) and not mentions(body, local):
            text = hints.short(step.span)
            help_ = help_of_hiding(body)
            if help_ is None and kind == ty.CELL:
                help_ = f"write `connected({source.span.words}, near(it, {text}))`"
            self.checking.wrong(step.span, f"`{text}` does not ask what comes after `it`", help_)
        else:
            warn_of_hidden(self.context, scope, local, body)
        return pe.Connected(ty.set_of(kind), node.span, local, source, body)

    def _set(self, value: p.Expr) -> p.Expr:
        """A set or list as a set; one thing as the set of it, and none as the empty one."""
        value = cards_of(value)
        if value.type.name in ("any", "set"):
            return value
        if value.type.name == "list":
            return pe.Op(ty.set_of(self.checking.element(value)), value.span, "as_set", (value,))
        if not self.context.is_element(value.type.definite, value.span):
            return self.checking.anything(value.span)
        return set_of_one(value)

    def _among_all(self, node: tree.Call, scope: Scope) -> str | None:
        """How the one thing that is given stands among all of its sort."""
        if len(node.arguments) != 1:
            return None
        (given,) = node.arguments
        everything = hints.WHOLE.get(self.checking.check(given, scope).type.definite.name)
        return f"write `{node.name.text}({given.span.words}, {everything})`" if everything is not None else None
