"""The expressions of the checked program."""

from __future__ import annotations

from coupdsl.language.program import Account, Expr, Local, Option, Rule, State, Zone
from coupdsl.language.records import record


@record
class Const(Expr):
    """Integers, flags and indexes as int, fractions as Fraction, a listing of entries as a tuple."""

    value: object


@record
class Constant(Expr):
    """A set or list known by name: `seats`, `cells`, `cards`, `ranks`, `suits`, a family, a kind's plural."""

    name: str


@record
class Load(Expr):
    local: Local


@record
class Self(Expr):
    """The entry whose rule this is."""


@record
class GetState(Expr):
    """`index` and `second` say which, where one is kept for each of something, or for each two."""

    state: State
    index: Expr | None
    second: Expr | None = None


@record
class GetZone(Expr):
    zone: Zone
    index: Expr | None


@record
class GetBalance(Expr):
    account: Account
    index: Expr | None


@record
class GetOption(Expr):
    option: Option


@record
class IsReading(Expr):
    option: Option
    values: tuple[object, ...]


@record
class Apply(Expr):
    """A rule worked out; with `entry`, the rule as that entry has it."""

    rule: Rule
    arguments: tuple[Expr, ...]
    entry: Expr | None


@record
class Op(Expr):
    """One of `operators.py`, by its name."""

    name: str
    arguments: tuple[Expr, ...]


@record
class Cond(Expr):
    condition: Expr
    then: Expr
    otherwise: Expr


@record
class Lift(Expr):
    """`body` for the value of `source`, none (or nothing in it) when that is none."""

    local: Local
    source: Expr
    body: Expr


@record
class Each(Expr):
    """The set of `body` for each of `source`; a union where `body` is itself a set."""

    local: Local
    source: Expr
    body: Expr


@record
class Connected(Expr):
    """The set `source`, with the set `body` of each of it, of each that comes to it so, and so on."""

    local: Local
    source: Expr
    body: Expr


@record
class Filter(Expr):
    """`where`; with `preferring`, all of `source` when none satisfies."""

    local: Local
    source: Expr
    condition: Expr
    preferring: bool


@record
class Quantified(Expr):
    local: Local
    source: Expr
    condition: Expr
    every: bool


@record
class Fold(Expr):
    local: Local
    source: Expr
    value: Expr
    operation: str


@record
class Best(Expr):
    """All of `source` tied for the highest (or lowest) `value`, or the first by the rule `comparator`.

    With `within`, sets of cards: those that it holds at once, no card in two, whose values add up to most (or least).
    """

    local: Local
    source: Expr
    value: Expr | None
    comparator: Rule | None
    lowest: bool
    within: Expr | None = None


Loop = Each | Connected | Filter | Quantified | Fold | Best  # what goes through several things, one after the other


@record
class Compare(Expr):
    """The lines of an order of pieces: for `local`, the first condition that holds, then the place in its order."""

    local: Local
    lines: tuple[tuple[Expr, Expr | None], ...]
