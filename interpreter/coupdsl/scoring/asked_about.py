"""Of whom or what something is asked that is done for each of several, one after the other."""

from __future__ import annotations

from operator import itemgetter

from coupdsl.code import instructions as i
from coupdsl.code.plain import plain
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.state import State
from coupdsl.play.called import Called
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words


class AskedAbout:
    """Looks into the loops of one ruleset that go through something which people have words for."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.code = code = words.rules.code
        called = Called(code)
        found = [(len(called.steps(range(at + 1, one.end.at))), one) for at, one in enumerate(code.instructions)
                 if isinstance(one, i.NextOf) and not code.kinds[one.local].is_numeric]  # fmt: skip
        self._loops = [one for _, one in sorted(found, key=itemgetter(0), reverse=True)]  # an outer one does more

    def seat(self, state: State) -> int | None:
        """Whose answer is asked for: that of the seat to act, or of which chance is asked for something; else None."""
        if state.actor != CHANCE:
            return state.actor
        seats = [one for one in self._around(state) if self.code.kinds[one.local].name == "seat"]
        return state.memory[seats[-1].local] if seats else None

    def said(self, state: State) -> str:
        """What chance is asked about, in words; empty for a question to somebody, and where it is about all."""
        if state.actor != CHANCE:
            return ""
        kinds, memory = self.code.kinds, state.memory
        values = [(plain(memory[one.local], kinds[one.local], self.code.layout), kinds[one.local])
                  for one in self._around(state)]  # fmt: skip
        return ", ".join(self.words.value(value, kind, None) for value, kind in values)

    def each(self, game: Game) -> list[str]:
        """The same for each move of a game."""
        if not self._loops:
            return [""] * len(game.moves)
        state, found = game.rules.start(game.seed), list[str]()
        for _, move in game.moves:
            found.append(self.said(state))
            state.apply(move)
        return found

    def _around(self, state: State) -> list[i.NextOf]:
        """The loops in which it is asked, from the outermost on; what each kept is cleared at its end."""
        return [one for one in self._loops if state.memory[one.index]]


__all__ = ["AskedAbout"]
