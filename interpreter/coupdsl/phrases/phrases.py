"""Expressions and conditions of the checked program as phrases of one language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.phrases.inline import Phrase, bracketed, joined, merged
from coupdsl.phrases.teams import in_one_team, partners, seats_of_team
from coupdsl.phrases.value_phrases import Scope, Unsayable, ValuePhrases, lists

_OPPOSITE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_SEEN_WHOLE = ("amount", "number", "literal", "ratio", "fraction", "suit", "rank", "card", "word")


def _is_among_several(expr: p.Expr) -> bool:
    """Does it ask for one of several that are named one after the other, to which what follows would seem to belong?"""
    if not isinstance(expr, pe.Op) or expr.name not in ("in", "subset"):
        return False
    named = expr.arguments[1]
    return isinstance(named, pe.Op) and named.name == "listing" and len(named.arguments) > 1


class Expressions(ValuePhrases):
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
        compound = isinstance(core, pe.Cond) or lists(core)
        compound |= isinstance(core, pe.Op) and core.name in ("and", "or") and partners(core) is None
        compound |= isinstance(core, pe.Quantified) and self._face_sought(core) is None
        return bracketed(said) if compound and self.book.known(expr, scope.entry) is None else said

    def _affirmed(self, expr: p.Expr, scope: Scope) -> p.Expr:
        """As `_core`, without `not`, and with what is said in place of the name of a field."""
        core = self._core(expr, scope)
        if isinstance(core, pe.Op) and core.name == "not":
            return self._affirmed(core.arguments[0], scope)
        if isinstance(core, pe.Apply) and (stated := self._stated(core, scope)) is not None:
            return self._affirmed(*stated)
        return core

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
        heads = [one for one, _ in branches] + last
        branches = [(self._agreeing(one, heads), condition) for one, condition in branches]
        last = [self._agreeing(one, heads) for one in last]
        while branches and last == [branches[-1][0]]:
            branches.pop()
        said = [self.book.say("cond", then, condition) for then, condition in branches]
        said += [self.book.say("else", one) if branches else one for one in last]
        return joined(said, self.book.words["semicolon"])

    def _agreeing(self, said: Phrase, others: list[Phrase]) -> Phrase:
        """One of several values, as it agrees with the others."""
        return next((agreed for one in others if (agreed := self.book.beside(said, one)) != said), said)

    def _filter(self, expr: pe.Filter, scope: Scope) -> Phrase:
        known = self.book.known(expr.condition, scope.entry)
        if known is not None:
            return self.value(expr.source, scope) if known or expr.preferring else self.book.say("nothing")
        if (seats := seats_of_team(expr)) is not None:
            key, whose = seats
            return self.book.say(key, self.whose(whose, scope))
        key = "preferring" if expr.preferring else "where"
        return self.book.say(key, self._source(expr, scope), self.clause(expr.condition, scope))

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
            key, asked = "holds" if holds else "not_holds", self._items(expr.arguments, scope)
            if (said := self._leading_on(expr, asked, scope)) is not None:
                return self.book.say(key, said)
            return self.book.say(f"{key}_for", self._named(expr, scope), asked)
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
        *most, last = (self.book.beside(self.part(right, scope), sides[0][0]) for _, right in sides)
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
                return self.book.say(key, said, self.book.beside(self.book.say("none"), said))
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
