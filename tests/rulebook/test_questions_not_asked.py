"""Questions that nothing asks are not printed as if they were, and no difference is made of their answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands.calls import called
from tests.helpers import composed

from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.house_changes import differences
from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook
from coupdsl.rulesets.compose import compose

ACROSS = "edition 1\nreplace rule direction: number { give across }\n"


def house(folder: Path, parent: str, text: str) -> str:
    (folder / "across.coup").write_text(ACROSS, "utf-8")
    (folder / "house.yaml").write_text(f"variant: house\nextends: {parent}\n{text}", "utf-8")
    return str(folder / "house.yaml")


def printed(name: str, language: str = "en") -> str:
    found, problems = compose(name)
    assert found is not None and not problems
    return as_markdown(rulebook(found, language))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_nothing_asks_is_left_out_of_the_book(language: str) -> None:
    asks = composed("five").labels[language].get("options.players.allowed.ask")
    assert asks is not None and asks in printed("parker-1966", language)
    assert asks not in printed("five", language)


def test_what_only_other_answers_would_ask_is_printed_with_that(tmp_path: Path) -> None:
    text = "options: {hidden.enabled: false}\n"
    lines = printed(house(tmp_path, "parker-1966", text)).splitlines()
    at = next(number for number, line in enumerate(lines) if "In which contracts are Hidden Coups possible?" in line)
    assert "this one makes no difference" in " ".join(lines[at : at + 4])
    at = next(number for number, line in enumerate(lines) if "Are Hidden Coups played?" in line)
    assert "this one makes no difference" not in " ".join(lines[at : at + 4])


@pytest.mark.parametrize(
    ("parent", "text", "told"),
    [
        ("hearts", "rules: {add: [./across.coup]}\n", []),
        ("hearts", "rules: {add: [./across.coup]}\noptions: {pass.direction: never}\n",
         ["pass.direction: left, then right, then across, then not at all → nothing uses it here"]),
        ("five", "options: {players.allowed: [3]}\n", []),
        ("coup", "actions: {set: {coup: {gain: 2}}}\n", []),
        ("coup", "actions: {set: {tax: {gain: 2}}}\n", ["Tax: gain: 3 → 2"]),
    ],
)  # fmt: skip
def test_no_difference_is_made_of_what_nothing_asks(parent: str, text: str, told: list[str], tmp_path: Path) -> None:
    found, problems = compose(house(tmp_path, parent, text))
    assert found is not None and not problems
    rows = differences(Book(composed(parent), "en"), Book(found, "en"))
    said = [f"{text_of(row.name)}: {text_of(row.was)} → {text_of(row.now)}" for row in rows]
    lines = [line for line in said if "rule direction" not in line and "pack" not in line]
    assert [line[line.find("pass.") if "pass." in line else 0 :] for line in lines] == told


def test_a_chart_has_no_value_that_nothing_asks_for(tmp_path: Path) -> None:
    page = printed(house(tmp_path, "coup", "actions: {set: {coup: {gain: 2}, tax: {gain: 4}}}\n"))
    rows = [line for line in page.splitlines() if line.startswith(("| Coup |", "| Tax |"))]
    assert [row.split(" | ")[3] for row in rows[:2]] == ["–", "4"]


def test_what_is_not_asked_is_not_said_to_be_in_force(tmp_path: Path) -> None:
    name = house(tmp_path, "hearts", "rules: {add: [./across.coup]}\n")
    assert called("explain", "hearts", "pass.direction").output.count("in force") == 1
    told = called("explain", name, "pass.direction").output
    assert "in force" not in told and "nothing uses it here" in told
    field = house(tmp_path, "coup", "actions: {set: {coup: {gain: 2}}}\n")
    assert "in force" not in called("explain", field, "coup.gain").output
    shown = [line for line in called("show", "five").output.splitlines() if "players.allowed" in line]
    assert len(shown) == 1 and "nothing uses it here" in shown[0]


def test_a_passage_about_rules_that_nothing_comes_to_gives_way(tmp_path: Path) -> None:
    (tmp_path / "leads.coup").write_text("edition 1\nreplace rule leads(s: seat) = hand of s\n", "utf-8")
    page = printed(house(tmp_path, "hearts", "rules: {add: [./leads.coup]}\n"))
    told = page[page.index("### 5.1 ") : page.index("### 5.2 ")]
    assert "**Different in these rules**" in told and "*opens*: nothing uses it here" in told
    assert "**Different in these rules**" not in printed("hearts")


def test_beside_what_nothing_asks_for_stands_the_rule_that_did(tmp_path: Path) -> None:
    rule = "replace rule play_hand { reveal on_lead = left of director\nplay current(on_lead) }"
    (tmp_path / "lead.coup").write_text(f"edition 1\n{rule}\n", "utf-8")
    page = printed(house(tmp_path, "parker-1966", "rules: {add: [./lead.coup]}\n"))
    told = page[page.index("### 5.5 ") : page.index("### 5.6 ")]
    assert "*first leader*: nothing uses it here" in told
    assert "- *play hand*:" in told and "the player left of *Director*" in told
