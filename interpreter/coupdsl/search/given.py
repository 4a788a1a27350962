"""What the loops of `native/loops/` are given and what they find. Other threads go on while they run.

No signal is heeded meanwhile, so that much work is done in parts.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from math import log
from mmap import mmap
from time import perf_counter
from typing import TYPE_CHECKING, Any

from coupdsl.native.kept_code import compiled
from coupdsl.native.llvm.jit import CAREFUL, Compiled
from coupdsl.native.loops.loop_code import ARM, FIELDS, FUNCTIONS, NEXT, NODE, STEP, SUM, TRIES
from coupdsl.native.loops.search_code import search_text
from coupdsl.native.memory.offsets import WORD
from coupdsl.search.hashes import hashes_of
from coupdsl.search.tally import Tally
from coupdsl.search.utility import LARGEST, Worths

if TYPE_CHECKING:
    from coupdsl.native.machine import Machine
    from coupdsl.search.arena import CompiledArena

OF_MOVES = tuple(name for name in FUNCTIONS if name != "games")
FIRST, PART = 16, 0.05  # tries of the first part of what is done, and seconds that another should take
EVENTS = 1 << 14  # words of what happens between two moves; what is beyond tells nodes apart no more


@cache
def loops() -> Compiled:
    """The loops, made once."""
    return compiled(None, "search", CAREFUL, lambda: (search_text(), None))[0]


@lru_cache(maxsize=32)
def _logarithms(count: int) -> Any:
    return (ctypes.c_double * count)(*(log(max(1, number)) for number in range(count)))


class Given:
    """What the loops are given: words by name, and all that these point to, which lives as long."""

    def __init__(self, machine: Machine) -> None:
        self.words = (ctypes.c_int64 * len(FIELDS))()
        code = machine.improving.code
        self._kept: dict[str, Any] = {"code": code}
        for name in OF_MOVES:
            self.set(name, code.address(name))
        offsets, layout, size = machine.offsets, machine.code.layout, len(machine.template)
        for name, value in (("size", size), ("pc", offsets.pc), ("over", offsets.over), ("seats", layout.seats)):
            self.set(name, value)
        self.row("faces", hashes_of(machine.code).face)
        self.words_for("block", size // WORD)
        self.words_for("offers", 2 * machine.most_moves)
        self.words_for("events", EVENTS + 2)[0] = EVENTS

    def set(self, name: str, value: int) -> None:
        self.words[FIELDS[name] // WORD] = value

    def get(self, name: str) -> int:
        return int(self.words[FIELDS[name] // WORD])

    def point(self, name: str, there: Any) -> None:
        self._kept[name] = there
        self.set(name, ctypes.addressof(there))

    def row(self, name: str, numbers: Sequence[int]) -> None:
        self.point(name, row_of(numbers))

    def words_for(self, name: str, words: int) -> Any:
        """Room for so many words."""
        there = (ctypes.c_int64 * words)()
        self.point(name, there)
        return there

    @property
    def bytes(self) -> int:
        """Of memory, at most."""
        return sum(ctypes.sizeof(there) for there in self._kept.values() if isinstance(there, ctypes.Array))


class Tried(Given):
    """What is given to loops that go through worlds of a seat."""

    def __init__(self, arena: CompiledArena, worlds: Sequence[Any], seat: int, seed: int) -> None:
        machine, utility = arena.machine, arena.utility
        super().__init__(machine)
        self._a_part = FIRST
        self._care, games = arena.care, arena.playouts.improving.code
        self._kept["games"] = games
        self.set("games", games.address("games"))
        seats, size = arena.rules.code.layout.seats, len(machine.template)
        numbers = {
            "winners": machine.offsets.winners, "seat": seat, "many": len(worlds), "seed": signed(seed),
            "lowest": 2 if utility.lowest is None else int(utility.lowest), "in_common": int(utility.is_shared),
            "largest": LARGEST, "bounty": utility.bounty,
        }  # fmt: skip
        for name, value in numbers.items():
            self.set(name, value)
        self.row("side", utility.side)
        self.row("mates", utility.mates)
        self.row("masks", [*hashes_of(arena.rules.code).is_set, 0])
        blocks = b"".join(arena.block(world) for world in worlds)
        self.point("worlds", ctypes.create_string_buffer(blocks, len(blocks)))
        for name, words in (("spare", size // WORD), ("row", 1 + seats), ("worths", seats), ("heard", seats)):
            self.words_for(name, words)

    def run(self, name: str, numbers: range, *others: Any) -> int:
        """Goes through these numbers; gives what the loop does."""
        word, address = ctypes.c_int64, ctypes.c_void_p
        kinds = [address if isinstance(one, ctypes.Array) else word for one in others]
        run = loops().function(name, word, address, word, word, *kinds)
        begin = perf_counter()
        found = int(run(self.words, numbers[0], numbers[-1] + 1, *others))
        self._care.has_worked(perf_counter() - begin)
        return found

    def ends(self, numbers: range) -> list[Worths]:
        """What random games from the worlds with these numbers are worth, but for those in which the rules fail."""
        seats = self.get("seats")
        found, done = (ctypes.c_int64 * (seats * len(numbers)))(), 0
        for part, _ in self._parts(numbers, 1):
            done += self.run("ends", part, _part_of(found, seats * done, seats * len(part)))
        return [tuple(found[at : at + seats]) for at in range(0, done * seats, seats)]

    def trials(self, moves: Sequence[int], numbers: range) -> Tally:
        """What each of these moves was worth."""
        return self.each("trials", moves, numbers)

    def each(self, name: str, moves: Sequence[int], numbers: range) -> Tally:
        row, sums, ended = row_of(moves), row_of([0] * len(moves)), row_of([0] * len(moves))
        for part, those in self._parts(numbers, len(moves)):
            at = those[0], len(those)
            self.run(name, part, _part_of(row, *at), len(those), _part_of(sums, *at), _part_of(ended, *at))
        return Tally(list(sums), list(ended))

    def _parts(self, numbers: range, many: int) -> Iterator[tuple[range, range]]:
        """What is tried of these numbers and so many moves, in the order of the loops, as much as takes little time."""
        number, at, end = numbers[0], 0, numbers[-1] + 1
        while number < end:
            if at or self._a_part < many:
                part, those = range(number, number + 1), range(at, min(many, at + self._a_part))
            else:
                part, those = range(number, min(end, number + self._a_part // many)), range(many)
            begin = perf_counter()
            yield part, those
            fitting = len(part) * len(those) * PART / max(perf_counter() - begin, 1e-6)
            self._a_part = max(1, min(int(fitting), 8 * self._a_part))
            at = those[-1] + 1
            if at == many:
                number, at = part[-1] + 1, 0


class Nesting(Tried):
    """What is given besides to games in which everybody tries his moves."""

    def __init__(
        self, arena: CompiledArena, worlds: Sequence[Any], seat: int, seed: int, samples: int, most: int, asked: int
    ) -> None:
        super().__init__(arena, worlds, seat, seed)
        self.inner = Tried(arena, worlds[:1], seat, seed)
        self.point("inner", self.inner.words)
        for name, value in (("samples", samples), ("most_of_kind", most), ("most_asked", asked)):
            self.set(name, value)
        self.point("kinds", arena.kinds)
        for name in ("listed", "sums", "ended"):
            self.words_for(name, arena.machine.most_moves)

    def nested(self, moves: Sequence[int], numbers: range) -> Tally:
        """As `trials`, in such games."""
        return self.each("nested", moves, numbers)


class Grown(Tried):
    """What a tree is given besides, and its nodes and arms."""

    def __init__(
        self, arena: CompiledArena, worlds: Sequence[Any], seat: int, seed: int, nodes: int, arms: int, deepest: int
    ) -> None:
        super().__init__(arena, worlds, seat, seed)
        self.iterations = 0
        slots = 2 << nodes.bit_length()
        self.point("table", _zeros(slots * NODE // WORD))
        self.point("arms", _zeros((arms + 1) * ARM // WORD))
        self.point("kinds", arena.kinds)
        self.set("is_open", arena.is_open)
        self.set("agreeing", len(arena.agreements))
        self.point("agreed", arena.agreed)
        self.words_for("path", (deepest + 1) * STEP // WORD)  # a step more where a kind was the last
        for name in ("here", "unmade", "listed"):
            self.words_for(name, arena.machine.most_moves)
        for name, value in (("mask", slots - 1), ("most_nodes", nodes), ("most_arms", arms), ("deepest", deepest)):
            self.set(name, value)

    def scaled(self, low: Worths, span: Worths, curiosity: float) -> None:
        self.row("low", low)
        self.row("span", span)
        ctypes.c_double.from_buffer(self.words, FIELDS["curiosity"]).value = curiosity

    def grow(self, moves: Sequence[int], numbers: range) -> Tally:
        """As `trials`, in iterations of the tree."""
        self.iterations += len(moves) * len(numbers)
        self.point("logs", _logarithms(1 << self.iterations.bit_length()))
        return self.each("grow", moves, numbers)

    def arms_of(self, key: int) -> Iterable[tuple[int, int, float]]:
        """Each arm of a node: its number, how often it was made and the sum of what it brought."""
        table, arms, mask = self._kept["table"], self._kept["arms"], self.get("mask")
        slot = key & mask
        while table[2 * slot + 1] and table[2 * slot] != signed(key):
            slot = slot + 1 & mask
        arm = table[2 * slot + 1]
        while arm:
            at = arm * ARM // WORD
            yield arms[at], arms[at + TRIES // WORD], ctypes.c_double.from_buffer(arms, arm * ARM + SUM).value
            arm = arms[at + NEXT // WORD]


def row_of(numbers: Sequence[int]) -> Any:
    """These words, one after the other."""
    return (ctypes.c_int64 * len(numbers))(*numbers)


def _part_of(row: Any, at: int, words: int) -> Any:
    return (ctypes.c_int64 * words).from_buffer(row, at * WORD)


def _zeros(words: int) -> Any:
    """Memory that is there once something is written to it."""
    return (ctypes.c_int64 * words).from_buffer(mmap(-1, words * WORD))


def signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
