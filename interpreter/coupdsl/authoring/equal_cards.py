"""Where equal cards that lie open in several places are one answer, though it matters which of them is moved."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.bits import members
from coupdsl.code.code import Code
from coupdsl.code.layout import Layout
from coupdsl.engine.chance import CHANCE
from coupdsl.engine.state import State
from coupdsl.engine.waiting import Offer
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Span

HELP = "ask for the place too: with an answer for each, or with one that picks the place first"


class EqualCards:
    """Looks at what is offered as games come to it."""

    def __init__(self, code: Code) -> None:
        self._layout = code.layout
        self._told: dict[Span, Diagnostic] = {}
        moved = _moved(code) if code.layout.doubled else set()
        self._picks = {
            id(pick)
            for decision in code.decisions.values()
            for option in decision.options
            for pick in option.picks
            if pick.name.slot in moved
        }

    @property
    def found(self) -> list[Diagnostic]:
        """Warnings, one for each place of the rules that offers such cards."""
        return list(self._told.values())

    def look(self, state: State) -> None:
        """Notes where one answer stands for equal cards in several places that who chooses sees."""
        seat = state.actor
        if not self._picks or seat is None or seat == CHANCE:
            return
        for move, (option, values, count) in state.legal.items():
            for at, pick in enumerate(option.picks if count > 1 else ()):
                span = pick.stated.span
                if id(pick) in self._picks and span not in self._told:
                    offer = next(one for one in state.reference.choosing[state.pc].offers if one.option is option)
                    places = _places(state, offer, values, at)
                    if len(places) > 1:
                        first, *others = (_named(self._layout, place) for place in places)
                        message = f"`{move}` is one answer for what lies in {first} and in {' and in '.join(others)}"
                        self._told[span] = Diagnostic(codes.ONE_FOR_SEVERAL, span, message, HELP)


def _moved(code: Code) -> set[int]:
    """The places in memory whose pieces are moved: also by a rule that is given them, or once kept elsewhere."""
    found: set[int] = set()
    passed: list[tuple[int, x.Expression]] = []
    for instruction in code.instructions:
        if isinstance(instruction, i.Move):
            found |= set(_kept_at(instruction.what))
        elif isinstance(instruction, i.Store):
            passed.append((instruction.to.start, instruction.value))
        elif isinstance(instruction, i.Call):
            for procedure, _ in instruction.targets:
                passed += zip(procedure.parameters, instruction.arguments, strict=False)
        elif isinstance(instruction, i.Play):
            for _, _, slots in instruction.targets.values():
                passed += zip(slots, instruction.arguments, strict=False)
    handed_on = [(to, set(_kept_at(value))) for to, value in passed]
    while new := {slot for to, slots in handed_on if to in found for slot in slots} - found:
        found |= new
    return found


def _kept_at(expression: x.Expression) -> Iterator[int]:
    """Where the pieces it may come to are kept; those of which something is only asked do not count."""
    match expression:
        case x.Load(name=name) if name.stored:
            yield name.slot
        case x.State(start=start):
            yield start
        case x.Call() | x.Dispatch():  # a rule may well give others
            return
        case x.Op(name="without", arguments=(source, _)):
            yield from _kept_at(source)
            return
    for part in x.parts(expression):
        if (part.type.of or part.type).family:
            yield from _kept_at(part)


def _places(state: State, offer: Offer, values: tuple[int, ...], at: int) -> list[int]:
    """The zones in which the piece picked lies, and its equals that might be picked as well: the chooser sees them."""
    layout, picked = state.code.layout, values[at]
    found = {state.where[picked]}
    for piece in members(layout.alike[picked]):
        if state.where[piece] not in found and offer.allows(state, (*values[:at], piece, *values[at + 1 :])):
            found.add(state.where[piece])
    return sorted(found)


def _named(layout: Layout, place: int) -> str:
    zone, of, owner = layout.zones[place], layout.zone_of[place], layout.zone_owner[place]
    return f"`{zone.name}`" if zone.per is None else f"`{zone.name}` of {of if owner < 0 else f'seat {owner}'}"
