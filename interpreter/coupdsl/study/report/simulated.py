"""The report of one ruleset: seats, length, what is named, chosen and paid, and who gains by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.study.course import Course
from coupdsl.study.figures import ALL
from coupdsl.study.report.first_answers import Answers, opening
from coupdsl.study.report.numbers import Number
from coupdsl.study.report.page import Cell, Chart, Report, Section, Table
from coupdsl.study.report.results import FEW, Results
from coupdsl.study.report.titles import Names, is_random, played_by, several
from coupdsl.study.report.wording import SCORES

SHOWN = 12  # rows of a table, unless all are asked for
DRAWN = 6  # charts of a table
UNITS = {"used": "in_percent", "with": "in_percent", "chose": "times"}  # the others are amounts

Row = tuple[Cell, ...]


def simulated(course: Course, names: Names, wanted: int, everything: bool = False) -> Report:
    """What is known of the games played so far, of `wanted`; tables are cut unless `everything` is asked for."""
    subject, who = course.study.plan.subjects[0], course.study.plan.policies
    results = Results(course, names)
    return Report(
        names.language,
        names.say("simulated", names.words.title(), played_by(names, who, course.study.learnt[0])),
        Answers(results, who).paragraphs(),
        tuple(Sections(results, None if everything else SHOWN).all()),
        facts(course, names, subject.title),
        tuple(notes(course, names, wanted)),
    )


def facts(course: Course, names: Names, title: str) -> tuple[tuple[str, str], ...]:
    """What was played, and by whom."""
    plan = course.study.plan
    marks = ", ".join(rules.fingerprint[:12] for rules in course.study.rules)
    bots = " / ".join(", ".join(each) for each in dict.fromkeys(plan.bots))
    said = (title, plan.players, names.count(course.summary.games), plan.seed, bots, marks)
    keys = ("ruleset", "players", "games", "seed", "policy", "rules")
    return tuple((names.say(key), str(value)) for key, value in zip(keys, said, strict=True))


def notes(course: Course, names: Names, wanted: int) -> Iterator[str]:
    """How the report is to be read."""
    plan, games = course.study.plan, course.summary.games
    if games < wanted:
        yield names.say("interrupted", names.count(games), names.count(wanted))
    bots = sum(plan.bots, ())
    yield names.say("random") if is_random(bots) else names.say("policies", several(bots))
    yield names.say("intervals")
    if games < FEW:
        yield names.say("few")


class Sections:
    """The sections, made from what was found."""

    def __init__(self, results: Results, shown: int | None) -> None:
        self.results = results
        self.names = results.names
        self.shown = shown

    def all(self) -> Iterator[Section]:
        yield self._seats()
        yield self._length()
        if self.results.entries:
            yield self._named()
        groups = self.results.groups
        gainers = {kind: [group for group in groups if group.partition(" ")[0] == kind] for kind in ("user", "payee")}
        offices = [group for group in groups if group.partition(" ")[0] not in gainers]
        yield from self._matrix("gains", "gain", offices, signed=True)
        yield from self._matrix("gains_chosen", "gain", gainers["user"], signed=True)
        yield from self._matrix("gains_paid", "gain", gainers["payee"], signed=True)
        yield from self._matrix("chosen", "used" if self.results.entries else "chose", self.results.columns.words)
        yield from self._matrix("paid", "with", self.results.columns.reasons)
        yield from self._matrix("sizes", "amount", self.results.columns.reasons)
        yield from self._flow()

    # ---- sections
    def _seats(self) -> Section:
        say, number = self.names.say, self.results.number
        somebody_opens = number("score opener") is not None
        named = {"score": SCORES[self.results.lowest_is_best], "won": "wins",
                 **({"opened": "opens"} if somebody_opens else {}), "decided": "decides"}  # fmt: skip
        rows: list[Row] = [
            (self.names.words.seat(seat, None), *(number(name, ALL, str(seat)) for name in named))
            for seat in range(self.results.columns.players)
        ]
        rest = (None,) * (len(named) - 2)
        if somebody_opens:
            rows.append((say("who_opens"), number("score opener"), number("won opener"), *rest))
        for figure, _ in self.results.estimates("score policy"):
            won = number("won policy", ALL, figure.of)
            share = Number(won.estimate, share=True) if won is not None else None
            rows.append((figure.of, number("score policy", ALL, figure.of), share, *rest))
        heads = (say("seat"), *(say(key) for key in named.values()))
        charts = (Chart.of_column(heads, rows, 2), Chart.of_column(heads, rows, 1))
        return Section("seats", say("seats"), tuple(self._opening()), (Table(heads, tuple(rows), charts=charts),))

    def _opening(self) -> Iterator[str]:
        """Whether it is good to open."""
        found = opening(self.results)
        if found is None:
            return
        say, number = self.names.say, self.names.number
        score, wins = number(found.score.said), number(found.wins.said)
        if found.verdict == "even":
            yield say("answer_even")
        elif found.verdict == "none":
            yield say("opening_none" if found.by == "score" else "answer_none")
        elif found.verdict == "unsure" and found.by == "won":
            yield say("opening_unsure_won", wins, self.names.count(found.needed))
        elif found.verdict == "unsure":
            yield say("opening_unsure", score, self.names.count(found.needed))
        elif found.by == "won":
            yield say("opening_sure_won", say(found.verdict), wins)
        else:
            yield say("opening_sure", say(found.verdict), score, wins)

    def _length(self) -> Section:
        say = self.names.say
        lines = [(name, self.results.number(name)) for name in ("moves", "decisions", "spells")]
        titles = {
            "moves": say("moves_made"),
            "decisions": say("decides"),
            "spells": say("spells_made", self.names.kinds()),
        }
        rows = tuple((titles[name], number) for name, number in lines if number is not None)
        share = self.results.number("open")
        sentences = (say("open_share", self.names.number(share.rounded)),) if share is not None else ()
        return Section("length", say("length"), sentences, (Table(("", say("times")), rows),))

    def _named(self) -> Section:
        heads = (self.names.kinds(), self.names.say("times"))
        rows = tuple((self.names.entry(path), self.results.number("spells", path)) for path in self.results.entries)
        table = Table(heads, rows, charts=(Chart.of_column(heads, rows, 1),))
        return Section("named", self.names.say("named"), (), (table,))

    def _matrix(self, key: str, name: str, things: Iterable[str], signed: bool = False) -> Iterator[Section]:
        """A row a thing, a column an entry, the weightiest first."""
        say, paths = self.names.say, self.results.paths
        rows: list[Row] = []
        for thing in things:
            cells = [self.results.number(name, path, thing, signed) for path in paths]
            if cells[0] is not None and (
                name == "gain" or any(self.results.value(name, path, thing) for path in paths)
            ):
                rows.append((self._title(name, thing), *cells))
        rows.sort(key=_weight, reverse=True)
        if not rows:
            return
        entries = self.results.entries
        unit = say(UNITS[name]) if name in UNITS else self.names.money()
        heads = (unit, say("all"), *map(self.names.entry, entries)) if entries else ("", unit)
        cut = rows if self.shown is None else rows[: self.shown]
        charts = _across(heads, cut) if entries else (Chart.of_column(heads, cut, 1),)
        intro = (say(f"{key}_intro"),) if entries else (say("paid_once"),) if key == "paid" else ()
        yield Section(key, say(key), intro, (Table(heads, tuple(cut), self._more(rows, cut), charts=charts),))

    def _title(self, name: str, thing: str) -> str:
        if name == "gain":
            return self.names.member(thing)
        return self.names.word(thing) if name in ("used", "chose") else self.names.reason(thing)

    def _more(self, rows: list[Row], cut: list[Row]) -> str:
        left = len(rows) - len(cut)
        return self.names.say("more" if left > 1 else "one_more", left) if left else ""

    def _flow(self) -> Iterator[Section]:
        """What is paid for what in a whole game."""
        say, path = self.names.say, self.results.whole
        rows: list[Row] = []
        for reason in self.results.columns.reasons:
            money = self.results.number("money", path, reason)
            if money is not None and money.estimate.value:
                rows.append((self.names.reason(reason), self.results.number("payments", path, reason), money))
        rows.sort(key=lambda row: -row[2].estimate.value if isinstance(row[2], Number) else 0)
        if rows:
            heads = ("", say("payments"), self.names.money())
            yield Section(
                "flow", say("flow"), (), (Table(heads, tuple(rows), charts=(Chart.of_column(heads, rows, 2),)),)
            )


def _across(heads: tuple[str, ...], rows: list[Row]) -> tuple[Chart, ...]:
    """For each row a picture of how it differs from entry to entry, where it does."""
    charts = [
        Chart(
            str(row[0]),
            tuple((head, cell) for head, cell in zip(heads[1:], row[1:], strict=True) if isinstance(cell, Number)),
        )
        for row in rows
    ]
    return tuple(chart for chart in charts if chart.tells)[:DRAWN]


def _weight(row: Row) -> float:
    """How much there is of it in all."""
    first = row[1]
    return abs(first.estimate.value) * first.estimate.cases if isinstance(first, Number) else 0.0
