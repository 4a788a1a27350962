"""How much a game remembers from one choice to the next."""

from __future__ import annotations

from collections import Counter

from coupdsl.code.bounds import LONGEST, is_number
from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.layout import Layout
from coupdsl.code.moves import domain
from coupdsl.language import codes
from coupdsl.language.types import Type

MOST = 500_000  # numbers
WORD = 64  # members of a set that take the room of a number


def refuse_large(code: Code) -> None:
    """Raises RulesError, at the state that takes most, where all states and locals take more than a game may."""
    layout, states = code.layout, code.rules.program.states
    numbers = sum(often * _size(kind, layout) for kind, often in Counter(code.kinds).items())
    if numbers > MOST:
        largest = max(states, key=lambda state: _size(state.type, layout) * layout.width(state), default=None)
        span = code.rules.program.span if largest is None else largest.span
        message = f"this game keeps {numbers:,} numbers, and may keep {MOST:,}; a list of numbers is {LONGEST:,}"
        raise RulesError(message, span, codes.TOO_DEAR)


def _size(kind: Type, layout: Layout) -> int:
    if not kind.is_collection or kind.of is None:
        return 1
    most = LONGEST if is_number(kind.of) else len(list(domain(kind.of, layout)))
    return most if kind.name == "list" else 1 + most // WORD
