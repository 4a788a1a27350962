"""A dummy, whose cards lie open and are played by its partner: the game of docs/recipes/partners.md."""

from __future__ import annotations

import re

import pytest
from tests.helpers import ROOT
from tests.native.lockstep import lockstep
from tests.small_games import in_folder

import coupdsl

PAGE = ROOT / "docs" / "recipes" / "partners.md"


def rules() -> coupdsl.Rules:
    block = re.search(r"^```coup game\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert block is not None
    mechanics = ROOT / "contracts" / "mechanics" / "tricks.coup"
    files = {"game.coup": block[1], "mechanics/tricks.coup": mechanics.read_text("utf-8")}
    return coupdsl.load(in_folder(files) / "game.coup", 4)


@pytest.mark.parametrize("seed", range(3))
def test_both_executors_play_a_dummy(seed: int) -> None:
    found = rules()
    lockstep(found, coupdsl.Machine(found), seed)


def test_its_partner_plays_for_it_what_it_may() -> None:
    state = rules().start(1)
    state.apply("suit spades 8")
    state.apply(state.legal_moves()[0])
    assert state.actor == 3  # the dealer, for seat 1
    zones = {(zone["name"], zone["seat"]): zone["pieces"] for zone in state.view(2)["zones"]}
    led = zones["trick", None][0][-1]
    of_suit = {card for card in zones["laid_open", 1] if card.endswith(led)}
    assert {str(move).split()[1] for move in state.legal_moves()} == (of_suit or set(zones["laid_open", 1]))
