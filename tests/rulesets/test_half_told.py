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
