"""Values of the checked program as phrases of one language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field, replace

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.records import by_value
from coupdsl.language.types import SEAT, TEAM
from coupdsl.language.walk import all_parts
from coupdsl.phrases.inline import Phrase, Term, bracketed, joined, owned_phrase, text_of
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.phrases.teams import seats_of_team

_TRANSPARENT = ("the", "listed", "as_set", "single", "account")
_ARITHMETIC = ("add", "sub", "mul", "div")
_COMPOUND = (*_ARITHMETIC, "with", "without", "from", "after", "first_n", "last_n", "round_up", "round_down", "mod",
             "min", "max", "near", "line", "place_in")  # fmt: skip
_OF = ("suit", "rank", "owner", "position", "left", "team", "row", "column")
_ALL = {
    "seats": "the_players", "teams": "the_teams", "cards": "all_cards", "cells": "the_cells", "suits": "the_suits",
    "ranks": "the_ranks",
}  # fmt: skip


class Unsayable(Exception):
    """There is no good sentence for this; the rule's own line says it better."""


@by_value
class Scope:
    """In whose name rules apply, and what stands for a name."""

    entry: p.Entry | None = None
    stands_for: dict[p.Local, Phrase] = field(default_factory=dict)

    def naming(self, local: p.Local, phrase: Phrase) -> Scope:
        return replace(self, stands_for={**self.stands_for, local: phrase})


def lists(expr: p.Expr) -> bool:
    """Does it end in a list, which what follows would seem to belong to?"""
    return isinstance(expr, pe.Apply) and len(expr.arguments) > 1


def _asks(expr: p.Expr) -> bool:
    return any(isinstance(part, pe.Apply) and bool(part.arguments) for part in all_parts(expr))


class ValuePhrases(ABC):
    """`used` collects the rules that sentences name, so that the book says what they mean."""

    def __init__(self, book: Phrasebook) -> None:
        self.book = book
        self.used: dict[p.Rule, None] = {}

    @abstractmethod
    def value(self, expr: p.Expr, scope: Scope) -> Phrase:
        """Any expression, a condition as a clause; raises Unsayable."""

    @abstractmethod
    def condition(self, expr: p.Expr, scope: Scope, holds: bool = True) -> Phrase:
        """`expr`, or with `holds` false its opposite, as a clause that can be true."""

    def part(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `value`, in brackets where it would run into what stands beside it."""
        said = self.value(expr, scope)
        core = self._core(expr, scope)
        compound = isinstance(core, pe.Cond | pe.Connected | pe.Filter | pe.Fold | pe.Best)
        compound = (compound and seats_of_team(core) is None) or lists(core)
        compound &= said != self.book.say("nothing")
        compound |= isinstance(core, pe.Op) and (core.name in _COMPOUND or core.type.name == "flag")
        compound |= isinstance(core, pe.Quantified)
        return bracketed(said) if compound and said != self.book.constant(expr, scope.entry) else said

    def enclosed(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `value`, in brackets where it has a pause after which the sentence would not be seen to go on."""
        core = self._core(expr, scope)
        pauses = isinstance(core, pe.Cond) or (isinstance(core, pe.Op) and core.name in ("round_up", "round_down"))
        return self.part(expr, scope) if pauses else self.value(expr, scope)

    def whose(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `part`, of what something is asked about."""
        return self.part(expr, scope)

    def _core(self, expr: p.Expr, scope: Scope) -> p.Expr:
        """What is left of `expr` without the parts that the options decide."""
        entry = scope.entry
        if isinstance(expr, pe.Op) and expr.name in _TRANSPARENT:
            return self._core(expr.arguments[0], scope)
        if isinstance(expr, pe.Cond) and (taken := self.book.known(expr.condition, entry)) is not None:
            return self._core(expr.then if taken else expr.otherwise, scope)
        if isinstance(expr, pe.Filter) and (known := self.book.known(expr.condition, entry)) is not None:
            return self._core(expr.source, scope) if known or expr.preferring else expr
        if isinstance(expr, pe.Op) and expr.name in ("and", "or"):
            open_ones = [part for part in expr.arguments if self.book.known(part, entry) is None]
            return self._core(open_ones[0], scope) if len(open_ones) == 1 else expr
        return expr

    def _const(self, expr: pe.Const, scope: Scope) -> Phrase:
        if expr.type.name == "none":
            return self.book.say("none")
        if expr.type.name == "reason" and isinstance(expr.value, int):
            reason = self.book.program.reasons[expr.value]
            return (self.book.label(f"reasons.{reason}"),)
        said = self.book.value(expr.value, expr.type)
        if said is None:
            raise Unsayable
        return said

    def _constant(self, expr: pe.Constant, scope: Scope) -> Phrase:
        key = _ALL.get(expr.name)
        return self.book.say(key) if key is not None else self.book.term(expr.name)

    def _load(self, expr: pe.Load, scope: Scope) -> Phrase:
        if expr.local in scope.stands_for:
            return scope.stands_for[expr.local]
        return self.book.say("it") if expr.local.name == "it" else self.book.local(expr.local)

    def _is_it(self, expr: p.Expr | None, scope: Scope) -> bool:
        return isinstance(expr, pe.Load) and expr.local.name == "it" and expr.local not in scope.stands_for

    def _belonging(self, name: Phrase, owner: p.Expr | None, scope: Scope) -> Phrase:
        if owner is None:
            return name
        name = owned_phrase(name)
        if self._is_it(owner, scope):
            return self._its(name, owner)
        return self.book.say("of", name, self._owner(owner, scope))

    def _owner(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `part`, of what a name belongs to."""
        return self.part(expr, scope)

    def _its(self, name: Phrase, owner: p.Expr) -> Phrase:
        """What belongs to it."""
        return self.book.say("their" if owner.type.name in (SEAT.name, TEAM.name) else "its", name)

    def _get_state(self, expr: pe.GetState, scope: Scope) -> Phrase:
        name = self.book.term(expr.state.name)
        if expr.second is not None:
            name = self.book.say("kept_for", name, self.key(expr.second, scope))
        return self._belonging(name, expr.index, scope)

    def key(self, expr: p.Expr, scope: Scope) -> Phrase:
        """What something is kept for, beside whose it is."""
        return self.part(expr, scope)

    def _get_zone(self, expr: pe.GetZone, scope: Scope) -> Phrase:
        return self._belonging(self.book.term(expr.zone.name), expr.index, scope)

    def _get_balance(self, expr: pe.GetBalance, scope: Scope) -> Phrase:
        return self._belonging(self.book.term(expr.account.name), expr.index, scope)

    def _self(self, expr: pe.Self, scope: Scope) -> Phrase:
        return (Term(self.book.entry(scope.entry)),) if scope.entry is not None else self.book.term(expr.type.name)

    def _get_option(self, expr: pe.GetOption, scope: Scope) -> Phrase:
        return (self.book.reading(expr.option, self.book.rules.option(expr.option.key)),)

    def applied(self, expr: pe.Apply | ps.CallRule, scope: Scope) -> Phrase:
        """A rule by its name, with what it is asked for."""
        if not expr.arguments:
            return self._named(expr, scope)
        asked = self._items(expr.arguments, scope)
        return self._leading_on(expr, asked, scope) or self.book.say("apply", self._named(expr, scope), asked)

    def _leading_on(self, expr: pe.Apply | ps.CallRule, asked: Phrase, scope: Scope) -> Phrase | None:
        """A name that ends in `of`, with what is asked: `sum_of(s)` of an entry is its sum of s. None for others."""
        name = self._own_name(expr)
        if owned_phrase(name) == name:
            return None
        said = self.book.say("of", owned_phrase(name), asked)
        if expr.entry is None or isinstance(expr.entry, pe.Self):
            return said
        if self._is_it(expr.entry, scope):
            return self._its(said, expr.entry)
        return self.book.say("apply", said, self._owner(expr.entry, scope))

    def _items(self, items: tuple[p.Expr, ...], scope: Scope) -> Phrase:
        """One after the other; of several things, those that ask again stand in brackets."""
        several = len(items) > 1
        said = ((item, self.part(item, scope)) for item in items)
        return joined(bracketed(phrase) if several and _asks(item) else phrase for item, phrase in said)

    def _named(self, expr: pe.Apply | ps.CallRule, scope: Scope) -> Phrase:
        """A rule by its name, and whose it is."""
        name, entry = self._own_name(expr), expr.entry
        return name if entry is None or isinstance(entry, pe.Self) else self._belonging(name, entry, scope)

    def _own_name(self, expr: pe.Apply | ps.CallRule) -> Phrase:
        if expr.rule.form in ("rule", "comparator", "order", "let"):
            self.used.setdefault(expr.rule)
        return self.book.term(expr.rule.name, expr.rule.owner)

    def _lift(self, expr: pe.Lift, scope: Scope) -> Phrase:
        return self.value(expr.body, scope.naming(expr.local, self.part(expr.source, scope)))

    def _each(self, expr: pe.Each, scope: Scope) -> Phrase:
        everybody = isinstance(expr.source, pe.Constant) and expr.source.name == "seats"
        each = self.book.say("each_player") if everybody else self.book.say("each_of", self.part(expr.source, scope))
        return self.value(expr.body, scope.naming(expr.local, each))

    def _connected(self, expr: pe.Connected, scope: Scope) -> Phrase:
        step = self.part(expr.body, scope.naming(expr.local, self.book.say("each_reached")))
        return self.book.say("connected", self.part(expr.source, scope), step)

    def _source(self, expr: pe.Filter | pe.Quantified | pe.Fold | pe.Best, scope: Scope) -> Phrase:
        """What is gone through, and what each is called, if it has a name."""
        source, name = self.part(expr.source, scope), expr.local.name
        return source if name == "it" else self.book.say("in_turn", source, self.book.local(expr.local))

    def _fold(self, expr: pe.Fold, scope: Scope) -> Phrase:
        value = self.part(expr.value, scope)
        return self.book.say(expr.operation, value, self._source(expr, scope))

    def _best(self, expr: pe.Best, scope: Scope) -> Phrase:
        if expr.comparator is not None:
            self.used.setdefault(expr.comparator)
            by = self.book.term(expr.comparator.name, expr.comparator.owner)
        else:
            assert expr.value is not None
            by = self.part(expr.value, scope)
        key = "lowest" if expr.lowest else "highest"
        if expr.within is not None:
            return self.book.say(f"{key}_within", self._source(expr, scope), self.part(expr.within, scope), by)
        return self.book.say(key, self._source(expr, scope), by)

    # ---- built-ins
    def _op(self, expr: pe.Op, scope: Scope) -> Phrase:
        name, given = expr.name, expr.arguments
        if expr.type.name == "flag":
            return self.condition(expr, scope)
        if name in _TRANSPARENT:
            return self.value(given[0], scope)
        if name == "choice":
            return self.value(given[1], scope)
        if name in _OF:
            it = self._is_it(given[0], scope)
            return self.book.say(f"{name}_it") if it else self.book.say(f"{name}_of", self.whose(given[0], scope))
        if name in ("listing", "union", "min", "max"):
            items = self._items(given, scope) or self.book.say("nothing")
            return self.book.say(name, items) if name in ("min", "max") else items
        if name == "count":
            return self._count(given[0], scope)
        if name == "between":
            return self._between(given, scope)
        if name in ("round_up", "round_down"):
            step = self.book.fixed(given[1], scope.entry)
            key = f"{name}_1" if step is not None and set(step) == {1} else name
            return self.book.say(key, self.value(given[0], scope), self.part(given[1], scope))
        if name == "extra" and isinstance(given[0], pe.Const) and isinstance(given[0].value, int):
            return self.book.term(self.book.program.extras[given[0].value].name)
        if name in _ARITHMETIC:
            return self._sum(expr, scope)
        if name in ("first_n", "last_n"):
            return self._so_many(expr, scope)
        if name in ("first", "last") and expr.type.name == SEAT.name:
            return self.book.say(f"{name}_seat", self.part(given[0], scope))
        if name not in self.book.words or name == "no_branch":
            raise Unsayable
        return self.book.say(name, *(self.part(item, scope) for item in given))

    def _so_many(self, expr: pe.Op, scope: Scope) -> Phrase:
        """So many from one end; a number that is no figure stands in brackets."""
        source, number = self.part(expr.arguments[0], scope), self.value(expr.arguments[1], scope)
        if self.book.fixed(expr.arguments[1], scope.entry) == [1] * len(self.book.tables):
            return self.book.say(expr.name.removesuffix("_n"), source)
        return self.book.say(expr.name if text_of(number).isdigit() else f"{expr.name}_worked_out", source, number)

    def _sum(self, expr: pe.Op, scope: Scope) -> Phrase:
        """Brackets only where the order of working out needs them."""
        left, right = expr.arguments
        same = ("add", "sub") if expr.name in ("add", "sub") else ("mul", "div")
        chained = isinstance(left, pe.Op) and left.name in (*same, "mul", "div")
        product = isinstance(right, pe.Op) and right.name == "mul" and expr.name in ("add", "sub")
        first = self.value(left, scope) if chained else self.part(left, scope)
        return self.book.say(expr.name, first, self.value(right, scope) if product else self.part(right, scope))

    def _count(self, expr: p.Expr, scope: Scope) -> Phrase:
        if isinstance(expr, pe.Constant) and expr.name == "seats":
            return self.book.say("count_seats")
        if isinstance(expr, pe.Each) and not expr.body.type.is_collection:
            return self._count_different(expr, scope)
        zone = isinstance(expr, pe.GetZone) or (isinstance(expr, pe.Each) and isinstance(expr.body, pe.GetZone))
        return self.book.say("count_zone" if zone else "count", self.part(expr, scope))

    def _count_different(self, expr: pe.Each, scope: Scope) -> Phrase:
        """How many there are of what each has, where that of several may be the same."""
        body = expr.body.body if isinstance(expr.body, pe.Lift) else expr.body
        if isinstance(body, pe.Op) and body.name in ("suit", "rank") and isinstance(body.arguments[0], pe.Load):
            return self.book.say(f"count_{body.name}s", self.part(expr.source, scope))
        return self.book.say("count_different", self.part(expr, scope))

    def _between(self, given: tuple[p.Expr, ...], scope: Scope) -> Phrase:
        low, high, step = (self.part(item, scope) for item in given)
        return self.book.say("between", low, high) if step == ("1",) else self.book.say("between_step", low, high, step)
