"""Worlds that follow one another in machine code, as pieces are dealt anew."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from itertools import chain

from coupdsl.engine.chance import derive
from coupdsl.language.records import record
from coupdsl.native.loops.retold_code import STRIDE
from coupdsl.native.loops.walk_code import BROKEN, CERTAIN, SPOT
from coupdsl.native.machine import Machine
from coupdsl.native.memory.offsets import WORD
from coupdsl.search.dealing import Deal
from coupdsl.search.given import loops, signed
from coupdsl.search.rehearsal import Rehearsal

AT_ONCE = 200_000  # moves, at most, of worlds that are walked to in one go: no signal is heeded meanwhile


@record
class Walked:
    """Of each world who goes the ways, and its position; how many steps led elsewhere; and which ways pieces went that
    were closed to them."""

    goers: list[list[int]]
    blocks: list[bytearray]
    moved: int
    breached: list[tuple[int, int]]


class Walker(Rehearsal):
    """Room for it; the reference is `Permuting.following`, which makes one step at a time."""

    def __init__(self, machine: Machine, bit: int) -> None:
        super().__init__(machine, bit)
        self._size, self._pieces = len(machine.template), machine.code.layout.pieces
        self.set("pieces", self._pieces)
        self.words_for("spare", self._size // WORD)
        self.words_for("trial", self._pieces)
        self._generator = self.words_for("generator", 4)
        self._walk = loops().function("walk", ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)

    def walk(
        self, deal: Deal, form: array[int], options: array[int], goers: Sequence[int], worlds: int, steps: int,
        heedless: float, seed: int,
    ) -> Walked:  # fmt: skip
        """So many worlds of a deal whose trail is known, each so many steps after the other, begun with these goers.

        In this share of the steps pieces may go ways that are closed to them.
        """
        assert deal.trail is not None, "it is known what came of the deal's own history"
        start, first, length, many = deal.history.position(deal.first), deal.first, deal.length, len(goers)
        self.plan(start, deal.history.moves[first:], form, first, options)
        self._names[:] = self._own_names  # those of the goers follow
        self._generator[:] = [signed(derive(seed, number)) for number in range(4)]
        found, blocks = array("q", bytes(WORD * many * worlds)), bytearray(worlds * self._size)
        trails = [array("q", bytes(STRIDE * length)) for _ in range(2)]
        rows: dict[str, array[int] | bytearray] = {
            "by_way": array("q", deal.pieces), "groups": array("q", chain.from_iterable(deal.groups)),
            "spots": deal.spots, "namings": deal.renaming.namings, "closed": deal.closed, "start": start,
            "goers": array("q", goers), "before": deal.trail, "trail": trails[0], "weighed": trails[1],
            "found": found, "blocks": blocks,
        }  # fmt: skip
        for name, row in rows.items():
            self.set(name, _place_in(row, 0))
        numbers = {
            "length": length, "renamed_until": deal.end - first, "ways_many": many, "breached": 0,
            "groups_many": len(deal.groups), "spots_many": len(deal.spots) * WORD // SPOT,
            "heedless": int(heedless * CERTAIN),
        }  # fmt: skip
        for name, number in numbers.items():
            self.set(name, number)
        moved, a_part = 0, max(1, AT_ONCE // max(1, steps * length))
        for at in range(0, worlds, a_part):
            for name, row in (("found", found), ("blocks", blocks)):
                self.set(name, _place_in(row, at * len(row) // worlds))
            walked = self._walk(self.words, min(a_part, worlds - at), steps)
            assert walked >= 0, "a world of a deal comes about again"
            moved += walked
        return Walked(
            [found[at : at + many].tolist() for at in range(0, len(found), many)],
            [blocks[at : at + self._size] for at in range(0, len(blocks), self._size)],
            moved,
            self._breached(deal) if self.get("breached") else [],
        )

    def _breached(self, deal: Deal) -> list[tuple[int, int]]:
        return [divmod(at, self._pieces) for at, state in enumerate(deal.closed) if state == BROKEN]


def _place_in(row: array[int] | bytearray, at: int) -> int:
    """Where in memory this element lies; 0 of an empty row."""
    return ctypes.addressof(ctypes.c_char.from_buffer(row)) + at * memoryview(row).itemsize if row else 0
