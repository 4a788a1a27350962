"""The syntax tree of a .coup file. Nodes compare by what they say, not by where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field

from coupdsl.language.source import Span


@dataclass(frozen=True)
class Node:
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Name(Node):
    text: str


@dataclass(frozen=True)
class Body(Node):
    lines: tuple[Node, ...]


# ---- expressions
@dataclass(frozen=True)
class OptionKey(Node):
    key: str


@dataclass(frozen=True)
class Number(Node):
    value: int


@dataclass(frozen=True)
class Ratio(Node):
    numerator: int
    denominator: int


@dataclass(frozen=True)
class Flag(Node):
    value: bool


@dataclass(frozen=True)
class Nothing(Node):
    """`none`"""


@dataclass(frozen=True)
class It(Node):
    pass


@dataclass(frozen=True)
class Call(Node):
    name: Name
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Listing(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Between(Node):
    """`low .. high step n`"""

    low: Node
    high: Node
    step: Node | None


@dataclass(frozen=True)
class Unary(Node):
    """`operator` is `not`, `-` or `the`."""

    operator: str
    operand: Node


@dataclass(frozen=True)
class Binary(Node):
    """`operator` is one of `+ - * / mod < <= > >= is in and or` or `is not`, `not in`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class IsEmpty(Node):
    operand: Node
    negated: bool


@dataclass(frozen=True)
class SetOperation(Node):
    """`operator` is `where`, `preferring`, `with` or `without`."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Quantified(Node):
    """`some S where c`, `every S where c`"""

    operator: str
    source: Node
    condition: Node


@dataclass(frozen=True)
class Of(Node):
    left: Node
    right: Node


@dataclass(frozen=True)
class Fold(Node):
    """`sum of e over S`, `largest of e over S`"""

    operator: str
    value: Node
    source: Node


@dataclass(frozen=True)
class Best(Node):
    """`highest of S by k`, `lowest of S by k`: all that are tied for it"""

    operator: str
    source: Node
    key: Node


@dataclass(frozen=True)
class Rotated(Node):
    """`L from x`, `L after x`"""

    operator: str
    source: Node
    start: Node


@dataclass(frozen=True)
class Rounded(Node):
    value: Node
    up: bool
    step: Node


@dataclass(frozen=True)
class IfElse(Node):
    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True)
class CaseBranch(Node):
    labels: tuple[Node, ...]
    result: Node  # an expression, or a Body in a statement


@dataclass(frozen=True)
class Case(Node):
    """As an expression or as a statement."""

    subject: Node
    branches: tuple[CaseBranch, ...]


# ---- statements
@dataclass(frozen=True)
class Assign(Node):
    target: Node
    value: Node


@dataclass(frozen=True)
class If(Node):
    condition: Node
    then: Body
    otherwise: Body | If | None


@dataclass(frozen=True)
class For(Node):
    variable: Name
    source: Node
    condition: Node | None
    together: bool
    body: Body


@dataclass(frozen=True)
class Repeat(Node):
    """Either `until` with a cap `bound`, or `bound` times."""

    name: Name
    until: Node | None
    bound: Node
    body: Body


@dataclass(frozen=True)
class Pick(Node):
    name: Name
    source: Node


@dataclass(frozen=True)
class Alternative(Node):
    """`word` is None where what is picked first is the word."""

    word: Name | None
    picks: tuple[Pick, ...]
    condition: Node | None
    body: Body | None
    last_resort: bool = False


@dataclass(frozen=True)
class Choose(Node):
    """One decision: a `menu` of alternatives with bodies, or one alternative whose picks stay in scope."""

    who: Node
    secretly: bool
    name: Name
    alternatives: tuple[Alternative, ...]
    menu: bool


@dataclass(frozen=True)
class Move(Node):
    what: Node
    to: Node
    unseen: bool


@dataclass(frozen=True)
class Shuffle(Node):
    zone: Node


@dataclass(frozen=True)
class Pay(Node):
    payer: Node
    amount: Node | None  # None: everything
    payee: Node
    reason: Name | None


@dataclass(frozen=True)
class Show(Node):
    what: Node
    to: Node


@dataclass(frozen=True)
class Hide(Node):
    what: Node
    to: Node


@dataclass(frozen=True)
class Leave(Node):
    name: Name


@dataclass(frozen=True)
class Again(Node):
    name: Name


@dataclass(frozen=True)
class Give(Node):
    value: Node


@dataclass(frozen=True)
class FinishKey(Node):
    value: Node
    lowest: bool


@dataclass(frozen=True)
class Finish(Node):
    keys: tuple[FinishKey, ...]


@dataclass(frozen=True)
class Play(Node):
    name: Name
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class CallLine(Node):
    call: Node


# ---- declarations
@dataclass(frozen=True)
class TypeName(Node):
    name: str
    of: TypeName | None
    optional: bool


@dataclass(frozen=True)
class Words(Node):
    """A type of a few words: `at_end | at_once`"""

    words: tuple[Name, ...]


@dataclass(frozen=True)
class Edition(Node):
    number: int


@dataclass(frozen=True)
class Include(Node):
    names: tuple[Name, ...]


@dataclass(frozen=True)
class CitedSource(Node):
    letters: tuple[Name, ...]
    title: str


@dataclass(frozen=True)
class Parameter(Node):
    name: Name
    type: TypeName


@dataclass(frozen=True)
class Game(Node):
    name: Name
    body: Body


@dataclass(frozen=True)
class Mechanic(Node):
    name: Name
    parameters: tuple[Parameter, ...]
    body: Body


@dataclass(frozen=True)
class Use(Node):
    name: Name
    body: Body | None


@dataclass(frozen=True)
class Need(Node):
    """`what` is `zone`, `account`, `rule` or `value`."""

    what: str
    name: Name
    per: Name | None = None
    parameters: tuple[Parameter, ...] = ()
    type: TypeName | None = None


@dataclass(frozen=True)
class Option(Node):
    key: Name
    readings: tuple[Node, ...]


@dataclass(frozen=True)
class When(Node):
    key: Name
    negated: bool
    readings: tuple[Node, ...]
    body: Body


@dataclass(frozen=True)
class KindField(Node):
    name: Name
    type: TypeName | Words
    default: Node | None


@dataclass(frozen=True)
class Order(Node):
    """Either a fixed order of values, or lines that rank pieces."""

    name: Name
    value: Node | None
    lines: tuple[OrderLine, ...]


@dataclass(frozen=True)
class OrderLine(Node):
    condition: Node
    by: Node | None


@dataclass(frozen=True)
class Rule(Node):
    """Either `value` (worked out) or `body` (done)."""

    name: Name
    parameters: tuple[Parameter, ...]
    returns: TypeName | None
    value: Node | None
    body: Body | None


@dataclass(frozen=True)
class Kind(Node):
    name: Name
    plural: Name
    members: tuple[KindField | Rule, ...]


@dataclass(frozen=True)
class Entry(Node):
    kind: Name
    name: Name
    plays: Name | None
    value: Node | None
    body: Body | None


@dataclass(frozen=True)
class Replace(Node):
    """A declaration in the place of an earlier one of its name."""

    node: Node


@dataclass(frozen=True)
class Seats(Node):
    value: Node


@dataclass(frozen=True)
class Tables(Node):
    splits: tuple[Node, ...]


@dataclass(frozen=True)
class Marked(Node):
    """A suit, rank or extra card with the mark it has in notation, None where it has none."""

    name: Name
    mark: str | None


@dataclass(frozen=True)
class Cards(Node):
    suits: tuple[Marked, ...]
    ranks: tuple[Marked, ...]
    extras: tuple[Marked, ...]
    copies: int | None
    copied: tuple[Name, ...] = ()  # the ranks that have copies; empty: all cards


@dataclass(frozen=True)
class Cells(Node):
    """A grid: columns from one letter to another, rows from one number to another."""

    first_column: Name
    last_column: Name
    first_row: Number
    last_row: Number
    shown_from: Name | None


@dataclass(frozen=True)
class Pieces(Node):
    name: Name
    count: Node
    fields: tuple[KindField, ...]


@dataclass(frozen=True)
class Unit(Node):
    value: int


@dataclass(frozen=True)
class Account(Node):
    name: Name
    per: Name | None
    initial: Node | None
    short: Name | None


@dataclass(frozen=True)
class Zone(Node):
    name: Name
    per: Name | None
    shape: Name
    of: Name | None
    seen_by: Name
    initial: Node | None
    shown_as: Name | None
    shown_by: Name | None


@dataclass(frozen=True)
class State(Node):
    name: Name
    per: Name | None
    type: TypeName | Words
    initial: Node | None
    every: Name | None
    seen_by: Name | None


@dataclass(frozen=True)
class Let(Node):
    name: Name
    value: Node


@dataclass(frozen=True)
class Reveal(Node):
    name: Name
    value: Node


@dataclass(frozen=True)
class Text(Node):
    """Words for people, by language."""

    words: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Field(Node):
    name: Name
    value: Node


@dataclass(frozen=True)
class Check(Node):
    condition: Node


@dataclass(frozen=True)
class Limit(Node):
    moves: int
    body: Body
