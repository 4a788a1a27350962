"""Why: answers to one seat about its own options, and to anybody about payments, from what it may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.code.errors import IllegalMove
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.refusals import legal_move
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.reasons import made_of, possible, refused
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed, asked_about

if TYPE_CHECKING:
    from coupdsl.engine.state import State
    from coupdsl.play.drawing import View
    from coupdsl.play.game import Game


class Asking:
    """Answers in the language of `words`."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.typed = Typed(words)

    def why(self, state: State, seat: int, asked: str) -> list[str]:
        """Why a move, written as at the table, is possible now or is not, for `seat`; only at its turn it is told."""
        if state.actor != seat:
            return [self._not_asked(state.actor)]
        view = state.view(seat)
        asked, found = self._options(asked, view["options"])
        if len(found) > 1:
            return [self.words.say("ambiguous", asked, ", ".join(map(self.words.move, found[:8])))]
        if found:
            move = self.words.rules.code.alphabet.by_text[found[0]]
            return possible(found[0], legal_move(state, move), self.words.language)
        text = self._meant(view, asked)
        if any(self._out_of_sight(view, part) for part in text.split()):
            return [self.words.say("not_seen", self.words.argument(text.split()[-1]))]
        try:
            state.copy().apply(text, seat)
        except IllegalMove as illegal:
            return [refused(illegal, self.words.language)]
        return possible(text, (), self.words.language)

    def _not_asked(self, actor: int | None) -> str:
        """What is said to who asks out of turn: the same, whatever was asked."""
        if actor is None or actor == CHANCE:
            return self.words.say("over" if actor is None else "by_chance")
        return self.words.say("not_asked", actor)

    def why_paid(self, game: Game, move: int, seat: int | None) -> list[str]:
        """What the payments were made of that the move with this index caused."""
        lines, sentences = [], Narrator(self.words, seat)
        for event, part in game.why_paid(move, seat):
            told = event.seen_by(self.words.rules.code, seat)
            assert told is not None
            lines += [
                *sentences.tell([told]),
                *made_of(part, self.words.language, lambda element: self.words.argument(str(element))),
            ]
        return lines

    def _options(self, asked: str, options: list[str]) -> tuple[str, list[str]]:
        """What is asked about, without a `not` or an article before it, and the options that it is."""
        for text in dict.fromkeys((asked, asked_about(asked))):
            found = self.typed.printed(text, options) or self.typed.written(text, options)
            if found:
                return text, found
        return asked_about(asked), []

    def _meant(self, view: View, asked: str) -> str:
        """The move somebody asks about, who may have written its last part only; of those, one of this decision."""
        code = self.words.rules.code
        here = {move for d in code.decisions.values() if d.name == view["decision"] for o in d.options
                for move in o.moves.values()}  # fmt: skip
        texts = code.alphabet.by_text
        named = self.typed.printed(asked, list(texts), numbers=False) or self.typed.written(asked, texts)
        return next((text for text in named if texts[text] in here), named[0] if named else asked)

    def _out_of_sight(self, view: View, part: str) -> bool:
        """Is it a piece whose place the viewer cannot see now?"""
        faces = {face.lower(): face for face in self.words.layout.face_of}
        if part.lower() not in faces:
            return False
        return all(faces[part.lower()] not in zone["pieces"] for zone in view["zones"])


__all__ = ["Asking"]
