"""Steps of the reference machine: what is done to pieces and money, and how a game ends."""

from __future__ import annotations

from typing import Any

from coupdsl.code import instructions as i
from coupdsl.code.bits import members
from coupdsl.code.bounds import bounded
from coupdsl.code.code import STOP
from coupdsl.code.errors import SHORT, RulesError
from coupdsl.engine.blame import below_zero
from coupdsl.engine.closures import Closure, Fixed, Step
from coupdsl.engine.events import Event
from coupdsl.engine.position import Position
from coupdsl.engine.waiting import Making, Waiting
from coupdsl.language import program as p
from coupdsl.language.source import Span


def _move(this: i.Move, after: int, waiting: Waiting) -> Step:
    what, to = waiting.evaluator.elements(this.what), waiting.evaluator.place(this.to)

    layout = waiting.code.layout

    def step(position: Position) -> int:
        pieces, zone = what(position), to(position)
        if this.hides_which or layout.doubled or layout.hidden_rows:
            pieces = list(pieces)
        if layout.doubled and not this.unseen:
            position.known_first(
                [piece for piece in pieces if position.where[piece] != zone], layout.zone_audience[zone]
            )
        if this.hides_which:
            position.forget_which(pieces, zone, this.unseen)
        if layout.hidden_rows:
            position.vacate(pieces, zone)
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

    doubled = waiting.code.layout.doubled

    def seen(position: Position, audience: int) -> list[int]:
        pieces = list(what(position))
        if doubled:
            position.known_first(pieces, audience)
        return pieces

    def hide(position: Position) -> int:
        audience = to(position)
        for piece in seen(position, audience):
            position.known[piece] &= ~audience
        return after

    def step(position: Position) -> int:
        audience, known = to(position), position.known
        new = [piece for piece in seen(position, audience) if audience & ~known[piece]]
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
    layout = waiting.code.layout
    uncounted = layout.uncounted

    def step(position: Position) -> int:
        memory, balances = position.memory, position.balances
        who, whom, owed = memory[due[0]], memory[due[1]], memory[due[2]]
        memory[due[0]] = memory[due[1]] = memory[due[2]] = None
        if owed > balances[who] and who not in uncounted:
            if not partial >> who & 1:
                payer = f"seat {who}" if who < position.rules.players else f"`{layout.account_name(who)}`"
                account = layout.accounts[who][0]
                message = f"{payer} must pay {owed} and has {balances[who]}"
                raise RulesError(message, span, help_=SHORT.format(account.name), also=_declared(account))
            owed = balances[who]
        if owed:
            balances[who] = bounded(balances[who] - owed, span)
            balances[whom] = bounded(balances[whom] + owed, span)
            position.events.append(Event("paid", (who, whom, owed, reason(position)), position.chain(site)))
        return after

    return step


def _declared(account: p.Account) -> tuple[tuple[Span, str], ...]:
    """Where it says what is done when it is short, and where it did before a variant replaced it."""
    declared = (account.span, f"`{account.name}` is declared here")
    return (declared,) if account.instead_of is None else (declared, (account.instead_of, "in the place of this"))


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


EFFECTS: dict[type[Any], Making] = {
    i.Move: _move, i.Shuffle: _shuffle, i.Show: _show,
    i.BeginPayment: _begin_payment, i.Transfer: _transfer, i.Finish: _finish,
}  # fmt: skip
