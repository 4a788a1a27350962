"""Sets and lists in the language's text, made at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.native.worlds import ELEMENTS, NUMBERS, Maker, Scope

from coupdsl.language import types as ty
from coupdsl.language.types import Type

if TYPE_CHECKING:
    from tests.native.typed import Writer


class Collections:
    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.rnd = writer.rnd
        self.world = writer.world

    def many(self, element: Type, scope: Scope, depth: int, constant: bool = True) -> str:
        """A set or a list; with `constant` it may be one of those known by name."""
        makers = self.stored(element, scope, constant)
        listing: Maker = lambda: self.listing(element, scope, depth - 1)  # noqa: E731
        if depth <= 0:
            return self.writer.any([*makers, *makers, listing])
        return self.writer.any([*makers[:5], listing, listing, *self.built(element, scope, depth - 1)])

    def stored(self, element: Type, scope: Scope, constant: bool) -> list[Maker]:
        kinds = (ty.set_of(element), ty.list_of(element))
        found = [m for kind in kinds for m in self.writer.loads(kind, scope)]
        if not scope.fixed:
            found += [
                lambda z=zone: z.name  # type: ignore[misc]
                for zone in self.world.zones
                if zone.per is None and zone.element == element and self.writer.seen(zone.open, scope)
            ]
        if constant and element not in (ty.FLAG, *NUMBERS):
            found.append(lambda: self.writer.constants(element))
        if element == ty.RANK:
            found += [lambda o=o: o for o in self.world.orders]  # type: ignore[misc]
        return found

    def listing(self, element: Type, scope: Scope, depth: int) -> str:
        if element == ty.CARD and self.world.names.get(ty.SUIT) and self.writer.chance(2):
            parts = [self.writer.face(scope, depth) for _ in range(self.rnd.randint(1, 3))]
        else:
            parts = [self.writer.make(element, scope, min(depth, 1)) for _ in range(self.rnd.randint(1, 4))]
            if self.writer.chance(4):
                parts.append(self.writer.maybe(element, scope, min(depth, 1)))
        return f"[{', '.join(parts)}]"

    def built(self, element: Type, scope: Scope, depth: int) -> list[Maker]:
        def s() -> str:
            return self.many(element, scope, depth)

        def one() -> str:
            return (
                self.writer.maybe(element, scope, depth)
                if self.writer.chance(3)
                else self.writer.make(element, scope, depth)
            )

        def filtered(word: str) -> str:
            condition = self.writer.about(element, scope, lambda inner: self.writer.make(ty.FLAG, inner, depth))
            return f"({s()} {word} {condition})"

        def best() -> str:
            kind = self.rnd.choice(NUMBERS)
            value = self.writer.about(element, scope, lambda inner: self.writer.make(kind, inner, depth))
            if element == ty.CARD and self.world.comparators and not scope.fixed and self.writer.chance(2):
                value = self.rnd.choice(self.world.comparators)
            return f"({self.rnd.choice(('highest', 'lowest'))} of {s()} by {value})"

        def cond() -> str:
            return f"(if {self.writer.make(ty.FLAG, scope, depth)} then {s()} else {s()})"

        def joined(word: str) -> str:
            other = s() if self.writer.chance(2) else one()
            if element == ty.CARD and self.world.names.get(ty.SUIT) and self.writer.chance(3):
                other = self.writer.face(scope, depth)
            return f"({s()} {word} {other})"

        def about() -> str:
            """Around a value among others; their type must be the very same, which plain digits spoil."""
            source = s()
            if element in NUMBERS:
                source = "some_numbers" if element == ty.NUMBER else "some_amounts"
            value, near = self.writer.make(element, scope, depth), self.writer.chance(2)
            if element == ty.PARTY:
                source, value = "some_parties", "one_party"
            return f"near({value}, {source})" if near else f"({source} {self.rnd.choice(('from', 'after'))} {value})"

        def connected() -> str:
            start = one() if self.writer.chance(2) else s()
            return f"connected({start}, {self.many(element, scope.over(element), depth)} with it)"

        found: list[Maker] = [
            lambda: filtered("where"), lambda: filtered("where"), lambda: filtered("preferring"), best,
            lambda: joined("with"), lambda: joined("without"),
            lambda: f"({self.rnd.choice(('first', 'last'))}({self.writer.make(ty.NUMBER, scope, depth)}) of {s()})",
        ]  # fmt: skip
        if not (scope.fixed and element in (*NUMBERS, ty.PARTY)) and element != ty.PIECE:
            found.append(about)
        if element not in (*NUMBERS, ty.PARTY, ty.PIECE):
            found.append(connected)
        if element in NUMBERS:
            found += [lambda: self.between(element, scope, depth)] * 2
        if element == ty.CELL:
            found += [
                lambda: f"line({self.writer.make(ty.CELL, scope, depth)}, {self.writer.make(ty.CELL, scope, depth)})"
            ] * 4
        if element not in (ty.PARTY, ty.PIECE):
            found.append(cond)
        found += self.eaches(element, scope, depth)
        for rule in self.writer.rules(scope):
            if rule.gives in (ty.set_of(element), ty.list_of(element)):
                found.append(lambda r=rule: self.writer.applied(r, scope, depth))  # type: ignore[misc]
        return found

    def between(self, element: Type, scope: Scope, depth: int) -> str:
        low, high = self.writer.make(element, scope, depth), self.writer.make(element, scope, depth)
        if self.writer.chance(3):
            return f"({low} .. {high} step {self.writer.positive(scope, depth)})"
        return (
            f"({self.rnd.randrange(5)} .. {self.rnd.randrange(12)})" if self.writer.chance(2) else f"({low} .. {high})"
        )

    def eaches(self, element: Type, scope: Scope, depth: int) -> list[Maker]:
        """`name of` a whole set, or a collection kept for one that may be none."""
        found: list[Maker] = []
        for name, of, given in self.writer.attributes(scope):
            if of not in ELEMENTS or of in self.world.barred:
                continue
            if given.definite == element or (given.is_collection and given.of == element):
                found.append(lambda n=name, o=of: f"({n} of {self.many(o, scope, depth)})")  # type: ignore[misc]
            if given.is_collection and given.of == element:
                found.append(lambda n=name, o=of: f"({n} of {self.writer.maybe(o, scope, depth)})")  # type: ignore[misc]
                found.append(lambda n=name, o=of: self.writer.attribute(n, o, scope, depth))  # type: ignore[misc]
        self.rnd.shuffle(found)
        return found[:5]
