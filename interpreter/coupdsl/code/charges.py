"""What rules may take from one choice to the next, so that all executors leave off at the same step.

A way back and a call are charged with what they lead through, so that nothing goes on for ever; what is dear by itself
is charged where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from types import MappingProxyType
from typing import NamedTuple

from coupdsl.code import instructions as i
from coupdsl.code.bounds import MOST_BY_CHANCE, MOST_STEPS, is_number
from coupdsl.code.code import Code
from coupdsl.code.costs import LOOPS, MANY, UNKNOWN, Costs
from coupdsl.code.decisions import Decision, Option
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Connected, Expression, mentions
from coupdsl.code.worked_out import outermost_expressions
from coupdsl.language import codes
from coupdsl.language.source import Span

INSTRUCTION = 20  # steps, beside those of its expressions
DEAR = 10_000  # steps of an instruction that is charged by itself
QUICKER = 64  # times: so much machine code is at least
DEAREST = 15_000_000  # steps of one expression, or of what one choice offers
ASTRONOMIC = 10**15  # larger sums are not written out
GO_THROUGH_LESS = "go through less, or keep in a state what is asked again and again"
OF_UNKNOWN_LENGTH = (
    f"a list of numbers whose length is known in play alone counts as {UNKNOWN:,}: say how many there are at most, "
    "such as `1 .. min(n, 6)`"
)
OF_ANY_CARDS = (
    "a set of cards counts as all {}, also what a rule is given: where there are fewer, write `first(7) of …`"
)


class Cost(NamedTuple):
    """The most steps that an expression takes, or a choice that asks for it; `help` where it is known what is dear."""

    steps: int
    of: Expression
    help: str | None = None


Folded = Mapping[Expression, Expression]  # what counts in the place of code that is run as it is stated
NOTHING: Folded = MappingProxyType({})
Dear = tuple[int, Span, str]  # steps at most, the place, and the sizes that are multiplied there


def charge(code: Code, folded: Folded = NOTHING) -> None:
    """Fills in `code.charges` and `code.most_steps`; raises RulesError for what is dearer than anything may be."""
    code.most_steps = MOST_STEPS
    if any(decision.who is None for decision in code.decisions.values()):
        code.most_steps *= MOST_BY_CHANCE
    cheap, alone = [], Costs(code.layout, folded)
    for at, (instruction, parts) in enumerate(zip(code.instructions, costs_of(code, folded), strict=True)):
        steps = sum(part.steps for part in parts) + (0 if isinstance(instruction, i.Watch) else INSTRUCTION)
        cheap.append(min(steps, DEAR))
        if steps > DEAR:
            dearest = max(parts, key=lambda part: part.steps)
            if dearest.steps > DEAREST:
                raise _too_dear(dearest, alone)
            code.charges[at] = steps, dearest.of.span
    for first in [*(pieces for _, pieces in code.homes), *(value for _, _, value in code.beginnings)]:
        steps = alone.steps(first)
        if steps > DEAREST:
            raise _too_dear(Cost(steps, first), alone)
    ends = {one.return_slot: at for at, one in enumerate(code.instructions) if isinstance(one, i.ComeBack)}
    for at, one in enumerate(code.instructions):
        if isinstance(one, i.Jump) and one.to.at <= at:
            assert one.span is not None
            _add(code, at, sum(cheap[one.to.at : at + 1]), one.span)
        called = _called(one)
        if called:
            place = one.span if isinstance(one, i.BeginPayment) else code.sites[code.return_sites[at + 1]].span
            regions = (cheap[label.at : ends[procedure.return_slot] + 1] for procedure, label in called)
            _add(code, at, max(map(sum, regions)), place)


def dearest(code: Code, number: int) -> list[Dear]:
    """The dearest places of the rules."""
    places: dict[Span, Cost] = {}
    for one in sorted(chain.from_iterable(costs_of(code)), key=lambda part: -part.steps):
        places.setdefault(one.of.span, one)
    factors = Costs(code.layout, NOTHING).factors
    return [(one.steps, span, factors(one.of)) for span, one in islice(places.items(), number)]


def costs_of(code: Code, folded: Folded = NOTHING) -> Iterator[list[Cost]]:
    """Of each instruction what its expressions take, and what each choice offers."""
    alone, together = Costs(code.layout, folded), Costs(code.layout, folded, together=True)
    for instruction in code.instructions:
        if isinstance(instruction, i.Choose):
            yield list(_of_choice(instruction.decision, alone, together))
        else:
            yield [Cost(steps, one) for steps, one in _of_parts(instruction, alone)]


def _of_parts(instruction: i.Instruction, alone: Costs) -> Iterator[tuple[int, Expression]]:
    """What is asked anew for each seat or each piece counts as often."""
    layout = alone.layout
    pieces = isinstance(instruction, i.DrawPieces | i.Settle)
    times = layout.seats if isinstance(instruction, i.Finish) else layout.pieces if pieces else 1
    for one in outermost_expressions(instruction):
        yield (alone.steps(one) + alone.most(one)) * times, one


def _of_choice(decision: Decision, alone: Costs, together: Costs) -> Iterator[Cost]:
    if decision.who is not None:
        yield Cost(alone.steps(decision.who), decision.who)
    for option in decision.options:
        asked = [pick.source for pick in option.picks] + ([option.condition] if option.condition is not None else [])
        if asked:
            steps = _offering(option, together) + together.of_shared_rules(asked)
            if any(is_number(pick.name.type) for pick in option.picks):  # for which machine code asks all rules anew
                anew = _offering(option, alone) // QUICKER
                steps = max(steps, anew) if anew > DEAREST else steps
            yield Cost(steps, max(asked, key=together.steps), _asked_before(option, together))


def _asked_before(option: Option, counted: Costs) -> str | None:
    """Help where a dear condition asks nothing of what is picked: it is asked for each all the same."""
    condition = option.condition
    if condition is None or any(mentions(condition, pick.name) for pick in option.picks):
        return None
    if _offering(option, counted) <= DEAREST or _of_picks(option, 1, counted) > DEAREST:
        return None
    return f"ask before the choice what is the same for all picks: `let so = {condition.span.words}`, and here `if so`"


def _offering(option: Option, counted: Costs) -> int:
    """The condition is asked for each that is picked, and what is picked second for each of the first."""
    return _of_picks(option, counted.steps(option.condition) if option.condition is not None else 1, counted)


def _of_picks(option: Option, steps: int, counted: Costs) -> int:
    """What is picked, with so many steps for each of all ways to pick."""
    for pick in reversed(option.picks):
        steps = counted.steps(pick.source) + counted.most(pick.source) * (1 + steps)
    return steps


def _add(code: Code, at: int, steps: int, place: Span) -> None:
    there, known = code.charges.get(at, (0, place))
    code.charges[at] = there + steps, known


def _too_dear(dear: Cost, alone: Costs) -> RulesError:
    steps = f"{dear.steps:,}" if dear.steps < ASTRONOMIC else f"more than {ASTRONOMIC:,}"
    factors = alone.factors(dear.of)
    told = f": {factors} and more" if "×" in factors else ""
    of_lists = OF_UNKNOWN_LENGTH if f"{UNKNOWN:,}" in factors.split(" × ") else None
    dearest, every_card = list(islice(alone.dearest(dear.of), MANY)), alone.layout.cards
    of_all = sum(size == every_card and _goes_through_pieces(one) for size, one in dearest)
    of_cards = OF_ANY_CARDS.format(f"{every_card:,}") if of_all > 1 else None
    help_ = dear.help or of_lists or of_cards or GO_THROUGH_LESS
    message = f"this can take {steps} steps, and at most {DEAREST:,} are allowed{told}"
    place = dear.of.span
    inner = [one.span for _, one in dearest]
    also = tuple(
        (span, "most of them here") for span in inner[-1:] if (span.source, span.line) != (place.source, place.line)
    )
    return RulesError(message, place, codes.TOO_DEAR, help_, also)


def _goes_through_pieces(one: Expression) -> bool:
    of = one.source.type.of if isinstance(one, LOOPS) and not isinstance(one, Connected) else None
    return of is not None and of.family


def _called(one: i.Instruction) -> list[i.Target]:
    """The procedures that an instruction may go to."""
    if isinstance(one, i.Call):
        return list(one.targets)
    if isinstance(one, i.Play):
        return [(procedure, label) for procedure, label, _ in one.targets.values()]
    return [one.short] if isinstance(one, i.BeginPayment) and one.short is not None else []
