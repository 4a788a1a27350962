"""The table in a browser: whole games by clicks, by keys and by typing, on a desk and on a phone."""

from __future__ import annotations

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.helpers import TABLES, WHOLE, choose, sample
from tests.table.conftest import Opened
from tests.table.pages import PHONE, READY, WIDER, answering, ended, over, shows
from tests.table.sittings import sitting

from coupdsl.commands.browser import book_of
from coupdsl.play.game import Game
from coupdsl.table.opening import in_background
from coupdsl.table.sitting import Recorded, Sitting

pytestmark = [pytest.mark.unmeasured, pytest.mark.long]

ENOUGH = 400  # choices of one person
MANY = 120 if WHOLE else 40  # of a game that may be long
BROKEN = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function () { this.close(); };
  window.mended = () => { WebSocket.prototype.send = send; };
}"""


def by_clicks(page: Page, most: int = ENOUGH) -> bool:
    """Plays by clicks; whether the game has ended after so many choices at most."""
    for _ in range(most):
        if ended(page):
            return True
        with answering(page):
            if page.locator(".amount").count():
                page.locator(".amount input").fill(page.locator(".amount input").get_attribute("min") or "")
                page.locator(".amount button").click()
            else:
                page.locator(".mine button.can, .felt button.can, .others button.can").first.click()
    return ended(page)


@pytest.mark.parametrize(
    ("name", "players", "size"), [("hearts", 4, {}), ("coup", 3, {}), ("kuhn", 2, PHONE), ("hearts", 4, PHONE)]
)
def test_a_whole_game_by_clicks_alone(opened: Opened, name: str, players: int, size: dict[str, int]) -> None:
    at = sitting(name, players)
    page = opened(at, **size)
    assert by_clicks(page)
    assert at.is_over
    assert not page.evaluate(WIDER)


@pytest.mark.parametrize("name", sample(sorted(TABLES), 1))
def test_every_ruleset_is_played_by_clicks(opened: Opened, name: str) -> None:
    at = sitting(name, TABLES[name][0])
    page = opened(at, **(PHONE if len(name) % 2 else {}))
    assert by_clicks(page, MANY) or len(at.game.moves) > MANY // 4
    assert not page.evaluate(WIDER)


def test_a_whole_game_by_keys_alone_and_the_focus_is_never_lost(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at)
    page.keyboard.press("ArrowRight")
    for _ in range(ENOUGH):
        if ended(page):
            break
        assert page.evaluate("document.activeElement !== document.body")
        with answering(page):
            if not page.evaluate("document.activeElement.matches('button.can')"):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
    assert at.is_over


def test_a_digit_answers_and_a_typed_move_is_made(opened: Opened) -> None:
    at = sitting("coup", 3)
    page = opened(at)
    ended(page)
    answers = page.locator(".answer").all_inner_texts()
    page.get_by_role("button", name="Steal").focus()
    page.keyboard.press("Enter")  # people may sit out of sight: they can be chosen where it is asked, too
    page.get_by_role("button", name="Steal Seat 2").wait_for()
    assert page.evaluate("document.activeElement.innerText").endswith("Steal Seat 1")
    assert page.locator("[aria-live]").inner_text() == "Steal."
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_function("() => document.querySelector('.account li') && document.body.dataset.moves > 0")
    assert answers[0].startswith("1")
    hearts = sitting("hearts", 4)
    page = opened(hearts)
    card = str(hearts.game.state.legal_moves()[2]).split()[1]
    page.keyboard.press("/")
    page.keyboard.type(card)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.body.dataset.moves > 0")
    assert str(hearts.game.moves[0][1]).endswith(card)


# No picture is made, and none is waited for, until `picture` is called.
HELD = """() => {
  const waiting = [];
  const timer = window.setTimeout;
  window.requestAnimationFrame = (call) => waiting.push(call);
  window.setTimeout = (call, later, ...rest) => later >= 100 ? 0 : timer(call, later, ...rest);
  window.picture = () => waiting.splice(0).forEach((call) => call());
}"""


def test_what_comes_before_the_next_picture_is_told_together(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at)

    def moves() -> int:
        return int(page.evaluate("Number(document.body.dataset.moves)"))

    def follow() -> int:
        """How many of this trick play after us."""
        trick = next(zone for zone in at.game.state.view(0)["zones"] if zone["name"] == "trick")
        return 3 - len(trick["pieces"]) if at.game.state.decision == "play" else 0

    ended(page)
    while moves() < 8 or follow() < 2:
        with answering(page):
            page.locator(".mine button.can").first.click()
        ended(page)
    before = moves()
    page.evaluate(HELD)
    page.locator(".mine button.can").first.click()
    page.wait_for_timeout(50)
    while not at.is_ours or len(at.game.moves) == before:
        page.wait_for_timeout(50)
    page.wait_for_timeout(200)  # until the last of it has come
    assert moves() == before
    page.evaluate("picture()")
    assert moves() == len(at.game.moves)
    said = page.locator("[aria-live]").inner_text()
    others = {seat for seat, _ in at.game.moves[before:]} - {0}
    assert len(others) > 1
    assert {seat for seat in others if f"Seat {seat} plays" in said} == others


def test_of_cards_that_are_alike_only_those_in_hand_can_be_chosen(opened: Opened) -> None:
    rnd, seed = random.Random(5), 0
    at = sitting("coup", 3, seed)
    while not asks_for_a_copy(at):
        if at.is_over:
            seed += 1
            at = sitting("coup", 3, seed)
        elif at.is_ours:
            at.choose(str(choose(at.game.state, rnd)), len(at.game.moves))
        else:
            at.others_choose()
    page = opened(at)
    ended(page)
    assert page.locator(".hand .can[data-key^='piece:']").count()
    assert not page.locator(".zone .can[data-key^='piece:']:not(.hand *)").count()


def asks_for_a_copy(at: Sitting) -> bool:
    """Can a card in hand be chosen of which another lies open before somebody?"""
    scene = at.told("en", at.steps).scene
    asked = {key for choice in scene.question.choices for part in choice.parts for key in part}
    return any(
        f"piece:{piece.name}" in asked for zone in scene.zones if zone.place != "hand" for piece in zone.pieces
    )  # fmt: skip


def test_what_cannot_be_chosen_says_why(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at)
    while at.game.state.decision != "play" or not page.locator(".fan .piece[aria-disabled]").count():
        page.wait_for_function(READY)
        with answering(page):
            page.locator(".mine button.can").first.click()
        page.wait_for_function(READY)
    page.locator(".fan .piece[aria-disabled]").first.click(force=True)  # it may be asked about, not chosen
    page.wait_for_function("() => document.querySelector('.said')?.innerText.includes('You hold')")


def test_a_hint_and_the_other_language_in_place(opened: Opened) -> None:
    page = opened(sitting("kuhn", 2))
    page.wait_for_function(READY)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function("() => document.querySelectorAll('.said p').length > 1")
    page.get_by_role("button", name="Français").click()
    page.get_by_role("button", name="Conseil").wait_for()
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_the_table_comes_back_after_the_line_was_lost(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at)
    page.evaluate(BROKEN)
    page.locator(".mine button.can").first.click()
    page.wait_for_selector(".lost")
    page.evaluate("window.mended()")
    page.wait_for_function("() => !document.querySelector('.lost')")
    with answering(page):
        page.locator(".mine button.can").first.click()


@pytest.mark.parametrize(
    ("name", "players", "colours"),
    [("hearts", 4, "light"), ("coup", 3, "dark"), ("coup-detat-2005", 2, "light"), ("sevens", 4, "dark")],
)
def test_nothing_stands_in_the_way_of_people_who_see_or_move_otherwise(
    opened: Opened, name: str, players: int, colours: str
) -> None:
    page = opened(sitting(name, players), colours=colours)
    page.wait_for_function(READY)
    for _ in range(2):
        page.locator(".mine button.can").first.click()
        page.wait_for_function(READY)
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()


@pytest.mark.parametrize(
    ("name", "players"),
    [("parker-1966", 4), ("coup-detat-2005", 2), ("gin-rummy", 2), ("liars-dice", 4), ("sevens", 4)],
)
def test_a_phone_shows_the_table_without_scrolling_sideways(opened: Opened, name: str, players: int) -> None:
    page = opened(sitting(name, players), **PHONE)
    for _ in range(3):
        page.wait_for_function(READY)
        assert not page.evaluate(WIDER)
        if page.locator(".mine button.can").count():
            page.locator(".mine button.can").first.click()


@pytest.mark.parametrize("by_key", [True, False])
def test_a_choice_is_taken_back_on_the_page(opened: Opened, by_key: bool) -> None:
    page = opened(sitting("hearts", 4))
    hand = page.locator(".hand button.can")
    assert hand.count() == 13
    hand.first.click()
    page.wait_for_selector(".undo button")
    assert hand.count() == 12
    if by_key:
        page.keyboard.press("u")
    else:
        page.locator(".undo button").click()
    page.wait_for_function("() => document.querySelectorAll('.hand button.can').length === 13")
    assert page.locator(".undo").count() == 0
    assert page.evaluate("document.activeElement !== document.body")


SIGN = "sign => getComputedStyle(document.querySelector(`.fan [data-sign='${sign}'] .corner`)).color"


def test_cards_in_four_colours_and_large_as_the_browser_keeps_it(opened: Opened) -> None:
    page = opened(sitting("hearts", 4))
    page.wait_for_function(READY)
    usual = [page.evaluate(SIGN, sign) for sign in "♠♥♦♣"]
    assert (usual[0], usual[1]) == (usual[3], usual[2])
    height = page.evaluate("document.querySelector('.fan .corner').offsetHeight")
    page.get_by_label("Cards").select_option("large four")
    assert len({page.evaluate(SIGN, sign) for sign in "♠♥♦♣"}) == 4
    assert page.evaluate("document.querySelector('.fan .corner').offsetHeight") > height * 1.3
    assert Axe().run(page).violations_count == 0
    page.reload()
    page.wait_for_function(READY)
    assert page.get_by_label("Cards").input_value() == "large four"
    assert len({page.evaluate(SIGN, sign) for sign in "♠♥♦♣"}) == 4


def test_how_many_are_alike_stands_on_counters_alone(opened: Opened) -> None:
    page = opened(sitting("coup-detat-2005", 2))
    page.wait_for_function(READY)
    assert page.locator(".fan .card").count() > 5
    here = page.locator(".about").inner_text()  # where a card is to be laid
    assert page.locator(".cell.settled").get_attribute("data-key") == f"cell:{here}"
    assert not any("0" in text for text in page.locator(".fan .card").all_inner_texts())
    at = sitting("parker-1966", 4)
    page = opened(at)
    while not page.locator(".marker").count():
        assert not ended(page)
        with answering(page):
            page.locator(".mine button.can").first.click()
    taken = page.locator(".pile", has=page.locator(".marker")).first
    cards = taken.locator(".card").count()
    assert taken.locator("summary").inner_text() == f"taken {cards}, tricks won 1"  # a marker is none of the cards
    taken.locator("summary").click()
    assert taken.locator(".marker .many").inner_text() == "1"
    page.keyboard.press("t")
    assert f": taken {cards}, tricks won 1" in page.locator(".said").inner_text()  # and not card by card


@pytest.mark.parametrize("name", ["parker-1966", "hearts"])
def test_in_french_a_space_stands_before_colons(opened: Opened, name: str) -> None:
    page = opened(sitting(name, 4))
    page.get_by_role("button", name="Français").click()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    page.keyboard.press("t")
    said = page.locator(".said").inner_text()
    labels = page.evaluate("() => [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)")
    told = [said, page.locator(".felt").inner_text(), *labels]
    assert " : " in said and not [text for text in told if re.search(r"[^\s][:;]", text)]


@pytest.mark.parametrize("seed", [7, 8])
def test_no_name_of_a_card_is_wider_than_the_card(opened: Opened, seed: int) -> None:
    page = opened(sitting("coup", 6, seed))
    page.get_by_role("button", name="Français").click()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")
    named = page.locator(".card .named").all()
    wide = "(name) => name.scrollWidth > name.parentElement.clientWidth"
    assert named and not [one.inner_text() for one in named if one.evaluate(wide)]


def test_the_charts_are_a_click_away(opened: Opened) -> None:
    page = opened(sitting("kuhn", 2))
    page.wait_for_function(READY)
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Charts").click()
    address, _, place = popup.value.url.partition("#")
    assert address.endswith("/rules?lang=en")
    assert f'id="{place}"' in book_of("kuhn", {})("en")


@pytest.mark.parametrize("form", sample(["fan", "row", "stack", "pile", "grid", "count"], 2))
def test_every_form_and_kind_of_piece_is_drawn_on_a_phone_too(opened: Opened, form: str) -> None:
    hints = {f"forms.{zone}": form for zone in ("hand", "taken")} | {"places.taken": "aside", "pieces.card": "die"}
    at = sitting("hearts", 4, hints=hints)
    page = opened(at, **PHONE)
    for _ in range(8):
        page.wait_for_function(READY)
        page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        with answering(page):
            if page.locator(".mine button.can").count():
                page.locator(".mine button.can").first.click()
    page.wait_for_function(READY)
    assert page.locator(".hand .zone, .hand .tally").count() == 1
    assert page.locator(".aside .zone, .aside .tally").count() > 0
    assert page.locator(".hand .card").count() == 0
    assert not page.evaluate(WIDER)
    assert Axe().run(page).violations_count == 0


def test_a_game_that_is_over_is_seen_again_with_any_eyes(opened: Opened) -> None:
    at = over("hearts", 4)
    page, last = opened(at), len(at.game.moves)
    page.get_by_role("button", name="See the game again").click()
    shows(page, f"Move 0 of {last}")
    assert page.locator(".hand .piece").count() == 13
    assert page.evaluate("document.activeElement.innerText") == "Later"
    page.keyboard.press("Enter")
    shows(page, f"Move 1 of {last}")
    page.keyboard.press("ArrowLeft")
    shows(page, f"Move 0 of {last}")
    own = page.locator(".hand .piece").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    page.get_by_label("Seen by").select_option("2")
    page.wait_for_function("() => document.querySelector('.mine > .seat h2').innerText.startsWith('Seat 2')")
    others = page.locator(".hand .piece").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert len(others) == 13 and not {*own} & {*others}
    assert page.locator(".others .seat h2").all_inner_texts() == ["Seat 3", "Seat 0", "Seat 1"]
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Français").click()
    shows(page, f"Coup 0 sur {last}")
    page.wait_for_function("() => document.querySelector('.viewing option:checked').innerText.startsWith('Joueur 2')")
    page.keyboard.press("End")
    shows(page, f"Coup {last} sur {last}")
    page.get_by_label("Vue par").select_option("1")
    page.locator("#question").focus()
    for key in ("Home", "ArrowRight", "ArrowRight"):  # not waiting for the page
        page.keyboard.press(key)
    shows(page, f"Coup 2 sur {last}")
    assert page.locator(".mine > .seat h2").inner_text().startswith("Joueur 1")
    page.get_by_label("Vue par").select_option("")
    page.wait_for_function("() => document.querySelectorAll('.others .seat').length === 4")
    page.keyboard.press("Escape")
    page.wait_for_selector(".standing")
    assert page.evaluate("document.activeElement !== document.body")


@pytest.mark.parametrize(("name", "players"), [("parker-1966", 4), ("coup-detat-2005", 2)])
def test_a_game_is_seen_again_on_a_phone(opened: Opened, name: str, players: int) -> None:
    at = over(name, players)
    page = opened(at, **PHONE)
    page.get_by_role("button", name="See the game again").click()
    for part in (0, 1 / 3, 1 / 2, 1):
        page.locator(".viewing input").fill(str(int(len(at.game.moves) * part)))
        page.locator(".viewing input").dispatch_event("change")
        shows(page, f"Move {int(len(at.game.moves) * part)} of")
        assert not page.evaluate(WIDER)


def test_a_game_begun_anew_is_not_seen_again(opened: Opened) -> None:
    page = opened(over("hearts", 4))
    page.get_by_role("button", name="See the game again").click()
    page.wait_for_selector(".viewing")
    page.keyboard.press("Home")
    page.wait_for_function("() => document.querySelector('.news').innerText === ''")
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('.news').innerText !== ''")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.viewing')")
    assert page.locator(".news").inner_text() == ""
    page.get_by_role("button", name="See the game again").click()
    page.wait_for_selector(".viewing")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("() => !document.querySelector('.standing')")
    assert page.locator(".viewing").count() == 0


def test_a_game_from_a_log_is_seen_and_not_gone_on_with(opened: Opened) -> None:
    whole = over("hearts", 4).game
    game = Game(whole.rules, whole.seed)
    for _, move in whole.moves[:20]:
        game.apply(move)
    page = opened(Recorded(game, 2))
    shows(page, "Move 0 of 20")
    assert page.locator(".mine > .seat h2").inner_text().startswith("Seat 2")
    page.keyboard.press("End")
    shows(page, "Move 20 of 20")
    page.keyboard.press("Escape")
    page.wait_for_timeout(100)
    assert page.locator(".viewing").count() == 1
    assert [one.inner_text() for one in page.locator(".replay button").all()] == ["Start", "Earlier", "Later", "End"]
    assert page.get_by_label("Pace").count() == 0
    page.get_by_role("button", name="Français").click()
    shows(page, "Coup 20 sur 20")
    assert Axe().run(page).violations_count == 0
    assert len(game.moves) == 20


def test_a_digit_is_the_number_that_an_answer_is_about(opened: Opened) -> None:
    at = sitting("oh-hell", 4)
    page = opened(at)
    page.wait_for_selector('.answer[data-nth="0"]')
    before = len(at.game.moves)
    with answering(page):
        page.keyboard.press("3")
    assert str(at.game.moves[before][1]) == "bid 3"


SOCKETS = "sockets = []; WebSocket = class extends WebSocket { constructor(to) { super(to); sockets.push(this); } }"


def test_a_page_that_is_not_known_any_more_says_so_and_goes_on_once_it_is(browser: Browser) -> None:
    with in_background(sitting("kuhn", 2), "fr") as address:
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(SOCKETS)
        page.goto(address)
        page.wait_for_selector("#question")
        context.clear_cookies()  # as where the program was called again, with another token
        page.evaluate("sockets.at(-1).close()")
        page.wait_for_selector("text=affichée en dernier")
        context.new_page().goto(address)
        page.wait_for_function("() => !document.querySelector('.lost')")
        context.close()
