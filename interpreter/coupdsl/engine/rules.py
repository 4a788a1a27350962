"""Rules ready to be played: what `coupdsl.load` gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.moves import Move
from coupdsl.engine.copied import Shared
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.from_outside import OPTION, wanted
from coupdsl.engine.reference import Reference
from coupdsl.language import codes
from coupdsl.language.room import TOO_DEEP
from coupdsl.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from coupdsl.code.resolving import Resolver
    from coupdsl.engine.chance_source import Source
    from coupdsl.engine.state import State
    from coupdsl.engine.views import Observer


class Rules(Ruleset, Shared):
    """Rules for one number of players, ready to be played."""

    kept: str | None = None  # what stands for all of them and their code, where these are kept on disk
    on_lowered: Callable[[Rules], None] | None = None

    def __copy__(self) -> Self:
        """Others, into which can be written what is made of them."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def option(self, key: str) -> object:
        """The reading in force; ValueError where these rules have no such option."""
        if wanted(str, key, OPTION) not in self.options:
            from coupdsl.rulesets.values import meant_option

            help_ = meant_option(key, self.options) or ("`options` has all" if self.options else "they have none")
            raise ValueError(f"these rules have no option `{key}`: {help_}")
        return super().option(key)

    @cached_property
    def code(self) -> Code:
        """The flat code that states run through; raises RulesError where the rules cannot be lowered."""
        from coupdsl.code.lowering.lower import lower
        from coupdsl.code.resolving import Resolver

        try:
            lowered = lower(self, Resolver(self))
        except RecursionError:
            raise RulesError(TOO_DEEP, self.program.span, codes.LONG_CHAIN) from None
        if self.on_lowered is not None:
            vars(self)["code"] = lowered
            self.on_lowered(self)
        return lowered

    @cached_property
    def expressions(self) -> Resolver:
        """What the rules state, for who asks what is known before play."""
        from coupdsl.code.resolving import Resolver

        return Resolver(self)

    def written(self) -> Any:
        """The rules and their code as plain data, for `read_rules`; raises RulesError where they cannot be lowered."""
        from coupdsl.code.written import write

        return write(self.code)

    @cached_property
    def reference(self) -> Reference:
        """The code, ready to be run by the reference."""
        return Reference(self.code, Evaluator(self.code.layout))

    @cached_property
    def observer(self) -> Observer:
        """What tells each seat what it sees."""
        from coupdsl.engine.views import Observer

        return Observer(self.code)

    def start(self, seed: int | None = None, chance: Source | None = None) -> State:
        """A new game: chance resolved by `seed` (0 to 2^64-1), by the bits of `chance`, or without both by the caller.

        With `chance`, such as `random.SystemRandom()`, a state cannot be saved or compiled; `copy(seed=…)` of it can.
        """
        from coupdsl.engine.state import State

        return State.start(self, seed, chance)

    def restore(self, saved: Mapping[str, Any]) -> State:
        """The state written by `State.save`; raises ValueError for one of other rules or damaged.

        From strangers take logs: their moves are played again, while a state is believed once its seal is whole.
        """
        from coupdsl.engine.saving import fill

        state = self.start()
        fill(state, saved)
        return state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The fixed alphabet: every move there can be, by `id`."""
        return tuple(self.code.alphabet.moves)

    @property
    def max_moves(self) -> int:
        """No game has more moves of players than this."""
        assert self.program.limit is not None
        return self.program.limit[0]


def read_rules(written: Any) -> Rules:
    """The rules that `Rules.written` gave; raises ValueError for any other data."""
    from coupdsl.code.written import read

    rules, code = read(written, Rules)
    vars(rules)["code"] = code
    return rules
