"""The pictures of the table that the documents show: `python -m tests.table.picture` makes them."""

from __future__ import annotations

from playwright.sync_api import Page, sync_playwright
from tests.helpers import ROOT
from tests.small_games import in_folder
from tests.table.conftest import FLAGS
from tests.table.sittings import sitting, sitting_of

import coupdsl
from coupdsl.table.opening import in_background
from coupdsl.table.page_speed import chromium_here

PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1280, "height": 820}
CHOICES = 9  # of the person, each time the first
READY = "before => document.body.dataset.moves > before && document.querySelector('.mine button.can')"


FORMS = {
    "game.coup": """edition 1
game forms {
  seats [2]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J, ten T, nine N
  }
  pieces pennies: 3
  pieces bones: 2
  pieces pawns: 2
  pieces people: 3
  zone fanned: row seen by all = cards where suit is spades and rank in [ace, king, queen, jack]
  zone hidden: row seen by none = cards where suit is clubs
  zone open: row seen by all = cards where suit is diamonds
  zone heap: row seen by all = cards where suit is hearts
  zone rest: row seen by all = cards where suit is spades and rank in [ten, nine] shown as count
  zone purse: set of pennies seen by all = pennies
  zone box: set of bones seen by all = bones
  zone men: set of pawns seen by all = pawns
  zone town: set of people seen by all = people
  first of seats chooses play c from fanned
  finish by 0
  limit 5 moves { finish by 0 }
}
""",
    "en.yaml": """language: en
names:
  {fanned: fan, hidden: "stack, face down", open: "stack, open", heap: pile, rest: count, purse: coins, box: dice,
   men: markers, town: meeples, pennies: penny, bones: die, pawns: pawn, people: farmer}
forms: {fanned: fan, open: stack, heap: pile, rest: count}
pieces: {pennies: coin, bones: die, people: meeple}
signs: {bones: "⚄"}
colours: {hearts: red, diamonds: red, people: yellow}
""",
}


def main() -> None:
    chromium = chromium_here()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        with in_background(sitting("parker-1966", 4, seed=5), "en") as address:
            page.goto(address)
            choose(page)
            page.screenshot(path=PICTURES / "table.png")
        with in_background(sitting_of(coupdsl.load(in_folder(FORMS) / "game.coup", 2)), "en") as address:
            page.goto(address)
            page.wait_for_selector("#question")
            page.locator(".felt").screenshot(path=PICTURES / "forms.png")
        browser.close()


def choose(page: Page) -> None:
    before = -1
    for _ in range(CHOICES):
        page.wait_for_function(READY, arg=before)
        before = int(page.evaluate("Number(document.body.dataset.moves)"))
        page.locator(".mine button.can").first.click()
    page.wait_for_function(READY, arg=before)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)  # cards come to rest


if __name__ == "__main__":
    main()
