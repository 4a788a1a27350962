"""Lowers the checked program of a ruleset to flat code: one step a statement, jumps between them.

A rule that acts becomes a procedure with fixed places for its locals, its result and where it returns to; so the
whole course of a game is one integer and an array, and a state can be copied and written down anywhere.
"""

from __future__ import annotations

from coupdsl.code import instructions as i
from coupdsl.code.charges import charge
from coupdsl.code.code import Code
from coupdsl.code.decisions import Procedure
from coupdsl.code.errors import NO_FINISH
from coupdsl.code.lowering.base import Around
from coupdsl.code.lowering.effects import Effects
from coupdsl.code.memory import refuse_large
from coupdsl.code.not_counted import refuse_as_amounts
from coupdsl.code.resolving import Resolver
from coupdsl.code.slots import Label
from coupdsl.language import program_statements as ps
from coupdsl.language.room import make_room
from coupdsl.rulesets.ruleset import Ruleset


def lower(rules: Ruleset, expressions: Resolver) -> Code:
    """The code of `rules`; raises RulesError where something is not fixed that has to be."""
    make_room()
    return Lowering(rules, expressions).whole()


class Lowering(Effects):
    def __init__(self, rules: Ruleset, expressions: Resolver) -> None:
        super().__init__(rules, expressions)
        self.settle = self.settle_rows
        self.table = {
            ps.Bind: self.bind, ps.Assign: self.assign, ps.CallRule: self.call_line, ps.If: self.if_,
            ps.Switch: self.switch, ps.For: self.for_, ps.Repeat: self.repeat, ps.Choose: self.choose,
            ps.MovePieces: self.move, ps.Draw: self.draw, ps.Shuffle: self.shuffle, ps.Pay: self.pay,
            ps.Reveal: self.reveal, ps.Leave: self.leave, ps.Again: self.again, ps.Give: self.give,
            ps.Finish: self.finish, ps.PlayMechanic: self.play,
        }  # fmt: skip

    def whole(self) -> Code:
        main = Procedure("", None, False)
        assert self.program.main is not None
        around = Around(main, Label())
        self.block(self.program.main, around)
        self._dead_end()
        self.mark(around.end)
        self._dead_end()
        if self.program.limit is not None:
            start = self.at
            self.block(self.program.limit[1], Around(main, around.end))
            self._dead_end()
            self.code.limit = (self.program.limit[0], start)
        while self.waiting:
            self.waiting.pop(0)()
        self.refuse_many_moves(self.program.span)
        self._begin()
        self.expressions.folding.complete()
        if self.layout.uncounted:
            refuse_as_amounts(self.worked_out, self.expressions.functions.values())
        self.code.scratch = self.expressions.scratch
        self.refuse_circles()
        self.charge()
        refuse_large(self.code)
        return self.code

    def charge(self) -> None:
        charge(self.code)

    def _dead_end(self) -> None:
        self.emit(i.Fail(NO_FINISH, self.program.span))

    def _begin(self) -> None:
        """What lies where and what is remembered before the rules begin to run."""
        for number, zone in enumerate(self.layout.zones):
            if zone.initial is not None:
                self.code.homes.append((number, self.folded(self.expressions.stated(zone.initial, None))))
        passing = self.expressions.passing
        states = [state for state in self.program.states if state.initial is not None and state not in passing]
        self.code.beginnings += [(start, width, value) for start, width, value in self.resets(states) if value]
