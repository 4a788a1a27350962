"""Whole games on the full screen: by keys alone, by clicks, small and large, and resized in between."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from tests.helpers import TABLES, sample
from tests.screen.screens import LARGE, SMALL, USUAL, Screen, on_screen
from tests.table.sittings import sitting

from coupdsl.language.signs import STEERING
from coupdsl.screen.question_drawing import MANY

pytestmark = pytest.mark.unmeasured
ENOUGH = 60  # choices of one person


def fits(screen: Screen) -> None:
    """Nothing is cut off at the right, and the last rows, in which one types, are there."""
    wide, high = screen.app.size
    assert len(screen.rows) == high
    assert all(cell_len(row) <= wide for row in screen.rows)
    assert screen.app.table.typed.region.bottom == high - 1
    assert not STEERING.search("".join(screen.rows))


@pytest.mark.parametrize(("name", "players", "size"), [("hearts", 4, SMALL), ("coup", 4, LARGE), ("kuhn", 2, USUAL)])
def test_a_game_is_played_with_enter_alone(name: str, players: int, size: tuple[int, int]) -> None:
    at = sitting(name, players)

    async def play(screen: Screen) -> None:
        while not at.is_over:
            assert at.is_ours or screen.app.driving.paused
            fits(screen)
            await screen.press("enter")
        fits(screen)
        assert "The game is over." in screen.text and "Seat 0 (you): " in screen.text
        await screen.press("left", "enter")  # to `Leave`

    assert on_screen(at, play, size).return_code == 0
    assert at.is_over


@pytest.mark.parametrize("name", [*sample(sorted(TABLES), 1), "coup-detat-2005"])
def test_every_ruleset_is_played_with_keys(name: str) -> None:
    """Also in French, on a small screen."""
    at = sitting(name, TABLES[name][0])

    async def play(screen: Screen) -> None:
        for number in range(ENOUGH):
            if at.is_over:
                return
            fits(screen)
            made = len(at.game.moves)
            if len(screen.app.table.question.counted) > MANY:
                await screen.type(str(screen.app.table.question.counted[0]))
            else:
                await screen.press(*(["tab"] if number % 3 else []), "space" if number % 2 else "enter")
            assert len(at.game.moves) > made or screen.app.table.picked or screen.app.driving.paused is None

    on_screen(at, play, SMALL, "fr")


def test_a_game_with_prices_is_played_with_clicks_and_resized() -> None:
    at = sitting("parker-1966", 4, seed=3)
    sizes = [USUAL, SMALL, LARGE, (110, 22)]

    async def play(screen: Screen) -> None:
        asked: set[str] = set()
        for number in range(ENOUGH // 2):
            if at.is_over:
                break
            if number % 7 == 3:
                await screen.pilot.resize_terminal(*sizes[number // 7 % len(sizes)])
                await screen.calm()
                fits(screen)
            asked.add(at.game.state.decision or "")
            found = [item for item, _ in screen.places() if item.do in ("next_hand", "answer", "pick")]
            assert found, "\n".join(screen.rows)
            await screen.click(found[-1])
        assert len(asked) > 2
        assert len(at.game.moves) > ENOUGH

    on_screen(at, play, USUAL)
