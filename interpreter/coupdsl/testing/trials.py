"""Plays one test of rules: its situation, its moves, and what must hold on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coupdsl.code.errors import RulesError
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems, suggest
from coupdsl.language.walk import decisions
from coupdsl.rulesets.yaml_text import Entry, Mapping, Node
from coupdsl.testing.expectations import CHECKS
from coupdsl.testing.naming import Unmet, refuse
from coupdsl.testing.rule_tests import RuleTest, items, text, words
from coupdsl.testing.situations import rows_given, situate
from coupdsl.testing.tried_game import TriedGame

Load = Callable[[RuleTest], Rules]
MAX_FILLED = 100_000
MAX_NESTED = 10
OVER = "over"
IN_ORDER = "what is drawn from here comes in this order, and no more by chance"


def failure(test: RuleTest, load: Load) -> Diagnostic | None:
    """What is wrong with the test or with the rules it is about; None if all holds."""
    expected = test.parts.get("refused")
    try:
        Trial(test, load(test)).run()
    except (Unmet, Problems, RulesError) as error:
        found = _diagnostic(test, error)
        awaited = expected is not None and found.code is not codes.TEST_FAILED
        return None if awaited and expected is not None and text(expected.value) in found.message else found
    if expected is None:
        return None
    return Diagnostic(codes.TEST_FAILED, expected.value.span, "this should be refused, but is not")


def _diagnostic(test: RuleTest, error: Unmet | Problems | RulesError) -> Diagnostic:
    if isinstance(error, Unmet):
        return error.diagnostic
    if isinstance(error, RulesError):
        message = f"the rules fail: {error.told}"
        return Diagnostic(codes.TEST_FAILED, test.span, message, None, ((error.span, "here"),))
    first = error.diagnostics[0]
    if first.span.source.path is None:  # said of an option or a name that the test gives
        return Diagnostic(codes.NO_SITUATION, test.span, first.message, first.help)
    return Diagnostic(codes.NO_SITUATION, test.span, first.message, first.help, ((first.span, "here"),))


class Trial(TriedGame):
    """One test in play."""

    def run(self) -> None:
        """Raises Unmet where something is not as the test says, RulesError where the rules fail."""
        try:
            self._run()
        except Unmet as error:
            left = self.chance.left()
            if left is None or not self.chance.laid or error.diagnostic.code is not codes.TEST_FAILED:
                raise
            also = (*error.diagnostic.also, (left[1], left[0]), (self.chance.laid[-1], IN_ORDER))
            raise Unmet(replace(error.diagnostic, also=also)) from None

    def _run(self) -> None:
        parts = self.test.parts
        for key in ("deal", "chance", "given", "play"):
            if key in parts:
                self._do(parts[key], 0)
        for entry in self.test.expectations:
            self._check(entry)
        self.settle()
        left = self.chance.left()
        if left is not None:
            also = tuple((span, IN_ORDER) for span in self.chance.laid[-1:])
            raise Unmet(Diagnostic(codes.NO_SITUATION, left[1], left[0], None, also))

    # ---- steps
    def _do(self, entry: Entry, depth: int) -> None:
        node = entry.value
        if entry.key == "deal":
            self.chance.will_deal(node)
        elif entry.key == "chance":
            self.chance.will_answer(node)
        elif entry.key == "given":
            self._give(node)
        elif entry.key == "play":
            for step in items(node):
                self._step(step, depth)

    def _step(self, step: Node, depth: int) -> None:
        if not isinstance(step, Mapping):
            self.line(step)
            return
        filling = {entry.key: entry.value for entry in step.entries}
        for entry in step.entries:
            if entry.key == "play":
                self._shared(entry, depth)
            elif entry.key in ("until", "repeat"):
                self._fill(entry, filling)
            elif entry.key in ("deal", "chance", "given"):
                self._do(entry, depth)
            elif entry.key not in ("times", "prefer"):
                self._check(entry)

    def _shared(self, entry: Entry, depth: int) -> None:
        name = text(entry.value)
        part = self.test.file.shared.get(name)
        if depth > MAX_NESTED:
            refuse(entry.value.span, f"the moves of `{name}` lead back to themselves, or too deep")
        if part is None or "play" not in part:
            refuse(entry.value.span, f"there is no shared part `{name}` with moves")
        self._do(part["play"], depth + 1)

    def _give(self, node: Node) -> None:
        self.settle()
        if self.state.is_over:
            refuse(node.span, "the game is over")
        situate(self.state, node, self.naming)
        self.chance.laid += rows_given(node, self.naming)
        self.balances = list(self.state.balances)
        self.paid.clear()

    def _check(self, entry: Entry) -> None:
        self.settle()
        CHECKS[entry.key](self, entry.value)

    # ---- moves that only lead on
    def _fill(self, entry: Entry, filling: dict[str, Node]) -> None:
        times: Any = filling["times"].plain() if "times" in filling else None
        if entry.key == "repeat":
            self._repeat(entry.value, times)
            return
        prefer = words(filling["prefer"]) if "prefer" in filling else []
        for _ in range(times or 1):
            self._until(entry.value, prefer)
            if self.state.is_over:  # nothing more will be asked
                break

    def _repeat(self, node: Node, times: int | None) -> None:
        made = 0
        self.settle()
        while times is None or made < times:
            move = self._move(text(node).split(), None)
            if times is None and (self.state.is_over or move not in self.state.legal):
                return
            if move is None:
                self.read(text(node).split(), None, node)
                return
            self.make(move, node)
            self.settle()
            made += 1

    def _until(self, node: Node, prefer: list[str]) -> None:
        """First options, at least one of them, until one of the decisions is asked, or `over`."""
        wanted = words(node)
        known = {OVER, *(asked.name for asked in decisions(self.rules.program))}  # also of other readings
        if strange := next((word for word in wanted if word not in known), None):
            refuse(node.span, f"there is no decision `{strange}`", suggest(strange, sorted(known)))
        self.settle()
        for _ in range(MAX_FILLED):
            if self.state.is_over:
                break
            moves = self.state.legal_moves()
            move = next((m for m in moves if str(m) in prefer or m.word in prefer), moves[0])
            self._apply(move)
            self.settle()
            if self.state.decision in wanted:
                return
        if OVER not in wanted:
            raise self.unmet(node.span, f"`{' or '.join(wanted)}` is not asked any more")
