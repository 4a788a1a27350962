"""What a screen reader is given of the main positions; `python -m tests.table.aria_positions` writes it again.

Read it aloud before it is kept: what stands there is all that somebody has who does not see the page.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tests.table.pages import READY, over
from tests.table.sittings import sitting

from coupdsl.table.opening import in_background
from coupdsl.table.page_speed import chromium_here
from coupdsl.table.sitting import Sitting

FOLDER = Path(__file__).with_name("aria")
POSITIONS: dict[str, Callable[[], Sitting]] = {
    "first-coup": lambda: later("parker-1966", 4, 0, seed=5),
    "trick": lambda: later("hearts", 4, 6),
    "claim": lambda: sitting("coup", 3),
    "board": lambda: later("coup-detat-2005", 2, 0),
    "melds": lambda: later("gin-rummy", 2, 8),
    "dice": lambda: sitting("liars-dice", 3),
    "end": lambda: over("kuhn", 2),
}


def later(name: str, players: int, moves: int, seed: int = 7) -> Sitting:
    """A table some moves into the game, at the next question to the person."""
    at = sitting(name, players, seed)
    while len(at.game.moves) < moves or not at.is_ours:
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    return at


def read(page: Page) -> str:
    """All that stands on the page, once it asks or the game is over."""
    page.wait_for_function(READY)
    return page.locator("body").aria_snapshot() + "\n"


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_here())
        for name, made in POSITIONS.items():
            with in_background(made(), "en") as address:
                page = browser.new_page(viewport={"width": 1280, "height": 900})
                page.goto(address)
                (FOLDER / f"{name}.yaml").write_text(read(page), "utf-8")
                page.close()
        browser.close()


if __name__ == "__main__":
    main()
