"""In plain text suits are letters; where these do not begin their names, what they mean is said, and in `help`, too."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of
from tests.play.test_play import Sitting

import coupdsl
from coupdsl.scoring.score_keeper import ScoreTable

FRENCH = "Couleurs : C Trèfle, D Carreau, S Pique, H Cœur."


@pytest.mark.parametrize(
    ("language", "plain", "times"), [("fr", True, 2), ("fr", False, 0), ("en", True, 0)], ids=["fr", "drawn", "en"]
)
def test_what_the_letters_of_suits_mean_is_said_where_they_do_not_begin_their_names(
    language: str, plain: bool, times: int
) -> None:
    sitting = Sitting(coupdsl.Game(rules_of("hearts", 4), 3), ["help", "quit"], language=language, plain=plain)
    sitting.table.play()
    assert " ".join(sitting.text.split()).count(FRENCH) == times
    assert "Suits:" not in sitting.text


def test_a_pack_without_suits_has_no_letters() -> None:
    sitting = Sitting(coupdsl.Game(rules_of("coup", 3), 3), ["help", "quit"], language="fr", plain=True)
    sitting.table.play()
    assert "Couleurs" not in sitting.text


@pytest.mark.parametrize(("plain", "times"), [(True, 1), (False, 0)])
def test_a_score_says_them_too(plain: bool, times: int) -> None:
    game = coupdsl.Game(rules_of("hearts", 3, {"hands.entered": True}))
    game.names = ("Anna", "Bob", "Carl")
    shown = list[str]()
    ScoreTable(game, lambda _: "quitter", shown.append, language="fr", plain=plain).play()
    assert " ".join("\n".join(shown).split()).count(FRENCH) == times
