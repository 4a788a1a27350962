"""How a hand begins by the rules: with what is asked in each pass of a loop before its deal, and then with the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.slots import Label

Is = Callable[[i.Instruction], bool]


class Opening(NamedTuple):
    """`questions` are asked of seats before the deal, and no more from it on; `places` are where it puts pieces."""

    questions: frozenset[str]
    places: frozenset[str]


def opening_by_deals(code: Code) -> Opening:
    """Where a loop shuffles, draws for each of several seats and asks them; of other games empty."""
    each = {one.local for one in code.instructions if isinstance(one, i.NextOf)}

    def dealt_to(one: i.Instruction) -> str | None:
        index = one.drawing.to.index if isinstance(one, i.DrawPieces) else None
        if isinstance(one, i.DrawPieces) and isinstance(index, x.Load) and index.name.slot in each:
            return code.layout.zones[one.drawing.to.start].name
        return None

    hands = [
        hand
        for hand in _Passes(code).hands(lambda one: dealt_to(one) is not None)
        if any(isinstance(one, i.Shuffle) for one in hand.steps)
    ]
    return Opening(_asked_first(hands), _named(dealt_to(one) for hand in hands for one in hand.steps))


def opening_by_chance(code: Code) -> tuple[frozenset[str], frozenset[str]]:
    """What a loop asks of seats before it asks chance for anything, and then no more; and what it asks chance for."""
    hands = _Passes(code).hands(lambda one: _asked_of_chance(one) is not None)
    return _asked_first(hands), _named(_asked_of_chance(one) for hand in hands for one in hand.then)


class _Hand(NamedTuple):
    """What a loop does: before it comes to what was sought, and from there on."""

    before: list[i.Instruction]
    then: list[i.Instruction]

    @property
    def steps(self) -> list[i.Instruction]:
        return [*self.before, *self.then]


class _Passes:
    """The loops of some code, each with the rules that it calls."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._called: dict[int, dict[int, None]] = {}

    def hands(self, sought: Is) -> list[_Hand]:
        """The loops in which something is done that is sought, and seats are asked."""
        loops = [(at, one) for at, one in enumerate(self.code.instructions) if isinstance(one, i.NextPass)]
        found = [self._hand(range(at + 1, one.end.at), sought) for at, one in loops]
        return [hand for hand in found if hand is not None and any(map(_asked, hand.steps))]

    def _hand(self, body: range, sought: Is) -> _Hand | None:
        code = self.code.instructions
        for at in body:
            if any(sought(code[step]) for step in self._steps(range(at, at + 1))):
                parts = (range(body.start, at), range(at, body.stop))
                return _Hand(*([code[step] for step in self._steps(part)] for part in parts))
        return None

    def _steps(self, part: range) -> dict[int, None]:
        """The steps of a part of the code and of what is called there, in their order."""
        found: dict[int, None] = {}
        for at in part:
            found[at] = None
            for label in _calls(self.code.instructions[at]):
                found.update(self._procedure(label.at))
        return found

    def _procedure(self, start: int) -> dict[int, None]:
        if start not in self._called:
            code = self.code.instructions
            end = next(at for at in range(start, len(code)) if isinstance(code[at], i.ComeBack))
            self._called[start] = self._steps(range(start, end))
        return self._called[start]


def _calls(one: i.Instruction) -> Iterator[Label]:
    match one:
        case i.Call(targets=targets):
            yield from (label for _, label in targets)
        case i.Play(targets=played):
            yield from (label for _, label, _ in played.values())
        case i.BeginPayment(short=(_, label)):
            yield label


def _asked(one: i.Instruction) -> str | None:
    """What it asks of a seat, if it does."""
    return one.decision.name if isinstance(one, i.Choose) and one.decision.who is not None else None


def _asked_of_chance(one: i.Instruction) -> str | None:
    return one.decision.name if isinstance(one, i.Choose) and one.decision.who is None else None


def _asked_first(hands: list[_Hand]) -> frozenset[str]:
    """What each of these loops asks before it comes to what was sought, and then no more."""
    return _named(name for hand in hands for name in {*map(_asked, hand.before)} - {*map(_asked, hand.then)})


def _named(names: Iterable[str | None]) -> frozenset[str]:
    return frozenset(name for name in names if name is not None)


__all__ = ["Opening", "opening_by_chance", "opening_by_deals"]
