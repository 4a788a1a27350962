"""The syntax tree of what is declared in a .coup file."""

from __future__ import annotations

from coupdsl.language.records import record
from coupdsl.language.tree import Body, Name, Node, Number, TypeName, Words


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
    type: TypeName | Words


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
    returns: TypeName | Words | None
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
class Copied(Node):
    """An extra card, or a rank in each suit, or in one."""

    name: Name
    suit: Name | None

    @property
    def text(self) -> str:
        return self.name.text if self.suit is None else f"{self.name.text} of {self.suit.text}"


@record
class Copies(Node):
    """So many of each of these; of all cards of the suits where none is named."""

    number: int
    faces: tuple[Copied, ...]


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
    moves: Number
    body: Body
