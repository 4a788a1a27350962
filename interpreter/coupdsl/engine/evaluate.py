"""Turns checked expressions into functions of a state: the meaning of every expression, one small closure each.

Values are integers; sets are bit masks; lists are tuples or lists of integers; none is -1,
and `NO_NUMBER` among numbers; fractions are `Fraction`. A value that does not depend on the state is worked out once,
before play.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from coupdsl.code.bits import mask_of, members
from coupdsl.code.bounds import ENOUGH, bounded, to_set
from coupdsl.code.errors import RulesError
from coupdsl.code.layout import Layout
from coupdsl.engine.closures import Closure, Fixed, mapped
from coupdsl.engine.operations import OPERATIONS
from coupdsl.engine.position import Position
from coupdsl.language import program as p
from coupdsl.language.types import NO_NUMBER, Type, none_of
from coupdsl.language.walk import mentions
from coupdsl.rulesets.ruleset import Ruleset


class Evaluator:
    """Compiles expressions of one ruleset. `entry` is the entry (such as a contract) in whose name rules apply."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.scratch = 0
        self.scratch_slots: dict[tuple[p.Local, p.Entry | None], int] = {}
        self.stored_slots: dict[tuple[p.Local, p.Entry | None], int] = {}
        self.compiled: dict[tuple[p.Expr, p.Entry | None], Closure] = {}
        self.applied: dict[tuple[p.Rule, p.Entry | None], Closure] = {}
        self.tables: dict[tuple[p.Rule, p.Entry | None], list[Any] | None] = {}
        self.later: list[Callable[[], None]] = []
        self.layout = Layout(rules)
        self.layout.complete(self.fixed)

    # ---- entry points
    def fixed(self, expr: p.Expr, entry: p.Entry | None = None) -> Any:
        """The value of an expression that needs no state."""
        closure = self.closure(expr, entry)
        if isinstance(closure, Fixed):
            return closure.value
        raise RulesError("this is not fixed before play", expr.span)

    def closure(self, expr: p.Expr, entry: p.Entry | None) -> Closure:
        key = (expr, entry)
        found = self.compiled.get(key)
        if found is None:
            found = self.compiled[key] = _COMPILERS[type(expr)](self, expr, entry)
        return found

    def as_mask(self, expr: p.Expr, entry: p.Entry | None) -> Closure:
        """The value of a set or list as a bit mask."""
        inner = self.closure(expr, entry)
        if expr.type.name in ("set", "face", "any"):
            return inner
        return mapped(inner, to_set(expr.type.of, expr.span))

    def as_list(self, expr: p.Expr, entry: p.Entry | None) -> Closure:
        if isinstance(expr, p.Op) and expr.name == "single":
            one = expr.arguments[0]
            return mapped(self.closure(one, entry), _one_or_none(one.type))
        inner = self.closure(expr, entry)
        return inner if expr.type.name == "list" else mapped(inner, members)

    def value(self, expr: p.Expr, wanted: Type, entry: p.Entry | None) -> Closure:
        """The value in the form that a place of type `wanted` holds."""
        if wanted.name == "set":
            return self.as_mask(expr, entry)
        return self.as_list(expr, entry) if wanted.name == "list" else self.closure(expr, entry)

    def kept(self, expr: p.Expr, wanted: Type, entry: p.Entry | None) -> Closure:
        """As `value`; a list becomes a copy that nothing changes."""
        found = self.value(expr, wanted, entry)
        return mapped(found, tuple) if wanted.name == "list" else found

    def slot(self, local: p.Local, entry: p.Entry | None) -> int:
        """Where an expression keeps `local` while it is worked out."""
        key = (local, entry)
        if key not in self.scratch_slots:
            self.scratch_slots[key] = self.scratch
            self.scratch += 1
        return self.scratch_slots[key]

    def complete(self) -> None:
        """Compiles what was put off because entries refer to one another."""
        while self.later:
            self.later.pop()()

    # ---- rules
    def rule(self, rule: p.Rule, entry: p.Entry | None) -> tuple[p.Version, p.Entry | None]:
        """The text of `rule` in force for `entry`."""
        version = self.rules.version(rule, entry)
        if version is None:
            raise RulesError(f"`{rule.name}` is not stated for this {rule.owner}", rule.span)
        return version, entry

    def body(self, rule: p.Rule, entry: p.Entry | None) -> Closure:
        """`rule` worked out, its parameters in their slots."""
        key = (rule, entry)
        if key not in self.applied:
            children = _children(rule, entry)
            self.applied[key] = self._joined(rule, entry, children) if children else self._stated(rule, entry)
        return self.applied[key]

    def _stated(self, rule: p.Rule, entry: p.Entry | None) -> Closure:
        version, _ = self.rule(rule, entry)
        assert version.value is not None
        return self.value(version.value, rule.type, entry)

    def _joined(self, rule: p.Rule, entry: p.Entry | None, children: list[int]) -> Closure:
        """Entries nested in `entry` fill the field of their kind's plural name, beside what the entry states there."""
        version = self.rules.version(rule, entry)
        stated = self._stated(rule, entry) if version is not None and version.entry is entry else Fixed(())
        found = stated(NoState())  # type: ignore[arg-type]  # fields ask for nothing that changes in play
        indexes = members(found) if isinstance(found, int) else found
        both = [*children, *(index for index in indexes if index not in children)]
        return Fixed(mask_of(both) if rule.type.name == "set" else tuple(both))

    def table(self, rule: p.Rule, entry: p.Entry | None, slot: int, body: Closure) -> list[Any] | None:
        """The values of a rule of one piece, for each piece, where it asks for nothing else."""
        key = (rule, entry)
        if key not in self.tables:
            self.tables[key] = None
            if rule.parameter_types[0].family and not rule.parameter_types[0].optional:
                nothing, values = NoState(), []
                with suppress(NeedsState, RulesError):
                    for piece in range(self.layout.pieces):
                        nothing.scratch[slot] = piece
                        values.append(body(nothing))  # type: ignore[arg-type]
                    self.tables[key] = values
        return self.tables[key]

    def self_entry(self, kind: str, entry: p.Entry | None) -> p.Entry | None:
        while entry is not None and entry.kind.name != kind:
            entry = entry.parent
        return entry


def _children(rule: p.Rule, entry: p.Entry | None) -> list[int]:
    """The entries nested in `entry` that belong in its field `rule`."""
    if entry is None or rule.form != "field":
        return []
    return [child.index for child in entry.children if child.kind.plural == rule.name]


def _one_or_none(kind: Type) -> Callable[[int], tuple[int, ...]]:
    """The list of one value, empty where that is none."""
    none = none_of(kind)
    return (lambda value: () if value == none else (value,)) if kind.optional else lambda value: (value,)


# ---- one compiler a kind of expression
def _const(ev: Evaluator, expr: p.Const, entry: p.Entry | None) -> Closure:
    return Fixed(expr.value)


def _constant(ev: Evaluator, expr: p.Constant, entry: p.Entry | None) -> Closure:
    layout, program = ev.layout, ev.rules.program
    if expr.name == "seats":
        return Fixed(tuple(range(ev.rules.players)))
    if expr.name == "cells":
        return Fixed(tuple(range(len(layout.board.names))))
    if expr.name == "cards":
        return Fixed(layout.card_mask)
    if expr.name == "suits":
        return Fixed((1 << len(program.suits)) - 1)
    if expr.name == "ranks":
        return Fixed(tuple(range(len(program.ranks))))
    if expr.type.of is not None and expr.type.of.name in program.kinds:
        return Fixed(mask_of(e.index for e in ev.rules.entries(program.kinds[expr.type.of.name])))
    return Fixed(layout.family_list(expr.name))


def _load(ev: Evaluator, expr: p.Load, entry: p.Entry | None) -> Closure:
    stored = ev.stored_slots.get((expr.local, entry))
    if stored is not None:
        at = stored
        return lambda position: position.memory[at]
    slot = ev.slot(expr.local, entry)
    return lambda position: position.scratch[slot]


def _self(ev: Evaluator, expr: p.Self, entry: p.Entry | None) -> Closure:
    found = ev.self_entry(expr.type.name, entry)
    assert found is not None
    return Fixed(found.index)


def _get_state(ev: Evaluator, expr: p.GetState, entry: p.Entry | None) -> Closure:
    at = ev.layout.state_start[expr.state]
    span, name = expr.span, expr.state.name
    if expr.index is None:

        def single(position: Position) -> Any:
            value = position.memory[at]
            if value is None:
                raise RulesError(f"`{name}` has no value yet", span)
            return value

        return single
    index = ev.closure(expr.index, entry)

    def indexed(position: Position) -> Any:
        value = position.memory[at + index(position)]
        if value is None:
            raise RulesError(f"`{name}` has no value yet", span)
        return value

    return indexed


def _get_zone(ev: Evaluator, expr: p.GetZone, entry: p.Entry | None) -> Closure:
    at = ev.layout.zone_start[expr.zone]
    if expr.index is None:
        if expr.zone.row:
            return lambda position: position.row(at)
        return lambda position: position.held[at]
    index = ev.closure(expr.index, entry)
    if expr.zone.row:
        return lambda position: position.row(at + index(position))
    return lambda position: position.held[at + index(position)]


def _get_balance(ev: Evaluator, expr: p.GetBalance, entry: p.Entry | None) -> Closure:
    at = ev.layout.account_start[expr.account]
    if at in ev.layout.uncounted:
        return Fixed(ENOUGH)
    if expr.index is None:
        return lambda position: position.balances[at]
    index = ev.closure(expr.index, entry)
    return lambda position: position.balances[at + index(position)]


def _get_option(ev: Evaluator, expr: p.GetOption, entry: p.Entry | None) -> Closure:
    value = ev.rules.options[expr.option.key].value
    if isinstance(value, tuple | frozenset | list):
        element = expr.type.of
        assert element is not None
        if element.name in ev.rules.program.kinds:
            entries = ev.rules.program.kinds[element.name].entries
            return Fixed(mask_of(e.index for e in entries if e.path in value))
        return Fixed(mask_of(int(str(item)) for item in value))
    if isinstance(value, bool):
        return Fixed(int(value))
    if isinstance(value, str):
        words = expr.type.words
        return Fixed(words.index(value) if value in words else none_of(expr.type))
    if expr.type.definite.name == "ratio" and isinstance(value, int):
        return Fixed(Fraction(value))
    return Fixed(none_of(expr.type) if value is None else value)


def _is_reading(ev: Evaluator, expr: p.IsReading, entry: p.Entry | None) -> Closure:
    return Fixed(int(ev.rules.is_reading(expr.option, expr.values)))


def _apply(ev: Evaluator, expr: p.Apply, entry: p.Entry | None) -> Closure:
    if expr.entry is None:
        return _call(ev, expr, entry, entry)
    which = ev.closure(expr.entry, entry)
    kind = ev.rules.program.kinds[expr.entry.type.name]
    if isinstance(which, Fixed):
        return _call(ev, expr, kind.entries[which.value], entry)
    table: list[Closure] = []

    def fill() -> None:
        if not table:
            table.extend(_call_or_refuse(ev, expr, target, entry) for target in kind.entries)

    def dispatch(position: Position) -> Any:
        if not table:
            fill()
        return table[which(position)](position)

    ev.later.append(fill)
    return dispatch


def _call_or_refuse(ev: Evaluator, expr: p.Apply, target: p.Entry, entry: p.Entry | None) -> Closure:
    """The rule for one entry; an entry that plays another mechanic has none and may not be asked."""
    if expr.rule.owner in ev.rules.program.mechanics and (target.plays is None or target.plays.name != expr.rule.owner):

        def refuse(position: Position) -> Any:
            raise RulesError(f"this {target.kind.name} has no `{expr.rule.name}`", expr.span)  # which one may be hidden

        return refuse
    return _call(ev, expr, target, entry)


def _call(ev: Evaluator, expr: p.Apply, target: p.Entry | None, entry: p.Entry | None) -> Closure:
    kinds = expr.rule.parameter_types
    arguments = [ev.value(a, kind, entry) for a, kind in zip(expr.arguments, kinds, strict=True)]
    if not arguments:
        return ev.body(expr.rule, target)
    version, _ = ev.rule(expr.rule, target)
    slots = [ev.slot(parameter, target) for parameter in version.parameters]
    body = ev.body(expr.rule, target)
    if isinstance(body, Fixed):
        return body
    if len(arguments) == 1:
        argument, slot = arguments[0], slots[0]
        table = ev.table(expr.rule, target, slot, body)
        if table is not None:
            return lambda position: table[argument(position)]

        def one(position: Position) -> Any:
            position.scratch[slot] = argument(position)
            return body(position)

        return one

    def several(position: Position) -> Any:
        values = [argument(position) for argument in arguments]
        for slot, value in zip(slots, values, strict=True):
            position.scratch[slot] = value
        return body(position)

    return several


def _op(ev: Evaluator, expr: p.Op, entry: p.Entry | None) -> Closure:
    return OPERATIONS[expr.name](ev, expr, entry)


def _cond(ev: Evaluator, expr: p.Cond, entry: p.Entry | None) -> Closure:
    condition = ev.closure(expr.condition, entry)
    if isinstance(condition, Fixed):
        return ev.value(expr.then if condition.value else expr.otherwise, expr.type, entry)
    then, otherwise = ev.value(expr.then, expr.type, entry), ev.value(expr.otherwise, expr.type, entry)
    return lambda position: then(position) if condition(position) else otherwise(position)


def _lift(ev: Evaluator, expr: p.Lift, entry: p.Entry | None) -> Closure:
    source, slot = ev.closure(expr.source, entry), ev.slot(expr.local, entry)
    body = ev.closure(expr.body, entry)
    empty: Any = 0 if expr.type.name == "set" else () if expr.type.name == "list" else none_of(expr.type)

    def lift(position: Position) -> Any:
        value = source(position)
        if value < 0:
            return empty
        position.scratch[slot] = value
        return body(position)

    return lift


def _each(ev: Evaluator, expr: p.Each, entry: p.Entry | None) -> Closure:
    source, slot = ev.as_list(expr.source, entry), ev.slot(expr.local, entry)
    union = expr.body.type.is_collection
    body = ev.as_mask(expr.body, entry) if union else ev.closure(expr.body, entry)
    single = to_set(expr.body.type, expr.span)

    def each(position: Position) -> int:
        mask = 0
        for element in source(position):
            position.scratch[slot] = element
            value = body(position)
            if union:
                mask |= value
            else:
                mask |= single((value,))
        return mask

    return _once(source, each)


def _filter(ev: Evaluator, expr: p.Filter, entry: p.Entry | None) -> Closure:
    table = _by_attribute(ev, expr, entry)
    if table is not None:
        return table
    slot = ev.slot(expr.local, entry)
    condition = ev.closure(expr.condition, entry)
    preferring = expr.preferring
    source = ev.closure(expr.source, entry)
    if isinstance(condition, Fixed):
        if condition.value or preferring:
            return source
        return Fixed(0 if expr.type.name == "set" else ())
    if expr.source.type.name == "set":

        def of_set(position: Position) -> int:
            mask = rest = source(position)
            kept, scratch = 0, position.scratch
            while rest:
                low = rest & -rest
                rest ^= low
                scratch[slot] = low.bit_length() - 1
                if condition(position):
                    kept |= low
            return mask if preferring and not kept else kept

        return _once(source, of_set)

    def of_list(position: Position) -> Any:
        elements, kept, scratch = source(position), [], position.scratch
        for element in elements:
            scratch[slot] = element
            if condition(position):
                kept.append(element)
        return elements if preferring and not kept else kept

    return _once(source, of_list)


def _by_attribute(ev: Evaluator, expr: p.Filter, entry: p.Entry | None) -> Closure | None:
    """`S where suit is e`, by one look at a table: what most cards are chosen by."""
    condition = expr.condition
    if expr.source.type.name != "set" or not isinstance(condition, p.Op) or condition.name != "is":
        return None
    attribute, value = condition.arguments
    if not (isinstance(attribute, p.Op) and attribute.name in ("suit", "rank")):
        return None
    of = attribute.arguments[0]
    if not (isinstance(of, p.Load) and of.local is expr.local) or mentions(value, expr.local):
        return None
    values = ev.layout.suit_of if attribute.name == "suit" else ev.layout.rank_of
    masks = ev.layout.suit_mask if attribute.name == "suit" else ev.layout.rank_mask
    table = [*masks, mask_of(piece for piece, v in enumerate(values) if v < 0)]  # the last is looked up by -1
    source, wanted, preferring = ev.closure(expr.source, entry), ev.closure(value, entry), expr.preferring

    def look(position: Position) -> int:
        mask: int = source(position)
        kept = mask & table[wanted(position)]
        return mask if preferring and not kept else kept

    return _once(source, look)


def _quantified(ev: Evaluator, expr: p.Quantified, entry: p.Entry | None) -> Closure:
    source, slot = ev.as_list(expr.source, entry), ev.slot(expr.local, entry)
    condition, every = ev.closure(expr.condition, entry), expr.every

    def ask(position: Position) -> bool:
        for element in source(position):
            position.scratch[slot] = element
            if bool(condition(position)) is not every:
                return not every
        return every

    return _once(source, ask)


def _fold(ev: Evaluator, expr: p.Fold, entry: p.Entry | None) -> Closure:
    source, slot = ev.as_list(expr.source, entry), ev.slot(expr.local, entry)
    value, span = ev.closure(expr.value, entry), expr.span

    def total(position: Position) -> Any:
        result = 0
        for element in source(position):
            position.scratch[slot] = element
            result = bounded(result + value(position), span)
        return result

    def largest(position: Position) -> Any:
        result = NO_NUMBER
        for element in source(position):
            position.scratch[slot] = element
            result = max(result, value(position))
        return result

    return _once(source, largest if expr.largest else total)


def _best(ev: Evaluator, expr: p.Best, entry: p.Entry | None) -> Closure:
    source = ev.as_list(expr.source, entry)
    if expr.comparator is not None:
        version, _ = ev.rule(expr.comparator, entry)
        assert isinstance(version.value, p.Compare)
        slot, value = ev.slot(version.value.local, entry), _comparison(ev, version.value, entry)
    else:
        assert expr.value is not None
        slot, value = ev.slot(expr.local, entry), ev.closure(expr.value, entry)
    lowest, as_set = expr.lowest, expr.type.name == "set"

    def best(position: Position) -> Any:
        found: list[int] = []
        top: Any = None
        for element in source(position):
            position.scratch[slot] = element
            score = value(position)
            if lowest:
                score = -score
            if top is None or score > top:
                top, found = score, [element]
            elif score == top:
                found.append(element)
        return mask_of(found) if as_set else found

    return best


def _comparison(ev: Evaluator, compare: p.Compare, entry: p.Entry | None) -> Closure:
    """A number that is higher the better the piece: first the line that holds, then the place in its order."""
    span = len(ev.rules.program.ranks) + 1
    lines = []
    for number, (condition, by) in enumerate(compare.lines):
        base = (len(compare.lines) - number) * span
        places = None
        if by is not None:
            order = ev.fixed(by, entry)
            places = [base + len(order) - order.index(r) if r in order else base for r in range(span - 1)]
        lines.append((ev.closure(condition, entry), base, places))
    slot, rank_of = ev.slot(compare.local, entry), ev.layout.rank_of

    def score(position: Position) -> int:
        for condition, base, places in lines:
            if condition(position):
                rank = rank_of[position.scratch[slot]]
                return base if places is None or rank < 0 else places[rank]
        return 0

    return score


def _once(source: Closure, work: Closure) -> Closure:
    """Works it out before play where that can be done without a state."""
    if isinstance(source, Fixed):
        with suppress(NeedsState, RulesError):
            return Fixed(work(NoState()))  # type: ignore[arg-type]
    return work


class NeedsState(Exception):
    """What is worked out before play turned out to depend on the state."""


class _Scratch(dict[int, Any]):
    """Only what was put there can be read."""

    def __missing__(self, at: int) -> Any:
        raise NeedsState


class NoState:
    """Stands in for a state where there is none yet: only what an expression itself binds can be read."""

    def __init__(self) -> None:
        self.scratch = _Scratch()

    def __getattr__(self, name: str) -> Any:
        raise NeedsState


_COMPILERS: dict[type, Callable[[Evaluator, Any, p.Entry | None], Closure]] = {
    p.Const: _const, p.Constant: _constant, p.Load: _load, p.Self: _self, p.GetState: _get_state,
    p.GetZone: _get_zone, p.GetBalance: _get_balance, p.GetOption: _get_option, p.IsReading: _is_reading,
    p.Apply: _apply, p.Op: _op, p.Cond: _cond, p.Lift: _lift, p.Each: _each, p.Filter: _filter,
    p.Quantified: _quantified, p.Fold: _fold, p.Best: _best,
}  # fmt: skip
