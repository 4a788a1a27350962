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


# ---- declarations
@record
class TypeName(Node):
    name: str
    of: TypeName | None
    optional: bool


@record
class Words(Node):
    """A type of a few words: `at_end | at_once`"""

    words: tuple[Name, ...]


@record
class Edition(Node):
    number: int


@record
class Include(Node):
    names: tuple[Name, ...]


@record
class CitedSource(Node):
    letters: tuple[Name, ...]
    title: str


@record
class Parameter(Node):
    name: Name
    type: TypeName


@record
class Game(Node):
    name: Name
    body: Body


@record
class Mechanic(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    body: Body


@record
class Use(Node):
    name: Name
    body: Body | None


@record
class Need(Node):
    """`what` is `zone`, `account`, `rule` or `value`."""

    what: str
    name: Name
    per: Name | None = None
    parameters: tuple[Parameter, ...] = ()
    type: TypeName | None = None


@record
class Option(Node):
    key: Name
    readings: tuple[Node, ...]


@record
class When(Node):
    key: Name
    negated: bool
    readings: tuple[Node, ...]
    body: Body


@record
class KindField(Node):
    name: Name
    type: TypeName | Words
    default: Node | None


@record
class Order(Node):
    """Either a fixed order of values, or lines that rank pieces."""

    name: Name
    value: Node | None
    lines: tuple[OrderLine, ...]


@record
class OrderLine(Node):
    condition: Node
    by: Node | None


@record
class Rule(Node):
    """Either `value` (worked out) or `body` (done)."""

    name: Name
    parameters: tuple[Parameter, ...]
    returns: TypeName | None
    value: Node | None
    body: Body | None


@record
class Kind(Node):
    name: Name
    plural: Name
    members: tuple[KindField | Rule, ...]


@record
class ShapeLine(Node):
    """So many cards, alike in a suit or rank (`alike`, after the word `one`), one after the other by an order."""

    name: Name
    low: int
    high: int
    one: Name | None
    alike: Name | None
    order: Node | None


@record
class Shape(Node):
    name: Name
    plural: Name
    lines: tuple[ShapeLine, ...]


@record
class Entry(Node):
    kind: Name
    name: Name
    plays: Name | None
    value: Node | None
    body: Body | None


@record
class Replace(Node):
    """A declaration in the place of an earlier one of its name."""

    node: Node


@record
class Seats(Node):
    """How many play; `in 2 teams` they sit in turns, `word` being that word."""

    value: Node
    teams: int | None
    word: Name | None


@record
class Tables(Node):
    splits: tuple[Node, ...]


@record
class Marked(Node):
    """A suit, rank or extra card with the mark it has in notation, None where it has none."""

    name: Name
    mark: str | None


@record
class Copies(Node):
    """So many of each of these ranks and extra cards; of all cards of the suits where none is named."""

    number: int
    names: tuple[Name, ...]


@record
class Cards(Node):
    suits: tuple[Marked, ...]
    ranks: tuple[Marked, ...]
    extras: tuple[Marked, ...]
    copies: tuple[Copies, ...]


@record
class Cells(Node):
    """A grid: columns from one letter to another, rows from one number to another."""

    first_column: Name
    last_column: Name
    first_row: Number
    last_row: Number
    shown_from: Name | None


@record
class Pieces(Node):
    name: Name
    count: Node
    fields: tuple[KindField, ...]


@record
class Unit(Node):
    value: int


@record
class Account(Node):
    name: Name
    per: Name | None
    initial: Node | None
    short: Name | None


@record
class Zone(Node):
    name: Name
    per: Name | None
    shape: Name
    of: Name | None
    seen_by: Name
    initial: Node | None
    shown_as: Name | None
    shown_by: Name | None


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


@record
class Text(Node):
    """Words for people, by language."""

    words: tuple[tuple[str, str], ...]


@record
class Field(Node):
    name: Name
    value: Node


@record
class Check(Node):
    condition: Node


@record
class Limit(Node):
    moves: int
    body: Body
