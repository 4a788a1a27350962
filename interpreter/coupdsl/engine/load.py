"""Rulesets made ready to be played, from their names or files; those that were, and have not changed, are kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coupdsl.code.errors import RulesError
from coupdsl.code.profile import profile
from coupdsl.engine.from_outside import OPTION, wanted, whole_number
from coupdsl.engine.rules import Rules, read_rules
from coupdsl.language.diagnostics import Problems
from coupdsl.language.looks import Looks, noting
from coupdsl.language.remembered import Name, name_for, recalled, remember

if TYPE_CHECKING:
    from coupdsl.rulesets.composed import Composed


def load(name: str | Path, players: int | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """The ruleset `name` (shipped, or a path) for `players` people, its usual number if that is not given.

    `options` maps keys to readings, as text or as plain values. Raises Problems with everything wrong in the
    files, the options or the number of players.
    """
    try:
        rules = _loaded(str(name), players, {} if options is None else options)
        _ = rules.code  # no game is without it: what is wrong there is told now
    except RulesError as error:
        raise Problems([error.problem]) from None
    return rules


def _loaded(name: str, players: int | None, options: Mapping[str, Any]) -> Rules:
    for key in wanted(Mapping, options, "options are a mapping of keys to readings"):  # type: ignore[type-abstract]
        wanted(str, key, OPTION)
    if players is None:
        players = profile(name, options).usual
    players = whole_number(players, "the number of players")
    under = name_for("rules", name, players, sorted(options.items(), key=repr))
    found = _recalled(under)
    if found is not None:
        return found
    from coupdsl.rulesets.compose import compose, flawless

    with noting() as looks:
        rules = playable(flawless(compose(name)), players, options)
    rules.on_lowered = partial(_remember, under, looks)
    return rules


def playable(
    composed: Composed, players: int, options: Mapping[str, Any] | None = None, make: type[Rules] = Rules
) -> Rules:
    """As `load`, for files already read; what cannot be lowered is told only where `code` is asked for."""
    from coupdsl.code.checks import check_problems
    from coupdsl.code.emptied import emptied
    from coupdsl.code.seats import allowed_seats, check_seats

    rules = composed.settle(players, make, options)
    check_seats(rules, allowed_seats(composed, options))
    if problems := check_problems(rules):
        raise Problems(emptied(composed, problems, players, options))
    return rules


def _recalled(under: Name) -> Rules | None:
    try:
        kept, fingerprint, written = recalled(under) or (None, None, None)
        rules = read_rules(written) if written is not None else None
    except (ValueError, TypeError):
        return None
    if rules is not None:
        rules.kept = kept
        vars(rules)["fingerprint"] = fingerprint
    return rules


def _remember(under: Name, looks: Looks, rules: Rules) -> None:
    written = rules.written()
    rules.kept = sha256(json.dumps(written).encode()).hexdigest()
    remember(under, looks, [rules.kept, rules.fingerprint, written])
