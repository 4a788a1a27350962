"""Nothing agrees in French with what there is none of, in books and in accounts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.test_account import narrator
from tests.rulebook.printed import unwritten
from tests.rulebook.test_rulebook_sentences import said_of
from tests.small_games import in_folder

import coupdsl
from coupdsl.phrases.genders import is_feminine

GAME = """edition 1
game led {
  name: en "Led" fr "Demande"
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone deck: row seen by all = cards
  state asked: suit or none = none
  state named: seat or none = none
  first of seats chooses go { on { } }
  asked := none
  named := none
  reveal wanted = asked
  reveal namer = named
  last of seats chooses go { on { } }
  finish by (if asked is none and named is none then 1 else 0)
  limit 5 moves { finish by 0 }
}
"""
TEXTS = """language: fr
terms:
  asked: "couleur demandée"
  named: "joueur nommé"
names:
  wanted: "couleur voulue"
  namer: "nommé par"
"""


@pytest.mark.parametrize(
    ("expression", "english", "french"),
    [
        ("suit of c is spades or suit of c is none", "the suit of c is spades or none",
         "la couleur de c est spades ou aucune"),
        ("case rank of c { ace, none: 1, otherwise: 2 }", "1 if the rank of c is ace or none; otherwise 2",
         "1 si la valeur de c est ace ou aucune ; sinon 2"),
        ("if m > 3 then suit of c else none", "the suit of c if m is more than 3; otherwise none",
         "la couleur de c si m dépasse 3 ; sinon aucune"),
        ("if m > 3 then dealer else none", "dealer if m is more than 3; otherwise none",
         "dealer si m dépasse 3 ; sinon aucun"),
        ("owner of c is dealer or owner of c is none", "the owner of c is dealer or none",
         "le possesseur de c est dealer ou aucun"),
    ],
)  # fmt: skip
def test_one_or_none(expression: str, english: str, french: str, tmp_path: Path) -> None:
    assert [said_of(expression, language, tmp_path) for language in ("en", "fr")] == [english, french]


def test_what_is_remembered_begins_and_becomes_so() -> None:
    page = unwritten(str(in_folder({"led.coup": GAME, "led.fr.yaml": TEXTS}) / "led.coup"), "fr")
    rows = [[cell.text for cell in row.all("td")] for row in page.main.all("tr")]
    assert [row[1] for row in rows if row and row[0] == "un pour tous"] == ["en rang", "aucune", "aucun"]
    assert "couleur demandée devient aucune." in page.text and "joueur nommé devient aucun." in page.text


def test_what_a_rule_comes_to_is_so() -> None:
    by_players = "  rule called: suit or none = if count of seats is 2 then none else spades\n"
    game = GAME.replace("seats [2]", "seats [2, 3]").replace("  asked := none\n", f"  asked := called\n{by_players}")
    texts = TEXTS.replace("terms:\n", 'terms:\n  called: "couleur annoncée"\n')
    page = unwritten(str(in_folder({"led.coup": game, "led.fr.yaml": texts}) / "led.coup"), "fr")
    assert "couleur annoncée : aucune à 2 joueurs, spades à 3 joueurs." in page.text


def test_what_is_revealed_is_so() -> None:
    rules = coupdsl.load(in_folder({"led.coup": GAME, "led.fr.yaml": TEXTS}) / "led.coup")
    game = coupdsl.Game(rules, 3)
    game.apply("on")
    told = [narrator(rules, 0, "fr", plain=True).tell(game.told(event, 0)) for event in game.events]
    assert "Couleur voulue : aucune" in str(told) and "Nommé par : aucun'" in str(told)


@pytest.mark.parametrize(
    "head",
    [
        *("la couleur de c", "une case", "(la place de s", "couleur nommée", "Cartes jouables"),
        *("première valeur posée", "dernière enchère", "manche"),
    ],
)
def test_known_to_be_feminine(head: str) -> None:
    assert is_feminine(head)


@pytest.mark.parametrize(
    "head", ["le propriétaire", "joueur visé", "preneur", "atout", "placement", "casier", "mainmise"]
)
def test_not_known_to_be(head: str) -> None:
    assert not is_feminine(head)
