"""Full screens for tests: what stands on them, and keys that wait until the table has come to rest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot

from coupdsl.screen.flowing import Item, Letters
from coupdsl.screen.screen_app import TableApp
from coupdsl.table.sitting import Sitting

PATIENCE = 60  # seconds for a whole test
SMALL, USUAL, LARGE = (60, 20), (80, 24), (120, 40)


class Screen:
    """A screen that is open, with the hands of a person."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.sitting = app, pilot, app.driving.sitting

    async def calm(self) -> None:
        """Waits until it is for the person to do something, and what is told of it is drawn."""
        await self._drawn()
        while self.app.driving.is_busy or not self.app.driving.asks:
            await asyncio.sleep(0.001)
        await self._drawn()
        for _ in range(50):  # where much else goes on, it is drawn later
            if self.app.table.here in [None, *(item for item, _ in self.places())]:
                break
            await asyncio.sleep(0.01)
            await self._drawn()

    async def _drawn(self) -> None:
        for _ in range(3):  # what was pressed, what came of it, and where one stands then
            await self.pilot.pause(0)

    async def press(self, *keys: str) -> None:
        """Keys by their names, or one sign each."""
        for key in keys:
            sign = " " if key == "space" else key if len(key) == 1 else None
            await self._send(events.Key(_character_to_key(key) if len(key) == 1 else key, sign))
            await self.calm()

    async def _send(self, event: events.Event) -> None:
        """An event, and whatever comes of it, have come to their ends; the pilot of Textual only waits for a while."""
        self.app.post_message(event)
        for _ in range(2):
            for pump in (self.app, *reversed([*self.app.table.walk_children()]), self.app.table):
                done = asyncio.Event()
                pump.call_later(done.set)
                while not done.is_set() and self.app.is_running and pump.is_running:
                    await asyncio.sleep(0)

    async def type(self, line: str) -> None:
        """A line, up to Enter."""
        self.app.table.typed.begin(line)
        await self.press("enter")

    @property
    def rows(self) -> list[str]:
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """All of it, with each run of blanks as one."""
        return " ".join(" ".join(self.rows).split())

    @property
    def said(self) -> str:
        return " ".join(self.app.table.said)

    def places(self, do: str = "") -> Iterator[tuple[Item, tuple[int, int]]]:
        """What can be clicked and stands in sight, with where on the screen; of one kind, or all."""
        for y, strip in enumerate(self.app.screen._compositor.render_strips()):
            x = 0
            for segment in strip:
                found = segment.style.meta.get("item") if segment.style is not None else None
                if found is not None and do in ("", found[0]):
                    yield Item(*found), (x, y)
                x += segment.cell_length

    async def click(self, item: Item) -> None:
        x, y = next(at for found, at in self.places() if found == item)
        for event in (events.MouseDown, events.MouseUp):
            await self._send(event(None, x, y, 0, 0, 1, False, False, False))
        await self.calm()


def on_screen(
    at: Sitting, play: Callable[[Screen], Awaitable[None]], size: tuple[int, int] = USUAL, language: str = "en",
    letters: Letters | None = None, pace: float = 0,
) -> TableApp:  # fmt: skip
    """Opens a table as a screen, as quick as can be, and lets a person play there."""

    async def opened() -> TableApp:
        app = TableApp(at, language, letters, pace)
        async with app.run_test(size=size) as pilot, asyncio.timeout(PATIENCE):
            screen = Screen(app, pilot)
            await screen.calm()
            await play(screen)
        return app

    return asyncio.run(opened())
