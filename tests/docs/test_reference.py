"""The reference and the grammar page are what the grammar, the operators and the mechanics make of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.reference import MECHANICS, PAGES, ROOT, parts, words
from tests.language.small_games import answer

from coupdsl.code.errors import RulesError
from coupdsl.language.operators import OPERATORS

pytestmark = pytest.mark.unmeasured


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_as_it_is_made(page: str) -> None:
    kept = (ROOT / "docs" / page).read_text("utf-8")
    assert kept == PAGES[page](), "write it anew: python -m tests.docs.reference"


@pytest.mark.parametrize("section", ["declarations", "statements"])
def test_all_parts_of_the_grammar_are_said(section: str) -> None:
    assert set(words()[section]) == set(parts()[section]) - {"decl", "stmt"}


def test_all_levels_of_the_grammar_are_said() -> None:
    levels = list(words()["binding"])
    assert [name for name in parts()["expressions"] if name in levels] == levels


def test_all_mechanics_are_said() -> None:
    assert set(words()["mechanics"]) == {path.stem for path in MECHANICS.glob("*.coup")}


def test_all_operators_that_can_fail_are_said() -> None:
    assert set(words()["fails"]) == {one.name for one in OPERATORS.values() if one.may_fail and one.example}


@pytest.mark.parametrize("name", words()["fails"])
def test_they_fail_as_is_said(name: str, tmp_path: Path) -> None:
    by = words()["fails"][name]["by"]
    with pytest.raises(RulesError):
        answer(tmp_path, f"  answer := {by}\n")
