"""The table as a full screen of the terminal."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen
from textual.worker import WorkerFailed

from coupdsl.screen.driving import PACE, Driving
from coupdsl.screen.flowing import Letters
from coupdsl.screen.table_drawing import LOW
from coupdsl.screen.table_screen import WIDE, TableScreen
from coupdsl.table.sitting import Sitting


class TableApp(App[None], inherit_bindings=False):
    """One sitting, until somebody leaves. It has the terminal's own colours, light or dark."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = []
    CSS_PATH = "table_screen.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, sitting: Sitting, language: str, letters: Letters | None = None, pace: float = PACE) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.driving = Driving(sitting, language, pace)
        self.table = TableScreen(self.driving, letters or Letters())

    @property
    def broken(self) -> BaseException | None:
        """What ended it that should not have happened."""
        return self._exception.error if isinstance(self._exception, WorkerFailed) else self._exception

    def _handle_exception(self, error: Exception) -> None:
        """Ends it, and prints nothing: Textual would show what all variables hold, with cards that nobody may see."""
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    def get_default_screen(self) -> Screen[None]:
        return self.table


__all__ = ["TableApp"]
