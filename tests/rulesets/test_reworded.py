"""Texts of entries that variants word anew, and those that still say a number which a variant changes."""

from __future__ import annotations

import pytest
from tests.small_games import in_folder, problems, said

import coupdsl
from coupdsl.language import codes
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.provenance import origins

GAME = """edition 1
game dares {
  name: en "Dares" fr "Défis"
  seats [2]
  account cash per seat = 1000
  kind dare as dares {
    told: text
    price: amount = 0
    times: number = 2
    parts: set of part = []
  }
  kind part as parts { cost: amount }
  dare dance {
    name: en "Dance 20" fr "Danser"
    told: en "20 or 1,500 for a dance" fr "danser"
    price: 20
  }
  dare sing {
    name: en "Sing" fr "Chanter"
    told: en "sing for 5" fr "chanter"
    price: 30
    part note = 5 { name: en "Note" fr "Note" }
  }
  limit 9 moves { finish by cash }
  finish by cash
}
"""


def variant(text: str, parent: str = "") -> dict[str, str]:
    files = {"game.coup": GAME, "v.yaml": f"variant: v\n{'extends: p' if parent else 'game: ./game.coup'}\n{text}"}
    return {**files, "p.yaml": f"variant: p\ngame: ./game.coup\n{parent}"} if parent else files


def words(text: str, path: str, parent: str = "") -> list[str]:
    """In English and in French."""
    labels = coupdsl.load(in_folder(variant(text, parent)) / "v.yaml", 2).labels
    return [labels[language].get(path) or "" for language in ("en", "fr")]


def test_a_text_is_worded_anew_in_the_languages_that_are_given() -> None:
    assert words("dares: {set: {dance: {told: {en: leap}}}}", "dares.dance.told") == ["leap", "danser"]


@pytest.mark.parametrize("path", ["names.dance", "dares.dance.name"])
def test_a_new_name_is_said_wherever_the_entry_is_named(path: str) -> None:
    assert words("dares: {set: {dance: {name: {fr: Valse}}}}", path)[1] == "Valse"


def test_entries_inside_others_are_named_anew() -> None:
    assert words("dares: {set: {sing: {note: {name: {en: Tone}}}}}", "names.sing.note")[0] == "Tone"


def test_what_is_said_later_goes_before() -> None:
    parent = "dares: {set: {dance: {told: {en: leap, fr: sauter}}}}"
    assert words("dares: {set: {dance: {told: {en: hop}}}}", "dares.dance.told", parent) == ["hop", "sauter"]


def test_it_can_be_asked_where_a_text_comes_from() -> None:
    folder = in_folder(variant("dares: {set: {dance: {told: {en: hop}}}}", "dares: {set: {dance: {told: {en: leap}}}}"))
    composed, wrong = compose_file(folder / "v.yaml")
    assert composed is not None and wrong == []
    found = origins(composed, coupdsl.load(folder / "v.yaml", 2), "dance.told")
    assert [one.text for one in found] == [
        'en "20 or 1,500 for a dance" fr "danser"', 'en "leap"', 'en "hop"',
    ]  # fmt: skip
    assert [one.span.line for one in found] == [15, 3, 3]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dance: {told: leap}", ["E504 3:29 `told` is a text, which is given for each language"]),
        ("dance: {price: {en: 5}}", ["E504 3:23 `price` is one value, which holds nothing more"]),
        ("dance: {told: {en: {a: b}}}", ["E504 3:30 `en` is one text, which holds nothing more"]),
        ("dance: {told: {eng: leap}}", ["E406 3:30 the game has no texts in a language `eng`"]),
        ("dance: {tolt: {en: leap}}", ["E201 3:23 there is no `dance.tolt` among the dares"]),
    ],
)
def test_what_is_refused(text: str, told: list[str]) -> None:
    assert said(problems(variant(f"dares: {{set: {{{text}}}}}"), "v.yaml")) == told


def test_the_text_that_was_meant_is_told() -> None:
    (problem,) = problems(variant("dares: {set: {dance: {tolt: {en: leap}}}}"), "v.yaml")
    assert problem.help == "did you mean `dance.told`?"


def test_a_text_is_no_name() -> None:
    (problem,) = problems(variant("names: {en: {dance.told: leap}}"), "v.yaml")
    assert problem.help == "write `dares: {set: {dance: {told: {en: …}}}}`"


@pytest.mark.parametrize(
    ("text", "parent", "told"),
    [
        ("dance: {price: 40}", "", ["the text `told` of `dance` still says 20"]),
        ("sing: {note: {cost: 8}}", "", ["the text `told` of `sing` still says 5"]),
        ("sing: {price: 40}", "dance: {price: 40}", ["the text `told` of `dance` still says 20"]),
        ("dance: {told: {en: forty}}", "dance: {price: 40}", []),
        ("dance: {price: 40, told: {en: forty}}", "", []),
        ("dance: {price: 20}", "dance: {price: 40}", []),
        ("dance: {price: 20}", "", []),
        ("dance: {price: '10 + 20'}", "", ["the text `told` of `dance` still says 20"]),
        ("sing: {price: 40}", "", []),  # it says no price
        ("dance: {times: 20}", "", []),  # of which the game says nothing there
    ],
)
def test_a_text_that_still_says_the_number_that_was_is_told_of(text: str, parent: str, told: list[str]) -> None:
    above = f"dares: {{set: {{{parent}}}}}" if parent else ""
    composed, wrong = compose_file(in_folder(variant(f"dares: {{set: {{{text}}}}}", above)) / "v.yaml")
    assert composed is not None and wrong == []
    assert [one.message for one in composed.warnings if one.code is codes.OUTDATED_TEXT] == told
