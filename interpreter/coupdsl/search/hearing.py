"""What one seat is told, as numbers: of two events it hears alike, the numbers are equal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Any

from coupdsl.code.bits import members
from coupdsl.language.records import record
from coupdsl.language.types import Type
from coupdsl.native.instructions.telling import CHOSE, MOVED, REVEALED, SHOWN, SHUFFLED
from coupdsl.native.machine import Machine
from coupdsl.search.player import Told

_WRITER = json.JSONEncoder(sort_keys=True, default=list)
MOST_KEPT = 8_000_000  # bytes of words of which it is kept what they say, which takes about four times as many
Revealed = tuple[Any, Any] | None  # as what and of whom, and what; None of what reveals nothing
SHUFFLE = -1  # in place of a piece, where a zone is shuffled


@record
class Item:
    """Something the seat was told. Of a choice: whose, what is decided and, if told, the move; of an own one, options.

    Of pieces that moved or were shown: where from and to, of those the seat sees each face and where it lay, and how
    many it does not see. What was `revealed`, and as what; if that is pieces, the faces `named`.
    """

    number: int
    kind: str
    seat: int = -1
    decision: str = ""
    move: int | None = None
    options: tuple[int, ...] = ()
    start: int = -1
    to: int = -1
    pieces: tuple[tuple[str, int], ...] = ()
    unseen: int = 0
    revealed: Revealed = None
    named: tuple[str, ...] = ()

    @property
    def is_hidden_choice(self) -> bool:
        return self.kind == "chose" and self.move is None


@record
class Happened:
    """What one move brought about: what the seat heard, where pieces went in turn, and which of them it saw.

    Of all that it heard, what was `revealed`, and the pieces that were `named` by that.
    """

    heard: tuple[int, ...]
    changes: tuple[tuple[int, int], ...]  # a piece and the zone it moves to, or `SHUFFLE` and the zone
    seen: tuple[int, ...]
    revealed: tuple[Revealed, ...]
    named: tuple[int, ...]


@lru_cache(maxsize=8)
def ear_of(machine: Machine, seat: int | None) -> Ear:
    """That of a seat, made once: in other games much the same is told."""
    return Ear(machine, seat)


class Ear:
    """Hears for one seat (None: for a spectator). What is kept depends on nothing else: threads may share it."""

    def __init__(self, machine: Machine, seat: int | None) -> None:
        self.machine, self.seat = machine, seat
        self.code = machine.code
        layout = self.code.layout
        self.bit = 1 << (layout.seats if seat is None else seat)
        self.zones = {layout.zone_name(zone): zone for zone in range(len(layout.zones))}
        self._of_pieces = {str(local.type.definite) for local in self.code.revealed if _is_of_pieces(local.type)}
        self._items: dict[str, Item] = {}
        self._happened: dict[bytes, Happened] = {}
        self._heard: dict[tuple[int, ...], list[tuple[int, Revealed]]] = {}
        self._kept = 0  # bytes of words and letters in there

    def item(self, told: Told) -> Item:
        """An event as the seat was sent it."""
        text = _WRITER.encode(told)
        found = self._items.get(text)
        if found is None:
            found = self._items[text] = self._read(told, number_of(text))
            self._count(len(text))
        return found

    def number(self, told: Told) -> int:
        return number_of(_WRITER.encode(told))

    def _read(self, told: Told, number: int) -> Item:
        kind, by_text = told["event"], self.code.alphabet.by_text
        if kind == "asked":
            options = tuple(sorted(by_text[option].id for option in told["options"]))
            assert self.seat is not None
            return Item(number, kind, self.seat, told["decision"], by_text[told["move"]].id, options)
        if kind == "chose":
            move = by_text[told["move"]].id if "move" in told else None
            return Item(number, kind, told["seat"], told["decision"], move)
        if kind == "moved":
            start, to = self.zones[told["from"]], self.zones[told["to"]]
            pieces = tuple((face, start) for face in told["pieces"])
            return Item(number, kind, start=start, to=to, pieces=pieces, unseen=told["unseen"])
        if kind == "shown":
            places = (self.zones[name] for name in told["in"])
            return Item(number, kind, pieces=tuple(zip(told["pieces"], places, strict=True)))
        return Item(number, kind, revealed=revealed(told), named=self._faces(told))

    def _faces(self, told: Told) -> tuple[str, ...]:
        """Those of the pieces that an event reveals."""
        if told["event"] != "revealed" or told["of"] not in self._of_pieces:
            return ()
        value = told["value"]
        return () if value is None else tuple(value) if isinstance(value, list) else (value,)

    def happened(self, words: bytes) -> Happened:
        """What a move brought about, of the words in which `Machine.step` tells it."""
        found = self._happened.get(words)
        if found is None:
            parts = list(_events(words))
            found = self._worked_out(words) if len(parts) == 1 else _joined([*map(self.happened, parts)])
            self._happened[words] = found
            self._count(len(words))
        return found

    def _count(self, size: int) -> None:
        self._kept += size
        if self._kept > MOST_KEPT:
            for kept in (self._items, self._happened, self._heard):
                kept.clear()
            self._kept = 0

    def _worked_out(self, words: bytes) -> Happened:
        """The same of a single event."""
        numbers = memoryview(words).cast("q").tolist()
        kind, data = numbers[0], numbers[2:]
        key = self._without_secrets(kind, data)
        heard = self._heard.get(key)
        if heard is None:
            told = (event.seen_by(self.code, self.seat) for event in self.machine.events(numbers))
            heard = [(self.number(event), revealed(event)) for event in told if event is not None]
            self._heard[key] = heard
        changes: list[tuple[int, int]] = []
        seen: list[int] = []
        named: list[int] = []
        if kind == MOVED:
            changes = [(piece, data[0]) for piece in data[2::3]]
            seen = [piece for piece, known in zip(data[2::3], data[3::3], strict=True) if known & self.bit]
        elif kind == SHUFFLED:
            changes.append((SHUFFLE, data[0]))
        elif kind == SHOWN and data[0] & self.bit:
            seen = data[1::3]
        elif kind == REVEALED and _is_of_pieces(self.code.revealed[data[0]].type):
            named = self._pieces(numbers)
        numbers_heard, values = zip(*heard, strict=True) if heard else ((), ())
        return Happened(numbers_heard, tuple(changes), tuple(seen), values, tuple(named))

    def _pieces(self, numbers: list[int]) -> list[int]:
        """Those that an event reveals."""
        (event,) = self.machine.events(numbers)
        number, _, *rest = event.data
        value = rest[len(self.code.revealed_of[number]) :]
        found = members(value[0]) if self.code.revealed[number].type.name == "set" else value
        return [piece for piece in found if piece >= 0]

    def _without_secrets(self, kind: int, data: list[int]) -> tuple[int, ...]:
        """The same of two events that differ in no more than what the seat is not told."""
        if kind == MOVED:
            triples = zip(data[1::3], data[2::3], data[3::3], strict=True)
            told = ((start, piece if known & self.bit else -1) for start, piece, known in triples)
            return kind, data[0], *chain.from_iterable(told)
        if kind == CHOSE and not data[3] & self.bit:
            return kind, data[0], data[2]
        return kind, *data


def revealed(told: Told) -> Revealed:
    """What an event reveals, and as what."""
    if told["event"] != "revealed":
        return None
    return (told["name"], told.get("seats"), told.get("things")), told["value"]


def gap(one: Revealed, other: Revealed) -> int | None:
    """How far apart what is revealed is: by how much numbers differ, how much is in one of two lists alone.

    None where other things are revealed, or nothing.
    """
    if one is None or other is None or one[0] != other[0]:
        return None
    mine, its = one[1], other[1]
    if isinstance(mine, list) and isinstance(its, list):
        alone, there = (Counter(map(repr, values)) for values in (mine, its))
        return (alone - there).total() + (there - alone).total()
    return abs(mine - its) if isinstance(mine, int) and isinstance(its, int) else None


def number_of(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def _events(words: bytes) -> Iterator[bytes]:
    """The words of each event: what it is, how many follow, and those."""
    numbers, at = memoryview(words).cast("q"), 0
    while at < len(numbers):
        end = at + 2 + numbers[at + 1]
        yield words[8 * at : 8 * end]
        at = end


def _joined(parts: Sequence[Happened]) -> Happened:
    """What several events brought about one after the other."""
    heard = tuple(number for part in parts for number in part.heard)
    changes = tuple(change for part in parts for change in part.changes)
    seen = tuple(piece for part in parts for piece in part.seen)
    named = tuple(piece for part in parts for piece in part.named)
    return Happened(heard, changes, seen, tuple(value for part in parts for value in part.revealed), named)


def _is_of_pieces(kind: Type) -> bool:
    return kind.of.family if kind.is_collection and kind.of is not None else kind.family
