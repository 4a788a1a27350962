"""What is carried over from deal to deal, such as overtricks that cost something once they are ten.

A game that ends with its deal would not count it. What one more of it is worth is seen in pairs of random games, played
to their end with the same chance, of which one begins with as much of it as was seen and the other with as little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from math import sqrt
from statistics import mean, stdev
from typing import Any

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.worked_out import expressions_in
from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.closures import Step
from coupdsl.engine.position import Position
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language import program as p
from coupdsl.language.records import by_value
from coupdsl.language.types import NUMBER, TEAM
from coupdsl.native.memory.blocks import Blocks
from coupdsl.search.machines import machine_of
from coupdsl.search.utility import Utility

SEED = 1966
SEEN = 2_000  # moves in which it is seen what is carried over
PAIRS, MOVES = 40, 40_000  # of games, and moves in all of them, that show what it is worth
LONGEST = 2_000  # moves in one of them
SURE = 3.0  # standard errors from nothing


@by_value
class Carried:
    """A number that each seat or team has: what one more of it adds to its score later, in whole points."""

    state: p.State
    adds: int


def carried(rules: Rules, back: int, end: int) -> list[Carried]:
    """What is worth something, where deals end at the step `back`, beside what is counted at the step `end`."""
    this = rules.code.instructions[end]
    if not isinstance(this, i.Finish):
        return []  # what counts after the last deal is reckoned there
    read = {one.start for one in expressions_in([this.keys[0][1]]) if isinstance(one, x.State)}
    begins = rules.code.layout.state_start
    states = [one for one in rules.program.states if _is_of_each(rules, one) and begins[one] not in read]
    if not states:
        return []
    ranges, counted = _Watched(rules, back, states).ranges(), Counted(rules, end)
    found = [Carried(state, _adds(counted, state, low, high)) for state, (low, high) in ranges.items()]
    return [one for one in found if one.adds]


def _is_of_each(rules: Rules, state: p.State) -> bool:
    """Has each seat or team such a number?"""
    many = state.per in ("seat", "team") and state.by is None and rules.code.layout.width(state) > 1
    return many and state.type.is_numeric


def counting(code: Code, end: int, found: Sequence[Carried]) -> Code:
    """The code with one more step, the last: an end as at the step `end`, which counts what is carried over, too."""
    this = code.instructions[end]
    assert isinstance(this, i.Finish)
    (seat, score, lowest), *others = this.keys
    for one in found:
        own = _of_seat(code, one.state, seat, score)
        product = x.Op(NUMBER, score.span, "mul", (x.Fixed(NUMBER, score.span, one.adds), own))
        score = x.Op(NUMBER, score.span, "add", (score, product))
    return replace(code, instructions=[*code.instructions, i.Finish(((seat, score, lowest), *others), this.among)])


def _of_seat(code: Code, state: p.State, seat: x.Name, at: x.Expression) -> x.Expression:
    index: x.Expression = x.Load(seat.type, at.span, seat)
    if state.per == TEAM.name:
        index = x.Op(TEAM, at.span, "team", (index,))
    return x.State(NUMBER, at.span, state.type, code.layout.state_start[state], index, state.name, False)


class _Watched:
    """Random games, of which it is noted which numbers stay the same from the end of a deal to the next question."""

    def __init__(self, rules: Rules, back: int, states: Sequence[p.State]) -> None:
        self.rules = rules
        self.slots = {one: rules.code.layout.slots(one) for one in states}
        self.values: dict[p.State, set[int]] = {state: set() for state in self.slots}
        self.before: list[Any] | None = None  # memory as it was when a deal ended, nobody having been asked since
        self.reference = rules.reference.with_steps([])
        self.reference.steps = list(rules.reference.steps)
        self.reference.steps[back] = self._noting(self.reference.steps[back])

    def ranges(self) -> dict[p.State, tuple[int, int]]:
        """The lowest and the highest that was carried over of each number of which that was not always the same."""
        left, game = SEEN, 0
        while left > 0 and self.values and game < SEEN:
            with suppress(RulesError):  # which need not come about in the game that is played
                left -= self._play(game, left)
            left, game = left - 1, game + 1
        return {state: (min(of), max(of)) for state, of in self.values.items() if len(of) > 1}

    def _play(self, number: int, most: int) -> int:
        state, chance = State.before(self.rules), Generator.from_seed(derive(SEED, number))
        state.reference, self.before = self.reference, None
        state.begin(derive(SEED, number))
        count = 0
        while not state.is_over and count < most:
            self._compare(state)
            moves = state.legal_moves()
            state.apply(moves[chance.below(len(moves))])
            count += 1
        return count

    def _noting(self, step: Step) -> Step:
        def watching(position: Position) -> int:
            self.before = list(position.memory)
            return step(position)

        return watching

    def _compare(self, position: Position) -> None:
        before, self.before = self.before, None
        if before is None:
            return
        for state, slots in self.slots.items():
            values = [position.memory[slot] for slot in slots]
            if values != [before[slot] for slot in slots] or None in values:
                self.values.pop(state, None)
            elif state in self.values:
                self.values[state].update(values)


def _adds(counted: Counted, state: p.State, low: int, high: int) -> int:
    """What one more of it brings until the end of a random game, in whole points; 0 where that is not sure."""
    brought, left = list[float](), MOVES
    for number in range(PAIRS):
        if left <= 0:
            break
        with suppress(RulesError):
            by_one, count = counted.brought_by_one(number, state, low, high)
            brought.append(by_one)
            left -= count
    if len(brought) < 2:
        return 0
    average, error = mean(brought), stdev(brought) / sqrt(len(brought))
    if abs(average) <= SURE * error:
        return 0
    return round(-average if counted.lowest else average)


class Counted:
    """Random games that begin with more or less of a number, with the same chance, and what `end` counts in them."""

    def __init__(self, rules: Rules, end: int) -> None:
        self.rules, self.end, self.utility = rules, end, Utility(rules)
        this = rules.code.instructions[end]
        self.lowest = isinstance(this, i.Finish) and this.keys[0][2]

    @cached_property
    def _fastest(self) -> Callable[[State, int], Any]:
        """What plays on from a position of the reference, with the chance of a seed."""
        if find_spec("llvmlite") is None:
            return State.copy
        from coupdsl.native.compiled_state import State as Compiled

        machine, blocks = machine_of(self.rules), Blocks(self.rules)
        return lambda state, seed: Compiled(machine, machine.seeded(blocks.block(state), seed), [])

    def brought_by_one(self, number: int, state: p.State, low: int, high: int) -> tuple[float, int]:
        """What one more of it brought to whom it belongs, and how many moves were made to see it."""
        slots = self.rules.code.layout.slots(state)
        owner = number % len(slots)
        many = self.utility.mates[owner] if state.per == "seat" else 1  # who have what one of them has more
        (at_low, some), (at_high, others) = (self._later(number, owner, slots[owner], value) for value in (low, high))
        return (at_high - at_low) * many / (high - low) / self.utility.point(owner), some + others

    def _later(self, number: int, owner: int, slot: int, value: int) -> tuple[int, int]:
        """What it has at the end of a game that begins with so much, and in how many moves."""
        seed = derive(SEED, number)
        begin, chance, count = self.rules.start(seed), Generator.from_seed(seed), 0
        begin.memory[slot] = value
        state = self._fastest(begin, seed)
        while not state.is_over and count < LONGEST:
            moves = state.legal_moves()
            state.apply(moves[chance.below(len(moves))])
            count += 1
        return self._margin(state if isinstance(state, State) else state.reference(), owner), count

    def _margin(self, state: State, owner: int) -> int:
        """How far it would be ahead if a deal were over here."""
        other = state.copy()
        other._run(self.end)
        result = other.result()
        assert result is not None
        return self.utility.margins(result)[owner]
