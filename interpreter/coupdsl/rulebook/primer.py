"""What a book says of a question of play, in plain lines, for somebody who is asked it for the first time."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.records import record
from coupdsl.language.walk import all_parts, in_block
from coupdsl.phrases.inline import Link, Phrase, Source, text_of
from coupdsl.play.guiding import Explained, Question
from coupdsl.play.spelling import folded
from coupdsl.rulebook.appendix import Appendix
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import row_in_words
from coupdsl.rulebook.consequences import Consequences
from coupdsl.rulebook.document import Block, Box, Paragraph, Step, Steps
from coupdsl.rulebook.generated import Generated
from coupdsl.rulebook.long_numbers import grouped
from coupdsl.rulebook.prose_in_force import MechanicProse, ProseInForce
from coupdsl.rulebook.steps_of_play import Course
from coupdsl.rulebook.told_prose import ToldProse
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import Named, named, options_in
from coupdsl.rulesets.prose import Chapter, Passage

NOT_OF_PLAY = ("aim", "needed", "sample", "charts", "end")
NEAR = 2  # the rules that a question names, and those that these name
ALIKE = 3  # first letters that a word and what it is called share: `bet` and `betting`, `suivre` and `suit`
Subjects = frozenset[p.Rule | p.Option]


@record
class Part:
    """A passage of a book, and what it speaks of."""

    passage: Passage
    about: list[Named]


@record
class Told:
    """A passage with the lists that go on from it, and who says what they say here."""

    prose: ToldProse
    parts: list[Part]
    of_setup: bool

    @cached_property
    def lines(self) -> list[str]:
        """What it says, whatever is asked; a list that only a heading leads into begins with that."""
        passages = [part.passage for part in self.parts]
        blocks = (block for passage in passages for block in self.prose.passage(passage, False))
        lines = _lines(blocks, self.prose.book.language)
        if passages[0].head and lines and lines[0].startswith("- "):
            lines.insert(0, text_of(self.prose.book.say("named", self.prose.head(passages[0]))))
        return lines


class Primer:
    """The aim of a game, and what its book says of each question; where nobody wrote a book, of its mechanics."""

    def __init__(self, composed: Composed, language: str, options: Mapping[str, Any] | None = None) -> None:
        self.book = Book(composed, language, options)
        self.appendix = Appendix(self.book)
        self.told = ToldProse(self.appendix, ProseInForce(composed, options))
        self.choices = Course(self.book).choices
        self.consequences = Consequences(self.book)

    def aim(self) -> list[str]:
        prose = self.told.in_force.prose
        written = prose.chapter("aim") if prose is not None else None
        if written is not None:
            blocks = (block for passage in written.passages[:1] for block in self.told.passage(passage, False))
            return _lines(blocks, self.book.language)
        return _lines(filter(None, map(_in_itself, Generated(self.appendix).blocks("aim"))), self.book.language)

    def explain(self, question: Question) -> Explained:
        """What is said of a question as it is asked now."""
        played = [*self._played(question)]
        in_play = self._in_play(question, played)
        choice = self.choices.get(question.decision)
        if choice is None:
            return Explained(in_play, [], [])
        words = {text.split()[0] for text in question.view["options"]}
        offered = [one for one in choice.alternatives if not one.word or one.word in words]
        answers = self._open(question, offered)
        here: dict[p.Kind, set[p.Entry]] = {}
        for entry in (*(entry for _, entry in played), *answers):
            here.setdefault(entry.kind, set()).add(entry)
        called = {self._label(one.word): one.word in words for one in choice.alternatives if one.word}
        passages = self._best_first(question, choice, offered, here)
        said = [[line for line in told.lines if _is_open(line, called)] for told in passages]
        rows = ((one, self._stated(one, among=True)) for one in answers)
        return Explained(in_play, said, [f"- {self._row(one, stated)}" for one, stated in rows if stated])

    # ---- what charts state
    def _in_play(self, question: Question, played: Iterable[tuple[p.State, p.Entry]]) -> list[str]:
        """Of each entry that everybody knows to be in play, and of which something is stated."""
        prose = self.told.in_force.prose
        told = prose.in_play if prose is not None else {}
        meant = (named(self.book.program, name) for name, asked in told.items() if not asked.holds(question.view))
        untold = {one.rule for one in meant if one is not None and one.rule is not None}
        rows = ((state, entry, self._stated(entry, untold=untold)) for state, entry in played)
        said = ((self.book.term(state.name), self._row(entry, stated)) for state, entry, stated in rows if stated)
        return [_sentence(self.book.say("argument", term, (row,))) for term, row in said]

    def _played(self, question: Question) -> Iterator[tuple[p.State, p.Entry]]:
        program = self.book.program
        for state in program.states:
            kind, value = program.kinds.get(state.type.name), question.view["states"].get(state.name)
            entry = program.entry(value) if kind in program.charted and isinstance(value, str) else None
            if entry is not None:
                yield state, entry

    def _open(self, question: Question, offered: Iterable[ps.Alternative]) -> list[p.Entry]:
        """The entries that can be chosen, of those that charts tell of."""
        kinds = {pick.local.type.name for one in offered for pick in one.picks}
        named = dict.fromkeys(part for text in question.view["options"] for part in text.split())
        found = [self.book.program.entry(name) for name in named]
        return [one for one in found if one and one.kind.name in kinds and one.kind in self.book.program.charted]

    def _stated(self, entry: p.Entry, among: bool = False, untold: Container[p.Rule] = ()) -> list[Phrase]:
        return [*row_in_words(self.book, self.appendix.statements, entry, among, untold)]

    def _row(self, entry: p.Entry, stated: Iterable[Phrase]) -> str:
        said = " ".join(f"{_sentence(one)}." for one in ((self.book.entry(entry),), *stated))
        return grouped(said, self.book.language)

    # ---- what the book says
    def _best_first(
        self, question: Question, choice: ps.Choose, offered: list[ps.Alternative], here: Mapping[p.Kind, set[p.Entry]]
    ) -> list[Told]:
        """The passages to say now: of what is asked and follows, then what lies about it, then what comes of it."""
        asking, near = self._asking(choice), self._near(offered)
        asked = {rule for rule in self.book.program.rules if (rule.owner, rule.name) in question.rules}
        now = self._subjects(asked | self._leading_to(offered) | asking)
        of_setup, of_course = self._subjects(near), self._subjects(near | self._calling(asking))
        in_the_end = self._subjects(self.consequences.of(choice, asking, offered))
        first: list[Told] = []
        others: list[Told] = []
        last: list[Told] = []
        for told in self._of_play:
            parts = [part for part in told.parts if self._is_said_now(part, question, here)]
            if self._is_about(parts, now, question.decision):
                first.append(told)
            elif self._is_about(parts, of_setup if told.of_setup else of_course, question.decision):
                others.append(told)
            elif not told.of_setup and self._is_about(parts, in_the_end, question.decision):
                last.append(told)
        return [*first, *others, *last]

    @cached_property
    def _of_play(self) -> list[Told]:
        """The passages that may speak of what is asked."""
        return [
            Told(told, parts, chapter.name == "setup")
            for told in self._books if told.in_force.prose is not None
            for chapter in told.in_force.prose.chapters if chapter.name not in NOT_OF_PLAY
            for parts in _together(told.in_force, chapter)
        ]  # fmt: skip

    @cached_property
    def _books(self) -> list[ToldProse]:
        if self.told.in_force.prose is not None:
            return [self.told]
        mechanics = self.book.program.mechanics.values()
        written = (MechanicProse(self.book.composed, mechanic, self.book.options) for mechanic in mechanics)
        return [ToldProse(self.appendix, prose) for prose in written]

    def _is_about(self, parts: Iterable[Part], subjects: Subjects, name: str) -> bool:
        """Does one of them speak of one of the subjects? Or is it said to be of the question?"""
        return any(
            any(meant.rule in subjects or meant.option in subjects for meant in part.about)
            if part.passage.asked is None
            else name in part.passage.asked
            for part in parts
        )

    def _is_said_now(self, part: Part, question: Question, here: Mapping[p.Kind, set[p.Entry]]) -> bool:
        """Not where something else is in play, or can be chosen, than what it speaks of."""
        passage = part.passage
        asked = passage.asked.get(question.decision) if passage.asked is not None else None
        if asked is not None:
            return asked.holds(question.view)
        entries = [one.entry.parent or one.entry for one in part.about if one.entry is not None]
        spoken_of = [entry for entry in entries if entry.kind in here]
        return not spoken_of or any(entry in here[entry.kind] for entry in spoken_of)

    # ---- which rules a question is about
    def _subjects(self, rules: set[p.Rule]) -> Subjects:
        """The rules, and the options that they read."""
        versions = (version for rule in rules if (version := self.book.version(rule, None)) is not None)
        return frozenset({*rules, *(option for version in versions for option in options_in(version))})

    def _near(self, offered: Iterable[ps.Alternative]) -> set[p.Rule]:
        """Those that say what may be chosen, and those that these name."""
        stated = [pick.source for one in offered for pick in one.picks]
        stated += [one.condition for one in offered if one.condition is not None]
        found: set[p.Rule] = set()
        for _ in range(NEAR):
            named = {rule for expr in stated for rule in _applied(expr)} - found
            found |= named
            stated = [version.value for rule in named if (version := self.book.version(rule, None)) if version.value]
        return found

    def _asking(self, choice: ps.Choose) -> set[p.Rule]:
        """Those in whose course it is asked."""
        return {rule for rule in self.book.program.rules if any(line is choice for line in _lines_of(rule))}

    def _calling(self, called: set[p.Rule]) -> set[p.Rule]:
        return {
            rule
            for rule in self.book.program.rules
            if any(isinstance(line, ps.CallRule) and line.rule in called for line in _lines_of(rule))
        }

    def _leading_to(self, offered: Iterable[ps.Alternative]) -> set[p.Rule]:
        """Those that an answer calls, and those that go by what it notes."""
        lines = [line for one in offered if one.body is not None for line in in_block(one.body)]
        called = {line.rule for line in lines if isinstance(line, ps.CallRule)}
        noted = {
            line.target.state for line in lines if isinstance(line, ps.Assign) and isinstance(line.target, pe.GetState)
        }
        return called | {rule for rule in self.book.program.rules if self._goes_by(rule, noted)}

    def _goes_by(self, rule: p.Rule, noted: set[p.State]) -> bool:
        """Does it ask for one of them before it does something?"""
        version = self.book.version(rule, None)
        lines = in_block(version.body) if version is not None and version.body is not None else ()
        asked = (line.condition for line in lines if isinstance(line, ps.If))
        return any(isinstance(one, pe.GetState) and one.state in noted for one in all_parts(*asked))

    def _label(self, word: str) -> str:
        return self.book.label(f"moves.{word}")


def _together(in_force: ProseInForce, chapter: Chapter) -> list[list[Part]]:
    """The passages of a chapter that may be said in a game, each with the lists that go on from it."""
    said: list[list[Part]] = []
    for passage in chapter.passages:
        if passage.apart == "example" or in_force.is_out_of_play(passage):
            continue
        part = Part(passage, in_force.about(passage))
        if passage.goes_on and said:
            said[-1].append(part)
        else:
            said.append([part])
    return said


def _in_itself(block: Block) -> Block | None:
    """The sentences that say something here, and not only where it stands."""
    if isinstance(block, Paragraph):
        return None if _leads_elsewhere(block.text) else block
    if isinstance(block, Steps):
        return Steps(tuple(step for step in block.steps if not _leads_elsewhere(step.text)), block.numbered)
    return block


def _leads_elsewhere(phrase: Phrase) -> bool:
    """Does a link stand for words, and not behind them?"""
    return any(isinstance(one, Link) and isinstance(then, str) and then.strip() for one, then in pairwise(phrase))


def _lines_of(rule: p.Rule) -> Iterator[p.Stmt]:
    """Those of all its texts."""
    return (line for version in rule.versions if version.body is not None for line in in_block(version.body))


def _applied(expr: p.Expr) -> Iterator[p.Rule]:
    return (part.rule for part in all_parts(expr) if isinstance(part, pe.Apply))


def _sentence(phrase: Phrase) -> str:
    said = text_of(phrase)
    return said[:1].upper() + said[1:]


def _is_open(line: str, called: Mapping[str, bool]) -> bool:
    """False of the item of a list that tells of an answer which is none now: begun as it is `called`."""
    head, colon, _ = line.partition(":")
    if not line.startswith("- ") or not colon or not called:
        return True
    alike = {label: _shared(folded(head[2:]), folded(label)) for label in called}
    nearest = max(alike, key=lambda label: alike[label])
    return called[nearest] or alike[nearest] < ALIKE


def _shared(head: str, label: str) -> int:
    """With how many letters both begin, or a later word of the label: `parole` and `dit parole`."""
    ends = (label[at:] for at in range(len(label)) if not label[:at] or label[at - 1] == " ")
    return max(len([*takewhile(lambda pair: pair[0] == pair[1], zip(head, end, strict=False))]) for end in ends)


def _lines(blocks: Iterable[Block], language: str) -> list[str]:
    """The blocks without what leads elsewhere in the book, with their numbers as it writes them."""
    return [grouped(line, language) for line in _lines_in(blocks)]


def _lines_in(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield _text(block.text)
        elif isinstance(block, Steps):
            yield from _items(block.steps)
        elif isinstance(block, Box):
            yield from _lines_in(block.blocks)


def _items(steps: tuple[Step, ...]) -> Iterator[str]:
    """One line each, with the steps below it: what is said of each of them holds only where it does."""
    return (f"- {' '.join(_said_of(step))}" for step in steps)


def _said_of(step: Step) -> Iterator[str]:
    yield _text(step.text)
    for below in step.steps:
        yield from _said_of(below)


def _text(phrase: Phrase) -> str:
    return text_of(tuple(part for part in phrase if not isinstance(part, Link | Source))).strip()


__all__ = ["Primer"]
