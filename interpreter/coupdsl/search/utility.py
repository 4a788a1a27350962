"""What the end of a game is worth to each seat: the number that a player tries to make large."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from coupdsl.code.code import Code
from coupdsl.code.expressions import Call, Expression, Fixed, If
from coupdsl.code.following import steps_of_limit
from coupdsl.code.instructions import Finish
from coupdsl.code.sharing import all_share, teams_share
from coupdsl.engine.rules import Rules
from coupdsl.engine.turn import Result
from coupdsl.language.records import by_value
from coupdsl.search.bounties import bounty_of

Worths = tuple[int, ...]  # by seat
LARGEST = 1 << 38  # score: what is beyond counts as that, so that machine code reckons the same


class Utility:
    """How far a seat's side is ahead of the others, in fractions of a point that the number of seats fixes.

    Its side is its team where all of a team have the same at every end, and else the seat alone.

    The score counts in the direction that `finish by` states. Whoever does not win although no score is better, as
    where a second key decides, counts half a point less. Where all have the same at every end there are no others, and
    what they have counts, half a point less where nobody wins.

    Where ends say who may win, whatever the score, a win is worth a bounty besides, to each who wins.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats, teams = rules.players, rules.program.teams
        finishes = [one for one in rules.code.instructions if isinstance(one, Finish)]
        found = _directions(finishes)
        only_won = all(len(one.keys) == 1 and _is_won_or_lost(one.keys[0][1]) for one in finishes)
        self.counts_scores = bool(found) and not only_won  # else who wins is all there is
        self._when_won = 1 if found else 0.5  # points that who has won alone is ahead, where no score counts
        self.lowest = found.pop() if len(found) == 1 else None if found else False  # None: as the winners show
        # In what is reported; None where those ends differ that `limit` does not bring.
        self.low_is_good = self.lowest if self.lowest is not None else _low_is_good(rules.code)
        self.is_shared = self.lowest is not None and all_share(rules.code)
        many = 1 if self.is_shared else teams if teams > 1 and teams_share(rules.code) else self.seats
        self.side = [seat % many for seat in range(self.seats)]
        self.mates = [self.side.count(side) for side in self.side]

    @cached_property
    def bounty(self) -> int:
        """How many points a win is worth where ends say who may win, else 0."""
        return bounty_of(self.rules)

    def worths(self, result: Result) -> Worths:
        """By seat: its margin, with the bounty where it has won."""
        margins = self.margins(result)
        if not self.bounty:
            return margins
        return tuple(
            margin + self.bounty * self.point(seat) * (seat in result.winners) for seat, margin in enumerate(margins)
        )

    def margins(self, result: Result) -> Worths:
        """By seat: what its side has on average, less the average of the others, times the seats of both."""
        halves = self._halves(result)
        total = sum(halves)
        own = {side: sum(half for half, of in zip(halves, self.side, strict=True) if of == side) for side in self.side}
        found = []
        for side, mates in zip(self.side, self.mates, strict=True):
            others = self.seats - mates
            found.append(own[side] * others - (total - own[side]) * mates if others else own[side])
        return tuple(found)

    def better(self, result: Result) -> tuple[int, ...]:
        """The scores as they are reported, so that more is better."""
        lowest = self.low_is_good if self.low_is_good is not None else _seems_lowest(result)
        return tuple(-score for score in result.scores) if lowest else result.scores

    def point(self, seat: int) -> int:
        """What one point more for each of its side is worth to a seat."""
        mates = self.mates[seat]
        return 2 * mates * max(1, self.seats - mates)

    def share(self, margin: float) -> float:
        """The share of the wins that a side has which is so many points ahead, where no score counts."""
        number = len({*self.side})
        return ((number - 1) * margin / self._when_won + 1) / number

    def _halves(self, result: Result) -> list[int]:
        """Half points by seat, the more the better."""
        lowest = self.lowest if self.lowest is not None else _seems_lowest(result)
        halves = [2 * max(-LARGEST, min(LARGEST, -score if lowest else score)) for score in result.scores]
        most = halves[result.winners[0]] - 1 if result.winners else max(halves) - self.is_shared
        return [half if seat in result.winners else min(half, most) for seat, half in enumerate(halves)]


def _is_won_or_lost(expr: Expression) -> bool:
    """Is it 1 or 0, by what it states?"""
    match expr:
        case Fixed(value=value):
            return value in (0, 1)
        case If():
            return _is_won_or_lost(expr.then) and _is_won_or_lost(expr.otherwise)
        case Call(function=function) if function.stated is not None:
            return _is_won_or_lost(function.stated)
    return False


def _low_is_good(code: Code) -> bool | None:
    """Where ends differ: does the lowest win at those that `limit` does not bring? None where they differ, too."""
    late = steps_of_limit(code)
    found = _directions(one for at, one in enumerate(code.instructions) if isinstance(one, Finish) and at not in late)
    return found.pop() if len(found) == 1 else None


def _directions(ends: Iterable[Finish]) -> set[bool]:
    """Does the lowest win, at those where a score counts? Where nobody can win, only if nobody can at any of them."""
    counting = [end for end in ends if not isinstance(end.keys[0][1], Fixed)]
    winnable = [end for end in counting if not (isinstance(end.among, Fixed) and not end.among.value)]
    return {end.keys[0][2] for end in winnable or counting}


def _seems_lowest(result: Result) -> bool:
    """Has somebody more than those who have won?"""
    return bool(result.winners) and max(result.scores) > result.scores[result.winners[0]]


@by_value
class Scale:
    """Worths as numbers from 0 to 1: `low` and `span` by seat. What is rarer than all that was seen lies beyond."""

    low: Worths
    span: Worths

    @classmethod
    def over(cls, seen: Iterable[Worths]) -> Scale:
        """The scale of what was seen, of at least one end."""
        by_seat = list(zip(*seen, strict=True))
        low = tuple(min(of_one) for of_one in by_seat)
        return cls(low, tuple(max(1, max(of_one) - lower) for of_one, lower in zip(by_seat, low, strict=True)))

    def of(self, worths: Sequence[int], seat: int) -> float:
        return (worths[seat] - self.low[seat]) / self.span[seat]
