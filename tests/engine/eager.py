"""A second reading of chance: an executor that settles a whole row when it is shuffled, and every history of a game.

`histories(rules, eager)` gives each history that can be observed with its exact probability, where players choose
each of their options as likely as the others.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import coupdsl
from coupdsl.code import instructions as i
from coupdsl.code.bits import members
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.closures import Closure, Step
from coupdsl.engine.position import Position
from coupdsl.engine.reference import Reference

History = tuple[str, ...]


POSITIONS = 3_000


class Large(Exception):
    """A game has more positions than it is worth to go through."""


class Wanted(Exception):
    """The next shuffle has so many outcomes, and nobody has said which it is."""


def eagerly(reference: Reference, script: list[tuple[int, ...]]) -> Reference:
    """The same steps, but a row that is shuffled is in order at once: that which `script` says next."""
    steps = list(reference.steps)
    for at, instruction in enumerate(reference.code.instructions):
        if isinstance(instruction, i.Shuffle):
            steps[at] = _shuffling(reference.evaluator.place(instruction.zone), steps[at], script)
        elif isinstance(instruction, i.Settle):
            steps[at] = lambda position, after=at + 1: after  # type: ignore[misc]
    return reference.with_steps(steps)


def _shuffling(shuffled: Closure, lazily: Step, script: list[tuple[int, ...]]) -> Step:
    def step(state: Position) -> int:
        zone = shuffled(state)
        pieces = members(state.held[zone])
        if not script:
            raise Wanted(pieces)
        after = lazily(state)
        state.rows[zone], state.bags[zone] = script.pop(0), ()
        return after

    return step


def histories(rules: coupdsl.Rules, eager: bool) -> dict[History, Fraction]:
    """Every history that can be observed, with its probability; raises Large where there are too many."""
    found: Counter[History] = Counter()
    begin = _eagerly if eager else _lazily
    left = iter(range(POSITIONS))
    for state, weight in begin(rules):
        _go_on(state, (observed(state),), weight, found, eager, left)
    return dict(found)


def _lazily(rules: coupdsl.Rules) -> Iterator[tuple[coupdsl.State, Fraction]]:
    yield rules.start(), Fraction(1)


def _eagerly(rules: coupdsl.Rules) -> Iterator[tuple[coupdsl.State, Fraction]]:
    def begun(script: list[tuple[int, ...]]) -> coupdsl.State:
        state = coupdsl.State.before(rules)
        state.reference = eagerly(rules.reference, script)
        state.begin(None)
        return state

    return _branches(begun)


def _branches(
    made: Callable[[list[tuple[int, ...]]], coupdsl.State], told: tuple[tuple[int, ...], ...] = ()
) -> Iterator[tuple[coupdsl.State, Fraction]]:
    """What `made` makes of every way the shuffles can go, with its probability."""
    try:
        yield made(list(told)), Fraction(1)
    except Wanted as wanted:
        orders = list(permutations(wanted.args[0]))
        for order in orders:
            for state, weight in _branches(made, (*told, order)):
                yield state, weight / len(orders)


def _go_on(
    state: coupdsl.State,
    history: History,
    weight: Fraction,
    found: Counter[History],
    eager: bool,
    left: Iterator[int],
) -> None:
    if next(left, None) is None:
        raise Large
    if state.is_over:
        found[history] += weight  # type: ignore[assignment]
        return
    by_chance = state.actor == CHANCE
    moves = state.chances() if by_chance else [(move, 1) for move in state.legal_moves()]
    total = sum(number for _, number in moves)
    for move, number in moves:
        said = history if by_chance else (*history, f"{state.actor} {move}")
        share = weight * number / total
        for after, part in _after(state, str(move), eager):
            # What chance does is seen by what comes of it.
            seen = observed(after)
            _go_on(after, _joined(said, seen) if by_chance else (*said, seen), share * part, found, eager, left)


def _after(state: coupdsl.State, move: str, eager: bool) -> Iterator[tuple[coupdsl.State, Fraction]]:
    def applied(script: list[tuple[int, ...]]) -> coupdsl.State:
        other = state.copy()
        if eager:
            other.reference = eagerly(state.rules.reference, script)
        other.apply(move)
        return other

    return _branches(applied)


def _joined(history: History, seen: str) -> History:
    """What was seen up to a step of chance and what is seen after it are one sight."""
    events, _ = json.loads(history[-1])
    more, views = json.loads(seen)
    return (*history[:-1], json.dumps([[*events, *more], views]))


def observed(state: coupdsl.State) -> str:
    """What everybody, and a spectator, is told of what has just happened and sees now."""
    code = state.rules.code
    seats = (None, *range(state.rules.players))
    events = [[event.seen_by(code, seat) for seat in seats] for event in state.events]
    views = [] if state.actor == CHANCE else [_full(state.view(seat)) for seat in seats]
    return json.dumps([events, views])


def _full(view: dict[str, Any]) -> dict[str, Any]:
    """A view in which every place of a shuffled row stands, known or not."""
    for zone in view["zones"]:
        gap = zone.pop("gap", None)
        if gap is not None:
            zone["pieces"][gap["at"] : gap["at"]] = [None] * gap["pieces"]
    return view
