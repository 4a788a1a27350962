"""Questions that mostly get the same answer: one key passes, and a single answer need not be asked for."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.play.test_play import Sitting, Typed, started
from tests.play.test_play_command import called
from tests.small_games import load_text

import coupdsl


def answering(game: coupdsl.Game, seed: int) -> tuple[list[int], Typed]:
    """Somebody who answers anything, and among how many answers each time."""
    choices: list[int] = []
    rnd = random.Random(seed)

    def typed(prompt: str) -> str:
        if "alone" in prompt:
            return ""
        options = [str(move) for move in game.state.legal_moves()]
        choices.append(len(options))
        return rnd.choice(options)

    return choices, typed


def at_a_window(language: str = "en", plain: bool = True) -> tuple[coupdsl.Game, Sitting]:
    """A game of Coup as seat 0 is first asked to let something happen, and nothing typed yet."""
    for seed in range(50):
        game = started(4, seed, "coup")
        sitting = Sitting(game, [], language=language, plain=plain)
        sitting.table.play()
        if game.state.decision == "reply" and "challenge" in [str(move) for move in game.state.legal_moves()]:
            return game, sitting
    raise AssertionError("no such game")


def test_an_empty_line_passes() -> None:
    game, sitting = at_a_window()
    assert "Your choice (Enter: allow): " in sitting.shown
    number = len(game.moves)
    Sitting(game, [""]).table.play()
    assert str(game.moves[number][1]) == "allow"


@pytest.mark.parametrize(("typed", "move"), [("a", "allow"), ("c", "challenge"), ("2", "allow"), ("1", "challenge")])
def test_one_key_answers(typed: str, move: str) -> None:
    game, _ = at_a_window()
    number = len(game.moves)
    Sitting(game, [typed]).table.play()
    assert str(game.moves[number][1]) == move


def test_a_quick_question_shows_the_hand_and_leaves_the_table_for_look() -> None:
    game, sitting = at_a_window()
    assert "The table" not in sitting.text
    assert "influence: " in sitting.text
    again = Sitting(game, ["look"])
    again.table.play()
    assert "The table" in again.text


@pytest.mark.parametrize(
    ("language", "challenged", "blocked", "coins"),
    [
        ("en", "Do you challenge it?", "Do you block it?", "Seat 1: coins 2, influence 2"),
        ("fr", "Contestez-vous ?", "Bloquez-vous ?", "Joueur 1 : pièces 2, influence 2"),
    ],
)
def test_to_challenge_and_to_block_are_two_questions_and_show_what_each_has(
    language: str, challenged: str, blocked: str, coins: str
) -> None:
    asked = []
    for moves in (("tax",), ("foreign_aid",), ("steal 0",)):
        game = started(3, 1, "coup", **{"setup.first_player": "seat0"})
        for move in ("income", *moves):
            game.apply(move)
        while game.state.actor != 0:
            game.apply("allow")
        sitting = Sitting(game, [], language=language)
        sitting.table.play()
        assert sitting.text.count(coins) == 1
        asked.append([question in sitting.text for question in (challenged, blocked)])
    assert asked == [[True, False], [False, True], [True, False]]


def test_where_one_may_challenge_or_block_the_question_is_for_both() -> None:
    game = started(3, 1, "coup", **{"setup.first_player": "seat0", "windows.order": "combined"})
    for move in ("income", "steal 0", "allow"):
        game.apply(move)
    sitting = Sitting(game, [])
    sitting.table.play()
    assert "Do you let it happen?" in sitting.text


def test_other_questions_want_an_answer() -> None:
    game = started(4, 1, "coup", **{"setup.first_player": "seat0"})
    sitting = Sitting(game, ["", "income"])
    sitting.table.play()
    assert "Your choice: " in sitting.shown
    assert "Type one of the numbers, or help." in sitting.text
    assert "The table" in sitting.text


@pytest.mark.parametrize(
    ("language", "prompt", "card"),
    [("en", "Your choice (Enter: allow): ", "Contessa"), ("fr", "Votre choix (Entrée : laisse faire) : ", "Comtesse")],
)
def test_each_language_has_its_words(language: str, prompt: str, card: str) -> None:
    _, sitting = at_a_window(language)
    assert prompt in sitting.shown
    game = started(4, 3, "coup", **{"challenge.priority": "random"})
    _, typed = answering(game, 2)
    told = Sitting(game, typed, language=language)
    assert told.table.play()
    assert card in told.text
    assert "_" not in told.text.replace("foreign_aid", "")


def test_help_speaks_of_the_cards_there_are() -> None:
    game = started(4, 1, "coup", **{"setup.first_player": "seat0"})
    sitting = Sitting(game, ["help"])
    sitting.table.play()
    assert "its words (Steal Seat 1), or just the last part (Seat 1)" in " ".join(sitting.text.split())
    assert "rank then suit" not in sitting.text
    cards = Sitting(started(4), ["help"])
    cards.table.play()
    assert "Cards are rank then suit: " in cards.text


WILD = """edition 1
game wild {
  seats [2]
  cards {
    suits red R, green G
    ranks one 1, two 2
    extra wild W
  }
  kind box as boxes { upper: number }
  box ones = 1
  zone pack: row seen by all = cards
  for s in seats { s chooses take c from pack where upper of ones > 0 }
  finish by 0
  limit 9 moves { finish by 0 }
}
"""


def test_help_and_charts_of_a_game_without_texts() -> None:
    sitting = Sitting(coupdsl.Game(load_text(WILD, 2), 1), ["help", "chart", "quit"])
    sitting.table.play()
    text = " ".join(sitting.text.split())
    assert "Cards are rank then suit: 1R, 1G. One can be written in other ways too: 1R, one of red." in text
    assert "Your choice: ones upper 1 Your choice:" in text


@pytest.mark.parametrize("seed", range(6))
def test_auto_pass_asks_only_where_there_is_a_choice(seed: int) -> None:
    game = started(3, seed, "coup")
    choices, typed = answering(game, seed)
    sitting = Sitting(game, typed, auto_pass=True)
    assert sitting.table.play()
    assert min(choices, default=2) > 1
    made = [str(move) for seat, move in game.moves if seat == 0]
    assert len(made) >= len(choices)


def test_auto_pass_decides_nothing() -> None:
    """With the same answers to the questions that are asked, the game is the same."""
    for seed in range(8):
        games = []
        for auto_pass in (False, True):
            game = started(3, seed, "coup")

            def typed(prompt: str, game: coupdsl.Game = game) -> str:
                options = [str(move) for move in game.state.legal_moves()]
                return options[len(game.moves) % len(options)]

            assert Sitting(game, typed, auto_pass=auto_pass).table.play()
            games.append([(seat, str(move)) for seat, move in game.moves])
        assert games[0] == games[1]


def test_auto_pass_asks_everything_where_several_share_the_screen() -> None:
    """Who cannot show the card he claimed is asked like one who can: the others see nothing but the answer."""
    alone = 0
    for seed in range(6):
        game = started(3, seed, "coup")
        choices, typed = answering(game, seed)
        assert Sitting(game, typed, humans=(0, 1), auto_pass=True).table.play()
        alone += choices.count(1)
        assert len(choices) == sum(seat in (0, 1) for seat, _ in game.moves)
    assert alone > 0


def test_the_command_takes_it_and_says_what_it_does(tmp_path: Path) -> None:
    assert "only one answer" in " ".join(called("--help").output.split())
    left = called("coup", "--auto-pass", "--seed", "3", "--save", str(tmp_path / "game.jsonl"), typed="quit\n")
    assert "--auto-pass" in left.output


# ---- pushing one's luck
LUCK = """edition 1
game luck {
  seats [2]
  pieces dice: 3
  zone cup: row of dice seen by none = dice
  zone thrown: row of dice seen by all shown as count
  state points per seat: number = 0
  for s in seats { TURN }
  finish by points
  limit 40 moves { finish by 0 }
  rule risk(t: seat) {
    t chooses risk {
      throw { }
      stop { done := true }
    }
  }
  state done: flag = false
  rule throw(t: seat) {
    move first of cup to thrown
    points of t := points of t + 1
  }
}
"""
IN_A_LOOP = LUCK.replace(
    "TURN", "\n done := false\n repeat throwing until done or cup is empty at most 3 {\n throw(s)\n risk(s)\n }\n"
)
ONCE_EACH = LUCK.replace("TURN", "\n throw(s)\n risk(s)\n")


@pytest.mark.parametrize(("rules", "asks"), [(IN_A_LOOP, "Your choice: "), (ONCE_EACH, "Your choice (Enter: throw): ")])
def test_an_answer_that_goes_on_with_the_same_question_is_not_that_of_an_empty_line(rules: str, asks: str) -> None:
    sitting = Sitting(coupdsl.Game(load_text(rules, 2), 1), ["throw"])
    sitting.table.play()
    assert asks in sitting.shown


def test_a_quick_question_shows_what_lies_in_the_middle_once_it_is_another() -> None:
    sitting = Sitting(coupdsl.Game(load_text(IN_A_LOOP, 2), 1), ["throw", "stop"])
    sitting.table.play()
    asked = [part for part in sitting.text.split("is asked") if "Seat 0 (you)" in part]
    assert ["thrown: 1" in asked[0], "thrown: 2" in asked[1]] == [True, True]
