"""What a rulebook is made from: a composed ruleset for all its numbers of players, with its words in one language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coupdsl.code.seats import allowed_seats
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.rulesets.compose import Composed
from coupdsl.rulesets.ruleset import Ruleset


class Book(Phrasebook):
    """A value is said only where it is the same for all numbers of players."""

    def __init__(self, composed: Composed, language: str, options: Mapping[str, Any] | None = None) -> None:
        tables = [composed.settle(players, Ruleset, options) for players in allowed_seats(composed, options)]
        super().__init__(tables, language)
        self.composed = composed
