"""Lists that are written out in room of the function: what is in them, and what comes to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from coupdsl.language.types import Type
from coupdsl.native.llvm.emitter import Emitter
from coupdsl.native.memory.held import Listing
from coupdsl.native.memory.offsets import WORD, Offsets


class WrittenLists:
    def __init__(self, offsets: Offsets, seats: int) -> None:
        self.offsets = offsets
        self.seats = seats

    @contextmanager
    def members(self, listing: Listing, f: Emitter) -> Iterator[str]:
        """Repeats what is written inside for every member of a list that lies in memory."""
        with f.counting("0", f.load("i64", listing.place)) as at:
            yield self.member(listing, at, f)

    def member(self, listing: Listing, at: str, f: Emitter) -> str:
        value = f.load(listing.kind, self._place(listing, at, f))
        return value if listing.kind == "i64" else f.op(f"sext i16 {value} to i64")

    def append(self, listing: Listing, element: str, kind: Type, f: Emitter) -> None:
        count = f.load("i64", listing.place)
        f.fail_if(f.op(f"icmp uge i64 {count}, {self.offsets.capacity(kind.of)}"))
        self._write(listing, count, element, f)
        f.store("i64", f.op(f"add i64 {count}, 1"), listing.place)

    def _write(self, listing: Listing, at: str, element: str, f: Emitter) -> None:
        value = element if listing.kind == "i64" else f.narrowed(element, 16)
        f.store(listing.kind, value, self._place(listing, at, f))

    def _place(self, listing: Listing, at: str, f: Emitter) -> str:
        return f.at(f.at(listing.place, WORD), f.times(at, 2 if listing.kind == "i16" else WORD))

    def among(self, listing: Listing, element: str, f: Emitter) -> str:
        """Is it one of the list?"""
        return f.op(f"icmp sge i64 {self.place_in(listing, element, f)}, 0")

    def place_in(self, listing: Listing, element: str, f: Emitter) -> str:
        """Where in the list it stands first, -1 if nowhere."""
        found = f.variable("i64", "-1")
        with self._until_found(listing, element, f) as at:
            f.store("i64", at, found)
        return f.load("i64", found)

    @contextmanager
    def _until_found(self, listing: Listing, element: str, f: Emitter) -> Iterator[str]:
        after, here, onward = f.label(), f.label(), f.label()
        place = f.variable("i64")
        with f.counting("0", f.load("i64", listing.place)) as at:
            f.store("i64", at, place)
            onward = f.label()
            f.branch(f.op(f"icmp eq i64 {self.member(listing, at, f)}, {element}"), here, onward)
            f.start(onward)
        f.jump(after)
        f.start(here)
        yield f.load("i64", place)
        f.start(after)

    def next_in_turn(self, source: Listing, start: str, f: Emitter) -> str:
        """Where in a list of seats that stands which comes next after `start`, 0 if it is empty."""
        found, nearest = f.variable("i64", "0"), f.variable("i64", str(self.seats))
        with f.counting("0", f.load("i64", source.place)) as at:
            ahead = f.op(f"sub i64 {self.member(source, at, f)}, {start}")
            around = f.op(f"icmp slt i64 {ahead}, 0")
            ahead = f.op(f"select i1 {around}, i64 {f.add(ahead, self.seats)}, i64 {ahead}")
            with f.when(f.op(f"icmp slt i64 {ahead}, {f.load('i64', nearest)}")):
                f.store("i64", ahead, nearest)
                f.store("i64", at, found)
        return f.load("i64", found)
