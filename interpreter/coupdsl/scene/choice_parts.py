"""What is being decided, with each choice taken apart into what it picks on the table."""

from __future__ import annotations

from typing import Any

from coupdsl.engine.chance import CHANCE
from coupdsl.language.types import Type
from coupdsl.play.spoken import Words
from coupdsl.scene.model import Choice, Question

WORD = "word"  # the kind of what names the move itself
KINDS = ("seat", "cell", "suit", "rank", "number", "amount")


class Choices:
    """Questions of one ruleset in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._kinds: dict[tuple[str, int], str] = {}
        for decision in words.rules.code.decisions.values():
            for option in decision.options:
                for at, pick in enumerate(option.picks, 0 if option.word else -1):
                    kind = self._kind(pick.name.type)
                    self._kinds.update(((word, at), kind) for word in option.words)

    def _kind(self, of: Type) -> str:
        if of.family:
            return "piece"
        if of.name in KINDS:
            return "number" if of.name == "amount" else of.name
        kind = self.words.rules.program.kinds.get(of.name)
        return "pieces" if kind is not None and kind.shapes else "entry"

    def question(self, view: dict[str, Any]) -> Question:
        actor, words = view["actor"], self.words
        if actor is None:
            return Question(words.say("over"))
        if actor in (CHANCE, "chance"):
            return Question(words.say("by_chance"))
        asked = words.label("decisions", view["decision"])
        if actor != view["seat"]:
            return Question(words.say("to_choose", words.seat(actor, view["seat"]), asked), actor)
        called: dict[str, str] = {}
        choices = tuple(self._choice(text, actor, called) for text in view["options"])
        return Question(asked, actor, choices, called)

    def _choice(self, text: str, viewer: int, called: dict[str, str]) -> Choice:
        word, *rest = text.split()
        parts = [self._part(word, at, part, viewer, called) for at, part in enumerate((word, *rest), -1)]
        return Choice(text, self.words.move(text, viewer), tuple(parts))

    def _part(self, word: str, at: int, part: str, viewer: int, called: dict[str, str]) -> tuple[str, ...]:
        """The keys that a part of a move stands for; what they are called is put in `called`."""
        words, kind = self.words, self._kinds.get((word, at), WORD)
        if kind == "pieces":
            faces = [face.partition("#")[0] for face in part.split("+")]
            called.update((f"piece:{face}", words.piece(face)) for face in faces)
            return tuple(f"piece:{face}" for face in faces)
        key = f"{kind}:{part}"
        if key not in called:
            if kind == WORD:
                called[key] = words.word(part)
            else:
                called[key] = words.seat(int(part), viewer) if kind == "seat" else words.within(part)
        return (key,)


__all__ = ["Choices"]
