"""The reference: the code of a ruleset, made ready to be run one step after the other."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from coupdsl.code.code import Code
from coupdsl.engine.closures import Step
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.position import Position
from coupdsl.engine.steps import step
from coupdsl.engine.waiting import Waiting
from coupdsl.language.room import make_room


class Reference(Waiting):
    """`steps` are the instructions in their order, made when they are first come to; `onlooker` is told the marks."""

    def __init__(self, code: Code, evaluator: Evaluator, onlooker: Callable[[Any], None] | None = None) -> None:
        make_room()
        super().__init__(code, evaluator)
        self.onlooker = onlooker
        self.steps: list[Step] = [self._later(at) for at in range(len(code.instructions))]

    def _later(self, at: int) -> Step:
        def first(position: Position) -> int:
            if self.steps[at] is first:
                self.steps[at] = step(self.code.instructions[at], at, self, self.onlooker)
            return self.steps[at](position)

        return first

    def with_steps(self, steps: list[Step]) -> Reference:
        """The same, but with other steps."""
        other = copy(self)
        other.steps = steps
        return other
