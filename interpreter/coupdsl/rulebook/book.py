"""What a rulebook is made from: a composed ruleset for all its numbers of players, with its words in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.code.in_use import InUse, in_use
from coupdsl.code.seats import allowed_seats
from coupdsl.code.sharing import all_share, may_all_lose
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.language.tongues import in_language
from coupdsl.phrases.phrasebook import Phrasebook
from coupdsl.rulebook.book_words import BOOK_WORDS
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.prose import Prose, book_of, read_prose


class Book(Phrasebook):
    """A value is said only where it is the same for all numbers of players."""

    def __init__(self, composed: Composed, language: str, options: Mapping[str, Any] | None = None) -> None:
        self.ready = [composed.settle(players, Rules, options) for players in allowed_seats(composed, options)]
        super().__init__(self.ready, language)
        self.words = {**self.words, **in_language(BOOK_WORDS, language)}
        self.composed = composed
        self.options = options or {}

    def written(self) -> Iterator[Prose]:
        """The prose that stands beside the files of the rules: that of the game, and of what it uses."""
        for file in self.program.files:
            prose = read_prose(book_of(file.source.path))[0] if file.source.path is not None else None
            if prose is not None:
                yield prose

    @cached_property
    def all_share(self) -> bool:
        """Have all the same at every end, whoever plays? Not of rules of which no code can be made."""
        with suppress(RulesError):
            return all(all_share(rules.code) for rules in self.ready)
        return False

    @cached_property
    def may_all_lose(self) -> bool:
        """Where all have the same at every end: is there one at which it is asked whether they win?"""
        return self.all_share and any(may_all_lose(rules.code) for rules in self.ready)

    @cached_property
    def untold(self) -> frozenset[p.Rule]:
        """The fields that charts leave out, because other rules decide what they seem to say, or nothing asks."""
        prose = ProseInForce(self.composed, self.options)
        return frozenset((*prose.columns_given_way(), *prose.idle_fields(self.in_use)))

    @cached_property
    def in_use(self) -> InUse:
        """What is asked for as all questions are answered."""
        return in_use(self.composed, self.options)

    @cached_property
    def questions(self) -> tuple[p.Option, ...]:
        """The options that rules ask for, if not under these answers."""
        asked = in_use(self.composed, self.options, answered=False).options
        return tuple(option for option in self.program.options.values() if option in asked)

    def question(self, option: p.Option) -> str:
        """As the texts put it; without one, the option by its whole name."""
        return self.label(f"options.{option.key}.ask", option.key.replace(".", " "))

    @cached_property
    def counters(self) -> frozenset[str]:
        """Names of pieces and places that nobody has on the table, and that help the rules to count."""
        return frozenset(name for prose in self.written() for name, _ in prose.counters)
