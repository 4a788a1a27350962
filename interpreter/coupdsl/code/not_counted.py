"""Accounts that are not counted: more than any amount they are compared with, and no amount themselves."""

from __future__ import annotations

from collections.abc import Iterable

from coupdsl.code import expressions as x
from coupdsl.code.bounds import ENOUGH
from coupdsl.code.errors import UNCOUNTED, RulesError
from coupdsl.language import codes

_COMPARED = ("lt", "le", "gt", "ge", "is", "min")


def refuse_as_amounts(worked_out: Iterable[x.Expression], functions: Iterable[x.Function]) -> None:
    """Raises RulesError where such an account stands for an amount in what is worked out in play.

    A rule may be another name for it.
    """
    for one in worked_out:
        if _is_uncounted(one):
            raise RulesError(UNCOUNTED, one.span, codes.WRONG_TYPE)
        _look_into(one)
    for function in functions:
        if function.folded is not None:
            _look_into(function.folded)


def _look_into(one: x.Expression) -> None:
    compared = isinstance(one, x.Op) and one.name in _COMPARED
    for part in x.parts(one):
        if not compared and _is_uncounted(part):
            raise RulesError(UNCOUNTED, part.span, codes.WRONG_TYPE)
        _look_into(part)


def _is_uncounted(one: x.Expression) -> bool:
    if isinstance(one, x.Dispatch):
        return any(
            rule is not None and rule.folded is not None and _is_uncounted(rule.folded) for rule in one.functions
        )
    if not isinstance(one, x.Fixed):
        return False
    if one.type.is_collection:
        return isinstance(one.value, tuple) and ENOUGH in one.value
    return one.value.__class__ is int and one.value == ENOUGH
