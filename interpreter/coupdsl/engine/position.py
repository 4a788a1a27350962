"""What a game is at one moment, and how its pieces lie: what the steps of the rules read and write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from coupdsl.code.bits import mask_of, members
from coupdsl.code.code import Code
from coupdsl.code.decisions import Option
from coupdsl.code.expressions import Function
from coupdsl.code.moves import Move
from coupdsl.engine.chance import Generator
from coupdsl.engine.events import Event
from coupdsl.rulesets.ruleset import Ruleset

Legal = dict[Move, tuple[Option, tuple[int, ...], int]]  # with what each picks, and how many alike it stands for


class Position:
    """Everything one moment of a game holds. Compared, and copied by `become`."""

    __slots__ = (
        "bags", "balances", "chance", "code", "count", "end", "events", "held", "known", "legal", "limited", "memory",
        "pc", "rows", "rules", "same", "scratch", "spent", "tails", "where",
    )  # fmt: skip

    rules: Ruleset
    code: Code  # that of the rules
    memory: list[Any]  # states and locals
    scratch: list[Any]  # what expressions need while they are worked out; empty of meaning between steps
    held: list[int]  # for each zone the set of its pieces
    rows: list[tuple[int, ...]]  # for each zone its pieces in order, from the top …
    bags: list[tuple[int, ...]]  # … then those shuffled, in no order
    tails: list[tuple[int, ...]]  # … then those that came later
    where: list[int]  # for each piece its zone
    known: list[int]  # for each piece who knows what lies there; the bit after the last seat is the spectator
    balances: list[int]
    chance: Generator | None
    pc: int
    spent: int  # steps, since somebody chose
    count: int  # moves of players so far
    limited: bool  # whether a further move was due and `limit` came in its place; follows from the moves
    end: tuple[tuple[int, ...], tuple[int, ...]] | None
    events: list[Event]
    legal: Legal
    same: dict[Function | tuple[Function, int], Any] | None  # while it is worked out what is offered: what rules say

    def __init__(self, rules: Ruleset, code: Code) -> None:
        """Nothing lies anywhere yet."""
        layout = code.layout
        zones = len(layout.zones)
        self.rules, self.code = rules, code
        self.memory = list(code.memory)
        self.scratch = [None] * code.scratch
        self.held = [0] * zones
        self.rows, self.bags, self.tails = [()] * zones, [()] * zones, [()] * zones
        self.where = [-1] * layout.pieces
        self.known = [0] * layout.pieces
        self.balances = list(layout.beginnings)
        self.chance = None
        self.pc, self.count, self.end, self.events, self.legal = 0, 0, None, [], {}
        self.spent, self.same, self.limited = 0, None, False

    # ---- pieces
    def alike(self, bag: tuple[int, ...], piece: int) -> int:
        """The first of those in `bag` that are written like `piece`: nobody can tell them apart."""
        layout = self.code.layout
        if not layout.doubled:
            return piece
        faces = layout.face_of
        return next(other for other in bag if faces[other] == faces[piece])

    def settle(self, zone: int, piece: int, back: bool) -> None:
        """A piece of the bag is the next after those settled at the front of a row, or before those at its back.

        In the bag, the one at that end moves into its place.
        """
        bag, end = list(self.bags[zone]), -1 if back else 0
        bag[bag.index(piece)] = bag[end]
        bag.pop(end)
        self.bags[zone] = tuple(bag)
        if back:
            self.tails[zone] = (piece, *self.tails[zone])
        else:
            self.rows[zone] += (piece,)
        if not bag:
            self.rows[zone], self.tails[zone] = self.rows[zone] + self.tails[zone], ()

    def row(self, zone: int) -> tuple[int, ...]:
        """The pieces of a row in order; those in the bag stand for no order."""
        if self.bags[zone]:
            return self.rows[zone] + self.bags[zone] + self.tails[zone]
        return self.rows[zone]

    def place_told(self, piece: int) -> int:
        """Where in its row a piece lies, the first at 1; 0 in a bag or in no row."""
        zone = self.where[piece]
        if not self.code.layout.is_row[zone] or piece in self.bags[zone]:
            return 0
        return self.row(zone).index(piece) + 1

    def remove(self, piece: int) -> None:
        """Takes a piece from where it is; in a bag, the last one moves into its place."""
        zone = self.where[piece]
        self.held[zone] &= ~(1 << piece)
        if not self.code.layout.is_row[zone]:
            return
        row, bag = self.rows[zone], self.bags[zone]
        if piece in row:
            at = row.index(piece)
            self.rows[zone] = row[:at] + row[at + 1 :]
        elif piece in bag:
            at = bag.index(piece)
            self.bags[zone] = bag[:at] + bag[-1:] + bag[at + 1 : -1] if at < len(bag) - 1 else bag[:-1]
            if len(bag) == 1:
                self.rows[zone], self.tails[zone] = row + self.tails[zone], ()
        else:
            tail = self.tails[zone]
            at = tail.index(piece)
            self.tails[zone] = tail[:at] + tail[at + 1 :]

    def place(self, piece: int, zone: int, unseen: bool) -> None:
        layout = self.code.layout
        self.where[piece] = zone
        self.held[zone] |= 1 << piece
        if layout.is_row[zone]:
            pile = self.tails if self.bags[zone] else self.rows
            pile[zone] += (piece,)
        if not unseen:
            self.known[piece] |= layout.zone_audience[zone]

    def transfer(self, pieces: Iterable[int], to: int, unseen: bool, mixed: bool = False) -> None:
        """Moves pieces to a zone, in their order; those there already stay.

        `mixed`: they are a set, so who does not know all of them forgets where each comes to lie.
        """
        groups: dict[int, list[int]] = {}
        where, known = self.where, self.known
        everyone = -1
        for piece in pieces:
            start = where[piece]
            if start == to:
                continue
            self.remove(piece)
            self.place(piece, to, unseen)
            everyone &= known[piece]
            pairs = groups.get(start)
            if pairs is None:
                groups[start] = [piece, known[piece]]
            else:
                pairs += (piece, known[piece])
        for start in sorted(groups):  # an order that tells nothing of hidden pieces
            self.events.append(Event("moved", (start, to, *groups[start])))
            for piece in groups[start][::2] if mixed else ():
                known[piece] = everyone

    def forget_which(self, pieces: list[int], to: int, unseen: bool) -> None:
        """Who sees neither where these come from nor where they go knows no piece any more that lies where they do.

        They may be any of those; where nothing else lies there, they are all of them.
        """
        layout, mask = self.code.layout, mask_of(pieces)
        arriving = 0 if unseen else layout.zone_audience[to]
        for start in {self.where[piece] for piece in pieces} - {to}:
            if self.held[start] & ~mask:
                for piece in members(self.held[start]):
                    self.known[piece] &= layout.zone_audience[start] | arriving

    def vacate(self, pieces: list[int], to: int) -> None:
        """Tells from which places of a row pieces are about to leave: those who do not see it, but know what stays.

        They will see which places that has then.
        """
        layout, mask = self.code.layout, mask_of(pieces)
        for zone in layout.hidden_rows:
            leaving = self.held[zone] & mask
            if not leaving or zone == to:
                continue
            told = 0
            for piece in members(self.held[zone] & ~mask):
                if self.place_told(piece):
                    told |= self.known[piece] & ~layout.zone_audience[zone]
            if told:
                places = sorted(self.place_told(piece) for piece in members(leaving))
                self.events.append(Event("vacated", (zone, told, *(place for place in places if place))))

    def known_first(self, pieces: Iterable[int], audience: int) -> None:
        """Of pieces written alike in a zone without order, who looks on does not see which is moved, shown or hidden.

        It is one that each of `audience` knew, where he knew any: what he sees tells him no more than that.
        """
        layout, mask = self.code.layout, mask_of(pieces)
        for piece in members(mask):
            zone = self.where[piece]
            new = 0 if layout.is_row[zone] else audience & ~self.known[piece]
            for other in members(layout.alike[piece] & self.held[zone] & ~mask) if new else ():
                exchanged = new & self.known[other]
                self.known[other] ^= exchanged
                self.known[piece] |= exchanged
                new ^= exchanged

    def chain(self, site: int) -> tuple[int, ...]:
        """The site and those that called its rule, innermost first."""
        code, found = self.code, [site]
        procedure = code.sites[site].procedure
        while procedure.name:
            site = code.return_sites[self.memory[procedure.return_slot]]
            found.append(site)
            procedure = code.sites[site].procedure
        return tuple(found)

    # ---- copies
    def become(self, other: Position) -> None:
        self.memory = other.memory.copy()
        self.scratch = other.scratch.copy()
        self.held = other.held.copy()
        self.rows, self.bags, self.tails = other.rows.copy(), other.bags.copy(), other.tails.copy()
        self.where = other.where.copy()
        self.known = other.known.copy()
        self.balances = other.balances.copy()
        self.chance = other.chance.copy() if other.chance is not None else None
        self.pc, self.count, self.end, self.spent = other.pc, other.count, other.end, 0
        self.same, self.limited = None, other.limited
        self.events = list(other.events)
        self.legal = dict(other.legal)

    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions under the same rules; bags count as sets where the caller decides chance."""
        seeded = self.chance is not None
        return (
            self.rules.fingerprint,
            self.pc,
            self.count,
            self.end,
            tuple(self.memory),
            tuple(self.rows),
            tuple(bag if seeded else tuple(sorted(bag)) for bag in self.bags),
            tuple(self.tails),
            tuple(self.where),
            tuple(self.known),
            tuple(self.balances),
            self.chance.state if self.chance is not None else None,
        )

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key())
