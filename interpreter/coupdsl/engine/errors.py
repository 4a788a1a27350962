"""What can go wrong while rules are played."""

from __future__ import annotations

from coupdsl.language import codes
from coupdsl.language.codes import Code
from coupdsl.language.source import Span


class RulesError(Exception):
    """The rules came to a point where they cannot go on; `span` is that place in their text."""

    def __init__(self, message: str, span: Span, code: Code = codes.RULES_FAILED) -> None:
        super().__init__(message, span, code)
        self.message = message
        self.span = span
        self.code = code

    def __str__(self) -> str:
        return f"{self.message} ({self.span})"


class IllegalMove(ValueError):
    """A move that is not among the options; `reason` says why, `place` is the rule's place in its file."""

    def __init__(self, move: str, reason: str, place: str | None = None, rules: tuple[str, ...] = ()) -> None:
        super().__init__(move, reason, place, rules)
        self.move = move
        self.reason = reason
        self.place = place
        self.rules = rules

    def __str__(self) -> str:
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        place = f" ({self.place})" if self.place else ""
        return f"`{self.move}` is not legal: {self.reason}{cited}{place}"


class UnknownMove(IllegalMove):
    """Text that is no move of this game at all."""

    def __str__(self) -> str:
        return f"`{self.move}` is not a move: {self.reason}"


class GameOver(IllegalMove):
    """A move after the end."""
