"""What tests ask of a page of the table."""

from __future__ import annotations

from playwright.sync_api import Page
from tests.table.sittings import sitting

from coupdsl.table.sitting import Sitting

PHONE = {"width": 360, "height": 640}
CHANGED = (
    "before => document.body.dataset.moves > before || document.querySelector('.so-far')"
    " || document.querySelector('.standing')"
)
READY = "() => document.querySelector('main button.can, .amount, .standing')"
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def ended(page: Page) -> bool:
    page.wait_for_function(READY)
    return page.locator(".standing").count() > 0


def settled(page: Page, at: Sitting, before: int) -> None:
    """Waits until the page shows what a choice came to: a move, or what else is to be picked."""
    page.wait_for_function(CHANGED, arg=before)


def over(name: str, players: int) -> Sitting:
    """A table at which the game is over."""
    at = sitting(name, players)
    while not at.is_over:
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    return at


def shows(page: Page, text: str) -> None:
    page.wait_for_function("text => document.querySelector('.viewing')?.innerText.includes(text)", arg=text)
