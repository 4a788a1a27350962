"""Expressions and conditions of the checked program as phrases of one language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.records import by_value
from coupdsl.language.types import SEAT, TEAM
from coupdsl.language.walk import all_parts
from coupdsl.phrases.inline import Phrase, Term, bracketed, joined, merged, text_of
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.phrases.teams import in_one_team, partners, seats_of_team

_TRANSPARENT = ("the", "listed", "as_set", "single", "account")
_ARITHMETIC = ("add", "sub", "mul", "div")
_COMPOUND = (*_ARITHMETIC, "with", "without", "from", "after", "first_n", "last_n", "round_up", "round_down", "mod",
             "min", "max", "near", "line", "place_in")  # fmt: skip
_OF = ("suit", "rank", "owner", "position", "left", "team", "row", "column")
_ALL = {
    "seats": "the_players", "teams": "the_teams", "cards": "all_cards", "cells": "the_cells", "suits": "the_suits",
    "ranks": "the_ranks",
}  # fmt: skip
_OPPOSITE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_SEEN_WHOLE = ("amount", "number", "literal", "ratio", "fraction", "suit", "rank", "card", "word")


class Unsayable(Exception):
    """There is no good sentence for this; the rule's own line says it better."""


@by_value
class Scope:
    """In whose name rules apply, and what stands for a name."""

    entry: p.Entry | None = None
    stands_for: dict[p.Local, Phrase] = field(default_factory=dict)

    def naming(self, local: p.Local, phrase: Phrase) -> Scope:
        return replace(self, stands_for={**self.stands_for, local: phrase})


def _lists(expr: p.Expr) -> bool:
    """Does it end in a list, which what follows would seem to belong to?"""
    return isinstance(expr, pe.Apply) and len(expr.arguments) > 1


def _is_among_several(expr: p.Expr) -> bool:
    """Does it ask for one of several that are named one after the other, to which what follows would seem to belong?"""
    if not isinstance(expr, pe.Op) or expr.name not in ("in", "subset"):
        return False
    named = expr.arguments[1]
    return isinstance(named, pe.Op) and named.name == "listing" and len(named.arguments) > 1


def _asks(expr: p.Expr) -> bool:
    return any(isinstance(part, pe.Apply) and bool(part.arguments) for part in all_parts(expr))


class Expressions:
    """`used` collects the rules that sentences name, so that the book says what they mean."""

    def __init__(self, book: Phrasebook) -> None:
        self.book = book
        self.used: dict[p.Rule, None] = {}

    # ---- values
    def value(self, expr: p.Expr, scope: Scope) -> Phrase:
        if isinstance(expr, pe.Const) and isinstance(expr.value, p.Account):
            return self.book.term(expr.value.name)
        if expr.type.name in _SEEN_WHOLE or expr.type.name in self.book.program.kinds:
            known = self.book.constant(expr, scope.entry)
            if known is not None:
                return known
        teller = _TELLERS.get(type(expr))
        if teller is not None:
            return teller(self, expr, scope)
        if expr.type.name == "flag":
            return self.condition(expr, scope)
        raise Unsayable

    def part(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `value`, in brackets where it would run into what stands beside it."""
        said = self.value(expr, scope)
        core = self._core(expr, scope)
        compound = isinstance(core, pe.Cond | pe.Connected | pe.Filter | pe.Fold | pe.Best)
        compound = (compound and seats_of_team(core) is None) or _lists(core)
        compound |= isinstance(core, pe.Op) and (core.name in _COMPOUND or core.type.name == "flag")
        compound |= isinstance(core, pe.Quantified)
        return bracketed(said) if compound and said != self.book.constant(expr, scope.entry) else said

    def whose(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `part`, of what something is asked about."""
        return self.part(expr, scope)

    def branch(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `part`, but what holds under a condition needs brackets only where that would seem to go on in it."""
        core = self._core(expr, scope)
        if isinstance(core, pe.Apply) and core.type.name == "flag" and self.book.known(expr, scope.entry) is None:
            return self.clause(expr, scope)
        plain = isinstance(core, pe.Op) and core.type.name == "flag" and core.name not in ("not", "and", "or")
        return self.value(expr, scope) if plain else self.part(expr, scope)

    def case(self, expr: p.Expr, scope: Scope) -> Phrase:
        """As `condition`, in brackets where it tells of several cases itself: it stands behind `if` or the like."""
        said = self.condition(expr, scope)
        return bracketed(said) if isinstance(self._core(expr, scope), pe.Cond) else said

    def clause(self, expr: p.Expr, scope: Scope, holds: bool = True) -> Phrase:
        """As `condition`, in brackets where it would run into what stands beside it."""
        said = self.condition(expr, scope, holds)
        core = self._affirmed(expr, scope)
        compound = isinstance(core, pe.Cond) or _lists(core)
        compound |= isinstance(core, pe.Op) and core.name in ("and", "or") and partners(core) is None
        compound |= isinstance(core, pe.Quantified) and self._face_sought(core) is None
        return bracketed(said) if compound and self.book.known(expr, scope.entry) is None else said

    def _affirmed(self, expr: p.Expr, scope: Scope) -> p.Expr:
        """As `_core`, without `not`."""
        core = self._core(expr, scope)
        while isinstance(core, pe.Op) and core.name == "not":
            core = self._core(core.arguments[0], scope)
        return core

    def _core(self, expr: p.Expr, scope: Scope) -> p.Expr:
        """What is left of `expr` without the parts that the options decide."""
        entry = scope.entry
        if isinstance(expr, pe.Op) and expr.name in _TRANSPARENT:
            return self._core(expr.arguments[0], scope)
        if isinstance(expr, pe.Cond) and (taken := self.book.known(expr.condition, entry)) is not None:
            return self._core(expr.then if taken else expr.otherwise, scope)
        if isinstance(expr, pe.Filter) and self.book.known(expr.condition, entry):
            return self._core(expr.source, scope)
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
        if self._is_it(owner, scope):
            return self.book.say("their" if owner.type.name in (SEAT.name, TEAM.name) else "its", name)
        return self.book.say("of", name, self.part(owner, scope))

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
        name = self._named(expr, scope)
        if not expr.arguments:
            return name
        return self.book.say("apply", name, self._items(expr.arguments, scope))

    def _items(self, items: tuple[p.Expr, ...], scope: Scope) -> Phrase:
        """One after the other; of several things, those that ask again stand in brackets."""
        several = len(items) > 1
        said = ((item, self.part(item, scope)) for item in items)
        return joined(bracketed(phrase) if several and _asks(item) else phrase for item, phrase in said)

    def _named(self, expr: pe.Apply | ps.CallRule, scope: Scope) -> Phrase:
        rule, entry = expr.rule, expr.entry
        if rule.form in ("rule", "comparator", "order", "let"):
            self.used.setdefault(rule)
        name = self.book.term(rule.name, rule.owner)
        if entry is not None and not isinstance(entry, pe.Self):
            name = self._belonging(name, entry, scope)
        return name

    def _cond(self, expr: pe.Cond, scope: Scope) -> Phrase:
        """All branches one after the other, without those that the options decide, or that only say what is last."""
        branches: list[tuple[Phrase, Phrase]] = []
        rest: p.Expr = expr
        while isinstance(rest, pe.Cond):
            known = self.book.known(rest.condition, scope.entry)
            if known is None:
                branches.append((self.branch(rest.then, scope), self.case(rest.condition, scope)))
            rest = rest.then if known else rest.otherwise
            if known:
                break
        is_open = isinstance(rest, pe.Op) and rest.name == "no_branch"
        last = [] if is_open else [self.branch(rest, scope)]
        while branches and last == [branches[-1][0]]:
            branches.pop()
        said = [self.book.say("cond", then, condition) for then, condition in branches]
        said += [self.book.say("else", one) if branches else one for one in last]
        return joined(said, self.book.words["semicolon"])

    def _lift(self, expr: pe.Lift, scope: Scope) -> Phrase:
        return self.value(expr.body, scope.naming(expr.local, self.part(expr.source, scope)))

    def _each(self, expr: pe.Each, scope: Scope) -> Phrase:
        everybody = isinstance(expr.source, pe.Constant) and expr.source.name == "seats"
        each = self.book.say("each_player") if everybody else self.book.say("each_of", self.part(expr.source, scope))
        return self.value(expr.body, scope.naming(expr.local, each))

    def _connected(self, expr: pe.Connected, scope: Scope) -> Phrase:
        step = self.part(expr.body, scope.naming(expr.local, self.book.say("each_reached")))
        return self.book.say("connected", self.part(expr.source, scope), step)

    def _filter(self, expr: pe.Filter, scope: Scope) -> Phrase:
        if self.book.known(expr.condition, scope.entry):
            return self.value(expr.source, scope)
        if (seats := seats_of_team(expr)) is not None:
            key, whose = seats
            return self.book.say(key, self.whose(whose, scope))
        key = "preferring" if expr.preferring else "where"
        return self.book.say(key, self._source(expr, scope), self.clause(expr.condition, scope))

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
        zone = isinstance(expr, pe.GetZone) or (isinstance(expr, pe.Each) and isinstance(expr.body, pe.GetZone))
        return self.book.say("count_zone" if zone else "count", self.part(expr, scope))

    def _between(self, given: tuple[p.Expr, ...], scope: Scope) -> Phrase:
        low, high, step = (self.part(item, scope) for item in given)
        return self.book.say("between", low, high) if step == ("1",) else self.book.say("between_step", low, high, step)

    # ---- conditions
    def condition(self, expr: p.Expr, scope: Scope, holds: bool = True) -> Phrase:
        """`expr`, or with `holds` false its opposite, as a clause that can be true."""
        known = self.book.known(expr, scope.entry)
        if known is not None:
            return self.book.say("always" if known is holds else "never")
        while isinstance(expr, pe.Cond) and (taken := self.book.known(expr.condition, scope.entry)) is not None:
            expr = expr.then if taken else expr.otherwise
        if isinstance(expr, pe.Op) and expr.name == "not":
            return self.condition(expr.arguments[0], scope, not holds)
        if isinstance(expr, pe.Op) and expr.name in ("and", "or"):
            return self._joint(expr, scope, holds)
        if isinstance(expr, pe.Quantified):
            face = self._face_sought(expr)
            if face is not None:
                key = ("in" if holds else "not_in") + ("_zone" if isinstance(expr.source, pe.GetZone) else "")
                return self.book.say(key, self.part(face, scope), self.part(expr.source, scope))
            key = "every" if expr.every and holds else "not_some" if not (expr.every or holds) else "some"
            return self.book.say(
                key, self._source(expr, scope), self.clause(expr.condition, scope, key != "some" or holds)
            )
        if isinstance(expr, pe.Op) and (plain := self._plainly(expr, scope, holds)) is not None:
            return plain
        if isinstance(expr, pe.Op):
            return self._relation(expr, scope, holds)
        if isinstance(expr, pe.Cond):
            return (
                self._cond(expr, scope) if holds else self.book.say("not_holds", ("(", *self._cond(expr, scope), ")"))
            )
        if isinstance(expr, pe.Lift):
            inner = scope.naming(expr.local, self.part(expr.source, scope))
            return self.condition(expr.body, inner, holds)
        if isinstance(expr, pe.Apply) and (stated := self._stated(expr, scope)) is not None:
            return self.condition(*stated, holds)
        if isinstance(expr, pe.Apply) and expr.arguments:
            key = "holds_for" if holds else "not_holds_for"
            return self.book.say(key, self._named(expr, scope), self._items(expr.arguments, scope))
        return self.book.say("holds" if holds else "not_holds", self._atom(expr, scope))

    def _stated(self, expr: pe.Apply, scope: Scope) -> tuple[p.Expr, Scope] | None:
        """What a field says of one certain entry, to be said in place of its name."""
        entries = (
            self.book.fixed(expr.entry, scope.entry) if expr.entry is not None and expr.rule.form == "field" else None
        )
        if entries is None or isinstance(expr.entry, pe.Self | None) or len(set(entries)) != 1:
            return None
        entry = self.book.program.kinds[expr.entry.type.name].entries[entries[0]]
        version = self.book.version(expr.rule, entry)
        if version is None or version.value is None:
            return None
        inner = Scope(entry)
        for parameter, argument in zip(version.parameters, expr.arguments, strict=True):
            if not self._is_it(argument, scope):
                inner = inner.naming(parameter, self.part(argument, scope))
        return version.value, inner

    def _face_sought(self, expr: pe.Quantified) -> p.Expr | None:
        """The card in `ace of spades in hand`, which asks whether some card of the hand is one of those."""
        test = expr.condition
        if expr.every or not isinstance(test, pe.Op) or test.name != "in" or not isinstance(test.arguments[0], pe.Load):
            return None
        asked = test.arguments[1]
        mine = test.arguments[0].local is expr.local
        return asked if mine and isinstance(asked, pe.Op) and asked.name == "as_set" else None

    def _atom(self, expr: p.Expr, scope: Scope) -> Phrase:
        teller = _TELLERS.get(type(expr))
        if teller is None or isinstance(expr, pe.Const):
            raise Unsayable
        return teller(self, expr, scope)

    def _joint(self, expr: pe.Op, scope: Scope, holds: bool) -> Phrase:
        """Both or either; what the options decide is left out, and so is the whole where they decide it."""
        if (seats := partners(expr)) is not None:
            those = self.book.say("partners", self.whose(seats[1], scope))
            return self.book.say("in" if holds else "not_in", self.part(seats[0], scope), those)
        word = expr.name if holds else {"and": "or", "or": "and"}[expr.name]
        open_ones = [part for part in self._flat(expr, expr.name) if self.book.known(part, scope.entry) is None]
        if len(open_ones) == 1:
            return self.condition(open_ones[0], scope, holds)
        one_of = self._one_of(open_ones, scope) if word == "or" and holds else None
        if one_of is not None:
            return one_of
        said = [self.clause(part, scope, holds) for part in open_ones]
        for number, part in enumerate(open_ones[:-1]):
            if _is_among_several(self._affirmed(part, scope)):
                said[number] = bracketed(said[number])
        return joined(said, f" {self.book.words[word]} ")

    def _one_of(self, cases: list[p.Expr], scope: Scope) -> Phrase | None:
        """`it is a, b or c`, where all cases ask for the same."""
        if not all(isinstance(case, pe.Op) and case.name == "is" and case.type.name == "flag" for case in cases):
            return None
        sides = [(self.part(case.arguments[0], scope), case.arguments[1]) for case in cases if isinstance(case, pe.Op)]
        if any(left != sides[0][0] for left, _ in sides):
            return None
        *most, last = (self.part(right, scope) for _, right in sides)
        return self.book.say("is", sides[0][0], merged((*joined(most), f" {self.book.words['or']} ", *last)))

    def _flat(self, expr: p.Expr, name: str) -> list[p.Expr]:
        if isinstance(expr, pe.Op) and expr.name == name:
            return [part for argument in expr.arguments for part in self._flat(argument, name)]
        return [expr]

    def _of_team(self, seats: tuple[p.Expr, p.Expr], scope: Scope, holds: bool) -> Phrase:
        """That they are in one team, or are not: that of who is spoken to, if that is one of them."""
        you = self.book.say("you")
        member, other = sorted(seats, key=lambda seat: self.whose(seat, scope) == you)
        return self.book.say("in_team" if holds else "not_in_team", self.whose(other, scope), self.part(member, scope))

    def _plainly(self, expr: pe.Op, scope: Scope, holds: bool) -> Phrase | None:
        """A condition that is compared with yes or no, as itself."""
        sides = expr.arguments
        if expr.name == "is" and all(side.type.name == "flag" and not side.type.optional for side in sides):
            for one, other in (sides, sides[::-1]):
                if (known := self.book.known(other, scope.entry)) is not None:
                    return self.condition(one, scope, holds is known)
        return None

    def _relation(self, expr: pe.Op, scope: Scope, holds: bool) -> Phrase:
        name, given = expr.name, expr.arguments
        if name in _OPPOSITE:
            return self.book.say(name if holds else _OPPOSITE[name], *(self.part(item, scope) for item in given))
        if name not in ("is", "in", "subset", "is_empty"):
            raise Unsayable
        key = name if holds else f"not_{name}"
        if name == "is" and given[1].type.name == "none":
            said = self.part(given[0], scope)
            if isinstance(said[0], str):
                return self.book.say(key, said, self.book.say("none"))
            return self.book.say(f"{key}_none", said)
        if (seats := in_one_team(expr)) is not None:
            return self._of_team(seats, scope, holds)
        face = name == "in" and given[1].type.is_face
        if face:
            key = "is" if holds else "not_is"
        elif name == "in" and isinstance(given[1], pe.GetZone):
            key += "_zone"
        return self.book.say(key, *(self.part(item, scope) for item in given))


_Teller = Callable[[Expressions, Any, Scope], Phrase]
_TELLERS: dict[type[p.Expr], _Teller] = {
    pe.Const: Expressions._const, pe.Constant: Expressions._constant, pe.Load: Expressions._load,
    pe.Self: Expressions._self, pe.GetState: Expressions._get_state, pe.GetZone: Expressions._get_zone,
    pe.GetBalance: Expressions._get_balance, pe.GetOption: Expressions._get_option, pe.Apply: Expressions.applied,
    pe.Op: Expressions._op, pe.Cond: Expressions._cond, pe.Lift: Expressions._lift, pe.Each: Expressions._each,
    pe.Connected: Expressions._connected, pe.Filter: Expressions._filter, pe.Fold: Expressions._fold,
    pe.Best: Expressions._best,
}  # fmt: skip
