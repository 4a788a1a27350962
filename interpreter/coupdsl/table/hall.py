"""The games that are open side by side: the one that was called for, and kept ones while somebody looks at them."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TypeVar
from urllib.parse import quote

from coupdsl.table.games_on_disk import KeptGames, Refused
from coupdsl.table.served_game import OpenGame, Page, ServedGame

T = TypeVar("T")
GAMES = 8  # that may be open at once
PAGES = 8  # of one game
UNSEEN = 60.0  # seconds after which a game without a page is put away: it is kept, and opened again


def path_of(key: str) -> str:
    """Where a game is, by what it is called in addresses."""
    return f"/game/{quote(os.fsencode(key), safe='')}"


class Hall:
    """`own` is the game that was called for, under `key`; without `kept` there are no others."""

    def __init__(self, key: str, own: OpenGame, kept: KeptGames | None, pace: str = "calm") -> None:
        self.key, self.kept, self.pace = key, kept, pace
        self.games = {key: self._served(own)}
        self._reading = asyncio.Lock()  # of rule files, by one at a time; and whoever opens or closes a game

    def _served(self, opened: OpenGame) -> ServedGame:
        return ServedGame(opened, self.pace, {} if self.kept is None else {"games": True})

    @contextlib.asynccontextmanager
    async def is_open(self) -> AsyncIterator[None]:
        """Games go on as long as this lasts; each of them thinks beside the others."""
        threads = ThreadPoolExecutor(GAMES + 2)
        asyncio.get_running_loop().set_default_executor(threads)
        self.games[self.key].begin()
        tidying = asyncio.create_task(self._tidy())
        yield
        tidying.cancel()
        for game in self.games.values():
            await game.close()

    async def read(self, work: Callable[[], T]) -> T:
        """What `work` gives, which may read the files of rules."""
        async with self._reading:
            return await asyncio.to_thread(work)

    async def join(self, key: str, page: Page) -> ServedGame:
        """The game with a page more, opened if it was only kept; raises Refused."""
        if key not in self.games:
            async with self._reading:
                if key not in self.games:
                    await self._open(key)
                return self._joined(key, page)
        return self._joined(key, page)

    def _joined(self, key: str, page: Page) -> ServedGame:
        game = self.games[key]
        if len(game.pages) >= PAGES:
            raise Refused("many_pages", PAGES)
        game.pages.append(page)
        return game

    async def _open(self, key: str) -> None:
        if self.kept is None:
            raise Refused("no_game")
        await self._make_room()
        self.games[key] = game = self._served(await asyncio.to_thread(self.kept.open, key))
        game.begin()

    def _unseen(self) -> list[str]:
        """The games at which nobody looks, and which can be put away, those that were left first before others."""
        found = [key for key, game in self.games.items() if not game.pages and key != self.key]
        return sorted(found, key=lambda key: self.games[key].left_at)

    async def _make_room(self) -> None:
        if len(self.games) >= GAMES:
            unseen = self._unseen()
            if not unseen:
                raise Refused("many_games", GAMES)
            await self.games.pop(unseen[0]).close()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(UNSEEN)
            async with self._reading:
                while (unseen := self._unseen()) and monotonic() - self.games[unseen[0]].left_at >= UNSEEN:
                    await self.games.pop(unseen[0]).close()


__all__ = ["GAMES", "PAGES", "Hall", "path_of"]
