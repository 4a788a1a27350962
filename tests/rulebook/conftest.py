"""What tests of printed books share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coupdsl.engine.rules import Rules
from coupdsl.rulebook import sample_hand
from coupdsl.rulebook.sample_hand import Hand, Patience
from coupdsl.rulesets.prose import Sample

_best = sample_hand._best
_chosen: dict[tuple[object, ...], Hand] = {}


def _once(rules: Rules, wished: Sample, _: Patience) -> Hand:
    key = rules.fingerprint, wished.choices, tuple(word for word, _ in wished.shows), sample_hand.TRIED
    if key not in _chosen:
        found = _best(rules, wished, Patience(1e9))
        assert found is not None
        _chosen[key] = found
    return replace(_chosen[key], moves=tuple(rules.moves[move.id] for move in _chosen[key].moves))


@pytest.fixture(autouse=True)
def _hands_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many hands of the same rules the one that is shown is chosen once: it takes half of the time of a book."""
    monkeypatch.setattr(sample_hand, "_best", _once)
