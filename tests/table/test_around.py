"""Where people sit on the page, and where lies what they lay: around the middle, or one after another."""

from __future__ import annotations

from itertools import combinations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.small_games import in_folder, load_text
from tests.table.conftest import Opened
from tests.table.pages import PHONE, READY, WIDER, over
from tests.table.picture import FORMS
from tests.table.sittings import sitting, sitting_of

import coupdsl
from coupdsl.table.sitting import Sitting

pytestmark = pytest.mark.unmeasured

RING = """edition 1
game ring {
  seats [2, 3, 4, 5, 6, 7, 8]
  cards {
    suits spades S, hearts H, diamonds D, clubs C
    ranks ace A, king K, queen Q, jack J, ten T, nine N
  }
  account chips per seat = 1000
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone laid per seat: row seen by all
  shuffle deck
  for s in seats { move first(3) of deck to hand of s }
  for s in seats {
    s chooses play c from hand of s
    move c to laid of s
  }
  finish by chips
  limit 100 moves { finish by chips }
}
"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll('.others .seat, .felt, .mine, .account')].map(one => {
  const box = one.getBoundingClientRect();
  return [one.getAttribute('aria-label') || 'account', [box.left, box.top, box.right, box.bottom]];
}))"""
Box = list[float]


def ring(players: int, seat: int | None = 0) -> Sitting:
    return sitting_of(load_text(RING, players), seat=seat)


def apart(one: Box, other: Box) -> bool:
    return one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]


@pytest.mark.parametrize("players", range(2, 9))
def test_seats_stand_around_the_middle_in_turn_order(opened: Opened, players: int) -> None:
    page = opened(ring(players))
    for width in (1280, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        boxes: dict[str, Box] = page.evaluate(BOXES)
        felt, own = boxes["In the middle"], boxes["Yours"]
        assert own[1] >= felt[3]
        others = [boxes[f"Seat {seat}"] for seat in range(1, players)]
        sides = ["left" if b[2] <= felt[0] else "right" if b[0] >= felt[2] else "top" for b in others]
        assert sides == sorted(sides, key=["left", "top", "right"].index)
        assert all(box[3] <= felt[1] for box, side in zip(others, sides, strict=True) if side == "top")
        assert sides.count("left") == sides.count("right") and (players == 2 or "left" in sides)
        of = {side: [box for box, at in zip(others, sides, strict=True) if at == side] for side in set(sides)}
        assert [box[1] for box in of.get("left", [])] == sorted((b[1] for b in of.get("left", [])), reverse=True)
        assert [box[0] for box in of.get("top", [])] == sorted(b[0] for b in of.get("top", []))
        assert [box[1] for box in of.get("right", [])] == sorted(b[1] for b in of.get("right", []))
        assert all(apart(one, other) for one, other in combinations(boxes.values(), 2))
        assert not page.evaluate(WIDER)


@pytest.mark.parametrize("size", [(390, 844), (640, 400)])  # a phone, and a wide screen at 200 %
@pytest.mark.parametrize("players", [2, 5, 8])
def test_seats_stand_one_after_another_where_there_is_no_room(
    opened: Opened, players: int, size: tuple[int, int]
) -> None:
    page = opened(ring(players), *size)
    boxes: dict[str, Box] = page.evaluate(BOXES)
    others = [boxes[f"Seat {seat}"] for seat in range(1, players)]
    assert [(box[1], box[0]) for box in others] == sorted((box[1], box[0]) for box in others)
    assert all(box[3] <= boxes["In the middle"][1] for box in others)
    assert all(apart(one, other) for one, other in combinations(boxes.values(), 2))
    assert not page.evaluate(WIDER)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    boxes = page.evaluate(BOXES)
    assert all(boxes[f"Seat {seat}"][3] <= boxes["In the middle"][1] for seat in range(1, players))
    assert all(apart(one, other) for one, other in combinations(boxes.values(), 2))
    assert not page.evaluate(WIDER)


def test_seats_around_are_read_in_turn_order_and_bar_nobody(opened: Opened) -> None:
    page = opened(ring(8))
    said = page.locator(".others").aria_snapshot()
    assert said.startswith('- region "Players":')
    places = [said.index(f'"Seat {seat}"') for seat in range(1, 8)]
    assert places == sorted(places)
    assert Axe().run(page).violations_count == 0


def test_who_watches_has_everybody_around(opened: Opened) -> None:
    page = opened(ring(8, None))
    assert page.locator(".others .seat").count() == 8
    assert not page.evaluate(WIDER)


LAID = """() => Object.fromEntries([...document.querySelectorAll('.trick figure')].map(one => {
  const box = one.getBoundingClientRect();
  return [one.querySelector('figcaption').innerText, [box.left, box.top, box.right, box.bottom]];
}))"""


def one_move_on(page: Page) -> None:
    """Turns a game that is seen again to the next move."""
    before = page.locator(".viewing input").input_value()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("at => document.querySelector('.viewing input').value !== at", arg=before)


@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("skat", 3), ("oh-hell", 6)])
def test_what_is_laid_lies_before_whoever_laid_it(opened: Opened, name: str, players: int) -> None:
    at = over(name, players)
    page = opened(at, colours="dark")
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="See the game again").click()
    laid: dict[str, Box] = {}
    while len(laid) < players - 1:
        one_move_on(page)
        laid = page.evaluate(LAID)
    boxes: dict[str, Box] = page.evaluate(BOXES)
    felt = boxes["In the middle"]
    centre = page.locator(".trick").evaluate("one => one.getBoundingClientRect().left + one.offsetWidth / 2")
    of_sides: dict[str, list[Box]] = {"left": [], "top": [], "right": [], "own": []}
    for who, box in laid.items():
        seat = boxes.get(who)
        side = "own" if seat is None else "left" if seat[2] <= felt[0] else "right" if seat[0] >= felt[2] else "top"
        of_sides[side].append(box)
    assert all(box[2] <= centre for box in of_sides["left"]) and all(box[0] >= centre for box in of_sides["right"])
    assert all(box[3] <= own[1] for box in of_sides["top"] for own in of_sides["own"])
    assert all(apart(one, other) for one, other in combinations(laid.values(), 2))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    row: dict[str, Box] = page.evaluate(LAID)
    assert len({box[1] for box in row.values()}) == 1 and not page.evaluate(WIDER)
    one_move_on(page)
    assert page.locator(".trick.cleared figure").count() == players  # all of it is seen, though it has been taken
    assert page.locator(".trick h3").inner_text().endswith(", just taken")
    assert not page.locator(".trick.cleared button").count()
    assert players > 3 or Axe().run(page).violations_count == 0


def test_the_next_hand_is_in_view_below_what_the_last_one_came_to(opened: Opened) -> None:
    at = sitting("parker-1966", 4, seed=13)
    while not (at.is_ours and any(kind == "hand" for kind, *_ in at.told("en").steps[-1].sentences)):
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    page = opened(at, height=800)
    assert "End of hand" in page.locator(".news").inner_text()
    assert page.locator(".trick.cleared figure").count() == 4
    card = page.locator(".hand .piece").first.bounding_box()
    assert card is not None and card["y"] + card["height"] / 2 < 800


def test_on_a_phone_the_menu_opens_and_leaves_room_for_the_table(opened: Opened) -> None:
    page = opened(sitting("hearts", 4), **PHONE)
    page.wait_for_function(READY)
    closed = page.locator(".bar").evaluate("one => one.offsetHeight")
    hint, menu = page.get_by_role("button", name="Hint"), page.get_by_role("button", name="Menu")
    hand = page.locator(".hand").bounding_box()
    assert hand is not None and hand["y"] + hand["height"] < PHONE["height"]  # no need to scroll
    assert page.locator(".mine .tag").all_inner_texts() == ["to act"]
    assert closed < 60 and not hint.is_visible() and menu.get_attribute("aria-expanded") == "false"
    menu.focus()
    page.keyboard.press("Enter")
    hint.wait_for()
    assert menu.get_attribute("aria-expanded") == "true" and not page.evaluate(WIDER)
    assert Axe().run(page).violations_count == 0
    cards = page.locator(".hand .piece")
    lying = [card.get_attribute("data-key") for card in cards.all()]
    page.get_by_role("button", name="Sort the other way").click()
    otherwise = [card.get_attribute("data-key") for card in cards.all()]
    assert lying != otherwise and sorted(map(str, lying)) == sorted(map(str, otherwise))
    page.get_by_role("button", name="Sort the other way").click()
    assert lying == [card.get_attribute("data-key") for card in cards.all()]
    menu.click()
    page.set_viewport_size({"width": 640, "height": 360})  # a phone on its side: the hand begins in view
    assert page.locator(".hand").evaluate("one => one.getBoundingClientRect().top + scrollY") < 360
    page.set_viewport_size({"width": 1000, "height": 800})  # a tablet: two rows of buttons push the hand down
    assert menu.is_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not menu.is_visible() and hint.is_visible()


def test_each_kind_of_piece_is_drawn_as_what_it_is(opened: Opened) -> None:
    page = opened(sitting_of(coupdsl.load(in_folder(FORMS) / "game.coup", 2)))
    for kind in ("card", "coin", "die", "marker", "meeple"):
        box = page.locator(f".felt .piece.{kind}").first.bounding_box()
        assert box is not None and box["width"] > 20 < box["height"]
    drawn = page.evaluate("getComputedStyle(document.querySelector('.piece.meeple'), '::before').clipPath")
    assert drawn.startswith("polygon")
    assert Axe().run(page).violations_count == 0
