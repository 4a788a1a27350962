"""Expressions in the language's text, made at random by type.

Everything compound stands in brackets. What not everybody sees is asked for only where a scope is `hidden`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tests.native.collecting import Collections
from tests.native.worlds import (
    ELEMENTS,
    GEM,
    MOOD,
    NOTE,
    NUMBERS,
    PIECES,
    REASONS,
    SINGLES,
    TYPES,
    Kept,
    Lying,
    Maker,
    Ruled,
    Scope,
    World,
)  # fmt: skip

from coupdsl.language import types as ty
from coupdsl.language.types import Type, fits

OUTERMOST = ("largest", "smallest")


def serves(given: Type, wanted: Type) -> bool:
    """Cards are kept apart from notes, which they are not compared with, and fractions from amounts."""
    if wanted.family or (wanted.of is not None and wanted.of.family):
        return given == wanted
    return fits(given, wanted) and not (wanted == ty.FRACTION and given == ty.AMOUNT)


class Writer:
    def __init__(self, rnd: random.Random, world: World) -> None:
        self.rnd = rnd
        self.world = world
        self.count = 0
        self.collections = Collections(self)

    def new(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def chance(self, one_in: int) -> bool:
        return self.rnd.randrange(one_in) == 0

    def any(self, makers: Sequence[Maker]) -> str:
        return self.rnd.choice(makers)()

    def kind(self, among: Sequence[Type] = TYPES) -> Type:
        barred = self.world.barred
        return self.rnd.choice([kind for kind in among if kind.definite not in barred and kind.of not in barred])

    def about(self, element: Type, scope: Scope, ask: Callable[[Scope], str]) -> str:
        """What is asked about each of some: as `it`, or by a name of its own."""
        if not self.chance(4):
            return ask(scope.over(element))
        name = self.new("each")
        return f"{name}: {ask(scope.binding(Kept(name, element)))}"

    def named(self, kept: Kept, scope: Scope) -> str:
        """Its name, with what stands in brackets."""
        return kept.name if kept.by is None else f"{kept.name}({self.make(kept.by, scope, 0)})"

    # ---- entry points
    def whole(self, kind: Type, scope: Scope, depth: int = 2) -> str:
        """Where a value of type `kind` is demanded, so that words and accounts stand by their bare names."""
        if kind.optional:
            if self.chance(6):
                return "none"
            return (
                self.whole(kind.definite, scope, depth) if self.chance(3) else self.maybe(kind.definite, scope, depth)
            )
        if kind.is_collection:
            if self.chance(10):
                return "[]"
            assert kind.of is not None
            if kind.of.family and self.chance(6):
                return self.make(kind.of, scope, depth)  # one piece counts as the set of it
            return self.many(kind.of, scope, depth)
        if kind == ty.PIECE:
            kind = self.kind(PIECES)
        bare = {MOOD: MOOD.words, ty.REASON: REASONS, ty.PARTY: ("pot", "bank")}.get(kind)
        if bare is not None and (not self.chance(3) or (scope.fixed and kind != ty.PARTY)):
            if depth > 0 and self.chance(3):
                condition = self.make(ty.FLAG, scope, depth - 1)
                return f"(if {condition} then {self.rnd.choice(bare)} else {self.whole(kind, scope, depth - 1)})"
            return self.rnd.choice(bare)
        return self.make(kind, scope, depth)

    def make(self, kind: Type, scope: Scope, depth: int) -> str:
        """A value of this type that is no collection and never none."""
        makers = self.loads(kind, scope) * 2
        if depth <= 0:
            return self.any([*(makers or [lambda: self.constant(kind, scope)]), lambda: self.constant(kind, scope)])
        makers = makers[:6] + self.reached(kind, scope, depth)[:6] + self.own(kind, scope, depth)
        makers.append(lambda: self.constant(kind, scope))
        if kind not in (ty.PARTY, MOOD, ty.REASON, ty.FRACTION):
            makers.append(lambda: self.cond(kind, scope, depth))
        if kind in ELEMENTS and self.chance(4):
            makers.append(lambda: self.surely(kind, scope, depth - 1))
        return self.any(makers)

    def constant(self, kind: Type, scope: Scope) -> str:
        if kind in NUMBERS:
            if kind == ty.NUMBER and self.chance(6):
                return self.rnd.choice(("-1", "-1", "-1", "-2", "-9"))
            if self.chance(150):
                return self.rnd.choice(("126", "127", "4200", "1073741824", "(999999999999999 * 4611)"))
            return str(self.rnd.randrange(10))
        if kind in (ty.RATIO, ty.FRACTION):
            return f"{self.rnd.randrange(5)}/{self.rnd.randint(1, 6)}"
        if kind == ty.FLAG:
            return self.rnd.choice(("true", "false"))
        if kind in self.world.names and self.chance(2):
            return self.rnd.choice(self.world.names[kind])
        if kind == ty.CARD and self.world.extras and self.chance(3):
            return self.rnd.choice(self.world.extras)
        if kind in (MOOD, ty.REASON):
            return {MOOD: "mood", ty.REASON: "why"}[kind]
        source = self.constants(kind)
        return f"({self.rnd.choice(('first', 'last'))} of {source})"

    def constants(self, element: Type) -> str:
        return {
            ty.SEAT: "seats", ty.TEAM: "teams", ty.PARTY: "seats", ty.SUIT: "suits", ty.RANK: "ranks", ty.CELL: "cells",
            GEM: "gems", ty.CARD: "cards", ty.PIECE: "cards", NOTE: "notes",
        }[element]  # fmt: skip

    def cond(self, kind: Type, scope: Scope, depth: int) -> str:
        condition = self.make(ty.FLAG, scope, depth - 1)
        return f"(if {condition} then {self.make(kind, scope, depth - 1)} else {self.make(kind, scope, depth - 1)})"

    # ---- what is found by name
    def seen(self, open_: bool, scope: Scope) -> bool:
        return open_ or scope.hidden

    def loads(self, kind: Type, scope: Scope) -> list[Maker]:
        """Locals, `it` and what is kept once."""
        found: list[Maker] = [lambda n=n: n.name for n in scope.names if serves(n.type, kind)]  # type: ignore[misc]
        if scope.its and serves(scope.its[-1], kind):
            found.append(lambda: "it")
        if not scope.fixed:
            found += [
                lambda k=k: k.name  # type: ignore[misc]
                for k in self.world.kept
                if k.per is None and serves(k.type, kind) and self.seen(k.open, scope)
            ]
        self.rnd.shuffle(found)
        return found

    def reached(self, kind: Type, scope: Scope, depth: int) -> list[Maker]:
        """What is kept for each of something, and rules."""
        found: list[Maker] = []
        for name, of, given in self.attributes(scope):
            if serves(given, kind):
                found.append(lambda n=name, o=of: self.attribute(n, o, scope, depth))  # type: ignore[misc]
        for rule in self.rules(scope):
            assert rule.gives is not None
            if serves(rule.gives, kind):
                found.append(lambda r=rule: self.applied(r, scope, depth))  # type: ignore[misc]
        self.rnd.shuffle(found)
        return found

    def rules(self, scope: Scope) -> list[Ruled]:
        if scope.fixed:
            return []
        return [r for r in self.world.rules if not r.acts and r.gives is not None and self.seen(r.open, scope)]

    def attribute(self, name: str, of: Type, scope: Scope, depth: int) -> str:
        if scope.its and scope.its[-1] == of and self.chance(2):
            return name
        return f"({name} of {self.make(of, scope, depth - 1)})"

    def applied(self, rule: Ruled, scope: Scope, depth: int) -> str:
        arguments = ", ".join(self.whole(kind, scope, depth - 1) for kind in rule.takes)
        call = f"{rule.name}({arguments})" if rule.takes else rule.name
        return call if rule.of is None else f"({call} of {self.make(rule.of, scope, depth - 1)})"

    def attributes(self, scope: Scope) -> list[tuple[str, Type, Type]]:
        """Name, of what, and its type: what can stand before `of`."""
        found: list[tuple[str, Type, Type]] = [
            ("left", ty.SEAT, ty.SEAT), ("team", ty.SEAT, ty.TEAM),
            ("row", ty.CELL, ty.NUMBER), ("column", ty.CELL, ty.NUMBER),
        ]  # fmt: skip
        found += [("partners", ty.SEAT, ty.list_of(ty.SEAT)), ("members", ty.TEAM, ty.list_of(ty.SEAT))]
        for piece in (ty.CARD, ty.PIECE):
            found += [("suit", piece, ty.SUIT.or_none), ("rank", piece, ty.RANK.or_none)]
        if scope.hidden:
            found += [("owner", piece, ty.SEAT.or_none) for piece in PIECES if piece not in self.world.barred] * 3
        if scope.fixed:
            return found
        for kept in self.world.kept:
            if kept.per is not None and self.seen(kept.open, scope):
                found.append((self.named(kept, scope), kept.per, kept.type))
        for zone in self.world.zones:
            if zone.per is not None and self.seen(zone.open, scope):
                found.append((zone.name, zone.per, (ty.list_of if zone.row else ty.set_of)(zone.element)))
        return found

    # ---- what may be none
    def maybe(self, kind: Type, scope: Scope, depth: int) -> str:
        """A value that the checker takes for one that may be none."""
        makers: list[Maker] = [
            lambda: f"({self.rnd.choice(('first', 'last'))} of {self.many(kind, scope, depth - 1, constant=False)})",
            lambda: f"(if {self.make(ty.FLAG, scope, depth - 1)} then none else {self.make(kind, scope, depth - 1)})",
        ]
        if kind in NUMBERS:
            makers += [lambda: self.largest(kind, scope, depth - 1)] * 2
            makers += [lambda: self.placed(scope, depth - 1)] * (kind == ty.NUMBER)
            if kind == ty.NUMBER and scope.hidden:
                makers += [lambda: f"(position of {self.make(self.kind(PIECES), scope, depth - 1)})"] * 2
        if kind == ty.PARTY:
            kind = ty.SEAT
        makers += [lambda n=n: n.name for n in scope.names if n.type == kind.or_none]  # type: ignore[misc]
        if not scope.fixed:
            for k in self.world.kept:
                if k.type == kind.or_none and k.per is None and self.seen(k.open, scope):
                    makers.append(lambda k=k: k.name)  # type: ignore[misc]
        if depth > 0:
            for name, of, given in self.attributes(scope):
                if given == kind.or_none:
                    makers.append(lambda n=name, o=of: f"({n} of {self.make(o, scope, depth - 1)})")  # type: ignore[misc]
                if given in (kind, kind.or_none) and of in ELEMENTS and of not in self.world.barred:
                    makers.append(lambda n=name, o=of: f"({n} of {self.maybe(o, scope, depth - 1)})")  # type: ignore[misc]
        return self.any(makers)

    def placed(self, scope: Scope, depth: int) -> str:
        """The place of something in a list, where it may be nowhere."""
        kind = self.kind((ty.SEAT, ty.SUIT, ty.RANK, ty.CELL))
        value = self.maybe(kind, scope, depth) if self.chance(3) else self.make(kind, scope, depth)
        return f"place_in({value}, {self.collections.listing(kind, scope, depth)})"

    def divisor(self, kind: Type, scope: Scope, depth: int) -> str:
        """What to divide by: mostly above 0."""
        number = self.make(kind, scope, depth)
        return number if self.chance(15) and not scope.fixed else f"max({self.rnd.randint(1, 4)}, {number})"

    def surely(self, kind: Type, scope: Scope, depth: int) -> str:
        """`the`: mostly of what there is."""
        if self.chance(8) and not scope.fixed:
            return f"(the {self.maybe(kind, scope, depth)})"
        source = f"({self.many(kind, scope, depth)} with {self.make(kind, scope, depth)})"
        return f"(the ({self.rnd.choice(('first', 'last'))} of {source}))"

    def positive(self, scope: Scope, depth: int) -> str:
        return self.divisor(ty.NUMBER, scope, depth)

    # ---- by type
    def own(self, kind: Type, scope: Scope, depth: int) -> list[Maker]:
        """What there is for this type alone."""
        if kind == ty.FLAG:
            return self.flags(scope, depth - 1) * 2
        if kind in NUMBERS:
            return self.numbers(kind, scope, depth - 1) * 2
        if kind == ty.FRACTION:
            return self.fractions(ty.NUMBER, scope, depth - 1)
        return []

    def numbers(self, kind: Type, scope: Scope, depth: int) -> list[Maker]:
        def n(kind: Type = kind) -> str:
            return self.make(kind, scope, depth)

        def over(verb: str) -> str:
            element = self.kind(ELEMENTS)
            source = self.many(element, scope, depth)
            return f"({verb} of {self.about(element, scope, lambda s: self.make(kind, s, depth))} over {source})"

        def largest() -> str:
            """Surely of something, or now and then of what may be nothing."""
            if self.chance(8) and not scope.fixed:
                return f"(the {self.largest(kind, scope, depth)})"
            element = self.kind([kind for kind in ELEMENTS if not kind.family])
            source = f"({self.many(element, scope, depth)} with {self.make(element, scope, depth)})"
            asked = self.about(element, scope, lambda s: self.measured(kind, s, depth))
            return f"({self.rnd.choice(OUTERMOST)} of {asked} over {source})"

        def place() -> str:
            where = f"(position of {self.make(self.kind(PIECES), scope, depth)})"
            return f"(if {where} is none then -1 else the {where})"

        def factor() -> str:
            return "pot" if kind == ty.AMOUNT and not scope.fixed else n()

        def rounded() -> str:
            value = self.any(self.fractions(kind, scope, depth))
            step = self.rnd.choice(("1", "3", self.positive(scope, depth)))
            return f"({value} rounded {self.rnd.choice(('up', 'down'))} to {step})"

        def product() -> str:
            if kind == ty.AMOUNT and scope.fixed:
                return n()
            return f"({factor()} * {self.make(ty.NUMBER, scope, depth if kind == ty.NUMBER else 0)})"

        found: list[Maker] = [
            lambda: f"({n()} + {n()})", lambda: f"({n()} - {n()})", product,
            lambda: f"({n()} mod {self.divisor(kind, scope, depth)})",
            lambda: f"-{n()}", lambda: f"{self.rnd.choice(('min', 'max'))}({n()}, {n()})",
            lambda: f"min({n()}, {n()}, {n()})", lambda: over("sum"), largest,
        ]  # fmt: skip
        if not (kind == ty.AMOUNT and scope.fixed):
            found += [rounded, rounded]
        if kind == ty.NUMBER:
            found += [lambda: f"(count of {self.many(self.kind(ELEMENTS), scope, depth)})", lambda: self.sized(scope)]
            found += [lambda: f"place_in({self.make(ty.RANK, scope, depth)}, ranks)", lambda: self.chosen(scope, depth)]
            if scope.hidden:
                found += [place] * 3
        return found

    def largest(self, kind: Type, scope: Scope, depth: int) -> str:
        """The largest of some, none where there are none of them."""
        element = self.kind(ELEMENTS)
        condition = self.about(element, scope, lambda s: self.make(ty.FLAG, s, depth - 1))
        source = f"({self.many(element, scope, depth)} where {condition})"
        asked = self.about(element, scope, lambda s: self.measured(kind, s, depth))
        return f"({self.rnd.choice(OUTERMOST)} of {asked} over {source})"

    def chosen(self, scope: Scope, depth: int) -> str:
        """How many ways there are to choose some, or what is most of them."""
        kind = self.kind([kind for kind in ELEMENTS if kind not in NUMBERS])
        source = f"choices of first({self.rnd.randint(0, 4)}) of {self.many(kind, scope, depth)}"
        other = self.many(kind, scope, depth)
        return self.rnd.choice(
            (
                f"(count of ({source} where count of it is {self.rnd.randint(1, 3)}))",
                f"(count of ({source} where c: {other} in c))",
                f"(sum of count of it over {source})",
            )
        )

    def measured(self, kind: Type, scope: Scope, depth: int) -> str:
        """A number, often below zero."""
        return f"{self.rnd.choice(('', '', '-'))}{self.make(kind, scope, depth)}"

    def sized(self, scope: Scope) -> str:
        """How many lie somewhere, which everybody sees."""
        return f"(count of {self.zone(self.rnd.choice(self.world.zones), scope)})" if not scope.fixed else "2"

    def fractions(self, kind: Type, scope: Scope, depth: int) -> list[Maker]:
        """Fractions of numbers or of amounts."""

        def some() -> str:
            if kind == ty.AMOUNT and not scope.fixed:
                return self.rnd.choice(("pot", "bank", "one_amount"))
            return self.make(ty.NUMBER, scope, depth)

        def other() -> str:
            if self.chance(10) and not scope.fixed:
                return f"({self.make(self.rnd.choice((ty.RATIO, ty.FRACTION)), scope, depth)})"
            return self.rnd.choice((self.positive(scope, depth), "(2/3)", "(5/2)"))

        return [
            lambda: f"({some()} / {other()})", lambda: f"({some()} * {self.make(ty.RATIO, scope, depth)})",
            lambda: f"({some()} {self.rnd.choice('+-')} {self.make(ty.RATIO, scope, depth)})",
            lambda: f"(({some()} / {self.positive(scope, depth)}) mod {other()})",
            lambda: f"({some()} / {other()} * {self.make(ty.FRACTION, scope, depth)})",
        ]  # fmt: skip

    def flags(self, scope: Scope, depth: int) -> list[Maker]:
        def f() -> str:
            return self.make(ty.FLAG, scope, depth)

        def same() -> str:
            kind = self.kind((*ELEMENTS, ty.RATIO, ty.FRACTION) if scope.fixed else (*SINGLES, ty.FRACTION))
            word = self.rnd.choice(("is", "is not"))
            bare = {MOOD: "mood", ty.REASON: "why", ty.PARTY: "one_party"}.get(kind)
            if bare is not None and not scope.fixed:
                return f"({bare} {word} {self.whole(kind, scope, depth)})"
            left = self.maybe(kind, scope, depth) if kind in ELEMENTS and self.chance(3) else None
            if kind == ty.FRACTION:
                left = self.any(self.fractions(ty.NUMBER, scope, depth))
            left, right = left or self.make(kind, scope, depth), self.make(kind, scope, depth)
            if left.startswith("play."):  # what follows would be one of its readings
                left, right = right, left
            return "(not true)" if left.startswith("play.") else f"({left} {word} {right})"

        def order() -> str:
            kind = self.rnd.choice((*NUMBERS, ty.FRACTION))
            relation = self.rnd.choice(("<", "<=", ">", ">="))
            return f"({self.make(kind, scope, depth)} {relation} {self.make(kind, scope, depth)})"

        def none() -> str:
            return f"({self.maybe(self.kind(ELEMENTS), scope, depth)} {self.rnd.choice(('is', 'is not'))} none)"

        def inside() -> str:
            kind = self.kind(ELEMENTS)
            left = self.maybe(kind, scope, depth) if self.chance(3) else self.make(kind, scope, depth)
            if self.chance(4):
                left = self.many(kind, scope, depth)
            return f"({left} {self.rnd.choice(('in', 'not in'))} {self.many(kind, scope, depth)})"

        def quantified() -> str:
            kind = self.kind(ELEMENTS)
            condition = self.about(kind, scope, lambda s: self.make(ty.FLAG, s, depth))
            return f"({self.rnd.choice(('some', 'every'))} {self.many(kind, scope, depth)} where {condition})"

        def alike() -> str:
            kind = self.kind([kind for kind in ELEMENTS if not kind.is_numeric])
            word = self.rnd.choice(("is", "is not"))
            return f"({self.many(kind, scope, depth)} {word} {self.many(kind, scope, depth)})"

        def empty() -> str:
            word = self.rnd.choice(("is empty", "is not empty"))
            return f"({self.many(self.kind(ELEMENTS), scope, depth)} {word})"

        found: list[Maker] = [
            lambda: f"(not {f()})", lambda: f"({f()} and {f()})", lambda: f"({f()} or {f()})", same, same, order, order,
            none, inside, inside, quantified, quantified, empty, alike,
        ]  # fmt: skip
        if self.world.names.get(ty.SUIT):
            found += [
                lambda: f"({self.make(ty.CARD, scope, depth)} is {self.face(scope, depth)})",
                lambda: f"({self.face(scope, depth)} in {self.many(ty.CARD, scope, depth)})",
            ]
        if self.world.conditions:
            found.append(lambda: f"({self.rnd.choice(self.world.conditions)})")
        return found

    def face(self, scope: Scope, depth: int) -> str:
        suit = self.maybe(ty.SUIT, scope, depth) if self.chance(5) else self.make(ty.SUIT, scope, depth)
        return f"({self.rnd.choice(self.world.names[ty.RANK])} of {suit})"

    # ---- sets and lists
    def zone(self, zone: Lying, scope: Scope, depth: int = 0) -> str:
        return zone.name if zone.per is None else f"({zone.name} of {self.make(zone.per, scope, depth)})"

    def many(self, element: Type, scope: Scope, depth: int, constant: bool = True) -> str:
        """A set or a list; with `constant` it may be one of those known by name."""
        return self.collections.many(element, scope, depth, constant)
