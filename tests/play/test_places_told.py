"""Which place somebody has taken is seen at the table, and not only that it is one."""

from __future__ import annotations

import random

import pytest
from tests.helpers import choose
from tests.play.test_play import Sitting, started

import coupdsl


def with_two_out() -> coupdsl.Game:
    """A hand of Dominos in which two have laid all their cards, at somebody's turn."""
    game, rnd = started(4, 0), random.Random(0)
    while game.state.decision not in ("play_or_pass", "play_or_stop") or len(taken(game)) < 2:
        settled = {"coup": "decline", "contract": "contract dominos"}.get(game.state.decision or "")
        game.apply(settled if settled is not None else choose(game.state, rnd))
    return game


def taken(game: coupdsl.Game) -> dict[int, list[str]]:
    zones = game.state.view(None)["zones"]
    return {zone["seat"]: zone["pieces"] for zone in zones if zone["name"] == "taken" and zone["pieces"]}


@pytest.mark.parametrize(("language", "seat", "said"), [("en", "Seat", "taken"), ("fr", "Joueur", "pris")])
def test_the_first_and_the_second_to_finish_are_told_apart(language: str, seat: str, said: str) -> None:
    game = with_two_out()
    sitting = Sitting(game, ["look"], (game.state.actor or 0,), language=language)
    sitting.table.play()
    lines = [line for line in sitting.text.splitlines() if line.startswith(seat)]
    for owner, (piece,) in taken(game).items():
        number = piece.removeprefix("places")
        assert any(line.startswith(f"{seat} {owner}") and line.endswith(f"place {number}") for line in lines), lines


def test_tricks_are_counted() -> None:
    game, rnd = started(4, 0), random.Random(0)
    while len(taken(game).get(0, [])) < 9 or game.state.actor != 0:
        settled = {"coup": "decline", "contract": "contract barbu"}.get(game.state.decision or "")
        game.apply(settled if settled is not None else choose(game.state, rnd))
    sitting = Sitting(game, ["look"])
    sitting.table.play()
    assert "tricks won 2" in sitting.text
