"""What prose and texts say in words of numbers and cards is not said under rules in which these are others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.helpers import composed
from tests.rulebook.printed import printed
from tests.rulebook.test_prose import GAMES
from tests.rulebook.test_prose_of_house_rules import house, said

from coupdsl.language import program as p
from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import charts
from coupdsl.rulebook.material import pack
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.prose import Passage

PASS_TWO = """replace rule pass_cards(way: number) {
  if way > 0 {
    for s in seats together {
      repeat handing_on 2 times {
        s secretly chooses pass_on c from hand of s
        move c to passed of s
      }
    }
    for s in seats { move passed of s to hand of receiver(s, way) }
  }
}
"""
QUEEN = """replace rule penalty(c: card) = case suit of c {
  hearts:                1
  spades:                if rank of c is queen then 25 else 0
  clubs, diamonds, none: 0
}
"""
TWO_EACH = "replace let dealt_each = 5\nreplace let laid_each = if count of seats is 2 then 2 else 1\n"
NO_LOANS = "replace account cash per seat = 6000 short partial\nreplace account treasury = 2000\n"
FIVES = "replace rule settle_up(t: team) { overtricks of t := overtricks of t mod 5 }\n"
EIGHTS = "use layout { replace rule opens(c: card) = rank of c is eight }\n"
FROM_EIGHTS = "options: {opening.card: left_of_dealer}\n"
JACKS = """replace rule fits(c: card) =
  if origin is none then rank of c is jack else (if run(suit of c) is empty then opens(c) else extends(c))
"""
DIAMONDS = """replace contract siege plays tricks {
  name:    en "Siege" fr "Siège"
  motto:   en "Keep clear of Diamonds" fr "Loin des Carreaux"
  item spades = cards where suit is diamonds { each: 150 }
  lead:    suit is not diamonds
  collect: 1000
  forfeit: 800
}
"""
VARIANTS = {  # game, its rules, what else the variant says, and what is false then
    "moon": ("hearts", "replace let moon = 50\n", "", [" 50 in all", " 50 en tout"]),
    "queen": ("hearts", QUEEN, "", ["26", "13 for the Queen", "13 pour la Dame"]),
    "double": (
        "hearts", "replace rule taken_points(s: seat) = 2 * sum of price(it) over (cards where it in taken of s)\n", "",
        ["1 point for each", "1 point par"],
    ),
    "left": (
        "crazy-eights", "replace rule hand_worth(s: seat) = 2 * sum of points_left(it) over left_in_hand of s\n", "",
        ["Eight 50", "Huit 50"],
    ),
    "pass": ("hearts", PASS_TWO, "", ["three cards", "trois cartes"]),
    "copies": (
        "coup", "cards { copies 4 of duke, assassin, captain, ambassador, contessa }\n", "",
        ["three of its", "ses trois", "three of each", "trois de chaque"],
    ),
    "coins": ("coup", "replace account treasury = 60 short partial\n", "", ["50 in all", "50 en tout"]),
    "bags": ("spades", FIVES, "", [" ten ", " dix ", "dizaine"]),
    "loans": ("parker-1966", NO_LOANS, "", ["begins empty", "est vide", "You borrow", "On n'emprunte", "debtor pays"]),
    "crib": ("cribbage", TWO_EACH, "", ["him four", "garder quatre", "his four", "ses quatre", "all four", "7 7 8 9"]),
    "gin": ("gin-rummy", "replace let hand_size = 7\n", "", [" ten ", " dix "]),
    "euchre": ("euchre", "cards { ranks eight 8, seven 7 }\n", "", ["other three", "trois autres", "Ten and", "Dix"]),
    "sevens": ("sevens", EIGHTS, FROM_EIGHTS, ["from the Seven", "any Seven", "partir du Sept", "quel Sept"]),
    "open": (
        "coup", "replace zone hand per seat: set seen by all\n", "",
        ["face down: his", "face cachée : son", "two hidden"],
    ),
    "centre": (
        "parker-1966", "replace zone centre: row seen by all\n", "",
        ["goes face down", "without a look", "sans regarder"],
    ),
    "jacks": ("parker-1966", JACKS, "", ["The first card is the Ten", "La première carte est le Dix"]),
    "trumps": (
        "oh-hell", "use tricks { replace order power { suit is led by ranks } }\n", "",
        ["is trumps in this", "est atout pour"],
    ),
    "seats": ("hearts", "replace seats [4, 5]\n", "", ["Three to six", "De trois à six"]),
    "countries": ("coup-detat-2005", "replace let influence_needed = 30\n", "", ["25"]),
    "dice": ("liars-dice", "", "options: {dice.wild: highest}\n", ["Ones", "Les as"]),
    "fish": ("go-fish", "replace rule book_size = 3\n", "options: {}\n", ["four cards", "quatre cartes"]),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_no_longer_so_is_not_said(tmp_path: Path, name: str) -> None:
    game, rules, more, false = VARIANTS[name]
    here = house(tmp_path, game, more, rules)
    words = [*said(here, "en"), *said(here, "fr"), *of_questions(here)]
    assert [text for text in words for one in false if one in text] == []


def of_questions(rules: Composed) -> Iterator[str]:
    """What is asked, answered, and told of a game, in all languages."""
    for labels in rules.labels.values():
        yield from (text for path, text in labels.words.items() if path.startswith(("options.", "told.")))


def test_what_takes_its_number_from_the_rules_holds(tmp_path: Path) -> None:
    here = house(tmp_path, "hearts", "", "replace let moon = 50\n")
    text = " ".join(" ".join(said(here, "en")).split())
    assert "13 for the Queen of Spades, 26 in all" in text and "each of the others gets 50" in text
    text = " ".join(" ".join(said(house(tmp_path, "gin-rummy", "", "replace let hand_size = 7\n"), "fr")).split())
    assert "Réunissez vos 7 cartes" in text and "Si les 7 cartes que vous gardez" in text


# ---- what an account begins with, and what is done where it holds too little
def test_what_is_said_of_an_account_gives_way_to_what_holds_of_it(tmp_path: Path) -> None:
    house(tmp_path, "parker-1966", "", NO_LOANS)
    for language, told in (("en", "Treasury begins with 2000."), ("fr", "anque : 2000 au début.")):
        boxes = [box.text for box in printed(str(tmp_path / "house.yaml"), language).main.all("aside")]
        assert any(told in box for box in boxes)
    assert any("Qui n'a pas assez pour payer paie ce qu'il a." in box for box in boxes)


def test_loans_hold_whatever_money_players_begin_with(tmp_path: Path) -> None:
    rules = "replace account cash per seat = 6000 short borrow\n"
    assert any("You borrow 1000" in text for text in said(house(tmp_path, "parker-1966", "", rules), "en"))


# ---- the pack
@pytest.mark.parametrize(
    ("changed", "english", "french"),
    [
        ("4 of duke, assassin, captain, ambassador, contessa",
         "There are 4 each of Duke, Assassin, Captain, Ambassador, Contessa.",
         "Il y en a 4 de chacun : Duc, Assassin, Capitaine, Ambassadeur, Comtesse."),
        ("4 of duke", "There are 4 copies of Duke. There are 3 of every other card.",
         "Il y en a 4 de ceci : Duc. Il y a 3 exemplaires de toute autre carte."),
        ("1 of duke", "There is one copy of Duke. There are 3 of every other card.",
         "Il n'y en a qu'un de ceci : Duc. Il y a 3 exemplaires de toute autre carte."),
        ("3 of duke", "There are 3 of every card.", "Il y a 3 exemplaires de chaque carte."),
    ],
)  # fmt: skip
def test_the_pack_is_told_without_contradiction(tmp_path: Path, changed: str, english: str, french: str) -> None:
    rules = house(tmp_path, "coup", "", f"cards {{ copies {changed} }}\n")
    for language, told in (("en", english), ("fr", french)):
        _, *copies, _ = pack(Book(rules, language))
        assert " ".join(map(text_of, copies)) == told


@pytest.mark.parametrize(
    ("cards", "english", "french"),
    [
        ("suits spades S, hearts H\nranks ace A, king K, queen Q\ncopies 0 of ace, king\n"
         "copies 1 of ace of hearts, king of hearts\ncopies 0 of queen of hearts",
         "These are left out: ace, king (except those of hearts), queen of hearts. "
         "There is one each of ace of hearts, king of hearts.",
         "Il n'y en a aucun de : ace, king (sauf ceux de hearts), queen de hearts. "
         "Il n'y en a qu'un de chacun : ace de hearts, king de hearts."),
        ("ranks rome, paris\nextra plague P\ncopies 4\ncopies 3 of plague",
         "There are 3 copies of plague. There are 4 of every other card.",
         "Il y en a 3 de ceci : plague. Il y a 4 exemplaires de toute autre carte."),
        ("ranks rome, paris\nextra plague P\ncopies 4", "There are 4 of every card of a rank.",
         "Il y a 4 exemplaires de chaque carte d'une valeur."),
    ],
)  # fmt: skip
def test_copies_are_told_of_the_cards_that_they_are_of(tmp_path: Path, cards: str, english: str, french: str) -> None:
    game = f"edition 1\ngame few {{\nseats [2]\ncards {{\n{cards}\n}}\nzone deck: row seen by none = cards\n"
    (tmp_path / "few.coup").write_text(f"{game}finish by 0\nlimit 5 moves {{ finish by 0 }}\n}}\n", "utf-8")
    for language, told in (("en", english), ("fr", french)):
        said = [text_of(one) for one in pack(Book(composed(str(tmp_path / "few.coup")), language))]
        assert " ".join(said[1 : 1 + told.count(".")]) == told


# ---- words that a game has for what a field says
def chart(rules: Composed, language: str, key: str, row: str) -> list[str]:
    book = Book(rules, language)
    table = next(table for table in charts(book, Statements(book)) if table.key == key)
    return [text_of(cell) for cell in table.rows[table.row_keys.index(row)]]


LEADS = 'contracts: {set: {barbu: {lead: "suit is not spades"}}}\n'
PIECES = 'contracts: {set: {siege: {spades: {pieces: "cards where rank is king"}}}}\n'
NAMED = PIECES.replace('king"', 'king", name: {en: Kings, fr: Rois}')


def test_words_for_what_is_taken_of_another_entry_go_with_that(tmp_path: Path) -> None:
    lead = "neither Heart nor Spade"
    assert lead in chart(composed("parker-1966"), "en", "contracts", "guillotine")
    row = chart(house(tmp_path, "parker-1966", LEADS), "en", "contracts", "guillotine")
    assert lead not in row and "the suit of the card is not Spades and the suit of the card is not Spades" in row


def test_a_part_is_called_by_its_name_only_where_that_is_of_its_pieces(tmp_path: Path) -> None:
    assert "Spades" in chart(composed("parker-1966"), "en", "contracts", "siege")
    there = house(tmp_path, "parker-1966", PIECES)
    assert "K♠, K♥, K♦, K♣" in chart(there, "en", "contracts", "siege")
    assert not any("Spades" in cell for row in ("siege", "guillotine") for cell in chart(there, "en", "contracts", row))
    assert "Kings" in chart(house(tmp_path, "parker-1966", NAMED), "en", "contracts", "siege")


def test_a_contract_in_the_place_of_another_has_no_words_of_that(tmp_path: Path) -> None:
    here = house(tmp_path, "parker-1966", "", DIAMONDS)
    for row in ("siege", "guillotine"):
        assert not any("Spade" in cell for cell in chart(here, "en", "contracts", row))
    assert "no Spade" in chart(composed("parker-1966"), "en", "contracts", "siege")


def test_what_holds_of_a_place_is_told(tmp_path: Path) -> None:
    house(tmp_path, "parker-1966", "", "replace zone centre: row seen by all\n")
    page = printed(str(tmp_path / "house.yaml"), "en")
    boxes = [box.text for box in page.main.all("aside") if box.attributes["class"] == "box changed"]
    assert any("centre card: " in box and "Who sees what lies there: everybody" in box for box in boxes)


# ---- numbers that are named in the rules
def numbers(rules: Composed) -> Iterator[tuple[p.Rule, set[int]]]:
    """What has a name and is a number that never changes in a game, and what it is with so many players."""
    book = Book(rules, "en")
    for rule in rules.program.rules:
        version = book.version(rule)
        if version is None or version.value is None or version.parameters or not rule.type.is_numeric:
            continue
        values = book.fixed(version.value, None)
        if values is not None and not any(isinstance(one, bool) for one in values):
            yield rule, {int(one) for one in values}


OF_SOMETHING_ELSE = {  # as how many play, or what cards are worth
    ("coup-detat-2005", "most_points"),
    ("crazy-eights", "hand_size"), ("cribbage", "dealt_each"), ("gin-rummy", "hand_size"), ("hearts", "across"),
    ("hearts", "hand_size"), ("hearts", "turns"), ("oh-hell", "full_hand"), ("oh-hell", "hand_size"),
    ("oh-hell", "hands_in_all"), ("oh-hell", "most_cards"), ("parker-1966", "hand_size"),
    ("parker-1966", "hands_per_round"), ("parker-1966", "redeal_cap"),
    ("parker-1966", "round_count"), ("skat", "hand_size"), ("spades", "hand_size"),
}  # fmt: skip
SPELT = {
    "en": ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"],
    "fr": ["trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize"],
}


def speaks_of(text: str, number: int, language: str) -> bool:
    """Does a number stand in a text, in figures or as a word, that is not filled in?"""
    spelt = SPELT[language][number - 3 : number - 2]
    return bool({str(number), *spelt} & {*re.findall(r"\w+", re.sub(r"\{[^{}]*\}", "", text))})


def texts_of(passage: Passage) -> Iterator[tuple[str, str]]:
    """Whatever a passage says, each with its language."""
    for texts in (passage.head, *(one for telling in passage.tellings for one in (telling.texts, telling.step))):
        yield from ((language, text) for language, (text, _) in texts.items())


@pytest.mark.unmeasured
def test_prose_that_says_a_number_of_the_rules_names_it() -> None:
    """Else it would say the same where that is another."""
    found = set()
    for name in GAMES:
        prose, named = ProseInForce(composed(name)), list(numbers(composed(name)))
        assert prose.prose is not None
        for passage in prose.prose.passages():
            about = {meant.rule for meant in prose.about(passage)}
            for rule, values in named:
                told = [speaks_of(text, one, of) for of, text in texts_of(passage) for one in values if one > 2]
                if rule not in about and any(told):
                    found.add((name, rule.name))
    assert found == OF_SOMETHING_ELSE
