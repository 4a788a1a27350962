"""What a variant adds has its words in all languages of the game, or in none."""

from __future__ import annotations

from pathlib import Path

import pytest

from coupdsl.authoring.validation import check_paths

ODD = """edition 1
contract odd plays tricks {
  NAME
  item clubs_taken = cards where suit is clubs { name: en "Clubs" fr "Trèfles", each: 50 }
  collect: 900
  forfeit: 600
}
"""
BOTH = 'name: en "Odd" fr "Impair"\n  motto: en "No Clubs" fr "Pas de Trèfles"'


def warned(folder: Path, added: str, names: str = "", extends: str = "parker-1966") -> list[tuple[str, str]]:
    (folder / "mine.coup").write_text(added, "utf-8")
    (folder / "mine.yaml").write_text(
        f"variant: mine\nextends: {extends}\nrules: {{add: [mine.coup]}}\n{names}", "utf-8"
    )
    report = check_paths([folder / "mine.yaml"], 0)
    assert report.errors == []
    return [(problem.message, problem.span.text) for problem in report.warnings]


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (BOTH, []),
        (BOTH.replace(' fr "Impair"', ""), ["the name of `odd` has no text in language `fr`"]),
        (BOTH.replace('en "No Clubs" ', ""), ["the motto of `odd` has no text in language `en`"]),
    ],
)
def test_words_of_an_entry(words: str, missing: list[str], tmp_path: Path) -> None:
    assert [message for message, _ in warned(tmp_path, ODD.replace("NAME", words))] == missing


def test_words_of_what_stands_inside(tmp_path: Path) -> None:
    found = warned(tmp_path, ODD.replace("NAME", BOTH).replace(' fr "Trèfles"', ""))
    assert found == [("the name of `clubs_taken` has no text in language `fr`", 'name: en "Clubs"')]


def test_a_variant_may_say_it_instead(tmp_path: Path) -> None:
    half = ODD.replace("NAME", BOTH.replace(' fr "Impair"', "").replace(' fr "Pas de Trèfles"', ""))
    names = "contracts:\n  set:\n    odd: {motto: {fr: Pas de Trèfles}}\nnames: {fr: {odd: Impair}}\n"
    assert warned(tmp_path, half, names) == []


INSPECTOR = "edition 1\ncards { ranks inspector }\n"


@pytest.mark.parametrize(
    ("names", "missing"),
    [
        ("", []),  # its name in the rules is meant for all
        ("names: {en: {inspector: Inspector}, fr: {inspector: Inspecteur}}\n", []),
        ("names: {en: {inspector: Inspector}}\n", [("`inspector` has a name, and none in language `fr`", "inspector")]),
        ("names: {fr: {duke: Duc, inspector: Inspecteur}}\n",
         [("`inspector` has a name, and none in language `en`", "inspector")]),
    ],
)  # fmt: skip
def test_names_that_a_variant_gives(names: str, missing: list[tuple[str, str]], tmp_path: Path) -> None:
    assert [one for one in warned(tmp_path, INSPECTOR, names, "coup") if "language" in one[0]] == missing


def test_what_is_taken_out_again_needs_no_words(tmp_path: Path) -> None:
    half = ODD.replace("NAME", BOTH.replace(' fr "Impair"', ""))
    assert [message for message, _ in warned(tmp_path, half)] == ["the name of `odd` has no text in language `fr`"]
    (tmp_path / "none.yaml").write_text("variant: none\nextends: mine.yaml\ncontracts: {remove: [odd]}\n", "utf-8")
    report = check_paths([tmp_path / "none.yaml"], 0)
    assert [one.message for one in (*report.errors, *report.warnings) if "odd" in one.message] == []


AUDIT = """edition 1
action audit {
  does: en "somebody pays half" fr "paie la moitié"
  cost: 1
  aimed: true
  rule outcome(t: seat or none) { the t pays coins of the t / 2 rounded down to 1 to treasury for action }
}
"""


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("en: Audit", [("the name of `audit` has no text in language `fr`", "en")]),
        ("en: Audit, fr: Contrôler", []),
    ],
)
def test_words_that_a_variant_alone_gives(name: str, missing: list[tuple[str, str]], tmp_path: Path) -> None:
    anew = f"actions: {{set: {{audit: {{name: {{{name}}}}}}}}}\n"
    assert [one for one in warned(tmp_path, AUDIT, anew, "coup") if "language" in one[0]] == missing


LOTS = """edition 1
game lots {
  name: en "Lots" fr "Lots"
  seats [2]
  kind lot as lots { each: number }
  lot low { name: en "Low", each: 3 }
  lot high { each: 30 }
  state got per seat: number = 0
  for s in seats { s chooses take { l from lots { got of s := each of l } } }
  finish by got
  limit 20 moves { finish by 0 }
}
"""
LOTS_IN = {
    "en": 'language: en\nnames: {lot: lot, high: High}\ndecisions: {take: "Which?"}\n',
    "fr": 'language: fr\nnames: {lot: lot, high: Haut}\ndecisions: {take: "Lequel ?"}\n',
}


def test_entries_of_a_game_whose_kind_has_no_texts_may_be_named_in_one_language(tmp_path: Path) -> None:
    (tmp_path / "lots.coup").write_text(LOTS, "utf-8")
    for language, text in LOTS_IN.items():
        (tmp_path / f"{language}.yaml").write_text(text, "utf-8")
    report = check_paths([tmp_path / "lots.coup"], 0)
    assert (report.errors, report.warnings) == ([], [])
