"""What is raised of a player; whoever plays or studies games tells of it in the same way."""

from __future__ import annotations


class PlayerError(Exception):
    """A player that fails, does what it may not, or is not there, in one sentence, with what helps."""

    def __init__(self, message: str, help_: str) -> None:
        super().__init__(message, help_)
        self.message, self.help = message, help_

    def __str__(self) -> str:
        return self.message
