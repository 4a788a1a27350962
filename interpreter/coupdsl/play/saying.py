"""What the rulebook says of an expression, said with the values of the moment to one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from coupdsl.code.bits import members
from coupdsl.code.bounds import ENOUGH
from coupdsl.code.evidence import Evidence, Place
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.types import FLAG, Type, none_of
from coupdsl.language.walk import all_expressions, all_rules, parts
from coupdsl.phrases.inline import Phrase, Symbol, Term, joined, text_of
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.phrases.phrases import Expressions, Scope, Unsayable
from coupdsl.play.spoken import Words

T = TypeVar("T")
DEEPEST = 4  # rules that are said by what they say, one inside the other
_COMPARING = ("is", "lt", "le", "gt", "ge")
MANY = 10  # things that are named one by one
_HIDING = ("the", "listed", "as_set", "single")  # what nobody says


class TablePhrases(Phrasebook):
    """Says pieces, seats and names as they are said at the table, where `viewer` is spoken to."""

    def __init__(self, words: Words, viewer: int | None) -> None:
        super().__init__([words.rules], words.language)
        self.at_table = words
        self.viewer = viewer

    def piece(self, number: int) -> Symbol:
        text = self.at_table.piece(self.at_table.layout.face_of[number])
        return Symbol(text, text)

    def elements(self, elements: Iterable[int], kind: Type) -> Phrase:
        """Several of a kind; nothing where there are none."""
        if kind.family:
            faces = [self.at_table.layout.face_of[number] for number in elements]
            return (self.at_table.joined(self.at_table.listed(faces)),) if faces else ()
        said = (self.value(element, kind) for element in elements)
        return joined(one for one in said if one is not None)

    def value(self, value: Any, kind: Type) -> Phrase | None:
        if kind.definite.is_numeric and value == ENOUGH:
            return (self.at_table.say("unlimited"),)
        if kind.name in ("seat", "party") and value != none_of(kind):
            return self._party(value) if isinstance(value, int) else None
        if kind.name == "cell" and value != none_of(kind):
            return (self.at_table.layout.board.names[value],)
        if kind.name in self.program.kinds and value >= 0:
            return (Term(self.at_table.entry(self.program.kinds[kind.name].entries[value].path)),)
        return super().value(value, kind)

    def _party(self, number: int) -> Phrase:
        if number == self.viewer:
            return self.say("you")
        if number < self.rules.players:
            return (self.at_table.who(number, self.viewer),)
        return self.term(self.at_table.layout.account_name(number))

    @cached_property
    def stated(self) -> dict[Place, p.Expr]:
        """The expression that stands at a place; of several that are one and the same there, the outermost."""
        found: dict[Place, p.Expr] = {}
        replaced = (version.value for version in self.rules.overrides.values() if version.value is not None)
        for expr in all_expressions(self.program, replaced):
            found.setdefault((expr.span, expr.type), expr)
        return found

    @cached_property
    def texts_of_rules(self) -> dict[Place, tuple[p.Rule, p.Version]]:
        """The rule, and its text, that states what stands at a place."""
        texts = [(rule, version) for rule in all_rules(self.program) for version in rule.versions]
        texts += [(rule, version) for (rule, _), version in self.rules.overrides.items()]
        return {
            (version.value.span, version.value.type): (rule, version)
            for rule, version in texts
            if version.value is not None
        }

    def has_term(self, name: str, owner: str | None) -> bool:
        """Do people have a word for what rules call so?"""
        paths = [f"terms.{owner}.{name}", f"terms.{name}", f"names.{name}"]
        return self.labels.get(*paths[owner is None :]) is not None

    @cached_property
    def is_wordless(self) -> bool:
        """Has none of the game's own states a word of its own? Then rules' names are all there is to say."""
        inside = {state for mechanic in self.program.mechanics.values() for state in mechanic.states}
        return not any(self.has_term(state.name, None) for state in self.program.states if state not in inside)


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

    def said(self, holds: bool | None = None) -> Phrase:
        """The evidence itself; a condition as it is, or as `holds` says, true or false."""
        expr = self.book.stated.get(self.evidence.at)
        if expr is None:
            raise Unsayable
        if expr.type.name == "flag":
            return self.condition(expr, self.scope, self.evidence.holds if holds is None else holds)
        return self.value(expr, self.scope)

    def now(self, expr: p.Expr) -> Phrase | None:
        """What an expression comes to, in words; None where that is not known, or has no good words."""
        place = (expr.span, expr.type)
        if place not in self.evidence.values:
            return None
        value = self.evidence.values[place]
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

    def value(self, expr: p.Expr, scope: Scope) -> Phrase:
        if isinstance(expr, pe.Filter | pe.Fold | pe.Best | pe.Each):
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
            return self.book.say("it")
        now = self.now(expr)
        if isinstance(expr, pe.Load) and now is not None:
            return now
        if now is None or not self._is_told(expr):
            return super().value(expr, scope)
        name = self._name(expr, scope)
        if name is None or text_of(name) == text_of(now):
            return now
        empty = text_of(now) in (text_of(self.book.say("none")), text_of(self.book.say("nothing")))
        mine = isinstance(expr, pe.GetZone) and self._is_viewer(expr.index)  # he sees it
        return name if empty or mine else self.book.say("with_value", name, now)

    def part(self, expr: p.Expr, scope: Scope) -> Phrase:
        """Without brackets where its value, in brackets, ends it."""
        if isinstance(expr, pe.Apply) and self.now(expr) is not None:
            return self.value(expr, scope)
        return super().part(expr, scope)

    def key(self, expr: p.Expr, scope: Scope) -> Phrase:
        now = self.now(expr) if not self.within and self._is_picked(expr) else None
        return now or super().key(expr, scope)

    def _is_told(self, expr: p.Expr) -> bool:
        """Is it worth telling what it is now?"""
        if isinstance(expr, pe.Op) and expr.name in _HIDING:
            return self._is_told(expr.arguments[0])
        if isinstance(expr, pe.Op):
            return expr.name in ("count", "first", "last") or expr.type.name == "cell"
        return isinstance(expr, pe.GetState | pe.GetZone | pe.GetBalance | pe.Apply | pe.Fold | pe.Cond) and (
            expr.type.name != "flag"
        )

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
        """Has it a word, or is it a number whose name in the rules is all there is to say?"""
        return self._has_word(expr) or (self.book.is_wordless and expr.type.definite.is_numeric)

    def _declared(self, expr: pe.GetState | pe.GetBalance | pe.GetZone) -> bool:
        """Zones and accounts are shown by their names where they have no other; other names are the rules' own."""
        if not isinstance(expr, pe.GetState):
            return True
        return self.book.has_term(expr.state.name, self.book.owner_of(expr.state.name)) or self.book.is_wordless

    def applied(self, expr: pe.Apply | ps.CallRule, scope: Scope) -> Phrase:
        """Without what is asked about anyhow, or is only who asks."""
        arguments = tuple(one for one in expr.arguments if not (self._is_it(one, scope) or self._is_viewer(one)))
        name = self._named(expr, scope)
        is_its = any(self._is_it(one, scope) for one in expr.arguments)
        if is_its and not self.book.has_term(expr.rule.name, expr.rule.owner):
            name = self.book.say("its", name)
        return self.book.say("apply", name, joined(self.part(one, scope) for one in arguments)) if arguments else name

    def _is_it(self, expr: p.Expr | None, scope: Scope) -> bool:
        if self.within:
            return super()._is_it(expr, scope)
        return not self.several and self._is_picked(expr)

    def _is_picked(self, expr: p.Expr | None) -> bool:
        if self.evidence.about is None or not isinstance(expr, pe.Load):
            return False
        value, kind = self.evidence.about
        place = (expr.span, expr.type)
        return expr.type == kind and place in self.evidence.values and self.evidence.values[place] == value

    def _is_viewer(self, expr: p.Expr | None) -> bool:
        while isinstance(expr, pe.Op) and expr.name in ("the", "party"):
            expr = expr.arguments[0]
        if expr is None or expr.type.name != "seat" or self.book.viewer is None:
            return False
        return self.evidence.values.get((expr.span, expr.type)) == self.book.viewer

    def _stands_for_viewer(self, expr: pe.Load, scope: Scope) -> bool:
        return self.book.viewer is not None and scope.stands_for.get(expr.local) == self.book.say("you")

    def _belonging(self, name: Phrase, owner: p.Expr | None, scope: Scope) -> Phrase:
        if self._is_viewer(owner) or (isinstance(owner, pe.Load) and self._stands_for_viewer(owner, scope)):
            return self.book.say("your_many" if text_of(name).split()[0].endswith(("s", "x")) else "your", name)
        if owner is not None and owner.type.name in self.book.program.kinds and not self._is_it(owner, scope):
            now = self.now(owner)
            if now is not None:
                return self.book.say("of", name, now)
        return super()._belonging(name, owner, scope)

    # ---- what has no name is said by what it says
    def condition(self, expr: p.Expr, scope: Scope, holds: bool = True) -> Phrase:
        if isinstance(expr, pe.Quantified) and self._face_sought(expr) is None:
            return self._within(lambda: super(Saying, self).condition(expr, scope, holds))
        if isinstance(expr, pe.Apply) and not self._has_word(expr):
            self.depth += 1
            try:
                return self.condition(*self._inlined(expr, scope), holds)
            finally:
                self.depth -= 1
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
        if isinstance(expr, pe.Op) and expr.name in _COMPARING and not any(map(self._is_named, expr.arguments)):
            raise Unsayable
        return super().condition(expr, scope, holds)

    def _joint(self, expr: pe.Op, scope: Scope, holds: bool) -> Phrase:
        """Of several things that all hold those that can be said, which is as true."""
        if expr.name == "and" and holds:
            said = [one for one in self._flat(expr, "and") if self._is_sayable(one, scope)]
            if not said:
                raise Unsayable
            expr = replace(expr, arguments=tuple(said))
        return super()._joint(expr, scope, holds)

    def _is_sayable(self, expr: p.Expr, scope: Scope) -> bool:
        if self.book.known(expr, scope.entry) is not None:
            return True
        try:
            self.clause(expr, scope)
        except Unsayable:
            return False
        return True

    def _some(self, expr: p.Expr, scope: Scope) -> tuple[p.Expr, Scope]:
        """That there are any of these, which have no name: some of those among which they are."""
        if isinstance(expr, pe.Op) and expr.name in _HIDING:
            return self._some(expr.arguments[0], scope)
        if isinstance(expr, pe.Apply):
            return self._some(*self._within(lambda: self._inlined(expr, scope)))  # what is asked about has a value
        if not isinstance(expr, pe.Filter) or expr.preferring:
            raise Unsayable
        return pe.Quantified(FLAG, expr.span, expr.local, expr.source, expr.condition, False), scope

    def _is_named(self, expr: p.Expr) -> bool:
        """Does it say what is compared, and not a bare number?"""
        if isinstance(expr, pe.Const | pe.Load):
            return self._is_it(expr, self.scope)
        if isinstance(expr, pe.GetState | pe.GetBalance | pe.GetZone):
            return self._declared(expr)
        if isinstance(expr, pe.Apply):
            return self._is_called(expr) or expr.type.name not in ("number", "amount")
        return expr.type.name not in ("number", "amount") or any(map(self._is_named, parts(expr)))

    def _inlined(self, expr: pe.Apply, scope: Scope) -> tuple[p.Expr, Scope]:
        """What a rule says that people have no word for, its parameters being what it is asked for."""
        entry = scope.entry
        if expr.entry is not None and not isinstance(expr.entry, pe.Self):
            value = self.evidence.values.get((expr.entry.span, expr.entry.type))
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
