"""Plays one test of rules: its situation, its moves, and what must hold on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from coupdsl.code.errors import IllegalMove, RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.events import Event
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems, suggest
from coupdsl.language.source import Span
from coupdsl.language.walk import decisions
from coupdsl.rulesets.yaml_text import Entry, Mapping, Node
from coupdsl.testing.expectations import CHECKS
from coupdsl.testing.naming import Naming, Unmet, refuse
from coupdsl.testing.rule_tests import RuleTest, items, text, words
from coupdsl.testing.situations import Chance, rows_given, situate

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


class Trial:
    """One test in play. Chance goes on as soon as the test looks or moves on."""

    def __init__(self, test: RuleTest, rules: Rules) -> None:
        self.test = test
        self.rules = rules
        if test.file.seats_span is not None and len(test.file.seats) < rules.players:
            named = len(test.file.seats)
            message = f"{rules.players} seats are played, and {named} {'is' if named == 1 else 'are'} named"
            refuse(test.file.seats_span, message, "name one for each, or say `players`")
        self.naming = Naming(rules, test.file.seats)
        self.chance = Chance(self.naming)
        self.state = rules.start()
        self.events: list[Event] = []  # of the last move
        self.paid: list[Event] = [event for event in self.state.events if event.kind == "paid"]
        self.balances = list(State.before(rules).balances)

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

    def unmet(self, span: Span, message: str, *also: tuple[Span, str]) -> Unmet:
        return Unmet(Diagnostic(codes.TEST_FAILED, span, message, None, also))

    def asked_here(self) -> tuple[tuple[Span, str], ...]:
        """The place of the rule that asks now."""
        decision = self.state.code.decisions.get(self.state.pc)
        if decision is None or self.state.is_over:
            return ()
        return ((self.state.code.sites[decision.site].span, f"`{decision.name}` is asked here"),)

    # ---- moves
    def settle(self) -> None:
        """Chance decides until a player has to."""
        self.paid += [event for event in self.chance.settle(self.state) if event.kind == "paid"]

    def line(self, node: Node) -> None:
        """Turns parted by `|`: each a seat, if it is to be checked, and moves; `-> E` at the end says who is next."""
        turns, arrow, then = text(node).partition("->")
        for turn in turns.split("|"):
            tokens = turn.split()
            self.settle()
            named = len(tokens) > 1 and tokens[0] in self.naming.seats
            if named:
                self.expect_actor(node, tokens.pop(0))
            word: str | None = None
            while tokens:
                self.settle()
                move, length = self.read(tokens, word, node, not named and word is None)
                self.make(move, node)
                word = move.word
                del tokens[:length]
        if arrow:
            self.settle()
            self.expect_actor(node, then.strip())

    def expect_actor(self, node: Node, name: str) -> None:
        actor = self.state.actor
        found = "nobody: the game is over" if actor is None else self.naming.seat_name(actor)
        if found != name:
            raise self.unmet(node.span, f"`{name}` should be to act, but {found} is", *self.asked_here())

    def read(self, tokens: list[str], word: str | None, node: Node, first: bool = False) -> tuple[Move, int]:
        """The longest move that the words, the `first` of a turn or not, begin with, and how many of them it takes."""
        found = self._longest(tokens, word)
        if found is not None:
            return found
        if self.state.is_over:
            raise self.unmet(node.span, f"the game is over before `{tokens[0]}`")
        from coupdsl.engine.refusals import unknown_move

        written = " ".join(tokens)
        told = str(unknown_move(self.state, written, self.state.actor))
        if first and self._follows_no_seat(tokens, word, told):
            refuse(node.span, f"there is no seat `{tokens[0]}`", suggest(tokens[0], self.naming.seats))
        raise self.unmet(node.span, f"`{written}` is not a move: {told}", *self.asked_here())

    def _follows_no_seat(self, tokens: list[str], word: str | None, told: str) -> bool:
        """Is it a move behind what could be a seat and is none, and is no other move meant, as is `told` of it?"""
        could_be_seat = len(tokens[0]) <= max(map(len, self.naming.seats)) or tokens[0].isupper()
        other_meant = told.startswith("did you mean") and told != f"did you mean `{' '.join(tokens[1:])}`?"
        return could_be_seat and not other_meant and self._longest(tokens[1:], word) is not None

    def _longest(self, tokens: list[str], word: str | None) -> tuple[Move, int] | None:
        for length in range(min(len(tokens), 4), 0, -1):
            move = self._move(tokens[:length], word)
            if move is not None:
                return move, length
        return None

    def _move(self, tokens: list[str], word: str | None) -> Move | None:
        """The move so written; without its word where one word of what is asked, or that of the last move, fits.

        Where several are asked, it is the one with which the move is legal.
        """
        known = self.rules.code.alphabet.by_text
        plain = [str(self.naming.seats.index(t)) if t in self.naming.seats else t for t in tokens]
        decision = self.state.code.decisions.get(self.state.pc)
        asked = sorted({w for option in decision.options for w in option.words}) if decision is not None else []
        for written in (tokens, plain):
            texts = [" ".join([*start, *written]) for start in ([], *([w] for w in asked))]
            found = [known[one] for one in texts if one in known]
            if len(found) > 1 and word is not None:
                found = [move for move in found if move.word == word] or found
            if len(found) > 1 and found[0].word in asked and str(found[0]) == texts[0]:
                return found[0]  # as it is written, it is a move here
            if len(found) > 1:
                found = [move for move in self.state.legal_moves() if move in found]
            if len(found) == 1:
                return found[0]
        return None

    def make(self, move: Move, node: Node) -> None:
        try:
            self._apply(move)
        except IllegalMove as error:
            options = ", ".join(map(str, self.state.legal_moves()))
            refusal = self.naming.refusal(error)
            message = f"{refusal}; possible: {options}" if options else refusal
            raise self.unmet(node.span, message, *self.asked_here()) from None
        except RulesError as error:
            message = f"the rules fail at `{move}`: {error.told}"
            raise self.unmet(node.span, message, (error.span, "here")) from None

    def _apply(self, move: Move) -> None:
        self.events = list(self.state.apply(move, self.state.actor))
        self.paid += [event for event in self.events if event.kind == "paid"]

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
