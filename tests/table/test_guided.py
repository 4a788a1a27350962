"""What is explained on the page: each question when it first comes up, until somebody has had enough."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from tests.helpers import composed
from tests.table.conftest import Opened
from tests.table.pages import PHONE, WIDER
from tests.table.sittings import sitting
from tests.table.test_server import OWN, TABLE, asked_of_us, do, until
from tests.table.test_server import opened as served

from coupdsl.play.asking import Asking
from coupdsl.play.guiding import Guiding
from coupdsl.rulebook.primer import Primer
from coupdsl.table.sitting import Sitting


def guided(name: str, players: int) -> Sitting:
    def guide(asking: Asking) -> Guiding:
        primer = Primer(composed(name), asking.words.language)
        return Guiding(asking, primer.aim(), primer.explain)

    at = sitting(name, players)
    return Sitting(at.game, 0, lambda game: at.company, None, guide=guide)


def test_each_language_is_explained_and_a_page_opened_again_is_told_the_same() -> None:
    at = guided("hearts", 4)
    english, french = at.told("en").guide, at.told("fr").guide
    assert english is not None and "Have the fewest points" in english[0]
    assert french is not None and "Avoir le moins de points" in french[0]
    assert at.told("en").guide == english
    for number in range(2):  # what is left of what these cards come to
        at.choose(str(at.game.state.legal_moves()[0]), number)
        more = at.told("en").guide
        assert more is not None and not {*more} & {*english}
        english += more


def test_a_game_begun_anew_is_not_explained_again() -> None:
    """Its first question comes after as many moves as the last one of the game before."""
    at = guided("kuhn", 2)
    told = at.told("en").guide
    assert told is not None
    for seed in (8, 8):
        while not at.is_over:
            if at.is_ours:
                move = next(text for text in at.game.state.view(0)["options"] if text != "check")
                at.choose(move, len(at.game.moves))
            else:
                at.others_choose()
        at.anew(seed)
        while not at.is_ours:
            at.others_choose()
        again = at.told("en").guide or []
        assert not {*again} & {*told}
        told += again
    assert not again


def test_it_is_dropped_for_good() -> None:
    at = guided("hearts", 4)
    with served(at) as client, client.websocket_connect(TABLE, headers=OWN) as page:
        asked_of_us(page)
        do(page, "unguided")
        do(page, "language", "fr")
        assert "guide" not in until(page, "table")


@pytest.mark.unmeasured
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_it_stands_beside_the_question_until_somebody_has_had_enough(opened: Opened, size: dict[str, int]) -> None:
    page = opened(guided("hearts", 4), **size)
    guide = page.get_by_role("complementary", name="What this is about")
    assert "Have the fewest points" in guide.inner_text()
    assert "Have the fewest points" in page.locator("[aria-live]").inner_text()
    assert not page.evaluate(WIDER)
    assert Axe().run(page).violations_count == 0
    first = page.locator(".hand button.can").first
    before = first.bounding_box()
    guide.get_by_role("button", name="Explain no more").click()
    page.wait_for_selector(".guide", state="detached")
    assert page.locator("#question").is_visible()
    if not size:  # on a desk it stands at the side, and moves nothing
        assert first.bounding_box() == before
