"""Questions why, as people type them, over the shipped games, with the whole answer; kept in `asked.yaml`."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.helpers import GAMES, choose, rules_of
from tests.small_games import game, load_text

import coupdsl
from coupdsl.play.asking import Asking
from coupdsl.play.drawing import View
from coupdsl.play.questions import Questions
from coupdsl.play.spoken import Words

pytestmark = pytest.mark.unmeasured

ASKED: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("asked.yaml").read_text("utf-8"))
WORD = {"en": "why ", "fr": "pourquoi "}
PLACE = ("game", "options", "seed", "after")


def answers(name: str, seed: int, asked: list[dict[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Each question with what is answered and what should be, to who is to choose in a random game of this seed."""
    options = asked[0].get("options", {})
    rules = rules_of(name, GAMES[name], options)
    asking = {language: Asking(Words(rules, language, plain=False)) for language in WORD}
    game, rnd = coupdsl.Game(rules, seed), random.Random(seed)
    for one in sorted(asked, key=lambda one: int(one["after"])):
        while len(game.moves) < one["after"]:
            game.apply(choose(game.state, rnd))
        actor = game.state.actor
        assert actor is not None
        for question in one.keys() - set(PLACE):
            language = next(language for language, word in WORD.items() if question.startswith(word))
            told = asking[language].answer(game, actor, question.removeprefix(WORD[language]))
            yield f"{name} {options} {seed} {one['after']}: {question}", "\n".join(told), one[question].rstrip("\n")


@pytest.mark.long
def test_every_question_has_its_answer() -> None:
    games = defaultdict(list)
    for one in ASKED:
        games[one["game"], one["seed"], str(one.get("options"))].append(one)
    told = [row for (name, seed, _), asked in games.items() for row in answers(name, seed, asked)]
    wrong = [f"{question}\n  is   {is_}\n  want {want}" for question, is_, want in told if is_ != want]
    assert len(told) >= 60 and not wrong, "\n".join(wrong)


def test_all_shipped_games_are_asked_in_both_languages() -> None:

    for word in WORD.values():
        asked = {one["game"] for one in ASKED if any(key.startswith(word) for key in one)}
        assert asked >= set(GAMES), word


def asking_at(name: str, decision: str, language: str = "en", few: int = 99) -> Callable[[str], str]:
    """Seat 0 asks why, where it is first asked this in a random game and can choose less than `few`."""
    rules, rng = rules_of(name, GAMES[name]), random.Random(3)
    game = coupdsl.Game(rules, 3)
    while (game.state.actor, game.state.decision) != (0, decision) or len(game.state.legal_moves()) >= few:
        game.apply(rng.choice(game.state.legal_moves()))
    asking = Asking(Words(rules, language, True))
    return lambda asked: asking.answer(game, 0, asked)[0]


@pytest.mark.parametrize(
    ("language", "asked", "answer"),
    [
        ("en", "can I not play a heart", "Play KH: no, you must follow suit (Clubs)."),
        ("en", "not hearts", "Play KH: no, you must follow suit (Clubs)."),
        ("en", "a club", "Play QC: you can,"),
        ("en", "not lead the king of hearts", "Play KH: no, you must follow suit (Clubs)."),
        ("en", "not 1", "Play QC: you can,"),  # where nothing is paid
        ("en", "the moon", "“the moon” is not understood. You can ask, for example: why QC · why not 7D"),
        ("en", "not the ace of hearts", "AH: you do not have it"),
        ("fr", "pas de cœur", "« joue RH » : non, il faut fournir"),
        ("fr", "ne puis-je pas jouer le roi de coeur", "« joue RH » : non, il faut fournir"),
        ("fr", "je ne peux pas entamer coeur", "« joue RH » : non, il faut fournir"),
        ("fr", "pas un pique", "« joue AS » : non, il faut fournir"),
    ],
)
def test_a_suit_is_asked_about_by_one_of_its_cards(language: str, asked: str, answer: str) -> None:
    assert asking_at("hearts", "play", language, 8)(asked).startswith(answer)


TWO_QUESTIONS = """edition 1
game piles {
  seats [2]
  cards {
    suits clubs C, hearts H
    ranks ace A, king K, queen Q
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone discards per suit: row seen by all
  shuffle deck
  for s in seats { move first(2) of deck to hand of s }
  for s in seats {
    s chooses lay c from hand of s
    move c to discards of the suit of c
    s chooses draw {
      top { move first of deck to hand of s }
      pile u from suits where discards is not empty { move last of discards of u to hand of s }
    }
  }
  finish by 0
  limit 20 moves { finish by 0 }
}
"""


def test_a_move_of_another_question_that_picks_a_suit_is_not_about_a_card(tmp_path: Path) -> None:
    (tmp_path / "piles.coup").write_text(TWO_QUESTIONS, "utf-8")
    rules = coupdsl.load(tmp_path / "piles.coup", 2)
    game = coupdsl.Game(rules, 1)
    asking = Asking(Words(rules, "en", plain=True))
    for suit in ("clubs", "hearts"):
        assert asking.answer(game, 0, f"not pile {suit}")[0].startswith(f"Pile {suit}: that is for when you are asked")
    assert any("Lay" in asking.answer(game, 0, suit)[0] for suit in ("clubs", "hearts"))


OF_EACH = "s chooses lay c from hand of s where fits(it)"


def test_what_holds_of_each_of_nothing_is_told_as_that_there_is_nothing(tmp_path: Path) -> None:
    rule = (
        "  rule lying(u: suit) = discards of u where rank is not queen\n"
        "  rule fits(c: card) = every lying(the suit of c) where rank is not rank of c\n  shuffle deck"
    )
    lines = TWO_QUESTIONS.replace("s chooses lay c from hand of s", OF_EACH).replace("  shuffle deck", rule)
    (tmp_path / "piles.coup").write_text(lines, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "piles.coup", 2), 1)
    asking = Asking(Words(game.rules, "en", plain=True))
    (told,) = {asking.answer(game, 0, str(move))[0].partition(": ")[2] for move in game.state.legal_moves()[:1]}
    assert "for all of" not in told and told.startswith("you can, because there is none among discards")


def test_a_word_of_this_question_is_refused_and_not_put_off() -> None:
    why = asking_at("gin-rummy", "discard")
    for asked in ("not knock", "can't I knock"):
        assert "left over, and at most 10 may be (GR8)" in why(asked)


def test_a_reason_for_which_nobody_has_paid_is_no_question_about_payments() -> None:
    why = asking_at("parker-1966", "play")
    assert "not understood" in why("the Coup")
    assert why("paid") == why("800") == "Nothing has been paid yet."


@pytest.mark.parametrize("asked", ["KC", "not KH"])
def test_which_move_is_asked_about_is_looked_for_once(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    meant = Asking._meant

    def noted(asking: Asking, view: View, text: str) -> str | None:
        looked.append(text)
        return meant(asking, view, text)

    monkeypatch.setattr(Asking, "_meant", noted)
    asking_at("hearts", "play", "en", 8)(asked)
    assert len(looked) == 1


MANY_MOVES = "    s0 chooses act {\n      take n from 1 .. 256, m from 1 .. 250 { one := n }\n    }"


@pytest.mark.long
@pytest.mark.parametrize("asked", ["take " * 400, "take 12 9999", "why can I not " * 90])
def test_a_game_of_very_many_moves_is_soon_asked_about(asked: str) -> None:
    state = many_moves()
    assert "take 1 1" in Asking(Words(state.rules, "en", plain=True)).why(state, 0, asked)[0]


@cache
def many_moves() -> coupdsl.State:
    return load_text(game(f"  repeat pass 2 times {{\n{MANY_MOVES}\n  }}"), 2).start(1)


def test_of_many_words_around_a_question_all_or_few_are_left_out() -> None:
    questions = Questions(Words(rules_of("hearts", 4), "en", plain=True))
    assert [*questions.readings("why not KH")] == ["why not kh", "not kh", "kh", "kh"]
    readings = [*questions.readings("why " * 5_000 + "KH" + " now" * 5_000)]
    assert len(readings) < 50 and readings[-1] == "kh"


def test_no_sentence_on_a_contract_is_said_where_what_it_takes_of_another_is_changed(tmp_path: Path) -> None:
    (tmp_path / "v.yaml").write_text(
        'variant: v\nextends: parker-1966\ncontracts: {set: {barbu: {lead: "suit is not clubs"}}}\n', "utf-8"
    )
    told = []
    for rules in (
        rules_of("parker-1966", GAMES["parker-1966"]),
        coupdsl.load(tmp_path / "v.yaml", GAMES["parker-1966"]),
    ):
        game = coupdsl.Game(rules, 1)
        game.apply(choose(game.state, random.Random(1)))
        actor = game.state.actor
        assert actor is not None
        told.append(" ".join(Asking(Words(rules, "en", plain=False)).answer(game, actor, "not A♦")))
    assert "only Spades and Hearts may not be led" in told[0]
    assert "you can" in told[1] and "Spades and Hearts" not in told[1]


@pytest.mark.parametrize(
    ("name", "asked", "answer"),
    [
        ("kuhn", "parole", "« dit parole »"),
        ("kuhn", "pas miser", "« mise »"),
        ("kuhn", "pas se coucher", "« se couche »"),
        ("gin-rummy", "pas frapper", "« frappe en défaussant »"),
        ("gin-rummy", "pas talon", "« tire au talon »"),
        ("spades", "pas 14", "Ici, ce peut être de 0 à 13."),
    ],
)
def test_a_word_of_what_the_game_calls_a_move_is_understood(name: str, asked: str, answer: str) -> None:
    rules = rules_of(name, GAMES[name])
    game = coupdsl.Game(rules, 5)
    assert game.state.actor is not None
    asking = Asking(Words(rules, "fr", True))
    assert asking.answer(game, game.state.actor, asked)[0].startswith(answer)


def test_the_pas_of_a_question_is_no_slip_of_passe() -> None:
    rules = rules_of("gin-rummy", 2)
    game = coupdsl.Game(rules, 5)
    assert game.state.actor is not None
    assert len(Asking(Words(rules, "fr", True)).answer(game, game.state.actor, "pas la lune")) == 1
