"""Where a value comes from: expressions worked out as in play, with what every part of them came to.

Nothing of this is kept while a game is played: who asks has a position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code.bits import mask_of, members
from coupdsl.code.evidence import Place
from coupdsl.code.layout import NONE
from coupdsl.code.plain import plain
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.position import Position
from coupdsl.language.records import by_value
from coupdsl.language.source import Span

SHOWN = 40  # elements of a sum that are traced one by one


@by_value
class Part:
    """An expression and what it came to. `value` is plain data, `rules` are the numbers that its line cites.

    `of` names the element that it is about, where the expression was worked out for each of many; `form` is the name of
    an operation on its parts, or `if` with the condition and the branch that was taken as its parts. `at` is where the
    expression itself stands, and `given` what it was asked for.
    """

    text: str
    value: Any
    kind: str  # its type, as rules write it
    span: Span
    rules: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    of: Any = None
    form: str = ""
    at: Place | None = None
    given: Mapping[Place, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return str(self.span)

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Part]]:
        """This part and those inside it, each with its depth."""
        yield depth, self
        for part in self.parts:
            yield from part.lines(depth + 1)


def written(expr: x.Expression) -> str:
    """As the rules write it, on one line."""
    return expr.span.words


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

    def value(self, expr: x.Expression) -> Any:
        return self.evaluator.closure(expr)(self.position)

    def elements(self, expr: x.Expression) -> list[int]:
        return list(self.evaluator.elements(expr)(self.position))

    def put(self, name: x.Name, value: Any) -> None:
        self.position.scratch[name.slot] = value

    def part(self, expr: x.Expression) -> Part:
        """What `expr` comes to, and its parts."""
        rules: tuple[str, ...] = ()
        span = expr.span
        while isinstance(expr, x.Form):
            expr = expr.of
        if isinstance(expr, x.Call | x.Dispatch):
            rules, span, parts = self._applied(expr)
        else:
            parts = self._parts(expr)
        seen = self.seen(self.value(expr), expr)
        value = self._subsets(seen, expr) or plain(seen, expr.type, self.position.code.layout)
        form = "if" if isinstance(expr, x.If) else expr.name if isinstance(expr, x.Op) else ""
        at = (expr.span, expr.type)
        given = self._given(expr)
        return Part(written(expr), value, str(expr.type), span, rules, tuple(parts), form=form, at=at, given=given)

    def _given(self, expr: x.Expression) -> dict[Place, Any]:
        """Whose it is and what a rule is asked for, as far as who asks knows."""
        if not isinstance(expr, x.Call | x.Dispatch | x.State | x.Zone | x.Balance):
            return {}
        return {(part.span, part.type): self.seen(self.value(part), part) for part in _that_it_is_given(expr)}

    def seen(self, value: Any, expr: x.Expression) -> Any:
        """Of the pieces that lie somewhere, those known to who asks; a piece called by its name is no news."""
        kind = expr.type.of
        if kind is not None and kind.family and not _is_listed(expr):
            elements = members(value) if expr.type.name == "set" else value
            known = [piece for piece in elements if self.knows(piece)]
            return mask_of(known) if expr.type.name == "set" else known
        found = isinstance(expr, x.Op) and expr.name in ("first", "last", "the")
        return NONE if found and expr.type.family and value >= 0 and not self.knows(value) else value

    def knows(self, piece: int) -> bool:
        return bool(self.position.known[piece] & self.bit)

    def _parts(self, expr: x.Expression) -> list[Part]:
        match expr:
            case x.Load(name=name):
                known = self.origins.get(name.slot) if name.stored else None
                return [known] if known is not None else []
            case x.Op(name="and" | "or" as name, arguments=arguments):
                return self._as_far_as_asked(chain(name, arguments), name == "or")
            case x.Op(arguments=arguments) if expr.type.is_numeric or expr.type.name in (
                "flag",
                "fraction",
                "literal",
                "any",
            ):
                return [self.part(argument) for argument in arguments if not _is_stated(argument)]
            case x.If(condition=condition, then=then, otherwise=otherwise):
                return [self.part(condition), self.part(then if self.value(condition) else otherwise)]
            case x.Fold(name=name, source=source, value=value):
                return self._each(name, source, value)
            case x.Quantified(name=name, source=source, condition=condition, every=every):
                found = self._each(name, source, condition)
                return next(([part] for part in found if bool(part.value) is not every), found)
            case x.Lift(name=name, source=source, body=body):
                lifted = self.value(source)
                if lifted < 0:
                    return [self.part(source)]
                self.put(name, lifted)
                return [self.part(source), self.part(body)]
        return []

    def _as_far_as_asked(self, arguments: tuple[x.Expression, ...], until: bool) -> list[Part]:
        """What comes after an answer that settles it is not asked in play either."""
        found: list[Part] = []
        for argument in arguments:
            found.append(self.part(argument))
            if bool(found[-1].value) is until:
                break
        return found

    def _each(self, name: x.Name, source: x.Expression, value: x.Expression) -> list[Part]:
        elements = self.elements(source)
        if name.type.family and not all(map(self.knows, elements)):
            return []
        shown = elements[:SHOWN]
        of = self._subsets(shown, source) or [plain(one, name.type, self.position.code.layout) for one in shown]
        found = []
        for element, named in zip(shown, of, strict=True):
            self.put(name, element)
            found.append(replace(self.part(value), of=named))
        return found

    def _subsets(self, numbers: Any, expr: x.Expression) -> list[str] | None:
        """Of subsets of several pieces the pieces in each; None for others, and where not all of them are known."""
        if expr.type.of is None or expr.type.of.name != "choice":
            return None
        while isinstance(expr, x.Filter):
            expr = expr.source
        if not isinstance(expr, x.Op) or expr.name != "choices":
            return None
        (whole,) = expr.arguments
        pieces = self.elements(whole) if whole.type.of is not None and whole.type.of.family else []
        if not pieces or not all(map(self.knows, pieces)):
            return None
        faces = self.position.code.layout.face_of
        return ["+".join(faces[pieces[place]] for place in members(number)) for number in numbers]

    def bind(self, expr: x.Call | x.Dispatch) -> x.Function | None:
        """Puts what a rule is given in its places; gives the rule, None where the entry has none."""
        return self.asked(expr)[0]

    def asked(self, expr: x.Call | x.Dispatch) -> tuple[x.Function | None, tuple[Any, ...]]:
        """As `bind`, with what the rule is given."""
        function = expr.function if isinstance(expr, x.Call) else expr.functions[self.value(expr.which)]
        values = tuple(self.value(argument) for argument in expr.arguments)
        for name, value in zip(function.parameters, values, strict=True) if function is not None else ():
            self.put(name, value)
        return function, values

    def _applied(self, expr: x.Call | x.Dispatch) -> tuple[tuple[str, ...], Span, list[Part]]:
        function = self.bind(expr)
        if function is None or function.stated is None:
            return (), expr.span, []
        rules = tuple(str(citation) for citation in function.citations)
        stated = function.stated
        return rules, stated.span, [] if _is_stated(stated) else [self.part(stated)]


def chain(name: str, arguments: tuple[x.Expression, ...]) -> tuple[x.Expression, ...]:
    """All operands of `a or b or c`, which is read as two of two."""
    found: tuple[x.Expression, ...] = ()
    for one in arguments:
        found += chain(name, one.arguments) if isinstance(one, x.Op) and one.name == name else (one,)
    return found


def _is_stated(expr: x.Expression) -> bool:
    """Does it stand in the rules as it is?"""
    while isinstance(expr, x.Form):
        expr = expr.of
    return isinstance(expr, x.Fixed) and not expr.named


def _that_it_is_given(expr: x.Expression) -> Iterator[x.Expression]:
    """What it is given; of what is kept for each two, both."""
    for part in x.parts(expr):
        if isinstance(part, x.Op) and part.name == "place_of_two":
            yield from part.arguments[:2]
        else:
            yield part


def _is_listed(expr: x.Expression) -> bool:
    """Are these pieces named by the rules, and not by where they lie?"""
    if isinstance(expr, x.Call | x.Dispatch):
        asked = (expr.function,) if isinstance(expr, x.Call) else expr.functions
        return all(function is None or isinstance(function.body, x.Fixed) for function in asked)
    return isinstance(expr, x.Fixed)


def deciding(part: Part) -> Part:
    """The innermost part because of which a condition holds, or does not; with the rules of the nearest around it.

    Of `if` that is the branch which was taken, where it asks anything; of `or` that fails, all of it."""
    conditions = [inner for inner in part.parts if inner.kind == "flag" and inner.of is None]
    if part.form == "if" and conditions and conditions[-1].text not in ("true", "false"):
        conditions = conditions[-1:]
    same = [inner for inner in conditions if inner.value == part.value]
    if same and (len(same) == 1 or not (part.value or part.form == "or")):
        inner = deciding(same[0])
        return inner if inner.rules else replace(inner, rules=part.rules)
    return part


def facts(part: Part) -> list[Part]:
    """What counted where a condition was decided: of `or` that fails, in all of its parts.

    What is written as one with its negation, such as `n is not 3`, is not told itself, but what it is made of.
    """
    if part.form != "or" or part.value:
        own = [inner for inner in part.parts if inner.of is None]
        told = [facts(inner) if inner.text == part.text else [inner] for inner in own]
        return [fact for each in told for fact in each]
    found: list[Part] = []
    for inner in map(deciding, part.parts):
        found += facts(inner) or [inner]
    return list({fact.text: fact for fact in found}.values())
