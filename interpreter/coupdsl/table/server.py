"""The table as a page of this machine alone: who may open it, and what is served under which address."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial
from hmac import compare_digest
from importlib.resources import files
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from coupdsl.table.games_on_disk import KeptGames, Refused
from coupdsl.table.hall import Hall, path_of
from coupdsl.table.page_words import PAGE_WORDS
from coupdsl.table.served_game import LONGEST, Page
from coupdsl.table.sitting import LANGUAGES

KINDS = {"table.js": "text/javascript", "table.css": "text/css", "faces.svg": "image/svg+xml"}
# Nothing but what this server gives is loaded, run or asked.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LIST_POLICY = (
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
BOOK_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
# Forms tell where they come from, and nobody else learns of an address.
COMMON = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}


class TableServer:
    """Serves the games of a hall; `token` opens them."""

    def __init__(self, hall: Hall, token: str, port: int, language: str) -> None:
        self.hall, self.token, self.port, self.language = hall, token, port, language
        routes = [
            Route("/", self.games), Route("/game/{key}", self.game), Route("/game/{key}/rules", self.rules),
            WebSocketRoute("/game/{key}/table", self.connected), *(Route(f"/{name}", self.file) for name in KINDS),
        ]  # fmt: skip
        if hall.kept is not None:
            routes.append(Route("/begin", partial(self.begin, hall.kept), methods=["POST"]))
        self.app = Guarded(Starlette(routes=routes, lifespan=self.lifespan), self)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async with self.hall.is_open():
            yield

    # ---- who may come in
    @property
    def cookie(self) -> str:
        return f"table_{self.port}"  # cookies know no ports

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}{path_of(self.hall.key)}?token={self.token}"

    def is_own(self, connection: HTTPConnection) -> bool:
        """Was it sent to this server by its name, and not by the page of another?"""
        hosts = {f"{name}:{self.port}" for name in ("127.0.0.1", "localhost")}
        headers = connection.headers
        origin = headers.get("origin")
        if headers.get("host") not in hosts:
            return False
        if origin is None:
            return connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD")
        return str(origin).removeprefix("http://") in hosts

    def is_known(self, connection: HTTPConnection) -> bool:
        """Does it bring the cookie of this table?"""
        return compare_digest(connection.cookies.get(self.cookie, "").encode(), self.token.encode())

    def language_of(self, connection: HTTPConnection) -> str:
        asked = connection.query_params.get("lang", self.language)
        return asked if asked in LANGUAGES else self.language

    # ---- pages
    async def games(self, request: Request) -> Response:
        """Which games there are; where there is only one, that."""
        if self.hall.kept is None:
            return RedirectResponse(path_of(self.hall.key), 303, COMMON)
        return await self._listed(self.hall.kept, self.language_of(request))

    async def _listed(self, kept: KeptGames, language: str, refused: Refused | None = None) -> Response:
        from coupdsl.table.games_page import games_page

        said = None if refused is None else refused.said(language)
        opened = {key: game.sitting for key, game in self.hall.games.items()}
        text = await self.hall.read(partial(games_page, kept, opened, language, said))
        headers = {**COMMON, "Content-Security-Policy": LIST_POLICY}
        return Response(text, 200 if refused is None else 409, headers, "text/html")

    async def begin(self, kept: KeptGames, request: Request) -> Response:
        """Begins another game, and leads to its page."""
        language, body = self.language_of(request), b""
        async for part in request.stream():
            body += part
            if len(body) > LONGEST:
                return PlainTextResponse("", 413, COMMON)
        asked = dict(parse_qsl(body.decode("ascii", "replace")))
        try:
            key = await self.hall.read(partial(kept.begin, asked.get("ruleset", ""), asked.get("players", "")))
        except Refused as refused:
            return await self._listed(kept, language, refused)
        return RedirectResponse(f"{path_of(key)}?lang={language}", 303, COMMON)

    async def game(self, request: Request) -> Response:
        return self._file_named("index.html", "text/html", {"Content-Security-Policy": POLICY})

    async def file(self, request: Request) -> Response:
        name = request.url.path.removeprefix("/")
        return self._file_named(name, KINDS[name], {})

    def _file_named(self, name: str, kind: str, headers: dict[str, str]) -> Response:
        text = (files("coupdsl.table") / "page" / name).read_text("utf-8")
        return Response(text, media_type=kind, headers={**COMMON, **headers})

    async def rules(self, request: Request) -> Response:
        language = self.language_of(request)
        game = self.hall.games.get(request.path_params["key"])
        if game is None:
            return PlainTextResponse(Refused("not_open").said(language), 404, COMMON)
        text = await self.hall.read(partial(game.book, language))
        return Response(text, media_type="text/html", headers={**COMMON, "Content-Security-Policy": BOOK_POLICY})

    # ---- a game
    async def connected(self, socket: WebSocket) -> None:
        await socket.accept()
        page = Page(socket, self.language_of(socket))
        try:
            game = await self.hall.join(socket.path_params["key"], page)
        except Refused as refused:
            more = {"words": PAGE_WORDS[page.language], "games": self.hall.kept is not None}
            page.tell({"kind": "refused", "refused": refused.said(page.language), **more})
            await page.write()
            await socket.close(1013)
            return
        try:
            await game.listen(page)
        except WebSocketDisconnect:
            pass
        finally:
            game.leave(page)


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
            response = RedirectResponse("/" + connection.url.path.lstrip("/"), 303, COMMON)
            response.set_cookie(server.cookie, server.token, httponly=True, samesite="strict")
            await response(scope, receive, send)
        else:
            said = Refused("stranger").said(server.language_of(connection))
            refused = PlainTextResponse(said, 403, COMMON)
            await refused(scope, receive, send)


__all__ = ["TableServer"]
