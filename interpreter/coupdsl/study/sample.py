"""Many games as an array, a row a game: the one place where a study has games played."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from time import perf_counter
from typing import TYPE_CHECKING

from coupdsl.engine.rules import Rules
from coupdsl.engine.state import State
from coupdsl.native.counting.columns import Columns
from coupdsl.play.company import placed, seated
from coupdsl.play.runs import game_seed
from coupdsl.study.record import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from coupdsl.native.module import Module
    from coupdsl.native.playing import Playing

    Rows = NDArray[np.int64]

AT_ONCE = 16  # rulesets in use at a time


@lru_cache(maxsize=AT_ONCE)
def columns_of(rules: Rules) -> Columns:
    """The columns of these rules, made once."""
    return Columns(rules)


def rows(rules: Rules, seed: int, first: int, count: int, policies: tuple[str, ...], left: int = 0) -> Rows:
    """The rows of `count` games from number `first`, in the order of `Columns`; `left` more are to be asked for.

    Each depends on the rules, the seed, its number and the policies only; so does the array.
    """
    import numpy as np

    players = compiled_players(rules) if set(policies) == {"random"} else None
    if players is not None:
        found = np.empty((count, len(columns_of(rules))), np.int64)
        players.play(seed, first, found, left)
        return found
    return played_by_reference(rules, seed, first, count, policies)


def played_by_reference(rules: Rules, seed: int, first: int, count: int, policies: tuple[str, ...]) -> Rows:
    """The same rows as the reference interpreter has them: of any policies, and slowly."""
    import numpy as np

    columns = columns_of(rules)
    found = np.empty((count, len(columns)), np.int64)
    for at in range(count):
        found[at] = _played(columns, game_seed(seed, first + at), at_seats(policies, rules.players, first + at))
    return found


def counted(module: Module) -> Playing:
    """What counts the columns."""
    from coupdsl.native.counting.counted import Counted

    return Counted(module)


class CompiledPlayers:
    """Random players in machine code: made quickly, and with care where that saves more time than it takes."""

    SAVED = 0.5  # of the time that a game takes

    def __init__(self, rules: Rules) -> None:
        from coupdsl.native.batch import Batch
        from coupdsl.native.improving import Care

        self._batch = Batch(rules, counted)
        self._care = Care(self._batch.improving)

    def play(self, seed: int, first: int, found: Rows, left: int = 0) -> None:
        """Fills `found` with the rows of as many games as it has, from number `first`; `left` are still to come.

        Raises RulesError as the reference does where the rules fail.
        """
        begin = perf_counter()
        done = self._batch.play(seed, first, len(found), found.ctypes.data)
        if done < len(found):
            played_by_reference(self._batch.rules, seed, first + done, 1, ("random",))  # says how the rules fail
            raise AssertionError(f"game {first + done} of seed {seed} ends in the reference interpreter")
        if not self._care.is_settled and len(found):
            self._improve(left, (perf_counter() - begin) / len(found))

    def _improve(self, left: int, seconds: float) -> None:
        """Begins careful code, takes it over or gives it up; `seconds` is what one of the games `left` takes."""
        if self._care.has_begun or left * seconds * self.SAVED > self._care.seconds:
            self._care.go_on()
        if left == 0:
            self._care.give_up()


@lru_cache(maxsize=AT_ONCE)
def compiled_players(rules: Rules) -> CompiledPlayers | None:
    """The compiled players of these rules, made once; None where llvmlite is not installed."""
    return CompiledPlayers(rules) if find_spec("llvmlite") is not None else None


def at_seats(policies: tuple[str, ...], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in game `number`: the policies move on by one seat from game to game."""
    named = placed(policies, range(players))
    return tuple(named[(seat + number) % players] for seat in range(players))


def _played(columns: Columns, seed: int, policies: tuple[str, ...]) -> list[int]:
    state = State.before(columns.rules)
    record = Record(columns, state)
    state.begin(seed)
    record.begun(state)
    company = seated(columns.rules, dict(enumerate(policies)), seed)
    company.happened(state.events)
    while not state.is_over:
        move = company.choose(state)
        record.choosing(state, move)
        company.happened(state.apply(move))
        record.happened(state)
    return record.ended(state)
