"""What can be worked out whether or not the rules come to ask for it, since it cannot fail."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.language.operators import OPERATORS
from coupdsl.language.types import Type
from coupdsl.native.constants import Constants
from coupdsl.native.memory.held import form


class Totality:
    def __init__(self, module: Constants) -> None:
        self.module = module
        self.offsets = module.offsets
        self.safe: dict[x.Expression, bool] = {}

    def is_safe(self, expr: x.Expression) -> bool:
        """Can it be worked out whether or not the rules come to ask for it?"""
        if expr not in self.safe:
            self.safe[expr] = False
            self.safe[expr] = self._asked_safely(expr)
        return self.safe[expr]

    def _asked_safely(self, expr: x.Expression) -> bool:
        match expr:
            case x.Fixed():
                return True
            case x.State(may_lack=True) if expr not in self.module.present:
                return False
            case x.Fold() | x.Best() | x.Packing():
                return False
            case x.Op() if OPERATORS[expr.name].may_fail or self._holds_numbers(expr.type):
                return False
            case x.Each() | x.Connected() | x.Form() if self._holds_numbers(expr.type):
                return False
            case x.Call(function=function) if not self.is_safe(function.body):
                return False
            case x.Dispatch(functions=functions) if any(f is None or not self.is_safe(f.body) for f in functions):
                return False
        return all(map(self.is_safe, x.parts(expr)))

    def _holds_numbers(self, kind: Type) -> bool:
        return form(kind) in ("set", "list") and not self.offsets.domain(kind.of)
