"""The report of one ruleset: seats, length, what is named, chosen and paid, and who gains by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.native.counting.columns import NONE
from coupdsl.study.course import Course
from coupdsl.study.estimate import Estimate, quantile
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.page import Cell, Number, Report, Section, Table
from coupdsl.study.report.titles import Names

SHOWN = 12  # rows of a table, unless all are asked for
FEW = 30  # games with which intervals are rough

Found = dict[tuple[str, str, str], tuple[Figure, Estimate]]


def simulated(course: Course, names: Names, wanted: int, everything: bool = False) -> Report:
    """What is known of the games played so far, of `wanted`; tables are cut unless `everything` is asked for."""
    subject = course.study.plan.subjects[0]
    found = {figure.key: (figure, estimate) for figure, estimate in course.study.estimates(course.summary)}
    sections = Sections(found, names, course.summary.games, None if everything else SHOWN)
    return Report(
        names.words.language,
        names.say("simulated", names.words.title()),
        facts(course, names, subject.title),
        tuple(notes(course, names, wanted)),
        tuple(sections.all()),
    )


def facts(course: Course, names: Names, title: str) -> tuple[tuple[str, str], ...]:
    """What was played, and by whom."""
    plan = course.study.plan
    marks = ", ".join(rules.fingerprint[:12] for rules in course.study.rules)
    said = (title, plan.players, f"{course.summary.games:,}", plan.seed, ", ".join(plan.policies), marks)
    keys = ("ruleset", "players", "games", "seed", "policy", "rules")
    return tuple((names.say(key), str(value)) for key, value in zip(keys, said, strict=True))


def notes(course: Course, names: Names, wanted: int) -> Iterator[str]:
    """How the report is to be read."""
    plan, games = course.study.plan, course.summary.games
    if games < wanted:
        yield names.say("interrupted", f"{games:,}", f"{wanted:,}")
    if set(plan.policies) == {"random"}:
        yield names.say("random")
    else:
        yield names.say("policies", ", ".join(dict.fromkeys(plan.policies)))
    yield names.say("intervals")
    if games < FEW:
        yield names.say("few")


class Sections:
    """The sections, made from what was found."""

    def __init__(self, found: Found, names: Names, games: int, shown: int | None) -> None:
        self.found = found
        self.names = names
        self.games = games
        self.shown = shown
        self.columns = names.columns
        named = [entry.path for entry in self.columns.entries if entry is not None]
        self.entries = [path for path in named if found["spells", path, ""][1].value]
        self.entries.sort(key=lambda path: -found["spells", path, ""][1].value)

    def all(self) -> Iterator[Section]:
        yield self._seats()
        yield self._length()
        if self.entries:
            yield self._named()
        yield from self._matrix("gains", "gain", self._groups(), signed=True)
        yield from self._matrix("chosen", "used" if self.entries else "chose", self.columns.words)
        yield from self._matrix("paid", "with", self.columns.reasons)
        yield from self._matrix("sizes", "amount", self.columns.reasons)
        yield from self._flow()

    # ---- cells
    def _number(self, name: str, entry: str = ALL, of: str = "", signed: bool = False) -> Number | None:
        known = self.found.get((name, entry, of))
        return Number(known[1], known[0].share, signed) if known is not None else None

    def _lines(self, keys: Iterable[tuple[str, str, str]]) -> tuple[tuple[Cell, ...], ...]:
        return tuple(
            (self.names.figure(self.found[key][0]), self._number(*key)) for key in keys if key in self.found
        )  # fmt: skip

    # ---- sections
    def _seats(self) -> Section:
        say, seats = self.names.say, [str(seat) for seat in range(self.columns.players)]
        rows: list[tuple[Cell, ...]] = [
            (self.names.words.seat(int(seat), None),
             *(self._number(name, ALL, seat) for name in ("score", "won", "opened", "decided")))
            for seat in seats
        ]  # fmt: skip
        opener = (say("who_opens"), self._number("score opener"), self._number("won opener"), None, None)
        rivals = [
            (key[2], self._number(*key), self._number("won policy", ALL, key[2]), None, None)
            for key in self.found
            if key[0] == "score policy"
        ]
        heads = tuple(say(key) for key in ("seat", "score", "wins", "opens", "decides"))
        return Section(
            "seats", say("seats"), tuple(self._opening()), Table(heads, (*rows, opener, *rivals), plotted=(1,))
        )  # fmt: skip

    def _opening(self) -> Iterator[str]:
        """Whether it is good to open."""
        score, wins = (self._number(f"{name} opening", signed=True) for name in ("score", "won"))
        if score is None or wins is None or self.games < 2:
            return
        wins = Number(wins.estimate, share=True, signed=True)
        value, half = score.estimate.value, score.estimate.spread
        if not value:
            yield self.names.say("opening_none")
        elif abs(value) > half and self.games >= FEW:
            yield self.names.say("opening_sure", self.names.say("good" if value > 0 else "bad"), score.text, wins.text)
        else:
            needed = self.games * (half / abs(value)) ** 2 * (quantile(10**9) / quantile(self.games)) ** 2
            yield self.names.say("opening_unsure", score.text, about(max(needed, FEW)))

    def _length(self) -> Section:
        keys = [(name, ALL, "") for name in ("moves", "decisions", "open", "spells")]
        heads = (self.names.say("figure"), self.names.say("value"))
        return Section("length", self.names.say("length"), (), Table(heads, self._lines(keys)))

    def _named(self) -> Section:
        heads = (self.names.kinds(), self.names.say("times"))
        rows = tuple((self.names.entry(path), self._number("spells", path)) for path in self.entries)
        return Section("named", self.names.say("named"), (), Table(heads, rows, plotted=(1,)))

    def _groups(self) -> list[str]:
        """Groups of seats that tell something: not those to which every seat belongs whenever they occur."""
        everybody = self.columns.players
        paths = self.entries or [NONE]

        def whole(group: str) -> bool:
            counts = [self.found["members", path, group][1].value for path in paths]
            return all(count in (0, everybody) for count in counts)

        return [group for group in self.columns.groups if not whole(group)]

    def _matrix(self, key: str, name: str, things: Iterable[str], signed: bool = False) -> Iterator[Section]:
        """A row a thing, a column an entry, the weightiest first."""
        say, paths = self.names.say, [ALL, *self.entries] if self.entries else [NONE]
        rows: list[tuple[Cell, ...]] = []
        for thing in things:
            cells = [self._number(name, path, thing, signed) for path in paths]
            known = self.found.get((name, paths[0], thing))
            if known is not None and self._occurs(name, paths, thing):
                rows.append((self.names.of(known[0]), *cells))
        rows.sort(key=_weight, reverse=True)
        if not rows:
            return
        heads = tuple(say("all") if path == ALL else self.names.entry(path) for path in paths)
        if not self.entries:
            heads = (say("once"),)
        cut = rows if self.shown is None else rows[: self.shown]
        more = say("more", len(rows) - len(cut)) if len(cut) < len(rows) else ""
        intro = (say(f"{key}_intro"),) if self.entries else ()
        plotted = tuple(range(1, 1 + len(paths)))
        yield Section(key, say(key), intro, Table(("", *heads), tuple(cut), plotted, more))

    def _occurs(self, name: str, paths: list[str], thing: str) -> bool:
        """Did it happen at all? A share of nothing has an interval too."""
        known = [self.found[name, path, thing][1] for path in paths if (name, path, thing) in self.found]
        return name == "gain" or any(estimate.value for estimate in known)

    def _flow(self) -> Iterator[Section]:
        """What is paid for what in a whole game."""
        say, path = self.names.say, ALL if self.entries else NONE
        rows = []
        for reason in self.columns.reasons:
            money = self._number("money", path, reason)
            if money is not None and money.estimate.value:
                first = self.found["money", path, reason][0]
                rows.append((self.names.of(first), self._number("payments", path, reason), money))
        rows.sort(key=lambda row: -row[2].estimate.value)
        if rows:
            heads = ("", say("payments"), say("money"))
            yield Section("flow", say("flow"), (), Table(heads, tuple(rows), plotted=(2,)))


def _weight(row: tuple[Cell, ...]) -> float:
    """How much there is of it in all."""
    first = row[1]
    return abs(first.estimate.value) * first.estimate.cases if isinstance(first, Number) else 0.0


def about(games: float) -> str:
    """A number of games, to two figures."""
    digits = len(str(int(games))) - 2
    return f"{int(round(games, -digits)) if digits > 0 else int(games):,}"
