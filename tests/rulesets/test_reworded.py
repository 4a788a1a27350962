"""Texts of entries that variants word anew, and those that still say a number which a variant changes."""

from __future__ import annotations

import re
from pathlib import Path

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


CARDS = """edition 1
game hunts {
  name: en "Hunts" fr "Chasses"
  seats [2]
  cards {
    suits spades S, hearts H
    ranks king K, ace A
  }
  zone deck: row seen by none = cards
  kind hunt as hunts {
    told: text
    parts: set of part = []
  }
  kind part as parts {
    pieces: set of piece
    cost: number = 1
  }
  hunt fox {
    name: en "Fox" fr "Renard"
    told: en "no Spades, Ten kings and Heartsease" fr "pas de Piques, ni d'As"
    part black = cards where suit is spades { name: en "All Spades" fr "Tous les Piques" }
    part aces = cards where rank is ace { name: en "Aces" fr "As" }
  }
  limit 9 moves { finish by 0 }
  finish by 0
}
"""
LABELS = {
    "en": "language: en\nnames: {spades: Spades, hearts: Hearts, king: King, ace: Ace}\n",
    "fr": "language: fr\nnames: {spades: Pique, hearts: Cœur, king: Roi, ace: As}\n",
}


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
        ("dance: {price: {en: 5}}", ["E504 3:23 `price` is a value, which has no fields"]),
        ("dance: {told: {en: {a: b}}}", ["E504 3:30 `en` is a text, which has no fields"]),
        ("dance: {told: {eng: leap}}", ["E406 3:30 the game has no texts in a language `eng`"]),
        ("dance: {told: {en: 5}}", ["E504 3:34 text is needed here"]),
        ("dance: {told: {}}", ["E504 3:23 `told` is given in no language"]),
        ("dance: {tolt: {en: leap}}", ["E201 3:23 there is no `dance.tolt` among the dares"]),
    ],
)
def test_what_is_refused(text: str, told: list[str]) -> None:
    assert said(problems(variant(f"dares: {{set: {{{text}}}}}"), "v.yaml")) == told


def test_the_text_that_was_meant_is_told() -> None:
    (problem,) = problems(variant("dares: {set: {dance: {tolt: {en: leap}}}}"), "v.yaml")
    assert problem.help == "did you mean `told`?"


@pytest.mark.parametrize(
    ("said", "help_"),
    [
        ("leap", "write `told: {en: leap}`"),
        ("'leap, or hop: {x}'", 'write `told: {en: "leap, or hop: {x}"}`'),
        ("'à bas, et'", 'write `told: {en: "à bas, et"}`'),
        ("false", 'write `told: {en: "False"}`'),
    ],
)
def test_help_can_be_typed_in(said: str, help_: str) -> None:
    (problem,) = problems(variant(f"dares: {{set: {{dance: {{told: {said}}}}}}}"), "v.yaml")
    assert problem.help == help_
    assert problems(variant(f"dares: {{set: {{dance: {{{help_[7:-1]}}}}}}}"), "v.yaml") == []


def test_a_text_of_what_is_out_of_play_is_not_looked_at() -> None:
    text = "dares: {remove: [dance], set: {dance: {price: 40}}}"
    composed, _ = compose_file(in_folder(variant(text)) / "v.yaml")
    assert composed is not None
    assert [one.code.name for one in composed.warnings] == ["idle"]


def test_names_go_last_of_all() -> None:
    folder = in_folder(variant("dares: {set: {dance: {name: {en: Jig}}}}\nnames: {en: {dance: Waltz}}"))
    composed, wrong = compose_file(folder / "v.yaml")
    assert composed is not None and wrong == []
    rules = coupdsl.load(folder / "v.yaml", 2)
    assert [one.text for one in origins(composed, rules, "dance.name")][-1] == 'en "Waltz"'
    assert rules.labels["en"].get("names.dance") == "Waltz"


def test_names_are_said_in_a_game_without_texts() -> None:
    files = variant("dares: {set: {dance: {name: {en: Jig}}}}")
    bare = re.sub(r'(?m)^ *(name|told):.*\n|name: en "Note" fr "Note"|told: text', "", GAME)
    rules = coupdsl.load(in_folder({**files, "game.coup": bare}) / "v.yaml", 2)
    assert rules.labels["en"].get("names.dance") == "Jig"


@pytest.mark.parametrize("names", ["{dance.told: leap}", "{dance: {told: leap}}"])
def test_a_text_is_no_name(names: str) -> None:
    (problem,) = problems(variant(f"names: {{en: {names}}}"), "v.yaml")
    assert problem.help == "write `dares: {set: {dance: {told: {en: …}}}}`"


@pytest.mark.parametrize(
    ("text", "parent", "told"),
    [
        ("dance: {price: 40}", "", ["the text `told` of `dance` still says 20 (en)"]),
        ("sing: {note: {cost: 8}}", "", ["the text `told` of `sing` still says 5 (en)"]),
        ("sing: {price: 40}", "dance: {price: 40}", ["the text `told` of `dance` still says 20 (en)"]),
        ("dance: {told: {en: forty}}", "dance: {price: 40}", []),
        ("dance: {price: 40, told: {en: forty}}", "", []),
        ("dance: {price: 20}", "dance: {price: 40}", []),
        ("dance: {price: 20}", "", []),
        ("dance: {price: '10 + 10'}", "", []),  # what is worked out is not looked at
        ("dance: {price: 40, told: {fr: danser pour 20}}", "", ["the text `told` of `dance` still says 20 (en)"]),
        (
            "dance: {price: 60}",
            "dance: {price: 40, told: {en: dance for 40}}",
            ["the text `told` of `dance` still says 40 (en)"],
        ),
        ("dance: {price: 40, told: {en: 20 and more}}", "", []),
        ("sing: {price: 40}", "", []),  # it says no price
        ("dance: {times: 20}", "", []),  # of which the game says nothing there
    ],
)
def test_a_text_that_still_says_the_number_that_was_is_told_of(text: str, parent: str, told: list[str]) -> None:
    above = f"dares: {{set: {{{parent}}}}}" if parent else ""
    composed, wrong = compose_file(in_folder(variant(f"dares: {{set: {{{text}}}}}", above)) / "v.yaml")
    assert composed is not None and wrong == []
    assert [one.message for one in composed.warnings if one.code is codes.OUTDATED_TEXT] == told


@pytest.mark.parametrize(
    ("text", "parent", "told"),
    [
        (
            'fox: {black: {pieces: "cards where suit is hearts"}}',
            "",
            ["the name of `fox.black` still speaks of `spades`", "the text `told` of `fox` still speaks of `spades`"],
        ),
        (
            'fox: {aces: {pieces: "cards where rank is king"}}',
            "",
            ["the name of `fox.aces` still speaks of `ace`", "the text `told` of `fox` still speaks of `ace`"],
        ),
        ('fox: {black: {pieces: "[ace of spades]"}}', "", []),
        ('fox: {black: {pieces: "[ace of hearts]"}, aces: {pieces: "[king of spades]"}}', "", [
            "the name of `fox.black` still speaks of `spades`", "the name of `fox.aces` still speaks of `ace`",
        ]),
        (
            'fox: {told: {en: no Spades}, black: {pieces: "[king of hearts]", name: {en: The King}}}',
            "",
            ["the name of `fox.black` still speaks of `spades`", "the text `told` of `fox` still speaks of `spades`"],
        ),
        (
            "fox: {told: {en: no Hearts, fr: non}, black: {name: {en: The King, fr: Le Roi}}}",
            'fox: {black: {pieces: "[king of hearts]"}}',
            [],
        ),
        ("fox: {aces: {cost: 3}}", "", []),
    ],
)  # fmt: skip
def test_a_text_that_still_speaks_of_cards_that_were_is_told_of(text: str, parent: str, told: list[str]) -> None:
    above = f"hunts: {{set: {{{parent}}}}}" if parent else ""
    files = {**variant(f"hunts: {{set: {{{text}}}}}", above), "game.coup": CARDS}
    files |= {f"game.{language}.yaml": words for language, words in LABELS.items()}
    composed, wrong = compose_file(in_folder(files) / "v.yaml")
    assert composed is not None and wrong == []
    assert [one.message for one in composed.warnings if one.code is codes.OUTDATED_TEXT] == told


def test_how_such_a_text_is_worded_anew_can_be_typed_in() -> None:
    pieces = 'pieces: "[king of hearts]"'
    files = {**variant(f"hunts: {{set: {{fox: {{black: {{{pieces}}}}}}}}}"), "game.coup": CARDS}
    composed, _ = compose_file(in_folder({**files, "game.en.yaml": LABELS["en"]}) / "v.yaml")
    assert composed is not None
    helps = [one.help for one in composed.warnings if one.code is codes.OUTDATED_TEXT]
    assert helps == [
        "write a new text under `set`, in `fox.black`: `name: {en: …}`",
        "write a new text under `set`, in `fox`: `told: {en: …}`",
    ]


def test_a_field_of_pieces_has_a_name_though_a_move_has_the_same_word(tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(
        "variant: ours\nextends: parker-1966\nnames: {en: {lender: Creditor}}\n", "utf-8"
    )
    composed, wrong = compose_file(tmp_path / "ours.yaml")
    assert composed is not None and wrong == []
