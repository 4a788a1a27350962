"""The time that playing may take where nobody said for how long: rules from a stranger may take any."""

from __future__ import annotations

from time import monotonic


class Clock:
    """The time for all games of a file, of a comparison, or for what is shown of them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._begin = monotonic()

    @property
    def left(self) -> float:
        """Seconds; 0 when the time is used up."""
        return max(0.0, self._begin + self.seconds - monotonic())
