"""Which answers may lead to just the same question again, such as whether to throw dice once more."""

from __future__ import annotations

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.code import Code
from coupdsl.code.decisions import Decision, Option
from coupdsl.code.following import Flow


def leads_back(code: Code, decision: Decision, option: Option) -> bool:
    """May this answer lead to the same question to the same seat, before anybody else is asked?"""
    who = _places_of_asked(code, decision)
    flow = Flow[frozenset[int]](code, lambda at, to, known: known)
    seen: set[int] = set()
    waiting = [option.target]
    while waiting:
        at = waiting.pop()
        this = code.instructions[at]
        if at in seen or not who.isdisjoint(_set_by(this)):
            continue
        seen.add(at)
        if not isinstance(this, i.Choose) or this.decision.who is None:
            waiting += flow.following(at)
        elif this.decision is decision:
            return True
    return False


def _places_of_asked(code: Code, decision: Decision) -> set[int]:
    """Where it is kept who is asked, and what that was handed on from to the rule that asks."""
    found: set[int] = set()
    waiting = [decision.who] if decision.who is not None else []
    while waiting:
        new = _places(waiting.pop()) - found
        found |= new
        for call in code.instructions:
            if isinstance(call, i.Call):
                given = (
                    pair
                    for procedure, _ in call.targets
                    for pair in zip(procedure.parameters, call.arguments, strict=True)
                )
                waiting += [argument for slot, argument in given if slot in new]
    return found


def _places(expression: x.Expression) -> set[int]:
    found = {place for part in x.parts(expression) for place in _places(part)}
    if isinstance(expression, x.Load) and expression.name.stored:
        found.add(expression.name.slot)
    return found | {expression.start} if isinstance(expression, x.State) else found


def _set_by(this: i.Instruction) -> set[int]:
    """The places that an instruction gives another value, but for those of a rule that is called."""
    match this:
        case i.Store(to=place):
            return {place.start}
        case i.NextOf(local=slot) | i.TakeResult(result=slot):
            return {slot}
        case i.NextPass(resets=resets) | i.SetUp(resets=resets):
            return {slot for start, width, _ in resets for slot in range(start, start + width)}
    return set()
