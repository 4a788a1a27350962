"""The steps of the reference machine: what each instruction does to a position. A step gives the next step's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.code import instructions as i
from coupdsl.code.bits import members
from coupdsl.code.bounds import MOST_DRAWN, MOST_STEPS
from coupdsl.code.code import STOP
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Expression
from coupdsl.engine.blame import below_zero
from coupdsl.engine.closures import Closure, Fixed
from coupdsl.engine.events import Event
from coupdsl.engine.position import Position
from coupdsl.engine.waiting import Waiting
from coupdsl.language import codes
from coupdsl.language.source import Span

Step = Callable[[Position], int]


def step(instruction: i.Instruction, at: int, waiting: Waiting, onlooker: Callable[[Any], None] | None) -> Step:
    """The instruction numbered `at`, made a function; `onlooker` is told the marks that are come to."""
    if isinstance(instruction, i.Watch):
        return _watch(instruction, at + 1, onlooker)
    stepping = _STEPS[type(instruction)](instruction, at + 1, waiting)
    charge = waiting.code.charges.get(at)
    return stepping if charge is None else _charged(stepping, *charge)


def _charged(stepping: Step, steps: int, place: Span) -> Step:
    """To go round in a loop and to call are the only ways to come to a step again: so the rules end."""

    def step(position: Position) -> int:
        position.spent += steps
        if position.spent > MOST_STEPS:
            message = (
                f"the rules take more than {MOST_STEPS:,} steps and nobody chooses; each time, this takes {steps:,}"
            )
            raise RulesError(message, place, codes.ENDLESS)
        return stepping(position)

    return step


# ---- flow
def _jump(this: i.Jump, after: int, waiting: Waiting) -> Step:
    to = this.to.at
    return lambda position: to


def _branch(this: i.Branch, after: int, waiting: Waiting) -> Step:
    condition, otherwise = waiting.evaluator.closure(this.condition), this.otherwise.at
    return lambda position: after if condition(position) else otherwise


def _dead_end(this: i.Fail, after: int, waiting: Waiting) -> Step:
    def step(position: Position) -> int:
        raise RulesError(this.message, this.span)

    return step


def _watch(this: i.Watch, after: int, onlooker: Callable[[Any], None] | None) -> Step:
    mark = this.mark

    def step(position: Position) -> int:
        if onlooker is not None:
            onlooker(mark)
        return after

    return step


def _tell(this: i.Tell, after: int, waiting: Waiting) -> Step:
    slot, number = this.slot, this.number
    parts = waiting.code.revealed[number].type.name in ("ratio", "fraction")

    def step(position: Position) -> int:
        value = position.memory[slot]
        told = value if isinstance(value, tuple) else (int(value),)
        if parts:
            told = (value.numerator, value.denominator)
        position.events.append(Event("revealed", (number, *told)))
        return after

    return step


def _store(this: i.Store, after: int, waiting: Waiting) -> Step:
    value = waiting.evaluator.kept(this.value, waiting.code.kinds[this.to.start])
    place = waiting.evaluator.place(this.to)
    if isinstance(place, Fixed):
        fixed = place.value

        def step(position: Position) -> int:
            position.memory[fixed] = value(position)
            return after

        return step

    def indexed(position: Position) -> int:
        position.memory[place(position)] = value(position)
        return after

    return indexed


def _forget(this: i.Forget, after: int, waiting: Waiting) -> Step:
    slots = this.slots

    def step(position: Position) -> int:
        for slot in slots:
            position.memory[slot] = None
        return after

    return step


def _begin_for(this: i.BeginFor, after: int, waiting: Waiting) -> Step:
    source, elements, index = waiting.evaluator.elements(this.source), this.elements, this.index

    def step(position: Position) -> int:
        position.memory[elements] = tuple(source(position))
        position.memory[index] = 0
        return after

    return step


def _next_of(this: i.NextOf, after: int, waiting: Waiting) -> Step:
    elements, index, local, end = this.elements, this.index, this.local, this.end.at

    def step(position: Position) -> int:
        memory = position.memory
        at = memory[index]
        if at >= len(memory[elements]):
            return end
        memory[local] = memory[elements][at]
        memory[index] = at + 1
        return after

    return step


def _next_pass(this: i.NextPass, after: int, waiting: Waiting) -> Step:
    counter, end, reset = this.counter, this.end.at, _resetter(this.resets, waiting)
    until = waiting.evaluator.closure(this.until) if this.until is not None else None

    def step(position: Position) -> int:
        left = position.memory[counter]
        if left <= 0 or (until is not None and until(position)):
            return end
        position.memory[counter] = left - 1
        if reset is not None:
            reset(position)
        return after

    return step


def _resetter(resets: i.Resets, waiting: Waiting) -> Callable[[Position], None] | None:
    nothing: Closure = Fixed(None)
    kept, kinds = waiting.evaluator.kept, waiting.code.kinds
    parts = [(start, width, kept(value, kinds[start]) if value else nothing) for start, width, value in resets]
    if not parts:
        return None

    def reset(position: Position) -> None:
        for start, width, value in parts:
            position.memory[start : start + width] = [value(position)] * width

    return reset


# ---- calls
def _chosen(which: Expression | None, waiting: Waiting) -> Closure:
    return waiting.evaluator.closure(which) if which is not None else Fixed(0)


def _kept(arguments: tuple[Expression, ...], slots: list[int], waiting: Waiting) -> list[Closure]:
    """What is given, in the form in which the places of parameters hold it."""
    kinds = waiting.code.kinds
    return [waiting.evaluator.kept(one, kinds[slot]) for one, slot in zip(arguments, slots, strict=False)]


def _call(this: i.Call, after: int, waiting: Waiting) -> Step:
    which = _chosen(this.which, waiting)
    arguments = _kept(this.arguments, this.targets[0][0].parameters, waiting)
    targets = [(label.at, procedure.parameters, procedure.return_slot) for procedure, label in this.targets]

    def step(position: Position) -> int:
        start, parameters, return_slot = targets[which(position)]
        memory = position.memory
        for slot, value in zip(parameters, [argument(position) for argument in arguments], strict=True):
            memory[slot] = value
        memory[return_slot] = after
        return start

    return step


def _take_result(this: i.TakeResult, after: int, waiting: Waiting) -> Step:
    which, sources, result = _chosen(this.which, waiting), this.sources, this.result

    def step(position: Position) -> int:
        memory, source = position.memory, sources[which(position)]
        memory[result], memory[source] = memory[source], None
        return after

    return step


def _come_back(this: i.ComeBack, after: int, waiting: Waiting) -> Step:
    return_slot, slots = this.return_slot, this.cleared

    def step(position: Position) -> int:
        memory = position.memory
        to: int = memory[return_slot]
        for slot in slots:
            memory[slot] = None
        return to

    return step


def _play(this: i.Play, after: int, waiting: Waiting) -> Step:
    which = _chosen(this.which, waiting)
    arguments = _kept(this.arguments, next(iter(this.targets.values()))[2] if this.targets else [], waiting)
    targets = {at: (label.at, slots, procedure.return_slot) for at, (procedure, label, slots) in this.targets.items()}

    def step(position: Position) -> int:
        at = which(position)
        if at not in targets:
            raise RulesError("this entry is not in play", this.span)
        start, parameters, return_slot = targets[at]
        for slot, value in zip(parameters, [argument(position) for argument in arguments], strict=True):
            position.memory[slot] = value
        position.memory[return_slot] = after
        return start

    return step


def _set_up(this: i.SetUp, after: int, waiting: Waiting) -> Step:
    reset, homes = _resetter(this.resets, waiting), this.homes

    def step(position: Position) -> int:
        if reset is not None:
            reset(position)
        for piece, zone in homes:
            position.remove(piece)
            position.place(piece, zone, unseen=False)
        return after

    return step


# ---- decisions
def _choose(this: i.Choose, after: int, waiting: Waiting) -> Step:
    decision, limit, choosing = this.decision, waiting.code.limit, waiting.choosing[this.decision.at]
    site = waiting.code.sites[decision.site]

    def step(position: Position) -> int:
        if limit is not None and decision.who is not None and position.count >= limit[0]:
            return limit[1]
        position.pc = decision.at
        position.legal = choosing.legal(position)
        if not position.legal:
            who = "somebody" if decision.who is not None else "chance"
            message = f"{who} must choose `{decision.name}` and nothing is offered"
            raise RulesError(message, site.span, codes.NOTHING_TO_CHOOSE)
        if decision.who is None and position.chance is not None:
            moves = [move for move, (_, _, weight) in position.legal.items() for _ in range(weight)]
            return choosing.take(position, moves[position.chance.below(len(moves))])
        return STOP

    return step


def _draw(this: i.DrawPieces, after: int, waiting: Waiting) -> Step:
    drawing, at, span = this.drawing, after - 1, this.span
    source, to = waiting.drawing[at]
    left_slot, unseen = drawing.left, drawing.unseen

    def step(position: Position) -> int:
        left = position.memory[left_slot]
        if left > MOST_DRAWN:
            raise RulesError(f"{left:,} pieces are to be moved, and there cannot be so many", span)
        while left > 0:
            zone = source(position)
            row, bag = position.rows[zone], position.bags[zone]
            if row:
                piece = row[0]
            elif bag:
                if position.chance is None:
                    position.memory[left_slot] = left
                    position.pc = at
                    position.legal = {}
                    return STOP
                piece = position.alike(bag, bag[position.chance.below(len(bag))])
            else:
                name = position.code.layout.zone_name(zone)
                raise RulesError(f"`{name}` is empty and {left} more must come from it", span)
            position.transfer([piece], to(position), unseen)
            left -= 1
        position.memory[left_slot] = None
        return after

    return step


def _settle(this: i.Settle, after: int, waiting: Waiting) -> Step:
    at, wanted = after - 1, waiting.settling[after - 1]

    def step(position: Position) -> int:
        while (found := wanted(position)) is not None:
            if position.chance is None:
                position.pc = at
                position.legal = {}
                return STOP
            zone, back = found
            bag = position.bags[zone]
            position.settle(zone, position.alike(bag, bag[position.chance.below(len(bag))]), back)
        return after

    return step


# ---- effects
def _move(this: i.Move, after: int, waiting: Waiting) -> Step:
    what, to = waiting.evaluator.elements(this.what), waiting.evaluator.place(this.to)

    def step(position: Position) -> int:
        pieces, zone = what(position), to(position)
        if this.hides_which:
            pieces = list(pieces)
            position.forget_which(pieces, zone, this.unseen)
        position.transfer(pieces, zone, this.unseen, this.mixed)
        return after

    return step


def _shuffle(this: i.Shuffle, after: int, waiting: Waiting) -> Step:
    zone = waiting.evaluator.place(this.zone)

    def step(position: Position) -> int:
        at = zone(position)
        position.rows[at] = position.tails[at] = ()
        position.bags[at] = tuple(members(position.held[at]))
        for piece in position.bags[at]:
            position.known[piece] = 0
        position.events.append(Event("shuffled", (at,)))
        return after

    return step


def _show(this: i.Show, after: int, waiting: Waiting) -> Step:
    what = waiting.evaluator.elements(this.what)
    to: Closure = waiting.evaluator.closure(this.to) if this.to is not None else Fixed(waiting.code.layout.everyone)

    def hide(position: Position) -> int:
        audience = to(position)
        for piece in what(position):
            position.known[piece] &= ~audience
        return after

    def step(position: Position) -> int:
        audience, known = to(position), position.known
        new = [piece for piece in what(position) if audience & ~known[piece]]
        for piece in new:
            known[piece] |= audience
        if new:
            told = [part for piece in new for part in (piece, position.where[piece], position.place_told(piece))]
            position.events.append(Event("shown", (audience, *told)))
        return after

    return hide if this.hide else step


def _begin_payment(this: i.BeginPayment, after: int, waiting: Waiting) -> Step:
    payer, payee, due, short, span = (
        waiting.evaluator.closure(this.payer),
        waiting.evaluator.closure(this.payee),
        this.due,
        this.short,
        this.span,
    )
    amount = waiting.evaluator.closure(this.amount) if this.amount is not None else None
    transfer_at, end = this.transfer.at, this.end.at
    uncounted = waiting.code.layout.uncounted

    def step(position: Position) -> int:
        who, whom = payer(position), payee(position)
        if amount is None and who in uncounted:
            raise RulesError(
                f"`{waiting.code.layout.account_name(who)}` is not counted, so nobody knows what everything is", span
            )
        owed = amount(position) if amount is not None else position.balances[who]
        if owed < 0:
            stated = waiting.code.paying.get(after - 1)
            place = below_zero(position, waiting.evaluator, stated[0]) if stated is not None else span
            raise RulesError(f"a payment of {owed}", place)
        if owed == 0 or who == whom:
            return end
        memory = position.memory
        memory[due[0]], memory[due[1]], memory[due[2]] = who, whom, owed
        missing = owed - position.balances[who]
        if missing > 0 and short is not None and who < position.rules.players:
            procedure, label = short
            values = (who, whom, missing)
            for slot, value in zip(procedure.parameters, values, strict=True):
                memory[slot] = value
            memory[procedure.return_slot] = transfer_at
            return label.at
        return transfer_at

    return step


def _transfer(this: i.Transfer, after: int, waiting: Waiting) -> Step:
    due, site, partial, span = this.due, this.site, this.partial, this.span
    reason: Closure = waiting.evaluator.closure(this.reason) if this.reason is not None else Fixed(-1)
    uncounted = waiting.code.layout.uncounted

    def step(position: Position) -> int:
        memory, balances = position.memory, position.balances
        who, whom, owed = memory[due[0]], memory[due[1]], memory[due[2]]
        memory[due[0]] = memory[due[1]] = memory[due[2]] = None
        if owed > balances[who] and who not in uncounted:
            if not partial:
                payer = f"seat {who}" if who < position.rules.players else f"`{waiting.code.layout.account_name(who)}`"
                raise RulesError(f"{payer} must pay {owed} and has {balances[who]}", span)
            owed = balances[who]
        if owed:
            balances[who] -= owed
            balances[whom] += owed
            position.events.append(Event("paid", (who, whom, owed, reason(position)), position.chain(site)))
        return after

    return step


def _finish(this: i.Finish, after: int, waiting: Waiting) -> Step:
    keys, seats = (
        [(name.slot, waiting.evaluator.closure(value), lowest) for name, value, lowest in this.keys],
        waiting.code.layout.seats,
    )
    among = waiting.evaluator.closure(this.among) if this.among is not None else None

    def step(position: Position) -> int:
        may_win = range(seats) if among is None else members(among(position))
        table = []
        for seat in range(seats):
            row = []
            for slot, value, lowest in keys:
                position.scratch[slot] = seat
                found = value(position)
                row.append((found, -found if lowest else found))
            table.append(row)
        ranks = [tuple(key for _, key in row) for row in table]
        best = max((ranks[seat] for seat in may_win), default=None)
        winners = tuple(seat for seat in may_win if ranks[seat] == best)
        scores = tuple(row[0][0] for row in table)
        position.end = (scores, winners)
        position.pc = STOP
        position.legal = {}
        position.events.append(Event("finished", (*scores, *winners)))
        return STOP

    return step


_STEPS: dict[type[Any], Callable[[Any, int, Waiting], Step]] = {
    i.Jump: _jump, i.Branch: _branch, i.Fail: _dead_end, i.Tell: _tell, i.Store: _store,
    i.Forget: _forget, i.BeginFor: _begin_for, i.NextOf: _next_of, i.NextPass: _next_pass, i.Call: _call,
    i.TakeResult: _take_result, i.ComeBack: _come_back, i.Play: _play, i.SetUp: _set_up, i.Choose: _choose,
    i.DrawPieces: _draw, i.Settle: _settle, i.Move: _move, i.Shuffle: _shuffle, i.Show: _show,
    i.BeginPayment: _begin_payment, i.Transfer: _transfer, i.Finish: _finish,
}  # fmt: skip
