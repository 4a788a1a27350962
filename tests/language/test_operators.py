"""One table of operators: what the checker makes is in it, both executors mean it, and the docs list it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import ROOT

from coupdsl.code.meaning import IN_PLAY, LAZY, MEANINGS
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.operators import OPERATORS, Operator
from coupdsl.language.walk import parts
from coupdsl.native.expressions.operations import OPERATIONS as COMPILED
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.phrases import Expressions
from coupdsl.phrases.value_phrases import Scope
from coupdsl.rulebook.book import Book
from coupdsl.rulesets.compose import compose

FIXED = {"account"}  # always known before play
GAME = """edition 1
game all_of_them {{
  seats [2, 4] in 2 teams
  cards {{
    suits spades S, hearts H
    ranks ace A, king K, queen Q
    extra joker X
  }}
  cells a..c by 1..3
  unit 5
  account cash per seat = 100
  zone deck: row seen by all = cards
  zone trick: set seen by all
  state open: flag = false
  rule asked(s: seat, c: card, m: amount, n: number, x: cell) = {example}
  finish by cash
  limit 10 moves {{ finish by cash }}
}}
"""
WRITTEN = [operator for operator in OPERATORS.values() if operator.example]


def within(expr: p.Expr) -> set[str]:
    """The operators of an expression."""
    mine = {expr.name} if isinstance(expr, pe.Op) else set()
    return mine.union(*map(within, parts(expr)))


def test_every_executor_means_every_operator() -> None:
    assert set(MEANINGS) | LAZY | IN_PLAY == set(OPERATORS) - FIXED
    assert set(COMPILED) == set(OPERATORS) - FIXED


@pytest.mark.parametrize("operator", WRITTEN, ids=lambda operator: operator.name)
def test_it_is_written_and_printed_so(operator: Operator, tmp_path: Path) -> None:
    path = tmp_path / "all_of_them.coup"
    path.write_text(GAME.format(example=operator.example), "utf-8")
    composed, problems = compose(str(path))
    assert composed is not None and not problems
    (version,) = next(rule for rule in composed.program.rules if rule.name == "asked").versions
    assert version.value is not None
    assert operator.name in within(version.value)
    for language in ("en", "fr"):
        assert text_of(Expressions(Book(composed, language)).value(version.value, Scope()))


def test_the_docs_list_them() -> None:
    rows = [f"| `{one.example}` | {one.types} | {one.line} |" for one in WRITTEN]
    assert "\n".join(rows) in (ROOT / "docs" / "reference.md").read_text("utf-8")
