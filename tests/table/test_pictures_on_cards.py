"""Pictures on cards: which have one, when the deck is loaded, and that nothing else changes by it."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.table.conftest import Opened
from tests.table.pages import PHONE, READY, WIDER
from tests.table.sittings import sitting
from tests.table.test_bundle import TABLE

from coupdsl.table.pictured import pictured

DECK = TABLE / "page" / "faces.svg"
RANKS = ("A", "K", "Q", "J", "T", *"98765432")


# ---- which there are
@pytest.mark.parametrize(
    ("name", "players", "ranks"), [("hearts", 4, RANKS), ("parker-1966", 4, RANKS[:8]), ("leduc", 2, "KQJT9876543")]
)
def test_cards_of_known_signs_and_ranks_have_pictures_and_others_none(
    name: str, players: int, ranks: tuple[str, ...]
) -> None:
    found = pictured(sitting(name, players).drawn_as())
    signs = "♠♥" if name == "leduc" else "♠♥♦♣"
    assert found is not None and sorted(found.values()) == sorted(sign + rank for sign in signs for rank in ranks)
    assert found["QS" if name == "hearts" else "KS"][0] == "♠"


@pytest.mark.parametrize(("name", "players"), [("coup-detat-2005", 2), ("kuhn", 2), ("coup", 3), ("liars-dice", 3)])
def test_of_another_pack_no_card_has_one(name: str, players: int) -> None:
    assert pictured(sitting(name, players).drawn_as()) is None


def test_signs_are_what_texts_say_of_a_suit_and_not_how_it_is_called() -> None:
    turned = sitting("hearts", 4, hints={"signs.spades": "♥", "signs.hearts": "⚔"}).drawn_as()
    found = pictured(turned)
    assert found is not None and found["QS"] == "♥Q" and "QH" not in found and turned["QH"] == "⚔Q"


def test_the_deck_is_drawings_alone_with_its_licence_beside_it() -> None:
    text = DECK.read_text("utf-8")
    assert not re.search(r"<(text|style|script|image|a|foreignObject)\b|style=|on\w+=|url\(", text)
    assert set(re.findall(r"https?://[^\"\s]+", text)) == {"http://www.w3.org/2000/svg"}
    used, there = set(re.findall(r'href="#([^"]+)"', text)), re.findall(r' id="([^"]+)"', text)
    assert used <= set(there) and len(there) == len(set(there))
    assert "CC0 1.0 Universal" in DECK.with_name("faces.LICENSE").read_text("utf-8")


# ---- on the page
def choose(page: Page, look: str) -> None:
    page.wait_for_function(READY)
    page.get_by_label("Cards").select_option(look)


def wish(page: Page) -> None:
    choose(page, "pictures")
    page.wait_for_selector(".picture", state="attached")


def test_the_deck_is_loaded_once_it_is_wished_for_and_the_wish_is_kept(opened: Opened) -> None:
    page = opened(sitting("hearts", 4))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.reload()
    page.wait_for_function(READY)
    assert "faces.svg" not in asked
    wish(page)
    choose(page, "large")
    assert not page.locator(".picture").count() and page.locator(".hand .centre").count() == 13
    choose(page, "pictures four")
    assert page.locator(".hand .picture").count() == 13
    assert asked.count("faces.svg") == 1
    drawn = page.locator(".hand .picture use").first.evaluate("use => use.getBBox().width")
    assert drawn > 20
    page.reload()
    page.wait_for_selector(".picture", state="attached")
    assert page.get_by_label("Cards").input_value() == "pictures four"


@pytest.mark.parametrize(("size", "dark"), [({}, False), (PHONE, True)])
def test_who_listens_or_uses_keys_finds_the_same_table(opened: Opened, size: dict[str, int], dark: bool) -> None:
    page = opened(sitting("hearts", 4), **size, colours="dark" if dark else "light")
    page.wait_for_function(READY)
    if size:
        page.get_by_role("button", name="Menu").click()
    before = page.locator("main").aria_snapshot()
    wish(page)
    assert page.locator("main").aria_snapshot() == before
    assert not page.evaluate(WIDER)
    assert Axe().run(page).violations_count == 0
    page.locator(".hand button.can").first.press("Enter")
    page.wait_for_function("() => document.body.dataset.moves > 0")


def test_pips_have_the_colours_that_are_chosen(opened: Opened) -> None:
    page = opened(sitting("hearts", 4))
    wish(page)
    colour = "one => getComputedStyle(one).color"
    diamond, corner = (page.locator(f".hand [data-sign='♦'] {part}").first for part in (".picture use", ".corner"))
    before = diamond.evaluate(colour)
    choose(page, "pictures four")
    assert before != diamond.evaluate(colour) == corner.evaluate(colour)


def test_a_table_without_such_cards_offers_none_and_keeps_the_wish_for_others(opened: Opened) -> None:
    page = opened(sitting("coup", 3))
    page.wait_for_function(READY)
    assert page.get_by_label("Cards").locator("option").count() == 4
    page.evaluate("localStorage.setItem('coupdsl-cards', 'pictures four')")
    page.reload()
    page.wait_for_function(READY)
    assert page.get_by_label("Cards").input_value() == "four"
    assert page.evaluate("localStorage.getItem('coupdsl-cards')") == "pictures four"


def test_a_deck_that_cannot_be_had_leaves_cards_as_they_are(opened: Opened) -> None:
    page = opened(sitting("hearts", 4))
    page.route("**/faces.svg", lambda route: route.fulfill(status=200, body="<none/>"))
    choose(page, "pictures")
    page.wait_for_function("() => document.querySelector('[name=look]').value === 'usual'")
    assert page.locator(".hand .centre").count() == 13
