"""The steps of some part of the code, with those of the rules that it calls."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.slots import Label


class Called:
    """Finds them; what one rule calls is looked for once."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._procedures: dict[int, dict[int, None]] = {}

    def steps(self, part: range) -> dict[int, None]:
        """The steps of a part of the code and of what is called there, in their order."""
        found: dict[int, None] = {}
        for at in part:
            found[at] = None
            for label in calls(self.code.instructions[at]):
                found.update(self.procedure(label))
        return found

    def procedure(self, label: Label) -> dict[int, None]:
        """The same of the rule that begins there."""
        if label.at not in self._procedures:
            self._procedures[label.at] = self.steps(self.body(label))
        return self._procedures[label.at]

    def body(self, label: Label) -> range:
        """The steps of that rule alone."""
        code = self.code.instructions
        return range(label.at, next(at for at in range(label.at, len(code)) if isinstance(code[at], i.ComeBack)))


def asked_while_paying(code: Code) -> frozenset[int]:
    """The sites of the decisions to which the rule for somebody who cannot pay may come."""
    called, code_steps = Called(code), code.instructions
    short = {one.short[1] for one in code_steps if isinstance(one, i.BeginPayment) and one.short is not None}
    steps = [code_steps[at] for label in short for at in called.procedure(label)]
    return frozenset(one.decision.site for one in steps if isinstance(one, i.Choose))


def calls(one: i.Instruction) -> Iterator[Label]:
    """Where the rules begin that an instruction may call."""
    match one:
        case i.Call(targets=targets):
            yield from (label for _, label in targets)
        case i.Play(targets=played):
            yield from (label for _, label, _ in played.values())
        case i.BeginPayment(short=(_, label)):
            yield label


__all__ = ["Called", "asked_while_paying", "calls"]
