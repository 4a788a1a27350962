"""Loops of rules that in random games end by their bound alone, as where `at most` is too few by a slip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy

from coupdsl.code import instructions as i
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Expression
from coupdsl.engine.closures import Step
from coupdsl.engine.position import Position
from coupdsl.engine.reference import Reference
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.source import Span
from coupdsl.language.walk import all_statements

FEWEST = 2  # games, of which each must have come to the bound


class LoopEnds:
    """How the loops of a ruleset end: by what stands after `until`, or after so many passes as are written out.

    A bound that has a name, such as an option, is meant so, and `until false` says that nothing else ends a loop.
    """

    def __init__(self, program: p.Program) -> None:
        loops = [one for one in all_statements(program) if isinstance(one, ps.Repeat) and _may_be_a_slip(one)]
        self.loops = {loop.until.span: loop for loop in loops if loop.until is not None}
        self.games = 0
        self._bound: Counter[Span] = Counter()  # in how many games a loop came to its bound
        self._met: set[Span] = set()
        self._now: set[Span] = set()

    def watching(self, rules: Rules) -> Rules:
        """The same rules, whose games are watched."""
        steps = list(rules.reference.steps)
        for at, one in enumerate(rules.code.instructions):
            if isinstance(one, i.NextPass) and one.until is not None and one.until.span in self.loops:
                steps[at] = self._watch(one, one.until, steps[at], rules.reference)
        watched = copy(rules)
        vars(watched)["reference"] = rules.reference.with_steps(steps)
        return watched

    def _watch(self, one: i.NextPass, until: Expression, step: Step, reference: Reference) -> Step:
        met: Callable[[Position], object] = reference.evaluator.closure(until)
        counter, end = one.counter, one.end

        def watch(position: Position) -> int:
            to = step(position)
            if to == end.at:
                by_bound = position.memory[counter] <= 0 and not _is_met(met, position)
                (self._now if by_bound else self._met).add(until.span)
            return to

        return watch

    def begin(self) -> None:
        """What a game that was given up came to is left out."""
        self._now.clear()

    def end(self) -> None:
        """A game is over."""
        self.games += 1
        self._bound.update(self._now)

    def notes(self, name: str) -> list[str]:
        """A sentence on each loop that came to its bound in every game, and never to what it waits for."""
        if self.games < FEWEST:
            return []
        always = [span for span in self.loops if self._bound[span] == self.games and span not in self._met]
        return [self._note(self.loops[span], span, name) for span in always]

    def _note(self, loop: ps.Repeat, until: Span, name: str) -> str:
        bound = f"`at most {loop.bound.span.text}`"
        how = f"came to its {bound} in each of {self.games} random games, and never to `until {until.words}`"
        return f"under `{name}` `{loop.name}` {how}: is that too few? ({loop.span})"


def _is_met(met: Callable[[Position], object], position: Position) -> bool:
    """At the bound the rules do not ask it, and it need not be something that can be asked there."""
    try:
        return bool(met(position))
    except RulesError:
        return True


def _may_be_a_slip(loop: ps.Repeat) -> bool:
    return loop.until is not None and not isinstance(loop.until, pe.Const) and isinstance(loop.bound, pe.Const)


__all__ = ["LoopEnds"]
