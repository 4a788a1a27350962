"""Where an amount that came out below zero is stated: the rule or the line to look at, not the one that pays."""

from __future__ import annotations

from coupdsl.code.errors import RulesError
from coupdsl.code.values import Value
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.position import Position
from coupdsl.engine.tracing import Tracer
from coupdsl.language import program as p
from coupdsl.language.source import Span
from coupdsl.language.types import FRACTION

DEEPEST = 40


def below_zero(position: Position, evaluator: Evaluator, amount: Value) -> Span:
    """The innermost text that says that much; nothing has changed since the amount was worked out."""
    assert amount.expr is not None
    return _Search(position, evaluator).place(amount.expr, amount.entry, DEEPEST)


class _Search:
    def __init__(self, position: Position, evaluator: Evaluator) -> None:
        self.position = position
        self.tracer = Tracer(position, evaluator)
        self.given: dict[tuple[p.Local, p.Entry | None], tuple[p.Expr, p.Entry | None]] = {}

    def place(self, expr: p.Expr, entry: p.Entry | None, deepest: int) -> Span:
        """Goes on where just one part is below zero; a name leads to where it got its value, if that is still so."""
        if deepest == 0:
            return expr.span
        match expr:
            case p.Apply():
                target = self.tracer.bind(expr, entry)
                version = self.position.rules.version(expr.rule, target)
                if version is None or version.value is None:
                    return expr.span
                for parameter, argument in zip(version.parameters, expr.arguments, strict=True):
                    self.given[parameter, target] = argument, entry
                return self.place(version.value, target, deepest - 1)
            case p.Load(local=local):
                bound = self.given.get((local, entry)) or self._bound(local, entry)
                return self.place(*bound, deepest - 1) if bound is not None else expr.span
            case p.Cond(condition=condition, then=then, otherwise=otherwise):
                chosen = then if self.tracer.value(condition, entry) else otherwise
                return self.place(chosen, entry, deepest - 1)
            case p.Fold(local=local, source=source, value=value):
                return self._among(expr, local, source, value, entry, deepest)
            case p.Op(arguments=arguments):
                below = [part for part in arguments if self._is_below(part, entry)]
                return self.place(below[0], entry, deepest - 1) if len(below) == 1 else expr.span
        return expr.span

    def _is_below(self, expr: p.Expr, entry: p.Entry | None) -> bool:
        return (expr.type.is_numeric or expr.type == FRACTION) and self.tracer.value(expr, entry) < 0

    def _among(
        self, expr: p.Expr, local: p.Local, source: p.Expr, value: p.Expr, entry: p.Entry | None, deepest: int
    ) -> Span:
        """Of a sum, what is below zero for one of its elements; all of them are asked in the same words."""
        for element in list(self.tracer.run(self.tracer.evaluator.as_list(source, entry))):
            self.tracer.put(local, entry, element)
            if self._is_below(value, entry):
                return self.place(value, entry, deepest - 1)
        return expr.span

    def _bound(self, local: p.Local, entry: p.Entry | None) -> tuple[p.Expr, p.Entry | None] | None:
        """What a name was bound to, where that still comes to the same."""
        slot = self.tracer.evaluator.stored_slots.get((local, entry))
        if slot is None:
            return None
        now, found = self.position.memory[slot], []
        for bindings in self.position.code.bindings.values():
            for to, bound, of in bindings:
                if to == slot and bound is not None and self._comes_to(bound, of, now):
                    found.append((bound, of))
        return found[0] if found else None

    def _comes_to(self, expr: p.Expr, entry: p.Entry | None, value: int) -> bool:
        try:
            return bool(self.tracer.value(expr, entry) == value)
        except (RulesError, TypeError, IndexError):  # what it came from is not there any more
            return False
