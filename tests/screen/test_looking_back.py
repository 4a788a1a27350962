"""A game that is over is seen again on the screen, with the eyes of any seat."""

from __future__ import annotations

import random

from tests.helpers import choose
from tests.screen.screens import SMALL, Screen, on_screen
from tests.table.sittings import sitting
from tests.table.test_seen_again import played

from coupdsl.play.game import Game
from coupdsl.scene.model import Scene
from coupdsl.screen.flowing import Item
from coupdsl.table.sitting import Recorded


def test_a_recorded_game_begins_at_its_start_with_the_eyes_that_were_asked_for() -> None:
    game, seen = played("hearts", 4)
    last = len(game.moves)

    async def look(screen: Screen) -> None:
        def shown() -> Scene:
            return screen.app.driving.shown

        assert f"Move 0 of {last}" in screen.text and "✓Seat 2✓" in screen.text and "points 0" in screen.text
        hand = next(zone for zone in seen[2][0][1].zones if zone.place == "hand")
        assert "hand " + " ".join(piece.label for piece in hand.pieces) in screen.text
        await screen.press("right", "right", "left", "right", "right")
        assert f"Move 3 of {last}" in screen.text and shown().zones == seen[2][3][1].zones
        await screen.press("enter")  # one stands at `Later`
        assert shown().moves == 4
        await screen.press("end")
        assert shown().moves == last and "The game is over." in screen.text
        await screen.press("home")
        assert shown().moves == 0
        for line, at, seat in (
            ("40", 40, 2),
            ("seat 1", 40, 1),
            ("somebody who watches", 40, None),
            ("later", 41, None),
        ):
            await screen.type(line)
            assert (shown().moves, shown().viewer) == (at, seat), line
            assert shown().zones == seen[seat][at][1].zones
        await screen.click(Item("eyes", "3"))
        await screen.press("f2")
        assert f"Coup 41 sur {last}" in screen.text and shown().viewer == 3 and shown().language == "fr"
        await screen.press("escape")
        assert shown().moves == 41
        await screen.type("aide")
        assert "Tapez un nombre" in screen.said
        await screen.type("quitter")

    assert on_screen(Recorded(game, 2), look, SMALL).return_code == 0


def test_keys_that_are_quicker_than_the_table_are_all_heeded() -> None:
    game, _ = played("kuhn", 2)

    async def look(screen: Screen) -> None:
        for _ in range(2):
            screen.app.table.action_turn_or_go("later", 1)
        await screen.calm()
        assert screen.app.driving.shown.moves == 2

    on_screen(Recorded(game, None), look)


def test_a_game_that_was_left_is_seen_as_far_as_it_went() -> None:
    game, _ = played("hearts", 4)
    left, rnd = Game(game.rules, 3), random.Random(1)
    for _ in range(9):
        left.apply(choose(left.state, rnd))

    async def look(screen: Screen) -> None:
        await screen.press("end")
        assert "Move 9 of 9" in screen.text and "over" not in screen.text

    on_screen(Recorded(left, 0), look)


def test_a_game_played_here_is_seen_again_and_what_stood_there_comes_back() -> None:
    at = sitting("kuhn", 2)

    async def play(screen: Screen) -> None:
        while not at.is_over:
            await screen.press("enter")
        assert "[See the game again]" in screen.text
        await screen.type("see the game again")
        assert f"Move 0 of {len(at.game.moves)}" in screen.text and "[Close]" in screen.text
        await screen.type("seat 1")
        await screen.type("log")
        assert "Seat 1 (you) is dealt" in screen.said
        await screen.press("escape")
        assert "Move 0" in screen.text
        await screen.press("escape")
        assert "Play again" in screen.text and "Move 0" not in screen.text

    on_screen(at, play)
