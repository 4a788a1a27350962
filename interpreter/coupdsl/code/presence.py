"""Which states surely have a value where they are asked for, such as those of a mechanic while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.following import Flow
from coupdsl.code.worked_out import outermost_expressions

Present = int  # the places of memory with a value, a bit each


def always_present(code: Code) -> set[x.State]:
    """The places in the rules that ask for a state that may lack a value, but never does there.

    Of games that are played from their beginning: a position from elsewhere may be any.
    """
    first = sum(_bits(start, width) for start, width, _ in code.beginnings)
    known = Flow(code, lambda at, to, there: _after(code.instructions[at], to, there)).holding({0: first})
    states = _Asking()
    asked: set[x.State] = set()
    lacking: set[x.State] = set()
    for at, before in known.items():
        for part, there in _parts(code.instructions[at], before):
            for state in (state for one in outermost_expressions(part) for state in states.by(one)):
                asked.add(state)
                if state.index is not None or not there >> state.start & 1:
                    lacking.add(state)
    return asked - lacking


def _bits(start: int, width: int = 1) -> Present:
    return (1 << width) - 1 << start


def _all(slots: tuple[int, ...] | list[int]) -> Present:
    return sum(map(_bits, set(slots)))


def _parts(one: i.Instruction, there: Present) -> Iterator[tuple[Any, Present]]:
    """What an instruction works out, part by part, each with what has a value by then."""
    if not isinstance(one, i.NextPass | i.SetUp):
        yield one, there
        return
    yield replace(one, resets=()), there
    for reset in one.resets:
        yield reset, there
        there = _reset(there, (reset,))


def _reset(there: Present, resets: i.Resets) -> Present:
    for start, width, value in resets:
        there = there & ~_bits(start, width) if value is None else there | _bits(start, width)
    return there


def _after(one: i.Instruction, to: int, there: Present) -> Present:
    """What has a value after an instruction, on the way to a step."""
    match one:
        case i.Store(to=place) if place.index is None:
            return there | _bits(place.start)
        case i.NextPass(end=end) if end.at == to:
            return there
        case i.NextPass(resets=resets) | i.SetUp(resets=resets):
            return _reset(there, resets)
        case i.Play(targets=played):
            for _, label, slots in played.values():
                there |= _all(slots) if label.at == to else 0
        case i.TakeResult(sources=cleared) | i.Forget(slots=cleared) | i.ComeBack(cleared=cleared):
            there &= ~_all(cleared)
    return there


class _Asking:
    """The states that may lack a value, by what asks for them."""

    def __init__(self) -> None:
        self._by_rule: dict[x.Function, set[x.State]] = {}

    def by(self, expr: x.Expression) -> Iterator[x.State]:
        if isinstance(expr, x.State) and expr.may_lack:
            yield expr
        if isinstance(expr, x.Call | x.Dispatch):
            for rule in (expr.function,) if isinstance(expr, x.Call) else expr.functions:
                yield from self._of(rule) if rule is not None else ()
        for part in x.parts(expr):
            yield from self.by(part)

    def _of(self, rule: x.Function) -> set[x.State]:
        if rule not in self._by_rule:
            self._by_rule[rule] = set(self.by(rule.body))
        return self._by_rule[rule]
