"""A rule whose name ends in `of` is told with what is asked behind that, whoever states it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.test_rulebook_sentences import book
from tests.small_games import load_text

import coupdsl
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.phrases import Expressions
from coupdsl.phrases.value_phrases import Scope
from coupdsl.play.asking import Asking
from coupdsl.play.spoken import Words

LOTS = """
  kind lot as lots {
    each: amount
    rule sum_of(s: seat): amount = each + cash of s
    rule friend_of(s: seat) = cash of s > each
  }
  lot low { name: en "Low" fr "Bas", each: 3 }
  lot high { name: en "High" fr "Haut", each: 30 }
  rule pips_of(q: set of card): number = count of q
  rule best_of(q: set of card, m: amount): amount = m + 1 * count of q
  rule ahead_of(s: seat) = cash of s > 20
"""


@pytest.mark.parametrize(
    ("expression", "english", "french"),
    [
        ("sum of sum_of(s) of it over lots", "the sum of its sum of s over lots", "la somme de sum de s sur lots"),
        ("sum_of(s) of low", "sum of s for Low", "sum de s pour Bas"),
        ("pips_of(trick)", "pips of trick", "pips de trick"),
        ("largest of best_of(it, m) over (choices of hand of s)",
         "the largest of (best of it, m) over the ways to take some of hand of s",
         "la plus grande valeur de (best de l'élément, m) sur les façons de prendre quelques éléments de hand de s"),
        ("some lots where friend_of(s) of it", "there is one among lots for which its friend of s holds",
         "il existe parmi lots un cas où friend de s est vrai"),
        ("not ahead_of(s)", "ahead of s does not hold", "ahead de s est faux"),
    ],
)  # fmt: skip
def test_in_a_book(expression: str, english: str, french: str, tmp_path: Path) -> None:
    assert [said_of(expression, language, tmp_path) for language in ("en", "fr")] == [english, french]


def said_of(expression: str, language: str, folder: Path) -> str:
    top = f"{LOTS}  rule asked(s: seat, c: card, m: amount) = {expression}"
    made = book(folder, language, top, "let it_is = asked(dealer, the first of trick, 5)")
    value = next(rule for rule in made.program.rules if rule.name == "asked").versions[0].value
    assert value is not None
    tell = Expressions(made)
    return text_of(tell.condition(value, Scope()) if value.type.name == "flag" else tell.value(value, Scope()))


STALLS = """edition 1
game stalls {
  seats [2]
  kind stall as stalls {
    each: number
    rule price_of(s: seat, n: number): number = each + gains of s + n
  }
  stall low { each: 3 }
  stall high { each: 30 }
  state gains per seat: number = 3
  state here: stall = low
  first of seats chooses go { on { here := high } }
  last of seats chooses act {
    buy if price_of(first of seats, 4) of here > 90 { }
    pass { }
  }
  finish by gains
  limit 20 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "price of the first of the players (Seat 0), 4 for high (37) is at most 90"),
        ("fr", "price du premier des joueurs (le joueur 0), 4 pour high (37) est au plus 90"),
    ],
)
def test_at_the_table(language: str, reason: str) -> None:
    game = coupdsl.Game(load_text(STALLS), 1)
    game.apply("on")
    told = Asking(Words(game.rules, language, plain=True)).answer(game, 1, "buy")
    assert reason in told[0], told
