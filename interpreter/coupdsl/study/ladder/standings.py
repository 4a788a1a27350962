"""What follows from the games: how each player did, and how sure it is which of two is the better one.

A deal counts once, however often it was played: its games share their cards. Its value for two players is the mean of
their differences over its games in which both sat, so that what the cards and the seats gave is not in it; where they
never sit together, since all at a table have the same, it is what the one made of the deal less what the other did.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Literal

from coupdsl.engine.turn import Result
from coupdsl.language.records import by_value
from coupdsl.search.utility import Utility
from coupdsl.study.estimate import Estimate, cases_needed, chance_of, quantile, surely, wilson
from coupdsl.study.ladder.contest import Contest
from coupdsl.study.ladder.kept_games import KeptGames
from coupdsl.study.ladder.match import Played

FEW = 30  # deals with which intervals are rough, and nothing is called sure
Measure = Literal["score", "wins"]
Value = Literal["score", "better", "wins"]  # the score as the rules have it, and so that more is better
MEASURES: tuple[Measure, ...] = ("score", "wins")


@by_value
class Pair:
    """Two players by number: how far the first is ahead in each measure, and in which of them that is sure.

    In the score it is ahead by so much as it is better, in games that the lowest wins by so much as it has less.
    """

    one: int
    other: int
    deals: int
    ahead: dict[Measure, Estimate]
    sure: dict[Measure, bool]
    needed: dict[Measure, int | None]  # about how many deals would settle it where it is not sure

    @property
    def better(self) -> set[int]:
        """Who surely is the better one: both of them where score and wins say otherwise."""
        return {self.one if self.ahead[each].value > 0 else self.other for each in MEASURES if self.sure[each]}

    @property
    def is_level(self) -> bool:
        """Is neither ahead in anything?"""
        return not any(one.value for one in self.ahead.values())


class Standings:
    """Of the deals of which every game was played to its end."""

    def __init__(self, kept: KeptGames) -> None:
        self.kept = kept
        self.contest = kept.contest
        self.utility = Utility(self.contest.rules)
        found: dict[int, list[Played]] = defaultdict(list)
        for game in kept.games.values():
            found[game.place.deal].append(game)
        whole = {deal: games for deal, games in found.items() if len(games) == len(self.contest.seats(deal))}
        self.deals = {deal: whole[deal] for deal in sorted(whole) if not any(game.crash for game in whole[deal])}
        self.begun = len(found) - len(whole)
        self.crashed = len(whole) - len(self.deals)

    @cached_property
    def _values(self) -> dict[int, list[dict[Value, list[float | None]]]]:
        """For each deal the games, in each measure by player: the mean of its seats, None where it has none."""
        return {deal: [self._by_player(game) for game in games] for deal, games in self.deals.items()}

    # ---- one player
    def mean(self, player: int, value: Value) -> Estimate:
        """Over deals."""
        values = [_mean(game[value][player] for game in games) for games in self._values.values()]
        return _estimate(values, (0.0, 1.0) if value == "wins" else None)

    def choices(self, player: int) -> int:
        return sum(choices for choices, _ in self._spent(player))

    def seconds(self, player: int) -> float:
        return sum(seconds for _, seconds in self._spent(player))

    def crashes(self, player: int) -> int:
        return sum(
            game.crash is not None and game.crash.seat is not None and game.seats[game.crash.seat] == player
            for game in self.kept.games.values()
        )

    @cached_property
    def order(self) -> list[int]:
        """The players, the best first."""
        players = range(len(self.contest.compared))
        return sorted(players, key=lambda one: -self.mean(one, "better").value) if self.deals else [*players]

    @cached_property
    def shares_wins(self) -> bool:
        """Did several win a game together that are no partners?"""
        return any(_sides_that_won(game, self.contest) > 1 for games in self.deals.values() for game in games)

    def _spent(self, player: int) -> Iterator[tuple[int, float]]:
        """Choices and seconds at each seat of a game that counts."""
        for game in (game for games in self.deals.values() for game in games):
            for seat, number in enumerate(game.seats):
                if number == player:
                    yield game.choices[seat], game.seconds[seat]

    # ---- two
    @cached_property
    def pairs(self) -> list[Pair]:
        """Every two, the better one first, in the order of the players."""
        both = list(combinations(self.order, 2))
        found = {measure: [self._ahead(*pair, measure) for pair in both] for measure in MEASURES}
        sure = {measure: _sure(estimates) for measure, estimates in found.items()}
        return [
            Pair(
                one, other, found["score"][at].cases, {measure: found[measure][at] for measure in MEASURES},
                {measure: sure[measure][at] for measure in MEASURES},
                {measure: _needed(found[measure][at], len(both)) for measure in MEASURES},
            )
            for at, (one, other) in enumerate(both)
        ]  # fmt: skip

    def _ahead(self, one: int, other: int, measure: Measure) -> Estimate:
        value: Value = "better" if measure == "score" else measure
        values = [_lead([(game[value][one], game[value][other]) for game in games]) for games in self._values.values()]
        return _estimate(values, None if measure == "score" else (-1.0, 1.0))

    # ---- all, for ratings
    def ranked(self) -> Iterator[list[float]]:
        """For each deal the score that each player made of it, so that more is better."""
        for games in self._values.values():
            players = range(len(self.contest.compared))
            yield [_mean(game["better"][player] for game in games) for player in players]

    def _by_player(self, game: Played) -> dict[Value, list[float | None]]:
        """For each player the mean of its seats, None where it has none."""
        winning = _sides_that_won(game, self.contest)
        wins = [1 / winning if seat in game.winners else 0.0 for seat in range(self.contest.players)]
        better = self.utility.better(Result(game.scores, game.winners))
        by_seat: dict[Value, Sequence[float]] = {"score": game.scores, "better": better, "wins": wins}
        compared = range(len(self.contest.compared))
        seats = [[seat for seat, number in enumerate(game.seats) if number == player] for player in compared]
        return {
            value: [fmean(values[seat] for seat in own) if own else None for own in seats]
            for value, values in by_seat.items()
        }


def _mean(values: Iterable[float | None]) -> float:
    """Of those there are."""
    return fmean(value for value in values if value is not None)


def _lead(games: Sequence[tuple[float | None, float | None]]) -> float:
    """The first less the second: over the games in which both have something, or else over those of each."""
    together = [one - other for one, other in games if one is not None and other is not None]
    return fmean(together) if together else _mean(one for one, _ in games) - _mean(other for _, other in games)


def _estimate(values: Sequence[float], bounds: tuple[float, float] | None) -> Estimate:
    """The mean with its interval: Student's, and where values are within bounds Wilson's, with the number of cases
    that has the same variance; so it is never without a width."""
    if not values:
        return Estimate(0.0, -inf, inf, 0)
    value, deals = fmean(values), len(values)
    if deals < 2:
        return Estimate(value, -inf, inf, deals)
    error, times = stdev(values) / sqrt(deals), quantile(deals)
    if bounds is None:
        return Estimate(value, value - times * error, value + times * error, deals)
    low, wide = bounds[0], bounds[1] - bounds[0]
    if not error:
        off = wide * wilson(0.0, deals, times)[1]
        return Estimate(value, max(low, value - off), min(bounds[1], value + off), deals)
    share = min(1.0, max(0.0, (value - low) / wide))
    ends = wilson(share, share * (1 - share) * (wide / error) ** 2, times)
    return Estimate(value, low + wide * ends[0], low + wide * ends[1], deals)


def _sure(found: Sequence[Estimate]) -> list[bool]:
    """Which of them surely are not nothing, all of them taken together."""
    if any(one.cases < FEW for one in found):
        return [False] * len(found)
    return surely([chance_of(one) for one in found])


def _needed(found: Estimate, looked_at: int) -> int | None:
    if found.cases < 2 or not found.spread:
        return None
    needed = cases_needed(abs(found.value) * quantile(found.cases) / found.spread, found.cases, looked_at)
    return None if needed is None else max(FEW, needed)


def _sides_that_won(game: Played, contest: Contest) -> int:
    return len({seat % contest.sides for seat in game.winners})
