"""What the rulebook says of an expression, said with the values of the moment to one seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from coupdsl.code.bits import members
from coupdsl.code.evidence import Evidence, Place
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.types import FLAG, SEAT, TEAM
from coupdsl.language.walk import parts
from coupdsl.phrases.inline import Phrase, joined, owned_phrase, text_of
from coupdsl.phrases.phrases import Expressions
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.play.table_phrases import TablePhrases

T = TypeVar("T")
DEEPEST = 4  # rules that are said by what they say, one inside the other
_COMPARING = ("is", "lt", "le", "gt", "ge")
MANY = 10  # things that are named one by one
_WITH_VALUE = ("count", "first", "last", "place_in")  # what its parts do not tell
_OF_CELLS = ("row", "column")  # what the name of a cell tells
_HIDING = ("the", "listed", "as_set", "single")  # what nobody says


def _place(expr: p.Expr) -> Place:
    return expr.span, expr.type


class Saying(Expressions):
    """Phrases of one evidence: names are what they stand for, and what has a value is told with it.

    What was picked is `it`, or is named where `several` were.
    """

    book: TablePhrases

    def __init__(self, book: TablePhrases, evidence: Evidence, several: bool = False) -> None:
        super().__init__(book)
        self.evidence = evidence
        self.several = several
        self.scope = Scope(evidence.entry)
        self.within = 0
        self.depth = 0

    def said(self, holds: bool | None = None, beside: bool = False) -> Phrase:
        """The evidence itself; a condition as it is, or as `holds` says, and as it stands `beside` another."""
        expr = self.book.stated.get(self.evidence.at)
        if expr is None:
            raise Unsayable
        if expr.type.name == "flag":
            say = self.clause if beside else self.condition
            return say(expr, self.scope, self.evidence.holds if holds is None else holds)
        return self.value(expr, self.scope)

    def told(self) -> Phrase:
        """The evidence as it is: what decides it together, where that has words, else itself."""
        told = self.facts()
        facts = dict.fromkeys(one.said(beside=len(told) > 1) for one in told)
        return joined(facts, f" {self.book.words['and']} ")

    def facts(self) -> list[Saying]:
        """What decides it together, without what another of these tells too."""
        deciding = self.deciding()
        return [one for one in deciding if not any(other.tells_more_than(one) for other in deciding)]

    def deciding(self) -> list[Saying]:
        """The innermost parts that decide it and have words; of what fails all of them, since less is no reason."""
        found: list[Saying] = []
        for part in self.evidence.parts:
            try:
                inner = Saying(self.book, part, self.several).deciding()
                for one in inner:
                    one.said()
            except Unsayable:
                if not self.evidence.holds:
                    return [self]
            else:
                found += inner
        return found or [self]

    def tells_more_than(self, other: Saying) -> bool:
        """Does it tell what something is of which the other says only that there is one?"""
        there, sides = other._present(), self._equated()[0]
        if there is None or self is other:
            return False
        told = other.part(there, other.scope)
        return any(self.part(side, self.scope) == told for side in sides if side.type == there.type)

    def _present(self) -> p.Expr | None:
        """What it says no more of than that there is one."""
        sides, is_so = self._equated()
        return sides[0] if sides and sides[1].type.name == "none" and not is_so else None

    def _equated(self) -> tuple[tuple[p.Expr, ...], bool]:
        """The two sides of what `is` compares, and whether they are the same; no sides for anything else."""
        expr, holds = self._core(self.book.stated[self.evidence.at], self.scope), self.evidence.holds
        while isinstance(expr, pe.Op) and expr.name == "not":
            expr, holds = self._core(expr.arguments[0], self.scope), not holds
        return (expr.arguments, holds) if isinstance(expr, pe.Op) and expr.name == "is" else ((), holds)

    def now(self, expr: p.Expr) -> Phrase | None:
        """What an expression comes to, in words; None where that is not known, or has no good words."""
        value = self.evidence.values.get(_place(expr))
        if value is None:
            return None
        if expr.type.is_collection:
            elements = members(value) if isinstance(value, int) else list(value)
            kind = expr.type.of
            if kind is None or len(elements) > MANY:
                return None
            return self.book.elements(elements, kind) or self.book.say("nothing")
        return self.book.value(value, expr.type)

    def bare(self, expr: p.Expr) -> Phrase:
        """A set by its name where it has one, else by what is in it."""
        zone = expr.arguments[0] if isinstance(expr, pe.Op) and expr.name in _HIDING else expr
        if isinstance(zone, pe.GetZone | pe.GetState) and self._declared(zone):
            return super().value(zone, self.scope)
        return self.value(expr, self.scope)

    def alone(self) -> Phrase | None:
        """Of a set of one that is named, that one."""
        expr = self.book.stated.get(self.evidence.at)
        if not isinstance(expr, pe.Op) or expr.name not in _HIDING:
            return None
        try:
            return self.whose(expr.arguments[0], self.scope)
        except Unsayable:
            return None

    def value(self, expr: p.Expr, scope: Scope) -> Phrase:
        if isinstance(expr, pe.Filter | pe.Fold | pe.Best | pe.Each | pe.Connected):
            return self._within(lambda: self._valued(expr, scope))
        return self._valued(expr, scope)

    def _within(self, say: Callable[[], T]) -> T:
        """In what goes through many things, `it` is each of those."""
        self.within += 1
        try:
            return say()
        finally:
            self.within -= 1

    def _valued(self, expr: p.Expr, scope: Scope) -> Phrase:
        if self._is_it(expr, scope):
            return self._it(expr)
        now = self.now(expr)
        if isinstance(expr, pe.Cond) and (taken := self.evidence.values.get(_place(expr.condition))) is not None:
            return self.value(expr.then if taken else expr.otherwise, scope)
        if isinstance(expr, pe.Load) and now is not None:
            return now
        if now is None or not (self._is_told(expr) or self._is_of_it(expr, scope)):
            return super().value(expr, scope)
        name = self._name(expr, scope)
        if name is None or text_of(name) == text_of(now):
            return now
        empty = text_of(now) in (text_of(self.book.say("none")), text_of(self.book.say("nothing")))
        mine = isinstance(expr, pe.GetZone) and self._is_viewer(expr.index)  # he sees it
        return name if empty or mine else self.book.say("with_value", name, now)

    def _it(self, expr: p.Expr) -> Phrase:
        """Each of many; or what was picked, which in French has no word for any gender but its own."""
        if not self.within and expr.type.name == "seat":
            return self.book.say("this_player")
        picked = self._picked(expr)
        return self.book.say("it_picked", picked) if picked is not None else self.book.say("it")

    def _its(self, name: Phrase, owner: p.Expr) -> Phrase:
        """What belongs to it, or is asked about it."""
        key = "their" if owner.type.name in (SEAT.name, TEAM.name) else "its"
        picked = self._picked(owner)
        return self.book.say(f"{key}_picked", name, picked) if picked is not None else self.book.say(key, name)

    def _picked(self, expr: p.Expr) -> Phrase | None:
        """What `it` stands for where it is what was picked."""
        return None if self.within else self.now(expr)

    def part(self, expr: p.Expr, scope: Scope) -> Phrase:
        """Without brackets where its value, in brackets, ends it."""
        asked = isinstance(expr, pe.Apply) or (isinstance(expr, pe.Op) and expr.name in _WITH_VALUE)
        if asked and self.now(expr) is not None:
            return self.value(expr, scope)
        return super().part(expr, scope)

    def whose(self, expr: p.Expr, scope: Scope) -> Phrase:
        return self.book.say("you") if self._is_viewer(expr) else super().whose(expr, scope)

    def key(self, expr: p.Expr, scope: Scope) -> Phrase:
        now = self.now(expr) if not self.within and self._is_picked(expr) else None
        return now or super().key(expr, scope)

    def _is_told(self, expr: p.Expr) -> bool:
        """Is it worth telling what it is now?"""
        if isinstance(expr, pe.Op) and expr.name in _HIDING:
            return self._is_told(expr.arguments[0])
        if isinstance(expr, pe.Op):
            return expr.name in _WITH_VALUE or expr.type.name == "cell"
        return isinstance(expr, pe.GetState | pe.GetZone | pe.GetBalance | pe.Apply | pe.Fold | pe.Cond) and (
            expr.type.name != "flag"
        )

    def _is_of_it(self, expr: p.Expr, scope: Scope) -> bool:
        """Is it the row or column of what was picked, which is not named?"""
        return isinstance(expr, pe.Op) and expr.name in _OF_CELLS and self._is_it(expr.arguments[0], scope)

    def _name(self, expr: p.Expr, scope: Scope) -> Phrase | None:
        """What people call it, if they have a word for it and it says more than its value."""
        if isinstance(expr, pe.Op) and expr.name in _HIDING:
            return self._name(expr.arguments[0], scope)
        if isinstance(expr, pe.Apply):
            known = self.book.constant(expr, scope.entry) is None
            return self.applied(expr, scope) if known and self._is_called(expr) else None
        if isinstance(expr, pe.GetState) and not self._declared(expr):
            return None
        try:
            return super().value(expr, scope)
        except Unsayable:
            return None

    def called(self, expr: p.Expr) -> Phrase | None:
        """What people call it, and whose it is; None where they have no word for it."""
        if isinstance(expr, pe.Apply):
            return self._named(expr, self.scope) if self._is_called(expr) else None
        return self._name(expr, self.scope)

    def _has_word(self, expr: pe.Apply) -> bool:
        return self.book.has_term(expr.rule.name, expr.rule.owner)

    def _is_called(self, expr: pe.Apply) -> bool:
        """Has it a word, or is it one thing whose name in the rules is all there is to say?"""
        kind = expr.type
        is_one = not (kind.is_collection or kind.family or kind.name == "flag")
        return self._has_word(expr) or (self.book.is_wordless and is_one)

    def _declared(self, expr: pe.GetState | pe.GetBalance | pe.GetZone) -> bool:
        """Zones and accounts are shown by their names where they have no other; other names are the rules' own."""
        if not isinstance(expr, pe.GetState):
            return True
        return self.book.has_term(expr.state.name, self.book.owner_of(expr.state.name)) or self.book.is_wordless

    def applied(self, expr: pe.Apply | ps.CallRule, scope: Scope) -> Phrase:
        """Without what is asked about anyhow, or is only who asks."""
        arguments = tuple(one for one in expr.arguments if not (self._is_it(one, scope) or self._is_viewer(one)))
        asked = joined(self.part(one, scope) for one in arguments)
        if arguments and (said := self._leading_on(expr, asked, scope)) is not None:
            return said
        name = self._named(expr, scope)
        it = next((one for one in expr.arguments if self._is_it(one, scope)), None)
        if it is not None and not self.book.has_term(expr.rule.name, expr.rule.owner):
            name = self._its(owned_phrase(name), it)
        return self.book.say("apply", name, asked) if arguments else name

    def _is_it(self, expr: p.Expr | None, scope: Scope) -> bool:
        if self.within:
            return super()._is_it(expr, scope)
        return not self.several and self._is_picked(expr)

    def _is_picked(self, expr: p.Expr | None) -> bool:
        if self.evidence.about is None or not isinstance(expr, pe.Load):
            return False
        value, kind = self.evidence.about
        return expr.type == kind and self.evidence.values.get(_place(expr)) == value

    def _is_viewer(self, expr: p.Expr | None) -> bool:
        while isinstance(expr, pe.Op) and expr.name in ("the", "party"):
            expr = expr.arguments[0]
        if expr is None or expr.type.name != "seat" or self.book.viewer is None:
            return False
        return self.evidence.values.get(_place(expr)) == self.book.viewer

    def _stands_for_viewer(self, expr: pe.Load, scope: Scope) -> bool:
        return self.book.viewer is not None and scope.stands_for.get(expr.local) == self.book.say("you")

    def _belonging(self, name: Phrase, owner: p.Expr | None, scope: Scope) -> Phrase:
        if owner is not None:
            name = owned_phrase(name)
        if self._is_viewer(owner) or (isinstance(owner, pe.Load) and self._stands_for_viewer(owner, scope)):
            return self.book.say("your_many" if text_of(name).split()[0].endswith(("s", "x")) else "your", name)
        return super()._belonging(name, owner, scope)

    def _owner(self, expr: p.Expr, scope: Scope) -> Phrase:
        """Of an entry which it is now."""
        now = self.now(expr) if expr.type.name in self.book.program.kinds else None
        return now or super()._owner(expr, scope)

    # ---- what has no name is said by what it says
    def condition(self, expr: p.Expr, scope: Scope, holds: bool = True) -> Phrase:
        if isinstance(expr, pe.Quantified) and expr.every and holds and self._over_nothing(expr):
            return self.condition(pe.Op(FLAG, expr.source.span, "is_empty", (expr.source,)), scope)
        if isinstance(expr, pe.Quantified) and self._face_sought(expr) is None:
            return self._within(lambda: super(Saying, self).condition(expr, scope, holds))
        if isinstance(expr, pe.Apply) and not self._has_word(expr):
            stated, inner = self._inlined(expr, scope)
            if self.book.known(stated, inner.entry) is None:
                self.depth += 1
                try:
                    return self.condition(stated, inner, holds)
                finally:
                    self.depth -= 1
            if not self.book.is_wordless:
                raise Unsayable
        if isinstance(expr, pe.Load) and self.book.known(expr, scope.entry) is None:
            raise Unsayable  # the name of a flag says nothing to people
        if isinstance(expr, pe.Op) and expr.name == "is_empty" and self._name(expr.arguments[0], scope) is None:
            self.depth += 1
            try:
                return self.condition(*self._some(expr.arguments[0], scope), not holds)
            except Unsayable:
                if holds:  # it would be said that nothing is empty
                    raise
            finally:
                self.depth -= 1
        if (
            isinstance(expr, pe.Op)
            and expr.name in _COMPARING
            and not any(self._is_named(part, scope) for part in expr.arguments)
        ):
            raise Unsayable
        return super().condition(expr, scope, holds)

    def _relation(self, expr: pe.Op, scope: Scope, holds: bool) -> Phrase:
        return (self._same(expr, scope) if holds else None) or super()._relation(expr, scope, holds)

    def _same(self, expr: pe.Op, scope: Scope) -> Phrase | None:
        """That two things are the same, telling once what they are."""
        if expr.name != "is" or expr.arguments[0].type.definite.is_numeric:
            return None
        one, other = expr.arguments
        bare = pe.Load | pe.Const
        now, shown = self.now(one), [isinstance(side, bare) or self._is_told(side) for side in (one, other)]
        if now is None or now != self.now(other) or not all(shown) or other.type.name == "none":
            return None
        if not self.within and self._is_picked(one) and self._is_picked(other):
            is_twice = self.several and not self._is_viewer(one)
            return self.book.say("that_is_twice" if is_twice else "that_is", now)
        if isinstance(other, bare):
            name = self._name(one, scope) if not isinstance(one, pe.Load) else None
            return self.book.say("is", name, now) if name is not None else None
        name = self._name(other, scope)
        return self.book.say("is", self.part(one, scope), name) if name is not None else None

    def _some(self, expr: p.Expr, scope: Scope) -> tuple[p.Expr, Scope]:
        """That there are any of these, which have no name: some of those among which they are."""
        if isinstance(expr, pe.Op) and expr.name in _HIDING:
            return self._some(expr.arguments[0], scope)
        if isinstance(expr, pe.Apply):
            return self._some(*self._within(lambda: self._inlined(expr, scope)))  # what is asked about has a value
        if not isinstance(expr, pe.Filter) or expr.preferring:
            raise Unsayable
        return pe.Quantified(FLAG, expr.span, expr.local, expr.source, expr.condition, False), scope

    def _over_nothing(self, expr: pe.Quantified) -> bool:
        """Is there nothing of which it is asked, as far as is known?"""
        found = None if self.within else self.evidence.values.get(_place(expr.source))
        return found is not None and not found

    def _is_named(self, expr: p.Expr, scope: Scope) -> bool:
        """Does it say what is compared, and not a bare number?"""
        if isinstance(expr, pe.Const):
            return False
        if isinstance(expr, pe.Load):
            return self._is_it(expr, scope) or self._is_said(expr, scope)
        if isinstance(expr, pe.GetState | pe.GetBalance | pe.GetZone):
            return self._declared(expr)
        if isinstance(expr, pe.Apply):
            return self._is_called(expr) or expr.type.name not in ("number", "amount")
        return expr.type.name not in ("number", "amount") or any(self._is_named(part, scope) for part in parts(expr))

    def _is_said(self, expr: pe.Load, scope: Scope) -> bool:
        """Is it one of many, said by its name, or given to a rule of a game whose own names are all there is to say?"""
        if _place(expr) not in self.evidence.values and expr.local not in scope.stands_for:
            return self.within > 0
        return self.book.is_wordless

    def _inlined(self, expr: pe.Apply, scope: Scope) -> tuple[p.Expr, Scope]:
        """What a rule says that people have no word for, its parameters being what it is asked for."""
        entry = scope.entry
        if expr.entry is not None and not isinstance(expr.entry, pe.Self):
            value = self.evidence.values.get(_place(expr.entry))
            kind = self.book.program.kinds[expr.entry.type.name]
            if not isinstance(value, int) or value < 0:
                raise Unsayable
            entry = kind.entries[value]
        version = self.book.version(expr.rule, entry)
        if version is None or version.value is None or self.depth >= DEEPEST:
            raise Unsayable
        inner = Scope(entry)
        for parameter, argument in zip(version.parameters, expr.arguments, strict=True):
            inner = inner.naming(parameter, self.part(argument, scope))
        return version.value, inner
