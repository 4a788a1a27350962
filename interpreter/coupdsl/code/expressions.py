"""What is worked out while a game is played, as data: every name, option, rule and place is settled.

Two executors read this, and so does whoever asks what a value was made of. Values are integers; sets are bit masks;
lists are tuples or lists of integers; none is -1, and `NO_NUMBER` among numbers; fractions are `Fraction`.
"""

from __future__ import annotations

from typing import Any

from coupdsl.language import program as p
from coupdsl.language.files import Citation
from coupdsl.language.records import entity, record
from coupdsl.language.source import Span
from coupdsl.language.types import Type


@record
class Expression:
    type: Type
    span: Span


@record
class Fixed(Expression):
    """A value known before play. `named`: rules ask for it by a name, such as an option, and do not state it."""

    value: Any
    named: bool = False


@record
class Name:
    """What a statement or an expression binds: `stored` in memory at `slot`, else in scratch while it is needed."""

    type: Type
    slot: int
    stored: bool


@record
class Load(Expression):
    name: Name


@record
class State(Expression):
    """What is remembered at `start` of memory, or `index` further; it `may_lack` a value. `holds` is its type there."""

    holds: Type
    start: int
    index: Expression | None
    name: str
    may_lack: bool


@record
class Zone(Expression):
    """The pieces in zone `start`, or the one `index` further: a list if it is a `row`, else a set. It `holds` these."""

    holds: Type
    start: int
    index: Expression | None
    row: bool


@record
class Balance(Expression):
    start: int
    index: Expression | None


@entity
class Function:
    """A rule that is worked out, in the name of one entry: what it states, and that `body` with all known worked out.

    `table`: its values for every piece, where it is given one piece and asks for nothing else.
    """

    name: str
    type: Type
    types: tuple[Type, ...]
    entry: p.Entry | None = None
    parameters: tuple[Name, ...] = ()
    citations: tuple[Citation, ...] = ()
    stated: Expression | None = None
    folded: Expression | None = None
    table: tuple[Any, ...] | None = None

    @property
    def body(self) -> Expression:
        assert self.folded is not None
        return self.folded


@record
class Call(Expression):
    function: Function
    arguments: tuple[Expression, ...]


@record
class Dispatch(Expression):
    """The rule of the entry numbered `which`; None is one of another mechanic, which has no such rule."""

    which: Expression
    functions: tuple[Function | None, ...]
    arguments: tuple[Expression, ...]
    message: str


@record
class Op(Expression):
    """One of `language/operators.py`, by its name."""

    name: str
    arguments: tuple[Expression, ...]


@record
class Form(Expression):
    """The same value as a set or a list: whichever its type says."""

    of: Expression


@record
class If(Expression):
    condition: Expression
    then: Expression
    otherwise: Expression


@record
class Lift(Expression):
    """`body` for the value of `source`, none (or nothing in it) when that is none."""

    name: Name
    source: Expression
    body: Expression


@record
class Each(Expression):
    """The set of `body` for each of `source`; a union where `body` is itself a set."""

    name: Name
    source: Expression
    body: Expression


@record
class Connected(Expression):
    """The set `source`, with the set `body` of each of it, of each that comes to it so, and so on."""

    name: Name
    source: Expression
    body: Expression


@record
class Filter(Expression):
    """Those of `source` for which `condition` holds; with `preferring`, all of them when it holds for none."""

    name: Name
    source: Expression
    condition: Expression
    preferring: bool


@record
class Quantified(Expression):
    name: Name
    source: Expression
    condition: Expression
    every: bool


@record
class Fold(Expression):
    """The `sum` of `value` over `source`, the `largest` or the `smallest`."""

    name: Name
    source: Expression
    value: Expression
    operation: str


@record
class Line:
    """Of an order of pieces: how good each piece is, if `condition` holds for it."""

    condition: Expression
    places: tuple[int, ...]


@record
class Best(Expression):
    """All of `source` tied for the highest (or lowest) `value`, or by the first of `lines` that holds."""

    name: Name
    source: Expression
    value: Expression | None
    lines: tuple[Line, ...]
    lowest: bool


@record
class Packing(Expression):
    """Those of `source` that `within` holds at once, no card in two, whose `value` adds up to most (or least).

    `members` are the cards of each. Of several packings as good, that which has the first of them.
    """

    name: Name
    source: Expression
    within: Expression
    value: Expression
    lowest: bool
    members: tuple[int, ...]


def parts(expression: Expression) -> list[Expression]:
    """The expressions directly inside one; of a rule that it asks, only what it is given."""
    found: list[Expression] = []
    for part in vars(expression).values():
        if isinstance(part, Expression):
            found.append(part)
        elif part.__class__ is tuple:
            inside = (one.condition if isinstance(one, Line) else one for one in part)
            found += [one for one in inside if isinstance(one, Expression)]
    return found


def mentions(expression: Expression, name: Name) -> bool:
    """Does its value depend on what `name` stands for?"""
    if isinstance(expression, Load):
        return expression.name is name
    return any(mentions(part, name) for part in parts(expression))
