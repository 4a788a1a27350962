"""What tests ask of a page of the table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page
from tests.table.sittings import sitting

from coupdsl.table.sitting import Sitting

PHONE = {"width": 360, "height": 640}
SHOWN = "() => [Number(document.body.dataset.moves), document.querySelector('.so-far')?.innerText]"
CHANGED = (
    "([moves, picked]) => document.body.dataset.moves > moves || document.querySelector('.standing')"
    " || ![undefined, picked].includes(document.querySelector('.so-far')?.innerText)"
)
READY = "() => document.querySelector('main button.can, .amount, .standing')"
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def ended(page: Page) -> bool:
    page.wait_for_function(READY)
    return page.locator(".standing").count() > 0


@contextmanager
def answering(page: Page) -> Iterator[None]:
    """Waits after what is done inside until the page shows what it came to: a move, or what else is to be picked."""
    before = page.evaluate(SHOWN)
    yield
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
