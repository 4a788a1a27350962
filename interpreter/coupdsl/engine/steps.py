"""The steps of the machine: what each kind of statement does to a state. A step gives the next step's number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from coupdsl.engine.bits import members
from coupdsl.engine.code import STOP, Code, Decision, Drawing, Procedure, Step
from coupdsl.engine.errors import RulesError
from coupdsl.engine.evaluate import Closure
from coupdsl.engine.events import Event
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.source import Span

if TYPE_CHECKING:
    from coupdsl.engine.lower import Label, Lowering
    from coupdsl.engine.state import State


# ---- flow
def jump(to: int) -> Step:
    return lambda state: to


def branch(condition: Closure, yes: int, no: int) -> Step:
    return lambda state: yes if condition(state) else no


def fails(message: str, span: Span) -> Step:
    """Where the rules must not come."""

    def step(state: State) -> int:
        raise RulesError(message, span)

    return step


def reveal(slot: int, number: int, after: int) -> Step:
    """Tells everybody the value kept at `slot`."""

    def step(state: State) -> int:
        value = state.memory[slot]
        told = value if isinstance(value, tuple) else (int(value),)
        state.events.append(Event("revealed", (number, *told)))
        return after

    return step


def store(slot: int | Closure, value: Closure, after: int) -> Step:
    if isinstance(slot, int):
        fixed = slot

        def step(state: State) -> int:
            state.memory[fixed] = value(state)
            return after

        return step
    place = slot

    def indexed(state: State) -> int:
        state.memory[place(state)] = value(state)
        return after

    return indexed


def forget(slots: Sequence[int], after: int) -> Step:
    """Clears what a loop kept, so that equal positions are equal states."""

    def step(state: State) -> int:
        for slot in slots:
            state.memory[slot] = None
        return after

    return step


def begin_for(source: Closure, elements: int, index: int, after: int) -> Step:
    def step(state: State) -> int:
        state.memory[elements] = tuple(source(state))
        state.memory[index] = 0
        return after

    return step


def next_of(elements: int, index: int, local: int, after: int, end: int) -> Step:
    def step(state: State) -> int:
        memory = state.memory
        at = memory[index]
        if at >= len(memory[elements]):
            return end
        memory[local] = memory[elements][at]
        memory[index] = at + 1
        return after

    return step


def next_pass(counter: int, until: Closure | None, reset: Callable[[State], None] | None, after: int, end: int) -> Step:
    def step(state: State) -> int:
        left = state.memory[counter]
        if left <= 0 or (until is not None and until(state)):
            return end
        state.memory[counter] = left - 1
        if reset is not None:
            reset(state)
        return after

    return step


def resetter(lowering: Lowering, states: list[p.State]) -> Callable[[State], None] | None:
    """Sets states back to their first values; they may depend on what is known by then."""
    parts = []
    for declared in states:
        start, width = lowering.layout.state_start[declared], lowering.layout.width(declared)
        value: Closure = lambda state: None  # noqa: E731
        if declared.initial is not None:
            value = lowering.evaluator.value(declared.initial, declared.type, None)
        parts.append((start, width, value))
    if not parts:
        return None

    def reset(state: State) -> None:
        for start, width, value in parts:
            state.memory[start : start + width] = [value(state)] * width

    return reset


# ---- calls
def call(which: Closure, targets: list[tuple[Procedure, Label]], arguments: list[Closure], after: int) -> Step:
    starts = [label.at for _, label in targets]

    def step(state: State) -> int:
        at = which(state)
        procedure = targets[at][0]
        memory = state.memory
        for slot, value in zip(procedure.parameters, [argument(state) for argument in arguments], strict=True):
            memory[slot] = value
        memory[procedure.return_slot] = after
        return starts[at]

    return step


def take_result(which: Closure, sources: list[int], result: int, after: int) -> Step:
    def step(state: State) -> int:
        memory, source = state.memory, sources[which(state)]
        memory[result], memory[source] = memory[source], None
        return after

    return step


def come_back(return_slot: int, slots: list[int]) -> Step:
    """Ends a procedure and clears its places, so that equal positions are equal states."""

    def step(state: State) -> int:
        memory = state.memory
        to: int = memory[return_slot]
        for slot in slots:
            memory[slot] = None
        return to

    return step


def play(
    which: Closure,
    labels: dict[int, tuple[Procedure, Label]],
    parameters: dict[int, list[int]],
    arguments: list[Closure],
    after: int,
    span: Span,
) -> Step:
    def step(state: State) -> int:
        at = which(state)
        if at not in labels:
            raise RulesError("this entry is not in play", span)
        procedure, label = labels[at]
        for slot, value in zip(parameters[at], [argument(state) for argument in arguments], strict=True):
            state.memory[slot] = value
        state.memory[procedure.return_slot] = after
        return label.at

    return step


def set_up(lowering: Lowering, mechanic: p.Mechanic, after: int) -> Step:
    """A mechanic begins: its states have their first values, its pieces lie where they belong."""
    layout = lowering.layout
    reset = resetter(lowering, mechanic.passing)
    homes: list[tuple[int, int]] = []
    for zone in lowering.program.zones:
        if zone.initial is not None and zone.type.of in {family.type for family in mechanic.families}:
            pieces = lowering.evaluator.as_list(zone.initial, None)(None)  # type: ignore[arg-type]
            homes += [(piece, layout.zone_start[zone]) for piece in pieces]

    def step(state: State) -> int:
        if reset is not None:
            reset(state)
        for piece, zone in homes:
            state.remove(piece)
            state.place(piece, zone, unseen=False)
        return after

    return step


# ---- decisions
def choose(decision: Decision, code: Code) -> Step:
    limit = code.limit
    site = code.sites[decision.site]

    def step(state: State) -> int:
        if limit is not None and decision.who is not None and state.count >= limit[0]:
            return limit[1]
        state.pc = decision.at
        state.legal = state.options_of(decision)
        if not state.legal:
            who = "somebody" if decision.who is not None else "chance"
            message = f"{who} must choose `{decision.name}` and nothing is offered"
            raise RulesError(message, site.span, codes.NOTHING_TO_CHOOSE)
        if decision.who is None and state.chance is not None:
            moves = [move for move, (_, _, weight) in state.legal.items() for _ in range(weight)]
            return state.take(decision, moves[state.chance.below(len(moves))])
        return STOP

    return step


def draw(drawing: Drawing, at: int, after: int, span: Span) -> Step:
    source, to, left_slot, unseen, site = (
        drawing.source,
        drawing.to,
        drawing.left,
        drawing.unseen,
        drawing.site,
    )

    def step(state: State) -> int:
        left = state.memory[left_slot]
        while left > 0:
            zone = source(state)
            row, bag = state.rows[zone], state.bags[zone]
            if row:
                piece = row[0]
            elif bag:
                if state.chance is None:
                    state.memory[left_slot] = left
                    state.pc = at
                    state.legal = {}
                    return STOP
                piece = state.alike(bag, bag[state.chance.below(len(bag))])
            else:
                name = state.rules.code.layout.zone_name(zone)
                raise RulesError(f"`{name}` is empty and {left} more must come from it", span)
            state.transfer([piece], to(state), unseen, site)
            left -= 1
        state.memory[left_slot] = None
        return after

    return step


# ---- effects
def move(what: Closure, to: Closure, unseen: bool, after: int) -> Step:
    def step(state: State) -> int:
        state.transfer(what(state), to(state), unseen, 0)
        return after

    return step


def shuffle(zone: Closure, after: int) -> Step:
    def step(state: State) -> int:
        at = zone(state)
        state.rows[at] = state.tails[at] = ()
        state.bags[at] = tuple(members(state.held[at]))
        for piece in state.bags[at]:
            state.known[piece] = 0
        state.events.append(Event("shuffled", (at,)))
        return after

    return step


def show(what: Closure, to: Closure, after: int) -> Step:
    def step(state: State) -> int:
        audience, known = to(state), state.known
        new = [piece for piece in what(state) if audience & ~known[piece]]
        for piece in new:
            known[piece] |= audience
        if new:
            state.events.append(Event("shown", (audience, *new)))
        return after

    return step


def hide(what: Closure, to: Closure, after: int) -> Step:
    def step(state: State) -> int:
        audience = to(state)
        for piece in what(state):
            state.known[piece] &= ~audience
        return after

    return step


def begin_payment(
    payer: Closure,
    payee: Closure,
    amount: Closure | None,
    due: tuple[int, int, int],
    short: tuple[Procedure, Label] | None,
    transfer_at: int,
    end: int,
    span: Span,
) -> Step:
    """Works out who pays whom how much; with too little at hand, the account's rule runs first."""

    def step(state: State) -> int:
        who, whom = payer(state), payee(state)
        owed = amount(state) if amount is not None else state.balances[who]
        if owed < 0:
            raise RulesError(f"a payment of {owed}", span)
        if owed == 0 or who == whom:
            return end
        memory = state.memory
        memory[due[0]], memory[due[1]], memory[due[2]] = who, whom, owed
        missing = owed - state.balances[who]
        if missing > 0 and short is not None and who < state.rules.players:
            procedure, label = short
            values = (who, whom, missing)
            for slot, value in zip(procedure.parameters, values, strict=True):
                memory[slot] = value
            memory[procedure.return_slot] = transfer_at
            return label.at
        return transfer_at

    return step


def transfer(
    due: tuple[int, int, int], reason: Closure, site: int, partial: bool, code: Code, end: int, span: Span
) -> Step:
    def step(state: State) -> int:
        memory, balances = state.memory, state.balances
        who, whom, owed = memory[due[0]], memory[due[1]], memory[due[2]]
        memory[due[0]] = memory[due[1]] = memory[due[2]] = None
        if owed > balances[who]:
            if not partial:
                payer = f"seat {who}" if who < state.rules.players else f"`{code.layout.account_name(who)}`"
                raise RulesError(f"{payer} must pay {owed} and has {balances[who]}", span)
            owed = balances[who]
        if owed:
            balances[who] -= owed
            balances[whom] += owed
            state.events.append(Event("paid", (who, whom, owed, reason(state)), state.chain(site)))
        return end

    return step


def finish(keys: list[tuple[int, Closure, bool]], seats: int) -> Step:
    def step(state: State) -> int:
        table = []
        for seat in range(seats):
            row = []
            for slot, value, lowest in keys:
                state.scratch[slot] = seat
                found = value(state)
                row.append((found, -found if lowest else found))
            table.append(row)
        ranks = [tuple(key for _, key in row) for row in table]
        best = max(ranks)
        winners = tuple(seat for seat in range(seats) if ranks[seat] == best)
        scores = tuple(row[0][0] for row in table)
        state.end = (scores, winners)
        state.pc = STOP
        state.legal = {}
        state.events.append(Event("finished", (*scores, *winners)))
        return STOP

    return step
