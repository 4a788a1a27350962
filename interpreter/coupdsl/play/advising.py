"""What a person is answered who asks for a hint, or what can be known; asking may be given up, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from coupdsl.play.needs import installing
from coupdsl.play.slowness import saying_if_slow
from coupdsl.play.spoken import Words
from coupdsl.play.told_to_end import ToldToEnd

if TYPE_CHECKING:
    from coupdsl.play.advice import Adviser
    from coupdsl.play.game import Game

SLOW = 1.0  # seconds before it is said that it takes long


class Advising:
    """Answers in the language of `words`; for each seat that asks there is an adviser, which hears what it is sent."""

    def __init__(self, words: Words, out: Callable[[str], None]) -> None:
        self.words, self.out = words, out
        self._advisers: dict[int, Adviser] = {}

    def hint(self, game: Game, seat: int) -> list[str]:
        """The best moves of the seat, whose turn it is, and what came of them where they were tried."""
        if len(game.state.legal_moves()) == 1:
            return [self.words.say("hint_one")]
        return self._answer(game, seat, lambda adviser: adviser.hint())

    def known(self, game: Game, seat: int) -> list[str]:
        """Where each piece that the seat does not see can still lie."""
        return self._answer(game, seat, lambda adviser: adviser.known())

    def _answer(self, game: Game, seat: int, ask: Callable[[Adviser], list[str]]) -> list[str]:
        say = self.words.say
        if find_spec("llvmlite") is None:
            return [say("no_thinking", installing("llvmlite"))]
        try:
            with saying_if_slow(lambda: self.out(say("takes_long")), SLOW):
                adviser = self._adviser(seat)
                adviser.listen(game)
                return ask(adviser)
        except ToldToEnd:
            raise
        except KeyboardInterrupt:
            self._advisers.pop(seat, None)  # who was interrupted in the midst of thinking begins anew
            return [say("stopped")]

    def _adviser(self, seat: int) -> Adviser:
        from coupdsl.play.advice import Adviser

        if seat not in self._advisers:
            self._advisers[seat] = Adviser(self.words, seat)
        return self._advisers[seat]
