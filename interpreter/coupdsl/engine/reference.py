"""The reference: the code of a ruleset, made ready to be run one step after the other."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from coupdsl.code.code import Code
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.steps import Step, step
from coupdsl.engine.waiting import Waiting


class Reference(Waiting):
    """`steps` are the instructions in their order; `onlooker` is told the marks that they come to."""

    def __init__(self, code: Code, evaluator: Evaluator, onlooker: Callable[[Any], None] | None = None) -> None:
        super().__init__(code, evaluator)
        self.steps: list[Step] = [step(one, at, self, onlooker) for at, one in enumerate(code.instructions)]

    def with_steps(self, steps: list[Step]) -> Reference:
        """The same, but with other steps."""
        other = copy(self)
        other.steps = steps
        return other
