"""Where a value comes from: expressions worked out as in play, with what every part of them came to.

Nothing of this is kept while a game is played: who asks has a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from coupdsl.code.bits import mask_of, members
from coupdsl.code.layout import NONE
from coupdsl.code.plain import plain
from coupdsl.engine.closures import Closure
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.position import Position
from coupdsl.language import program as p
from coupdsl.language.source import Span

SHOWN = 40  # elements of a sum that are traced one by one


@dataclass(frozen=True)
class Part:
    """An expression and what it came to. `value` is plain data, `rules` are the numbers that its line cites.

    `of` names the element that it is about, where the expression was worked out for each of many.
    """

    text: str
    value: Any
    kind: str  # its type, as rules write it
    span: Span
    rules: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    of: Any = None

    @property
    def place(self) -> str:
        return str(self.span)

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Part]]:
        """This part and those inside it, each with its depth."""
        yield depth, self
        for part in self.parts:
            yield from part.lines(depth + 1)


def written(expr: p.Expr) -> str:
    """As the rules write it, on one line."""
    return " ".join(expr.span.text.split())


class Tracer:
    """Traces expressions in `position`, into which it writes; `origins` say what locals in memory were made of.

    Pieces are named as `seat` knows them (None: a spectator), who need not see all that a value was worked out from.
    """

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        origins: dict[int, Part] | None = None,
        seat: int | None = None,
    ) -> None:
        self.position = position
        self.bit = 1 << (position.code.layout.seats if seat is None or seat < 0 else seat)
        self.evaluator = evaluator
        self.origins = origins if origins is not None else {}

    def value(self, expr: p.Expr, entry: p.Entry | None) -> Any:
        return self.run(self.evaluator.closure(expr, entry))

    def run(self, closure: Closure) -> Any:
        """Works out what may never have been asked alone before, and so needs places of its own."""
        scratch = self.position.scratch
        scratch.extend([None] * (self.evaluator.scratch - len(scratch)))
        return closure(self.position)

    def put(self, local: p.Local, entry: p.Entry | None, value: Any) -> None:
        slot, scratch = self.evaluator.slot(local, entry), self.position.scratch
        scratch.extend([None] * (self.evaluator.scratch - len(scratch)))
        scratch[slot] = value

    def part(self, expr: p.Expr, entry: p.Entry | None) -> Part:
        """What `expr` comes to, and its parts."""
        rules: tuple[str, ...] = ()
        span = expr.span
        if isinstance(expr, p.Apply):
            rules, span, parts = self._applied(expr, entry)
        else:
            parts = self._parts(expr, entry)
        value = plain(self.seen(self.value(expr, entry), expr), expr.type, self.position.code)
        return Part(written(expr), value, str(expr.type), span, rules, tuple(parts))

    def seen(self, value: Any, expr: p.Expr) -> Any:
        """Of the pieces that lie somewhere, those known to who asks; a piece called by its name is no news."""
        kind = expr.type.of
        if kind is not None and kind.family:
            elements = members(value) if expr.type.name == "set" else value
            known = [piece for piece in elements if self.knows(piece)]
            return mask_of(known) if expr.type.name == "set" else known
        found = isinstance(expr, p.Op) and expr.name in ("first", "last", "the")
        return NONE if found and expr.type.family and value >= 0 and not self.knows(value) else value

    def knows(self, piece: int) -> bool:
        return bool(self.position.known[piece] & self.bit)

    def _parts(self, expr: p.Expr, entry: p.Entry | None) -> list[Part]:
        match expr:
            case p.Load(local=local):
                slot = self.evaluator.stored_slots.get((local, entry))
                known = self.origins.get(slot) if slot is not None else None
                return [known] if known is not None else []
            case p.Op(name="and" | "or" as name, arguments=arguments):
                return self._as_far_as_asked(arguments, name == "or", entry)
            case p.Op(arguments=arguments) if expr.type.is_numeric or expr.type.name in ("flag", "fraction", "literal"):
                return [self.part(argument, entry) for argument in arguments if not isinstance(argument, p.Const)]
            case p.Cond(condition=condition, then=then, otherwise=otherwise):
                chosen = then if self.value(condition, entry) else otherwise
                return [self.part(condition, entry), self.part(chosen, entry)]
            case p.Fold(local=local, source=source, value=value):
                return self._each(local, source, value, entry)
            case p.Quantified(local=local, source=source, condition=condition, every=every):
                found = self._each(local, source, condition, entry)
                return next(([part] for part in found if bool(part.value) is not every), found)
            case p.Lift(local=local, source=source, body=body):
                lifted = self.value(source, entry)
                if lifted < 0:
                    return [self.part(source, entry)]
                self.put(local, entry, lifted)
                return [self.part(source, entry), self.part(body, entry)]
        return []

    def _as_far_as_asked(self, arguments: tuple[p.Expr, ...], until: bool, entry: p.Entry | None) -> list[Part]:
        """What comes after an answer that settles it is not asked in play either."""
        found: list[Part] = []
        for argument in arguments:
            found.append(self.part(argument, entry))
            if bool(found[-1].value) is until:
                break
        return found

    def _each(self, local: p.Local, source: p.Expr, value: p.Expr, entry: p.Entry | None) -> list[Part]:
        elements = self.run(self.evaluator.as_list(source, entry))
        if local.type.family and not all(map(self.knows, elements)):
            return []
        found = []
        for element in list(elements)[:SHOWN]:
            self.put(local, entry, element)
            found.append(replace(self.part(value, entry), of=plain(element, local.type, self.position.code)))
        return found

    def bind(self, expr: p.Apply, entry: p.Entry | None) -> p.Entry | None:
        """Puts the arguments of a rule in their places; gives the entry whose rule it is."""
        target = entry
        if expr.entry is not None:
            target = self.position.rules.program.kinds[expr.entry.type.name].entries[self.value(expr.entry, entry)]
        version = self.position.rules.version(expr.rule, target)
        kinds = expr.rule.parameter_types
        arguments = [self.evaluator.value(a, k, entry) for a, k in zip(expr.arguments, kinds, strict=True)]
        values = [self.run(argument) for argument in arguments]
        if version is not None:
            for parameter, value in zip(version.parameters, values, strict=True):
                self.put(parameter, target, value)
        return target

    def _applied(self, expr: p.Apply, entry: p.Entry | None) -> tuple[tuple[str, ...], Span, list[Part]]:
        target = self.bind(expr, entry)
        version = self.position.rules.version(expr.rule, target)
        if version is None or version.value is None:
            return (), expr.span, []
        rules = tuple(str(citation) for citation in version.citations)
        stated = version.value.span
        if isinstance(version.value, p.Const):
            return rules, stated, []
        return rules, stated, [self.part(version.value, target)]


def deciding(part: Part) -> Part:
    """The innermost part because of which a condition holds, or does not; with the rules of the nearest around it."""
    conditions = [inner for inner in part.parts if inner.kind == "flag" and inner.of is None]
    same = [inner for inner in conditions if inner.value == part.value]
    if same and (not part.value or len(same) == 1):
        inner = deciding(same[0])
        return inner if inner.rules else replace(inner, rules=part.rules)
    return part
