"""How large numbers and how long lists may become: the same for every executor, and said in the same words.

The words do not say which number it was, for it may depend on what not everybody sees.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from coupdsl.code.bits import mask_of
from coupdsl.code.errors import RulesError
from coupdsl.language.source import Span
from coupdsl.language.types import HELD_AS_NUMBERS, Type

LIMIT = 1 << 62  # every number is smaller, both parts of a fraction too
ENOUGH = LIMIT - 1  # what an account holds that is not counted
TOO_MUCH_PAID = "the payments of one game are more than can be added up"
LONGEST = 4_096  # numbers in a list
LARGEST = 126  # number in a set
MOST_DRAWN = 1_000  # pieces, one by one
MOST_STEPS = 30_000_000  # from one choice to the next
MOST_BY_CHANCE = 5  # times as many where chance chooses, for then a whole game may pass by chance alone

Work = Callable[[Any, Any], Any]


def bounded(value: Any, span: Span) -> Any:
    if not -LIMIT < value < LIMIT:
        raise RulesError("a number grows beyond all bounds", span)
    return value


def checked(work: Work, span: Span) -> Work:
    """`work` on two whole numbers or fractions; fractions are added over their common denominator."""
    together = work in (operator.add, operator.sub, operator.mod)

    def checking(left: Any, right: Any) -> Any:
        result = work(left, right)
        if not isinstance(result, Fraction):
            return bounded(result, span)
        if together:
            under = lcm(left.denominator, right.denominator)
            parts = [part * under for part in (left, right)]
            for part in (under, *parts, 0 if work is operator.mod else work(*parts)):
                bounded(part, span)
        bounded(result.denominator, span)
        bounded(result.numerator, span)
        return result

    return checking


def is_number(kind: Type | None) -> bool:
    return kind is not None and kind.name in HELD_AS_NUMBERS


def number_set(numbers: Iterable[int], span: Span) -> int:
    """The set of these numbers; those below 0 are in no set."""
    found = 0
    for number in numbers:
        if number > LARGEST:
            raise RulesError(f"a set holds numbers up to {LARGEST}, and here is a larger one", span)
        if number >= 0:
            found |= 1 << number
    return found


def to_set(kind: Type | None, span: Span) -> Callable[[Iterable[int]], int]:
    """What makes a set of values of a type."""
    return (lambda values: number_set(values, span)) if is_number(kind) else mask_of


def listed(numbers: Sequence[int], span: Span) -> Sequence[int]:
    """A list of numbers that is short enough."""
    if len(numbers) > LONGEST:
        raise RulesError(f"a list holds up to {LONGEST:,} numbers, and here are more", span)
    return numbers
