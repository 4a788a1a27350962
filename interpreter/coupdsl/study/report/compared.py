"""The report of two rulesets or more over the same games: what differs, what changed most, and what is not sure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from coupdsl.study.course import Course
from coupdsl.study.estimate import Difference, games_needed, surely
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.page import Cell, Number, Report, Section, Table
from coupdsl.study.report.simulated import FEW, about, facts, notes
from coupdsl.study.report.titles import Names

SHOWN = 15  # rows of a table
TOLD = 3  # changes that are told in a sentence
MAIN = ("score opening", "won opening", "moves", "decisions", "open", "spells")
ASIDE = ("opened", "members")  # what only helps to read others

Said = Sequence[tuple[str, str, str]]  # what rules say otherwise: what, was, is


@dataclass(frozen=True)
class Finding:
    """A figure under two rulesets, and what can be said of it."""

    figure: Figure
    found: Difference
    tested: bool = False
    sure: bool = False
    needed: int | None = None


def findings(course: Course, which: int) -> list[Finding]:
    """Every figure of which the first ruleset and another both have cases, the strongest difference first.

    Those with too few cases are not tested; the others are sure by Holm's method, which knows how many they are.
    """
    found = [pair for pair in course.study.differences(course.summary, which) if _alive(pair[1])]
    found.sort(key=lambda pair: -pair[1].strength)
    tested = [_enough(figure, one, course.summary.games) for figure, one in found]
    sure = iter(surely([one.chance for (_, one), asked in zip(found, tested, strict=True) if asked]))
    looked_at = max(1, sum(tested))
    return [
        Finding(figure, one, asked, asked and next(sure), games_needed(one, course.summary.games, looked_at))
        for (figure, one), asked in zip(found, tested, strict=True)
    ]


def _alive(one: Difference) -> bool:
    """Did it happen at all?"""
    return bool(one.one.value or one.other.value or one.error)


def _enough(figure: Figure, one: Difference, games: int) -> bool:
    return games >= FEW and min(one.one.cases, one.other.cases) >= FEW and figure.name not in ASIDE


def compared(
    course: Course, names: Sequence[Names], said: Sequence[Said], wanted: int, everything: bool = False
) -> Report:
    """What is known after the games played so far, of `wanted`; `said` holds what each other ruleset says otherwise."""
    subjects = course.study.plan.subjects
    shown = None if everything else SHOWN
    sections = [
        section
        for which in range(1, len(subjects))
        for section in Pair(course, names[0], names[which], said[which - 1], which, shown).sections()
    ]
    titles = " / ".join(subject.title for subject in subjects)
    return Report(
        names[0].words.language, names[0].say("compared", titles), facts(course, names[0], titles),
        tuple(notes(course, names[0], wanted)), tuple(sections),
    )  # fmt: skip


class Pair:
    """The sections about one ruleset against the first."""

    def __init__(
        self, course: Course, first: Names, names: Names, said: Said, which: int, shown: int | None
    ) -> None:  # fmt: skip
        self.names, self.first = names, first
        self.games = course.summary.games
        self.said = said
        subjects = course.study.plan.subjects
        self.one, self.other = subjects[0].title, subjects[which].title
        self.prefix = f"{self.other}: " if len(subjects) > 2 else ""
        self.mark = f"{which} " if len(subjects) > 2 else ""
        self.shown = shown
        self.found = findings(course, which)
        self.only = _only(first, names), _only(names, first)

    def sections(self) -> Iterator[Section]:
        yield self._said()
        yield self._changed()
        yield self._main()
        undecided = self._undecided()
        if undecided is not None:
            yield undecided
        for title, entries in zip((self.one, self.other), self.only, strict=True):
            if entries:
                yield self._section("only", self.names.say("only", title), (", ".join(entries),))

    def _section(self, key: str, title: str, sentences: tuple[str, ...] = (), table: Table | None = None) -> Section:
        return Section(self.mark + key, self.prefix + title, sentences, table)

    def _said(self) -> Section:
        title = self.names.say("said", self.one)
        if not self.said:
            return self._section("said", title, (self.names.say("nothing_said"),))
        heads = (self.names.say("what"), self.one, self.other)
        return self._section("said", title, (), Table(heads, tuple(self.said)))

    def _changed(self) -> Section:
        say = self.names.say
        sure = [one for one in self.found if one.sure]
        tested = sum(one.tested for one in self.found)
        if not sure:
            return self._section("changed", say("changed"), (say("nothing_sure", f"{self.games:,}"),))
        told = _one_each(sure, _part)
        cut = told if self.shown is None else told[: self.shown]
        topics = _one_each(told, _matter)
        sentences = [say("sure_count", len(sure), tested), *(self._sentence(one) for one in topics[:TOLD])]
        more = say("more", len(sure) - len(cut)) if len(cut) < len(sure) else ""
        table = Table(self._heads(), tuple(self._row(one) for one in cut), (1, 2), more, together=True)
        return self._section("changed", say("changed"), tuple(sentences), table)

    def _heads(self) -> tuple[str, ...]:
        return self.names.say("figure"), self.one, self.other, self.names.say("change")

    def _sentence(self, one: Finding) -> str:
        key = "rises" if one.found.by.value > 0 else "falls"
        was, now, _ = self._numbers(one)
        return self.names.say(key, capital(self.names.figure(one.figure)), was.value, now.value)

    def _row(self, one: Finding) -> tuple[Cell, ...]:
        return self.names.figure(one.figure), *self._numbers(one)

    @staticmethod
    def _numbers(one: Finding) -> tuple[Number, Number, Number]:
        share = one.figure.share or one.figure.name.startswith("won")
        signed = one.figure.name in ("gain", "score opening", "won opening")
        found = one.found
        return (
            Number(found.one, share, signed),
            Number(found.other, share, signed),
            Number(found.by, share, signed=True),
        )

    def _main(self) -> Section:
        """What one always wants to know, whether it changed or not."""
        rows = [(*self._row(one), self._verdict(one)) for one in self._of_whole_game()]
        heads = (*self._heads(), self.names.say("sure?"))
        return self._section("main", self.names.say("main"), (), Table(heads, tuple(rows)))

    def _of_whole_game(self) -> list[Finding]:
        found = {one.figure.key: one for one in self.found}
        keys = [(name, ALL, "") for name in MAIN]
        keys += [("with", ALL, reason) for reason in self.names.columns.reasons]
        keys += [key for key in found if key[0].endswith(" policy")]
        if self.shown is None:
            keys += [(name, ALL, str(seat)) for name in ("score", "won") for seat in range(self.names.columns.players)]
        return [found[key] for key in keys if key in found]

    def _verdict(self, one: Finding) -> str:
        say = self.names.say
        if one.found.error == 0 and not one.found.by.value:
            return say("exactly")
        if not one.tested:
            return say("rare")
        if one.sure:
            return say("sure")
        return say("equal") if one.needed is None else say("unsure", about(one.needed))

    def _undecided(self) -> Section | None:
        open_ones = [one for one in self.found if one.tested and not one.sure and one.needed is not None]
        told = _one_each(open_ones, _part)
        cut = told if self.shown is None else told[: self.shown // 3]
        if not cut:
            return None
        say = self.names.say
        rows = tuple((*self._row(one), about(one.needed or 0)) for one in cut)
        heads = (*self._heads(), say("settle"))
        more = say("more", len(open_ones) - len(cut)) if len(cut) < len(open_ones) else ""
        return self._section(
            "undecided", say("undecided"), (say("undecided_intro"),), Table(heads, rows, (), more)
        )  # fmt: skip


def _one_each(found: Sequence[Finding], about: Callable[[Figure], object]) -> list[Finding]:
    """Of the findings about the same, only the first, which is the strongest."""
    told: dict[object, Finding] = {}
    for one in found:
        told.setdefault(about(one.figure), one)
    return list(told.values())


def _matter(figure: Figure) -> str:
    """The word, reason or group that it is about."""
    return figure.of.rpartition(" ")[2] or figure.name


def _part(figure: Figure) -> tuple[str, str]:
    """The same in one part of the game."""
    return figure.entry, _matter(figure)


def _only(names: Names, others: Names) -> list[str]:
    known = {entry.path for entry in others.columns.entries if entry is not None}
    return [names.entry(e.path) for e in names.columns.entries if e is not None and e.path not in known]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
