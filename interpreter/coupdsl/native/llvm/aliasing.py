"""What is told to LLVM beside the instructions: the parts of a state, and which way a branch almost always goes.

All of a state is one block. Its parts are told as kinds of values that never share memory (type-based alias analysis):
without them LLVM must take every write at a place worked out in play for a write anywhere in the block, and read
everything again.
"""

from __future__ import annotations

from bisect import bisect_right

GENERATORS = 0  # the number of the first part: generators
ALMOST_ALWAYS = ", !prof !0"  # written after a branch that almost always goes the first way


class Aliasing:
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
        lines = ['!0 = !{!"branch_weights", i32 1000, i32 1}', '!1 = !{!"state"}']
        for number in range(len(self._starts)):
            kind = 2 * number + 2
            lines += [f'!{kind} = !{{!"part {number}", !1, i64 0}}', f"!{kind + 1} = !{{!{kind}, !{kind}, i64 0}}"]
        return lines


def tag(part: int) -> str:
    """What is written after an instruction that reads or writes a part."""
    return f", !tbaa !{2 * part + 3}"
