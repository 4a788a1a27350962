"""How many can play rules at one table, and how many do where nobody says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from coupdsl.code.bits import members
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Fixed
from coupdsl.code.resolving import Resolver
from coupdsl.code.usual import USUAL, nearest
from coupdsl.language import codes
from coupdsl.language import program_expressions as pe
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.language.program import MOST_SEATS
from coupdsl.language.source import Span
from coupdsl.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from coupdsl.rulesets.composed import Composed


def allowed_seats(composed: Composed, options: Mapping[str, Any] | None = None) -> list[int]:
    """The numbers of players these rules allow at one table; raises Problems where nobody can play."""
    allowed = _allowed(composed.settle(2, Ruleset, options))
    if allowed and allowed[0] > 0 and allowed[-1] <= MOST_SEATS:
        return allowed
    assert composed.program.seats is not None
    message = "a game has one seat or more, not 0" if allowed else "nobody can play these rules"
    if allowed and allowed[-1] > MOST_SEATS:
        message = f"at most {MOST_SEATS} people can play at one table, not {allowed[-1]}"
    raise Problems([Diagnostic(codes.WRONG_SEATS, _stated(composed.settle(2, Ruleset, options)), message)])


def usual_seats(composed: Composed, options: Mapping[str, Any] | None = None) -> int:
    """How many play where nobody says: as the files say, or the nearest that is allowed."""
    return nearest(composed.usual or USUAL, allowed_seats(composed, options))


def usual_problem(composed: Composed) -> Diagnostic | None:
    """The usual number that the last variant states has to be one that can play."""
    usual = composed.variants[-1].usual if composed.variants else None
    allowed = allowed_seats(composed)
    if usual is None or usual.value in allowed or not allowed:
        return None
    message = f"`{composed.name}` is played by {numbers(allowed)} people, not by {usual.value}"
    return Diagnostic(codes.WRONG_SEATS, usual.span, message, f"the nearest is {usual_seats(composed)}")


def _allowed(rules: Ruleset) -> list[int]:
    assert rules.program.seats is not None
    mask = Resolver(rules).folded(rules.program.seats, None, "set")
    if not isinstance(mask, Fixed):
        raise RulesError("the numbers of players are not fixed before play", rules.program.seats.span, codes.NOT_FIXED)
    for number in members(mask.value):
        if number % rules.program.teams:
            message = f"{number} people do not make {rules.program.teams} equal teams"
            raise RulesError(message, rules.program.seats.span, codes.WRONG_SEATS)
    return members(mask.value)


class WrongSeats(Problems):
    """Raised where so many players as the caller says are none of those allowed."""

    def __init__(self, rules: Ruleset, allowed: list[int]) -> None:
        tables = sorted({sum(split) for split in rules.program.tables if all(n in allowed for n in split)})
        self.is_split = rules.players in tables  # would they play at two?
        self.at_tables = f"{numbers(tables)} people play at two tables" if tables else None
        self.name, self.players, self.allowed = rules.name, rules.players, numbers(allowed)
        message = f"`{self.name}` is played by {self.allowed} people, not by {self.players}"
        super().__init__([Diagnostic(codes.WRONG_SEATS, _stated(rules), message, self.at_tables)])


def check_seats(rules: Ruleset, allowed: list[int]) -> None:
    """Raises WrongSeats where the number of players is none of those allowed."""
    if rules.players not in allowed:
        raise WrongSeats(rules, allowed)


def numbers(ascending: list[int], either: str = "or", to: str = "to") -> str:
    """`3 or 4`, `2, 4 or 6`; `3 to 6` where more than two follow one another."""
    if len(ascending) > 2 and ascending == list(range(ascending[0], ascending[-1] + 1)):
        return f"{ascending[0]} {to} {ascending[-1]}"
    *first, last = map(str, ascending)
    return f"{', '.join(first)} {either} {last}" if first else last


def _stated(rules: Ruleset) -> Span:
    """Where it is said how many play: the answer of a variant to what the game asks, or else the game's own line."""
    seats = rules.program.seats
    assert seats is not None
    if isinstance(seats, pe.GetOption):
        option, answer = seats.option, rules.options[seats.option.key].span
        if answer.source.path is not None and answer not in (option.span, option.default_span):
            return answer
    return seats.span
