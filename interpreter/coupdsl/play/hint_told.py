"""A hint in words: what moves brought where they were tried, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import ceil, floor, inf, log10

from coupdsl.code.moves import Move
from coupdsl.language.tongues import Count
from coupdsl.play.spoken import Words
from coupdsl.search.arena import Arena
from coupdsl.search.halving import Judged
from coupdsl.search.sureness import Brought, Figure
from coupdsl.search.weighing import Weighed

WHOLE = 100  # from here on no tenths are told


class HintTold:
    """Says to one seat what came of its moves in tries by `arena`; so many were `left_out`, by what was learnt."""

    def __init__(self, words: Words, seat: int, arena: Arena, left_out: int = 0) -> None:
        self.words, self.seat, self.arena, self.utility = words, seat, arena, arena.utility
        self.left_out = left_out
        self.points_off, self.shares_off = 0.0, 0.0  # how far what is told may be off: points, and shares of wins

    # ---- games played on at random
    def weighed(self, found: Sequence[Weighed], is_all: bool) -> list[str]:
        """What these moves brought, the best first. `is_all`: did no other bring anything else?"""
        say, them = self.words.say, [one.brought for one in found]
        is_same = is_all and not self.left_out and all(one.unbeaten == one.worlds for one in them)
        points, chance = self._what_tells(found)
        if is_same and not points and not any(one.wins.mean or one.losses.mean for one in found):
            return [say("hint_all_level", them[0].worlds, self._end())]
        spread = self._give_or_take(
            [figure for one in found if points for figure in (one.own, one.others)],
            [figure for one in found if chance for figure in (one.wins, one.losses)],
        )
        head = say("hinted", them[0].worlds, self._end(), spread)
        told = [", ".join([self._scores(one)] * points + [self._chance(one)] * chance) for one in found]
        if is_same:
            return [head, say("hint_same", told[0])]
        lines = [
            self._best_in(say("hint_each", self._move(one.move), of), one) for one, of in zip(them, told, strict=True)
        ]
        close = self._close([one.move for one in them if one.may_be_best], len(them))
        return [head, *lines, *close, *self._besides()]

    def _what_tells(self, found: Sequence[Weighed]) -> tuple[bool, bool]:
        """Are the scores told, and how often one wins? Both where one of them alone does not show what is best."""
        low, high = (limit(one.scores[at] for one in found) for at, limit in enumerate((min, max)))
        points = low < 0 or high > 1
        chance = not points or bool(self.utility.bounty)
        if self.utility.is_shared:
            chance = any(one.losses.mean for one in found)
            points = points or not chance
        return (points, chance) if self._shows_the_order(found, points, chance) else (True, True)

    def _shows_the_order(self, found: Sequence[Weighed], points: bool, chance: bool) -> bool:
        """Is none told to be better than one before it, as finely as numbers are told?"""
        lowest = self.utility.low_is_good
        if points and lowest is None:
            return True
        told: list[list[int]] = []
        for one in found:
            ahead = one.own.mean - one.others.mean
            told.append([round(-10 * ahead if lowest else 10 * ahead)] * points)
            told[-1] += [round(100 * one.wins.mean), -round(100 * one.losses.mean)] * chance
        return not any(
            before != after and all(this <= that for this, that in zip(before, after, strict=True))
            for before, after in combinations(told, 2)
        )

    def _scores(self, one: Weighed) -> str:
        if self.utility.is_shared:
            return self._score(one.own.mean)
        own, others = self._number(one.own.mean), self._number(one.others.mean)
        return self.words.say("hint_scores", self._us(), own, self._them(), others)

    def _chance(self, one: Weighed) -> str:
        """How often it wins; how often it loses, too, where many games end level."""
        settled = one.wins.mean + one.losses.mean
        kind = "hint_wins" if settled > 0.99 else "hint_level" if settled else "hint_drawn"
        return self.words.say(kind, self._percent(one.wins.mean), self._percent(one.losses.mean))

    # ---- games in which everybody chooses well
    def well(self, found: Sequence[Brought]) -> list[str]:
        """What these moves brought, the best first, in games in which everybody sees all and chooses well."""
        point = self.utility.point(self.seat)
        points = [Figure(one.expected.mean / point, one.expected.error / point) for one in found]
        head = self.words.say("hinted_well", found[0].worlds, self._end(), self._spread_ahead(points))
        lines = [self._best_in(self._ahead(of.mean, one.move), one) for of, one in zip(points, found, strict=True)]
        close = self._close([one.move for one in found if one.may_be_best], len(found))
        return [head, *lines, *close, *self._besides()]

    def foreseen(self, found: Sequence[Judged]) -> list[str]:
        """What a tree found of these moves, the best first.

        How sure that is its tries do not say, since each learns from those before it. A move that was given up while
        it did worse may have brought more in its fewer tries than the best in all of its own: they are not told apart.
        """
        point, best = self.utility.point(self.seat), found[0].expected
        lines = [self._ahead(one.expected / point, one.move) for one in found]
        close = [one.move for one in found if one.expected >= best]
        return [self.words.say("hinted_ahead", self._end()), *lines, *self._close(close, len(found)), *self._besides()]

    def _spread_ahead(self, points: Sequence[Figure]) -> str:
        """How far it may be off by how much a move brings more than others have, or how often it wins."""
        if self.utility.is_shared or self.utility.counts_scores:
            return self._give_or_take(points, [])
        of_one = self.utility.share(1) - self.utility.share(0)
        return self._give_or_take([], [Figure(self.utility.share(one.mean), of_one * one.error) for one in points])

    def _ahead(self, points: float, move: Move) -> str:
        """By how much a move brings more, or less, than the others have, or how often it wins where no score counts;
        what all have, where they share it."""
        say, words, utility = self.words.say, self._move(move), self.utility
        if utility.is_shared:
            return say("hint_each", words, self._score(points))
        if not utility.counts_scores:
            return say("hint_share", words, self._percent(utility.share(points)))
        by = self._number(abs(points))
        if by == self._number(0):
            return say("hint_even", words, self._them())
        if utility.low_is_good is None:
            return say("hint_better" if points > 0 else "hint_worse", words, by, self._them())
        return say("hint_more" if (points > 0) != utility.low_is_good else "hint_less", words, by, self._them())

    # ---- how sure it is
    def _give_or_take(self, points: Sequence[Figure], shares: Sequence[Figure]) -> str:
        """How far off these figures may be, where that can be seen in what is told, which is no finer from here on."""
        self.points_off, self.shares_off = (
            _one_digit(max((one.spread for one in of if one.error < inf), default=0.0)) for of in (points, shares)
        )
        percent = 100 * self.shares_off
        said = [self._number(self.points_off)] if self.points_off >= 0.05 else []
        said += [self.words.say("hint_percent", self._percent(self.shares_off))] if percent >= 0.5 else []
        if not said:
            return ""
        return self.words.say("give_or_take", said[0] if len(said) == 1 else self.words.say("and", *said))

    def _close(self, moves: Sequence[Move], told: int) -> list[str]:
        """Which of the moves that are told of are not told apart from the best, if there are any."""
        if len(moves) == 1:
            return []
        if len(moves) == told:
            return [self.words.say("hint_close")]
        *first, last = map(self._move, moves)
        return [self.words.say("hint_close_are", self.words.say("or", ", ".join(first), last))]

    def _besides(self) -> list[str]:
        """What else there is to know of these figures."""
        return [*self._carried(), *self._untried()]

    def _carried(self) -> list[str]:
        """What is in the scores besides, since it is worth something in later deals."""
        found = [
            self.words.say("hint_worth", self.words.label("names", one.state.name), f"{one.adds:+}".replace("-", "−"))
            for one in self.arena.carried
        ]
        return [self.words.say("hint_carried", ", ".join(found))] if found else []

    def _untried(self) -> list[str]:
        """How many other moves were left out, if any were."""
        return [self.words.say("hint_left_out", Count(self.left_out))] if self.left_out else []

    def _best_in(self, line: str, one: Brought) -> str:
        return self.words.say("hint_of", line, one.unbeaten, one.worlds)

    # ---- figures and names
    def _number(self, number: float) -> str:
        """In as many digits as say something."""
        return self._rounded(number, self.points_off, -1 if abs(number) < WHOLE else 0)

    def _percent(self, share: float) -> str:
        return self._rounded(100 * share, 100 * self.shares_off, 0)

    def _rounded(self, number: float, spread: float, finest: int) -> str:
        """No finer than its spread, and than this power of ten."""
        power = max(finest, floor(log10(spread))) if spread else finest
        text = f"{round(number, -power):z.{max(0, -power)}f}".replace("-", "−")
        return text.replace(".", ",") if self.words.language == "fr" else text

    def _score(self, number: float) -> str:
        """That of all, where nobody has another."""
        who = "yourself" if self.arena.rules.players == 1 else "everybody"
        return self.words.say("hint_score", self.words.say(who), self._number(number))

    def _move(self, move: Move) -> str:
        return self.words.move(str(move), self.seat)

    def _end(self) -> str:
        return self.words.say("to_game" if self.arena.short is self.arena.rules else "to_deal")

    def _us(self) -> str:
        return self.words.say("your_side" if self.arena.rules.program.teams > 1 else "yourself")

    def _them(self) -> str:
        """The others: by name where there is one."""
        rules = self.arena.rules
        others = [seat for seat in range(rules.players) if seat != self.seat]
        if rules.program.teams == 2:
            return self.words.say("other_side")
        return self.words.who(others[0], self.seat) if len(others) == 1 else self.words.say("the_others")


def _one_digit(spread: float) -> float:
    """It, or a little more, in one digit."""
    if not spread:
        return 0.0
    unit = 10.0 ** floor(log10(spread))
    return ceil(round(spread / unit, 6)) * unit
