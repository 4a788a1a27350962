"""A printed rulebook says what is played: amounts, names, questions and answers are read back from the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from tests.helpers import TABLES, composed, sample
from tests.rulebook.printed import Page, markdown_texts, printed

from coupdsl.code.errata import effective
from coupdsl.code.in_use import in_use
from coupdsl.engine.load import playable
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.phrases.inline import Phrase, text_of
from coupdsl.phrases.languages import WORDS
from coupdsl.rulebook import sample_hand
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook

pytestmark = pytest.mark.unmeasured

BOOKS = sample([(name, language) for name in TABLES for language in ("en", "fr")], 7)
PARTS = 4  # so that several processes share them


def every_book(check: Callable[[str, str], None]) -> Callable[[int], None]:
    """Checks a sample of books in a few tests, which list those where it fails; `.ci/long` checks all."""

    @pytest.mark.parametrize("part", range(PARTS))
    def test(part: int) -> None:
        failed = []
        for name, language in BOOKS[part::PARTS]:
            try:
                check(name, language)
            except AssertionError as error:
                failed.append(f"{name} in {language}: {error}")
        assert not failed, "\n".join(failed)

    return test


@cache
def loaded(name: str, players: int = 0) -> Rules:
    """As `coupdsl.load`, from files that were read already."""
    return playable(composed(name), players or TABLES[name][0])


def words(rules: Rules, language: str) -> dict[str, str]:
    return dict(rules.labels[language].words)


def entry_name(rules: Rules, language: str, entry: p.Entry) -> str:
    return words(rules, language).get(f"{entry.kind.plural}.{entry.path}.name") or entry.name.replace("_", " ")


def field_head(rules: Rules, language: str, kind: p.Kind, name: str) -> str:
    said = words(rules, language)
    paths = (f"terms.{kind.name}.{name}", f"terms.{name}", f"names.{name}")
    return next((said[path] for path in paths if path in said), name.replace("_", " "))


def answer(rules: Rules, language: str, key: str) -> str:
    """The answer in force, as the files of texts word it."""
    value, said = rules.options[key].value, words(rules, language)
    if isinstance(value, bool):
        return {"en": ("no", "yes"), "fr": ("non", "oui")}[language][value]
    if value is None or isinstance(value, str):
        return said[f"options.{key}.readings.{value or 'none'}"]
    if isinstance(value, tuple):
        items = [str(said.get(f"contracts.{item}.name", item)) for item in value]
        if not isinstance(value[0], int) or len(items) == 1:
            return ", ".join(items)
        return ", ".join(items[:-1]) + {"en": " or ", "fr": " ou "}[language] + items[-1]
    assert isinstance(value, int | Fraction)
    return {"en": "half", "fr": "la moitié"}[language] if value == Fraction(1, 2) else str(value)


def extends_another(name: str) -> bool:
    return len(composed(name).variants) > 1


# ---- what is printed is what is played
@every_book
def test_every_question_stands_with_the_answer_in_force(name: str, language: str) -> None:
    rules, page = loaded(name), printed(name, language)
    table = page.tables().get("options")
    asked = [key for key in rules.options if in_use(composed(name), answered=False).asks_for(key)]
    assert set(asked) == set(table.rows if table is not None else ())
    for key in asked:
        question, given, _, source = table.rows[key] if table is not None else []
        assert question == " ".join(words(rules, language)[f"options.{key}.ask"].split())
        assert given == answer(rules, language, key)
        assert source.startswith(key)


@every_book
def test_every_entry_in_play_has_a_card_with_its_name_and_amounts(name: str, language: str) -> None:
    rules, page = loaded(name), printed(name, language)
    tops = [entry for kind in rules.program.charted for entry in rules.entries(kind)]
    assert list(page.cards()) == [entry.path for entry in tops]
    for entry in tops:
        card = page.cards()[entry.path]
        number, _, called = card.first("h5").text.partition(" ")
        assert re.fullmatch(r"§\d+", number) and called == entry_name(rules, language, entry)
        lines = [re.sub(r" \[[^\]]*\]$", "", text) for text in card.texts()]
        for member in entry.kind.members.values():
            version = rules.version(member, entry)
            if member.form == "field" and member.type.name in ("amount", "number") and version and version.entry:
                value = effective(rules, f"{entry.path}.{member.name}")
                head = field_head(rules, language, entry.kind, member.name)
                assert f"{head}: {value}" in lines or f"{head} : {value}" in lines


@every_book
def test_charts_hold_the_amounts_that_are_played(name: str, language: str) -> None:
    rules, tables = loaded(name), printed(name, language).tables()
    seen = 0
    for kind in rules.program.charted:
        table = tables.get(kind.plural)
        named = ""
        for row, cells in table.rows.items() if table is not None else ():
            entry = rules.program.entry(row.split()[-1])
            assert table is not None and entry is not None
            top = rules.program.entry(row.split()[0])
            named = cells[0] or named
            assert top is not None and named == entry_name(rules, language, top)
            if len(cells) < len(table.heads):  # what it takes over, told in one
                assert entry is top
                continue
            for member in kind.members.values():
                if member.form == "field" and member.type.name in ("amount", "number"):
                    head = field_head(rules, language, kind, member.name)
                    if head in table.heads:
                        assert table.cell(row, head) == effective(rules, f"{entry.path}.{member.name}")
                        seen += 1
                    else:  # nobody states it
                        assert all(v.entry is None for v in member.versions)
    assert seen or not any(rules.entries(kind) for kind in rules.program.charted)


@every_book
def test_cards_ranks_and_places_are_named(name: str, language: str) -> None:
    rules, page, said = loaded(name), printed(name, language), words(loaded(name), language)
    program = rules.program
    for face in (*program.suits, *program.ranks, *program.extras):
        assert said[f"names.{face.name}"] in page.text
    ranks = ", ".join(said[f"names.{face.name}"] for face in program.ranks)
    assert not program.ranks or ranks in page.text
    places = page.tables()["places"].rows if program.zones else {}
    assert set(places) == {zone.name for zone in program.zones}
    assert not program.ranks or f" {rules.code.layout.cards} " in page.text


@every_book
def test_the_page_names_its_rules_by_their_fingerprints(name: str, language: str) -> None:
    for players in TABLES[name]:
        assert loaded(name, players).fingerprint in printed(name, language).text


@every_book
def test_every_line_of_shipped_rules_has_a_sentence(name: str, language: str) -> None:
    assert WORDS[language]["quote"].split("{")[0] not in printed(name, language).text


@every_book
def test_no_two_things_have_one_name(name: str, language: str) -> None:
    called: dict[str, set[str]] = {}
    plain = Book.term

    def term(book: Book, name: str, owner: str | None = None) -> Phrase:
        said = plain(book, name, owner)
        called.setdefault(text_of(said).casefold(), set()).add(name)
        return said

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Book, "term", term)
        rulebook(composed(name), language)
    assert {said: names for said, names in called.items() if len(names) > 1} == {}


# ---- house changes
def house(folder: Path, text: str) -> str:
    path = folder / "house.yaml"
    path.write_text("variant: house\nextends: parker-1966\nname: {en: House, fr: Maison}\n" + text, "utf-8")
    return str(path)


def test_a_changed_price_is_printed_everywhere_and_listed_old_and_new(tmp_path: Path) -> None:
    name = house(tmp_path, "contracts:\n  set:\n    siege: {collect: 1200, spades: {each: 150}}\n")
    page = printed(name, "en")
    tables = page.tables()
    assert tables["contracts"].rows["siege"] != printed("parker-1966", "en").tables()["contracts"].rows["siege"]
    assert "1200" in tables["contracts"].rows["siege"]
    assert tables["items"].rows["siege siege.spades"][2] == "150"
    assert tables["items"].rows["guillotine"][1].startswith("everything that is charged in Barbu")
    assert {key: row[1:] for key, row in tables["changes"].rows.items()} == {
        "siege.collect": ["1000", "1200"],
        "siege.spades.each": ["100", "150"],
    }
    assert "1200" in page.cards()["siege"].text
    assert "150" in page.cards()["guillotine"].text
    assert "200 as a Queen and 150 as a Spade" in page.text  # and in what was written of it


def test_what_is_said_in_place_of_another_contract_keeps_its_brackets(tmp_path: Path) -> None:
    name = house(tmp_path, 'contracts: {set: {siege: {lead: "suit is not spades or rank is ace"}}}\n')
    for language, said in (("en", "not Hearts and (the suit"), ("fr", "pas Cœur et (la couleur")):
        assert said in printed(name, language).tables()["contracts"].rows["guillotine"][1]


def test_what_is_removed_added_renamed_and_answered_is_listed(tmp_path: Path) -> None:
    (tmp_path / "jacks.coup").write_text(
        "edition 1\ncontract jacks plays tricks {\n"
        '  name: en "Jacks" fr "Valets"\n  motto: en "No Jack" fr "Aucun Valet"\n'
        "  item jacks_taken = cards where rank is jack { each: 200 }\n  collect: 700\n  forfeit: 800\n}\n",
        "utf-8",
    )
    name = house(
        tmp_path,
        "options: {loan.lender: richest}\ncontracts: {remove: [touche], add: [./jacks.coup]}\n"
        "names: {en: {treasury: Bank}}\n",
    )
    page = printed(name, "en")
    changed = page.tables()["changes"].rows
    assert changed["options.loan.lender"][1:] == ["the player whom the borrower names", "the richest player"]
    assert changed["touche"][2] == "removed"
    assert changed["jacks"][1] == "–"
    assert changed["names.treasury"][1:] == ["Treasury", "Bank"]
    assert len(changed) == 4
    assert "touche" not in page.cards() and "jacks" in page.cards()
    assert "Bank" in page.text


def test_a_ruleset_that_extends_nothing_has_no_page_of_changes() -> None:
    assert "changes" not in printed("parker-1966", "en").tables()
    assert set(printed("short", "en").tables()["changes"].rows) >= {"options.short.hands_per_round", "barbu", "touche"}


# ---- options decide what is printed
def test_an_option_changes_the_sentences_it_decides() -> None:
    plain = printed("parker-1966", "en").part("power")
    without = printed("parker-1966", "en", (("coup_card.ace_exception", "none"),)).part("power")
    assert without == plain[1:]


def readings(option: p.Option) -> list[object]:
    """Every answer there is, with the ends of what is open."""
    found: list[object] = [None if word == "none" else word for word in option.words]
    found += [*option.numbers, *option.listings, *(n for n in (option.low, option.high) if n is not None)]
    found += [Fraction(1, 3)] if option.open is not None and option.open.name == "ratio" else []
    return [False, True] if option.type.name == "flag" else found or [option.default]


@pytest.mark.parametrize("name", sample([name for name in TABLES if not extends_another(name)], 5))
def test_every_reading_of_every_option_can_be_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample_hand, "TRIED", 5)  # any hand will do
    options = composed(name).program.options
    for turn in range(max((len(readings(option)) for option in options.values()), default=0)):
        chosen = {key: readings(option)[turn % len(readings(option))] for key, option in options.items()}
        text = as_markdown(rulebook(composed(name), "en", chosen))
        assert WORDS["en"]["quote"].split("{")[0] not in text


def test_values_that_depend_on_the_number_of_players_are_given_for_each() -> None:
    assert "17 with 3 players, 13 with 4 players, 10 with 5 players, 8 with 6 players" in printed("hearts", "en").text
    assert "most cards: 10 with 3, 4 or 5 players, 8 with 6 players, 7 with 7 players." in printed("oh-hell", "en").text
    assert "7 à 2 joueurs, 5 de 3 à 15 joueurs" in printed("crazy-eights-open-spiel", "fr").text


def test_before_a_noun_stands_the_value_for_the_usual_number_of_players() -> None:
    assert "everybody gets 10 (8 with 6 players, 7 with 7 players) cards, then" in printed("oh-hell", "en").text
    assert "La partie compte 10 (8 à 6 joueurs, 7 à 7 joueurs) donnes." in printed("oh-hell", "fr").text
    told = "from one to 12 (17 with 3 players, 10 with 5 players, 8 with 6 players, 7 with 7 players), chance decides"
    assert told in printed("oh-hell-open-spiel", "en").text


def test_the_values_for_each_number_of_players_end_a_sentence() -> None:
    told = "to each 17 with 3 players, 13 with 4 players, 10 with 5 players, 8 with 6 players."
    assert told in printed("hearts", "en").text
    assert "Hands in all: 18 with 3 players, 24 with 4 players." in printed("parker-1966", "en").text
    assert "Donnes en tout : 18 à 3 joueurs, 24 à 4 joueurs." in printed("parker-1966", "fr").text


def test_a_french_book_has_french_words_for_what_a_rule_is_given() -> None:
    assert "peut être défaussée pour c, carte prise : toujours" in printed("gin-rummy-open-spiel", "fr").text


# ---- two forms of one page
@every_book
def test_markdown_and_html_say_the_same(name: str, language: str) -> None:
    page = printed(name, language)
    assert markdown_texts(page.markdown) == [text for text in _without_captions(page) if text]


def _without_captions(page: Page) -> list[str]:
    return page.main.texts()


def test_names_of_strangers_are_text_and_nothing_else(tmp_path: Path) -> None:
    nasty = "<script>alert(1)</script> | *x* `y` [a](http://b) &amp; #1"
    name = house(tmp_path, f"names:\n  en:\n    treasury: '{nasty}'\n    spades: '1. __ <b>~~'\n")
    page = printed(name, "en")
    assert not page.tree.all("script") and not page.tree.all("b")
    assert nasty in page.text
    assert markdown_texts(page.markdown) == [text for text in page.main.texts() if text]


@every_book
def test_the_page_stands_alone_and_is_well_formed(name: str, language: str) -> None:
    page = printed(name, language)
    assert page.tree.first("html").attributes["lang"] == language
    assert not [e for tag in ("script", "img", "link", "iframe") for e in page.tree.all(tag)]
    assert not re.search(r"url\(|@import|https?:", page.html)
    anchors = {e.attributes.get("id") for e in page.tree.all("h2")}
    assert {f"#{anchor}" for anchor in anchors} == {a.attributes["href"] for a in page.tree.first("nav").all("a")}
    levels = [int(e.tag[1]) for e in _headings(page)]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in pairwise(levels))
    for mark in page.tree.all("span"):
        assert mark.attributes["role"] == "img" and mark.attributes["aria-label"]
    for table in page.tree.all("table"):
        assert all(head.attributes["scope"] in ("row", "col") for head in table.all("th"))


def _headings(page: Page) -> list[object]:
    found = []

    def walk(element: object) -> None:
        if getattr(element, "tag", "") in ("h1", "h2", "h3", "h4", "h5"):
            found.append(element)
        for child in getattr(element, "children", ()):
            walk(child)

    walk(page.main)
    return found


def test_both_languages_have_the_same_sentences_with_the_same_places() -> None:
    english, french = WORDS["en"], WORDS["fr"]
    assert english.keys() == french.keys()
    picked = {"it_picked": "{0}", "its_picked": "{1}", "their_picked": "{1}"}  # what "it" is, French must name
    for key, text in english.items():
        wanted = set(re.findall(r"\{\d\}", text))
        if key in picked:
            wanted.add(picked[key])
        assert wanted == set(re.findall(r"\{\d\}", french[key])), key


@pytest.mark.parametrize(("language", "said"), [("en", "in 2 teams"), ("fr", "en 2 équipes")])
def test_partners_are_told(language: str, said: str) -> None:
    assert said in printed("euchre", language).markdown
    assert said not in printed("hearts", language).markdown


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "`siege.collect`: printed 100, used 1000 (the scanned leaflet, Hidden Coup; "),
        ("fr", "`siege.collect` : imprimé 100, employé 1000 (le livret numérisé, Coup d'Etat caché ; "),
    ],
)
def test_a_misprint_is_told_with_its_source_in_the_language_of_the_book(language: str, told: str) -> None:
    assert told in printed("parker-1966", language).markdown
