"""What a book says of a question of play, in plain lines, for somebody who is asked it for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import in_block, parts
from coupdsl.phrases.inline import Link, Phrase, Source, text_of
from coupdsl.rulebook.appendix import Appendix
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.document import Block, Box, Paragraph, Step, Steps
from coupdsl.rulebook.generated import Generated
from coupdsl.rulebook.prose_in_force import MechanicProse, ProseInForce
from coupdsl.rulebook.steps_of_play import Course
from coupdsl.rulebook.told_prose import ToldProse
from coupdsl.rulesets.compose import Composed
from coupdsl.rulesets.fillers import options_in
from coupdsl.rulesets.prose import Passage

NOT_OF_PLAY = ("aim", "needed", "sample", "charts", "end")
NEAR = 2  # the rules that a question names, and those that these name


class Primer:
    """The aim of a game, and what its book says of each question; where nobody wrote a book, of its mechanics."""

    def __init__(self, composed: Composed, language: str, options: Mapping[str, Any] | None = None) -> None:
        self.book = Book(composed, language, options)
        self.appendix = Appendix(self.book)
        self.told = ToldProse(self.appendix, ProseInForce(composed, options))
        self.choices = Course(self.book).choices

    def aim(self) -> list[str]:
        prose = self.told.in_force.prose
        written = prose.chapter("aim") if prose is not None else None
        if written is not None:
            return [line for passage in written.passages[:1] for line in _lines(self.told.passage(passage, False))]
        return [*_lines(Generated(self.appendix).blocks("aim"))]

    def of_question(self, name: str) -> list[str]:
        """What is said of the decision of this name, in the order of the book."""
        choice = self.choices.get(name)
        if choice is None:
            return []
        rules = self._rules(choice)
        answers = {
            option for rule in rules if (version := self.book.version(rule, None)) for option in options_in(version)
        }
        return [
            line
            for told in self._books
            for passage in _of_play(told.in_force)
            if any(meant.rule in rules or meant.option in answers for meant in told.in_force.about(passage))
            and not told.in_force.is_out_of_play(passage)
            for line in _lines(told.passage(passage, False))
        ]

    @cached_property
    def _books(self) -> list[ToldProse]:
        if self.told.in_force.prose is not None:
            return [self.told]
        mechanics = self.book.program.mechanics.values()
        written = (MechanicProse(self.book.composed, mechanic, self.book.options) for mechanic in mechanics)
        return [ToldProse(self.appendix, prose) for prose in written]

    def _rules(self, choice: ps.Choose) -> set[p.Rule]:
        """Those that say what may be chosen, and those in whose course it is asked."""
        stated = [pick.source for one in choice.alternatives for pick in one.picks]
        stated += [one.condition for one in choice.alternatives if one.condition is not None]
        found: set[p.Rule] = set()
        for _ in range(NEAR):
            named = {rule for expr in stated for rule in _applied(expr)} - found
            found |= named
            stated = [version.value for rule in named if (version := self.book.version(rule, None)) if version.value]
        asking = (
            rule
            for rule in self.book.program.rules
            for version in rule.versions
            if version.body is not None and any(line is choice for line in in_block(version.body))
        )
        return found.union(asking)


def _of_play(prose: ProseInForce) -> Iterator[Passage]:
    """The passages that may speak of what is asked."""
    for chapter in prose.prose.chapters if prose.prose is not None else ():
        if chapter.name not in NOT_OF_PLAY:
            yield from (passage for passage in chapter.passages if passage.apart != "example")


def _applied(expr: p.Expr) -> Iterator[p.Rule]:
    if isinstance(expr, pe.Apply):
        yield expr.rule
    for part in parts(expr):
        yield from _applied(part)


def _lines(blocks: Iterable[Block]) -> Iterator[str]:
    """The blocks without what leads elsewhere in the book."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield _text(block.text)
        elif isinstance(block, Steps):
            yield from _items(block.steps)
        elif isinstance(block, Box):
            yield from _lines(block.blocks)


def _items(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        yield f"- {_text(step.text)}"
        yield from _items(step.steps)


def _text(phrase: Phrase) -> str:
    return text_of(tuple(part for part in phrase if not isinstance(part, Link | Source))).strip()


__all__ = ["Primer"]
