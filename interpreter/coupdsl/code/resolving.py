"""Settles what expressions ask for by name: options, constants, the rule in force, and where everything lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of, members
from coupdsl.code.bounds import ENOUGH, is_number
from coupdsl.code.errors import RulesError
from coupdsl.code.folding import Folding
from coupdsl.code.known import TOO_LONG_BEFORE_PLAY, Known, Unknown
from coupdsl.code.layout import Layout
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.types import CARD, CELL, NUMBER, Type, list_of, none_of, set_of
from coupdsl.language.walk import asked_by
from coupdsl.rulesets.ruleset import Ruleset


class Resolver:
    """The expressions of one ruleset as code. `entry` is the entry (such as a contract) in whose name rules apply."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.scratch = 0  # places that expressions need while they are worked out
        self.names: dict[tuple[p.Local, p.Entry | None], x.Name] = {}
        self.resolved: dict[tuple[p.Expr, p.Entry | None], x.Expression] = {}
        self.functions: dict[tuple[p.Rule, p.Entry | None], x.Function] = {}
        self.asked: dict[x.Function, tuple[p.Rule, p.Entry | None]] = {}
        self.texts: dict[x.Function, x.Expression] = {}
        mechanics = rules.program.mechanics.values()
        self.passing = {state for m in mechanics for state in (*m.passing, *m.parameters)}
        self.layout = Layout(rules)
        self.known = Known(self.layout, self.state)
        self.folding = Folding(self.layout, self.known)
        self.layout.complete(self.fixed)

    # ---- entry points
    def stated(self, expr: p.Expr, entry: p.Entry | None) -> x.Expression:
        """The expression as the rules state it."""
        key = (expr, entry)
        found = self.resolved.get(key)
        if found is None:
            found = self.resolved[key] = _RESOLVERS[type(expr)](self, expr, entry)
        return found

    def folded(self, expr: p.Expr, entry: p.Entry | None, wanted: Type | str | None = None) -> x.Expression:
        """The expression with all worked out that is known before play, in the form of a type or of its own."""
        return self.fold(self.in_form(self.stated(expr, entry), wanted))

    def fold(self, one: x.Expression) -> x.Expression:
        self.known.begin()
        return self.folding.fold(one)

    def fold_elements(self, one: x.Expression) -> x.Expression:
        """As `fold`, where only the elements of a set or list are asked for."""
        self.known.begin()
        return self.folding.elements(one)

    def value(self, expr: p.Expr, entry: p.Entry | None = None) -> x.Fixed | None:
        """What it comes to, where that is known before play."""
        found = self.folded(expr, entry)
        return found if isinstance(found, x.Fixed) else None

    def fixed(self, expr: p.Expr, entry: p.Entry | None = None) -> Any:
        """The value of an expression that needs no game."""
        found = self.value(expr, entry)
        if found is None:
            if self.known.is_tired:
                raise RulesError(TOO_LONG_BEFORE_PLAY, expr.span, codes.TOO_DEAR)
            raise RulesError("this is not fixed before play", expr.span)
        return found.value

    def rule_value(self, rule: p.Rule, entry: p.Entry | None) -> x.Fixed | None:
        """What a rule comes to, where that is known before play."""
        self.known.begin()
        body = self.folding.function(self.function(rule, entry)).body
        return body if isinstance(body, x.Fixed) else None

    def in_form(self, one: x.Expression, wanted: Type | str | None) -> x.Expression:
        """The same as a set or as a list, where one is wanted."""
        name = wanted.name if isinstance(wanted, Type) else wanted
        if name == "set" and one.type.name == "list":
            assert one.type.of is not None
            wanted_type = set_of(one.type.of)
            if isinstance(one, x.Op) and one.name == "union":
                return replace(one, type=wanted_type)
            return x.Form(wanted_type, one.span, one)
        if name == "list" and one.type.name != "list":
            return x.Form(list_of(one.type.of or CARD), one.span, one)
        return one

    # ---- names
    def named(self, local: p.Local, entry: p.Entry | None) -> x.Name:
        """What an expression binds for itself, unless a statement has bound it."""
        key = (local, entry)
        if key not in self.names:
            self.names[key] = x.Name(local.type, self.scratch, False)
            self.scratch += 1
        return self.names[key]

    # ---- rules
    def version(self, rule: p.Rule, entry: p.Entry | None) -> p.Version:
        """The text of `rule` in force for `entry`."""
        version = self.rules.version(rule, entry)
        if version is None:
            raise RulesError(f"`{rule.name}` is not stated for this {rule.owner}", rule.span)
        return version

    def function(self, rule: p.Rule, entry: p.Entry | None) -> x.Function:
        """A rule that is worked out; `state` says what it states, once that is asked for."""
        key = (rule, entry)
        found = self.functions.get(key)
        if found is None:
            name = rule.name if entry is None else f"{rule.name} of {entry.path}"
            found = self.functions[key] = x.Function(name, rule.type, rule.parameter_types, entry)
            self.asked[found] = key
        return found

    def state(self, function: x.Function) -> x.Expression:
        """What a rule states, with what the entries inside its entry add to that."""
        if function not in self.texts:
            self.texts[function] = self._text(function, *self.asked[function])
        return self.texts[function]

    def _text(self, function: x.Function, rule: p.Rule, entry: p.Entry | None) -> x.Expression:
        holding = _holds_nested(rule, entry) and (rule, entry) not in self.rules.overrides
        version = self.rules.version(rule, entry) if holding else self.version(rule, entry)
        if version is not None and (not holding or version.entry is entry):
            assert version.value is not None
            function.parameters = tuple(self.named(parameter, entry) for parameter in version.parameters)
            function.citations = version.citations
            function.stated = self.in_form(self.stated(version.value, entry), rule.type)
        if holding and entry is not None:
            nested = [one.index for one in self.rules.children(entry) if one.kind.plural == rule.name]
            return self.joined(rule, nested, function.stated)
        assert function.stated is not None
        return function.stated

    def joined(self, rule: p.Rule, children: list[int], stated: x.Expression | None) -> x.Fixed:
        """Entries nested in one fill the field of their kind's plural name, beside what the entry states there."""
        try:
            found = self.known.value(self.folding.fold(stated), {}) if stated is not None else ()
        except Unknown:  # though it asks for nothing that changes
            raise RulesError(TOO_LONG_BEFORE_PLAY, rule.span, codes.TOO_DEAR) from None
        indexes = members(found) if isinstance(found, int) else found
        both = [*children, *(index for index in indexes if index not in children)]
        return x.Fixed(rule.type, rule.span, mask_of(both) if rule.type.name == "set" else tuple(both), True)


def _holds_nested(rule: p.Rule, entry: p.Entry | None) -> bool:
    """Are there entries nested in `entry` that belong in its field `rule`?"""
    if entry is None or rule.form != "field":
        return False
    return any(child.kind.plural == rule.name for child in entry.children)


# ---- one resolver a kind of expression
Resolved = x.Expression


def _const(ex: Resolver, expr: pe.Const, entry: p.Entry | None) -> Resolved:
    return x.Fixed(expr.type, expr.span, expr.value)


def _constant(ex: Resolver, expr: pe.Constant, entry: p.Entry | None) -> Resolved:
    return x.Fixed(expr.type, expr.span, _constant_value(ex, expr), True)


def _constant_value(ex: Resolver, expr: pe.Constant) -> int | tuple[int, ...]:
    layout, program = ex.layout, ex.rules.program
    if expr.name == "seats":
        return tuple(range(ex.rules.players))
    if expr.name == "cells":
        return tuple(range(len(layout.board.names)))
    if expr.name == "cards":
        return layout.card_mask
    if expr.name == "suits":
        return (1 << len(program.suits)) - 1
    if expr.name == "ranks":
        return tuple(range(len(program.ranks)))
    if expr.type.of is not None and expr.type.of.name in program.kinds:
        return mask_of(e.index for e in ex.rules.entries(program.kinds[expr.type.of.name]))
    return layout.family_list(expr.name)


def _load(ex: Resolver, expr: pe.Load, entry: p.Entry | None) -> Resolved:
    return x.Load(expr.type, expr.span, ex.named(expr.local, entry))


def _self(ex: Resolver, expr: pe.Self, entry: p.Entry | None) -> Resolved:
    while entry is not None and entry.kind.name != expr.type.name:
        entry = entry.parent
    assert entry is not None
    return x.Fixed(expr.type, expr.span, entry.index, True)


def _index(ex: Resolver, index: p.Expr | None, entry: p.Entry | None) -> x.Expression | None:
    return ex.stated(index, entry) if index is not None else None


def _get_state(ex: Resolver, expr: pe.GetState, entry: p.Entry | None) -> Resolved:
    state, start = expr.state, ex.layout.state_start[expr.state]
    may_lack = state.initial is None or state in ex.passing
    index = _index(ex, expr.index, entry)
    if index is not None and expr.second is not None:
        size = x.Fixed(NUMBER, expr.span, ex.layout.count_per(state.by))
        index = x.Op(NUMBER, expr.span, "place_of_two", (index, ex.stated(expr.second, entry), size))
    return x.State(expr.type, expr.span, state.type, start, index, state.name, may_lack)


def _get_zone(ex: Resolver, expr: pe.GetZone, entry: p.Entry | None) -> Resolved:
    zone, holds = expr.zone, expr.zone.type.of
    assert holds is not None
    index = _index(ex, expr.index, entry)
    return x.Zone(expr.type, expr.span, holds, ex.layout.zone_start[zone], index, zone.row)


def _get_balance(ex: Resolver, expr: pe.GetBalance, entry: p.Entry | None) -> Resolved:
    start = ex.layout.account_start[expr.account]
    if start in ex.layout.uncounted:
        return x.Fixed(expr.type, expr.span, ENOUGH, True)
    return x.Balance(expr.type, expr.span, start, _index(ex, expr.index, entry))


def _get_option(ex: Resolver, expr: pe.GetOption, entry: p.Entry | None) -> Resolved:
    return x.Fixed(expr.type, expr.span, _option_value(ex, expr), True)


def _option_value(ex: Resolver, expr: pe.GetOption) -> Any:
    value = ex.rules.options[expr.option.key].value
    if isinstance(value, tuple | frozenset | list):
        element = expr.type.of
        assert element is not None
        if element.name in ex.rules.program.kinds:
            entries = ex.rules.program.kinds[element.name].entries
            return mask_of(e.index for e in entries if e.path in value)
        return mask_of(int(str(item)) for item in value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str):
        words = expr.type.words
        return words.index(value) if value in words else none_of(expr.type)
    if expr.type.definite.name == "ratio" and isinstance(value, int):
        return Fraction(value)
    return none_of(expr.type) if value is None else value


def _is_reading(ex: Resolver, expr: pe.IsReading, entry: p.Entry | None) -> Resolved:
    return x.Fixed(expr.type, expr.span, int(ex.rules.is_reading(expr.option, expr.values)), True)


def _apply(ex: Resolver, expr: pe.Apply, entry: p.Entry | None) -> Resolved:
    kinds = expr.rule.parameter_types
    arguments = tuple(ex.in_form(ex.stated(one, entry), kind) for one, kind in zip(expr.arguments, kinds, strict=True))
    if expr.entry is None:
        return x.Call(expr.type, expr.span, ex.function(expr.rule, entry), arguments)
    which = ex.stated(expr.entry, entry)
    kind = ex.rules.program.kinds[expr.entry.type.name]
    functions = tuple(ex.function(expr.rule, one) if _has(ex, one, expr.rule) else None for one in kind.entries)
    message = f"this {kind.name} has no `{expr.rule.name}`"  # which one may be hidden
    return x.Dispatch(expr.type, expr.span, which, functions, arguments, message)


def _has(ex: Resolver, entry: p.Entry, rule: p.Rule) -> bool:
    """Has this entry the rule? One that plays another mechanic has none of its rules."""
    if rule.owner not in ex.rules.program.mechanics:
        return True
    return entry.plays is not None and entry.plays.name == rule.owner


def _op(ex: Resolver, expr: pe.Op, entry: p.Entry | None) -> Resolved:
    if expr.name == "account":
        declared = expr.arguments[0]
        assert isinstance(declared, pe.Const) and isinstance(declared.value, p.Account)
        return x.Fixed(expr.type, expr.span, ex.layout.account_start[declared.value], True)
    given = [ex.stated(argument, entry) for argument in expr.arguments]
    if expr.name == "listing":
        ex.layout.longest_listing = max(ex.layout.longest_listing, len(given))
    wanted = [None] * len(given) if expr.name not in _WANTED else _WANTED[expr.name](expr)
    arguments = tuple(ex.in_form(one, form) for one, form in zip(given, wanted, strict=True))
    return x.Op(expr.type, expr.span, expr.name, arguments)


def _as_both(expr: pe.Op) -> list[str | None]:
    """For `with` and `without`."""
    if expr.type.name == "set" or expr.arguments[0].type.name == "any":
        return ["set", "set"]
    return ["list", "list" if expr.name == "with" or is_number(expr.type.of) else "set"]


_WANTED: dict[str, Callable[[pe.Op], list[str | None]]] = {
    "in": lambda expr: [
        None, None if expr.arguments[1].type.name == "list" and is_number(expr.arguments[1].type.of) else "set"
    ],
    "is": lambda expr: ["set" if part.type.is_collection else None for part in expr.arguments],
    "subset": lambda expr: ["set", "set"],
    "union": lambda expr: ["set"] * len(expr.arguments),
    "with": _as_both,
    "without": _as_both,
    "first_n": lambda expr: ["list", None],
    "choices": lambda expr: ["list"],
    "choice": lambda expr: ["list", None],
    "last_n": lambda expr: ["list", None],
    "from": lambda expr: ["list", None],
    "after": lambda expr: ["list", None],
    "listed": lambda expr: ["list"],
    "place_in": lambda expr: [None, "list"],
    "near": lambda expr: [None, "set" if expr.type.of == CELL else "list"],
}  # fmt: skip


def _cond(ex: Resolver, expr: pe.Cond, entry: p.Entry | None) -> Resolved:
    condition = ex.stated(expr.condition, entry)
    then, otherwise = (ex.in_form(ex.stated(part, entry), expr.type) for part in (expr.then, expr.otherwise))
    if isinstance(otherwise, x.Op) and otherwise.name == "no_branch":
        asked = tuple(ex.stated(one, entry) for one in asked_by(expr.condition))
        otherwise = replace(otherwise, arguments=asked)  # to say what no branch fits
    return x.If(expr.type, expr.span, condition, then, otherwise)


def _lift(ex: Resolver, expr: pe.Lift, entry: p.Entry | None) -> Resolved:
    source, name = ex.stated(expr.source, entry), ex.named(expr.local, entry)
    return x.Lift(expr.type, expr.span, name, source, ex.stated(expr.body, entry))


def _each(ex: Resolver, expr: pe.Each | pe.Connected, entry: p.Entry | None) -> Resolved:
    source, name = ex.stated(expr.source, entry), ex.named(expr.local, entry)
    body = ex.stated(expr.body, entry)
    node = x.Connected if isinstance(expr, pe.Connected) else x.Each
    return node(expr.type, expr.span, name, source, ex.in_form(body, "set" if body.type.is_collection else None))


def _filter(ex: Resolver, expr: pe.Filter, entry: p.Entry | None) -> Resolved:
    source, name = ex.stated(expr.source, entry), ex.named(expr.local, entry)
    return x.Filter(expr.type, expr.span, name, source, ex.stated(expr.condition, entry), expr.preferring)


def _quantified(ex: Resolver, expr: pe.Quantified, entry: p.Entry | None) -> Resolved:
    source, name = ex.stated(expr.source, entry), ex.named(expr.local, entry)
    return x.Quantified(expr.type, expr.span, name, source, ex.stated(expr.condition, entry), expr.every)


def _fold(ex: Resolver, expr: pe.Fold, entry: p.Entry | None) -> Resolved:
    source, name = ex.stated(expr.source, entry), ex.named(expr.local, entry)
    return x.Fold(expr.type, expr.span, name, source, ex.stated(expr.value, entry), expr.operation)


def _best(ex: Resolver, expr: pe.Best, entry: p.Entry | None) -> Resolved:
    if expr.within is not None:
        return _packing(ex, expr, expr.within, entry)
    source = ex.stated(expr.source, entry)
    if expr.comparator is None:
        assert expr.value is not None
        name = ex.named(expr.local, entry)
        return x.Best(expr.type, expr.span, name, source, ex.stated(expr.value, entry), (), expr.lowest)
    compare = ex.version(expr.comparator, entry).value
    assert isinstance(compare, pe.Compare)
    name = ex.named(compare.local, entry)
    return x.Best(expr.type, expr.span, name, source, None, tuple(_lines(ex, compare, entry)), expr.lowest)


def _packing(ex: Resolver, expr: pe.Best, within: p.Expr, entry: p.Entry | None) -> Resolved:
    assert expr.value is not None and expr.type.of is not None
    kind = ex.rules.program.kinds[expr.type.of.name]
    stated = [ex.version(kind.members["members"], one).value for one in kind.entries]
    members = tuple(ex.fixed(one) for one in stated if one is not None)
    source, held = ex.stated(expr.source, entry), ex.stated(within, entry)
    name, value = ex.named(expr.local, entry), ex.stated(expr.value, entry)
    return x.Packing(expr.type, expr.span, name, source, ex.in_form(held, "set"), value, expr.lowest, members)


def _lines(ex: Resolver, compare: pe.Compare, entry: p.Entry | None) -> list[x.Line]:
    """Numbers that are higher the better a piece is: first by the line that holds, then by the place in its order.

    Cards that are written alike have one place.
    """
    rank_of, face_of, lines = ex.layout.rank_of, ex.layout.face_of, []
    for number, (condition, by) in enumerate(compare.lines):
        base = (len(compare.lines) - number) * (len(rank_of) + 1)
        order: list[Any] = list(ex.fixed(by, entry)) if by is not None else []
        in_order: Sequence[Any] = rank_of
        if by is not None and by.type.of == CARD:
            order, in_order = [face_of[card] for card in order], face_of
        places = tuple(base + len(order) - order.index(one) if one in order else base for one in in_order)
        lines.append(x.Line(ex.stated(condition, entry), places))
    return lines


_RESOLVERS: dict[type[p.Expr], Callable[[Resolver, Any, p.Entry | None], Resolved]] = {
    pe.Const: _const, pe.Constant: _constant, pe.Load: _load, pe.Self: _self, pe.GetState: _get_state,
    pe.GetZone: _get_zone, pe.GetBalance: _get_balance, pe.GetOption: _get_option, pe.IsReading: _is_reading,
    pe.Apply: _apply, pe.Op: _op, pe.Cond: _cond, pe.Lift: _lift, pe.Each: _each, pe.Connected: _each,
    pe.Filter: _filter, pe.Quantified: _quantified, pe.Fold: _fold, pe.Best: _best,
}  # fmt: skip
