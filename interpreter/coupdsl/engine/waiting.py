"""Where a game waits: for somebody who chooses, or for chance that draws a piece or puts a row in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.code.bits import members
from coupdsl.code.code import Code
from coupdsl.code.decisions import Decision, Option, Settling
from coupdsl.code.moves import Move
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.closures import Closure, Step
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.events import Event
from coupdsl.engine.position import Legal, Position

Wanted = Callable[[Position], "tuple[int, bool] | None"]
Making = Callable[[Any, int, "Waiting"], Step]  # of an instruction and the number after its own


class Waiting:
    """`choosing`, `drawing` (from where, to where) and `settling` (what is wanted next), by the step that waits."""

    def __init__(self, code: Code, evaluator: Evaluator) -> None:
        self.code = code
        self.evaluator = evaluator
        self.choosing = {at: Choosing(decision, evaluator) for at, decision in code.decisions.items()}
        self.drawing = {at: (evaluator.place(d.source), evaluator.place(d.to)) for at, d in code.drawings.items()}
        self.settling = {at: wanted(settling, evaluator) for at, settling in code.settlings.items()}


class Choosing:
    """A decision, ready to be asked."""

    def __init__(self, decision: Decision, evaluator: Evaluator) -> None:
        self.decision = decision
        self.who = evaluator.closure(decision.who) if decision.who is not None else None
        self.offers = [Offer(option, evaluator) for option in decision.options]
        self.layout = evaluator.layout

    def seat(self, position: Position) -> int:
        """Who chooses, or `CHANCE`."""
        found: int = self.who(position) if self.who is not None else CHANCE
        return found

    def legal(self, position: Position) -> Legal:
        """What may be chosen here and now, in ascending id."""
        found: Legal = {}
        position.same = {}
        try:
            for offer in self.offers:
                if not offer.option.last_resort or not found:
                    offer.put(position, found)
        finally:
            position.same = None
        return dict(sorted(found.items(), key=lambda item: item[0].id)) if len(found) > 1 else found

    def take(self, position: Position, move: Move) -> int:
        """Writes down what was chosen; gives the step where the rules go on."""
        option, values, _ = position.legal[move]
        for pick, value in zip(option.picks, values, strict=True):
            position.memory[pick.name.slot] = value
        seat, decision = self.seat(position), self.decision
        alone = seat if decision.told is None else position.memory[decision.told]
        told = self.layout.everyone if not decision.secretly else 1 << alone if alone >= 0 else 0
        position.events.append(Event("chose", (seat, move.id, decision.site, told)))
        position.legal = {}
        return option.target


class Offer:
    """One alternative: its condition, and for each pick its place, its source and whether that is a set."""

    def __init__(self, option: Option, evaluator: Evaluator) -> None:
        self.option = option
        self.condition = evaluator.closure(option.condition) if option.condition is not None else None
        self.picks: list[tuple[int, Closure, bool]]
        self.picks = [
            (pick.name.slot, evaluator.closure(pick.source), pick.source.type.name == "set") for pick in option.picks
        ]

    def put(self, position: Position, found: Legal) -> None:
        """Puts what may be chosen here and now into `found`."""
        if self.picks:
            self._put_picked(position, found)
        elif self.option.last_resort or self.condition is None or self.condition(position):
            found[self.option.moves[()]] = (self.option, (), 1)

    def allows(self, position: Position, values: tuple[int, ...]) -> bool:
        """May just these be picked here and now?"""
        memory, before = position.memory, [position.memory[slot] for slot, _, _ in self.picks]
        try:
            for (slot, source, is_set), value in zip(self.picks, values, strict=True):
                offered = source(position)
                if value not in (members(offered) if is_set else offered):
                    return False
                memory[slot] = value
            return self.condition is None or bool(self.condition(position))
        finally:
            for (slot, _, _), value in zip(self.picks, before, strict=True):
                memory[slot] = value

    def _put_picked(self, position: Position, found: Legal) -> None:
        slot, source, is_set = self.picks[0]
        values = source(position)
        option, moves, memory, condition = self.option, self.option.moves, position.memory, self.condition
        for value in members(values) if is_set else values:
            if len(self.picks) == 1 and condition is None:
                _offer(found, moves[value], option, (value,))
                continue
            memory[slot] = value
            if len(self.picks) == 1:
                if condition is None or condition(position):
                    _offer(found, moves[value], option, (value,))
                continue
            second, other_source, other_is_set = self.picks[1]
            others = other_source(position)
            for other in members(others) if other_is_set else others:
                memory[second] = other
                if condition is None or condition(position):
                    _offer(found, moves[value, other], option, (value, other))
        if len(self.picks) > 1 or condition is not None:
            for place, _, _ in self.picks:
                memory[place] = None


def _offer(found: Legal, move: Move, option: Option, values: tuple[int, ...]) -> None:
    """Pieces that nobody can tell apart are one option, which takes the first of them."""
    known = found.get(move)
    found[move] = (option, values, 1) if known is None else (known[0], known[1], known[2] + 1)


def wanted(settling: Settling, evaluator: Evaluator) -> Wanted:
    """What is settled next: the zone, and whether from its back; None when nothing is left."""
    if settling.zone is None:
        assert settling.pieces is not None
        pieces = evaluator.elements(settling.pieces)

        def holding(position: Position) -> tuple[int, bool] | None:
            where, bags = position.where, position.bags
            return next(((where[piece], False) for piece in pieces(position) if piece in bags[where[piece]]), None)

        return holding
    place, back = evaluator.place(settling.zone), settling.back
    count = evaluator.closure(settling.count) if settling.count is not None else None

    def end(position: Position) -> tuple[int, bool] | None:
        zone, number = place(position), None if count is None else count(position)
        settled = position.tails[zone] if back else position.rows[zone]
        wanted = position.bags[zone] and (number is None or len(settled) < number)
        return (zone, back) if wanted else None

    return end
