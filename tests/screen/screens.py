"""Full screens for tests: what stands on them, and keys that wait until the table has come to rest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

from textual.pilot import Pilot

from coupdsl.screen.flowing import Item, Letters
from coupdsl.screen.screen_app import TableApp
from coupdsl.table.sitting import Sitting

SMALL, USUAL, LARGE = (60, 20), (80, 24), (120, 40)


class Screen:
    """A screen that is open, with the hands of a person."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.sitting = app, pilot, app.driving.sitting

    async def calm(self) -> None:
        """Waits until it is for the person to do something."""
        await self.pilot.pause()
        while not self.app.driving.waits:
            await asyncio.sleep(0.001)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.calm()

    async def type(self, line: str) -> None:
        """A line from its first letter to Enter; a slash before it would be no part of it."""
        await self.pilot.press("/", *("space" if sign == " " else sign for sign in line), "enter")
        await self.calm()

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
        for y in range(self.app.size.height):
            before: Item | None = None
            for x in range(self.app.size.width):
                found = self.app.screen.get_style_at(x, y).meta.get("item")
                item = Item(*found) if found is not None else None
                if item is not None and item != before and do in ("", item.do):
                    yield item, (x, y)
                before = item

    async def click(self, item: Item) -> None:
        at = next(at for found, at in self.places() if found == item)
        await self.pilot.click(offset=at)
        await self.calm()


def on_screen(
    at: Sitting, play: Callable[[Screen], Awaitable[None]], size: tuple[int, int] = USUAL, language: str = "en",
    letters: Letters | None = None,
) -> TableApp:  # fmt: skip
    """Opens a table as a screen, as quick as can be, and lets a person play there."""

    async def opened() -> TableApp:
        app = TableApp(at, language, letters, pace=0)
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot)
            await screen.calm()
            await play(screen)
        return app

    return asyncio.run(opened())
