"""What every part of the checker of expressions asks of the whole: the parts of an expression, and whether they fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import types as ty
from coupdsl.language.checker import amounts, hints
from coupdsl.language.checker.absence import lacking
from coupdsl.language.checker.as_sets import cards_of, set_of_one
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.checker.hints import short
from coupdsl.language.checker.of_a_family import for_one
from coupdsl.language.source import Span
from coupdsl.language.types import Type, a, comparable, fits
from coupdsl.language.walk import mentions

_PRICED = ("mul", "add", "sub", "negative", "min", "max", "the", "no_branch")  # amounts, if what they are made of is


class Checking:
    """`check` gives the typed expression; problems go to the context and the type `any` silences what follows.

    `table` has the meaning of each kind of node; those who know them put them in.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.table: dict[type, Callable[[Any, Scope, Type | None], p.Expr]] = {}
        self.chosen_from: dict[p.Local, p.Expr] = {}  # what each choice that is asked about is made of

    def check(self, node: tree.Node, scope: Scope, wanted: Type | None = None) -> p.Expr:
        """The typed form of `node`; `wanted` tells in which type bare words are looked up first."""
        return self.table[type(node)](node, scope, wanted)

    def demand(self, node: tree.Node, scope: Scope, wanted: Type) -> p.Expr:
        """As `check`, and reports when the value does not fit `wanted`."""
        return self.fit(self.check(node, scope, wanted), wanted)

    def fit(self, expr: p.Expr, wanted: Type) -> p.Expr:
        given = expr.type
        if given.is_face and (wanted.is_collection or wanted.is_face):
            given = ty.set_of(ty.CARD)
        if wanted.is_collection and wanted.of is not None and given.family and fits(given.definite, wanted.of):
            return set_of_one(expr)
        if fits(given, wanted):
            if wanted.definite == ty.AMOUNT and given.definite == ty.LITERAL:
                self.context.amounts.append(expr)
            if wanted.definite == ty.PARTY and given.definite == ty.SEAT:
                self.context.paying[expr.span] = None
            return lacking(expr, wanted)
        if given.name == "set" and wanted.name == "list" and fits(given, ty.set_of(wanted.of or ty.ANY)):
            return pe.Op(wanted, expr.span, "listed", (expr,))
        both = (given.definite, wanted.definite)
        if both == (ty.NUMBER, ty.AMOUNT) and (priced := self.priced(expr)) is not None:
            return self.fit(priced, wanted)
        origin = expr.rule if isinstance(expr, pe.Apply) else expr.local if isinstance(expr, pe.Load) else None
        source = origin.typed_at or origin.span if isinstance(origin, p.Rule) else origin.span if origin else None
        also = ((source, "its type comes from here"),) if source is not None else ()
        if given.name in ("fraction", "ratio") and wanted.is_numeric:
            message = f"`{short(expr.span)}` may be a fraction, and a whole {wanted} is needed"
            step = self.context.program.unit if wanted.definite == ty.AMOUNT else 1
            help_ = f"say how: `rounded up to {step}` or `rounded down to {step}`"
            self.context.report(codes.NEEDS_ROUNDING, expr.span, message, help_, also)
            return self.anything(expr.span)
        if given.optional and fits(given.definite, wanted):
            span = _branch(expr).span
            help_ = f"write `the` before it {hints.IF_NONE}"
            if span.text == "none" and wanted.is_collection:
                help_ = hints.EMPTY
            self.context.report(codes.MAY_BE_NONE, span, f"`{span.text}` may be none here", help_, also)
        else:
            message = f"`{short(expr.span)}` is {a(given)}, not {a(wanted)}"
            hint = self._hint(expr, wanted)
            if given.name == "none":
                message = f"`none` is not {a(wanted)}"
            if given.is_face:
                message = f"`{short(expr.span)}` is every such card of the pack, not {a(wanted)}"
                if wanted != ty.FLAG:
                    hint = f"for one of them write `the first of {short(expr.span)}`"
            self.context.report(codes.WRONG_TYPE, expr.span, message, hint, also)
        return self.anything(expr.span)

    def _hint(self, expr: p.Expr, wanted: Type) -> str | None:
        """Help where it does not fit; with a number that is made of money, or has a name for such a one, the amount."""
        if wanted.definite == ty.AMOUNT and expr.type == ty.NUMBER:
            unit, (named, told) = self.context.program.unit, self._named(expr)
            found = amounts.of_number(expr, named, told, unit)
            if found is not None or any(hints.has_digits(one, unit) for one in (expr, named) if one is not None):
                return found
        return for_one(expr.type, wanted) or hints.for_type(expr.span.words, expr, wanted, self.context.program)

    def _named(self, expr: p.Expr) -> tuple[p.Expr | None, bool]:
        """The value that a name stands for, and whether it was told to everybody."""
        if isinstance(expr, pe.Load):
            return self.context.named.get(expr.local, (None, False))
        if isinstance(expr, pe.Apply) and expr.rule.form in ("rule", "let") and len(expr.rule.versions) == 1:
            return expr.rule.versions[0].value, False
        return None, False

    def priced(self, expr: p.Expr) -> p.Expr | None:
        """Plain digits times a count, such as `10 * n`, as the amount it is where one is wanted; so in sums, in
        branches, or among several of which the least or most counts."""
        kind = ty.AMOUNT.or_none if expr.type.optional else ty.AMOUNT
        if expr.type.definite in (ty.AMOUNT, ty.LITERAL) or expr.type.name == "none":
            return self.fit(expr, kind)
        if isinstance(expr, pe.Const) and expr.value == ty.NO_NUMBER:
            return replace(expr, type=kind)
        if isinstance(expr, pe.Cond):
            then, otherwise = self.priced(expr.then), self.priced(expr.otherwise)
            if then is None or otherwise is None:
                return None
            return pe.Cond(kind, expr.span, expr.condition, then, otherwise)
        if isinstance(expr, pe.Fold):
            value = self.priced(expr.value)
            return replace(expr, type=kind, value=value) if value is not None else None
        if not isinstance(expr, pe.Op) or expr.name not in _PRICED:
            return None
        parts: tuple[p.Expr | None, ...] = expr.arguments
        if expr.name != "mul":
            parts = tuple(map(self.priced, expr.arguments))
        elif sorted(one.type.name for one in expr.arguments) == ["literal", "number"]:
            parts = tuple(self.fit(one, ty.AMOUNT) if one.type.name == "literal" else one for one in expr.arguments)
        else:
            return None
        found = tuple(one for one in parts if one is not None)
        return pe.Op(kind, expr.span, expr.name, found) if len(found) == len(parts) else None

    def priced_alike(self, *values: p.Expr) -> list[p.Expr]:
        """`10 * n` beside an amount is an amount."""
        if not any(one.type.definite == ty.AMOUNT for one in values):
            return list(values)
        return [self.priced(one) or one if one.type.definite == ty.NUMBER else one for one in values]

    def anything(self, span: Span) -> p.Expr:
        return pe.Const(ty.ANY, span, 0)

    def wrong(self, span: Span, message: str, help_: str | None = None) -> p.Expr:
        self.context.report(codes.WRONG_TYPE, span, message, help_)
        return self.anything(span)

    def load(self, local: p.Local, span: Span) -> p.Expr:
        """What a name stands for; for a choice, the set of what is taken."""
        value = pe.Load(local.type, span, local)
        if local not in self.chosen_from:
            return value
        return pe.Op(ty.set_of(local.type.of or ty.ANY), span, "choice", (self.chosen_from[local], value))

    def asked_of_each(self, node: tree.Node, scope: Scope, local: p.Local) -> p.Expr:
        """A condition about what `local` stands for; of cards a suit or rank by itself is most likely one to have."""
        asked = self.check(node, scope, ty.FLAG)
        kind = asked.type.definite
        is_face = local.type.family and kind in (ty.SUIT, ty.RANK) and not isinstance(asked, pe.Const)
        if not is_face or mentions(asked, local):
            return self.fit(asked, ty.FLAG)
        own = kind.name if local.name == "it" else f"{kind.name} of {local.name}"
        message = f"`{short(asked.span)}` is {a(asked.type)}, not a flag"
        return self.wrong(asked.span, message, f"write `{own} is {hints.in_brackets(asked.span.words)}`")

    def collection(self, node: tree.Node, scope: Scope, wanted: Type | None = None, of_choices: bool = False) -> p.Expr:
        """A set or list; a single piece's face counts as the set of its cards."""
        expr = self.check(node, scope, wanted)
        if not of_choices and self.element(expr).name == "choice":
            example = "such as `some choices of hand of s where …`; to take several, take them one at a time"
            return self.wrong(expr.span, "choices can only be counted and asked about", example)
        if expr.type.is_face:
            return cards_of(expr)
        if not expr.type.is_collection and expr.type != ty.ANY:
            return self.wrong(expr.span, f"`{short(expr.span)}` is {a(expr.type)}, not a set", _to_a_set(node, expr))
        return self.there(expr)

    def there(self, expr: p.Expr) -> p.Expr:
        """Reports a set that may be none, as that of an option may be, where what is in it is asked for."""
        return self.fit(expr, expr.type.definite) if expr.type.is_collection else expr

    def element(self, source: p.Expr) -> Type:
        return source.type.of if source.type.of is not None else ty.ANY

    def same_set(self, span: Span, left: p.Expr, right: p.Expr) -> p.Expr:
        """Are these the same elements, whatever their order? Not asked of numbers, as no set holds them all."""
        if not comparable(self.element(left), self.element(right)):
            return self.wrong(span, f"`{short(right.span)}` is {a(right.type)}, not {a(left.type)}")
        if self.element(left).is_numeric or self.element(right).is_numeric:
            one, other = (hints.in_brackets(short(side.span)) for side in (left, right))
            help_ = (
                f"ask about each: `every {one} where it in {other}`; to ask whether there are none, write `is empty`"
            )
            return self.wrong(span, "`is` does not compare sets and lists of numbers", help_)
        return pe.Op(ty.FLAG, span, "is", (left, right))

    def seats(self, node: tree.Node, scope: Scope) -> p.Expr:
        """A seat, or several."""
        seats = self.check(node, scope, ty.SEAT)
        if seats.type == ty.SEAT.or_none:
            if isinstance(seats, pe.Cond) and "none" in (seats.then.span.text, seats.otherwise.span.text):
                return self.wrong(seats.span, "`none` is not a seat", "nobody is `[]`, and one alone `[s]`")
            return self.fit(seats, ty.SEAT)
        return self.fit(set_of_one(seats) if seats.type == ty.SEAT else seats, ty.set_of(ty.SEAT))


def _to_a_set(node: tree.Node, expr: p.Expr) -> str | None:
    """How a set is got from what is none."""
    if (bracketed := hints.brackets_inside(node)) is not None:
        return bracketed
    if expr.type == ty.TEAM:
        return f"its seats are `members of {hints.in_brackets(short(expr.span))}`"
    if expr.type.optional and (asked := hints.empty_behind(node)) is not None:
        return f"write `{node.span.words} {asked}none`"
    if isinstance(node, tree.Of) and hints.is_first_alone(node):
        return f"for a set of one write `{node.left.span.text}(1) of {node.right.span.text}`"
    if isinstance(node, tree.Of) and expr.type.definite.name not in ("any", "none"):
        return f"perhaps brackets are missing: `{node.left.span.text} of ({node.right.span.text} …)`"
    if expr.type.is_numeric:
        if isinstance(node, tree.Binary) and node.operator == "-" and isinstance(node.left, tree.Number):
            return f"write `{node.left.span.text} .. {hints.in_brackets(short(node.right.span))}`"
        return f"the numbers up to it are `1 .. {hints.in_brackets(short(expr.span))}`"
    if ty.is_element(expr.type) and not expr.type.optional:
        return f"a set of one is written `[{short(expr.span)}]`"
    return None


def _branch(expr: p.Expr) -> p.Expr:
    """The one branch that may be none, of a value that depends on a condition; else the whole."""
    while isinstance(expr, pe.Cond):
        absent = [one for one in (expr.then, expr.otherwise) if one.type.optional]
        if len(absent) != 1:
            break
        expr = absent[0]
    return expr
