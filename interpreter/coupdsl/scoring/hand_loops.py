"""Which loops of the rules are hands: in a pass of these something is told, and what everybody has is changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Set
from dataclasses import dataclass
from typing import NamedTuple

from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.decisions import Decision
from coupdsl.code.moves import Move
from coupdsl.engine.closures import Step
from coupdsl.engine.position import Position
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.play.called import Called

IsShare = Callable[[Move], bool]


class HandLoops(NamedTuple):
    """`hands` are the loops of which each pass is a hand, `around` those in which these lie: steps of the code."""

    hands: frozenset[int]
    around: frozenset[int]


@dataclass(frozen=True)
class _Loop:
    at: int
    inside: Set[int]  # its steps, with those of the rules that it calls
    seats: frozenset[int]  # where it asks seats
    chance: frozenset[int]  # where it asks chance
    counts: bool  # does it change what somebody has?


def hand_loops(code: Code, scores: Collection[int], is_share: IsShare) -> HandLoops:
    """The innermost loops that ask for something and change the money or the `scores`, which are slots.

    But a loop is part of the hand around it where seats are asked for more there, or where it is told itself who took
    what. Of rules that repeat nothing, each pass of what is done for each of several is a hand.
    """
    called = Called(code)
    loops = [_loop(called, at, one.end.at, scores) for at, one in enumerate(code.instructions)
             if isinstance(one, i.NextPass | i.NextOf)]  # fmt: skip
    counted = [one for one in loops if one.counts and (one.seats or one.chance)]
    told = [one for one in counted if one.chance] or counted
    repeated = [one for one in told if isinstance(code.instructions[one.at], i.NextPass)]
    if repeated:
        telling = _telling(code, is_share)
        hands = _hands([one for one in repeated if one.at not in telling] or repeated)
    else:
        hands = [one for one in told if not any(one.at in other.inside for other in told)]
    found = frozenset(one.at for one in hands)
    return HandLoops(found, frozenset(one.at for one in loops if one.inside & found) - found)


def _hands(loops: list[_Loop]) -> list[_Loop]:
    """Those that are no part of another hand, and in which no hand lies."""
    found: list[_Loop] = []
    for one in loops:
        inner = [other for other in loops if other.at in one.inside]
        around = [other for other in loops if one.at in other.inside]
        if not any(_is_whole(other, loops) for other in around) and (not inner or _is_whole(one, loops)):
            found.append(one)
    return found


def _is_whole(loop: _Loop, loops: list[_Loop]) -> bool:
    """Are seats asked for something there that is asked in no loop within?"""
    return bool(loop.seats.difference(*(other.seats for other in loops if other.at in loop.inside)))


def _loop(called: Called, at: int, end: int, scores: Collection[int]) -> _Loop:
    inside, code = called.steps(range(at + 1, end)).keys(), called.code
    asked = [one for step in inside if isinstance(one := code.instructions[step], i.Choose)]
    return _Loop(
        at, inside,
        frozenset(one.decision.site for one in asked if one.decision.who is not None),
        frozenset(one.decision.site for one in asked if one.decision.who is None),
        any(_counts(code.instructions[step], scores) for step in inside),
    )  # fmt: skip


def _counts(one: i.Instruction, scores: Collection[int]) -> bool:
    return isinstance(one, i.Transfer) or (isinstance(one, i.Store) and one.to.start in scores)


def _telling(code: Code, is_share: IsShare) -> set[int]:
    """The loops that ask themselves who took what."""
    steps = code.instructions
    loops = [(at, one.end.at) for at, one in enumerate(steps) if isinstance(one, i.NextPass)]
    asked = [at for at, one in enumerate(steps) if isinstance(one, i.Choose) and _is_told(one.decision, is_share)]
    return {max((at for at, end in loops if at < site < end), default=-1) for site in asked}


def _is_told(decision: Decision, is_share: IsShare) -> bool:
    moves = (move for option in decision.options for move in option.moves.values())
    return decision.who is None and any(map(is_share, moves))


class Watched:
    """A game from its start on, in which it is seen when a hand begins."""

    def __init__(self, rules: Rules, seed: int | None, loops: HandLoops) -> None:
        self.has_begun = False  # has a pass of a hand, after which another one is the next hand?
        self._seen: set[int] = set()  # the loops of which a pass has begun since the last question
        self._hands = loops.hands
        self.state = State.before(rules)
        steps = list(rules.reference.steps)
        for at in loops.hands | loops.around:
            steps[at] = self._watching(at, steps[at])
        self.state.reference = rules.reference.with_steps(steps)
        self.state.begin(seed)

    def _watching(self, at: int, stepping: Step) -> Step:
        def step(position: Position) -> int:
            after = stepping(position)
            if after == at + 1:
                self._seen.add(at)
            return after

        return step

    def next_begins(self) -> bool:
        """Does the question that is asked now belong to another hand than those before? To be asked once for each."""
        another = self.has_begun and bool(self._seen)
        begins = bool(self._seen & self._hands)
        self.has_begun = begins if another else self.has_begun or begins
        self._seen.clear()
        return another


__all__ = ["HandLoops", "Watched", "hand_loops"]
