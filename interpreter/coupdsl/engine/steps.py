"""The steps of the reference machine: what each instruction does to a position. A step gives the next step's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coupdsl.code import instructions as i
from coupdsl.code.bounds import MOST_DRAWN
from coupdsl.code.code import STOP
from coupdsl.code.errors import RulesError
from coupdsl.engine.closures import Step
from coupdsl.engine.effect_steps import EFFECTS
from coupdsl.engine.flow_steps import FLOW
from coupdsl.engine.position import Position
from coupdsl.engine.waiting import Making, Waiting
from coupdsl.language import codes
from coupdsl.language.source import Span


def step(instruction: i.Instruction, at: int, waiting: Waiting, onlooker: Callable[[Any], None] | None) -> Step:
    """The instruction numbered `at`, made a function; `onlooker` is told the marks that are come to."""
    if isinstance(instruction, i.Watch):
        return _watch(instruction, at + 1, onlooker)
    stepping = _STEPS[type(instruction)](instruction, at + 1, waiting)
    charge = waiting.code.charges.get(at)
    return stepping if charge is None else _charged(stepping, *charge, waiting.code.most_steps)


def _charged(stepping: Step, steps: int, place: Span, most: int) -> Step:
    """To go round in a loop and to call are the only ways to come to a step again: so the rules end."""

    def step(position: Position) -> int:
        position.spent += steps
        if position.spent > most:
            message = f"the rules take more than {most:,} steps without anybody choosing"
            message += f"; this takes {steps:,} each time"
            raise RulesError(message, place, codes.ENDLESS)
        return stepping(position)

    return step


def _watch(this: i.Watch, after: int, onlooker: Callable[[Any], None] | None) -> Step:
    mark = this.mark

    def step(position: Position) -> int:
        if onlooker is not None:
            onlooker(mark)
        return after

    return step


# ---- decisions
def _choose(this: i.Choose, after: int, waiting: Waiting) -> Step:
    decision, limit, choosing = this.decision, waiting.code.limit, waiting.choosing[this.decision.at]
    site = waiting.code.sites[decision.site]

    def step(position: Position) -> int:
        if limit is not None and decision.who is not None and position.count >= limit[0]:
            position.limited = True
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
            raise RulesError(f"{left:,} pieces should be moved, and there cannot be so many", span)
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


_STEPS: dict[type[Any], Making] = {
    **FLOW, **EFFECTS, i.Choose: _choose, i.DrawPieces: _draw, i.Settle: _settle,
}  # fmt: skip
