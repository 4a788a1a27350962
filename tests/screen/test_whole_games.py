"""Whole games on the full screen: by keys alone, by clicks, small and large, and resized in between."""

from __future__ import annotations

import pytest
from tests.screen.screens import LARGE, SMALL, Screen, on_screen
from tests.table.sittings import sitting

pytestmark = pytest.mark.unmeasured


@pytest.mark.parametrize(
    ("name", "players", "size"),
    [("hearts", 4, SMALL), ("coup", 4, LARGE), ("kuhn", 2, SMALL), ("coup-detat-2005", 2, SMALL)],
)
def test_a_game_is_played_with_enter_alone(name: str, players: int, size: tuple[int, int]) -> None:
    at = sitting(name, players)

    async def play(screen: Screen) -> None:
        moves = 0
        while not at.is_over:
            before, moves = moves, len(at.game.moves)
            assert at.is_ours or screen.app.driving.paused is not None, (before, moves)
            await screen.press("enter")
        assert "The game is over." in screen.text and "[Leave]" in screen.text

    on_screen(at, play, size)
