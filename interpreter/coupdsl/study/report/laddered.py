"""The report of a ladder: who is surely better, how each player did, and every two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from math import isfinite
from typing import Any

from coupdsl.play.needs import installing
from coupdsl.play.spoken import Words
from coupdsl.study.estimate import Estimate
from coupdsl.study.ladder.ratings import PACKAGE, can_rate, ratings
from coupdsl.study.ladder.standings import FEW, MEASURES, Pair, Standings
from coupdsl.study.report.ladder_words import LADDER_WORDS
from coupdsl.study.report.numbers import Number, about, count
from coupdsl.study.report.page import Cell, Chart, Report, Section, Table
from coupdsl.study.report.titles import with_learnt
from coupdsl.study.report.wording import SCORES, WORDS

Row = tuple[Cell, ...]


class Laddered:
    """What is said of the games played so far, in one language."""

    def __init__(self, standings: Standings, language: str) -> None:
        self.standings = standings
        self.contest = standings.contest
        self.names = self.contest.compared
        self.words = Words(self.contest.rules, language, plain=True)
        self.language = self.words.language

    def say(self, key: str, *parts: object) -> str:
        return LADDER_WORDS[self.language][key].format(*parts)

    def report(self) -> Report:
        sections = [self._standing(), self._pairs(), *self._failures()] if self.standings.deals else [*self._failures()]
        return Report(
            self.language, self._title(), tuple(self._answers()), tuple(sections),
            tuple(self._facts()), tuple(self._notes()),
        )  # fmt: skip

    def _title(self) -> str:
        taught = with_learnt(self.language, self.names, self.standings.kept.learnt)
        return self.say("title", self.words.title()) + taught

    # ---- what one wants to know first
    def _answers(self) -> Iterator[str]:
        verdict = self.verdict()
        yield f"{verdict} {self.say('how_sure')}" if len(self.standings.deals) >= FEW else verdict
        crashed = sum(game.crash is not None for game in self.standings.kept.games.values())
        if crashed:
            yield self.say("crashed one" if crashed == 1 else "crashed many", crashed, self.standings.crashed)

    def verdict(self) -> str:
        """Who surely is better than whom, and of whom that is not known."""
        pairs, deals = self.standings.pairs, len(self.standings.deals)
        if not deals:
            return self.say("nobody")
        if deals < FEW:
            return self.say("few", FEW)
        sure = self._sure()
        split = [self._between("against", *self._split(pair)) for pair in pairs if len(pair.better) == 2]
        level = [self._between("and", pair.one, pair.other) for pair in pairs if not pair.better and pair.is_level]
        unsure = [self._unsettled(pair) for pair in pairs if not pair.better and not pair.is_level]
        said = [self.say("sure", ", ".join(sure)) if sure else self.say("none_sure")]
        said += [self.say(key, ", ".join(found)) for key, found in
                 (("split", split), ("level", level), ("open", unsure)) if found]  # fmt: skip
        return " ".join(said)

    def _better(self, pair: Pair) -> int | None:
        """Which of the two surely is, None where that is not sure, or where score and wins say otherwise."""
        return next(iter(pair.better)) if len(pair.better) == 1 else None

    def _split(self, pair: Pair) -> tuple[int, int]:
        """Who is ahead in score, and who in games won."""
        return (pair.one, pair.other) if pair.ahead["score"].value > 0 else (pair.other, pair.one)

    def _sure(self) -> list[str]:
        """Who is better than whom; all in one row where that is sure of each and the next, and of all others."""
        found = [(pair, self._better(pair)) for pair in self.standings.pairs]
        if all(better == pair.one for pair, better in found):
            return [self._between("over", *self.standings.order)]
        return [
            self._between("over", better, pair.other if better == pair.one else pair.one)
            for pair, better in found
            if better is not None
        ]

    def _between(self, word: str, *players: int) -> str:
        return self.say(word).join(self.names[player] for player in players)

    def _unsettled(self, pair: Pair) -> str:
        said = self._between("over", pair.one, pair.other)
        needed = self._needed(pair)
        return said if needed is None else self.say("open_settled", said, count(about(needed), self.language))

    def _verdict(self, pair: Pair) -> str:
        """The same of two in a few words."""
        better = self._better(pair)
        if better is not None:
            return self.names[better]
        if pair.better:
            return self.say("each", *(self.names[player] for player in self._split(pair)))
        return self.say("none_ahead" if pair.is_level else "not_yet")

    def _needed(self, pair: Pair) -> int | None:
        left = (needed for measure, needed in pair.needed.items() if needed is not None and not pair.sure[measure])
        return min(left, default=None)

    # ---- sections
    def _standing(self) -> Section:
        standings = self.standings
        heads = [self.say("player"), self.say(SCORES[standings.utility.low_is_good]), self.say("wins")]
        if self.ratings:
            heads.append(self.say("rating"))
        heads += [self.say("choices"), self.say("time"), self.say("crashes")]
        rows: list[Row] = []
        for player in standings.order:
            row: list[Cell] = [self.names[player], Number(standings.mean(player, "score"))]
            row.append(Number(standings.mean(player, "wins"), share=True))
            if self.ratings:
                row.append(Number(self.ratings[player]))
            row += [Number.exactly(standings.choices(player)), Number.exactly(self.time(player))]
            rows.append((*row, Number.exactly(standings.crashes(player))))
        charts = tuple(Chart.of_column(heads, rows, at) for at in range(1, 4 if self.ratings else 3))
        return Section("standing", self.say("standing"), (), (Table(tuple(heads), tuple(rows), charts=charts),))

    @cached_property
    def ratings(self) -> list[Estimate]:
        """By player; none where the package for them is missing."""
        return ratings(self.standings.ranked(), len(self.names)) if can_rate() else []

    def time(self, player: int) -> float:
        """Milliseconds of a choice, to three figures."""
        choices = self.standings.choices(player)
        return float(f"{1000 * self.standings.seconds(player) / choices:.3g}") if choices else 0.0

    def _pairs(self) -> Section:
        keys = ("pair", "ahead", "ahead_wins", "deals", "verdict", "settle")
        rows: list[Row] = []
        for pair in self.standings.pairs:
            better, needed = self._better(pair), self._needed(pair)
            rows.append((
                f"{self.names[pair.one]} – {self.names[pair.other]}",
                Number(pair.ahead["score"], signed=True), Number(pair.ahead["wins"], share=True, signed=True),
                Number.exactly(pair.deals), self._verdict(pair),
                None if better is not None or needed is None else Number.exactly(about(needed)),
            ))  # fmt: skip
        heads = tuple(map(self.say, keys))
        charts = (Chart.of_column(heads, rows, 1), Chart.of_column(heads, rows, 2))
        table = Table(heads, tuple(rows), charts=charts)
        intro = "pairs_alone" if self.contest.sides == 1 else "pairs_intro"
        return Section("pairs", self.say("pairs"), (self.say(intro),), (table,))

    def _failures(self) -> Iterator[Section]:
        found = Counter(
            (self.say("process") if crash.seat is None else self.names[game.seats[crash.seat]], crash.error)
            for game in self.standings.kept.games.values()
            if (crash := game.crash) is not None
        )
        if found:
            heads = (self.say("player"), self.say("error"), self.say("times"))
            rows = tuple((name, error, Number.exactly(times)) for (name, error), times in found.most_common(10))
            yield Section("failures", self.say("failures"), (self.say("failures_intro"),), (Table(heads, rows),))

    # ---- how it was made
    def _facts(self) -> Iterator[tuple[str, str]]:
        contest, standings = self.contest, self.standings
        said = WORDS[self.language]
        yield said["ruleset"], contest.subject.title
        yield said["players"], str(contest.players)
        yield self.say("bots"), ", ".join(contest.names)
        yield self.say("deals"), count(len(standings.deals), self.language)
        yield self.say("games"), count(sum(map(len, standings.deals.values())), self.language)
        yield said["seed"], str(contest.seed)
        yield self.say("version"), str(contest.mark["version"])
        yield said["rules"], contest.rules.fingerprint[:12]

    def _notes(self) -> Iterator[str]:
        seatings = self.contest.seatings
        games = len(self.contest.seats(0))
        if self.contest.sides == 1:
            yield self.say("seatings_alone", games)
        else:
            yield self.say("seatings_all" if seatings.are_all else "seatings_some", games)
        if self.contest.sides < self.contest.players:
            yield self.say("together" if self.contest.sides == 1 else "sides")
        if self.standings.shares_wins:
            yield self.say("shared")
        yield self.say("intervals")
        yield self.say("clock")
        yield self.say("rated") if can_rate() else self.say("unrated", PACKAGE, installing(PACKAGE))
        if self.standings.begun:
            yield self.say("begun")


def laddered_data(laddered: Laddered) -> dict[str, Any]:
    """Everything known of a ladder, as plain data."""
    standings, contest, names = laddered.standings, laddered.contest, laddered.names
    return {
        **contest.mark, "learnt": standings.kept.learnt,
        "deals": len(standings.deals), "games": sum(map(len, standings.deals.values())),
        "games_a_deal": len(contest.seats(0)), "every_order": contest.seatings.are_all,
        "deals_with_crashes": standings.crashed, "lowest_is_best": standings.utility.low_is_good, "level": 0.95,
        "answers": list(laddered.report().answers),
        "standing": [
            {
                "bot": names[player], "score": _interval(standings.mean(player, "score")),
                "wins": _interval(standings.mean(player, "wins")),
                "rating": _interval(laddered.ratings[player]) if laddered.ratings else None,
                "choices": standings.choices(player), "seconds": round(standings.seconds(player), 6),
                "crashes": standings.crashes(player),
            }
            for player in standings.order
        ],
        "pairs": [
            {
                "one": names[pair.one], "other": names[pair.other],
                **{
                    measure: {
                        **_interval(pair.ahead[measure]), "sure": pair.sure[measure],
                        "deals_needed": None if pair.sure[measure] else pair.needed[measure],
                    }
                    for measure in MEASURES
                },
            }
            for pair in standings.pairs
        ],
    }  # fmt: skip


def _interval(found: Estimate) -> dict[str, float | None]:
    values = {"value": found.value, "low": found.low, "high": found.high}
    return {key: value if isfinite(value) else None for key, value in values.items()}
