"""A game as a test plays it: its moves, read as tests write them, and what happened."""

from __future__ import annotations

from coupdsl.code.errors import IllegalMove, RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.events import Event
from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.source import Span
from coupdsl.rulesets.yaml_text import Node
from coupdsl.testing.naming import Naming, Unmet, refuse
from coupdsl.testing.rule_tests import RuleTest, text
from coupdsl.testing.situations import Chance


class TriedGame:
    """Chance goes on as soon as the test looks or moves on."""

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
