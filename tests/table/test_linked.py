"""The link to a position: with which others begin where this table is, or was."""

from __future__ import annotations

import pytest
from tests.table.conftest import Opened
from tests.table.pages import PHONE, WIDER
from tests.table.sittings import sitting
from tests.table.test_server import OWN, TABLE, asked_of_us, do, until
from tests.table.test_server import opened as served

from coupdsl.play.game import Game
from coupdsl.play.position_word import game_at, read_position
from coupdsl.table.sitting import Linked, Recorded, Sitting


def at_word(line: str, at: Sitting) -> Game:
    return game_at(read_position(line.split()[-1]), at.game.rules)


def test_it_leads_to_where_the_table_is_and_afterwards_to_where_it_was() -> None:
    at = sitting("kuhn", 2)
    while not at.is_ours:
        at.others_choose()
    for moves in (0, 99):  # while the game is on, it is this position that is meant
        linked = at.linked(moves, "en")
        assert linked is not None
        assert at_word(linked.line, at).state == at.game.state
    while not at.is_over:
        if at.is_ours:
            at.choose(str(at.game.state.legal_moves()[0]), len(at.game.moves))
        else:
            at.others_choose()
    for moves, made in ((-5, 0), (0, 0), (1, 1), (10**9, len(at.game.moves))):
        linked = at.linked(moves, "fr")
        assert linked is not None and "mêmes règles" in linked.text
        assert at_word(linked.line, at).moves == at.game.moves[:made]


def test_a_game_whose_chance_nobody_knows_has_none() -> None:
    rules = sitting("kuhn", 2).game.rules
    assert Recorded(Game(rules), None).linked(0, "en") is None


def test_a_page_is_sent_it_when_it_asks() -> None:
    at = sitting("kuhn", 2)
    at._link = lambda word: f"coupdsl play kuhn --position {word}"
    with served(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        asked_of_us(page)
        for asked in (("link",), ("typed", "link"), ("typed", "/link")):
            do(page, *asked)
            linked = until(page, "link")
            assert linked["line"].startswith("coupdsl play kuhn --position ")
            assert at_word(linked["line"], at).state == at.game.state
    assert Linked("", "").kind == "link"


@pytest.mark.unmeasured
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_it_stands_on_the_page_whole_and_is_copied(opened: Opened, size: dict[str, int]) -> None:
    at = sitting("hearts", 4)
    page = opened(at, **size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if size:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector(".said p:nth-of-type(3)")
    line = page.locator(".said p").nth(1).inner_text()
    assert at_word(line, at).state == at.game.state
    assert page.locator(".said p").nth(2).inner_text() == "It has been copied."
    assert page.evaluate("navigator.clipboard.readText()") == line
    assert not page.evaluate(WIDER)
