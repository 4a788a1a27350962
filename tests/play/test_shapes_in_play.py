"""Sets of cards at the table: how they are shown and typed, and why one may not be laid."""

from __future__ import annotations

from tests.native.test_shapes import PAIRS, RUMMY
from tests.play.test_told_once import COVERED
from tests.small_games import load_text

from coupdsl.play.already import last_chosen
from coupdsl.play.asking import Asking
from coupdsl.play.game import Game
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed


def test_a_meld_is_called_by_its_cards() -> None:
    words = Words(load_text(RUMMY, 2), "en", False)
    assert words.move("lay 9S+8S+7S") == "lay 9♠ 8♠ 7♠"


def test_equal_cards_are_called_alike() -> None:
    words = Words(load_text(PAIRS, 2), "en", False)
    assert words.move("lay KH+KH") == "lay K♥ K♥"


def test_a_meld_can_be_typed() -> None:
    words = Words(load_text(RUMMY, 2), "en", False)
    options = ["lay 9S+8S+7S", "lay 9S+9C+9D", "done"]
    for typed in ("9s+8s+7s", "lay 9S+8S+7S", "lay 9♠ 8♠ 7♠", "9S 8S", "7S 9s 8S", "8♠ 7♠ 9♠", "8s+9s+7s"):
        assert Typed(words).meant(typed, options) == ["lay 9S+8S+7S"], typed
    assert Typed(words).meant("lay 9C, 9D, 9S", options) == ["lay 9S+9C+9D"]
    assert Typed(words).meant("7S 9S 9S", options) == []


def test_why_not_tells_the_cards_of_the_meld() -> None:
    state = load_text(RUMMY, 2).start(1)
    assert "lay 9S+8S+7S" not in map(str, state.legal_moves())
    told = " ".join(Asking(Words(state.rules, "en", plain=True)).why(state, state.actor, "lay 9S+8S+7S"))
    assert told.startswith("Lay 9S 8S 7S: no, not all of 9S, 8S and 7S are among your hand.")


def test_a_card_that_was_laid_with_others_was_chosen_too() -> None:
    game = Game(load_text(COVERED), 1)
    game.apply("lay 3R+3B")
    for face in ("3R", "3B"):
        found = last_chosen(game, 1, [face])
        assert found is not None
        assert (found[0], found[1]["move"]) == (1, "lay 3R+3B")
    assert last_chosen(game, 1, ["2R"]) is None
