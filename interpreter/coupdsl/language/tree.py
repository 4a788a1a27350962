"""The syntax tree of a .coup file. Nodes compare by what they say, not by where they stand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from coupdsl.language.records import record
from coupdsl.language.source import Span


@record
class Node:
    span: Span

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _said(self) == _said(other)

    def __hash__(self) -> int:
        return hash(_said(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{_said(self)}"


def _said(node: Any) -> tuple[Any, ...]:
    return tuple(getattr(node, field.name) for field in fields(node) if field.name != "span")


@record
class Name(Node):
    text: str


@record
class Body(Node):
    lines: tuple[Node, ...]


# ---- types
@record
class TypeName(Node):
    name: str
    of: TypeName | None
    optional: bool


@record
class Words(Node):
    """A type of a few words: `at_end | at_once`"""

    words: tuple[Name, ...]
    optional: bool


# ---- expressions
@record
class OptionKey(Node):
    key: str


@record
class Number(Node):
    value: int


@record
class Ratio(Node):
    numerator: int
    denominator: int


@record
class Flag(Node):
    value: bool


@record
class Nothing(Node):
    """`none`"""


@record
class It(Node):
    pass


@record
class TheUnit(Node):
    """`unit`, of which all amounts that are stated are multiples."""


@record
class Call(Node):
    name: Name
    arguments: tuple[Node, ...]


@record
class Listing(Node):
    items: tuple[Node, ...]


@record
class Between(Node):
    """`low .. high step n`"""

    low: Node
    high: Node
    step: Node | None


@record
class Unary(Node):
    """`operator` is `not`, `-` or `the`."""

    operator: str
    operand: Node


@record
class Binary(Node):
    """`operator` is one of `+ - * / mod < <= > >= is in and or` or `is not`, `not in`."""

    operator: str
    left: Node
    right: Node


@record
class IsEmpty(Node):
    operand: Node
    negated: bool


@record
class SetOperation(Node):
    """`operator` is `where`, `preferring`, `with` or `without`; `name` what is looked at is called, else `it`."""

    operator: str
    left: Node
    name: Name | None
    right: Node


@record
class Quantified(Node):
    """`some S where c`, `every S where x: c`"""

    operator: str
    source: Node
    name: Name | None
    condition: Node


@record
class Of(Node):
    left: Node
    right: Node


@record
class Fold(Node):
    """`sum of e over S`, `largest of x: e over S`, `smallest of e over S`"""

    operator: str
    name: Name | None
    value: Node
    source: Node


@record
class Best(Node):
    """`highest of S by k`, `lowest of S by x: k`: all that are tied for it; `within H`: those that H holds at once"""

    operator: str
    source: Node
    within: Node | None
    name: Name | None
    key: Node


@record
class Rotated(Node):
    """`L from x`, `L after x`"""

    operator: str
    source: Node
    start: Node


@record
class Rounded(Node):
    value: Node
    up: bool
    step: Node


@record
class IfElse(Node):
    condition: Node
    then: Node
    otherwise: Node


@record
class CaseBranch(Node):
    """Without `labels` it is for all that is left: `otherwise`."""

    labels: tuple[Node, ...]
    result: Node  # an expression, or a Body in a statement


@record
class Case(Node):
    """As an expression or as a statement."""

    subject: Node
    branches: tuple[CaseBranch, ...]


# ---- statements
@record
class Assign(Node):
    target: Node
    value: Node


@record
class If(Node):
    condition: Node
    then: Body
    otherwise: Body | If | None


@record
class For(Node):
    variable: Name
    source: Node
    condition: Node | None
    together: bool
    body: Body


@record
class Repeat(Node):
    """Either `until` with a cap `bound`, or `bound` times."""

    name: Name
    until: Node | None
    bound: Node
    body: Body


@record
class Pick(Node):
    name: Name
    source: Node


@record
class Alternative(Node):
    """`word` is None where what is picked first is the word."""

    word: Name | None
    picks: tuple[Pick, ...]
    condition: Node | None
    body: Body | None
    last_resort: bool = False


@record
class Choose(Node):
    """One decision: a `menu` of alternatives with bodies, or one alternative whose picks stay in scope.

    `told` is the seat that a secret choice of chance is for.
    """

    who: Node
    secretly: bool
    name: Name
    told: Node | None
    alternatives: tuple[Alternative, ...]
    menu: bool


@record
class Move(Node):
    what: Node
    to: Node
    unseen: bool


@record
class Shuffle(Node):
    zone: Node


@record
class Pay(Node):
    payer: Node
    amount: Node | None  # None: everything
    payee: Node
    reason: Name | None


@record
class Show(Node):
    what: Node
    to: Node


@record
class Hide(Node):
    what: Node
    to: Node


@record
class Leave(Node):
    name: Name


@record
class Again(Node):
    name: Name


@record
class Give(Node):
    value: Node | None


@record
class FinishKey(Node):
    value: Node
    lowest: bool


@record
class Finish(Node):
    keys: tuple[FinishKey, ...]
    among: Node | None


@record
class Play(Node):
    name: Name
    arguments: tuple[Node, ...]


@record
class CallLine(Node):
    call: Node


@record
class State(Node):
    name: Name
    per: Name | None
    by: Name | None
    type: TypeName | Words
    initial: Node | None
    every: Name | None
    seen_by: Name | None


@record
class Let(Node):
    name: Name
    value: Node


@record
class Reveal(Node):
    name: Name
    value: Node
