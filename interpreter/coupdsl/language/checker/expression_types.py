"""Checks expressions: what each name means, and that types fit."""

from __future__ import annotations

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import hints
from coupdsl.language.checker.absence import never_empty
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
from coupdsl.language.checker.two_sided import TwoSided
from coupdsl.language.types import Type, a, common, comparable


class Expressions(Checking):
    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.readings = Readings(context)
        self.values = NamedValues(context)
        self.rules = RuleCalls(self)
        attributes = Attributes(self, self.rules)
        self.names = Names(self, self.values, self.rules, attributes)
        self.branches = Branches(self, self.values, self.readings)
        two_sided = TwoSided(self, self.values, self.readings)
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
            tree.Between: two_sided.between,
            tree.Unary: self._unary,
            tree.Binary: two_sided.check,
            tree.IsEmpty: two_sided.is_empty,
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
            help_ = "use it after `where`, `over` or `by`"
            if self.context.picked is not None:
                help_ = f"behind `if` write `{self.context.picked}`; or write `where` in place of `if`"
            self.context.report(codes.UNKNOWN_NAME, node.span, message, help_)
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
        items = self.priced_alike(*(self.check(item, scope, element) for item in node.items))
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
