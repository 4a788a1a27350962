"""A world as it came about: its moves, and the positions between them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from struct import Struct

from coupdsl.native.loops.retold_code import ROW
from coupdsl.native.machine import Machine
from coupdsl.search.hearing import Happened

_LONG, _SHORT = Struct("<q").unpack_from, Struct("<h").unpack_from


class History:
    """The moves of a game, chance included, as far as one seat is told what it was told.

    `blocks` are the positions before each move and after the last, `at` how many of the things told lie behind each;
    `hidden` are the moves that the seat was not told; `log` is of each the logarithm of what it weighs; `pcs` are where
    in the rules they were made. `form` is what `Retelling` keeps of it to replay others by.
    `blocks` and `happened` of one that is `retold` are made up when somebody asks for them.
    """

    __slots__ = (
        "_blocks", "_happened", "_make_up", "_now", "at", "before", "form", "hidden", "log", "moves", "pcs", "whole",
    )  # fmt: skip

    def __init__(self, block: bytearray, at: int, before: tuple[int, ...] = ()) -> None:
        self.before = before  # moves that led to the first position and are settled
        self.moves: list[int] = []
        self.pcs: list[int] = []
        self._blocks = [block]
        self.at = [at]
        self._happened: list[Happened] = []
        self._make_up: Callable[[History], None] | None = None
        self._now: bytearray | None = None
        self.hidden: list[bool] = []
        self.log: list[float] = []
        self.whole = False  # everything told has been
        self.form: array[int] | None = None

    def until(self, step: int) -> History:
        """The same before the move with this number."""
        other = History.__new__(History)
        other.before = self.before
        other.moves, other.pcs, other._happened = self.moves[:step], self.pcs[:step], self.happened[:step]
        other.hidden, other.log = self.hidden[:step], self.log[:step]
        other._blocks, other.at = self.blocks[: step + 1], self.at[: step + 1]
        other._make_up = other._now = None
        other.whole, other.form = False, None if self.form is None else self.form[: ROW * step]
        return other

    def retold(
        self, moves: list[int], first: int, now: bytearray, log: list[float], make_up: Callable[[History], None]
    ) -> History:
        """The same with other moves from `first` on, at which the seat is asked and told as much; `now` comes of it.

        Both share what is the same, so that neither can be gone on with but by a copy, as of `until`.
        """
        other = History.__new__(History)
        other.before, other.moves, other.log, other._now, other._make_up = self.before, moves, log, now, make_up
        other.pcs, other.hidden, other.at, other.form = self.pcs, self.hidden, self.at, self.form
        other._blocks, other._happened = self._blocks[: first + 1], self._happened[:first]
        other.whole = self.whole
        return other

    @property
    def blocks(self) -> list[bytearray]:
        self._be_made_up()
        return self._blocks

    @property
    def happened(self) -> list[Happened]:
        self._be_made_up()
        return self._happened

    @property
    def now(self) -> bytearray:
        """The position after the last move."""
        return self._blocks[-1] if self._now is None else self._now

    def position(self, step: int) -> bytearray:
        """That before a move."""
        return self._blocks[step] if step < len(self._blocks) else self.blocks[step]

    def _be_made_up(self) -> None:
        if self._make_up is not None:
            make_up, self._make_up, self._now = self._make_up, None, None
            make_up(self)

    def since(self, step: int) -> History:
        """The same without the moves before this one."""
        other = History(self.blocks[step], self.at[step], (*self.before, *self.moves[:step]))
        other.join(self, step)
        return other

    def add(self, pc: int, move: int, block: bytearray, at: int, happened: Happened, hidden: bool, log: float) -> None:
        """One move more."""
        self.pcs.append(pc)
        self.moves.append(move)
        self._blocks.append(block)
        self.at.append(at)
        self._happened.append(happened)
        self.hidden.append(hidden)
        self.log.append(log)

    def add_all(
        self, other: History, moves: Sequence[int], blocks: list[bytearray], happened: list[Happened], log: list[float]
    ) -> None:
        """So many moves more, at which the seat was asked and told as it was in another at the same steps."""
        step = len(self.moves)
        end = step + len(moves)
        self.moves += moves
        self.pcs += other.pcs[step:end]
        self.hidden += other.hidden[step:end]
        self.at += other.at[step + 1 : end + 1]
        self._blocks += blocks
        self._happened += happened
        self.log += log

    def join(self, other: History, step: int | None = None) -> None:
        """Goes on as another that has come to the same position, before its move `step`: if not told, as many moves."""
        step = len(self.moves) if step is None else step
        self.moves += other.moves[step:]
        self.pcs += other.pcs[step:]
        self._happened += other.happened[step:]
        self.hidden += other.hidden[step:]
        self.log += other.log[step:]
        self._blocks += other.blocks[step + 1 :]
        self.at += other.at[step + 1 :]

    def is_formed_as(self, other: History) -> bool:
        """Is the seat asked and told as much at each step?"""
        return self.at == other.at and self.pcs == other.pcs and self.hidden == other.hidden

    def stood(self, step: int, other: History) -> bool:
        """Was it before this move where the other is now?"""
        return step < len(self.blocks) and self.at[step] == other.at[-1] and self.blocks[step] == other.blocks[-1]

    @property
    def weight(self) -> float:
        """The logarithm of what a world weighs."""
        return sum(self.log)


def pc_of(machine: Machine, block: bytearray) -> int:
    return int(_LONG(block, machine.offsets.pc)[0])


def bag_of(machine: Machine, block: bytearray, zone: int) -> list[int]:
    """The pieces of a row that lie in no order."""
    return bag_in(machine, block, zone).tolist()


def bag_in(machine: Machine, block: bytearray, zone: int) -> memoryview:
    """Where they lie."""
    offsets = machine.offsets
    start = offsets.rows[zone]
    packed = int.from_bytes(block[start : start + 8], "little")
    total, bag, below = packed & 65535, packed >> 16 & 65535, packed >> 32
    size, first = offsets.in_row, start + 8
    raw = memoryview(block)[first + (total - bag - below) * size : first + (total - below) * size]
    return raw.cast("B" if size == 1 else "H")


def bag_size(machine: Machine, block: bytearray, zone: int) -> int:
    start = machine.offsets.rows[zone]
    return int.from_bytes(block[start + 2 : start + 4], "little")


def zone_of(machine: Machine, block: bytearray, piece: int) -> int:
    return int(_SHORT(block, machine.offsets.where + 2 * piece)[0])


def zones_of(machine: Machine, block: bytearray) -> list[int]:
    """By piece."""
    at = machine.offsets.where
    return memoryview(block)[at : at + 2 * machine.code.layout.pieces].cast("h").tolist()


def unknown(machine: Machine, block: bytearray, bit: int) -> list[int]:
    """The pieces of which the seat does not know that they lie where they do."""
    return [piece for piece, known in enumerate(knowing(machine, block)) if not known & bit]


def once_unknown(machine: Machine, blocks: Iterable[bytearray], bit: int) -> list[int]:
    """The pieces of which the seat did not know it in one of these positions."""
    at, size = machine.offsets.known, 4 * machine.code.layout.pieces
    throughout = (1 << 8 * size) - 1
    for block in blocks:
        throughout &= int.from_bytes(block[at : at + size], "little")
    words = memoryview(throughout.to_bytes(size, "little")).cast("I")
    return [piece for piece, known in enumerate(words) if not known & bit]


def knowing(machine: Machine, block: bytearray) -> memoryview:
    """By piece, a bit for each seat that knows that it lies where it does."""
    at = machine.offsets.known
    return memoryview(block)[at : at + 4 * machine.code.layout.pieces].cast("I")
