"""A guided game: what a question is about, and what cannot be chosen and why, each when it first comes up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from coupdsl.play.asking import Asking

if TYPE_CHECKING:
    from coupdsl.play.drawing import View
    from coupdsl.play.game import Game

ENOUGH = 6  # lines of the book that are said at once, as far as passages are not cut
LINE = 76  # letters


class Question(NamedTuple):
    """A decision as a seat comes upon it: `rules`, by owner and name, say what may be chosen there now and what not."""

    decision: str
    view: View
    rules: frozenset[tuple[str | None, str]]


class Explained(NamedTuple):
    """What is said of a question: of what is in play, passages of a book, the best first, and of each answer."""

    in_play: list[str]
    passages: list[list[str]]
    answers: list[str]


Guide = Callable[[Asking], "Guiding"]  # in the language of whoever answers


class Guiding:
    """`aim` is said first; `explain` gives what is to be said of a question."""

    def __init__(self, asking: Asking, aim: Iterable[str], explain: Callable[[Question], Explained]) -> None:
        self.asking, self.aim, self.explain = asking, list(aim), explain
        self._said: set[object] = set()

    def lines(self, game: Game, seat: int) -> list[str]:
        """What is new to the seat, which is asked now; what is too long for once is said when it is asked again."""
        state, view = game.state, game.state.view(seat)
        refused = [*self.asking.refused(state, view)]
        rules = frozenset(self.asking.rules_asked(state, refused))
        explained = self.explain(Question(state.decision or "", view, rules))
        told = self._new([*self.aim, *explained.in_play])
        book: list[str] = []
        for passage in explained.passages:
            fresh = [line for line in passage if line not in self._said]
            if not book or _height([*book, *fresh]) <= ENOUGH:
                book += self._new(fresh)
        answers = self._new(explained.answers)
        new = [f"- {said}" for reason, said in self.asking.told_of_refused(view, refused) if self._is_new(reason)]
        not_now = [self.asking.words.say("not_now"), *new] if new else []
        return [*told, *book, *answers, *not_now]

    def _new(self, said: Iterable[str]) -> list[str]:
        return [one for one in said if self._is_new(one)]

    def _is_new(self, said: object) -> bool:
        if said in self._said:
            return False
        self._said.add(said)
        return True


def _height(lines: Iterable[str]) -> int:
    return sum(-(-len(line) // LINE) for line in lines)


__all__ = ["Explained", "Guiding", "Question"]
