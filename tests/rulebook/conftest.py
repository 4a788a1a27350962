"""What tests of printed books share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.helpers import TABLES

from coupdsl.engine.rules import Rules
from coupdsl.rulebook import sample_hand
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block
from coupdsl.rulebook.sample_hand import Hand, Patience
from coupdsl.rulesets.prose import Sample

FEW = 5  # hands of tests' own rules, of which their books show one: any will do
_best = sample_hand._best
_sample = sample_hand.sample
_chosen: dict[tuple[object, ...], Hand] = {}


def _once(rules: Rules, wished: Sample, _: Patience) -> Hand:
    key = rules.fingerprint, wished.choices, tuple(word for word, _ in wished.shows), sample_hand.TRIED
    if key not in _chosen:
        found = _best(rules, wished, Patience(1e9))
        assert found is not None
        _chosen[key] = found
    return replace(_chosen[key], moves=tuple(rules.moves[move.id] for move in _chosen[key].moves))


def _of_few(book: Book, *given: Any) -> list[Block]:
    if book.composed.name in TABLES:
        return list(_sample(book, *given))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sample_hand, "TRIED", FEW)
        return list(_sample(book, *given))


@pytest.fixture(autouse=True)
def _hands_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many hands of the same rules the one that is shown is chosen once, and of other rules few are looked at.

    To choose among all takes half of the time of a book.
    """
    monkeypatch.setattr(sample_hand, "_best", _once)
    monkeypatch.setattr(sample_hand, "sample", _of_few)
