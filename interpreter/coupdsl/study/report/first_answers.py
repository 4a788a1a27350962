"""What a designer wants to know first, in words: is it balanced, how long is it, what pays, what never happens.

Every sentence is made from the figures, and says so where it is not sure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import ceil, inf
from typing import Literal

from coupdsl.language.program import Kind
from coupdsl.language.records import by_value
from coupdsl.language.tongues import Count
from coupdsl.language.walk import decisions
from coupdsl.native.counting.columns import CHOOSER, NONE
from coupdsl.play.table_phrases import TablePhrases
from coupdsl.study.estimate import LEVEL, Estimate, cases_needed, chance_of, quantile, wilson
from coupdsl.study.figures import ALL
from coupdsl.study.report.numbers import Number, about
from coupdsl.study.report.results import FEW, Results
from coupdsl.study.report.titles import Names, is_random, several

SECONDS = 5  # that a decision is said to take
SHARED = 0.005  # so many games with several winners, or none, are told
RARE = 0.01
LISTED = 4  # names in a sentence

Measure = Literal["score", "won"]


@by_value
class Opening:
    """Whether it is good to open, by the score or by games won; `needed` games would settle it where it is not sure."""

    verdict: Literal["good", "bad", "none", "even", "unsure"]
    by: Measure
    score: Number
    wins: Number
    needed: int = 0


def opening(results: Results) -> Opening | None:
    """None where nothing can be said: nobody opens or sits there besides, or one game alone was played."""
    score, wins = (results.number(f"{name} opening", signed=True) for name in ("score", "won"))
    if score is None or wins is None or results.games < 2:
        return None
    wins = Number(wins.estimate, share=True, signed=True)
    tells = results.lowest_is_best is not None and (score.estimate.value or score.estimate.spread)
    by: Measure = "score" if tells else "won"
    found = (score if tells else wins).estimate
    value, half = -found.value if tells and results.lowest_is_best else found.value, found.spread
    if not value:
        return Opening("even" if half else "none", by, score, wins)
    if abs(value) > half and results.games >= FEW:
        return Opening("good" if value > 0 else "bad", by, score, wins)
    strength = abs(value) * quantile(results.games) / half if half else inf
    needed = cases_needed(strength, results.games) or 0
    return Opening("unsure", by, score, wins, about(max(needed, FEW), results.games))


def who_played(names: Names, games: int, policies: tuple[str, ...]) -> str:
    """Of what games all this is, and how sure."""
    played = names.say("many_games", names.count(games)) if games > 1 else names.say("one_game")
    key = "answer_random" if is_random(policies) else "answer_policies"
    said = names.say(key, played, Count(names.columns.players), several(policies))
    if games < FEW:
        return said
    off = wilson(0, games, quantile(games))[1]  # how often, at most, is what never was
    ends = (Number(Estimate(end, max(0, end - off), min(1, end + off), games), share=True).text for end in (0, 1))
    return f"{said} {names.say('how_sure', *map(names.number, ends))}"


class Answers:
    """The paragraphs at the head of a report about one ruleset."""

    def __init__(self, results: Results, policies: tuple[str, ...]) -> None:
        self.results = results
        self.names = results.names
        self.policies = policies

    def paragraphs(self) -> tuple[str, ...]:
        few = self.results.games < FEW
        seats = () if few else (*self._rivals(), *self._opening())
        pays = () if few else (*self._named(), *self._entries(), *self._choices())
        found = (
            (*self._balance(), *seats, *self._length()),
            (*pays, *self._never()),
            (who_played(self.names, self.results.games, self.policies),),
        )
        return tuple(" ".join(sentences) for sentences in found if sentences)

    # ---- is it balanced, and how long is it
    def _sides(self) -> list[tuple[str, Estimate]]:
        """Those who win together, and how often they do."""
        teams, players = self.results.columns.rules.program.teams, self.results.columns.players
        sides = teams if teams > 1 else players
        found = []
        for first in range(sides):
            won = self.results.estimate("won", ALL, str(first))
            seats = [str(seat) for seat in range(first, players, sides)]
            if won is not None:
                together = self.names.say("side", self.names.listed(seats))
                found.append((together if teams > 1 else self.names.words.seat(first, None), won))
        return found

    def _balance(self) -> Iterator[str]:
        sides = self._sides()
        if len(sides) < 2:
            return
        say, won = self.names.say, [one for _, one in sides]
        winners = sum(one.value for one in won)
        fair = winners / len(won)
        differ = self.results.differing(won, fair)
        if self.results.games < FEW:
            yield say("balance_few", self.names.count(FEW))
        elif any(differ):
            told = [
                f"{self._points(one.value)} {say('for_seat', side)}"
                for (side, one), sure in zip(sides, differ, strict=True)
                if sure
            ]
            yield say("uneven", self._points(fair), self.names.listed(told, LISTED))
        else:
            least, most = min(one.value for one in won), max(one.value for one in won)
            wider = quantile(self.results.games, LEVEL / len(won)) / quantile(self.results.games)
            off = max(abs(one.value - fair) + one.spread * wider for one in won)
            ends, away = dict.fromkeys(map(self._points, (least, most))), self._whole(ceil(1000 * off) / 10)
            if len(ends) == 1:  # as where all win or lose together
                yield say("alike", *ends, away)
            else:
                yield say("even", *ends, self._points(fair), away)
        if winners > 1 + SHARED:
            yield say("several_win", self.names.number(f"{winners:.2f}"))
        nobody = self.results.value("nobody")
        if nobody:
            yield say("nobody_wins", self._points(nobody))

    def _rivals(self) -> Iterator[str]:
        """Which of the programs that play wins more often, if there are several."""
        results = self.results
        won = [(figure.of, one) for figure, one in results.estimates("won policy")]
        if not won:
            return
        players = results.columns.players
        fair = sum(results.value("won", ALL, str(seat)) for seat in range(players)) / players
        sure = any(results.differing([one for _, one in won], fair))
        said = [f"{name} {self._points(one.value)}" for name, one in won]
        yield self.names.say("rivals_sure" if sure else "rivals_unsure", self.names.listed(said, LISTED))

    def _opening(self) -> Iterator[str]:
        found = opening(self.results)
        always = [
            seat for seat in range(self.results.columns.players) if self.results.value("opened", ALL, str(seat)) == 1
        ]
        if always:
            yield self.names.say("always_opens", self.names.words.seat(always[0], None))
        elif found is not None and found.verdict == "unsure":
            yield self.names.say("answer_unsure", self.names.count(found.needed))
        elif found is not None and found.verdict in ("good", "bad"):
            by, more = (found.score, "") if found.by == "score" else (found.wins, "_won")
            yield self.names.say(f"answer_{found.verdict}{more}", self._rounded(by))
        elif found is not None:
            yield self.names.say(f"answer_{found.verdict}")

    def _length(self) -> Iterator[str]:
        moves, decisions = self.results.value("moves"), self.results.value("decisions")
        seconds = decisions * SECONDS
        unit, size = ("seconds", 1) if seconds < 90 else ("minutes", 60) if seconds < 90 * 60 else ("hours", 3600)
        time = self.names.say(unit, self._whole(float(f"{seconds / size:.2g}")))
        yield self.names.say("answer_length", self._whole(moves), self._whole(decisions), SECONDS, time)
        limited = self.results.value("limited")
        if limited:
            most = self._whole(self.results.columns.rules.max_moves)
            yield self.names.say("answer_limited", self._points(limited), most)

    # ---- what pays, and what never happens
    def _named(self) -> Iterator[str]:
        """How often each is named, beside the others of its kind alone."""
        kinds = {entry.path: entry.kind for entry in self.results.columns.entries if entry is not None}
        named = self.results.entries
        for kind in dict.fromkeys(kinds[path] for path in named):
            yield from self._named_of(kind, [path for path in named if kinds[path] is kind])

    def _named_of(self, kind: Kind, paths: list[str]) -> Iterator[str]:
        """How often that is on average, and which of these surely are named more or less often."""
        names = self.names
        found = [one for path in paths if (one := self.results.estimate("spells", path)) is not None]
        if len(found) < 2:
            return
        mean = sum(one.value for one in found) / len(found)
        differ = self.results.differing(found, mean)
        if not any(differ):
            same = len({one.value for one in found}) == 1
            yield names.say("named_equal" if same else "named_about", names.kind(kind), self._whole(mean))
        for key, sign in (("named_more", 1), ("named_less", -1)):
            said = [
                f"{names.entry(path)} ({self._whole(one.value)})"
                for path, one, sure in zip(paths, found, differ, strict=True)
                if sure and sign * (one.value - mean) > 0
            ]
            if said:
                yield names.say(key, self._whole(mean), names.listed(said[::sign], LISTED))

    def _entries(self) -> Iterator[str]:
        """What pays whoever names it."""
        found = self._gains([(path, CHOOSER) for path in self.results.entries])
        for key, sign in (("pays", 1), ("costs", -1)):
            told = [(path, gain) for (path, _), gain, sure in found if sure and sign * gain.estimate.value > 0]
            told.sort(key=lambda pair: -abs(pair[1].estimate.value))
            said = [f"{self.names.entry(path)} ({self._rounded(gain)})" for path, gain in told]
            if said:
                yield self.names.say(key, self.names.listed(said, LISTED, "or"))
        if any(sure for _, _, sure in found):
            yield self.names.say("gain_in", self.names.money())
        unsure = [self.names.entry(path) for (path, _), _, sure in found if not sure]
        if unsure and len(found) > 1:
            yield self.names.say("pays_unsure", self.names.listed(unsure, LISTED, "or"))

    def _choices(self) -> Iterator[str]:
        """What goes with the largest gain, and with the largest loss, of whoever chooses it.

        Where a game has no parts it is that of the whole game. What cannot be told apart from the largest is named
        beside it; nothing is said where that is all there is, or something that may be no such thing.
        """
        groups = [group for group in self.results.groups if group.startswith("user ")]
        found = self._gains([(self.results.whole, group) for group in groups])
        over = "game" if self.results.whole == NONE else "choice"
        for key, sign in ((f"{over}_gains", 1), (f"{over}_loses", -1)):
            ends = [number.estimate for _, number, sure in found if sure and sign * number.estimate.value > 0]
            if not ends:
                continue
            end, least = max(ends, key=lambda one: sign * one.value), LEVEL / max(1, len(found) - 1)
            told = [(of, gain) for (_, of), gain, _ in found if self._chance(gain.estimate, end, sign) > least]
            told.sort(key=lambda pair: -sign * pair[1].estimate.value)
            said = [f"{self.names.quoted(self.names.member(of))} ({self._rounded(gain)})" for of, gain in told]
            if len(told) < len(found) and all(sign * gain.estimate.value > 0 for _, gain in told):
                yield self.names.say(key if len(said) == 1 else f"{key}_unsure", self.names.listed(said, LISTED, "or"))

    def _chance(self, one: Estimate, end: Estimate, sign: int) -> float:
        """How often by luck alone it would be so far short of the largest, however the two go together."""
        by, games = sign * (end.value - one.value), self.results.games
        if by <= 0 or one.cases < 2:
            return 1.0
        half = sum(each.spread * quantile(min(each.cases, games)) / quantile(games) for each in (one, end))
        return chance_of(Estimate(by, by - half, by + half, one.cases))

    def _gains(self, keys: list[tuple[str, str]]) -> list[tuple[tuple[str, str], Number, bool]]:
        """The gains that are known, and which of them surely are something."""
        known = [
            (key, number) for key in keys if (number := self.results.number("gain", *key, signed=True)) is not None
        ]
        sure = self.results.differing([number.estimate for _, number in known], 0)
        return [
            (key, number, yes and number.estimate.cases >= FEW) for (key, number), yes in zip(known, sure, strict=True)
        ]

    def _never(self) -> Iterator[str]:
        results, names = self.results, self.names
        words, reasons = results.columns.words, [one for one in results.columns.reasons if one != NONE]
        whole = results.whole
        said = {word: names.quoted(names.word(word)) for word in words}
        paid = {reason: names.quoted(names.reason(reason)) for reason in reasons}
        possible = _possible(names)
        unsaid = names_of_all(said, lambda word: word in possible and not results.value("chose", whole, word))
        unpaid = names_of_all(paid, lambda reason: not results.value("payments", whole, reason))
        unnamed = [names.entry(path) for path in results.unnamed]
        for key, found in (("never_named", unnamed), ("never_chosen", unsaid), ("never_paid", unpaid)):
            if found:
                yield names.say(key, names.listed(found, LISTED, "or"))
        few = names_of_all(said, lambda word: word in possible and self._is_rare("used", word))
        few += names_of_all(paid, lambda reason: self._is_rare("with", reason))
        rare = [name for name in dict.fromkeys(few) if name not in (*unsaid, *unpaid)]
        if rare:
            key = "rare_ones" if whole == NONE else "rare_namings"
            yield names.say(key, self._points(RARE), names.listed(rare, LISTED, "or"))

    def _is_rare(self, name: str, of: str) -> bool:
        """Does it surely happen never or hardly ever: in few games, or at few namings and less than once a game?"""
        found = self.results.estimate(name, self.results.whole, of)
        if found is None:
            return False
        namings = 1.0 if self.results.whole == NONE else self.results.value("spells")
        return found.value == 0 or (found.high < RARE and found.high * namings < 1)

    # ---- numbers
    def _rounded(self, number: Number) -> str:
        return self.names.number(number.rounded)

    def _points(self, share: float) -> str:
        return self._rounded(Number.exactly(share, share=True))

    def _whole(self, value: float) -> str:
        return self._rounded(Number.exactly(value))


def _possible(names: Names) -> set[str]:
    """The words, or decisions, of what these rules ever let somebody choose."""
    program, book = names.columns.rules.program, TablePhrases(names.words, None)
    return {
        one.word or choice.name
        for choice in decisions(program)
        for one in choice.alternatives
        if one.condition is None or not book.never(one.condition)
    }


def names_of_all(names: Mapping[str, str], is_so: Callable[[str], bool]) -> list[str]:
    """Of things by name, the names of which it is so of whatever has them: several things may have one."""
    others = {name for thing, name in names.items() if not is_so(thing)}
    return [name for name in dict.fromkeys(names.values()) if name not in others]
