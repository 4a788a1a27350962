"""The checked, typed program: what executors see. Names are resolved, every value has a type and a place.

The lines and expressions of rules stand beside it, in `program_statements.py` and `program_expressions.py`, and options
in `program_options.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from coupdsl.language.files import Citation, File
from coupdsl.language.program_options import Option as Option
from coupdsl.language.program_options import Reading as Reading
from coupdsl.language.records import by_value, entity, record
from coupdsl.language.source import Span
from coupdsl.language.types import TEXT, Type


# ---- what rules are made of
@record
class Expr:
    type: Type
    span: Span


@record
class Stmt:
    span: Span
    citations: tuple[Citation, ...]


@record
class Block:
    lines: tuple[Stmt, ...]
    span: Span


# ---- what is declared; compared by identity
@entity
class Local:
    """A name bound by a statement, a parameter, or `it`. Its value changes where it is a state of a rule."""

    name: str
    type: Type
    span: Span
    changes: bool = False


VARIANT = 4  # the level of the first of the variants


@entity
class Version:
    """One text of a rule. `level` orders replacement: 0 declared, 1 use, 2 entry, 3 reading, and from 4 on
    variants, in the order in which they are applied."""

    level: int
    parameters: tuple[Local, ...]
    value: Expr | None
    body: Block | None
    span: Span
    citations: tuple[Citation, ...]
    reading: Reading | None = None
    entry: Entry | None = None

    def replaces(self, other: Version) -> bool:
        """Is `other` never in force because of this one?"""
        return self.level > other.level and self.reading is None and self.entry is None


@by_value
class Replaced:
    """A declaration that a file of a variant puts in the place of another; `rank` orders the variants.

    `old_value` is where a fixed name had its value.
    """

    path: str
    span: Span
    old: Span
    rank: int
    old_value: Span | None = None


@entity
class Rule:
    """A rule, a field, a fixed name or an order: anything that is worked out or done by name."""

    name: str
    type: Type
    span: Span
    owner: str | None  # a mechanic or kind, None for the game
    form: str  # "rule", "field", "let", "order" or "comparator"
    parameter_types: tuple[Type, ...] = ()
    acts: bool = False  # has a body: is done, not worked out
    versions: list[Version] = field(default_factory=list)
    typed_at: Span | None = None  # the text that gives its type, where that is not the one declared

    @property
    def possible(self) -> list[Version]:
        """The texts that may be in force: those that no other replaces, whatever is answered."""
        bound = max((one.level for one in self.versions if one.reading is None and one.entry is None), default=0)
        return [one for one in self.versions if one.level >= bound]


@entity
class Kind:
    name: str
    plural: str
    span: Span
    members: dict[str, Rule] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    teams: bool = False  # of the seats, that sit in turns
    shapes: tuple[Shape, ...] = ()  # what its entries are made by, where they are sets of cards that go together
    mechanic: Mechanic | None = None  # whose text it stands in

    @property
    def type(self) -> Type:
        return Type(self.name)

    def words(self, field_name: str) -> bool:
        """Is it a text for people that its entries state under this name?"""
        rule = self.members.get(field_name)
        return field_name == "name" or (rule is not None and rule.type == TEXT)


@entity
class Shape:
    """So many cards, `alike` in their suit or rank, or one after the other by an `order` of ranks, or both."""

    name: str
    low: int
    high: int
    alike: str | None
    order: tuple[int, ...] | None


@entity
class Entry:
    """One of a kind. `index` numbers the entries of the kind in order of declaration."""

    kind: Kind
    name: str
    index: int
    span: Span
    plays: Mechanic | None
    parent: Entry | None
    citations: tuple[Citation, ...] = ()
    children: list[Entry] = field(default_factory=list)
    lets: dict[str, Rule] = field(default_factory=dict)
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    text_places: dict[str, Span] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return self.name if self.parent is None else f"{self.parent.path}.{self.name}"

    @property
    def written(self) -> str:
        """The path as moves, views and tests have it: in sets of cards that go together equal cards are alike."""
        return re.sub("#[0-9]+", "", self.path)

    def states(self, field_name: str) -> bool:
        """Does it say itself what its field of this name is?"""
        rule = self.kind.members.get(field_name)
        own = rule is not None and any(version.entry is self for version in rule.versions)
        return own or field_name in self.texts or any(child.kind.plural == field_name for child in self.children)

    @property
    def lacking(self) -> list[Rule]:
        """The fields that it has to state and does not."""
        fields = [rule for rule in self.kind.members.values() if rule.form == "field" and not self.states(rule.name)]
        return [rule for rule in fields if not any(v.level == 0 and v.entry is None for v in rule.versions)]


@entity
class Mechanic:
    name: str
    span: Span
    parameters: tuple[State, ...] = ()
    members: dict[str, Declared] = field(default_factory=dict)
    needs: set[str] = field(default_factory=set)
    states: list[State] = field(default_factory=list)
    families: list[Family] = field(default_factory=list)
    unmet: set[str] = field(default_factory=set)
    body: Block | None = None

    @property
    def passing(self) -> list[State]:
        """The states that live only while it is played; none where it has no lines to play."""
        lines = self.body is not None and self.body.lines
        return [state for state in self.states if state.every is None] if lines else []


@entity
class Family:
    """Pieces that are not cards; also the cards themselves under the name `card`."""

    name: str
    type: Type
    count: Expr | None
    span: Span
    fields: list[State] = field(default_factory=list)


@entity
class State:
    """A thing remembered. `per` is `seat`, `cell`, `card`, `suit`, `rank`, a family, a kind, or None.

    `by` is another of them where there is one for each two, written in brackets: `name(by) of per`. `home` is the
    mechanic that declares it, None for the game.
    """

    name: str
    per: str | None
    type: Type
    initial: Expr | None
    every: str | None
    seen_by: str
    span: Span
    by: str | None = None
    home: Mechanic | None = None


@entity
class Zone:
    """A place for pieces. `per` is `seat`, `cell`, `suit`, `rank`, a kind or None."""

    name: str
    per: str | None
    row: bool
    type: Type
    seen_by: str
    initial: Expr | None
    span: Span
    shown_as: str | None = None
    shown_by: Rule | None = None

    @property
    def per_seat(self) -> bool:
        return self.per == "seat"


@entity
class Account:
    name: str
    per_seat: bool
    initial: Expr | None
    short: Rule | None
    span: Span
    partial: bool = False
    citations: tuple[Citation, ...] = ()
    instead_of: Span | None = None  # the account that a file of a variant puts this one in the place of


@entity
class Face:
    """A suit, a rank, or a card beyond the suits."""

    name: str
    mark: str
    type: Type
    index: int
    span: Span


Card = tuple[Face | None, Face]  # a suit, if it has one, and a rank


@by_value
class Grid:
    """The cells of a board, numbered row by row; `shown_from` names the seat whose side the first row is on."""

    columns: tuple[str, ...]
    rows: tuple[int, ...]
    shown_from: str | None

    def names(self) -> list[str]:
        return [f"{column}{row}" for row in self.rows for column in self.columns]


Declared = Rule | Option | Kind | Entry | Mechanic | Family | State | Zone | Account | Face


# ---- the whole
MOST_PIECES = 512  # cards and others of a game
MOST_SEATS = 31  # so that they and those who look on have a bit each in 32


@entity
class Program:
    """A whole game with all readings of all its options."""

    name: str
    span: Span
    files: list[File]
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    text_places: dict[str, Span] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    seats: Expr | None = None
    tables: tuple[tuple[int, ...], ...] = ()
    unit: int = 1
    suits: list[Face] = field(default_factory=list)
    ranks: list[Face] = field(default_factory=list)
    extras: list[Face] = field(default_factory=list)
    # Of a rank or an extra card, of a rank of one suit (`two of hearts`); None: of all cards of the suits.
    copies: dict[str | None, int] = field(default_factory=dict)
    grid: Grid | None = None
    families: list[Family] = field(default_factory=list)
    kinds: dict[str, Kind] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    mechanics: dict[str, Mechanic] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    checks: list[tuple[Expr, Span, tuple[Citation, ...]]] = field(default_factory=list)
    limit: tuple[int, Block] | None = None
    main: Block | None = None
    names: dict[str, Declared] = field(default_factory=dict)  # what the game declares itself
    added: dict[Path, int] = field(default_factory=dict)  # files of variants, each with how late its variant comes
    replaced: list[Replaced] = field(default_factory=list)
    secret_moves: list[Span] = field(default_factory=list)  # of pieces about which not everybody knows which they are
    # Where something is revealed, and where the seat or thing is named that it is of, if not everybody knows that.
    secret_whose: list[tuple[Span, Span]] = field(default_factory=list)

    def standard_cards(self) -> Iterator[Card]:
        """The suit, if it has one, and the rank of every card but the extra ones, in the order of the pack."""
        suits: list[Face | None] = [*self.suits]
        for suit in suits or [None]:
            for rank in self.ranks:
                for _ in range(self.copies_of(rank, suit)):
                    yield suit, rank

    def copies_of(self, face: Face, suit: Face | None = None) -> int:
        """How many cards there are of an extra card, or of a rank in a suit."""
        of_all = self.copies.get(face.name, 1 if face.type.name == "card" else self.copies.get(None, 1))
        return of_all if suit is None else self.copies.get(f"{face.name} of {suit.name}", of_all)

    @property
    def doubled(self) -> bool:
        """Are there cards that nobody can tell apart?"""
        return any(number > 1 for number in self.copies.values())

    @property
    def charted(self) -> list[Kind]:
        """The kinds whose entries the files state one by one."""
        return [kind for kind in self.kinds.values() if not kind.shapes and not kind.teams]

    @property
    def teams(self) -> int:
        """How many teams the seats are divided in; 1 where there are none."""
        return max((len(kind.entries) for kind in self.kinds.values() if kind.teams), default=1)

    def is_added(self, span: Span) -> bool:
        """Does this stand in a file that a variant brings in?"""
        return span.source.path in self.added

    def entry(self, path: str) -> Entry | None:
        """An entry by its path, such as `siege` or `siege.spades`."""
        for kind in self.kinds.values():
            for entry in kind.entries:
                if entry.path == path:
                    return entry
        return None

    def entry_of(self, plural: str, path: str) -> Entry | None:
        """The same, where it is one of the kind that is called so in the plural."""
        kinds = (kind for kind in self.kinds.values() if kind.plural == plural)
        return next((entry for kind in kinds for entry in kind.entries if entry.path == path), None)

    def text(self, path: str) -> tuple[Entry, str] | None:
        """The entry and the field of a text for people, such as `siege.motto`, whether it is stated or not."""
        above, _, name = path.rpartition(".")
        entry = self.entry(above)
        return (entry, name) if entry is not None and entry.kind.words(name) else None
