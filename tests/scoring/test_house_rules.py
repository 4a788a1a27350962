"""House rules at the score keeper's table: what is told one by one, what by its number, and what cannot be told."""

from __future__ import annotations

from pathlib import Path

from tests.scoring.test_scoring import PEOPLE, Sitting

import coupdsl
from coupdsl.scoring.scorable import ENTERED


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


def test_cards_of_one_penalty_are_told_by_their_number_whatever_their_suit(tmp_path: Path) -> None:
    sitting = Sitting(played_under(tmp_path, HEARTS, ALIKE), ["anna 5, rest carl"])
    assert sitting.moves[:2] == ["took_some 5 0", "took_some 9 2"]
