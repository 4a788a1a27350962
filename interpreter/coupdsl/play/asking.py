"""Why: answers to one seat about its own options, and to anybody about payments, from what it may know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coupdsl.engine.errors import IllegalMove
from coupdsl.engine.explain import legal_move
from coupdsl.play.reasons import made_of, possible, refused
from coupdsl.play.typed import matches
from coupdsl.play.words import Narrator, Words

if TYPE_CHECKING:
    from coupdsl.engine.state import State
    from coupdsl.play.drawing import View
    from coupdsl.play.game import Game


class Asking:
    """Answers in the language of `words`."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def why(self, state: State, seat: int, asked: str) -> list[str]:
        """Why a move, written as at the table, is possible now or is not, for `seat`, whose turn it is."""
        view = state.view(seat)
        found = matches(asked, view["options"])
        if found:
            move = self.words.rules.code.alphabet.by_text[found[0]]
            return possible(found[0], legal_move(state, move), self.words.language)
        text = self._meant(view, asked)
        if any(self._out_of_sight(view, part) for part in text.split()):
            return [self.words.say("not_yours", self.words.argument(text.split()[-1]))]
        try:
            state.copy().apply(text)
        except IllegalMove as illegal:
            return [refused(illegal, self.words.language)]
        return possible(text, (), self.words.language)

    def why_paid(self, game: Game, move: int, seat: int | None) -> list[str]:
        """What the payments were made of that the move with this index caused."""
        lines, sentences = [], Narrator(self.words, seat)
        for event, part in game.why_paid(move):
            told = event.seen_by(self.words.rules.code, seat)
            assert told is not None
            lines += [
                *sentences.tell([told]),
                *made_of(part, self.words.language, lambda element: self.words.argument(str(element))),
            ]
        return lines

    def _meant(self, view: View, asked: str) -> str:
        """The move somebody asks about, who may have written its last part only; of those, one of this decision."""
        code = self.words.rules.code
        lower = asked.lower()
        here = {o.word for d in code.decisions.values() if d.name == view["decision"] for o in d.options}
        texts = code.alphabet.by_text
        named = [text for text in texts if lower in (text.lower(), text.partition(" ")[2].lower())]
        return next((text for text in named if texts[text].word in here), named[0] if named else asked)

    def _out_of_sight(self, view: View, part: str) -> bool:
        """Is it a piece whose place the viewer cannot see now?"""
        faces = {face.lower(): face for face in self.words.layout.face_of}
        if part.lower() not in faces:
            return False
        return all(faces[part.lower()] not in zone["pieces"] for zone in view["zones"])


__all__ = ["Asking"]
