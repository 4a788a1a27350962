"""Pages that do not read keep nobody waiting, and a table that is closed says nothing of what it cuts off."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from tests.table.sittings import KEY, TOKEN, book, sitting

from coupdsl.table import opening
from coupdsl.table.hall import Hall
from coupdsl.table.served_game import BEHIND, OpenGame, Page, ServedGame
from coupdsl.table.server import TableServer

FEW = 64  # bytes that a socket takes before it is read; the system has a least of its own
ASKED = 1000  # times for the whole table, which are more bytes than any system takes


class Told:
    """The socket of a page that reads while `reads` is set."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.asked = asyncio.Queue[dict[str, str]]()
        self.reads = asyncio.Event()
        self.reads.set()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.messages.append(json.loads(text))

    async def receive(self) -> dict[str, str]:
        return await self.asked.get()

    def ask(self, **asked: Any) -> None:
        self.asked.put_nowait({"type": "websocket.receive", "text": json.dumps(asked)})

    @property
    def scene(self) -> dict[str, Any]:
        return cast(dict[str, Any], self.messages[-1]["scene"])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


def test_a_page_that_does_not_read_keeps_nobody_waiting_and_is_told_all_once_it_does() -> None:
    at = sitting("hearts", 4)

    async def played() -> tuple[Told, Told]:
        game, good, slow = ServedGame(OpenGame(at, book, lambda: None), "quick", {}), Told(), Told()
        game.begin()
        pages = [Page(cast(WebSocket, one), "en") for one in (good, slow)]
        game.pages += pages
        listening = [asyncio.create_task(game.listen(page)) for page in pages]
        await until(lambda: bool(good.messages and slow.messages))
        slow.reads.clear()
        for _ in range(2 * BEHIND):
            moves = len(at.game.moves)
            move = str(at.game.state.legal_moves()[0])
            good.ask(do="choose", text=move, moves=moves)
            await until(lambda: at.is_ours and good.scene["moves"] == len(at.game.moves) > moves)  # noqa: B023
        assert pages[1].waiting.qsize() <= BEHIND and len(slow.messages) == 1
        slow.reads.set()
        await until(lambda: slow.scene == good.scene)
        for one in (game, *listening):
            await one.close() if isinstance(one, ServedGame) else one.cancel()
        return good, slow

    good, slow = asyncio.run(played())
    steps = [[step for message in page.messages for step in message["steps"]] for page in (good, slow)]
    assert steps[0] == steps[1]
    assert len(slow.messages) < len(good.messages)


# ---- closing
@contextmanager
def closed(read: Callable[[str], str]) -> Iterator[TableServer]:
    """A table that is served, and closed at the end."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        hall = Hall(KEY, OpenGame(sitting("hearts", 4), read, lambda: None), None, "quick")
        server = TableServer(hall, TOKEN, listening.getsockname()[1], "en")
        running = opening._running(server)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not running.started:
                sleep(0.01)
            yield server
        finally:
            running.should_exit = True
            thread.join()


def test_a_book_that_is_being_made_when_the_table_is_closed_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    begun, cut_off = threading.Event(), threading.Event()

    def slow_book(language: str) -> str:
        begun.set()
        cut_off.wait(60)
        return ""

    def ask(server: TableServer) -> None:
        address = f"http://127.0.0.1:{server.port}/game/{KEY}/rules"
        request = urllib.request.Request(address, headers={"Cookie": f"{server.cookie}={TOKEN}"})
        try:
            urllib.request.urlopen(request).close()
        except urllib.error.HTTPError as answer:
            answer.close()
        except OSError:
            pass
        cut_off.set()

    with closed(slow_book) as server:
        asking = threading.Thread(target=ask, args=(server,))
        asking.start()
        assert begun.wait(60)
    asking.join()
    assert "".join(capsys.readouterr()) == ""


def test_a_page_that_does_not_read_when_the_table_is_closed_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as page, closed(book) as server:
        page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, FEW)
        page.connect(("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET /game/{KEY}/table HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13",
            f"Origin: http://127.0.0.1:{server.port}", f"Cookie: {server.cookie}={TOKEN}", "", "",
        )  # fmt: skip
        page.sendall("\r\n".join(lines).encode())
        for number in range(ASKED):
            text = json.dumps({"do": "language", "text": ("en", "fr")[number % 2]}).encode()
            page.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
        sleep(1)  # by then all that the system takes is written
        assert server.hall.games[KEY].pages
    assert "".join(capsys.readouterr()) == ""
