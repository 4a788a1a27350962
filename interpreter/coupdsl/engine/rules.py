"""Rulesets ready to be played: `coupdsl.load` and what it gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coupdsl.code.bits import members
from coupdsl.code.checks import check_problems
from coupdsl.code.code import Code
from coupdsl.code.errors import RulesError
from coupdsl.code.expressions import Fixed
from coupdsl.code.lowering.lower import lower
from coupdsl.code.moves import Move
from coupdsl.code.resolving import Resolver
from coupdsl.engine.evaluate import Evaluator
from coupdsl.engine.reference import Reference
from coupdsl.language import codes
from coupdsl.language.diagnostics import Diagnostic, Problems
from coupdsl.rulesets.compose import Composed, compose
from coupdsl.rulesets.ruleset import Ruleset

if TYPE_CHECKING:
    from coupdsl.engine.state import State


class Rules(Ruleset):
    """Rules for one number of players, ready to be played."""

    @cached_property
    def code(self) -> Code:
        """The flat code that states run through; raises RulesError where the rules cannot be lowered."""
        return lower(self, Resolver(self))

    @cached_property
    def expressions(self) -> Resolver:
        """What the rules state, for who asks what is known before play."""
        return Resolver(self)

    def written(self) -> str:
        """The rules and their code as text, for `read_rules`; raises RulesError where they cannot be lowered."""
        from coupdsl.code.written import write

        return write(self.code)

    @cached_property
    def reference(self) -> Reference:
        """The code, ready to be run by the reference."""
        return Reference(self.code, Evaluator(self.code.layout))

    def start(self, seed: int | None = None) -> State:
        """A new game: chance resolved by `seed` (0 to 2^64-1), or left to the caller when None."""
        from coupdsl.engine.state import State

        return State.start(self, seed)

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


def read_rules(text: str) -> Rules:
    """The rules that `Rules.written` gave; raises ValueError for any other text."""
    from coupdsl.code.written import read

    rules, code = read(text, Rules)
    vars(rules)["code"] = code
    return rules


USUAL = 4  # people at a table, where the files do not say how many are usual


def load(name: str | Path, players: int | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """The ruleset `name` (shipped, or a path) for `players` people, its usual number if that is not given.

    `options` maps keys to readings, as text or as plain values. Raises Problems with everything wrong in the
    files, the options or the number of players.
    """
    composed, problems = compose(str(name))
    if composed is None or problems:
        raise Problems(problems)
    return playable(composed, usual_seats(composed, options) if players is None else players, options)


def playable(
    composed: Composed, players: int, options: Mapping[str, Any] | None = None, make: type[Rules] = Rules
) -> Rules:
    """As `load`, for files already read."""
    rules = composed.settle(players, make, options)
    problem = _seats_problem(rules, allowed_seats(composed, options))
    problems = [problem] if problem is not None else check_problems(rules)
    if problems:
        raise Problems(problems)
    return rules


def allowed_seats(composed: Composed, options: Mapping[str, Any] | None = None) -> list[int]:
    """The numbers of players these rules allow at one table; raises Problems where nobody can play."""
    allowed = _allowed(composed.settle(2, Ruleset, options))
    if allowed and allowed[0] > 0:
        return allowed
    assert composed.program.seats is not None
    message = "a game has one seat or more, not 0" if allowed else "nobody can play these rules"
    raise Problems([Diagnostic(codes.WRONG_SEATS, composed.program.seats.span, message)])


def usual_seats(composed: Composed, options: Mapping[str, Any] | None = None, fitting: Iterable[int] = ()) -> int:
    """How many play where nobody says: as the files say, or the nearest that is allowed, and `fitting` if given."""
    wished = composed.usual or USUAL
    return min(fitting or allowed_seats(composed, options), key=lambda n: (abs(n - wished), n))


def usual_problem(composed: Composed) -> Diagnostic | None:
    """The usual number that the last variant states has to be one that can play."""
    usual = composed.variants[-1].usual if composed.variants else None
    allowed = allowed_seats(composed)
    if usual is None or usual.value in allowed or not allowed:
        return None
    message = f"`{composed.name}` is played by {' or '.join(map(str, allowed))} people, not by {usual.value}"
    return Diagnostic(codes.WRONG_SEATS, usual.span, message, f"the nearest is {usual_seats(composed)}")


def table_sizes(composed: Composed, players: int, options: Mapping[str, Any] | None = None) -> tuple[int, ...] | None:
    """How `players` people split over tables of independent games; None when they cannot."""
    allowed = allowed_seats(composed, options)
    if players in allowed:
        return (players,)
    for split in composed.program.tables:
        if sum(split) == players and all(size in allowed for size in split):
            return split
    return None


def _allowed(rules: Ruleset) -> list[int]:
    assert rules.program.seats is not None
    mask = Resolver(rules).folded(rules.program.seats, None, "set")
    if not isinstance(mask, Fixed):
        raise RulesError("the numbers of players are not fixed before play", rules.program.seats.span, codes.NOT_FIXED)
    return members(mask.value)


def _seats_problem(rules: Ruleset, allowed: list[int]) -> Diagnostic | None:
    if rules.players in allowed:
        return None
    assert rules.program.seats is not None
    tables = sorted({sum(split) for split in rules.program.tables if all(n in allowed for n in split)})
    help_ = f"{', '.join(map(str, tables))} people play at two tables" if tables else None
    message = f"`{rules.name}` is played by {' or '.join(map(str, allowed))} people, not by {rules.players}"
    return Diagnostic(codes.WRONG_SEATS, rules.program.seats.span, message, help_)


def effective(rules: Ruleset, path: str) -> str | None:
    """The value in force of an option (`loan.unit`) or field (`siege.collect`) as text; None if there is none."""
    if path in rules.options:
        return str(rules.options[path].value)
    entry_path, _, name = path.rpartition(".")
    entry = rules.program.entry(entry_path)
    rule = entry.kind.members.get(name) if entry is not None else None
    if rule is None:
        return None
    value = Resolver(rules).rule_value(rule, entry)
    return str(value.value) if value is not None else None


def errata_problems(composed: Composed) -> list[Diagnostic]:
    """What an erratum says is used must be in force, unless a later variant sets something else."""
    problems: list[Diagnostic] = []
    for index, variant in enumerate(composed.variants):
        later = {path for other in composed.variants[index + 1 :] for path in other.paths}
        for erratum in variant.errata:
            if erratum.path in later:
                continue
            value = effective(composed.settle(min(allowed_seats(composed)), Ruleset), erratum.path)
            if value != erratum.used:
                message = f"the erratum says `{erratum.used}` is used, and `{value}` is in force"
                if value is None:
                    message = f"the erratum's path `{erratum.path}` leads to nothing"
                problems.append(
                    Diagnostic(codes.ERRATUM, erratum.span, message, None, ((erratum.used_span, "said here"),))
                )
    return problems
