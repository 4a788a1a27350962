"""What is being decided, with each choice taken apart into what it picks on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.language.types import Type
from coupdsl.play.drawing import Drawing
from coupdsl.play.picked_together import faces_of
from coupdsl.scene.model import Choice, Question

WORD = "word"  # the kind of what names the move itself
KINDS = ("seat", "cell", "suit", "rank")


class Choices:
    """Questions of one ruleset in one language."""

    def __init__(self, drawing: Drawing) -> None:
        self.words, self.drawing = drawing.words, drawing
        words = self.words
        self._kinds: dict[tuple[str, int], str] = {}
        self._figures: dict[str, str] = {}  # what entries that can be picked state
        for decision in words.rules.code.decisions.values():
            for option in decision.options:
                for at, pick in enumerate(option.picks, 0 if option.word else -1):
                    kind = self._kind(pick.name.type)
                    if kind == "entry":
                        self._figures.update(self._stated(pick.name.type))
                    self._kinds.update(((word, at), kind) for word in option.words)

    def _kind(self, of: Type) -> str:
        if of.family:
            return "piece"
        if of.is_numeric:
            return "number"
        if of.name in KINDS:
            return of.name
        kind = self.words.rules.program.kinds.get(of.name)
        return "pieces" if kind is not None and kind.shapes else "entry"

    def _stated(self, of: Type) -> Iterator[tuple[str, str]]:
        kind = self.words.rules.program.kinds.get(of.name)
        for entry in self.words.rules.entries(kind) if kind is not None else ():
            stated = self.drawing.stated(entry)
            if stated:
                yield f"entry:{entry.path}", self.words.say("apart").join(stated)

    def question(self, view: dict[str, Any]) -> Question:
        actor, words = view["actor"], self.words
        if actor is None:
            return Question(words.say("over"))
        if actor in (CHANCE, "chance"):
            return Question(words.say("by_chance"))
        asked = words.question(view["decision"], view["options"])
        if actor != view["seat"]:
            return Question(words.say("to_choose", words.seat(actor, view["seat"]), asked), actor)
        called: dict[str, str] = {}
        choices = tuple(self._choice(text, actor, called) for text in view["options"])
        stated = {key: self._figures[key] for key in called if key in self._figures}
        return Question(asked, actor, choices, called, stated)

    def _choice(self, text: str, viewer: int, called: dict[str, str]) -> Choice:
        word, *rest = text.split()
        parts = [self._part(word, at, part, viewer, called) for at, part in enumerate((word, *rest), -1)]
        return Choice(text, self.words.move(text, viewer), tuple(parts))

    def _part(self, word: str, at: int, part: str, viewer: int, called: dict[str, str]) -> tuple[str, ...]:
        """The keys that a part of a move stands for; what they are called is put in `called`."""
        words, kind = self.words, self._kinds.get((word, at), WORD)
        if kind == "pieces":
            faces = faces_of(part)
            called.update((f"piece:{face}", words.piece(face)) for face in faces)
            return tuple(f"piece:{face}" for face in faces)
        key = f"{kind}:{part}"
        if key not in called:
            called[key] = words.word(part) if kind == WORD else words.picked(word, at, part, viewer)
        return (key,)


__all__ = ["Choices"]
