"""How tests write what a game holds: seats, places, accounts, states and their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NoReturn

from coupdsl.code.bits import mask_of
from coupdsl.code.errors import IllegalMove
from coupdsl.code.plain import names_of, plain
from coupdsl.engine.rules import Rules
from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.codes import Code
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.records import by_value
from coupdsl.language.source import Span
from coupdsl.language.types import Type, none_of
from coupdsl.rulesets.yaml_text import Entry, Items, Mapping, Node, Scalar
from coupdsl.testing.rule_tests import text, whole, words

NOTHING = ("none", ".")  # `.` in a row of a board
ALL = "all"


class Unmet(Exception):
    """A test ends here: an expectation does not hold, or its situation cannot be made."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def refuse(span: Span, message: str, help_: str | None = None, code: Code = codes.NO_SITUATION) -> NoReturn:
    raise Unmet(Diagnostic(code, span, message, help_))


@by_value
class Stated:
    """A value that a test gives to a named thing, such as `cash N: 300`."""

    name: str
    span: Span
    value: Node


class Naming:
    """The names of one game's things with the seats named as a test file does; without names they are numbers."""

    def __init__(self, rules: Rules, seats: tuple[str, ...]) -> None:
        self.rules = rules
        self.code = rules.code
        layout = self.layout = rules.code.layout
        self.seats = seats[: layout.seats] or tuple(map(str, range(layout.seats)))
        self.zones = {self._owned(layout.zone_name(n)): n for n in range(len(layout.zones))}
        self.accounts = {}
        for number, (account, owner) in enumerate(layout.accounts):
            self.accounts[account.name if owner < 0 else f"{account.name} {self.seats[owner]}"] = number
        self.states = {name: found for state in rules.program.states for name, found in self._slots(state)}

    def _owned(self, name: str) -> str:
        """A zone's name with the seat as the test calls it."""
        zone, _, owner = name.partition(" ")
        return f"{zone} {self.seats[int(owner)]}" if owner.isdigit() else name

    def _slots(self, state: p.State) -> Iterator[tuple[str, tuple[p.State, int]]]:
        start = self.layout.state_start[state]
        owners = [self._owners(per) for per in (state.per, state.by) if per is not None]
        for at, names in enumerate(product(*owners)):
            yield " ".join((state.name, *names)), (state, start + at)

    def _owners(self, per: str) -> Sequence[str]:
        """What each of those is called that something is kept per."""
        if per in ("cell", "suit", "rank") or per in self.rules.program.kinds:
            return self.layout.names_per(per)
        return self.seats if per == "seat" else self.layout.face_of

    # ---- seats
    def seat(self, node: Node) -> int:
        return self.seat_of(text(node), node.span)

    def seat_of(self, name: str, span: Span) -> int:
        if name not in self.seats:
            refuse(span, f"there is no seat `{name}`", suggest(name, self.seats))
        return self.seats.index(name)

    def viewer(self, name: str, span: Span) -> int | None:
        """A seat, or None for `all`: a spectator."""
        return None if name == ALL else self.seat_of(name, span)

    def seat_name(self, seat: int) -> str:
        return self.seats[seat] if seat >= 0 else "chance"

    def party(self, account: int) -> str:
        declared, owner = self.layout.accounts[account]
        return self.seats[owner] if owner >= 0 else declared.name

    # ---- named things
    def stated(self, node: Node, known: Iterable[str]) -> list[Stated]:
        """What a mapping gives values to, each by its whole name: `cash: {N S: 300}` is `cash N: 300` and more."""
        if not isinstance(node, Mapping):
            refuse(node.span, "names and their values are needed here", "such as {hand E: KS}")
        names, found = set(known), []
        for entry in node.entries:
            found += list(self._stated(entry, names))
        for one in found:
            if one.name not in names:
                refuse(one.span, f"there is no `{one.name}`", suggest(one.name, names))
        return found

    def _stated(self, entry: Entry, known: set[str]) -> Iterator[Stated]:
        if isinstance(entry.value, Mapping):
            for inner in entry.value.entries:
                whole_name = " ".join((entry.key, *inner.key.split()))  # `has: {N wood: 2}`, which is kept per two
                for owner in [inner.key] if whole_name in known else inner.key.split():
                    named = Entry(f"{entry.key} {owner}", inner.key_span, inner.value)
                    yield from self._stated(named, known)
        elif isinstance(entry.value, Items) and self._is_board(entry.key, known):
            yield from self._map(entry.key, entry.value)
        else:
            yield Stated(" ".join(entry.key.split()), entry.key_span, entry.value)

    def _is_board(self, name: str, known: set[str]) -> bool:
        return name not in known and any(f"{name} {cell}" in known for cell in self.layout.board.names[:1])

    def _map(self, name: str, rows: Items) -> Iterator[Stated]:
        """A board row by row as it is seen from its first row, which comes last; `.` is an empty cell, or none."""
        board = self.layout.board
        lines: dict[int, list[str]] = {}
        for cell, row in zip(board.names, board.row_of, strict=True):
            lines.setdefault(row, []).append(cell)
        if len(lines) != len(rows.values):
            refuse(rows.span, f"the board has {len(lines)} rows, and these are {len(rows.values)}")
        for cells, line in zip(reversed(lines.values()), rows.values, strict=True):
            written = words(line)
            if len(written) != len(cells):
                refuse(line.span, f"a row has {len(cells)} cells, and these are {len(written)}")
            for cell, content in zip(cells, written, strict=True):
                whole_name = f"{name} {cell}"
                held = "" if content == "." and whole_name in self.zones else content
                yield Stated(whole_name, line.span, Scalar(line.span, held, held))

    # ---- values
    def value(self, node: Node, kind: Type) -> Any:
        """What a test writes, as the game keeps it."""
        written = words(node)
        if kind.is_collection and kind.of is not None:
            elements = [self._one(word, kind.of, node.span) for word in written if word not in NOTHING]
            return mask_of(elements) if kind.name == "set" else tuple(elements)
        return self._one(" ".join(written), kind, node.span)

    def _one(self, word: str, kind: Type, span: Span) -> Any:
        if kind.optional and word in ("", *NOTHING):
            return none_of(kind)
        if kind.name == "ratio":
            return self._ratio(word, kind, span)
        if kind.definite.is_numeric:
            number = whole(word)
            return number if number is not None else self._wrong(word, kind, span)
        known = list(self._names(kind))
        return known.index(word) if word in known else self._wrong(word, kind, span, known)

    def _ratio(self, word: str, kind: Type, span: Span) -> Fraction:
        parts = [whole(part) for part in word.split("/")]
        top, bottom = parts[0], parts[1] if len(parts) > 1 else 1
        good = len(parts) < 3 and top is not None and bottom is not None and top >= 0 and bottom > 0
        return Fraction(top or 0, bottom or 1) if good else self._wrong(word, kind, span)

    def _names(self, kind: Type) -> Iterable[str]:
        """What its values are called, in their order."""
        if kind.name == "flag":
            return ("false", "true")
        if kind.name == "seat":
            return self.seats
        if kind.name == "party":
            return map(self.party, range(len(self.layout.accounts)))
        return names_of(kind, self.layout) or ()

    def _wrong(self, word: str, kind: Type, span: Span, known: Iterable[str] = ()) -> NoReturn:
        refuse(span, f"`{word}` is no {kind.definite}", suggest(word, known))

    def shown(self, value: Any, kind: Type) -> str:
        """A value of the game as a test writes it."""
        if value is None:
            return "nothing yet"
        if kind.is_collection and kind.of is not None:
            elements = plain(value, kind, self.layout)
            named = [self.seats[e] if kind.of.name == "seat" else str(e) for e in elements]
            return " ".join(sorted(named) if kind.name == "set" else named) or "none"
        if kind.definite.name in ("seat", "party") and value != none_of(kind):
            return self.party(value) if kind.name == "party" else self.seats[value]
        found = plain(value, kind, self.layout)
        return "none" if found is None else str(found).lower() if isinstance(found, bool) else str(found)

    def refusal(self, error: IllegalMove) -> str:
        """What is said of a move that is not legal, with the names of seats."""
        because = error.because
        if because is None or not because.values:
            return str(error)
        values = zip(because.values, because.kinds, strict=True)
        named = tuple((part, self._named(value) if "seat" in kind.split() else value) for (part, value), kind in values)
        return str(IllegalMove(error.move, because._replace(values=named), error.place, error.rules))

    def _named(self, written: str) -> str:
        return " ".join(self.seats[int(word)] if word.isdigit() else word for word in written.split())

    def pieces(self, node: Node) -> list[str]:
        """The faces a test names, each of which is one of this game's."""
        found = words(node)
        for face in found:
            if face not in self.layout.face_of:
                help_ = suggest(face, self.layout.face_of) or f"pieces are written such as `{self.layout.face_of[0]}`"
                refuse(node.span, f"there is no piece `{face}`", help_)
        return found
