"""What always holds of the account of a game, whoever reads it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from tests.helpers import TABLES, choose, new_seeds, rules_of, sample

from coupdsl.play.account.chronicle import lines, moves_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.drawing import Drawing
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words

pytestmark = pytest.mark.unmeasured
MOST = 120
CASES = sample([(name, language) for name in TABLES for language in ("en", "fr")], 9)


@pytest.mark.parametrize(("ruleset", "language"), CASES)
def test_it_speaks_no_program_and_says_nothing_twice(ruleset: str, language: str) -> None:
    for seed in new_seeds(1):
        game, rnd = Game(rules_of(ruleset, TABLES[ruleset][0]), seed), random.Random(seed)
        while not game.state.is_over and len(game.moves) < MOST:
            game.apply(choose(game.state, rnd))
        for viewer in (None, 0):
            narrator = Narrator(Words(game.rules, language, plain=True), viewer)
            told = list(lines(moves_told(game, narrator), narrator))
            assert not [line for line in told if any(sign in line for sign in "_{}[]|") or "  " in line]
            assert not [line for line, then in pairwise(told) if line == then]
            assert all(line == line.strip() for line in told)


@pytest.mark.parametrize("ruleset", sample(list(TABLES), 8))
def test_what_changes_for_a_seat_is_told_or_lies_on_the_table(ruleset: str) -> None:
    rules = rules_of(ruleset, TABLES[ruleset][0])
    for seed in new_seeds(1):
        game, rnd = Game(rules, seed), random.Random(seed)
        words = Words(rules, "en", plain=True)
        narrators = {viewer: Narrator(words, viewer) for viewer in (None, 0)}
        for viewer, narrator in narrators.items():
            narrator.tell(game.told(game.events[0], viewer), game.state.view(viewer))
        while not game.state.is_over and len(game.moves) < MOST:
            events = game.apply(choose(game.state, rnd))
            for viewer, narrator in narrators.items():
                heard, view = game.told(events, viewer), game.state.view(viewer)
                told = narrator.tell(heard, view)
                drawing = Drawing(words)
                seen = "\n".join([*told, *drawing.table(view, {}), *drawing.hand(view)])
                _is_all_there(heard, view, words, told, seen)


def _is_all_there(heard: list[dict[str, Any]], view: dict[str, Any], words: Words, told: list[str], seen: str) -> None:
    counted = {zone.name for zone in words.rules.program.zones if zone.shown_as in ("count", "nothing")}
    lying = {face for zone in view["zones"] if zone["name"] not in counted for face in zone["pieces"]}
    for event in heard:
        if event["event"] == "chose" and event["seat"] >= 0:
            assert told, event
        elif event["event"] == "paid":
            assert any(str(event["amount"]) in line for line in told), (event, told)
        elif event["event"] in ("moved", "shown"):
            for face in event["pieces"]:
                if face in lying and words.is_card(face):
                    assert words.piece(face) in seen, (event, told)
