"""What can be worked out whether or not the rules come to ask for it, since it cannot fail."""

from __future__ import annotations

from collections.abc import Callable

from coupdsl.engine.closures import Fixed
from coupdsl.language import program as p
from coupdsl.language.operators import OPERATORS
from coupdsl.language.types import Type
from coupdsl.language.walk import parts
from coupdsl.native.compiler import Compiler
from coupdsl.native.values import form


class Safety:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.evaluator = compiler.evaluator
        self.safe: dict[tuple[p.Expr, p.Entry | None], bool] = {}

    def is_safe(self, expr: p.Expr, entry: p.Entry | None) -> bool:
        """Can it be worked out whether or not the rules come to ask for it?"""
        key = (expr, entry)
        if key not in self.safe:
            self.safe[key] = False
            self.safe[key] = self._asked_safely(expr, entry)
        return self.safe[key]

    def _asked_safely(self, expr: p.Expr, entry: p.Entry | None) -> bool:
        if isinstance(self.evaluator.closure(expr, entry), Fixed):
            return True
        if isinstance(expr, p.GetState) and self.compiler.module.may_lack(expr.state):
            return False
        if isinstance(expr, p.Op) and (OPERATORS[expr.name].may_fail or self._holds_numbers(expr.type)):
            return False
        if isinstance(expr, p.Fold | p.Best) or (isinstance(expr, p.Each) and self._holds_numbers(expr.type)):
            return False
        if isinstance(expr, p.Apply):
            return self._rule_is_safe(expr, entry)
        return all(self.is_safe(part, entry) for part in parts(expr))

    def _holds_numbers(self, kind: Type) -> bool:
        return form(kind) in ("set", "list") and not self.compiler.shapes.domain(kind.of)

    def _rule_is_safe(self, expr: p.Apply, entry: p.Entry | None) -> bool:
        asked: Callable[[p.Entry | None], bool] = lambda target: (  # noqa: E731
            (version := self.evaluator.rules.version(expr.rule, target)) is not None
            and version.value is not None
            and self.is_safe(version.value, target)
        )
        if not all(self.is_safe(argument, entry) for argument in expr.arguments):
            return False
        if expr.entry is None:
            return asked(entry)
        entries = self.compiler.program.kinds[expr.entry.type.name].entries
        stated = self.compiler.is_stated
        return self.is_safe(expr.entry, entry) and all(stated(expr.rule, e) and asked(e) for e in entries)
