"""How a hand begins by the rules: with what is asked in each pass of a loop before its deal, and then with the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.play.called import Called, calls

Is = Callable[[i.Instruction], bool]


class Opening(NamedTuple):
    """`questions` are asked of seats before the deal, and no more from it on; `places` are where it puts pieces."""

    questions: frozenset[str]
    places: frozenset[str]


def opening_by_deals(code: Code) -> Opening:
    """Where a loop shuffles a pile, draws from it for each of several seats and asks them; of other games empty.

    To draw for each seat when it is asked is no deal.
    """
    called, code_steps = Called(code), code.instructions

    def is_asking(body: range) -> bool:
        return any(_asked(code_steps[at]) for at in called.steps(body))

    around = [(range(at + 1, one.end.at), one) for at, one in enumerate(code_steps) if isinstance(one, i.NextOf)]
    each = {one.local for body, one in around if not is_asking(body)}

    def dealt_to(one: i.Instruction) -> str | None:
        index = one.drawing.to.index if isinstance(one, i.DrawPieces) else None
        if isinstance(one, i.DrawPieces) and isinstance(index, x.Load) and index.name.slot in each:
            return code.layout.zones[one.drawing.to.start].name
        return None

    def is_shuffled(hand: _Hand) -> bool:
        shuffled = {one.zone.start for one in hand.steps if isinstance(one, i.Shuffle)}
        return any(
            one.drawing.source.start in shuffled
            for one in hand.steps
            if isinstance(one, i.DrawPieces) and dealt_to(one) is not None
        )

    hands = [hand for hand in _Passes(code).hands(lambda one: dealt_to(one) is not None) if is_shuffled(hand)]
    return Opening(_asked_first(hands), _named(dealt_to(one) for hand in hands for one in hand.steps))


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
        self.code = code.instructions
        self.called = Called(code)

    def hands(self, sought: Is) -> list[_Hand]:
        """The loops in which something is done that is sought, and seats are asked."""
        loops = [(at, one) for at, one in enumerate(self.code) if isinstance(one, i.NextPass)]
        found = [self._hand(range(at + 1, one.end.at), sought) for at, one in loops]
        return [hand for hand in found if hand is not None and any(map(_asked, hand.steps))]

    def _hand(self, body: range, sought: Is) -> _Hand | None:
        """The steps up to the first that is sought, be it in a rule that is called, and from it on."""
        for at in body:
            before = self._steps(range(body.start, at))
            if sought(self.code[at]):
                return _Hand(before, self._steps(range(at, body.stop)))
            for label in calls(self.code[at]):
                inner = self._hand(self.called.body(label), sought)
                if inner is not None:
                    return _Hand([*before, *inner.before], [*inner.then, *self._steps(range(at + 1, body.stop))])
        return None

    def _steps(self, part: range) -> list[i.Instruction]:
        return [self.code[at] for at in self.called.steps(part)]


def _asked(one: i.Instruction) -> str | None:
    """What it asks of a seat, if it does."""
    return one.decision.name if isinstance(one, i.Choose) and one.decision.who is not None else None


def _asked_first(hands: list[_Hand]) -> frozenset[str]:
    """What each of these loops asks before it comes to what was sought, and then no more."""
    return _named(name for hand in hands for name in {*map(_asked, hand.before)} - {*map(_asked, hand.then)})


def _named(names: Iterable[str | None]) -> frozenset[str]:
    return frozenset(name for name in names if name is not None)


__all__ = ["Opening", "opening_by_deals"]
