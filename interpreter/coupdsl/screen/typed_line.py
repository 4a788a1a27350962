"""The line in which moves, words and questions are typed: what was typed before comes back, and Tab completes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input


class History:
    """Lines that were typed; going back and forth keeps what is being written."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._at, self._writing = 0, ""

    def add(self, line: str) -> None:
        self.lines = [*(one for one in self.lines if one != line), line]
        self._at = len(self.lines)

    def turn(self, by: int, writing: str) -> str:
        """The line so many before or after the one that is shown, and after the last one what was being written."""
        if self._at == len(self.lines):
            self._writing = writing
        self._at = min(max(0, self._at + by), len(self.lines))
        return self._writing if self._at == len(self.lines) else self.lines[self._at]


def completions(begun: str, known: Sequence[str], before: Sequence[str] = ()) -> list[str]:
    """The known texts that begin so; after a word of `before`, such as `why`, what follows is completed."""
    if not begun.strip():
        return []
    word, blank, rest = begun.partition(" ")
    if blank and word.removeprefix("/").lower() in before:
        return [f"{word} {one}" for one in completions(rest, known)]
    slash = "/" if begun.startswith("/") else ""
    text = begun.removeprefix("/").lower()
    return list(dict.fromkeys(slash + one for one in known if one.lower().startswith(text) and one.lower() != text))


class _Completing(Suggester):
    """Suggests the first completion, after the text as it was written."""

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        found = self._complete(value)
        return value + found[0][len(value) :] if found else None


class TypedLine(Input):
    """`complete` gives the completions of what is written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier(-1)", show=False),
        Binding("down", "earlier(1)", show=False),
        Binding("tab", "complete", show=False),
    ]

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        super().__init__(suggester=_Completing(complete), select_on_focus=False, compact=True, max_length=200)
        self.history = History()
        self._complete = complete
        self._offered: list[str] = []  # the completions of what Tab was first pressed after

    def action_earlier(self, by: int) -> None:
        self._show(self.history.turn(by, self.value))

    def action_complete(self) -> None:
        """The next completion; after the last one the first again."""
        if self.value in self._offered:
            self._show(self._offered[(self._offered.index(self.value) + 1) % len(self._offered)])
            return
        self._offered = self._complete(self.value)
        if self._offered:
            self._show(self._offered[0])

    def begin(self, text: str) -> None:
        """Takes what is typed from now on, and what began it."""
        self._show(text)
        self.screen.set_focus(self)

    def taken(self) -> str:
        """What is written, which is kept as a line that was typed; the line is empty then."""
        text = " ".join(self.value.split())
        if text:
            self.history.add(text)
        self.value, self._offered = "", []
        return text

    def _show(self, text: str) -> None:
        self.value = text
        self.cursor_position = len(text)

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.value = ""
            self.screen.set_focus(None)
            event.stop()
            return
        await super()._on_key(event)


__all__ = ["History", "TypedLine", "completions"]
