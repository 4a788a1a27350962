"""States as plain data: written, read back, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coupdsl.engine.chance import Generator
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State

_LISTS = ("held", "rows", "bags", "tails", "where", "known", "balances")


def save(state: State) -> dict[str, Any]:
    """Everything the state holds, as data that JSON can carry."""
    saved: dict[str, Any] = {name: getattr(state, name) for name in _LISTS}
    return {
        "fingerprint": state.rules.fingerprint,
        "memory": [_written(value) for value in state.memory],
        **{name: [list(x) if isinstance(x, tuple) else x for x in value] for name, value in saved.items()},
        "chance": list(state.chance.state) if state.chance is not None else None,
        "pc": state.pc,
        "count": state.count,
        "end": [list(part) for part in state.end] if state.end is not None else None,
    }


def restore(rules: Rules, saved: Mapping[str, Any]) -> State:
    """The state that `save` wrote; raises ValueError when it belongs to other rules or is damaged."""
    if not isinstance(saved, Mapping) or saved.get("fingerprint") != rules.fingerprint:
        raise ValueError("the saved state belongs to other rules")
    state = State.start(rules, None)
    try:
        for name in _LISTS:
            wanted = getattr(state, name)
            given = [tuple(x) if isinstance(x, list) else x for x in saved[name]]
            if len(given) != len(wanted):
                raise ValueError("the saved state is damaged")
            setattr(state, name, given)
        state.memory = [_read(value) for value in saved["memory"]]
        state.chance = Generator(tuple(saved["chance"])) if saved["chance"] is not None else None
        state.pc, state.count = int(saved["pc"]), int(saved["count"])
        state.end = (tuple(saved["end"][0]), tuple(saved["end"][1])) if saved["end"] is not None else None
        decision = rules.code.decisions.get(state.pc)
        state.legal = state.options_of(decision) if decision is not None and state.end is None else {}
        state.events = []
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("the saved state is damaged") from error
    return state


def _written(value: Any) -> Any:
    return {"list": list(value)} if isinstance(value, tuple | list | range) else value


def _read(value: Any) -> Any:
    return tuple(value["list"]) if isinstance(value, dict) else value
