"""Who plays together: all, where at every end everybody has the same, or those of a team."""

from __future__ import annotations

from coupdsl.code.code import Code
from coupdsl.code.expressions import Call, Expression, Filter, Fixed, Form, If, Load, Name, Op, mentions, parts
from coupdsl.code.instructions import Finish


def all_share(code: Code) -> bool:
    """Has everybody the same at every end, by what the ends state? Then there is nobody to be ahead of."""
    if code.layout.seats == 1:
        return True
    ends = _ends(code)
    alike = all(not mentions(value, seat) for end in ends for seat, value, _ in end.keys)
    return alike and all(end.among is None or _all_or_none(end.among, code.layout.seats) for end in ends)


def may_all_lose(code: Code) -> bool:
    """Do all win or lose together, by what the ends state?"""
    return any(end.among is not None for end in _ends(code)) and all_share(code)


def teams_share(code: Code) -> bool:
    """Has everybody of a team the same at every end, by what the ends state?"""
    return all(_asks_for_team(value, seat, {}) for end in _ends(code) for seat, value, _ in end.keys)


def _ends(code: Code) -> list[Finish]:
    return [one for one in code.instructions if isinstance(one, Finish)]


def _asks_for_team(expr: Expression, seat: Name, known: dict[Name, bool]) -> bool:
    """Does the value depend on nothing of this seat but its team? `known` says so of what rules are given."""
    match expr:
        case Load(name=name):
            return name is not seat
        case Op(name="team", arguments=(Load(),)):
            return True
        case Call(function=function, arguments=arguments) if function.stated is not None:
            for name, of in zip(function.parameters, arguments, strict=True):
                if _asks_for_team(of, seat, known):
                    continue
                if name not in known:
                    known[name] = _asks_for_team(function.stated, name, known)
                if not known[name]:
                    return False
            return True
    return all(_asks_for_team(part, seat, known) for part in parts(expr))


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
