"""What stands between two values: arithmetic, `..`, comparisons, `is` and `in`; and whether a set is empty."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.absence import lacking
from coupdsl.language.checker.amounts import beside_amount
from coupdsl.language.checker.as_sets import cards_of
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Scope
from coupdsl.language.checker.hints import short
from coupdsl.language.checker.named_values import NamedValues
from coupdsl.language.checker.readings import Readings
from coupdsl.language.checker.tried import cut_short
from coupdsl.language.diagnostics import suggest
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a, common, comparable

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}
RELATIONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class TwoSided:
    def __init__(self, checking: Checking, values: NamedValues, readings: Readings) -> None:
        self.checking = checking
        self.context = checking.context
        self.values = values
        self.readings = readings

    def check(self, node: tree.Binary, scope: Scope, wanted: Type | None) -> p.Expr:
        operator = node.operator
        if operator in ("and", "or"):
            if operator == "or" and isinstance(node.right, tree.Number) and (listed := hints.listed(node)) is not None:
                return self.checking.wrong(node.right.span, f"`{node.right.value}` is a number, not a flag", listed)
            left = self.checking.demand(node.left, scope, ty.FLAG)
            right = self.checking.check(node.right, scope, ty.FLAG)
            if isinstance(node.right, tree.Name) and right.type not in (ty.FLAG, ty.ANY):
                message = f"`{short(right.span)}` is {a(right.type)}, not a flag"
                return self.checking.wrong(right.span, message, hints.listed(node))
            return pe.Op(ty.FLAG, node.span, operator, (left, self.checking.fit(right, ty.FLAG)))
        if operator in ("is", "is not"):
            return self._negated(operator == "is not", self._is(node, scope))
        if operator in ("in", "not in"):
            return self._negated(operator == "not in", self._in(node, scope))
        if (help_ := cut_short(node, self.context, lambda one: self.checking.check(one, scope))) is not None:
            return self.checking.wrong(node.span, f"what is compared ends before `{operator}`", help_)
        of_sides = ty.NUMBER if operator in RELATIONS else wanted
        left, right = (self.checking.check(side, scope, of_sides) for side in (node.left, node.right))
        if operator not in ("*", "/"):
            left, right = self.checking.priced_alike(left, right)
        if operator in RELATIONS and ty.RANK in (left.type.definite, right.type.definite):
            return self.checking.wrong(node.span, "ranks are not numbers", hints.by_places(operator, left, right))
        if operator in RELATIONS:
            self._numbers(operator, left, right, node.span)
            return pe.Op(ty.FLAG, node.span, RELATIONS[operator], (left, right))
        return pe.Op(self._result(operator, left, right, node.span), node.span, ARITHMETIC[operator], (left, right))

    def between(self, node: tree.Between, scope: Scope, wanted: Type | None) -> p.Expr:
        low, high = self.checking.check(node.low, scope), self.checking.check(node.high, scope)
        if low.type == high.type == ty.CELL:
            return self.checking.wrong(
                node.span, "cells are not numbers", hints.of_cells(low, high, self.context.program.grid)
            )
        kind = self._numbers("..", low, high, node.span)
        step = self.checking.check(node.step, scope) if node.step else pe.Const(ty.NUMBER, node.span, 1)
        if kind != ty.AMOUNT or step.type != ty.AMOUNT:
            step = self.checking.fit(step, ty.NUMBER)
        return pe.Op(ty.list_of(kind), node.span, "between", (low, high, step))

    def _negated(self, negated: bool, expr: p.Expr) -> p.Expr:
        return pe.Op(ty.FLAG, expr.span, "not", (expr,)) if negated else expr

    def _numbers(self, operator: str, left: p.Expr, right: p.Expr, span: Span) -> Type:
        """Both are numbers that can be compared: amounts with amounts, counts with counts."""
        for side in (left, right):
            if not (side.type.is_numeric or side.type.name in ("ratio", "fraction", "any")) or side.type.optional:
                self.checking.fit(side, side.type.definite if side.type.definite.is_numeric else ty.NUMBER)
                return ty.ANY
        names = {left.type.name, right.type.name}
        if names == {"amount", "number"}:
            help_ = beside_amount((left, right), self.context.program)
            self.checking.wrong(span, f"an amount and a number do not go together with `{operator}`", help_)
            return ty.ANY
        both = common(left.type, right.type)
        return both if both is not None else ty.FRACTION

    def _result(self, operator: str, left: p.Expr, right: p.Expr, span: Span) -> Type:
        if ty.ANY in (left.type, right.type):
            return ty.ANY
        for side in (left, right) if operator in ("+", "-") else ():
            if side.type.is_collection:
                help_ = hints.of_several(operator, side, left, right)
                self.checking.wrong(side.span, f"`{short(side.span)}` is {a(side.type)}, not a number", help_)
                return ty.ANY
        if operator in ("+", "-", "mod"):
            return self._numbers(operator, left, right, span)
        for side in (left, right):
            if not (side.type.is_numeric or side.type.name in ("ratio", "fraction")):
                self.checking.fit(side, ty.NUMBER)
                return ty.ANY
        if operator == "/" or {"ratio", "fraction"} & {left.type.name, right.type.name}:
            return ty.FRACTION
        if left.type.name == right.type.name == "amount":
            self.checking.wrong(span, "an amount times an amount is not an amount")
            return ty.ANY
        return ty.AMOUNT if ty.AMOUNT in (left.type, right.type) else (common(left.type, right.type) or ty.NUMBER)

    def _is(self, node: tree.Binary, scope: Scope) -> p.Expr:
        if isinstance(node.left, tree.OptionKey):
            return self.readings.is_one(node, scope.locals)
        left = self.checking.check(node.left, scope)
        right = self.checking.check(node.right, scope, left.type.definite)
        left, right = self.checking.priced_alike(left, right)
        if right.type.is_face and left.type.family:
            return pe.Op(ty.FLAG, node.span, "in", (left, right))
        if left.type.is_collection and right.type.is_collection:
            return self.checking.same_set(node.span, self.checking.there(left), self.checking.there(right))
        if left.type.is_collection or right.type.is_collection:
            one, several = (left, right) if right.type.is_collection else (right, left)
            words = f"write `{hints.in_brackets(short(one.span))} in {hints.in_brackets(short(several.span))}`"
            if one.type.is_numeric and several.type.of is not None and not several.type.of.is_numeric:
                words = f"write `count of {hints.in_brackets(short(several.span))} {node.operator} {short(one.span)}`"
            words = hints.of_another(several, node.operator, one) or words
            return self.checking.wrong(node.span, "`is` compares one thing with one, or several with several", words)
        if not comparable(left.type, right.type):
            span = right.span
            if right.type.name == "none":
                return self.checking.wrong(span, f"`{short(left.span)}` is never none")
            help_ = hints.of_another(left, node.operator, right)
            if left.type.name == right.type.name == "word":
                help_ = hints.of_other_words(right, left.type) or hints.of_other_words(left, right.type)
            elif help_ is None and isinstance(node.right, tree.Name):
                help_ = suggest(node.right.text, self.values.names(left.type))
            elif help_ is None and isinstance(node.right, tree.Number):
                help_ = hints.of_mark(span.text, self.context.program) or suggest(
                    span.text, self.values.names(left.type)
                )
            return self.checking.wrong(span, f"`{short(span)}` is {a(right.type)}, not {a(left.type.definite)}", help_)
        return pe.Op(ty.FLAG, node.span, "is", (lacking(left, right.type), lacking(right, left.type)))

    def _in(self, node: tree.Binary, scope: Scope) -> p.Expr:
        if isinstance(node.right, tree.Listing) and any(isinstance(item, tree.Nothing) for item in node.right.items):
            return self._in_or_none(node, node.right, scope)
        left = self.checking.check(node.left, scope)
        if left.type.is_face:
            return self._holds_face(node, left, scope)
        element = left.type.of if left.type.is_collection else left.type.definite
        right = cards_of(self.checking.check(node.right, scope, ty.set_of(element or ty.ANY)))
        left, right = self.checking.there(left), self.checking.there(right)
        if ty.ANY in (left.type, right.type):
            return self.checking.anything(node.span)
        if not right.type.is_collection or right.type.of is None:
            message, alike = f"`{short(right.span)}` is {a(right.type)}, not a set", comparable(left.type, right.type)
            asked = f"{node.left.span.words} {'is' if node.operator == 'in' else 'is not'} {node.right.span.words}"
            return self.checking.wrong(right.span, message, f"write `{asked}`" if alike else None)
        if element is not None and not comparable(element, right.type.of):
            message = f"{a(element)} cannot be among {self._several(right.type.of)}"
            help_ = hints.of_another(left, node.operator, right)
            return self.checking.wrong(node.span, f"{message}: `{short(right.span)}` is {a(right.type)}", help_)
        if not left.type.is_collection:
            return pe.Op(ty.FLAG, node.span, "in", (left, right))
        if not right.type.of.is_numeric:
            return pe.Op(ty.FLAG, node.span, "subset", (left, right))
        local = p.Local("it", element or right.type.of, node.span)  # each is looked for, as no set holds all numbers
        is_there = pe.Op(ty.FLAG, node.span, "in", (pe.Load(local.type, node.span, local), right))
        return pe.Quantified(ty.FLAG, node.span, local, left, is_there, every=True)

    def _several(self, kind: Type) -> str:
        named = self.context.program.kinds.get(kind.name)
        return named.plural if named is not None else str(kind) if kind.name.endswith("s") else f"{kind}s"

    def _in_or_none(self, node: tree.Binary, those: tree.Listing, scope: Scope) -> p.Expr:
        """`trump in [none, spades]`: a list holds no `none`, so that it is asked about by itself."""
        given = tuple(item for item in those.items if not isinstance(item, tree.Nothing))
        none = next(item for item in those.items if isinstance(item, tree.Nothing))
        absent = self._is(tree.Binary(node.span, "is", node.left, none), scope)
        if not given:
            return absent
        among = self._in(tree.Binary(node.span, "in", node.left, tree.Listing(those.span, given)), scope)
        return pe.Op(ty.FLAG, node.span, "or", (absent, among))

    def _holds_face(self, node: tree.Binary, face: p.Expr, scope: Scope) -> p.Expr:
        """`two of clubs in hand`: with a doubled pack, either of the two."""
        right = self.checking.collection(node.right, scope, ty.set_of(ty.CARD))
        if right.type == ty.ANY:
            return right
        local = p.Local("it", self.checking.element(right), node.span)
        is_it = pe.Op(ty.FLAG, node.span, "in", (pe.Load(local.type, node.span, local), cards_of(face)))
        return pe.Quantified(ty.FLAG, node.span, local, right, is_it, every=False)

    def is_empty(self, node: tree.IsEmpty, scope: Scope, wanted: Type | None) -> p.Expr:
        operand = self.checking.collection(node.operand, scope, of_choices=True)
        return self._negated(node.negated, pe.Op(ty.FLAG, node.span, "is_empty", (operand,)))
