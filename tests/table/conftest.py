"""Chromium, and tables for it."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright
from tests.table.sittings import server

from coupdsl.table.sitting import Sitting

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser; where there is none, tests of pages are left out, or fail where one is wanted (`.ci/run`)."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        if os.environ.get("COUPDSL_BROWSER") == "wanted":
            pytest.fail("there is no Chromium, and pages are to be tested")
        pytest.skip("there is no Chromium here: pages are not tested")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield made
        made.close()


@contextmanager
def served(at: Sitting) -> Iterator[str]:
    """The address of a table."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        made = server(at, listening.getsockname()[1])
        running = uvicorn.Server(
            uvicorn.Config(made.app, log_level="error", ws="websockets-sansio", timeout_graceful_shutdown=1)
        )
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not running.started:
                time.sleep(0.01)
            yield made.address
        finally:
            running.should_exit = True
            thread.join()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a table on a page of a size; what a script logs or throws there fails the test."""
    wrong: list[str] = []
    with ExitStack() as stack:

        def open_page(at: Sitting, width: int = 1280, height: int = 900, colours: str = "light") -> Page:
            address = stack.enter_context(served(at))
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours)  # type: ignore[arg-type]
            stack.callback(page.close)
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
            page.goto(address)
            page.wait_for_selector("#question")
            return page

        yield open_page
    assert not wrong
