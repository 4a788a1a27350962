"""The report of two rulesets or more over the same games: what differs, what changed most, and what is not sure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from coupdsl.study.course import Course
from coupdsl.study.figures import ALL, Figure
from coupdsl.study.report.findings import Finding, findings
from coupdsl.study.report.first_answers import who_played
from coupdsl.study.report.numbers import Number, about
from coupdsl.study.report.page import Cell, Chart, Report, Section, Table
from coupdsl.study.report.results import FEW
from coupdsl.study.report.said import in_words
from coupdsl.study.report.simulated import facts, notes
from coupdsl.study.report.titles import UNITS, Names, called, played_by, shortened, unit_of

if TYPE_CHECKING:
    from coupdsl.study.report.said import Said

SHOWN = 15  # rows of a table
TOLD = 3  # changes that are told in a sentence
MAIN = ("score opening", "won opening", "moves", "decisions", "open", "limited", "nobody", "spells")


def compared(
    course: Course, names: Sequence[Names], said: Sequence[Said], wanted: int, everything: bool = False
) -> Report:
    """What is known after the games played so far, of `wanted`; `said` holds what each other ruleset says otherwise."""
    plan, subjects = course.study.plan, course.study.plan.subjects
    titles = called(plan, names)
    short, title = shortened(titles), " / ".join(titles)
    if len({*zip(plan.bots, course.study.learnt, strict=True)}) == 1:
        title = f"{title}, {played_by(names[0], plan.bots[0], course.study.learnt[0])}"
    pairs = [
        Pair(course, (names[0], names[which]), (short[0], short[which]), said[which - 1], which, everything)
        for which in range(1, len(subjects))
    ]
    return Report(
        names[0].language,
        names[0].say("compared", title),
        (*(" ".join(pair.answers()) for pair in pairs), who_played(names[0], course.summary.games, sum(plan.bots, ()))),
        tuple(section for pair in pairs for section in pair.sections()),
        facts(course, names[0], " / ".join(subject.title for subject in subjects)),
        (_how_to_read(names[0]), *notes(course, names[0], wanted)),
    )  # fmt: skip


def _how_to_read(names: Names) -> str:
    named = any(entry is not None for entry in names.columns.entries)
    return names.say("how_to_read", names.say("case_named", names.kinds()) if named else names.say("case_game"))


class Pair:
    """What is said about one ruleset against the first."""

    def __init__(
        self, course: Course, both: tuple[Names, Names], titles: tuple[str, str], said: Said, which: int, whole: bool
    ) -> None:  # fmt: skip
        self.first, self.names = both
        self.games = course.summary.games
        self.said = said
        self.one, self.other = titles
        self.several = len(course.study.plan.subjects) > 2
        self.mark = f"{which} " if self.several else ""
        self.whole = whole
        self.found = findings(course, which)
        self.sure = [one for one in self.found if one.sure]
        self.open = [one for one in self.found if one.state == "unsure"]

    # ---- in words
    def answers(self) -> Iterator[str]:
        """What changed most, what is sure, and how many games would settle the rest."""
        say, count = self.names.say, self.names.count
        if self.several:
            yield say("against", self.other, self.one)
        if not self.said:
            yield say("says_the_same")
        if self.games < FEW:
            yield say("sure_few", count(FEW))
            return
        if not self.found or not any(one.found.by.value or one.found.error for one in self.found):
            yield say("all_equal", count(self.games))
            return
        if not self.sure:
            yield say("nothing_sure", count(self.games))
        yield self._counted()
        if len(self.sure) > 1:
            yield say("strongest")
        yield from (self._sentence(one) for one in _one_each(_one_each(self.sure, _part), _matter)[:TOLD])
        yield from self._main_answers()
        if self.open:
            needed = sorted(one.needed or 0 for one in self.open)
            numbers = (count(about(number, self.games)) for number in (needed[0], needed[len(needed) // 2]))
            yield say("answer_open", *numbers)

    def _counted(self) -> str:
        """How many figures were compared, and of how many what is known."""
        tested = sum(one.tested for one in self.found)
        equal = tested - len(self.sure) - len(self.open)
        counts = (("count_sure", len(self.sure)), ("count_unsure", len(self.open)), ("count_equal", equal))
        parts = [self.names.say(key, self.names.count(number)) for key, number in counts if number]
        return self.names.say("counted", self.names.count(tested), self.names.listed(parts))

    def _sentence(self, one: Finding) -> str:
        return capital(self.names.changed(one.figure, *self._ends(one)))

    def _ends(self, one: Finding) -> tuple[str, str]:
        """What it was and what it is, with as many digits as tell them apart."""
        was, now, _ = one.numbers
        said = (was.rounded, now.rounded) if was.rounded != now.rounded else (was.said, now.said)
        return self.names.number(said[0]), self.names.number(said[1])

    def _main_answers(self) -> Iterator[str]:
        """Whether games are longer, and whether opening has become better or worse."""
        found = {one.figure.key: one for one in self.found}
        for name in ("moves", "score opening"):
            one = found.get((name, ALL, ""))
            if one is None or (one in self.sure and one in _one_each(self.sure, _matter)[:TOLD]):
                continue
            if one.state == "sure":
                yield self._sentence(one)
            elif one.state in ("unsure", "exactly"):
                needed = self.names.count(about(one.needed, self.games)) if one.needed is not None else ""
                yield self.names.say(f"{name} {one.state}", self._ends(one)[1], needed)

    # ---- in tables
    def sections(self) -> Iterator[Section]:
        say = self.names.say
        if self.said:  # else that is among the answers
            yield self._said()
        if self.sure:
            sentence = say("sure_count", self.names.count(sum(one.tested for one in self.found)))
            yield self._section("changed", say("changed"), (sentence,), self._cut(self.sure, SHOWN, drawn=True))
        yield self._section("main", say("main"), (), self._by_unit(self._of_whole_game(), judged=True))
        if self.open:
            tables = self._cut(self.open, SHOWN // 3, judged=True)
            yield self._section("undecided", say("undecided"), (say("undecided_intro"),), tables)
        for title, entries in ((self.one, _only(self.first, self.names)), (self.other, _only(self.names, self.first))):
            if entries:
                yield self._section("only", say("only", title), (", ".join(entries),))

    def _cut(
        self, found: Sequence[Finding], most: int, drawn: bool = False, judged: bool = False
    ) -> tuple[Table, ...]:  # fmt: skip
        """The strongest ones, each part of the game and matter once; below them how many are left out."""
        told = found if self.whole else _one_each(found, _part)[:most]
        tables = self._by_unit(told, drawn, judged)
        left = len(found) - len(told)
        if not left:
            return tables
        more = self.names.say("more" if left > 1 else "one_more", self.names.count(left))
        return *tables[:-1], replace(tables[-1], more=more)

    def _section(
        self, key: str, title: str, sentences: tuple[str, ...] = (), tables: tuple[Table, ...] = ()
    ) -> Section:
        prefix = self.names.say("titled", self.other, "") if self.several else ""
        return Section(self.mark + key, prefix + title, sentences, tables)

    def _said(self) -> Section:
        say = self.names.say
        title = say("said", self.one)
        rows = tuple(in_words(one, self.names) for one in self.said)
        hint = (say("see_diff"),) if any(one.is_rule and one.in_words is None for one in self.said) else ()
        return self._section("said", title, hint, (Table((say("what"), self.one, self.other), rows),))

    def _by_unit(
        self, found: Sequence[Finding], drawn: bool = False, judged: bool = False
    ) -> tuple[Table, ...]:  # fmt: skip
        """A table for each unit."""
        say = self.names.say
        heads = (say("figure"), self.one, self.other, say("change"), say("sure?"), say("settle"))
        tables = []
        for unit in UNITS:
            about_it = [one for one in found if unit_of(one.figure) == unit]
            shown = 4 if not judged else 6 if any(one.state == "unsure" for one in about_it) else 5
            rows = [self._row(one)[:shown] for one in about_it]
            title = say(f"unit_{unit}")
            picture = Chart.of_column((*heads[:3], say("titled", title, say("change"))), rows, 3)
            if rows:
                tables.append(Table(heads[:shown], tuple(rows), caption=title, charts=(picture,) if drawn else ()))
        return tuple(tables)

    def _row(self, one: Finding) -> tuple[Cell, ...]:
        needed = Number.exactly(about(one.needed or 0, self.games)) if one.state == "unsure" else None
        return capital(self.names.figure(one.figure)), *one.numbers, self.names.say(one.state), needed

    def _of_whole_game(self) -> list[Finding]:
        """What one always wants to know, whether it changed or not."""
        found = {one.figure.key: one for one in self.found}
        keys = [(name, ALL, "") for name in MAIN]
        keys += [("with", ALL, reason) for reason in self.names.columns.reasons]
        keys += [key for key in found if key[0].endswith(" policy")]
        if self.whole:
            keys += [(name, ALL, str(seat)) for name in ("score", "won") for seat in range(self.names.columns.players)]
        return [found[key] for key in keys if key in found]


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
