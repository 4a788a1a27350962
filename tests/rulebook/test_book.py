"""The book as somebody reads it: what stands where, what leads where, and nothing that only the program knows."""

from __future__ import annotations

import re

import pytest
from tests.helpers import composed
from tests.rulebook.printed import Element, printed
from tests.rulebook.test_rulebook import every_book

from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.book_page import as_html
from coupdsl.rulebook.document import Box, Steps
from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook
from coupdsl.rulebook.sample_hand import LINES, sample
from coupdsl.rulesets.prose import Sample

pytestmark = pytest.mark.unmeasured
INTERNAL = re.compile(r"\b[a-z]+_[a-z_]+\b")


def sections(name: str, language: str) -> dict[str, Element]:
    return {section.attributes["class"] or "": section for section in printed(name, language).main.all("section")}


def chapters(name: str, language: str = "en") -> list[str]:
    return [heading.text.partition(" ")[2] for heading in sections(name, language)["book"].all("h2")]


@every_book
def test_no_name_of_the_program_stands_outside_the_appendix(name: str, language: str) -> None:
    for kind, section in sections(name, language).items():
        if kind != "appendix":
            assert INTERNAL.findall(section.text) == [], kind
            assert section.all("code") == [], kind


@every_book
def test_markdown_has_no_name_of_the_program_before_the_appendix(name: str, language: str) -> None:
    document = rulebook(composed(name), language)
    before = as_markdown(document).partition(f"## {'Appendix' if language == 'en' else 'Annexe'}")[0]
    assert INTERNAL.findall(before.replace("\\", "")) == []
    assert "`" not in before


@every_book
def test_every_link_leads_to_a_part_of_the_page(name: str, language: str) -> None:
    page = printed(name, language)
    keys = re.findall(r' id="([^"]+)"', page.html)
    assert len(keys) == len(set(keys))
    links = {link.attributes["href"] for link in page.tree.all("a")}
    assert {str(link).removeprefix("#") for link in links} <= set(keys)


@every_book
def test_the_book_comes_first_and_places_stand_in_the_appendix(name: str, language: str) -> None:
    found = sections(name, language)
    assert list(found)[:2] == ["book", "appendix"]
    assert [table for table in found["book"].all("table") if table.attributes["data-table"] == "places"] == []
    assert printed(name, language).main.first("h1").text


def test_the_chapters_are_those_of_a_leaflet() -> None:
    assert chapters("parker-1966") == [
        "The aim", "What you need", "Setting up", "A hand played out", "How a hand goes", "The charts",
        "Coups and money", "The end of the game", "Open questions", "",
    ]  # fmt: skip
    assert chapters("kuhn")[:3] == ["The aim", "What you need", "Setting up"]
    assert "House changes" in chapters("trumps")


def test_what_is_taken_over_is_one_merged_cell() -> None:
    page = printed("parker-1966", "en").html
    row = re.search(r'<tr data-row="guillotine">.*?</tr>', page, re.DOTALL)
    assert row is not None and row[0].count("<td") == 1 and 'colspan="3"' in row[0]


def test_pieces_are_called_by_the_names_of_the_parts() -> None:
    table = printed("parker-1966", "en").tables()["contracts"]
    assert table.rows["touche"][2] == "first trick and last trick"
    assert table.rows["guillotine"][2] == "King of Hearts, Queens, Spades, first trick and last trick"
    without = printed("parker-1966", "en", (("guillotine.coup_needs_tricks", "false"),)).tables()["contracts"]
    assert "trick" not in without.rows["guillotine"][2]


# ---- the sheet
def test_the_sheet_is_a_page_of_its_own() -> None:
    document = rulebook(composed("hearts"), "en")
    assert as_markdown(document, True).startswith("# Hearts\n")
    assert "## On one page: Hearts" in as_markdown(document, True)
    assert "Appendix" not in as_markdown(document, True)
    html = as_html(document, True)
    assert 'class="sheet"' in html and 'class="appendix"' not in html and 'class="book"' not in html


# ---- the hand played out
def lines_of(name: str, language: str = "en", wished: Sample | None = None) -> list[str]:
    _, told = sample(Book(composed(name), language), wished or Sample())
    assert isinstance(told, Box) and isinstance(told.blocks[0], Steps)
    return [text_of(step.text) for step in told.blocks[0].steps]


@pytest.mark.parametrize("name", ["parker-1966", "hearts", "coup", "kuhn"])
def test_the_same_rules_give_the_same_hand(name: str) -> None:
    assert lines_of(name) == lines_of(name)


def test_what_is_wished_is_shown() -> None:
    told = " ".join(lines_of("parker-1966", wished=Sample(4, (("penalty", None), ("siege", None)))))  # type: ignore[arg-type]
    assert "Siege" in told and "pays" in told
    assert "Anna" in told and "Dan" in told and "Eve" not in told
    three = " ".join(lines_of("parker-1966", wished=Sample(3)))
    assert "Carla" in three and "Dan" not in three


def test_a_hand_ends_where_the_next_begins() -> None:
    told = lines_of("hearts")
    assert sum("is dealt" in line for line in told) == 4
    assert told[-1].startswith("Points: Anna")


def test_a_trick_stands_on_one_line() -> None:
    tricks = [line for line in lines_of("hearts") if "wins the trick" in line]
    assert len(tricks) == 13 and all(line.count("plays") == 4 for line in tricks)


def test_a_long_hand_is_cut() -> None:
    assert len(lines_of("liars-dice")) == LINES
    assert "And so it goes on." in printed("liars-dice", "en").text


# ---- the index
def test_the_index_leads_to_where_things_are_spoken_of() -> None:
    page = printed("parker-1966", "en")
    index = next(part for part in page.main.all("ul") if part.attributes.get("class") == "index")
    treasury = next(item for item in index.all("li") if item.text.startswith("Treasury:"))
    assert "7.5" in treasury.text.split() or "7.5," in treasury.text.split()
