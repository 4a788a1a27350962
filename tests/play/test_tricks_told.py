"""Who takes a trick, and with which card, is told to everybody once."""

from __future__ import annotations

import random
import re

import pytest
from tests.helpers import choose

import coupdsl
from coupdsl.play.chronicle import chronicle
from coupdsl.play.game import Game
from coupdsl.play.narrator import Narrator
from coupdsl.play.spoken import Words

TAKES = {
    "en": r"^Seat (\d)(?: \(you\))? takes the trick with (.+)$",
    "fr": r"^Joueur (\d).* remporte la levée avec (.+)$",
}


@pytest.mark.parametrize(("name", "players", "tricks"), [("hearts", 4, 13), ("parker-1966", 3, 16), ("euchre", 4, 5)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_trick_is_told_with_the_card_that_takes_it(name: str, players: int, tricks: int, language: str) -> None:
    rules = coupdsl.load(name, players)
    game, rnd = Game(rules, seed=5), random.Random(5)
    narrators = {seat: Narrator(Words(rules, language, plain=False), seat) for seat in (None, 0, 1)}
    found: dict[int | None, list[tuple[str, str]]] = {seat: [] for seat in narrators}
    played: dict[str, int] = {}
    while len(found[None]) < tricks and not game.state.is_over:
        actor, move = game.state.actor, choose(game.state, rnd)
        if move.word == "play" and actor is not None:
            played[Words(rules, language, plain=False).piece(move.arguments[0])] = actor
        events = game.apply(move)
        for seat, narrator in narrators.items():
            told = [re.search(TAKES[language], line) for line in narrator.tell(game.told(events, seat))]
            found[seat] += [(match[1], match[2]) for match in told if match]
            assert all(played[match[2]] == int(match[1]) for match in told if match)
    assert len(found[None]) == tricks
    assert found[None] == found[0] == found[1]


def test_a_log_in_words_names_all_cards_of_the_trick() -> None:
    game, rnd = Game(coupdsl.load("hearts", 4), seed=5), random.Random(5)
    while not game.state.is_over:
        game.apply(choose(game.state, rnd))
    lines = [line for line in chronicle(game, None, "en") if "takes the trick" in line]
    assert len(lines) % 13 == 0
    assert all(re.fullmatch(r"Seat \d takes the trick with \S+(?: \S+ \S+)?: .+", line) for line in lines), lines[0]
