"""That an action fails is told where it is blocked or disproved, or nobody is left to suffer it."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of

from coupdsl.play.account.chronicle import moves_told
from coupdsl.play.account.narrator import Narrator
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words

FAILS = {"en": "The action fails", "fr": "L'action échoue"}


def told(moves: list[str], language: str = "en") -> list[str]:
    """What a spectator is told of a game of three that begins with these moves, seat 0 first."""
    game = Game(rules_of("coup", 3, {"setup.first_player": "seat0"}), seed=1)
    for move in moves:
        game.apply(move)
    narrator = Narrator(Words(game.rules, language, plain=True), None)
    return narrator.written([one for move in moves_told(game, narrator) for one in move])


@pytest.mark.parametrize(
    ("moves", "action"),
    [
        (["foreign_aid", "block duke", "allow", "allow"], {"en": "Foreign aid", "fr": "Aide étrangère"}),
        (["steal 1", "allow", "allow", "block captain", "allow", "allow"], {"en": "Steal", "fr": "Voler"}),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_block_that_holds_is_told_to_foil_the_action(moves: list[str], action: dict[str, str], language: str) -> None:
    fails = f"{FAILS[language]} ({action[language]})"
    assert told(moves, language)[-1] == fails
    assert fails not in told(moves[:-1], language)


@pytest.mark.parametrize(("moves", "fails"), [(["tax", "challenge", "concede"], 1), (["tax", "allow", "allow"], 0)])
def test_an_action_fails_with_its_claim_and_not_otherwise(moves: list[str], fails: int) -> None:
    game = Game(rules_of("coup", 3, {"setup.first_player": "seat0"}), seed=1)
    for move in moves:
        game.apply(move)
    lost = [str(game.state.legal_moves()[0])] if game.state.decision == "lose" else []
    assert sum(line.startswith(FAILS["en"]) for line in told([*moves, *lost])) == fails
