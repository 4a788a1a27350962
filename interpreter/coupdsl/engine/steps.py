"""The steps of the reference machine: what each instruction does to a state. A step gives the next step's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from coupdsl.engine import instructions as i
from coupdsl.engine.bits import members
from coupdsl.engine.blame import below_zero
from coupdsl.engine.code import STOP, Code, Step
from coupdsl.engine.errors import RulesError
from coupdsl.engine.evaluate import Closure, Fixed
from coupdsl.engine.events import Event
from coupdsl.language import codes

if TYPE_CHECKING:
    from coupdsl.engine.state import State


def step(instruction: i.Instruction, at: int, code: Code) -> Step:
    """The instruction numbered `at`, ready to be run."""
    return _STEPS[type(instruction)](instruction, at + 1, code)


# ---- flow
def _jump(this: i.Jump, after: int, code: Code) -> Step:
    to = this.to.at
    if to >= after:
        return lambda state: to

    def again(state: State) -> int:
        """A loop is the only way back, so the rules end when there are only so many passes through loops."""
        from coupdsl.engine.state import PASSES

        state.passes += 1
        if state.passes > PASSES:
            message = f"the rules go through loops more than {PASSES} times and nobody chooses"
            raise RulesError(message, code.rules.program.span, codes.ENDLESS)
        return to

    return again


def _branch(this: i.Branch, after: int, code: Code) -> Step:
    condition, otherwise = this.condition.closure, this.otherwise.at
    return lambda state: after if condition(state) else otherwise


def _dead_end(this: i.Fail, after: int, code: Code) -> Step:
    def step(state: State) -> int:
        raise RulesError(this.message, this.span)

    return step


def _watch(this: i.Watch, after: int, code: Code) -> Step:
    onlooker = this.onlooker

    def step(state: State) -> int:
        onlooker()
        return after

    return step


def _tell(this: i.Tell, after: int, code: Code) -> Step:
    slot, number = this.slot, this.number
    parts = code.revealed[number].type.name in ("ratio", "fraction")

    def step(state: State) -> int:
        value = state.memory[slot]
        told = value if isinstance(value, tuple) else (int(value),)
        if parts:
            told = (value.numerator, value.denominator)
        state.events.append(Event("revealed", (number, *told)))
        return after

    return step


def _store(this: i.Store, after: int, code: Code) -> Step:
    value, place = this.value.closure, this.to.closure
    if isinstance(place, Fixed):
        fixed = place.value

        def step(state: State) -> int:
            state.memory[fixed] = value(state)
            return after

        return step

    def indexed(state: State) -> int:
        state.memory[place(state)] = value(state)
        return after

    return indexed


def _forget(this: i.Forget, after: int, code: Code) -> Step:
    slots = this.slots

    def step(state: State) -> int:
        for slot in slots:
            state.memory[slot] = None
        return after

    return step


def _begin_for(this: i.BeginFor, after: int, code: Code) -> Step:
    source, elements, index = this.source.closure, this.elements, this.index

    def step(state: State) -> int:
        state.memory[elements] = tuple(source(state))
        state.memory[index] = 0
        return after

    return step


def _next_of(this: i.NextOf, after: int, code: Code) -> Step:
    elements, index, local, end = this.elements, this.index, this.local, this.end.at

    def step(state: State) -> int:
        memory = state.memory
        at = memory[index]
        if at >= len(memory[elements]):
            return end
        memory[local] = memory[elements][at]
        memory[index] = at + 1
        return after

    return step


def _next_pass(this: i.NextPass, after: int, code: Code) -> Step:
    counter, end, reset = this.counter, this.end.at, _resetter(this.resets)
    until = this.until.closure if this.until is not None else None

    def step(state: State) -> int:
        left = state.memory[counter]
        if left <= 0 or (until is not None and until(state)):
            return end
        state.memory[counter] = left - 1
        if reset is not None:
            reset(state)
        return after

    return step


def _resetter(resets: i.Resets) -> Callable[[State], None] | None:
    nothing: Closure = Fixed(None)
    parts = [(start, width, value.closure if value is not None else nothing) for start, width, value in resets]
    if not parts:
        return None

    def reset(state: State) -> None:
        for start, width, value in parts:
            state.memory[start : start + width] = [value(state)] * width

    return reset


# ---- calls
def _chosen(which: i.Value | None) -> Closure:
    return which.closure if which is not None else Fixed(0)


def _call(this: i.Call, after: int, code: Code) -> Step:
    which = _chosen(this.which)
    arguments = [argument.closure for argument in this.arguments]
    targets = [(label.at, procedure.parameters, procedure.return_slot) for procedure, label in this.targets]

    def step(state: State) -> int:
        start, parameters, return_slot = targets[which(state)]
        memory = state.memory
        for slot, value in zip(parameters, [argument(state) for argument in arguments], strict=True):
            memory[slot] = value
        memory[return_slot] = after
        return start

    return step


def _take_result(this: i.TakeResult, after: int, code: Code) -> Step:
    which, sources, result = _chosen(this.which), this.sources, this.result

    def step(state: State) -> int:
        memory, source = state.memory, sources[which(state)]
        memory[result], memory[source] = memory[source], None
        return after

    return step


def _come_back(this: i.ComeBack, after: int, code: Code) -> Step:
    return_slot, slots = this.return_slot, this.cleared

    def step(state: State) -> int:
        memory = state.memory
        to: int = memory[return_slot]
        for slot in slots:
            memory[slot] = None
        return to

    return step


def _play(this: i.Play, after: int, code: Code) -> Step:
    which = _chosen(this.which)
    arguments = [argument.closure for argument in this.arguments]
    targets = {at: (label.at, slots, procedure.return_slot) for at, (procedure, label, slots) in this.targets.items()}

    def step(state: State) -> int:
        at = which(state)
        if at not in targets:
            raise RulesError("this entry is not in play", this.span)
        start, parameters, return_slot = targets[at]
        for slot, value in zip(parameters, [argument(state) for argument in arguments], strict=True):
            state.memory[slot] = value
        state.memory[return_slot] = after
        return start

    return step


def _set_up(this: i.SetUp, after: int, code: Code) -> Step:
    reset, homes = _resetter(this.resets), this.homes

    def step(state: State) -> int:
        if reset is not None:
            reset(state)
        for piece, zone in homes:
            state.remove(piece)
            state.place(piece, zone, unseen=False)
        return after

    return step


# ---- decisions
def _choose(this: i.Choose, after: int, code: Code) -> Step:
    decision, limit = this.decision, code.limit
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


def _draw(this: i.DrawPieces, after: int, code: Code) -> Step:
    drawing, at, span = this.drawing, after - 1, this.span
    source, to = drawing.source.closure, drawing.to.closure
    left_slot, unseen, site = drawing.left, drawing.unseen, drawing.site

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


def wanted(this: i.Settle) -> Callable[[State], tuple[int, bool] | None]:
    """What an instruction settles next: the zone, and whether from its back; None when nothing is left."""
    if this.zone is None:
        assert this.pieces is not None
        pieces = this.pieces.closure

        def holding(state: State) -> tuple[int, bool] | None:
            where, bags = state.where, state.bags
            return next(((where[piece], False) for piece in pieces(state) if piece in bags[where[piece]]), None)

        return holding
    place, back = this.zone.closure, this.back
    count = this.count.closure if this.count is not None else None

    def end(state: State) -> tuple[int, bool] | None:
        zone, number = place(state), None if count is None else count(state)
        settled = state.tails[zone] if back else state.rows[zone]
        wanted = state.bags[zone] and (number is None or len(settled) < number)
        return (zone, back) if wanted else None

    return end


def _settle(this: i.Settle, after: int, code: Code) -> Step:
    at, wanted = after - 1, this.settling.wanted

    def step(state: State) -> int:
        while (found := wanted(state)) is not None:
            if state.chance is None:
                state.pc = at
                state.legal = {}
                return STOP
            zone, back = found
            bag = state.bags[zone]
            state.settle(zone, state.alike(bag, bag[state.chance.below(len(bag))]), back)
        return after

    return step


# ---- effects
def _move(this: i.Move, after: int, code: Code) -> Step:
    what, to, unseen = this.what.closure, this.to.closure, this.unseen

    def step(state: State) -> int:
        state.transfer(what(state), to(state), unseen, 0)
        return after

    return step


def _shuffle(this: i.Shuffle, after: int, code: Code) -> Step:
    zone = this.zone.closure

    def step(state: State) -> int:
        at = zone(state)
        state.rows[at] = state.tails[at] = ()
        state.bags[at] = tuple(members(state.held[at]))
        for piece in state.bags[at]:
            state.known[piece] = 0
        state.events.append(Event("shuffled", (at,)))
        return after

    return step


def _show(this: i.Show, after: int, code: Code) -> Step:
    what = this.what.closure
    to: Closure = this.to.closure if this.to is not None else Fixed(code.layout.everyone)

    def hide(state: State) -> int:
        audience = to(state)
        for piece in what(state):
            state.known[piece] &= ~audience
        return after

    def step(state: State) -> int:
        audience, known = to(state), state.known
        new = [piece for piece in what(state) if audience & ~known[piece]]
        for piece in new:
            known[piece] |= audience
        if new:
            pairs = [part for piece in new for part in (piece, state.where[piece])]
            state.events.append(Event("shown", (audience, *pairs)))
        return after

    return hide if this.hide else step


def _begin_payment(this: i.BeginPayment, after: int, code: Code) -> Step:
    payer, payee, due, short, span = this.payer.closure, this.payee.closure, this.due, this.short, this.span
    amount = this.amount.closure if this.amount is not None else None
    transfer_at, end = this.transfer.at, this.end.at
    uncounted = code.layout.uncounted

    def step(state: State) -> int:
        who, whom = payer(state), payee(state)
        if amount is None and who in uncounted:
            raise RulesError(
                f"`{code.layout.account_name(who)}` is not counted, so nobody knows what everything is", span
            )
        owed = amount(state) if amount is not None else state.balances[who]
        if owed < 0:
            place = below_zero(state, this.amount) if this.amount is not None else span
            raise RulesError(f"a payment of {owed}", place)
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


def _transfer(this: i.Transfer, after: int, code: Code) -> Step:
    due, site, partial, span = this.due, this.site, this.partial, this.span
    reason: Closure = this.reason.closure if this.reason is not None else Fixed(-1)
    uncounted = code.layout.uncounted

    def step(state: State) -> int:
        memory, balances = state.memory, state.balances
        who, whom, owed = memory[due[0]], memory[due[1]], memory[due[2]]
        memory[due[0]] = memory[due[1]] = memory[due[2]] = None
        if owed > balances[who] and who not in uncounted:
            if not partial:
                payer = f"seat {who}" if who < state.rules.players else f"`{code.layout.account_name(who)}`"
                raise RulesError(f"{payer} must pay {owed} and has {balances[who]}", span)
            owed = balances[who]
        if owed:
            balances[who] -= owed
            balances[whom] += owed
            state.events.append(Event("paid", (who, whom, owed, reason(state)), state.chain(site)))
        return after

    return step


def _finish(this: i.Finish, after: int, code: Code) -> Step:
    keys, seats = [(slot, value.closure, lowest) for slot, _, value, lowest in this.keys], code.layout.seats

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


_STEPS: dict[type[Any], Callable[[Any, int, Code], Step]] = {
    i.Jump: _jump, i.Branch: _branch, i.Fail: _dead_end, i.Watch: _watch, i.Tell: _tell, i.Store: _store,
    i.Forget: _forget, i.BeginFor: _begin_for, i.NextOf: _next_of, i.NextPass: _next_pass, i.Call: _call,
    i.TakeResult: _take_result, i.ComeBack: _come_back, i.Play: _play, i.SetUp: _set_up, i.Choose: _choose,
    i.DrawPieces: _draw, i.Settle: _settle, i.Move: _move, i.Shuffle: _shuffle, i.Show: _show,
    i.BeginPayment: _begin_payment, i.Transfer: _transfer, i.Finish: _finish,
}  # fmt: skip
