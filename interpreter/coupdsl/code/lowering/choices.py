"""Lowers decisions: what can ever be offered is known before play, and every move has its place in the alphabet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TypeGuard

from coupdsl.code import expressions as x
from coupdsl.code import instructions as i
from coupdsl.code.decisions import Answers, Decision, Option, Pick
from coupdsl.code.errors import NO_RANGE, NOT_FIXED_HIGH, NOT_FIXED_LOW, RANGE_WHERE, UNCOUNTED_HIGH, RulesError
from coupdsl.code.known import TOO_LONG_BEFORE_PLAY
from coupdsl.code.lowering.base import Around
from coupdsl.code.lowering.flow import Flow
from coupdsl.code.moves import Move, domain, notation
from coupdsl.code.slots import Label, Place
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.source import Span

MOST_MOVES = 65_536  # of a game
MOST_ANSWERS = 4 * MOST_MOVES  # of all its choices, where moves of several are the same


class Choices(Flow):
    answers = 0  # of all choices so far

    def choose(self, statement: ps.Choose, around: Around) -> None:
        site = self.site(statement, around)
        who = self.value(statement.who, around) if statement.who is not None else None
        told = self._told(statement.told, around)
        options = [self._option(alternative, around) for alternative in statement.alternatives]
        decision = Decision(statement.name, who, statement.secretly, told, options, site, self.at, around.together)
        self._refuse_same_notation(options, statement)
        self.code.decisions[decision.at] = decision
        self.code.decisions_by_site[site] = decision
        self.emit(i.Choose(decision))
        end = Label()
        for option, alternative in zip(options, statement.alternatives, strict=True):
            option.target = self.at
            self.block(alternative.body, around)
            if len(options) > 1:
                self.jump(end)
        self.mark(end)

    def _told(self, seat: p.Expr | None, around: Around) -> int | None:
        """Where it is written down whom chance tells what it chose, before it does."""
        if seat is None:
            return None
        slot = self.slot(seat.type)
        self.emit(i.Store(Place(slot), self.value(seat, around)))
        return slot

    def _refuse_same_notation(self, options: list[Option], statement: ps.Choose) -> None:
        """Two alternatives of one choice cannot be written alike; where a word is picked, only now it is known."""
        found: set[Move] = set()
        for option in options:
            moves = set(option.moves.values())
            for move in sorted(found & moves, key=str):
                message = f"two answers of this choice are written `{move}`"
                raise RulesError(message, statement.span, codes.DUPLICATE_NAME)
            found |= moves

    def _option(self, alternative: ps.Alternative, around: Around) -> Option:
        picks = []
        for pick in alternative.picks:
            stated, source = self.stated(pick.source, around), self.value(pick.source, around)
            picks.append(Pick(self.local(pick.local, around), source, stated))
        stated_condition = condition = None
        if alternative.condition is not None:
            stated_condition = self.stated(alternative.condition, around)
            condition = self.value(alternative.condition, around)
        body = alternative.body
        does_nothing = not picks and body is not None and not body.lines
        moves = self._moves(alternative, around)
        return Option(
            alternative.word, condition, stated_condition, picks, moves, alternative.last_resort, does_nothing
        )

    def _moves(self, alternative: ps.Alternative, around: Around) -> Answers:
        """Every move that an alternative can ever offer, by what it picks."""
        moves = Answers(alternative.span)
        alphabet, word, picks = self.code.alphabet, [alternative.word] if alternative.word else [], alternative.picks
        values = [self._values(pick, around) for pick in picks]
        self._refuse_too_many([len(some) for some in values], alternative.span)
        if not picks:
            moves[()] = alphabet.move(*word)
        elif len(picks) == 1:
            for value in values[0]:
                moves[value] = alphabet.move(*word, self._notation(picks[0], value))
        else:
            for one, other in product(*values):
                texts = (self._notation(pick, value) for pick, value in zip(picks, (one, other), strict=True))
                moves[one, other] = alphabet.move(*word, *texts)
        self.refuse_many_moves(alternative.span)
        return moves

    def _end(self, part: p.Expr, around: Around) -> x.Fixed | None:
        """What a range begins, ends or goes on with, where that is known before play."""
        found = self.fixed(part, around)
        if found is None and self.expressions.known.gave_up:
            raise RulesError(TOO_LONG_BEFORE_PLAY, part.span, codes.TOO_DEAR)
        return found

    def _refuse_too_many(self, numbers: list[int], span: Span) -> None:
        """`numbers`: how many values each pick can have."""
        answers = prod(numbers)
        self.answers += answers
        if answers > MOST_MOVES:
            multiplied = f"{' × '.join(f'{count:,}' for count in numbers)} = " if len(numbers) > 1 else ""
            message = f"this can be answered in {multiplied}{answers:,} ways, but at most {MOST_MOVES:,} are possible"
            raise RulesError(message, span, codes.TOO_MANY_MOVES)
        if self.answers > MOST_ANSWERS:
            message = f"this and the choices before it can be answered in {self.answers:,} ways"
            raise RulesError(f"{message}, but at most {MOST_ANSWERS:,} are possible", span, codes.TOO_MANY_MOVES)

    def refuse_many_moves(self, span: Span) -> None:
        moves = len(self.code.alphabet.moves)
        if moves > MOST_MOVES:
            message = f"up to here the game has {moves:,} moves, but at most {MOST_MOVES:,} are possible"
            raise RulesError(message, span, codes.TOO_MANY_MOVES)

    def _notation(self, pick: ps.Pick, value: int) -> str:
        return notation(pick.local.type, value, self.layout)

    def _values(self, pick: ps.Pick, around: Around) -> Sequence[int]:
        """Every value a pick can ever have."""
        kind = pick.local.type
        if kind.name not in ("amount", "number", "literal"):
            return list(domain(kind, self.layout))
        source = pick.source
        if isinstance(source, pe.Filter) and _is_range(source.source):
            raise RulesError(RANGE_WHERE, source.span, codes.NOT_FIXED)
        if not _is_range(source):
            raise RulesError(NO_RANGE, source.span, codes.NOT_FIXED)
        low, high, step = (self._end(part, around) for part in source.arguments)
        if low is None or step is None:
            raise RulesError(NOT_FIXED_LOW, source.span, codes.NOT_FIXED)
        if high is None and kind.name != "amount":
            raise RulesError(NOT_FIXED_HIGH, source.span, codes.NOT_FIXED)
        if high is None and self.layout.uncounted:
            raise RulesError(UNCOUNTED_HIGH, source.span, codes.NOT_FIXED)
        top = high.value if high is not None else sum(self.layout.beginnings)  # all the money there is
        if step.value <= 0:
            raise RulesError("the step between numbers is not positive", source.span)
        count = (top - low.value) // step.value + 1
        if count > MOST_MOVES:
            self._refuse_too_many([count], pick.source.span)
        return range(low.value, top + 1, step.value)


def _is_range(source: p.Expr) -> TypeGuard[pe.Op]:
    return isinstance(source, pe.Op) and source.name == "between"
