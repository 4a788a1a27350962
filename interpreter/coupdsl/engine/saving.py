"""States as plain data: written, sealed, read back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from coupdsl.engine.chance import Generator
from coupdsl.engine.chance_source import STAYS, FromSource
from coupdsl.engine.turn import Turn
from coupdsl.version import __version__

_LISTS = ("held", "rows", "bags", "tails", "where", "known", "balances")


def save(state: Turn) -> dict[str, Any]:
    """Everything the state holds, as data that JSON can carry; ValueError if its chance is a source of the caller's."""
    if isinstance(state.chance, FromSource):
        raise ValueError(STAYS)
    lists: dict[str, Any] = {name: getattr(state, name) for name in _LISTS}
    saved = {
        "fingerprint": state.rules.fingerprint,
        "memory": [_written(value) for value in state.memory],
        **{name: [list(x) if isinstance(x, tuple) else x for x in value] for name, value in lists.items()},
        "chance": list(state.chance.state) if state.chance is not None else None,
        "pc": state.pc,
        "count": state.count,
        "end": [list(part) for part in state.end] if state.end is not None else None,
    }
    return with_seal(saved)


def fill(state: Turn, saved: Mapping[str, Any]) -> None:
    """Makes of a state the one that `save` wrote; raises ValueError when that is of other rules or damaged."""
    if not isinstance(saved, Mapping) or saved.get("fingerprint") != state.rules.fingerprint:
        raise ValueError("the saved state belongs to other rules")
    given = dict(saved)
    if "seal" not in given or given["seal"] != with_seal(given)["seal"]:
        raise ValueError("the saved state is damaged, or another version of coupdsl wrote it")
    for name in _LISTS:
        setattr(state, name, [tuple(x) if isinstance(x, list | tuple) else x for x in given[name]])
    state.memory = [_read(value) for value in given["memory"]]
    state.chance = Generator(tuple(given["chance"])) if given["chance"] is not None else None
    state.pc, state.count = given["pc"], given["count"]
    state.end = (tuple(given["end"][0]), tuple(given["end"][1])) if given["end"] is not None else None
    state.ask_again()
    state.events = []


def with_seal(saved: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a hash of it, by which damage is noticed: no part of a state can be checked by itself."""
    data = {key: value for key, value in saved.items() if key != "seal"}
    try:
        text = json.dumps([__version__, data], sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise ValueError("the saved state is damaged: JSON cannot carry it") from None
    return {**data, "seal": hashlib.sha256(text.encode()).hexdigest()[:32]}


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"ratio": [value.numerator, value.denominator]}
    if isinstance(value, tuple | list | range):
        return {"list": list(map(_written, value))}
    return int(value) if isinstance(value, bool) else value  # a flag is 0 or 1 wherever it comes from


def _read(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return Fraction(*value["ratio"]) if "ratio" in value else tuple(map(_read, value["list"]))
