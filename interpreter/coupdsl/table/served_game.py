"""One open game as its pages have it: what they are sent, what they may ask, and when its programs choose."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from coupdsl.code.errors import RulesError
from coupdsl.search.player_error import PlayerError
from coupdsl.table.page_words import PAGE_WORDS
from coupdsl.table.pictured import pictured
from coupdsl.table.seen_again import Look
from coupdsl.table.sitting import LANGUAGES, Linked, Said, Sitting

LONGEST = 2_000  # characters that a page may send at once
PACES = {"quick": 0.0, "calm": 0.7, "slow": 2.0}  # seconds for each sentence, before a program's move is shown
MOST = 6  # sentences; more are not waited for
CHANGING = ("choose", "typed", "take_back")  # what may be asked too late
BEHIND = 4  # messages that wait for a page which does not read; what it lacks then is sent once it does

Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: what to do, and with what, `moves` moves into the game."""

    do: Text
    text: Text = ""
    moves: int = 0


class Page:
    """One open page: its language, how much of the account it has been sent, and what waits until it reads."""

    def __init__(self, socket: WebSocket, language: str) -> None:
        self.socket, self.language = socket, language
        self.game = 0
        self.sent: int | None = None
        self.waiting = asyncio.Queue[str]()
        self.lacks = False  # something that does not wait

    def speaks(self, language: str) -> None:
        self.language, self.sent = language, None

    async def heard(self) -> str | None:
        """What it sends next, None for what is no text; raises WebSocketDisconnect once it is gone."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        return text

    def tell(self, message: object) -> None:
        """Has the message wait until those before it are written."""
        self.waiting.put_nowait(msgspec.json.encode(message).decode())

    async def write(self) -> None:
        """Writes what is the first to wait, as soon as the page reads; nothing once it is gone."""
        text = await self.waiting.get()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.send_text(text)
        self.waiting.task_done()


class OpenGame(NamedTuple):
    """A game with its rules as a page in a language; `close` keeps it and lets go of its file."""

    sitting: Sitting
    book: Callable[[str], str]
    close: Callable[[], None]


class ServedGame:
    """`more` is what every page is told besides, when it is told all."""

    def __init__(self, opened: OpenGame, pace: str, more: dict[str, Any]) -> None:
        self.sitting, self.book, self._close = opened
        self.pace, self.more = pace, more
        self.pages: list[Page] = []
        self.left_at = monotonic()  # when the last page was closed
        self.lock = asyncio.Lock()
        self.turn = asyncio.Event()
        self.failed: str | None = None
        self._driving: asyncio.Task[None] | None = None

    # ---- from its opening to its end
    def begin(self) -> None:
        self._driving = asyncio.create_task(self._drive())

    async def close(self) -> None:
        """Ends it once nobody thinks any more."""
        async with self.lock:
            if self._driving is not None:
                self._driving.cancel()
            await asyncio.to_thread(self._close)

    def leave(self, page: Page) -> None:
        self.pages.remove(page)
        self.left_at = monotonic()

    async def _drive(self) -> None:
        """Lets the programs make their moves, whenever it is theirs, at the pace of the table."""
        while True:
            await self.turn.wait()
            self.turn.clear()
            while self.pages and self.sitting.is_others and not self.failed:
                await asyncio.sleep(self.pause())
                async with self.lock:
                    await asyncio.to_thread(self._others_choose)
                await self.show()

    def pause(self) -> float:
        """The seconds for which what the last move came to is looked at."""
        return PACES[self.pace] * min(MOST, max(1, self.sitting.told_last))

    def _others_choose(self) -> None:
        try:
            if self.sitting.is_others:  # a choice may have been taken back while this waited
                self.sitting.others_choose()
        except (RulesError, PlayerError) as error:
            self.failed = str(error)

    # ---- what pages are sent
    async def show(self) -> None:
        """Sends every page what it lacks, and waits for none to read it."""
        for page in list(self.pages):
            page.lacks = page.waiting.qsize() >= BEHIND
            if not page.lacks:
                await self.send(page)

    async def _deliver(self, page: Page) -> None:
        """Writes what waits for a page, and then what it lacks, as long as it is there."""
        while True:
            await page.write()
            if page.lacks and page.waiting.empty():
                page.lacks = False
                await self.send(page)

    async def send(self, page: Page) -> None:
        sitting = self.sitting
        async with self.lock:
            if page.game != sitting.games:
                page.game, page.sent = sitting.games, None
            whole = page.sent is None
            told = sitting.told(page.language, page.sent)
            page.sent = sitting.steps
        message: dict[str, Any] = {**msgspec.structs.asdict(told), "whole": whole, "failed": self.failed}
        if whole:
            message |= {"words": PAGE_WORDS[page.language], "pace": self.pace, "faces": sitting.faces(page.language)}
            message |= {"pictures": pictured(sitting.drawn_as())} | self.more
        page.tell({key: value for key, value in message.items() if value is not None})

    # ---- what pages ask
    async def listen(self, page: Page) -> None:
        """Answers a page as long as it is there; what it asks next is heard once it has read the answer."""
        delivering = asyncio.create_task(self._deliver(page))
        try:
            await self.send(page)
            self.turn.set()
            while True:
                await self._hear(page, await page.heard())
                await page.waiting.join()
        finally:
            delivering.cancel()

    async def _hear(self, page: Page, text: str | None) -> None:
        try:
            asked = msgspec.json.decode(text, type=Asked) if text is not None and len(text) <= LONGEST else None
        except (msgspec.DecodeError, RecursionError):
            asked = None
        if asked is None:
            await page.socket.close(1008)
            raise WebSocketDisconnect(1008)
        if asked.do == "language" and asked.text in LANGUAGES:
            page.speaks(asked.text)
            await self.send(page)
        elif asked.do == "pace" and asked.text in PACES:
            self.pace = asked.text
        else:
            await self._answer_page(page, asked)

    async def _answer_page(self, page: Page, asked: Asked) -> None:
        sitting = self.sitting
        async with self.lock:
            before, moves = (sitting.games, sitting.steps), len(sitting.game.moves)
            said = await asyncio.to_thread(self._answer, page.language, asked)
            changed = (sitting.games, sitting.steps) != before
        if changed:
            await self.show()
            self.turn.set()
        elif asked.do in CHANGING and said is None:
            page.speaks(page.language)  # the page is behind: it is sent all again
            await self.send(page)
            if asked.moves != moves:
                said = Said([PAGE_WORDS[page.language]["gone_on"]])
        if said is not None:
            page.tell(said)

    def _answer(self, language: str, asked: Asked) -> Said | Linked | Look | None:
        sitting, text = self.sitting, " ".join(asked.text.split())
        try:
            match asked.do:
                case "choose":
                    sitting.choose(text, asked.moves)
                case "typed":
                    return sitting.typed(text, asked.moves, language)
                case "why":
                    return sitting.why(text, language)
                case "hint":
                    return sitting.hint(language)
                case "known":
                    return sitting.known(language)
                case "link":
                    return sitting.linked(asked.moves, language)
                case "replay" if re.fullmatch("[0-9]{0,3}", text):
                    return sitting.look_back(int(text) if text else None, asked.moves, language)
                case "unguided":
                    sitting.explain_no_more()
                case "take_back":
                    sitting.take_back(asked.moves)
                case "anew":
                    sitting.anew(secrets.randbits(64))
        except (RulesError, PlayerError) as error:
            self.failed = str(error)
        return None


__all__ = ["LONGEST", "OpenGame", "Page", "ServedGame"]
