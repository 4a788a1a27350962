"""Checks expressions: what each name means, and that types fit."""

from __future__ import annotations

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.absence import lacking, never_empty
from coupdsl.language.checker.as_sets import cards_of, set_of_one
from coupdsl.language.checker.asked_of import AskedOf
from coupdsl.language.checker.attributes import Attributes
from coupdsl.language.checker.branches import Branches
from coupdsl.language.checker.calls import Calls
from coupdsl.language.checker.checking import Checking
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.checker.hidden import warn_of_hidden
from coupdsl.language.checker.hints import short
from coupdsl.language.checker.named_values import NamedValues
from coupdsl.language.checker.names import Names
from coupdsl.language.checker.readings import Readings
from coupdsl.language.checker.rule_calls import RuleCalls
from coupdsl.language.diagnostics import suggest
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a, common, comparable

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div", "mod": "mod"}
RELATIONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Expressions(Checking):
    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.readings = Readings(context)
        self.values = NamedValues(context)
        self.rules = RuleCalls(self)
        attributes = Attributes(self, self.rules)
        self.names = Names(self, self.values, self.rules, attributes)
        self.branches = Branches(self, self.values, self.readings)
        self.table |= {
            tree.Name: self.names.check,
            tree.Call: Calls(self, self.rules, attributes).check,
            tree.Of: AskedOf(self, self.values, self.rules, attributes).check,
            tree.OptionKey: lambda node, scope, wanted: self.readings.value(node, scope.locals),
            tree.Number: lambda node, scope, wanted: pe.Const(ty.LITERAL, node.span, node.value),
            tree.Flag: lambda node, scope, wanted: pe.Const(ty.FLAG, node.span, int(node.value)),
            tree.Nothing: lambda node, scope, wanted: pe.Const(ty.NONE, node.span, -1),
            tree.It: lambda node, scope, wanted: self._it(node, scope),
            tree.TheUnit: lambda node, scope, wanted: pe.Const(ty.AMOUNT, node.span, self.context.program.unit),
            tree.Ratio: self._ratio,
            tree.Listing: self._listing,
            tree.Between: self._between,
            tree.Unary: self._unary,
            tree.Binary: self._binary,
            tree.IsEmpty: self._is_empty,
            tree.SetOperation: self._set_operation,
            tree.Quantified: self._quantified,
            tree.Fold: self._fold,
            tree.Best: self._best,
            tree.Rotated: self._rotated,
            tree.Rounded: self._rounded,
            tree.IfElse: self.branches.if_else,
            tree.Case: self.branches.case,
        }

    # ---- small ones
    def _it(self, node: tree.It, scope: Scope) -> p.Expr:
        if not scope.its:
            message = "`it` has nothing to stand for here"
            self.context.report(codes.UNKNOWN_NAME, node.span, message, "use it after `where`, `over` or `by`")
            return self.anything(node.span)
        return self.load(scope.its[-1], node.span)

    def _ratio(self, node: tree.Ratio, scope: Scope, wanted: Type | None) -> p.Expr:
        from fractions import Fraction

        if node.denominator == 0:
            return self.wrong(node.span, "a ratio cannot be divided by zero")
        return pe.Const(ty.RATIO, node.span, Fraction(node.numerator, node.denominator))

    def _listing(self, node: tree.Listing, scope: Scope, wanted: Type | None) -> p.Expr:
        element = wanted.of if wanted is not None and wanted.is_collection else None
        for none in node.items:
            if isinstance(none, tree.Nothing):
                help_ = "leave it out; `in [none, …]` may hold it, and `is none` asks for it"
                return self.wrong(none.span, "`none` is in no set or list", help_)
        items = [self.check(item, scope, element) for item in node.items]
        if not items:
            of = element or ty.ANY
            return pe.Op(
                wanted if element is not None and wanted is not None else ty.set_of(of),
                node.span,
                "listing",
                (),
            )
        found: Type | None = items[0].type
        if len(node.items) == 1 and isinstance(node.items[0], tree.Between):
            if found == ty.ANY:  # what is wrong with it is told
                return self.anything(node.span)
            return self.wrong(node.span, "these are a list without brackets", f"write `{node.items[0].span.words}`")
        if not all(self.context.is_element(item.type, item.span) for item in items):
            return self.anything(node.span)
        for item in items[1:]:
            both = common(found or ty.ANY, item.type)
            if both is None:
                return self.wrong(item.span, f"`{item.span.text}` is not {a(items[0].type)} like the others")
            found = both
        assert found is not None
        if found.is_face:
            return pe.Op(ty.list_of(ty.CARD), node.span, "union", tuple(items))
        return pe.Op(ty.list_of(found), node.span, "listing", tuple(items))

    def _between(self, node: tree.Between, scope: Scope, wanted: Type | None) -> p.Expr:
        low, high = self.check(node.low, scope), self.check(node.high, scope)
        if low.type == high.type == ty.CELL:
            return self.wrong(node.span, "cells are no numbers", hints.of_cells(low, high, self.context.program.grid))
        kind = self._numbers("..", low, high, node.span)
        step = self.check(node.step, scope) if node.step else pe.Const(ty.NUMBER, node.span, 1)
        if kind != ty.AMOUNT or step.type != ty.AMOUNT:
            step = self.fit(step, ty.NUMBER)
        return pe.Op(ty.list_of(kind), node.span, "between", (low, high, step))

    def _unary(self, node: tree.Unary, scope: Scope, wanted: Type | None) -> p.Expr:
        if node.operator == "not":
            return pe.Op(ty.FLAG, node.span, "not", (self.demand(node.operand, scope, ty.FLAG),))
        if node.operator == "the":
            operand = self.check(node.operand, scope, wanted)
            if not operand.type.optional and operand.type != ty.ANY:
                help_ = hints.brackets_inside(node) or "leave out `the`"
                return self.wrong(node.span, f"`{short(operand.span)}` is never none", help_)
            return pe.Op(operand.type.definite, node.span, "the", (operand,))
        operand = self.check(node.operand, scope, wanted)
        if not operand.type.is_numeric and operand.type != ty.ANY:
            return self.wrong(operand.span, f"`{short(operand.span)}` is {a(operand.type)}, not a number")
        return pe.Op(operand.type, node.span, "negative", (operand,))

    # ---- operators
    def _binary(self, node: tree.Binary, scope: Scope, wanted: Type | None) -> p.Expr:
        operator = node.operator
        if operator in ("and", "or"):
            if operator == "or" and isinstance(node.right, tree.Number) and (listed := hints.listed(node)) is not None:
                return self.wrong(node.right.span, f"`{node.right.value}` is a number, not a flag", listed)
            left = self.demand(node.left, scope, ty.FLAG)
            right = self.check(node.right, scope, ty.FLAG)
            if isinstance(node.right, tree.Name) and right.type not in (ty.FLAG, ty.ANY):
                message = f"`{short(right.span)}` is {a(right.type)}, not a flag"
                return self.wrong(right.span, message, hints.listed(node))
            return pe.Op(ty.FLAG, node.span, operator, (left, self.fit(right, ty.FLAG)))
        if operator in ("is", "is not"):
            return self._negated(operator == "is not", self._is(node, scope))
        if operator in ("in", "not in"):
            return self._negated(operator == "not in", self._in(node, scope))
        if (help_ := hints.cut_short(node, self.context, lambda one: self.check(one, scope))) is not None:
            return self.wrong(node.span, f"what is compared ends before `{operator}`", help_)
        left, right = self.check(node.left, scope, wanted), self.check(node.right, scope, wanted)
        if operator not in ("*", "/"):
            left, right = self._priced_alike(left, right)
        if operator in RELATIONS and ty.RANK in (left.type.definite, right.type.definite):
            return self.wrong(node.span, "ranks are not numbers", hints.by_places(operator, left, right))
        if operator in RELATIONS:
            self._numbers(operator, left, right, node.span)
            return pe.Op(ty.FLAG, node.span, RELATIONS[operator], (left, right))
        return pe.Op(self._result(operator, left, right, node.span), node.span, ARITHMETIC[operator], (left, right))

    def _priced_alike(self, left: p.Expr, right: p.Expr) -> tuple[p.Expr, p.Expr]:
        """`10 * n` beside an amount is an amount."""
        if left.type == ty.AMOUNT and right.type == ty.NUMBER:
            return left, self.priced(right) or right
        if right.type == ty.AMOUNT and left.type == ty.NUMBER:
            return self.priced(left) or left, right
        return left, right

    def _negated(self, negated: bool, expr: p.Expr) -> p.Expr:
        return pe.Op(ty.FLAG, expr.span, "not", (expr,)) if negated else expr

    def _numbers(self, operator: str, left: p.Expr, right: p.Expr, span: Span) -> Type:
        """Both are numbers that can be compared: amounts with amounts, counts with counts."""
        for side in (left, right):
            if not (side.type.is_numeric or side.type.name in ("ratio", "fraction", "any")) or side.type.optional:
                self.fit(side, ty.NUMBER)
                return ty.ANY
        names = {left.type.name, right.type.name}
        if names == {"amount", "number"}:
            self.wrong(span, f"an amount and a number do not go together with `{operator}`")
            return ty.ANY
        both = common(left.type, right.type)
        return both if both is not None else ty.FRACTION

    def _result(self, operator: str, left: p.Expr, right: p.Expr, span: Span) -> Type:
        if ty.ANY in (left.type, right.type):
            return ty.ANY
        for side in (left, right) if operator in ("+", "-") else ():
            if side.type.is_collection:
                help_ = hints.of_several(operator, side, left, right)
                self.wrong(side.span, f"`{short(side.span)}` is {a(side.type)}, not a number", help_)
                return ty.ANY
        if operator in ("+", "-", "mod"):
            return self._numbers(operator, left, right, span)
        for side in (left, right):
            if not (side.type.is_numeric or side.type.name in ("ratio", "fraction")):
                self.fit(side, ty.NUMBER)
                return ty.ANY
        if operator == "/" or {"ratio", "fraction"} & {left.type.name, right.type.name}:
            return ty.FRACTION
        if left.type.name == right.type.name == "amount":
            self.wrong(span, "an amount times an amount is not an amount")
            return ty.ANY
        return ty.AMOUNT if ty.AMOUNT in (left.type, right.type) else (common(left.type, right.type) or ty.NUMBER)

    def _is(self, node: tree.Binary, scope: Scope) -> p.Expr:
        if isinstance(node.left, tree.OptionKey):
            return self.readings.is_one(node, scope.locals)
        left = self.check(node.left, scope)
        right = self.check(node.right, scope, left.type.definite)
        left, right = self._priced_alike(left, right)
        if right.type.is_face and left.type.family:
            return pe.Op(ty.FLAG, node.span, "in", (left, right))
        if left.type.is_collection and right.type.is_collection:
            return self.same_set(node.span, self.there(left), self.there(right))
        if left.type.is_collection or right.type.is_collection:
            one, several = (left, right) if right.type.is_collection else (right, left)
            words = f"write `{hints.in_brackets(short(one.span))} in {hints.in_brackets(short(several.span))}`"
            if one.type.is_numeric and several.type.of is not None and not several.type.of.is_numeric:
                words = f"write `count of {hints.in_brackets(short(several.span))} {node.operator} {short(one.span)}`"
            words = hints.of_another(several, node.operator, one) or words
            return self.wrong(node.span, "`is` compares one thing with one, or several with several", words)
        if not comparable(left.type, right.type):
            span = right.span
            if right.type.name == "none":
                return self.wrong(span, f"`{short(left.span)}` is never none")
            help_ = hints.of_another(left, node.operator, right)
            if left.type.name == right.type.name == "word":
                help_ = hints.of_other_words(right, left.type) or hints.of_other_words(left, right.type)
            elif help_ is None and isinstance(node.right, tree.Name):
                help_ = suggest(node.right.text, self.values.names(left.type))
            elif help_ is None and isinstance(node.right, tree.Number):
                help_ = hints.of_mark(span.text, self.context.program) or suggest(
                    span.text, self.values.names(left.type)
                )
            return self.wrong(span, f"`{short(span)}` is {a(right.type)}, not {a(left.type.definite)}", help_)
        return pe.Op(ty.FLAG, node.span, "is", (lacking(left, right.type), lacking(right, left.type)))

    def _in(self, node: tree.Binary, scope: Scope) -> p.Expr:
        if isinstance(node.right, tree.Listing) and any(isinstance(item, tree.Nothing) for item in node.right.items):
            return self._in_or_none(node, node.right, scope)
        left = self.check(node.left, scope)
        if left.type.is_face:
            return self._holds_face(node, left, scope)
        element = left.type.of if left.type.is_collection else left.type.definite
        right = cards_of(self.check(node.right, scope, ty.set_of(element or ty.ANY)))
        left, right = self.there(left), self.there(right)
        if ty.ANY in (left.type, right.type):
            return self.anything(node.span)
        if not right.type.is_collection or right.type.of is None:
            message, alike = f"`{short(right.span)}` is {a(right.type)}, not a set", comparable(left.type, right.type)
            asked = f"{node.left.span.words} {'is' if node.operator == 'in' else 'is not'} {node.right.span.words}"
            return self.wrong(right.span, message, f"write `{asked}`" if alike else None)
        if element is not None and not comparable(element, right.type.of):
            message = f"{a(element)} cannot be among {self._several(right.type.of)}"
            help_ = hints.of_another(left, node.operator, right)
            return self.wrong(node.span, f"{message}: `{short(right.span)}` is {a(right.type)}", help_)
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
        right = self.collection(node.right, scope, ty.set_of(ty.CARD))
        if right.type == ty.ANY:
            return right
        local = p.Local("it", self.element(right), node.span)
        is_it = pe.Op(ty.FLAG, node.span, "in", (pe.Load(local.type, node.span, local), cards_of(face)))
        return pe.Quantified(ty.FLAG, node.span, local, right, is_it, every=False)

    def _is_empty(self, node: tree.IsEmpty, scope: Scope, wanted: Type | None) -> p.Expr:
        operand = self.collection(node.operand, scope, of_choices=True)
        return self._negated(node.negated, pe.Op(ty.FLAG, node.span, "is_empty", (operand,)))

    # ---- sets
    def _set_operation(self, node: tree.SetOperation, scope: Scope, wanted: Type | None) -> p.Expr:
        source = self.collection(node.left, scope, wanted, of_choices=node.operator in ("where", "preferring"))
        if source.type == ty.ANY:
            return source  # what it is asked about is not known
        if node.operator in ("where", "preferring"):
            local, inner = self._each_of(node.name, source, node.right, scope)
            condition = self.asked(local, self.asked_of_each(node.right, inner, local), scope)
            return pe.Filter(source.type, node.span, local, source, condition, node.operator == "preferring")
        right = cards_of(self.check(node.right, scope, source.type))
        if not right.type.is_collection and right.type != ty.ANY:
            if not comparable(right.type, self.element(source)):
                return self.wrong(
                    right.span, f"`{short(right.span)}` is {a(right.type)}, not {a(self.element(source))}"
                )
            right = set_of_one(right)
        right = self.there(right)
        both = common(self.element(source), self.element(right))
        if both is None:
            return self.wrong(right.span, f"`{short(right.span)}` is {a(right.type)}, not {a(source.type)}")
        kind = Type(source.type.name, both) if node.operator == "with" else source.type
        return pe.Op(kind if source.type != ty.ANY else ty.ANY, node.span, node.operator, (source, right))

    def _each_of(self, name: tree.Name | None, source: p.Expr, asked: tree.Node, scope: Scope) -> tuple[p.Local, Scope]:
        """Each of `source`, and where something is `asked` about it: by its name, or as `it`."""
        if name is None:
            local = p.Local("it", self.element(source), asked.span)
            inner = scope.filtering(local)
        else:
            local = self.context.local(name, self.element(source), scope)
            inner = scope.binding(local)
        if local.type.name == "choice":
            self.chosen_from[local] = self._chosen_from(source)
        return local, inner

    def _chosen_from(self, source: p.Expr) -> p.Expr:
        """Of what these choices are made."""
        while isinstance(source, pe.Filter | pe.Best):
            source = source.source
        if isinstance(source, pe.Op) and source.name == "choices":
            return source.arguments[0]
        help_ = "write `choices of …` where they are asked about"
        return self.wrong(source.span, f"`{short(source.span)}` does not say of what these are choices", help_)

    def asked(self, local: p.Local, value: p.Expr, scope: Scope) -> p.Expr:
        """What is asked about each `it`, after a look at whether it asks about the right one."""
        warn_of_hidden(self.context, scope, local, value)
        return value

    def _quantified(self, node: tree.Quantified, scope: Scope, wanted: Type | None) -> p.Expr:
        source = self.collection(node.source, scope, of_choices=True)
        local, inner = self._each_of(node.name, source, node.condition, scope)
        condition = self.asked(local, self.asked_of_each(node.condition, inner, local), scope)
        return pe.Quantified(ty.FLAG, node.span, local, source, condition, node.operator == "every")

    def _fold(self, node: tree.Fold, scope: Scope, wanted: Type | None) -> p.Expr:
        source = self.collection(node.source, scope, of_choices=True)
        local, inner = self._each_of(node.name, source, node.value, scope)
        value = self.asked(local, self.check(node.value, inner), scope)
        if not value.type.is_numeric and value.type != ty.ANY:
            self.fit(value, ty.NUMBER)
        surely = node.operator == "sum" or never_empty(source, self.context.program)
        kind = value.type if surely else value.type.or_none
        return pe.Fold(kind, node.span, local, source, value, node.operator)

    def _best(self, node: tree.Best, scope: Scope, wanted: Type | None) -> p.Expr:
        source = self.collection(node.source, scope, of_choices=True)
        local, inner = self._each_of(node.name, source, node.key, scope)
        lowest = node.operator == "lowest"
        within = self._within(node.within, source, scope) if node.within is not None else None
        if isinstance(node.key, tree.Name) and node.name is None and within is None:
            rule = self.names.comparator(node.key, scope)
            if rule is not None:
                if not ty.fits(self.element(source), ty.CARD):
                    help_ = "write a number after `by`, such as `by place_in(…)` or `by bid of it`"
                    message = f"`{node.key.text}` is an order of cards, not of what is in `{short(source.span)}`"
                    return self.wrong(node.key.span, message, help_)
                return pe.Best(source.type, node.span, local, source, None, rule, lowest)
        value = self.asked(local, self.check(node.key, inner), scope)
        if value.type == ty.list_of(ty.RANK):
            help_ = f"declare `order high {{ true by {node.key.span.text} }}`, and write `by high`"
            return self.wrong(value.span, f"`{short(value.span)}` is an order of ranks, not of cards", help_)
        if not value.type.is_numeric and value.type != ty.ANY:
            self.fit(value, ty.NUMBER)
        kind = source.type if within is None else ty.set_of(self.element(source))
        return pe.Best(kind, node.span, local, source, value, None, lowest, within)

    def _within(self, node: tree.Node, source: p.Expr, scope: Scope) -> p.Expr:
        """The cards that hold sets of cards of a shape."""
        kind = self.context.program.kinds.get(self.element(source).name)
        if source.type != ty.ANY and (kind is None or not kind.shapes):
            help_ = "declare what goes together: `shape meld as melds { … }`"
            return self.wrong(source.span, f"only sets of cards lie `within` others, not {source.type}", help_)
        return self.demand(node, scope, ty.set_of(ty.CARD))

    def _rotated(self, node: tree.Rotated, scope: Scope, wanted: Type | None) -> p.Expr:
        source = self.collection(node.source, scope)
        element = self.element(source)
        start = self.demand(node.start, scope, ty.NUMBER if element == ty.LITERAL else element)
        return pe.Op(ty.list_of(self.element(source)), node.span, node.operator, (source, start))

    # ---- numbers and choices between values
    def _rounded(self, node: tree.Rounded, scope: Scope, wanted: Type | None) -> p.Expr:
        value = self.check(node.value, scope)
        step = self.check(node.step, scope)
        if not step.type.is_numeric and step.type != ty.ANY:
            self.fit(step, ty.NUMBER)
        if not (value.type.is_numeric or value.type.name in ("ratio", "fraction", "any")):
            self.fit(value, ty.NUMBER)
        name = "round_up" if node.up else "round_down"
        kind = ty.AMOUNT if wanted == ty.AMOUNT or _mentions_amount(value) else ty.NUMBER
        return pe.Op(kind, node.span, name, (value, step))


def _mentions_amount(expr: p.Expr) -> bool:
    if expr.type.name == "amount":
        return True
    return isinstance(expr, pe.Op) and any(_mentions_amount(part) for part in expr.arguments)
