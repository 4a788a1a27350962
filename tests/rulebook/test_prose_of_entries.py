"""Prose of a game's book where entries are added or not played: what it says of entries is never of others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers import composed
from tests.rulebook.printed import printed
from tests.rulebook.test_prose import GAMES
from tests.rulebook.test_prose_of_house_rules import house, said

from coupdsl.authoring.validation import check_paths
from coupdsl.language import program as p
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.fillers import named, placeholders

NEW_ENTRY = {  # one more entry for each game that has a chart of some
    "parker-1966": """contract nines plays tricks {
  name: en "Nines" fr "Neufs"
  motto: en "No Nines" fr "Pas de Neufs"
  item nine_cards = cards where rank is nine { each: 150, paid: at_once }
  lead: rank is not nine
  collect: 900
  forfeit: 1300
  hidden: true
}
""",
    "coup": """action audit {
  name: en "Audit" fr "Contrôler"
  does: en "somebody pays a coin" fr "quelqu'un paie une pièce"
  claim: [duke]
  cost: 2
  aimed: true
  blocked_by: anyone, blocked_as: [contessa]
  rule outcome(t: seat or none) { the t pays 1 to treasury for action }
}
""",
}


TRUE_WITH_IT = {
    "parker-1966": [
        "pays 800 (Barbu, Waterloo, Siege, Touché, Guillotine and Dominos), 1300 (Nines) to the Treasury",
        "the contract allows it (Waterloo, Siege, Guillotine, Nines)",
        "What the first chart marks at once is paid when it is taken",
    ],
    "coup": ["Character actions (Tax, Assassinate, Steal, Exchange, Audit)"],
}
UNTRUE_WITH_IT = {"parker-1966": [], "coup": ["Foreign aid can be blocked by any player who claims the Duke"]}


def entries(name: str) -> list[p.Entry]:
    return [one for kind in composed(name).program.charted for one in kind.entries if one.parent is None]


WITH_ENTRIES = [name for name in GAMES if entries(name)]


@pytest.mark.parametrize(("name", "path"), [(name, one.path) for name in WITH_ENTRIES for one in entries(name)])
def test_an_entry_that_is_not_played_is_not_spoken_of(tmp_path: Path, name: str, path: str) -> None:
    entry = composed(name).program.entry(path)
    assert entry is not None
    rules = house(tmp_path, name, f"{entry.kind.plural}: {{remove: [{path}]}}\n")
    for language in ("en", "fr"):
        word = rf"\b{re.escape(Book(composed(name), language).entry(entry))}\b"
        assert any(re.search(word, text) for text in said(composed(name), language))
        assert [text for text in said(rules, language) if re.search(word, text)] == []


@pytest.mark.parametrize("name", WITH_ENTRIES)
def test_an_entry_more_makes_nothing_untrue(tmp_path: Path, name: str) -> None:
    found = [*said(house(tmp_path, name, "", NEW_ENTRY[name]), "en")]
    for told in TRUE_WITH_IT[name]:
        assert any(told in text for text in found), told
    for told in UNTRUE_WITH_IT[name]:
        assert any(told in text for text in said(composed(name), "en")), told
        assert not any(told in text for text in found), told


def test_a_section_holds_though_one_of_several_entries_is_not_played() -> None:
    page = printed("short", "en")
    assert "the contract says which cards may be that very first one" in page.text
    assert "neither Heart nor Spade (Guillotine). Later leads are free." in page.text


def test_what_speaks_of_some_entries_that_are_not_played_gives_way_and_says_so(tmp_path: Path) -> None:
    house(tmp_path, "coup", "actions: {remove: [steal]}\n", NEW_ENTRY["coup"])
    for language, told, added in (
        ("en", "Steal is not played", "Audit: somebody pays a coin. §"),
        ("fr", "Voler ne se joue pas", "Contrôler : quelqu'un paie une pièce. §"),
    ):
        page = printed(str(tmp_path / "house.yaml"), language)
        boxes = page.main.all("aside")
        assert any(told in box.text for box in boxes if box.attributes["class"] == "box changed")
        assert added in page.text  # by what it says itself, since the prose cannot
    report = check_paths([tmp_path / "house.yaml"], 0)
    assert any("of the book do" in note for note in report.notes)


@pytest.mark.parametrize("removed", ["[barbu]", "[touche]", "[barbu, touche]"])
def test_what_needs_an_entry_that_is_not_played_is_left_out_without_a_word(tmp_path: Path, removed: str) -> None:
    needing = "The edition of 1966 leaves out Barbu and Touché"
    assert needing in printed("parker-1966", "en").text
    house(tmp_path, "parker-1966", f"contracts: {{remove: {removed}}}\n")
    assert "The edition of 1966 leaves out" not in printed(str(tmp_path / "house.yaml"), "en").text
    assert check_paths([tmp_path / "house.yaml"], 0).notes == []


def test_a_field_of_all_entries_is_told_by_entries_where_it_is_not_the_same(tmp_path: Path) -> None:
    house(tmp_path, "parker-1966", "contracts: {set: {barbu: {forfeit: 1200}, dominos: {forfeit: 400}}}\n")
    page = printed(str(tmp_path / "house.yaml"), "en").text
    assert "pays 1200 (Barbu), 800 (Waterloo, Siege, Touché and Guillotine), 400 (Dominos) to the Treasury" in page
    assert "pays 800 to the Treasury" in printed("parker-1966", "en").text


@pytest.mark.parametrize("name", WITH_ENTRIES)
def test_what_is_filled_in_of_one_entry_is_said_of_that_entry(name: str) -> None:
    """Else it would be said of all of them, of which another may cost something else."""
    program, prose = composed(name).program, ProseInForce(composed(name))
    assert prose.prose is not None
    filled = 0
    for passage in prose.prose.passages():
        spoken_of = {meant.entry for meant in prose.about(passage)}
        for telling in passage.tellings:
            for text, _ in (*telling.texts.values(), *telling.step.values()):
                places = [meant for place in placeholders(text) if (meant := named(program, place)) is not None]
                of_one = [meant.entry for meant in places if meant.entry is not None]
                assert spoken_of >= {*of_one}, text
                filled += len(of_one)
    assert filled


def test_of_an_entry_that_is_not_played_its_fields_are_not_told(tmp_path: Path) -> None:
    house(tmp_path, "coup", "actions: {remove: [income]}\n")
    for language, told in (("en", "Income is not played"), ("fr", "Revenu ne se joue pas")):
        boxes = printed(str(tmp_path / "house.yaml"), language).main.all("aside")
        (box,) = (box for box in boxes if told in box.text and box.attributes["class"] == "box changed")
        items = [item.text for item in box.first("ul").all("li")]
        assert len(items) == 1 and items[0].startswith(told), items
