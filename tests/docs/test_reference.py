"""The reference and the page of the grammar are what is made of the grammar and the tables, and leave nothing out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.docs import grammar_read as grammar
from tests.docs import reference
from tests.docs.test_docs import DOCS, folder, folders, frame

from coupdsl.authoring.validation import check_paths
from coupdsl.language.codes import CODES
from coupdsl.language.operators import OPERATORS
from coupdsl.language.parser import parse_expression
from coupdsl.language.source import Source
from coupdsl.language.types import SIMPLE
from coupdsl.language.words import KEYWORDS

__all__ = ["folder", "folders"]  # fixtures

pytestmark = pytest.mark.unmeasured

LINES = {**reference.data("declarations"), **reference.data("statements")}
ENTRIES = {**LINES, **reference.data("expressions")}


def proofs() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every error that the reference tells, with where it is told."""
    for name, one in ENTRIES.items():
        for at, error in enumerate(one.get("errors", ())):
            yield f"{name}-{error['code']}-{at}", error
    for name, errors in reference.data("operators").items():
        for at, error in enumerate(errors):
            yield f"{name}-{error['code']}-{at}", error


def test_the_pages_are_what_is_made() -> None:
    help_ = "write them again: python -m tests.docs.reference"
    assert (DOCS / "reference.md").read_text("utf-8") == reference.page(), help_
    assert (DOCS / "grammar.md").read_text("utf-8") == reference.grammar_page(), help_


def test_the_grammar_is_written_with_the_signs_that_its_page_explains() -> None:
    assert re.findall(r".*\)[*+?].*", re.sub(r'"[^"]*"|/.*/', "", reference.grammar_page())) == []


def test_every_declaration_and_statement_is_there() -> None:
    assert set(reference.data("declarations")) == set(grammar.choices("decl"))
    assert set(reference.data("statements")) == set(grammar.choices("stmt"))


def test_every_sort_of_expression_is_there_once() -> None:
    nodes = [node for one in reference.data("expressions").values() for node in one["nodes"]]
    assert sorted(nodes) == sorted(grammar.expression_nodes())
    named = {name for one in reference.data("expressions").values() for name in one.get("operators", ())}
    assert named <= set(OPERATORS)


def test_a_form_has_the_words_of_the_grammar() -> None:
    for name, one in LINES.items():
        shown = set(re.findall(r"[a-z_]+", re.sub(r'"[^"]*"', "", one["form"]))) & KEYWORDS
        wanted = grammar.words_of(name, reference.APART)
        if name != "replace":  # whose parts are declarations of their own
            assert wanted <= shown, (name, wanted - shown)


def test_every_type_is_there() -> None:
    known = {"team", "a | b", "set of T", "list of T", "test of T", "T or none", "a kind", "a family of pieces"}
    assert set(reference.data("types")) == set(SIMPLE) | known


def test_every_mechanic_is_there_and_has_what_a_game_calls() -> None:
    assert set(reference.data("mechanics")) == set(reference.mechanics())
    for name, one in reference.data("mechanics").items():
        text = reference.mechanics()[name].read_text("utf-8")
        assert [rule for rule in one.get("calls", ()) if not re.search(rf"^  rule {rule}\b", text, re.MULTILINE)] == []
        assert ("example" in one) != ("see" in one)


def test_every_word_of_the_language_stands_in_a_form() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", reference.page().partition("## Reserved words")[2], re.MULTILINE)
    assert {word for word, places in rows if places} == KEYWORDS


def test_whatever_may_fail_says_how() -> None:
    fails = {operator.name for operator in OPERATORS.values() if operator.may_fail}
    assert fails <= set(reference.data("operators"))


@pytest.mark.parametrize("written, meant", reference.data("precedence"))
def test_expressions_are_read_so(written: str, meant: str) -> None:
    one, other = (parse_expression(Source("example", text)) for text in (written, meant))
    assert one[1] == other[1] == []
    assert one[0] == other[0]


@pytest.mark.parametrize("error", [pytest.param(error, id=name) for name, error in proofs()])
def test_errors_in_play_come_of_what_is_told(error: dict[str, Any], folder: Path) -> None:
    if "wrong" not in error and "game" not in error:
        assert error["code"] in CODES  # its own page has a wrong example
        return
    target = folder / "example.coup"
    target.write_text(error.get("game") or frame(error["wrong"], error.get("top", "")), "utf-8")
    found = [problem.code.number for problem in check_paths([target], games=1).problems]
    assert error["code"] in found


def test_every_part_of_the_grammar_has_its_words() -> None:
    wanted = {rule.name for rule in grammar.rules().values() if reference.is_told(rule)}
    assert set(reference.data("grammar")) >= wanted
    assert set(reference.data("grammar")) <= set(grammar.rules())
