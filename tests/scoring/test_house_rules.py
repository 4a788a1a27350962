"""House rules at the score keeper's table: what is told one by one, what by its number, and what cannot be told."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.scoring.test_scoring import PEOPLE, Sitting

import coupdsl
from coupdsl.language.diagnostics import Problems
from coupdsl.scoring.scorable import ENTERED, refuse_dealt


def played_under(folder: Path, variant: str, rules: str, players: int = 4) -> coupdsl.Game:
    """A game to be scored under a variant with these rules of its own."""
    (folder / "ours.yaml").write_text(f"variant: ours\n{variant}\n", "utf-8")
    (folder / "ours.coup").write_text(f"edition 1\n\n{rules}", "utf-8")
    game = coupdsl.Game(coupdsl.load(folder / "ours.yaml", players=players, options={ENTERED: True}))
    game.names = PEOPLE[:players]
    return game


HEARTS = "extends: hearts\nrules: {add: [./ours.coup]}"
BY_RANK = """replace rule penalty(c: card) = case suit of c {
  hearts:                15 - place_in(the rank of c, ranks)
  spades:                if rank of c is queen then 25 else 0
  clubs, diamonds, none: 0
}
"""
ALIKE = "replace rule penalty(c: card) = if suit of c is hearts or c is queen of spades then 2 else 0\n"


def test_cards_of_other_penalties_are_told_by_name(tmp_path: Path) -> None:
    sitting = Sitting(played_under(tmp_path, HEARTS, BY_RANK), ["qs bob", "anna 5", "anna AH 5H, rest carl"])
    assert "A number is not enough here" in sitting.text
    assert "Hand 1: Anna +19 = 19, Bob +25 = 25, Carl +85 = 85, Dora 0" in sitting.text


@pytest.mark.parametrize("typed", ["carl 14", "qs bob, carl 13", "carl 13, qs bob"])
def test_a_number_is_enough_where_it_is_of_all_that_is_left(typed: str, tmp_path: Path) -> None:
    sitting = Sitting(played_under(tmp_path, HEARTS, BY_RANK), [typed])
    assert "A number is not enough here" not in sitting.text
    assert len(sitting.moves) == 14 and {move.split()[2] for move in sitting.moves[-13:]} == {"2"}


def test_cards_of_one_penalty_are_told_by_their_number_whatever_their_suit(tmp_path: Path) -> None:
    sitting = Sitting(played_under(tmp_path, HEARTS, ALIKE), ["anna 5, rest carl"])
    assert sitting.moves[:2] == ["took_some 5 0", "took_some 9 2"]


TRICKS = """contract levees plays tricks {{
  name:    en "Tricks" fr "Levées"
  motto:   en "Every trick costs" fr "Chaque levée coûte"
  item each_trick = marks {{ each: 50{paid} }}{more}
  collect: 1200
  forfeit: 600
}}
"""
COUP_DETAT = "extends: parker-1966\ncontracts: {add: [./ours.coup]}"


@pytest.mark.parametrize(
    ("paid", "more", "typed", "moves"),
    [
        ("", "", "bob 3, carl 4, rest anna", ["took_some 3 1", "took_some 4 2", "took_some 1 0"]),
        ("", "\n  item last_trick = last of marks { each: 50 }", "marks8 dora, bob 3, rest carl",
         ["took marks8 3", "took_some 3 1", "took_some 4 2"]),
        (", paid: at_once", "", "bob 3, carl 4, rest anna", []),
    ],
)  # fmt: skip
def test_tricks_that_cost_the_same_are_told_by_their_number_but_where_each_is_paid_before_the_next(
    paid: str, more: str, typed: str, moves: list[str], tmp_path: Path
) -> None:
    game = played_under(tmp_path, COUP_DETAT, TRICKS.format(paid=paid, more=more))
    begin = ["anna", "dora", "decline", "levees"]
    assert Sitting(game, [*begin, typed]).moves[len(begin) :] == moves


NO_PASSING = """replace rule play_hand {
  shuffle deck
  for s in seats { move first(hand_size) of deck to hand of s }
  reveal opener = the first of (seats where lowest_club in hand)
  play tricks(opener)
}
"""


def test_rules_that_deal_hidden_cards_where_a_game_is_told_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Problems) as problems:
        refuse_dealt(played_under(tmp_path, HEARTS, NO_PASSING).rules)
    (problem,) = problems.value.diagnostics
    assert (problem.code.number, problem.span.line) == ("E604", 5)
    for_play = f"when {ENTERED} is false {{\n{NO_PASSING}}}\n"
    refuse_dealt(played_under(tmp_path, HEARTS, for_play).rules)
