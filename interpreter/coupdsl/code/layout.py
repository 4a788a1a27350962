"""Numbers for everything a running game holds: pieces, zones, accounts and states, fixed before play."""

from __future__ import annotations

from collections.abc import Callable

from coupdsl.code.board import Board
from coupdsl.code.errors import RulesError
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.types import NO_NUMBER
from coupdsl.rulesets.ruleset import Ruleset

NONE = -1


class Layout:
    """Pieces are numbered: cards by suit (if there are suits), rank and copy, cards beyond the suits, each family."""

    def __init__(self, rules: Ruleset) -> None:
        program = rules.program
        self.rules = rules
        self.seats = rules.players
        self.everyone = (1 << (rules.players + 1)) - 1  # the last bit is the spectator
        self.suit_of: list[int] = []
        self.rank_of: list[int] = []
        self.face_of: list[str] = []
        self.type_of: list[str] = []
        self.family_start: dict[str, int] = {}
        for suit, rank in program.standard_cards():
            mark, place = (suit.mark, suit.index) if suit is not None else ("", NONE)
            self._piece("card", rank.mark + mark, place, rank.index)
        self.board = Board(program.grid)
        self.longest_listing = 0  # of elements written out
        self.extra_start: list[int] = []
        self.extra_mask: list[int] = []
        for extra in program.extras:
            self.extra_start.append(len(self.face_of))
            for _ in range(program.copies_of(extra)):
                self._piece("card", extra.mark)
            self.extra_mask.append((1 << len(self.face_of)) - (1 << self.extra_start[-1]))
        self.cards = len(self.face_of)
        self.card_mask = (1 << self.cards) - 1
        self.suit_mask = _masks(self.suit_of, len(program.suits))
        self.rank_mask = _masks(self.rank_of, len(program.ranks))

    def complete(self, fixed: Callable[[p.Expr], object]) -> None:
        """Numbers what depends on values of the rules, which may ask for cards and seats."""
        program = self.rules.program
        self._number_families(program, fixed)
        self.doubled = len(set(self.face_of)) < len(self.face_of)
        self.pieces = len(self.face_of)
        written = {face: number for number, face in enumerate(self.face_of)}
        masks = _masks([written[face] for face in self.face_of], self.pieces)
        self.alike = [masks[written[face]] for face in self.face_of]  # for each piece those that are written so
        self.zone_start: dict[p.Zone, int] = {}
        self.zones: list[p.Zone] = []
        self.zone_owner: list[int] = []
        self.zone_of: list[str | None] = []  # what each that is kept per something other than a seat is kept for
        for zone in program.zones:
            self.zone_start[zone] = len(self.zones)
            count = self.count_per(zone.per)
            self.zones += [zone] * count
            self.zone_owner += range(count) if zone.per == "seat" else [NONE] * count
            self.zone_of += [None] * count if zone.per in (None, "seat") else self.names_per(zone.per)
        self.zone_audience = [self._audience(z, o) for z, o in zip(self.zones, self.zone_owner, strict=True)]
        self.is_row = [zone.row for zone in self.zones]
        seen = zip(self.is_row, self.zone_audience, strict=True)
        self.hidden_rows = [zone for zone, (row, to) in enumerate(seen) if row and to != self.everyone]
        self.account_start: dict[p.Account, int] = {}
        self._number_accounts(program, fixed)
        self.state_start: dict[p.State, int] = {}
        self.state_size = 0
        for state in program.states:
            self.state_start[state] = self.state_size
            self.state_size += self.width(state)

    def _number_families(self, program: p.Program, fixed: Callable[[p.Expr], object]) -> None:
        for family in program.families:
            self.family_start[family.name] = len(self.face_of)
            assert family.count is not None
            count = fixed(family.count)
            assert isinstance(count, int)
            if count < 0:
                raise RulesError(f"there cannot be {count} of `{family.name}`", family.span, codes.TOO_MANY_PIECES)
            there = len(self.face_of)
            if there + count > p.MOST_PIECES:
                message = f"{there} pieces and {count} of `{family.name}` are {there + count}"
                message += f", and a game has at most {p.MOST_PIECES}"
                raise RulesError(message, family.span, codes.TOO_MANY_PIECES)
            for number in range(count):
                self._piece(family.name, f"{family.name}{number + 1}")

    def _piece(self, kind: str, face: str, suit: int = NONE, rank: int = NONE) -> None:
        self.type_of.append(kind)
        self.face_of.append(face)
        self.suit_of.append(suit)
        self.rank_of.append(rank)

    def _number_accounts(self, program: p.Program, fixed: Callable[[p.Expr], object]) -> None:
        """Accounts of seats come first, so that a seat's number is its account's."""
        self.accounts: list[tuple[p.Account, int]] = []
        self.beginnings: list[int] = []  # what each account holds at first
        self.uncounted: set[int] = set()  # those that always have enough
        for account in sorted(program.accounts, key=lambda a: not a.per_seat):
            self.account_start[account] = len(self.accounts)
            owners = range(self.seats) if account.per_seat else [NONE]
            begin = fixed(account.initial) if account.initial is not None else 0
            assert isinstance(begin, int)
            if begin == NO_NUMBER:
                self.uncounted.add(len(self.accounts))
            self.accounts += [(account, owner) for owner in owners]
            self.beginnings += [0 if begin == NO_NUMBER else begin for _ in owners]

    def _audience(self, zone: p.Zone, owner: int) -> int:
        if zone.seen_by == "all":
            return self.everyone
        if owner < 0 or zone.seen_by == "none":
            return 0
        return 1 << owner if zone.seen_by == "owner" else ((1 << self.seats) - 1) & ~(1 << owner)

    def width(self, state: p.State) -> int:
        return self.count_per(state.per) * self.count_per(state.by)

    def count_per(self, per: str | None) -> int:
        """How many there are of what something is kept for each of."""
        if per is None:
            return 1
        if per == "seat":
            return self.seats
        if per == "cell":
            return len(self.board.names)
        if per == "card":
            return self.cards
        if per in ("suit", "rank"):
            return len(self.suit_mask if per == "suit" else self.rank_mask)
        kind = self.rules.program.kinds.get(per)
        return len(kind.entries) if kind is not None else self.pieces

    def names_per(self, per: str) -> list[str]:
        """What those are called that something is kept for each of, seats and pieces aside."""
        program = self.rules.program
        if per == "cell":
            return list(self.board.names)
        if per in ("suit", "rank"):
            return [face.name for face in (program.suits if per == "suit" else program.ranks)]
        return [entry.path for entry in program.kinds[per].entries]

    def slots(self, state: p.State) -> range:
        """Where its values are kept, one for each of what it is kept per."""
        start = self.state_start[state]
        return range(start, start + self.width(state))

    def family_list(self, name: str) -> tuple[int, ...]:
        return tuple(i for i, kind in enumerate(self.type_of) if kind == name)

    def face(self, rank: int, suit: int) -> int:
        """The cards of this rank and suit, none if either is."""
        if rank < 0 or suit < 0:
            return 0
        return self.rank_mask[rank] & self.suit_mask[suit]

    def zone_name(self, zone: int) -> str:
        name, owner, of = self.zones[zone].name, self.zone_owner[zone], self.zone_of[zone]
        if of is not None:
            return f"{name} {of}"
        return f"{name} {owner}" if owner >= 0 else name

    def account_name(self, account: int) -> str:
        declared, owner = self.accounts[account]
        return str(owner) if owner >= 0 else declared.name


def _masks(values: list[int], count: int) -> list[int]:
    masks = [0] * count
    for piece, value in enumerate(values):
        if value >= 0:
            masks[value] |= 1 << piece
    return masks
