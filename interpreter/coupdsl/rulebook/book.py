"""What a rulebook is made from: a composed ruleset for all its numbers of players, with its words in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coupdsl.code.seats import allowed_seats
from coupdsl.phrases.inline import Phrase, joined, merged
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.rulebook.book_words import BOOK_WORDS
from coupdsl.rulesets.compose import Composed
from coupdsl.rulesets.ruleset import Ruleset


class Book(Phrasebook):
    """A value is said only where it is the same for all numbers of players."""

    def __init__(self, composed: Composed, language: str, options: Mapping[str, Any] | None = None) -> None:
        tables = [composed.settle(players, Ruleset, options) for players in allowed_seats(composed, options)]
        super().__init__(tables, language)
        self.words = {**self.words, **BOOK_WORDS.get(language, BOOK_WORDS["en"])}
        self.composed = composed
        self.options = options or {}

    def listed(self, phrases: list[Phrase]) -> Phrase:
        """`a, b and c`."""
        if len(phrases) < 2:
            return joined(phrases)
        return merged((*joined(phrases[:-1]), f" {self.words['and']} ", *phrases[-1]))
