"""The table as a page of this machine alone: who may open it, what it is sent, and what it may ask."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Callable
from hmac import compare_digest
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from coupdsl.code.errors import RulesError
from coupdsl.play.bots import PlayerError
from coupdsl.table.page_words import PAGE_WORDS
from coupdsl.table.seen_again import Look
from coupdsl.table.sitting import LANGUAGES, Linked, Said, Sitting

LONGEST = 2_000  # characters that a page may send at once
PAGES = 8  # that may be open at once
PACES = {"quick": 0.0, "calm": 0.7, "slow": 2.0}  # seconds for each sentence, before a program's move is shown
MOST = 6  # sentences; more are not waited for
KINDS = {"": "text/html", "table.js": "text/javascript", "table.css": "text/css"}
# Nothing but what this server gives is loaded, run or asked.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
BOOK_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
COMMON = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

Text = Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: what to do, and with what, `moves` moves into the game."""

    do: Text
    text: Text = ""
    moves: int = 0


class Page:
    """One open page: its language, and how much of the account it has been sent."""

    def __init__(self, socket: WebSocket, language: str) -> None:
        self.socket, self.language = socket, language
        self.game = 0
        self.sent: int | None = None

    def speaks(self, language: str) -> None:
        self.language, self.sent = language, None


class TableServer:
    """Serves one sitting; `token` opens it, `book` gives the rules as a page in a language."""

    def __init__(self, sitting: Sitting, token: str, port: int, language: str, book: Callable[[str], str]) -> None:
        self.sitting, self.token, self.port, self.language, self.book = sitting, token, port, language, book
        self.pace = "calm"
        self.pages: list[Page] = []
        self.lock = asyncio.Lock()
        self.turn = asyncio.Event()
        self.failed: str | None = None
        routes = [
            Route("/", self.index), Route("/rules", self.rules),
            *(Route(f"/{name}", self.file) for name in KINDS if name), WebSocketRoute("/table", self.connected),
        ]  # fmt: skip
        self.app = Guarded(Starlette(routes=routes, lifespan=self.lifespan), self)

    # ---- who may come in
    @property
    def cookie(self) -> str:
        return f"table_{self.port}"  # cookies know no ports

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    def is_own(self, connection: HTTPConnection) -> bool:
        """Was it sent to this server by its name, and not by the page of another?"""
        hosts = {f"{name}:{self.port}" for name in ("127.0.0.1", "localhost")}
        headers = connection.headers
        origin = headers.get("origin")
        if headers.get("host") not in hosts:
            return False
        if origin is None:
            return str(connection.scope["type"]) == "http"
        return str(origin).removeprefix("http://") in hosts

    def is_known(self, connection: HTTPConnection) -> bool:
        """Does it bring the cookie of this table?"""
        return compare_digest(connection.cookies.get(self.cookie, "").encode(), self.token.encode())

    # ---- pages
    async def index(self, request: Request) -> Response:
        return self.file_named("", {"Content-Security-Policy": POLICY})

    async def file(self, request: Request) -> Response:
        return self.file_named(request.url.path.removeprefix("/"), {})

    def file_named(self, name: str, headers: dict[str, str]) -> Response:
        text = (files("coupdsl.table") / "page" / (name or "index.html")).read_text("utf-8")
        return Response(text, media_type=KINDS[name], headers={**COMMON, **headers})

    async def rules(self, request: Request) -> Response:
        asked = request.query_params.get("lang", self.language)
        text = await asyncio.to_thread(self.book, asked if asked in LANGUAGES else self.language)
        return Response(text, media_type="text/html", headers={**COMMON, "Content-Security-Policy": BOOK_POLICY})

    # ---- the game
    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.turn.set()
        driving = asyncio.create_task(self.drive())
        yield
        driving.cancel()

    async def drive(self) -> None:
        """Lets the programs make their moves, whenever it is theirs, at the pace of the table."""
        while True:
            await self.turn.wait()
            self.turn.clear()
            while self.pages and not (self.sitting.is_over or self.sitting.is_ours or self.failed):
                await asyncio.sleep(self.pause())
                async with self.lock:
                    await asyncio.to_thread(self._others_choose)
                await self.show()

    def pause(self) -> float:
        """The seconds for which what the last move came to is looked at."""
        return PACES[self.pace] * min(MOST, max(1, self.sitting.told_last))

    def _others_choose(self) -> None:
        if self.sitting.is_over or self.sitting.is_ours:
            return  # a choice was taken back while this waited
        try:
            self.sitting.others_choose()
        except (RulesError, PlayerError) as error:
            self.failed = str(error)

    async def show(self) -> None:
        """Sends every page what it lacks."""
        for page in list(self.pages):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
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
        await self.write(page, {key: value for key, value in message.items() if value is not None})

    async def write(self, page: Page, message: object) -> None:
        await page.socket.send_text(msgspec.json.encode(message).decode())

    # ---- what pages ask
    async def connected(self, socket: WebSocket) -> None:
        await socket.accept()
        if len(self.pages) >= PAGES:
            await socket.close(1013)
            return
        page = Page(socket, self.language)
        self.pages.append(page)
        try:
            await self.send(page)
            self.turn.set()
            while True:
                await self.hear(page, await socket.receive_text())
        except WebSocketDisconnect:
            pass
        finally:
            self.pages.remove(page)

    async def hear(self, page: Page, text: str) -> None:
        try:
            asked = msgspec.json.decode(text, type=Asked) if len(text) <= LONGEST else None
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
            await self.answer(page, asked)

    async def answer(self, page: Page, asked: Asked) -> None:
        before = (self.sitting.games, self.sitting.steps)
        async with self.lock:
            said = await asyncio.to_thread(self._answer, page.language, asked)
        if (self.sitting.games, self.sitting.steps) != before:
            await self.show()
            self.turn.set()
        elif asked.do == "choose":
            page.speaks(page.language)  # the page is behind: it is sent all again
            await self.send(page)
        if said is not None:
            await self.write(page, said)

    def _answer(self, language: str, asked: Asked) -> Said | Linked | Look | None:
        sitting, text = self.sitting, " ".join(asked.text.split())
        try:
            if asked.do == "choose":
                sitting.choose(text, asked.moves)
            elif asked.do == "typed":
                return sitting.typed(text, asked.moves, language)
            elif asked.do == "why":
                return sitting.why(text, language)
            elif asked.do == "hint":
                return sitting.hint(language)
            elif asked.do == "known":
                return sitting.known(language)
            elif asked.do == "link":
                return sitting.linked(asked.moves, language)
            elif asked.do == "replay" and re.fullmatch("[0-9]{0,3}", text):
                return sitting.look_back(int(text) if text else None, asked.moves, language)
            elif asked.do == "unguided":
                sitting.explain_no_more()
            elif asked.do == "take_back":
                sitting.take_back(asked.moves)
            elif asked.do == "anew":
                sitting.anew(secrets.randbits(64))
        except (RulesError, PlayerError) as error:
            self.failed = str(error)
        return None


class Guarded:
    """Lets in what brings the token, which becomes a cookie, or the cookie; anything else is refused."""

    def __init__(self, app: ASGIApp, server: TableServer) -> None:
        self.app, self.server = app, server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection, server = HTTPConnection(scope), self.server
        own = server.is_own(connection)
        if own and server.is_known(connection):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        elif own and compare_digest(connection.query_params.get("token", "").encode(), server.token.encode()):
            response = RedirectResponse("/", 303, COMMON)
            response.set_cookie(server.cookie, server.token, httponly=True, samesite="strict")
            await response(scope, receive, send)
        else:
            refused = PlainTextResponse("This table opens with the address that the program has printed.", 403, COMMON)
            await refused(scope, receive, send)


__all__ = ["TableServer"]
