"""The parts of a state, told to LLVM as kinds of values that never share memory (type-based alias analysis).

All of a state is one block, so without them LLVM must take every write at a place worked out in play for a write
anywhere in it, and read everything again.
"""

from __future__ import annotations

from bisect import bisect_right

CHANCE = 0  # the number of the first part: generators


class Parts:
    """No instruction reaches from one part into another: what is kept per seat or per card is one part."""

    def __init__(self) -> None:
        self._starts: list[int] = []

    def begin(self, offset: int) -> None:
        """A part begins; parts are begun in the order in which they lie."""
        self._starts.append(offset)

    def at(self, offset: int) -> int:
        """The number of the part at a place of the state."""
        return bisect_right(self._starts, offset) - 1

    def text(self) -> list[str]:
        """What the tags of instructions stand for."""
        lines = ['!0 = !{!"state"}']
        for number in range(len(self._starts)):
            kind = 2 * number + 1
            lines += [f'!{kind} = !{{!"part {number}", !0, i64 0}}', f"!{kind + 1} = !{{!{kind}, !{kind}, i64 0}}"]
        return lines


def tag(part: int) -> str:
    """What is written after an instruction that reads or writes a part."""
    return f", !tbaa !{2 * part + 2}"
