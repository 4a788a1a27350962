"""A rule that one entry has for itself: told by its name, beside what holds for all others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.rulebook.printed import Element, Page, printed, unwritten
from tests.rulebook.test_prose_of_house_rules import house, said

from coupdsl.authoring.validation import check_paths

ODD = """contract odd plays tricks {
  name: en "Odd one" fr "Drôle de donne"
  motto: en "No Clubs" fr "Pas de Trèfles"
  item clubs_taken = cards where suit is clubs { name: en "Clubs" fr "Trèfles", each: 50 }
  collect: 900
  forfeit: 600
"""
DIAMONDS = "order power { it is coup_card\nsuit is diamonds by ranks\nsuit is led by ranks }"
SLOW = ODD.replace("tricks", "layout")


def book(folder: Path, contract: str, language: str = "en", rules: str = "") -> Page:
    house(folder, "parker-1966", "", f"{contract}\n}}\n{rules}")
    return printed(str(folder / "house.yaml"), language)


def changed(page: Page) -> list[Element]:
    return [box for box in page.main.all("aside") if box.attributes["class"] == "box changed"]


def exceptions(page: Page, title: str = "Different for Odd one") -> list[str]:
    """The text of each box of some contracts alone, without the numbers that lead on."""
    texts = (re.sub(r"\s*§\d+", " ", box.text) for box in changed(page) if box.text.startswith(title))
    return [" ".join(text.split()) for text in texts]


@pytest.mark.parametrize(
    ("rule", "said", "holds", "general"),
    [
        (
            "rule follows(s: seat) = hand of s", "cards for following: hand of the player.",
            "Follow suit if you can", "may follow for the player",
        ),
        (
            "rule decided = trick_number > 6", "decided: trick number is more than 6.",
            "8 tricks make a hand", "decided: never",
        ),
        (
            "rule price(p: piece) = if p in cards then 200 else 20", "price for p: 200 if p is among all cards",
            "The first chart is for a Director's hand", "the sum of its price of each",
        ),
        (
            "rule attempted(s: seat) { move coup_card to aside }", "attempted for s: Move the Coup card to laid aside.",
            "In Dominos alone he changes the Coup card", "attempted for s: Nothing happens",
        ),
        (
            DIAMONDS, "who wins a trick, the strongest first: The Coup card Cards of Diamonds",
            "All suits are equal, and there are no trumps", "an Ace that stops the Coup card The",
        ),
        (
            "rule led = none", "suit led: none.",
            "The highest card of the suit led takes the trick", "Different in these rules",
        ),
    ],
)  # fmt: skip
def test_what_one_contract_replaces_is_told_by_its_name(
    tmp_path: Path, rule: str, said: str, holds: str, general: str
) -> None:
    page = book(tmp_path, f"{ODD}{rule}\n")
    assert any(f"Odd one, {said}" in text for text in exceptions(page)), exceptions(page)
    boxes = [box.text for box in page.main.all("aside") if box.attributes["class"] in ("box changed", "box former")]
    assert holds in page.text and not any(holds in text for text in boxes)
    assert not any(general in text for text in boxes)
    assert check_paths([tmp_path / "house.yaml"], 0).notes == []


def test_it_is_told_in_french(tmp_path: Path) -> None:
    page = book(tmp_path, f"{ODD}rule follows(s: seat) = hand of s\n", "fr")
    assert exceptions(page, "Autrement pour Drôle de donneDrôle de donne, cartes pour fournir : main du joueur.")


def test_a_rule_of_a_contract_that_means_what_all_have_is_no_exception(tmp_path: Path) -> None:
    page = book(tmp_path, f"{ODD}rule follows(s: seat) = may_follow(s)\n")
    assert exceptions(page) == []
    assert not any("cards for following" in box.text for box in changed(page))


def test_where_all_have_another_rule_and_one_contract_its_own_both_are_told(tmp_path: Path) -> None:
    rules = "replace rule may_follow(s: seat) = first of hand of s\n"
    page = book(tmp_path, f"{ODD}rule follows(s: seat) = hand of s\n", rules=rules)
    (box,) = (box for box in changed(page) if "Follow suit if you can" in box.text)
    assert box.text.startswith("Different in these rules")
    assert "Odd one, cards for following: hand of the player." in box.text
    assert "Without that changeWhere nothing else is said" in box.text


def test_what_a_mechanic_says_has_the_exceptions_of_contracts_too(tmp_path: Path) -> None:
    house(tmp_path, "parker-1966", "", f"{SLOW}rule may_pass = true\n}}\n")
    page = unwritten(str(tmp_path / "house.yaml"), "en")
    assert "Whoever can lay a card must; only who cannot passes." in page.text
    assert any("Odd one, may pass: always." in text for text in exceptions(page))


def test_a_payment_for_a_new_reason_changes_no_rule_that_pays_for_others(tmp_path: Path) -> None:
    rule = "rule laid(c: card) { if rank of c is queen { turn pays 50 to treasury for queens_toll } }"
    rules = house(tmp_path, "french", "", f"{SLOW}{rule}\n}}\n")
    assert any("is taken to have tried for it: what he owes" in text for text in said(rules, "en"))
    assert not any("pay the rest" in box.text for box in changed(printed(str(tmp_path / "house.yaml"), "en")))


def test_what_one_contract_pays_into_the_treasury_is_told_where_the_treasury_is(tmp_path: Path) -> None:
    rule = "rule trick_taken(s: seat) { if trick_number is 1 { s pays 100 to treasury for toll } }"
    page = book(tmp_path, f"{ODD}{rule}\n")
    assert "Nothing else goes into the Treasury." in page.text
    assert any("s pays 100 to Treasury (toll)" in text for text in exceptions(page))


def test_what_a_contract_does_after_its_tricks_is_told_of_the_centre_card_and_of_what_is_paid_at_once(
    tmp_path: Path,
) -> None:
    page = book(tmp_path, f"{ODD}rule trick_taken(s: seat) {{ }}\n")
    told = [text for text in exceptions(page) if "Odd one, trick taken for s: Nothing happens." in text]
    assert len(told) == 2
    for text in ("whoever takes that trick turns it up and takes it, too", "is paid when it is taken"):
        assert page.text.index(text) < page.text.index("trick taken for s", page.text.index(text))


@pytest.mark.parametrize(
    ("language", "charted", "card"),
    [
        ("en", "Odd one: No Clubs. Played as a hand on the layout. §", "Played as a hand of tricks."),
        (
            "fr",
            "Drôle de donne : Pas de Trèfles. Se joue comme une donne à la table. §",
            "Se joue comme une donne en levées.",
        ),
    ],
)
def test_how_a_contract_is_played_is_told_where_others_are_played_otherwise(
    tmp_path: Path, language: str, charted: str, card: str
) -> None:
    page = book(tmp_path, SLOW, language)
    assert charted in page.text
    assert card in page.cards()["siege"].text
