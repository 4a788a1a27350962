"""Opens tables in the browser, and serves them until that is ended."""

from __future__ import annotations

import logging
import secrets
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from coupdsl.table.games_on_disk import KeptGames
from coupdsl.table.hall import Hall
from coupdsl.table.served_game import OpenGame
from coupdsl.table.server import TableServer
from coupdsl.table.sitting import Sitting


class PortTaken(Exception):
    """The port asked for belongs to another program."""


def serve(hall: Hall, language: str, say: Callable[[str], None], port: int = 0, opened: bool = True) -> None:
    """Serves these games to this machine alone until Ctrl-C; `say` is told the address. Raises PortTaken.

    Port 0 is any that is free.
    """
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
        except OSError as error:
            raise PortTaken(error.strerror or str(error)) from error
        server = TableServer(hall, secrets.token_urlsafe(24), listening.getsockname()[1], language)
        listening.listen()
        say(server.address)
        if opened:
            webbrowser.open(server.address)
        _running(server).run(sockets=[listening])


@contextmanager
def in_background(sitting: Sitting, language: str, kept: KeptGames | None = None) -> Iterator[str]:
    """The address of a table that a thread serves meanwhile, as quick as can be and without a rulebook."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        key = "game" if kept is None else kept.key_of(kept.own)
        hall = Hall(key, OpenGame(sitting, lambda language: "", lambda: None), kept, "quick")
        server = TableServer(hall, secrets.token_urlsafe(24), listening.getsockname()[1], language)
        running = _running(server)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not running.started:
                time.sleep(0.01)
            yield server.address
        finally:
            running.should_exit = True
            thread.join()


class _Running(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ends after SIGHUP, too, as it does after Ctrl-C: games are kept."""
        number = getattr(signal, "SIGHUP", None)  # Windows has none
        with super().capture_signals():
            before = signal.getsignal(number) if number is not None else None
            if number is None or before in (None, signal.SIG_IGN) or not _is_main_thread():
                yield
                return
            signal.signal(number, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(number, before)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """What is cut off when the table is closed, such as a book that is being made, is no error to be told."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # another server sets it again
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):  # of pages that do not read what is left
            connection.transport.abort()


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()  # others hear no signals


def _running(server: TableServer) -> uvicorn.Server:
    return _Running(
        uvicorn.Config(
            server.app, log_level="error", access_log=False, ws="websockets-sansio", ws_max_size=16_384,
            timeout_graceful_shutdown=1,
        )
    )  # fmt: skip


__all__ = ["PortTaken", "in_background", "serve"]
