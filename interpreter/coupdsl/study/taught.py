"""What the players of a study have learnt of its game: with anything else learnt, the games are others."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import sha256

from coupdsl.engine.rules import Rules
from coupdsl.play.bots import TAUGHT
from coupdsl.search.learnt import prior_of
from coupdsl.search.prior import Prior

OF_OTHERS = "other:"  # the digest of what was learnt of rules much like these begins so


def taught(rules: Rules, names: Iterable[str]) -> str | None:
    """A digest of it; None where none of these players go by anything learnt. Raises PlayerError."""
    if not taught_of(names):
        return None
    return digest(prior_of(rules))


def digest(prior: Prior | None) -> str | None:
    """One of what was learnt, and whether of other rules; None where nothing was."""
    if prior is None or not prior.weights:
        return None
    found = sha256(json.dumps([*prior.weights.items()]).encode()).hexdigest()[:32]
    return OF_OTHERS + found if prior.of_others else found


def taught_of(names: Iterable[str]) -> tuple[str, ...]:
    """Those of these players that go by what was learnt, if anything was."""
    return tuple(name for name in names if name in TAUGHT)
