"""The tests of shipped rules are strong by their own measure: what they do not reach or notice is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import ROOT, sample

from coupdsl.testing.reports import report

# What nobody could notice, each with its reason.
NO_DIFFERENCE = {
    ("18", "19"),  # no hand has more cards, so that the bound of the loop is never reached
    ("40", "41"),  # nobody passes as often
    ("0", "1"),  # what is told of everybody before it is counted
    ("after", "from"),  # who pays himself pays nothing
    ("first", "last"),  # there is one Seven of Diamonds
    ("where", "preferring"),  # and somebody has it
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("tests", sample(sorted((ROOT / "contracts" / "gallery").glob("*.test.yaml")), 2))
def test_every_clause_of_the_gallery_is_reached(tests: Path) -> None:
    found = report([tests], lambda what: None)
    assert found.well
    found.cover(games=0, seed=0, tell=lambda what: None)
    assert [f"{span}: {span.text}" for span, _ in found.unreached or ()] == []
    assert found.clauses > 20


@pytest.mark.unmeasured
def test_every_change_of_sevens_that_makes_a_difference_is_noticed() -> None:
    found = report([ROOT / "contracts" / "gallery" / "sevens.test.yaml"], lambda what: None)
    found.cover(games=0, seed=0, tell=lambda what: None)
    found.mutate(seed=0, jobs=1, in_time=lambda: True, tell=lambda done: None)
    assert found.tried is not None
    assert {(was, now) for _, was, now in found.changes(found.tried.alive)} == NO_DIFFERENCE
    assert len(found.tried.noticed) > 50
    assert not found.tried.unreached


def test_what_variants_set_is_changed_too() -> None:
    """A reading for another, an entry that stays, an amount: the tests of the house rules notice each."""
    folder = ROOT / "variants" / "house"
    found = report([folder / "quick.test.yaml", folder / "high-stakes.test.yaml"], lambda what: None)
    found.cover(games=0, seed=0, tell=lambda what: None)
    found.mutate(seed=0, jobs=1, in_time=lambda: True, tell=lambda done: None)
    assert found.tried is not None
    assert not found.changes(found.tried.alive)
    changed = {(span.source.path.name, was) for span, was, _ in found.changes(found.tried.noticed) if span.source.path}
    assert {("quick.yaml", "barbu"), ("quick.yaml", "2"), ("high-stakes.yaml", "1200")} <= changed
