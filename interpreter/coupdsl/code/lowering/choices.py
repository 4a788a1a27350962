"""Lowers decisions: what can ever be offered is known before play, and every move has its place in the alphabet."""

from __future__ import annotations

from coupdsl.code import instructions as i
from coupdsl.code.decisions import Answers, Decision, Option, Pick
from coupdsl.code.errors import RulesError
from coupdsl.code.lowering.base import Around
from coupdsl.code.lowering.flow import Flow
from coupdsl.code.moves import Move, domain, notation
from coupdsl.code.slots import Label
from coupdsl.language import codes
from coupdsl.language import program as p


class Choices(Flow):
    def choose(self, statement: p.Choose, around: Around) -> None:
        site = self.site(statement, around)
        who = self.value(statement.who, around) if statement.who is not None else None
        options = [self._option(alternative, around) for alternative in statement.alternatives]
        decision = Decision(statement.name, who, statement.secretly, options, site, self.at, around.together)
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

    def _refuse_same_notation(self, options: list[Option], statement: p.Choose) -> None:
        """Two alternatives of one choice cannot be written alike; where a word is picked, only now it is known."""
        found: set[Move] = set()
        for option in options:
            moves = set(option.moves.values())
            for move in sorted(found & moves, key=str):
                message = f"two answers of this choice are written `{move}`"
                raise RulesError(message, statement.span, codes.DUPLICATE_NAME)
            found |= moves

    def _option(self, alternative: p.Alternative, around: Around) -> Option:
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

    def _moves(self, alternative: p.Alternative, around: Around) -> Answers:
        """Every move that an alternative can ever offer, by what it picks."""
        moves = Answers(alternative.span)
        alphabet, word, picks = self.code.alphabet, [alternative.word] if alternative.word else [], alternative.picks
        if not picks:
            moves[()] = alphabet.move(*word)
        elif len(picks) == 1:
            for value, text in self._values(picks[0], around):
                moves[value] = alphabet.move(*word, text)
        else:
            for one, text in self._values(picks[0], around):
                for other, text_other in self._values(picks[1], around):
                    moves[one, other] = alphabet.move(*word, text, text_other)
        return moves

    def _values(self, pick: p.Pick, around: Around) -> list[tuple[int, str]]:
        """Every value a pick can ever have, with its notation."""
        kind = pick.local.type
        if kind.name not in ("amount", "number", "literal"):
            return [(value, notation(kind, value, self.layout)) for value in domain(kind, self.layout)]
        source = pick.source
        if not (isinstance(source, p.Op) and source.name == "between"):
            raise RulesError("numbers are chosen from a range, `low .. high step n`", source.span, codes.NOT_FIXED)
        low, high, step = (self.fixed(part, around) for part in source.arguments)
        if low is None or step is None:
            raise RulesError("the lower end and the step of a range are fixed", source.span, codes.NOT_FIXED)
        if high is None and kind.name != "amount":
            raise RulesError("the upper end of a range of numbers is fixed", source.span, codes.NOT_FIXED)
        if high is None and self.layout.uncounted:
            raise RulesError("the upper end is fixed where not all money is counted", source.span, codes.NOT_FIXED)
        top = high.value if high is not None else sum(self.layout.beginnings)  # all the money there is
        return [(value, str(value)) for value in range(low.value, top + 1, step.value)]
