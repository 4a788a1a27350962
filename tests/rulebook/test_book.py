"""The book as somebody reads it: what stands where, what leads where, and nothing that only the program knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from tests.helpers import composed
from tests.rulebook.printed import Element, Page, document_of, printed, unwritten
from tests.rulebook.test_rulebook import every_book
from tests.small_games import in_folder

from coupdsl.phrases.inline import Link, Phrase, text_of
from coupdsl.phrases.languages import WORDS
from coupdsl.rulebook.appendix import Appendix
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.book_page import as_html
from coupdsl.rulebook.document import Block, Box, Paragraph, Steps, Table
from coupdsl.rulebook.generated import Generated
from coupdsl.rulebook.long_numbers import grouped
from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook
from coupdsl.rulebook.sample_hand import LINES, sample
from coupdsl.rulesets.compose import compose
from coupdsl.rulesets.prose import Sample

pytestmark = pytest.mark.unmeasured
AIM = {"en": "The aim", "fr": "Le but"}
OXEN = """edition 1
game oxen {
  name: en "Oxen" fr "Boeufs"
  seats [2]
  kind ox as oxen { weight: number }
  ox m2 { weight: 2 }
  ox m10 { weight: 10 }
  ox on { weight: 1 }
  state kept per seat: number = 0
  for s in seats {
    s chooses take o from oxen
    kept of s := weight of o
  }
  finish by kept
  limit 9 moves { finish by 0 }
}
"""
INTERNAL = re.compile(r"\b[a-z]+_[a-z_]+\b")


def sections(name: str, language: str) -> dict[str, Element]:
    return {section.attributes["class"] or "": section for section in printed(name, language).main.all("section")}


def chapters(name: str, language: str = "en") -> list[str]:
    return [heading.text.partition(" ")[2] for heading in sections(name, language)["book"].all("h2")]


def without_sources(name: str, text: str) -> str:
    """Sources are called as others call them."""
    for source in composed(name).program.sources.values():
        text = text.replace(source, "")
    return text


@every_book
def test_no_name_of_the_program_stands_outside_the_appendix(name: str, language: str) -> None:
    for kind, section in sections(name, language).items():
        if kind != "appendix":
            assert INTERNAL.findall(without_sources(name, section.text)) == [], kind
            assert section.all("code") == [], kind


@every_book
def test_markdown_has_no_name_of_the_program_before_the_appendix(name: str, language: str) -> None:
    document = document_of(name, language)
    before = as_markdown(document).partition(f"## {'Appendix' if language == 'en' else 'Annexe'}")[0]
    assert INTERNAL.findall(without_sources(name, before.replace("\\", ""))) == []
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


@pytest.mark.parametrize(
    ("name", "language", "row"),
    [
        ("short", "en", ["contract: Barbu", "in play", "removed"]),
        ("short", "fr", ["contrat : Barbu", "en jeu", "retiré"]),
        ("seven-contracts", "fr", ["contrat : Valets", "–", "en jeu"]),
        ("high-stakes", "fr", ["Siège : Pique, prix de chacun", "100", "150"]),
        ("doubled-pack", "en", ["the pack", "A pack of 33 cards.",
                                "A pack of 65 cards. There are 2 of every card of a suit."]),
        ("doubled-pack", "fr", ["cartes par main", "8", "16"]),
        ("small-countries", "fr", ["influence nécessaire", "25", "30"]),
        ("jacks-first", "en", ["fits", "there is no first rank laid or (opens holds for the card if run for the suit "
                               "of the card is empty; otherwise extends holds for the card)", "the rank of the card is "
                               "Jack if there is no first rank laid; opens holds for the card if run for the suit of "
                               "the card is empty; otherwise extends holds for the card"]),
        ("cribbage-open-spiel", "en", ["half the bonus", "–", "500"]),
    ],
)  # fmt: skip
def test_what_a_variant_changes_is_told_in_words_of_the_table(name: str, language: str, row: list[str]) -> None:
    assert row in changed(name, language)


def test_dice_are_no_pack_to_people() -> None:
    assert "the pack" not in {row[0] for row in changed("liars-dice-open-spiel", "en")}
    assert "the pack" in {row[0] for row in changed("five", "en")}


def test_what_an_entry_is_asked_for_is_told_as_the_card() -> None:
    answers = {"dominos.new_suit": "any_rank_on_table"}
    told = {language: as_markdown(rulebook(composed("five"), language, answers)) for language in ("en", "fr")}
    assert "Dominos, *opens*: the rank of the card is among" in told["en"]
    assert "Dominos, *ouvre une suite* : la valeur de la carte est" in told["fr"]


def changed(name: str, language: str) -> list[list[str]]:
    """The table of house changes, row by row."""
    (table,) = [one for one in printed(name, language).main.all("table") if one.attributes["data-table"] == "changes"]
    rows = [line for line in table.all("tr") if line.all("td")]
    return [[cell.text for cell in (*line.all("th"), *line.all("td"))] for line in rows]


def test_where_no_sentence_tells_a_changed_rule_its_exact_text_is_led_to() -> None:
    rows = {row[0]: row[1:] for row in changed("skat-open-spiel", "en")}
    assert rows["playing alone"][0] == "another rule"
    number = re.fullmatch(r"See (§\d+)\.", rows["playing alone"][1])
    assert number is not None
    exact = printed("skat-open-spiel", "en").html.replace("<em>", "").replace("</em>", "")
    assert f"{number[1]} playing alone" in exact and "game becomes Null" in exact
    assert not any("_" in cell or cell == "five" for row in changed("five", "en") for cell in row)


@pytest.mark.parametrize(("language", "told"), [("en", "Nothing happens."), ("fr", "Il ne se passe rien.")])
def test_a_rule_that_is_changed_to_nothing_is_led_to_nowhere(tmp_path: Path, language: str, told: str) -> None:
    (tmp_path / "free.coup").write_text("edition 1\nreplace rule pay_cost { }\n")
    (tmp_path / "free.yaml").write_text("variant: free\nextends: coup\nrules: {add: [./free.coup]}\n")
    ((_, _, now),) = changed(str(tmp_path / "free.yaml"), language)
    assert now == told


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


# ---- the front
@every_book
def test_the_steps_of_the_game_stand_at_the_front(name: str, language: str) -> None:
    first = document_of(name, language).blocks[0]
    assert isinstance(first, Box) and first.kind == "steps" and isinstance(first.blocks[0], Steps)
    assert len(first.blocks[0].steps) > 1
    assert all(any(isinstance(part, Link) for part in step.text) for step in first.blocks[0].steps)


def test_steps_come_in_the_order_in_which_a_game_goes() -> None:
    told = printed("parker-1966", "en").main.first("aside").text
    places = [told.index(word) for word in ("draws a card", "deals", "Coup card", "first card", "take everything")]
    assert places == sorted(places)


def test_steps_that_nobody_wrote_are_what_is_dealt_and_asked() -> None:
    questions = unwritten("skat", "en").main.first("aside").text
    assert (
        questions.index("What do you bid?") < questions.index("take up the skat") < questions.index("card do you play")
    )
    assert "deal 10 cards to each player" in questions
    oh_hell = unwritten("oh-hell", "fr").main.first("aside").text
    assert "On bat, et on donne des cartes à chacun." in oh_hell
    assert "deal one card to each player" in unwritten("leduc", "en").main.first("aside").text


# ---- what nobody wrote
@pytest.mark.parametrize(
    ("game", "language", "said"),
    [
        ("euchre", "en", "What counts is points: the pair or team that has the most at the end wins."),
        ("euchre", "fr", "Ce qui compte : points. L'équipe qui en a le plus à la fin gagne."),
        ("leduc", "en", "What counts is chips: whoever has the most at the end wins."),
        ("hearts", "fr", "Ce qui compte : points. Qui en a le moins à la fin gagne."),
        ("cribbage", "en", "Whoever ends with the highest result wins."),
    ],
)
def test_the_aim_is_a_sentence(game: str, language: str, said: str) -> None:
    assert any(said in line for line in unwritten(game, language).part(AIM[language]))


def test_the_aim_is_no_draw_where_somebody_can_win() -> None:
    generated = Generated(Appendix(Book(composed("coup-detat-2005"), "en")))
    told = [text_of(block.text) for block in generated.blocks("aim") if isinstance(block, Paragraph)]
    assert len(told) == 1 and told[0].startswith("Whoever ends with the highest result wins. What counts: §")


def test_what_only_helps_to_count_stands_in_the_appendix_alone() -> None:
    page = unwritten("euchre", "en").markdown
    front, appendix = page.split("## Appendix")
    assert "trick marks" not in front and "tricks to come" not in front
    assert "*trick marks*: 5." in appendix and "*tricks to come*" in appendix


def test_what_is_said_is_a_choice() -> None:
    page = unwritten("euchre", "en").text
    assert "Shall the suit turned up be trumps? You say order it up or pass." in page
    assert "Which suit shall be trumps? You choose from the suits or say pass." in page
    page = unwritten("euchre", "fr").text
    assert "Quelle couleur sera atout ? On choisit parmi les couleurs ou on dit passe." in page


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("r from ranks where it is not ace { }\n u from suits { }\n pass { }\n stay { }",
         "You choose from the ranks or the suits or say *pass* or *stay*. §1"),
        ("z from sizes, s from seats { }\n pass { }", "You choose from *sizes* or say *pass*. §1"),
        ("pass { }\n stop if seats is empty { }\n stay { }", "You say *pass* or *stay*. §1"),
        ("pass { }\n stop if seats is empty { }", "§1"),
    ],
)  # fmt: skip
def test_a_question_is_told_with_all_that_can_be_answered(answers: str, said: str) -> None:
    top = f"{ONE}\n kind size as sizes {{ }}\n size small {{ }}\n size large {{ }}"
    game = ONE_BY_ONE.replace("DEAL", f"{top}\n player chooses add {{\n {answers} }}")
    words = "language: en\ndecisions: {add: Add what?}\nmoves: {pass: pass, stop: stop, stay: stay}\n"
    found, problems = compose(str(in_folder({"game.coup": game, "en.yaml": words}) / "game.coup"))
    assert found is not None, problems
    assert f"- Add what? {said}\n" in as_markdown(rulebook(found, "en"))


def test_who_wins_a_trick_is_a_list_of_cards() -> None:
    page = unwritten("euchre", "en").text
    assert "Jack of trumps" in page and "Cards of trumps, from high to low by the ranks" in page
    assert "for which it is" not in page.partition("Appendix")[0]


def test_what_the_marks_are_is_told_before_the_first_chapter() -> None:
    before = as_markdown(document_of("parker-1966", "en")).partition("## 1 ")[0]
    assert "P, A, V, X: Coup d'Etat, Parker Brothers 1966; F: Coup d'Etat, édition française" in before
    assert "sources" not in as_markdown(document_of("coup", "en")).partition("## 1 ")[0].replace("sources (", "")


# ---- what leads where
def unlinked(blocks: Iterable[Block]) -> Iterator[str]:
    """The paragraphs and lists of a book from which nothing leads to the rules; a list is led in to by a paragraph."""
    blocks = list(blocks)
    for at, block in enumerate(blocks):
        if isinstance(block, Box) and block.kind not in ("sample", "questions", "former"):
            yield from unlinked(block.blocks)
        elif isinstance(block, Steps):
            if not any(leads_on(step.text) for step in block.steps):
                yield text_of(block.steps[0].text)
        elif isinstance(block, Paragraph) and not leads_on(block.text):
            leads_in = at + 1 < len(blocks) and isinstance(blocks[at + 1], Steps | Table)
            yield from () if leads_in else (text_of(block.text),)


def leads_on(phrase: Phrase) -> bool:
    return any(isinstance(part, Link) for part in phrase)


@every_book
def test_every_paragraph_leads_to_the_rules_that_it_speaks_of(name: str, language: str) -> None:
    blocks = document_of(name, language).blocks
    sample = {id(after) for before, after in pairwise(blocks) if isinstance(after, Box) and after.kind == "sample"}
    intros = {id(before) for before, after in pairwise(blocks) if id(after) in sample}
    assert list(unlinked(block for block in blocks if id(block) not in intros)) == []


@every_book
def test_no_reference_leads_to_a_rule_that_does_nothing(name: str, language: str) -> None:
    page = printed(name, language)
    book = sections(name, language)["book"]
    nothing = WORDS[language]["nothing_happens"]
    numbers = {link.text for link in book.all("a") if link.text.startswith("§")}
    empty = {
        heading.text.partition(" ")[0]
        for heading in page.main.all("h4")
        if page.part(heading.text.partition(" ")[2]) == [nothing]
    }
    assert numbers & empty == set()


@every_book
def test_every_citation_leads_to_the_sources(name: str, language: str) -> None:
    page = printed(name, language)
    cited = [mark for mark in page.main.all("small") if mark.text.startswith("[")]
    assert all(mark.first("a").attributes["href"] == "#sources" for mark in cited)
    assert not cited or page.main.first("section").all("small")


def test_entries_are_referred_to_by_number() -> None:
    told = as_markdown(document_of("parker-1966", "en")).partition("### 5.6")[0].partition("### 5.5")[2]
    assert re.search(r"\[P33 P65 P34 P35\\\](?: §\d+)+\n", told)


# ---- the questions
def test_settings_are_no_questions_unless_a_ruleset_states_one() -> None:
    def asked(name: str, **options: str) -> str:
        page = printed(name, "en", tuple(options.items()))
        return " ".join(box.text for box in page.main.all("aside") if box.attributes["class"] == "box question")

    assert "real cards" not in asked("parker-1966") and "two equal cards" not in asked("parker-1966")
    assert "two equal cards wins a trick?Here: the one played first" in asked("doubled-pack")
    assert "looked at?Here: the last one" in asked("parker-1966", **{"view.trick_history": "last_trick_only"})
    assert "hands.entered" in printed("parker-1966", "en").tables()["options"].rows


# ---- the sheet
def test_what_stands_on_the_sheet_has_a_head() -> None:
    sheet = as_markdown(document_of("cribbage", "en")).partition("## On one page")[2]
    heads = re.findall(r"^### (.*)$", sheet, re.MULTILINE)
    assert heads == ["Adding up", "What is pegged in play", "The show"]


def test_the_sheet_is_a_page_of_its_own() -> None:
    document = document_of("hearts", "en")
    assert as_markdown(document, True).startswith("# Hearts\n")
    assert "## On one page: Hearts" in as_markdown(document, True)
    assert "Appendix" not in as_markdown(document, True)
    html = as_html(document, True)
    assert "href" not in html and "§" not in html
    assert 'class="sheet"' in html and 'class="appendix"' not in html and 'class="book"' not in html


# ---- the hand played out
def lines_of(name: str, language: str = "en", wished: Sample | None = None) -> list[str]:
    _, told = sample(Book(composed(name), language), wished or Sample())
    assert isinstance(told, Box) and isinstance(told.blocks[0], Steps)
    return [text_of(step.text) for step in told.blocks[0].steps]


@pytest.mark.parametrize("name", ["parker-1966", "hearts", "coup", "kuhn"])
def test_the_same_rules_give_the_same_hand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # chosen anew each time
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
    assert told[-1].startswith("Points: ") and "for Anna" in told[-1]


def test_a_trick_stands_on_one_line() -> None:
    tricks = [line for line in lines_of("hearts") if "wins the trick" in line]
    assert len(tricks) == 13 and all(line.count("plays") == 4 for line in tricks)


def test_a_long_hand_is_cut() -> None:
    assert len(lines_of("liars-dice")) == LINES
    assert "And so it goes on." in printed("liars-dice", "en").text


def test_a_hand_before_whose_deal_something_is_asked_is_told_with_its_deal() -> None:
    book = Book(composed("parker-1966"), "en", {"loan.trigger": "any_time"})
    wished = Sample(4, (("penalty", None), ("siege", None)))  # type: ignore[arg-type]
    _, told = sample(book, wished)
    assert isinstance(told, Box) and isinstance(told.blocks[0], Steps)
    said = " ".join(text_of(step.text) for step in told.blocks[0].steps)
    assert said.index(" loan") < said.index("is dealt") < said.index("chooses Siege") < said.index("a penalty")


def test_a_call_ends_with_its_own_mark() -> None:
    told = " ".join(lines_of("liars-dice", "fr"))
    assert "crie : Menteur !" in told and "!." not in told


def test_the_shipped_books_play_what_they_are_about() -> None:
    for name in ("parker-1966", "french"):
        told = [box.text for box in printed(name, "en").main.all("aside") if box.attributes["class"] == "box sample"]
        assert len(told) == 2
        assert "chooses Siege" in told[0] and "declines the Coup" in told[0] and "attempts" not in told[0]
        assert "attempts a Coup in Touché" in told[1] and "600 for the Coup" in told[1]
        assert "is over" not in told[1]


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("en", {"Bob pays Anna a penalty of 200.": ["2 × 100 = 200: 9♠ 8♠ (Spades)"], "Treasury: 0.": []}),
        ("fr", {"Bruno paie à Anne une pénalité de 200.": ["2 × 100 = 200 : 9♠ 8♠ (Pique)"], "Banque : 0.": []}),
    ],
)
def test_a_payment_says_what_it_is_made_of(language: str, parts: dict[str, list[str]]) -> None:
    first = next(
        block for block in document_of("french", language).blocks if isinstance(block, Box) and block.kind == "sample"
    )
    steps = first.blocks[0]
    assert isinstance(steps, Steps)
    found = {text_of(step.text): [text_of(part.text) for part in step.steps] for step in steps.steps}
    assert {line: found[line] for line in parts} == parts


def test_other_answers_are_told_in_words() -> None:
    page, french = printed("parker-1966", "en").text, printed("parker-1966", "fr").text
    assert "Here: as often as it happens. Others: a number from 0 to 100." in page
    assert "Ici : la moitié. Autres réponses : une autre part." in french
    assert "Here: those that the chart of Coups marks. Others: those that you name." in page


def test_a_hand_is_whole_where_bids_are_asked_for_again() -> None:
    assert lines_of("skat")[-1].startswith("Points:")


# ---- the index
def words_of_index(name: str, language: str) -> dict[str, list[str]]:
    return words_in(printed(name, language))


def words_in(page: Page) -> dict[str, list[str]]:
    index = next(part for part in page.main.all("ul") if part.attributes.get("class") == "index")
    entries = (item.text.replace(" :", ":").partition(": ") for item in index.all("li"))
    return {word: places.split(", ") for word, _, places in entries}


def test_the_index_has_what_somebody_looks_up() -> None:
    words = words_of_index("parker-1966", "en")
    assert words["Director"] and words["Coup"] and words["Hidden Coup"][:2] == ["5.9", "7.4"]
    assert "7.6" in words["Borrowing"] and "Q40" in words["Borrowing"]
    assert "Paid during the hand" not in words and "Drawn card" not in words
    assert all(len(places) <= 12 for places in words.values())
    french = words_of_index("parker-1966", "fr")
    assert french["Président"] and french["Emprunts"] and french["Coup Secret"][:2] == ["5.9", "7.4"]


def test_the_index_leads_first_to_where_a_word_is_explained() -> None:
    words = words_of_index("parker-1966", "en")
    first = {word: words[word][0] for word in ("Dominos", "Treasury", "Round", "Opening a round", "Payments", "Coup")}
    assert first == {
        "Dominos": "5.7", "Treasury": "7.5", "Round": "5.2", "Opening a round": "5.2", "Payments": "7.1", "Coup": "1",
    }  # fmt: skip
    assert words["Director"][:2] == ["1", "3"]  # what he does, and who is first
    assert words_of_index("parker-1966", "fr")["Président"][:2] == ["1", "3"]


def test_words_about_the_book_are_not_taken_for_those_of_a_game() -> None:
    assert words_of_index("cribbage", "en")["Go"] == ["5.1"]  # and not where it is said how a sample goes


@pytest.mark.parametrize(("language", "long"), [("en", "10,000"), ("fr", r"10\s000")])
def test_long_numbers_are_written_in_one_manner(language: str, long: str) -> None:
    page = as_markdown(rulebook(composed("parker-1966"), language))
    assert re.findall(r"\b\d{5,}\b", re.sub(r"`.*?`", "", page)) == []
    assert len(re.findall(long, page)) > 2


@pytest.mark.parametrize(("language", "long"), [("en", "50,000"), ("fr", r"50\s000")])
def test_an_answer_that_is_chosen_is_written_in_the_same_manner(language: str, long: str) -> None:
    page = printed("coup", language, (("limit.turns", "50000"),))
    stressed = [one.text for one in page.main.all("strong")]
    assert len([one for one in stressed if re.fullmatch(long, one)]) == 2 and "50000" not in stressed


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("from 10000 to 1000000, less 20000.", "from 10,000 to 1,000,000, less 20,000."),
        ("-10000 (12000); 12345.5, a 50000-point game", "-10,000 (12,000); 12,345.5, a 50,000-point game"),
        ("https://x.org/d/12345678?n=12345&12345", None),
        ("x.org/12345678, file-20240101.txt, 20240101.txt", None),
        ("0.12345, 0,12345, 00012345, A12345, 12345b, #12345", None),
        ("9782070360024, 12345-67890, 12345/67890", None),
    ],
)
def test_only_amounts_have_marks_between_thousands(text: str, told: str | None) -> None:
    assert grouped(text, "en") == (told or text)


def test_numbers_in_the_index_are_none_of_the_marks_that_lead_on() -> None:
    page = printed("cribbage", "fr").text
    assert re.search(r"§15\b", page) and re.search(r"CB15\b", page)
    assert words_of_index("cribbage", "fr")["Quinze"] == ["5.2", "6"]


def test_the_index_of_a_game_without_words_of_its_own_has_what_it_declares() -> None:
    words = words_in(unwritten("euchre", "en"))
    assert words["Maker of trumps"] and words["Trumps"]
    assert "Tricks to come" not in words and "Deck" not in words


def test_a_short_name_is_looked_up_where_it_is_a_name_and_no_word(tmp_path: Path) -> None:
    (tmp_path / "oxen.coup").write_text(OXEN, "utf-8")
    page = printed(str(tmp_path / "oxen.coup"), "en")
    told = page.part("Index")
    assert told == ["M2: 5", "M10: 5", "On: 5"]


def test_the_index_leads_to_where_things_are_spoken_of() -> None:
    page = printed("parker-1966", "en")
    index = next(part for part in page.main.all("ul") if part.attributes.get("class") == "index")
    treasury = next(item for item in index.all("li") if item.text.startswith("Treasury:"))
    assert "7.5" in treasury.text.split() or "7.5," in treasury.text.split()


def test_no_mark_that_stands_apart_in_french_begins_a_line() -> None:
    page = as_html(document_of("french", "fr"))
    body = re.sub(r"<code>.*?</code>", "", page[page.index("</style>") :])
    assert re.findall(r".{9} [;:!?»]|« ", body) == []
    assert "table\N{NARROW NO-BREAK SPACE}?" in body
    assert "\N{NARROW NO-BREAK SPACE}?" not in as_html(document_of("french", "en"))


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("finish by count of hand", "Whoever ends with the highest result wins. What counts: the number of pieces in"),
        ("finish by 0", "At the end nobody is ahead of the others."),
        ("finish by 0 among []", "Nobody wins."),
        (
            "if deck is empty { finish by 0 among [] }\n  finish by count of hand",
            "Whoever ends with the highest result",
        ),
    ],
)
def test_the_aim_is_what_tells_players_apart(end: str, said: str) -> None:
    folder = in_folder({"game.coup": ONE_BY_ONE.replace("DEAL", ONE).replace("finish by count of hand", end)})
    found, problems = compose(str(folder / "game.coup"))
    assert found is not None, problems
    aim = as_markdown(rulebook(found, "en")).partition("The aim\n\n")[2]
    assert aim.startswith(said), aim[:200]


ONE_BY_ONE = """edition 1
game rounds {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K, queen Q
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone table: row seen by all
  zone ground per rank: row seen by all
  state player: seat = first of seats
  shuffle deck
  DEAL
  player chooses lay c from hand of player
  move c to table
  finish by count of hand
  limit 10 moves { finish by 0 }
}
"""
ONE = "for s in seats { move first of deck to hand of s }"
DRAW_UP = "rule draw_up(s: seat) { move first of deck to hand of s }"


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ("for s in seats { move first(2) of deck to hand of s }", "deal 2 cards to each player"),
        (f"{ONE}\n  {ONE}", "deal 2 cards to each player"),
        (f"{ONE}\n  move first of deck to hand of player", "deal one card to each player"),
        (f"for r in ranks {{ move first(2) of deck to ground of r }}\n  {ONE}", "deal one card to each player"),
        (f"repeat round until deck is empty at most 3 {{ {ONE} }}", "deal cards to each player"),
        (f"{ONE}\n  {DRAW_UP}\n  draw_up(player)", "deal one card to each player"),
        (
            f"{ONE}\n  {DRAW_UP}\n  for s in seats {{ draw_up(s)\n s chooses add d from hand of s\n move d to table }}",
            "deal one card to each player",
        ),
        (
            "for s in seats { for t in seats { move first of deck to hand of t }\n"
            " s chooses add d from hand of s\n move d to table }",
            "deal one card to each player",
        ),
    ],
)
def test_in_short_it_tells_how_many_cards_are_dealt(deal: str, told: str) -> None:
    folder = in_folder({"game.coup": ONE_BY_ONE.replace("DEAL", deal)})
    found, problems = compose(str(folder / "game.coup"))
    assert found is not None, problems
    assert f"Shuffle, and {told}." in as_markdown(rulebook(found, "en"))


@pytest.mark.parametrize(
    "deal",
    [
        "for s in seats after player { move first of deck to hand of s }",
        "for s in seats where it is not player { move first of deck to hand of s }",
        "for s in seats while count of deck > 4 { move first of deck to hand of s }",
        "for s in seats { if s is player { move first of deck to hand of s } }",
        "for s in first(1) of seats { move first of deck to hand of s }",
    ],
)
def test_what_some_alone_are_dealt_is_no_deal_to_each(deal: str) -> None:
    folder = in_folder({"game.coup": ONE_BY_ONE.replace("DEAL", deal)})
    found, problems = compose(str(folder / "game.coup"))
    assert found is not None, problems
    assert "to each player" not in as_markdown(rulebook(found, "en"))


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Players are asked: What now?"), ("fr", "On demande aux joueurs : What now?")]
)
def test_in_short_a_question_is_asked(language: str, told: str) -> None:
    texts = f'language: {language}\ndecisions:\n  lay: "What now?"\n'
    folder = in_folder({"game.coup": ONE_BY_ONE.replace("DEAL", ONE), f"game.{language}.yaml": texts})
    found, problems = compose(str(folder / "game.coup"))
    assert found is not None, problems
    assert f"2. {told}" in as_markdown(rulebook(found, language))


def test_no_cell_that_is_empty_heads_a_row() -> None:
    """What two rows of Touché have in common is said once; readers would be told of a heading without words."""
    page = as_html(document_of("parker-1966", "en"))
    assert "<td></td>" in page and not re.search(r"<th[^>]*>\s*</th>", page)
