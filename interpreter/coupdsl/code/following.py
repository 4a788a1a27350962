"""Which steps of the code can follow one another, and what holds at a step whatever way has led there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from coupdsl.code import instructions as i
from coupdsl.code.code import Code


class Facts(Protocol):
    """What is known of a position, such as a set: `&` gives what is known by either way."""

    def __and__(self: F, other: F, /) -> F: ...


F = TypeVar("F", bound=Facts)


def returns_of(code: Code) -> dict[int, list[int]]:
    """For each procedure, by the place where it keeps it, where it may return to."""
    found: dict[int, list[int]] = defaultdict(list)
    for at, instruction in enumerate(code.instructions):
        if isinstance(instruction, i.Call):
            for procedure, _ in instruction.targets:
                found[procedure.return_slot].append(at + 1)
        elif isinstance(instruction, i.Play):
            for procedure, _, _ in instruction.targets.values():
                found[procedure.return_slot].append(at + 1)
        elif isinstance(instruction, i.BeginPayment) and instruction.short is not None:
            found[instruction.short[0].return_slot].append(instruction.transfer.at)
    return found


class Flow(Generic[F]):
    """`after` gives what is known on the way from a step to each that may follow it, of what is known before it."""

    def __init__(self, code: Code, after: Callable[[int, int, F], F]) -> None:
        self.code = code
        self.after = after
        self.returns = returns_of(code)

    def holding(self, entries: dict[int, F]) -> dict[int, F]:
        """What is known before each step that can be reached, where play begins at `entries`."""
        known, waiting = dict(entries), list(entries)
        while waiting:
            at = waiting.pop()
            for to in self.following(at):
                found = self.after(at, to, known[at])
                if to in known:
                    found = known[to] & found
                if to not in known or found != known[to]:
                    known[to] = found
                    waiting.append(to)
        return known

    def following(self, at: int) -> Iterable[int]:
        """The steps that may come after one."""
        match self.code.instructions[at]:
            case i.Jump(to=to):
                return [to.at]
            case i.Branch(otherwise=other) | i.NextOf(end=other) | i.NextPass(end=other):
                return [at + 1, other.at]
            case i.Call(targets=targets):
                return [label.at for _, label in targets]
            case i.Play(targets=played):
                return [label.at for _, label, _ in played.values()]
            case i.ComeBack(return_slot=slot):
                return self.returns[slot]
            case i.Choose(decision=decision):
                limit = [] if self.code.limit is None else [self.code.limit[1]]
                return [option.target for option in decision.options] + limit
            case i.BeginPayment(transfer=transfer, end=end, short=short):
                return [transfer.at, end.at, *([short[1].at] if short is not None else [])]
            case i.Fail() | i.Finish():
                return []
        return [at + 1]


def steps_from(code: Code, start: int) -> Iterable[int]:
    """The steps that may come from `start` on."""
    return Flow[frozenset[int]](code, lambda at, to, known: known).holding({start: frozenset()})


def steps_of_limit(code: Code) -> set[int]:
    """Those that come after `limit`."""
    return set(steps_from(code, code.limit[1])) if code.limit is not None else set()
