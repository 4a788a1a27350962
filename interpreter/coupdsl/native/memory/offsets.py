"""Where everything of a running game lies in its block of memory: offsets in bytes, fixed by the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from coupdsl.code import expressions as x
from coupdsl.code.bounds import LONGEST
from coupdsl.code.code import Code
from coupdsl.code.instructions import BeginFor, NextPass, Play, SetUp, Store, TakeResult
from coupdsl.code.worked_out import all_expressions
from coupdsl.engine.rules import Rules
from coupdsl.language import program as p
from coupdsl.language.types import HELD_AS_NUMBERS, Type
from coupdsl.native.llvm.aliasing import Aliasing

WORD = 8


def bits_for(count: int) -> int:
    """The bits of a word for sets of `count` elements; the last bit is never an element."""
    return 64 * (count // 64 + 1)


class Offsets:
    """A state is a header, the balances, the zones, what is known of the pieces, and memory."""

    def __init__(self, rules: Rules) -> None:
        code = rules.code
        self.code = code
        layout, program = code.layout, code.rules.program
        self.layout = layout
        self.program = program
        self.piece_bits = bits_for(layout.pieces)
        self.in_row = 1 if layout.pieces <= 256 else 2  # bytes of a piece in a row
        self.card_bits = bits_for(layout.cards)
        self.size = 0
        self.aliasing = Aliasing()
        self.generator = self._room(4 * WORD)
        self.pc, self.count, self.over, self.seeded = (self._room(WORD) for _ in range(4))
        self.winners = self._room(WORD)
        self.scores = self._room(layout.seats * WORD)
        self.balances = self._room(len(layout.accounts) * WORD)
        self.held = self._room(len(layout.zones) * self.piece_bits // 8)
        self.where = self._room(2 * layout.pieces)
        self.known = self._room(4 * layout.pieces)
        self.first_row = self._room(0)
        self.rows = [self._room(self.row_size(zone), within=True) if zone.row else 0 for zone in layout.zones]
        self.repeated = repeated(code)
        walked = {i.elements: i.source for i in code.instructions if isinstance(i, BeginFor)}
        others = {slot for state in layout.state_start for slot in layout.slots(state)[1:]}
        self.widths = [self._width_at(slot, kind, walked) for slot, kind in enumerate(code.kinds)]
        for slots, first in self._never_changed():
            for slot in slots:
                self.widths[slot] = WORD + _most(first) * WORD
        self.memory = [self._room(width, within=slot in others) for slot, width in enumerate(self.widths)]
        self.states_end = [*self.memory, self.size][layout.state_size]  # what comes after are locals

    def _room(self, size: int, within: bool = False) -> int:
        """Where there is room for so many bytes; `within` the part that comes before."""
        at = self.size
        if not within:
            self.aliasing.begin(at)
        self.size += (size + WORD - 1) // WORD * WORD
        return at

    # ---- zones
    def row_size(self, zone: p.Zone) -> int:
        """Three counts in a word, then the pieces, and a word more, so that pieces can move by words."""
        return WORD + (self.many(zone.type.of) * self.in_row + WORD - 1) // WORD * WORD + WORD

    # ---- types
    def domain(self, kind: Type | None) -> int:
        """How many values there are of a type, numbered from 0; 0 for numbers."""
        layout = self.layout
        if kind is None or kind.name in HELD_AS_NUMBERS:
            return 0
        if kind.name == "card":
            return layout.cards
        if kind.family or kind.name == "any":
            return layout.pieces
        if kind.name in ("seat", "party"):
            return layout.seats if kind.name == "seat" else len(layout.accounts)
        if kind.name == "suit":
            return len(self.program.suits)
        if kind.name == "rank":
            return len(self.program.ranks)
        if kind.name == "cell":
            return len(layout.board.names)
        if kind.name == "word":
            return len(kind.words)
        if kind.name == "flag":
            return 2
        if kind.name == "reason":
            return len(self.program.reasons)
        return len(self.program.kinds[kind.name].entries)

    def many(self, kind: Type | None) -> int:
        """How many values of a type can differ: as `domain`, but pieces of one family are as many as they are."""
        if kind is not None and kind.name in self.layout.family_start:
            return len(self.layout.family_list(kind.name))
        return self.domain(kind)

    def word_of(self, kind: Type | None) -> int | None:
        """The word of a set in which all pieces of a type have their bits, None if there is more than one."""
        start = self.first(kind)
        word, last = start // 64, (start + max(self.many(kind), 1) - 1) // 64
        return word if word == last else None

    def first(self, kind: Type | None) -> int:
        """The number of the first piece of a type."""
        return self.layout.family_start.get(kind.name, 0) if kind is not None else 0

    def bits(self, kind: Type) -> int:
        """The word of a set type, or of what is made a set."""
        if kind.is_face or kind.name == "card":
            return self.card_bits
        element = kind.of if kind.is_collection else kind
        if element is None or element.family or element.name == "any":
            return self.card_bits if element is not None and element.name == "card" else self.piece_bits
        return bits_for(self.domain(element) or 127)

    def capacity(self, element: Type | None) -> int:
        """How many members a list can have."""
        return self.many(element) * self.repeated if self.domain(element) else LONGEST

    def element(self, kind: Type | None) -> str:
        """The word of a list's members."""
        return "i16" if self.domain(kind) else "i64"

    def list_size(self, element: Type | None) -> int:
        """The count, then the members."""
        size = WORD + self.capacity(element) * (2 if self.domain(element) else WORD)
        return (size + WORD - 1) // WORD * WORD

    def width(self, kind: Type) -> int:
        if kind.name == "list":
            return self.list_size(kind.of)
        if kind.name == "set" or kind.is_face:
            return self.bits(kind) // 8
        return 2 * WORD if kind.name in ("ratio", "fraction") else WORD

    def _width_at(self, slot: int, kind: Type, walked: dict[int, x.Expression]) -> int:
        """As `width`; numbers that a loop walks over may be known to be few."""
        if slot not in walked or self.domain(kind.of):
            return self.width(kind)
        return WORD + _most(walked[slot]) * WORD

    def _never_changed(self) -> Iterator[tuple[range, x.Expression]]:
        """Lists of numbers that stay what they were at first, such as those of a reading that is not in force."""
        changed: set[int] = set()
        for this in self.code.instructions:
            if isinstance(this, Store):
                changed.add(this.to.start)
            elif isinstance(this, TakeResult):
                changed.add(this.result)
            elif isinstance(this, NextPass | SetUp):
                changed.update(first for first, _, _ in this.resets)
            elif isinstance(this, Play):
                changed.update(slot for _, _, slots in this.targets.values() for slot in slots)
        for start, width, value in self.code.beginnings:
            kind = self.code.kinds[start]
            if kind.name == "list" and not self.domain(kind.of) and start not in changed:
                yield range(start, start + width), value


def _most(expr: x.Expression) -> int:
    """How many members a list of numbers can have."""
    match expr:
        case x.Fixed(value=value):
            return value.bit_count() if isinstance(value, int) else len(value)
        case x.If(then=then, otherwise=otherwise):
            return max(_most(then), _most(otherwise))
        case x.Filter(source=source):
            return _most(source)
        case x.Form(of=of):
            return _most(of)
    return LONGEST


def repeated(code: Code) -> int:
    """How often a list can hold the same: `with` adds only what is not there yet, but a list written out may repeat."""
    most = 1
    for one in all_expressions(code):
        if isinstance(one, x.Op) and one.name == "listing":
            same = Counter(part.value for part in one.arguments if isinstance(part, x.Fixed))
            open_ = sum(not isinstance(part, x.Fixed) for part in one.arguments)
            most = max(most, open_ + max(same.values(), default=0))
        elif isinstance(one, x.Fixed) and isinstance(one.value, tuple):
            most = max(most, *Counter(one.value).values(), 1)
    return most
