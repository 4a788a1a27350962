"""Several games in a browser, each in a tab of its own, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page
from tests.table.pages import PHONE, READY, WIDER
from tests.table.sittings import book, sitting

from coupdsl.table import hall
from coupdsl.table.games_on_disk import KeptGames
from coupdsl.table.opening import in_background

pytestmark = [pytest.mark.unmeasured, pytest.mark.long]


@pytest.fixture
def first(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of a game of Hearts, beside which others are kept."""
    kept = KeptGames(tmp_path, tmp_path / "hearts.jsonl", "hearts", "random", lambda log: book, lambda game: str)
    wrong: list[str] = []
    with in_background(sitting("hearts", 4, save=kept.own), "en", kept) as address:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(READY)
        yield page
        context.close()
    assert not wrong


def in_tab(page: Page, role: str, name: str) -> Page:
    """The tab that a click opens."""
    with page.expect_popup() as found:
        page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]
    found.value.wait_for_load_state()
    return found.value


def chosen(page: Page) -> None:
    """Chooses what comes first, and waits until that is seen."""
    page.wait_for_function(READY)
    before = int(page.evaluate("Number(document.body.dataset.moves)"))
    page.locator(".mine button.can").first.click()
    page.wait_for_function("before => document.body.dataset.moves > before", arg=before)


def test_each_game_has_a_tab_and_closing_one_leaves_the_others(first: Page) -> None:
    games = in_tab(first, "link", "Games")
    gin = in_tab(games, "button", "Begin: Gin Rummy")
    for page in (first, gin, first, gin):
        chosen(page)
    assert first.title() == "Hearts" and gin.title() == "Gin Rummy"
    again = in_tab(gin, "link", "Games")  # brings the same tab, and shows what there is now
    assert again.locator("section >> nth=0 >> li").count() == 2
    moves = gin.evaluate("document.body.dataset.moves")
    gin.close()
    chosen(first)
    gin = in_tab(again, "link", "Gin Rummy")
    gin.wait_for_function(READY)
    assert int(gin.evaluate("document.body.dataset.moves")) >= int(moves)


def test_two_tabs_of_a_game_go_on_together(first: Page) -> None:
    context: BrowserContext = first.context
    other = context.new_page()
    other.goto(first.url)
    other.wait_for_function(READY)
    for page, follows in ((first, other), (other, first)):
        chosen(page)
        moves = page.evaluate("document.body.dataset.moves")
        follows.wait_for_function("moves => Number(document.body.dataset.moves) >= Number(moves)", arg=moves)


def test_a_second_click_on_the_same_card_is_no_choice(first: Page) -> None:
    first.locator(".mine button.can").first.evaluate("card => { card.click(); card.click(); }")
    first.wait_for_function("() => document.body.dataset.moves > 0")
    first.get_by_role("button", name="Hint").click()
    first.wait_for_function("() => document.querySelectorAll('.said p').length > 1")
    assert "gone on" not in first.locator(".said").inner_text()
    assert first.evaluate("document.body.dataset.moves") == "1"


def test_a_language_stays_when_the_page_is_loaded_anew(first: Page) -> None:
    first.get_by_role("button", name="Français").click()
    first.get_by_role("button", name="Conseil").wait_for()
    first.reload()
    first.get_by_role("button", name="Conseil").wait_for()
    assert in_tab(first, "link", "Parties").get_by_role("heading", name="Reprendre").count() == 1


def test_a_game_for_which_there_is_no_room_says_so_and_leads_to_the_others(
    first: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "GAMES", 1)
    refused = in_tab(in_tab(first, "link", "Games"), "button", "Begin: Kuhn poker")
    refused.get_by_text("1 games are open, and no more can be at once").wait_for()
    monkeypatch.setattr(hall, "GAMES", 2)
    refused.get_by_role("link", name="Games").wait_for()
    refused.reload()
    refused.wait_for_function(READY)


@pytest.mark.parametrize("dark", [False, True])
def test_the_list_is_for_everybody_and_fits_on_a_phone(first: Page, dark: bool) -> None:
    games = in_tab(first, "link", "Games")
    games.emulate_media(color_scheme="dark" if dark else "light")
    assert Axe().run(games).violations_count == 0
    games.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not games.evaluate(WIDER)
