"""Whether all play together: at every end everybody has the same, and all win or nobody does."""

from __future__ import annotations

from coupdsl.code.code import Code
from coupdsl.code.expressions import Call, Expression, Filter, Fixed, Form, If, mentions
from coupdsl.code.instructions import Finish


def all_share(code: Code) -> bool:
    """Is that so, by what the ends state? Then there is nobody to be ahead of."""
    if code.layout.seats == 1:
        return True
    ends = [one for one in code.instructions if isinstance(one, Finish)]
    alike = all(not mentions(value, seat) for end in ends for seat, value, _ in end.keys)
    return alike and all(end.among is None or _all_or_none(end.among, code.layout.seats) for end in ends)


def _all_or_none(expr: Expression, seats: int) -> bool:
    """Are all seats in this set, or none of them?"""
    match expr:
        case Fixed(value=tuple() as value):
            return len(set(value)) in (0, seats)
        case Fixed(value=value):
            return int(value).bit_count() in (0, seats)
        case Filter(source=source, condition=condition):
            return _all_or_none(source, seats) and not mentions(condition, expr.name)
        case Form():
            return _all_or_none(expr.of, seats)
        case If():
            return _all_or_none(expr.then, seats) and _all_or_none(expr.otherwise, seats)
        case Call(function=function) if function.stated is not None:
            return _all_or_none(function.stated, seats)
    return False
