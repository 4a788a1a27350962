"""Cards dragged to where they go, with a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page
from tests.table.conftest import Opened
from tests.table.pages import PHONE, answering
from tests.table.sittings import sitting

from coupdsl.table.sitting import Sitting

pytestmark = pytest.mark.unmeasured


def drag(page: Page, what: Locator, onto: Locator) -> None:
    start, end = what.bounding_box(), onto.bounding_box()
    assert start is not None and end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def drag_by_finger(page: Page, what: Locator, onto: Locator, rested: int) -> None:
    """Presses, rests for so many milliseconds, and moves there."""
    start, end = what.bounding_box(), onto.bounding_box()
    assert start is not None and end is not None
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    to_x, to_y = end["x"] + end["width"] / 2, end["y"] + end["height"] / 2
    screen = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    page.wait_for_timeout(rested)
    for step in (0.3, 0.6, 1.0):
        touch("touchMove", x + step * (to_x - x), y + step * (to_y - y))
    touch("touchEnd")


def made(page: Page, at: Sitting) -> int:
    page.wait_for_timeout(150)
    return len(at.game.moves)


def test_a_card_is_played_where_it_is_dropped_on_the_table_and_not_in_the_hand(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at)
    hand, felt = page.locator(".hand button.can"), page.locator(".felt")
    key = hand.first.get_attribute("data-key")
    drag(page, hand.first, hand.nth(4))
    assert made(page, at) == 0
    drag(page, hand.first, page.locator("header.bar h1"))
    assert made(page, at) == 0
    assert not page.locator(".dragged").count()
    with answering(page):
        drag(page, hand.first, felt)
    assert f"piece:{str(at.game.moves[0][1]).split()[-1]}" == key


def test_a_finger_drags_a_card_on_which_it_has_rested_and_else_scrolls(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at, **PHONE)
    hand, felt = page.locator(".hand button.can"), page.locator(".felt")
    key = hand.first.get_attribute("data-key")
    drag_by_finger(page, hand.first, felt, rested=0)
    assert made(page, at) == 0
    drag_by_finger(page, hand.first, hand.nth(4), rested=400)
    assert made(page, at) == 0
    with answering(page):
        drag_by_finger(page, hand.first, felt, rested=400)
    assert f"piece:{str(at.game.moves[0][1]).split()[-1]}" == key
    assert not page.locator(".dragged").count()


def test_a_click_that_trembles_is_a_click(opened: Opened) -> None:
    at = sitting("hearts", 4)
    page = opened(at)
    box = page.locator(".hand button.can").first.bounding_box()
    assert box is not None
    with answering(page):
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 23, box["y"] + 22)
        page.mouse.up()
    assert at.game.moves


def test_a_coin_goes_from_cell_to_cell(opened: Opened) -> None:
    """Of a move of two parts, the second is what the first was dropped on."""
    at = sitting("coup-detat-2005", 2, seed=3)
    while not (at.is_ours and at.game.state.decision == "spy_move"):
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    move = str(at.game.state.legal_moves()[0])
    before = len(at.game.moves)
    page = opened(at)
    _, start, end = move.split()
    drag(page, page.locator(f'[data-key="cell:{start}"]'), page.locator(f'[data-key="cell:{end}"]'))
    page.wait_for_function("before => document.body.dataset.moves > before", arg=before)
    assert str(at.game.moves[before][1]) == move
