"""Chromium, and tables for it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from coupdsl.table.opening import in_background
from coupdsl.table.page_speed import chromium_here
from coupdsl.table.sitting import Sitting

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
Opened = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser; where there is none, tests of pages are left out, or fail where one is wanted (`.ci/run`)."""
    found = chromium_here()
    if found is None:
        if os.environ.get("COUPDSL_BROWSER") == "wanted":
            pytest.fail("there is no Chromium, and pages are to be tested")
        pytest.skip("there is no Chromium here: pages are not tested")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a table on a page of a size; what a script logs or throws there fails the test."""
    wrong: list[str] = []
    with ExitStack() as stack:

        def open_page(at: Sitting, width: int = 1280, height: int = 900, colours: str = "light") -> Page:
            address = stack.enter_context(in_background(at, "en"))
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours)  # type: ignore[arg-type]
            stack.callback(page.close)
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
            page.goto(address)
            page.wait_for_selector("#question")
            return page

        yield open_page
    assert not wrong
