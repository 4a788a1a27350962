"""A guided game: what a question is about, and what cannot be chosen and why, each when it first comes up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from coupdsl.play.asking import Asking

if TYPE_CHECKING:
    from coupdsl.play.game import Game


Guide = Callable[[Asking], "Guiding"]  # in the language of whoever answers


class Guiding:
    """`aim` is said first; `of_question` gives what the book says of a decision."""

    def __init__(self, asking: Asking, aim: Iterable[str], of_question: Callable[[str], list[str]]) -> None:
        self.asking, self.aim, self.of_question = asking, list(aim), of_question
        self._said: set[object] = set()

    def lines(self, game: Game, seat: int) -> list[str]:
        """What is new to the seat, which is asked now."""
        book = [*self.aim, *self.of_question(game.state.decision or "")]
        told = [line for line in book if self._is_new(line)]
        refused = [said for reason, said in self.asking.refusals(game.state, seat) if self._is_new(reason)]
        return [*told, *([self.asking.words.say("not_now")] if refused else []), *(f"- {said}" for said in refused)]

    def _is_new(self, said: object) -> bool:
        if said in self._said:
            return False
        self._said.add(said)
        return True


__all__ = ["Guiding"]
