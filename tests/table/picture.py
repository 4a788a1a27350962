"""The picture of the table that the documents show: `python -m tests.table.picture` makes it."""

from __future__ import annotations

import shutil

from playwright.sync_api import sync_playwright
from tests.helpers import ROOT
from tests.table.conftest import CHROMIUM, FLAGS, served
from tests.table.sittings import sitting

PICTURE = ROOT / "docs" / "pictures" / "table.png"
SIZE = {"width": 1180, "height": 820}
CHOICES = 9  # of the person, each time the first
READY = "before => document.body.dataset.moves > before && document.querySelector('.mine button.can')"


def main() -> None:
    at = sitting("parker-1966", 4, seed=5)
    chromium = next(filter(None, map(shutil.which, CHROMIUM)))
    with served(at) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        page.goto(address)
        before = -1
        for _ in range(CHOICES):
            page.wait_for_function(READY, arg=before)
            before = int(page.evaluate("Number(document.body.dataset.moves)"))
            page.locator(".mine button.can").first.click()
        page.wait_for_function(READY, arg=before)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(500)  # cards come to rest
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
