"""Where an amount that came out below zero is stated: the rule or the line to look at, not the one that pays."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code.errors import RulesError
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.position import Position
from coupdsl.engine.tracing import Tracer
from coupdsl.language.source import Span
from coupdsl.language.types import FRACTION

DEEPEST = 40


def below_zero(position: Position, evaluator: Evaluator, amount: x.Expression) -> Span:
    """The innermost text that says that much; nothing has changed since the amount was worked out."""
    return _Search(position, evaluator).place(amount, DEEPEST)


class _Search:
    def __init__(self, position: Position, evaluator: Evaluator) -> None:
        self.position = position
        self.tracer = Tracer(position, evaluator)
        self.given: dict[x.Name, x.Expression] = {}

    def place(self, expr: x.Expression, deepest: int) -> Span:
        """Goes on where just one part is below zero; a name leads to where it got its value, if that is still so."""
        if deepest == 0:
            return expr.span
        match expr:
            case x.Call() | x.Dispatch():
                function = self.tracer.bind(expr)
                if function is None or function.stated is None:
                    return expr.span
                self.given.update(zip(function.parameters, expr.arguments, strict=True))
                return self.place(function.stated, deepest - 1)
            case x.Load(name=name):
                bound = self.given.get(name) or self._bound(name)
                return self.place(bound, deepest - 1) if bound is not None else expr.span
            case x.If(condition=condition, then=then, otherwise=otherwise):
                return self.place(then if self.tracer.value(condition) else otherwise, deepest - 1)
            case x.Fold():
                return self._among(expr, deepest)
            case x.Op(arguments=arguments):
                below = [part for part in arguments if self._is_below(part)]
                return self.place(below[0], deepest - 1) if len(below) == 1 else expr.span
        return expr.span

    def _is_below(self, expr: x.Expression) -> bool:
        return (expr.type.is_numeric or expr.type == FRACTION) and self.tracer.value(expr) < 0

    def _among(self, expr: x.Fold, deepest: int) -> Span:
        """Of a sum, what is below zero for one of its elements; all of them are asked in the same words."""
        for element in self.tracer.elements(expr.source):
            self.tracer.put(expr.name, element)
            if self._is_below(expr.value):
                return self.place(expr.value, deepest - 1)
        return expr.span

    def _bound(self, name: x.Name) -> x.Expression | None:
        """What a name was bound to, where that still comes to the same."""
        if not name.stored:
            return None
        now, found = self.position.memory[name.slot], []
        for bindings in self.position.code.bindings.values():
            found += [one for to, one in bindings if to == name.slot and one is not None and self._comes_to(one, now)]
        return found[0] if found else None

    def _comes_to(self, expr: x.Expression, value: int) -> bool:
        try:
            return bool(self.tracer.value(expr) == value)
        except (RulesError, TypeError, IndexError):  # what it came from is not there any more
            return False
