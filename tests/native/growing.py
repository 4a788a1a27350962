"""Lists, sets and counts that grow, in the language's text, made at random: each is made of what it was before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.native.worlds import ELEMENTS, NUMBERS, Around, Kept, Maker, Ruled, Scope

from coupdsl.language import types as ty
from coupdsl.language.types import Type

if TYPE_CHECKING:
    from tests.native.acting import Statements

GROWING = tuple(make(kind) for kind in ELEMENTS for make in (ty.list_of, ty.list_of, ty.set_of))
Line = tuple[list[str], Around]


class Growing:
    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.writer = statements.writer
        self.rnd = statements.rnd
        self.world = statements.world

    def of_itself(self, name: str, kind: Type, scope: Scope) -> str:
        """A value of this type that is made of that of `name`."""
        writer = self.writer
        if kind in NUMBERS:
            return self.rnd.choice((f"(({name} + {writer.make(kind, scope, 1)}) mod 50)", f"max({name}, 1)"))
        if not kind.is_collection:
            return writer.whole(kind, scope)
        element = kind.of
        assert element is not None

        def one() -> str:
            made = writer.make(element, scope, 1)
            return f"({made} mod 100)" if element in NUMBERS and kind.name == "set" else made

        def best() -> str:
            value = writer.make(ty.NUMBER, scope.over(element), 1)
            return f"({self.rnd.choice(('highest', 'lowest'))} of {name} by {value})"

        def filtered(word: str) -> str:
            return f"({name} {word} {writer.make(ty.FLAG, scope.over(element), 1)})"

        found: list[Maker] = [
            lambda: f"({name} with {one()})", lambda: f"({name} with {one()})", lambda: f"({name} with {one()})",
            lambda: f"({name} without {one()})",
            lambda: filtered("where"), lambda: filtered("preferring"), lambda: name, best,
        ]  # fmt: skip
        if element not in NUMBERS:
            found.append(lambda: f"({name} with {writer.many(element, scope, 1)})")
        if element not in (*NUMBERS, ty.PARTY, ty.PIECE):
            found += [
                lambda: f"([{one()}] with {name})", lambda: f"({writer.many(element, scope, 1)} with {name})",
                lambda: f"({name} {self.rnd.choice(('from', 'after'))} {one()})",
                lambda: f"(if {writer.make(ty.FLAG, scope, 1)} then {name} else ({name} with {one()}))",
            ]  # fmt: skip
        if kind.name == "list":
            found.append(lambda: f"(first({writer.make(ty.NUMBER, scope, 1)}) of {name})")
        for rule in writer.rules(scope):
            if rule.gives == kind and kind in rule.takes:
                found += [lambda r=rule: self.handed(r, name, kind, scope)] * 3  # type: ignore[misc]
        return writer.any(found)

    def handed(self, rule: Ruled, name: str, kind: Type, scope: Scope) -> str:
        """A call of a rule to which `name` is handed on."""
        parts = [name if wanted == kind else self.writer.whole(wanted, scope, 1) for wanted in rule.takes]
        call = f"{rule.name}({', '.join(parts)})"
        of = f"{call} of {self.writer.make(rule.of, scope, 1)}" if rule.of is not None else call
        return of if rule.acts or rule.of is None else f"({of})"

    def grow(self, around: Around) -> Line:
        """Something of one's own grows in a loop, is handed on, and told."""
        if around.top:
            return self.statements.repeat(around)
        name, kind = self.writer.new("own"), self.writer.kind(GROWING)
        assert kind.of is not None
        first = "[]" if self.writer.chance(2) else self.writer.whole(kind, around.scope)
        lines = [f"state {name}: {kind} = {first}"]
        own = Kept(name, kind, open=False)
        around = replace(around, scope=around.scope.binding(own))
        each = self.writer.new("each")
        inner = around.scope.binding(Kept(each, kind.of))
        more = f"({each} mod 100)" if kind.of in NUMBERS and kind.name == "set" else each
        body = [f"{name} := ({name} with {more})"] if self.writer.chance(2) else []
        body += [f"{name} := {self.of_itself(name, kind, inner)}" for _ in range(self.rnd.randint(1, 2))]
        if self.writer.chance(2):
            body += self.exchanged(own, inner)
        acting = [
            r for r in self.world.rules if r.acts and r.gives == kind and kind in r.takes
            and self.statements.may_call(r, around)
        ]  # fmt: skip
        if acting and not self.writer.chance(3):
            body.append(f"{name} := {self.handed(self.rnd.choice(acting), name, kind, inner)}")
        lines += [f"for {each} in {self.writer.many(kind.of, around.scope, 1)} {{", *(f"  {x}" for x in body), "}"]
        told = self.writer.new("told")
        return [*lines, f"reveal {told} = {name}"], around

    def exchanged(self, own: Kept, scope: Scope) -> list[str]:
        """What it was is kept by another name while it changes, and it may become that again."""
        before = self.writer.new("let")
        lines = [f"let {before} = {own.name}", f"{own.name} := {self.of_itself(own.name, own.type, scope)}"]
        if self.writer.chance(2):
            lines.append(f"reveal {self.writer.new('told')} = {before}")
        if self.writer.chance(3):
            lines.append(f"{own.name} := {before}")
        return lines

    def rule(self, write: Callable[[tuple[Type, ...]], tuple[tuple[Kept, ...], str]]) -> tuple[Ruled, list[str]]:
        """A rule that makes more, or less, of what it is given and hands that back; `write` gives its first line."""
        kind = self.writer.kind(GROWING)
        assert kind.of is not None
        takes = (kind, kind.of) if self.writer.chance(2) else (kind,)
        names, head = write(takes)
        rule = Ruled(self.writer.new("grown"), takes, kind, acts=True)
        around = Around(Scope(names), kind, depth=0, asks=False)
        own = Kept(self.writer.new("own"), kind, open=False)
        lines = [f"state {own.name}: {kind} = {names[0].name}"]
        around = replace(around, scope=around.scope.binding(own))
        more, around = self.grow(around)
        lines += [*more, *(x for _ in range(2) for x in self.exchanged(own, around.scope))]
        result = self.rnd.choice((own.name, self.of_itself(own.name, kind, around.scope)))
        return rule, [f"rule {rule.name}{head}: {kind} {{", *(f"  {line}" for line in lines), f"  give {result}", "}"]
