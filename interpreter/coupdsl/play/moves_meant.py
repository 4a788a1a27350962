"""Which move somebody asks about, in words of his own."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING

from coupdsl.code.decisions import Option
from coupdsl.code.moves import Move
from coupdsl.play.questions import Questions
from coupdsl.play.spelling import spelled
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed

if TYPE_CHECKING:
    from coupdsl.play.drawing import View

MANY = 1_000  # options


class MovesMeant:
    """Finds it in what is typed by people who are told of a game by `words`."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.typed = Typed(words)
        self.questions = Questions(words)
        self._options_of = cache(self._each_option)

    def _options(self, asked: str, options: list[str], numbers: bool = True) -> tuple[str, list[str]]:
        """What is asked about, without what people say around it, and the options that it is."""
        reading = asked
        for reading in self._readings(asked, options):
            found = self.typed.printed(reading, options, numbers=False) or self.typed.written(reading, options)
            found = found or (self.typed.printed(reading, options) if numbers else [])
            if found:
                return reading, found
        return asked, []

    def _readings(self, asked: str, options: Collection[str]) -> Iterator[str]:
        """What may be asked about; of many moves only what begins as one of them, since each is compared with all."""
        for reading in dict.fromkeys((asked, *self.questions.readings(asked))):
            first = spelled(reading).partition(" ")[0]
            if len(options) <= MANY or first.isdigit() or first in self.typed.spelling.beginnings:
                yield reading

    def _asked_about(self, view: View, asked: str) -> tuple[str | None, tuple[str, list[str]]]:
        """The move that is no option now; or what is asked, and the options it is, also by their numbers in the list.

        A number that could be bid is that bid first.
        """
        options = self._options(asked, view["options"], numbers=False)
        meant = None if options[1] else self._meant(view, asked)
        if options[1] or (meant is not None and self._is_amount(meant, view)):
            return meant, options
        return meant, self._options(asked, view["options"])

    def _is_amount(self, text: str, view: View) -> bool:
        """Is it a move of the decision that is asked, and about a number?"""
        word, *rest = text.split()
        about_number = bool(rest) and rest[-1].isdigit() and not self.words.is_seat(word, len(rest) - 1)
        return about_number and self.words.rules.code.alphabet.by_text[text] in self._here(view)

    def _here(self, view: View) -> list[Move]:
        """The moves of the decision that is asked."""
        code = self.words.rules.code
        return [
            move
            for decision in code.decisions.values() if decision.name == view["decision"]
            for option in decision.options
            for move in option.moves.values()
        ]  # fmt: skip

    def _meant(self, view: View, asked: str) -> str | None:
        """The move somebody asks about, who may have written its last part only.

        Of those, one of this decision; and of these, one with a word that can be chosen now.
        """
        here, offered = self._here(view), {text.split()[0] for text in view["options"]}
        texts = self.words.rules.code.alphabet.by_text
        for reading in self._readings(asked, texts):
            named = self.typed.printed(reading, list(texts), numbers=False) or self.typed.written(reading, texts)
            if named:
                asked_here = [text for text in named if texts[text] in here] or named
                return next((text for text in asked_here if text.split()[0] in offered), asked_here[0])
        return None

    def _pieces(self, view: View, text: str) -> list[str]:
        """The pieces that a move picks."""
        option = self._options_of(view["decision"]).get(self.words.rules.code.alphabet.by_text[text])
        if option is None:
            return []
        picked = text.split()[bool(option.word) :]
        return [part for part, pick in zip(picked, option.picks, strict=False) if pick.name.type.family]

    def _each_option(self, decision: str | None) -> dict[Move, Option]:
        """The option that each move belongs to, rather one of the decision."""
        found: dict[Move, Option] = {}
        for one in sorted(self.words.rules.code.decisions.values(), key=lambda one: one.name != decision):
            for option in one.options:
                for move in option.moves.values():
                    found.setdefault(move, option)
        return found

    def _out_of_sight(self, view: View, piece: str) -> bool:
        """Can the viewer not see where the piece lies?"""
        return all(piece not in zone["pieces"] for zone in view["zones"])
