"""Yes and no, where one of the answers says so."""

from __future__ import annotations

from typing import Any

import pytest
from tests.helpers import TABLES, rules_of
from tests.play.test_play import Sitting
from tests.small_games import load_text

import coupdsl
from coupdsl.engine.rules import Rules
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed as Reader

NO, YES = ("no", "NON.", "n", "nothing", "rien"), ("yes", "Oui", "y")
OPTIONS: dict[str, dict[str, Any]] = {  # under which these are asked
    "hidden_coup": {"hidden.recognition": "claimed"},
    "opening": {"coup.leads": "may"},
}
LEND, COUP = ["lend", "refuse"], ["decline", "attempt siege", "attempt barbu"]


def answered(name: str, decision: str, options: list[str], typed: str, language: str = "en") -> list[str]:
    rules = rules_of(name, 4 if 4 in TABLES[name] else TABLES[name][0], OPTIONS.get(decision))
    asked = next(one for one in rules.code.decisions.values() if one.name == decision)
    return Reader(Words(rules, language, True)).answered(typed, asked, options)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("name", "decision", "options", "no"),
    [
        ("parker-1966", "consent", LEND, "refuse"), ("parker-1966", "consent", LEND[::-1], "refuse"),
        ("parker-1966", "loan", ["borrow", "no_loan"], "no_loan"), ("parker-1966", "coup", COUP[:2], "decline"),
        ("parker-1966", "play_or_stop", ["play 7S", "stop"], "stop"),
        ("parker-1966", "hidden_coup", ["claim", "keep_silent"], "keep_silent"),
        ("parker-1966", "opening", ["lead", "leave_lead"], "leave_lead"),
        ("coup", "reply", ["challenge", "allow"], "allow"), ("coup", "reply", ["block duke", "allow"], "allow"),
        ("euchre", "ordering", ["order_up", "pass"], "pass"),
        ("coup-detat-2005", "draw_offer", ["agree", "decline"], "decline"),
    ],
)  # fmt: skip
def test_of_two_answers_one_says_no(name: str, decision: str, options: list[str], no: str, language: str) -> None:
    yes = next(option for option in options if option != no)
    assert all(answered(name, decision, options, typed, language) == [no] for typed in NO)
    assert all(answered(name, decision, options, typed, language) == [yes] for typed in YES)


def test_of_several_that_say_yes_it_is_asked_which() -> None:
    assert answered("parker-1966", "coup", COUP, "no") == ["decline"]
    assert answered("parker-1966", "coup", COUP, "yes") == COUP[1:]


@pytest.mark.parametrize("typed", [*NO, *YES])
def test_what_no_answer_alone_says_is_not_understood(typed: str) -> None:
    reply = ["challenge", "block duke", "allow"]  # “Do you let it happen?”
    assert answered("coup", "reply", reply, typed) == []
    assert answered("liars-dice", "bid_or_call", ["bid 2 3", "bid 2 4", "call"], typed) == []
    assert answered("gin-rummy", "draw", ["upcard", "stock"], typed) == []  # “Which card do you take?”


def answers(words: str) -> str:
    return "\n".join(f"{word} {{ }}" for word in words.split())


def asking(**decisions: str) -> Rules:
    """One seat is asked for each of these, with these words as answers."""
    asked = (f"first of seats chooses {name} {{\n{answers(of)}\n}}" for name, of in decisions.items())
    lines = "\n".join(("seats [1]", *asked, "finish by 0", "limit 5 moves { finish by 0 }"))
    return load_text(f"edition 1\ngame asking {{\n{lines}\n}}\n", 1)


def test_what_begins_so_and_what_the_question_asks_for_go_first() -> None:
    game = coupdsl.Game(asking(leaving="pass north south", **{"pass": "pass south"}), 1)
    sitting = Sitting(game, ["n", "y", "quit"])
    sitting.table.play()
    assert [str(move) for _, move in game.moves] == ["north", "pass"]


def test_loans_are_refused_with_no_at_the_table() -> None:
    game = coupdsl.Game(rules_of("parker-1966", 4, {"loan.trigger": "any_time"}), 3)
    Sitting(game, ["no", "quit"]).table.play()
    assert next(str(move) for seat, move in game.moves if seat == 0) == "no_loan"


def test_an_answer_that_only_begins_with_no_refuses_nothing_beside_several() -> None:
    rules = asking(call="no_trumps clubs pass", way="no_left yes_right")
    reader = Reader(Words(rules, "en", True))
    decisions = {one.name: one for one in rules.code.decisions.values()}
    assert reader.answered("nothing", decisions["call"], ["no_trumps", "clubs", "pass"]) == ["pass"]
    assert reader.answered("nothing", decisions["way"], ["no_left", "yes_right"]) == ["no_left"]
