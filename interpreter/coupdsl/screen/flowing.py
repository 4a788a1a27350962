"""Lines of text in which things can be chosen, broken so that they fit: what is drawn, before any terminal is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.cells import cell_len, chop_cells

from coupdsl.language.signs import made_safe
from coupdsl.play.wrapping import APART, HELD


class Item(NamedTuple):
    """What a click does: `pick` a key on the table, `answer` with a group of keys, ask `why`, or something else."""

    do: str
    name: str = ""


class Bit(NamedTuple):
    """Some text in one style, which names what it is: `strong`, `faint`, or a colour."""

    text: str
    style: str = ""
    item: Item | None = None


Word = tuple[Bit, ...]  # is never broken, if it is not wider than a line
Line = tuple[Bit, ...]

# Signs that not every terminal has, with what stands for them there.
_PLAIN = {"▸": ">", "◂": "<", "▮": "#", "·": ".", "✓": "*", "…": "...", "─": "-"}


class Letters:
    """Makes text harmless; `near` gives the nearest letters where a terminal has not all of them."""

    def __init__(self, near: Callable[[str], str] | None = None) -> None:
        self._near, self.are_few = near, near is not None

    def __call__(self, text: str) -> str:
        safe = made_safe(" ".join(text.split()))
        return self._near(safe) if self._near is not None else safe

    def sign(self, sign: str) -> str:
        return _PLAIN[sign] if self.are_few else sign


def width(bits: Iterable[Bit]) -> int:
    return sum(cell_len(bit.text) for bit in bits)


def words(text: str, style: str = "") -> list[Word]:
    """Text that can be broken at each blank, but where a sign that stands apart in French would begin a line."""
    return _at_blanks((Bit(" ".join(text.split()), style),))


def flow(given: Iterable[Word], wide: int, gap: int = 1, indent: int = 0) -> list[Line]:
    """Words in lines of at most `wide` cells, `gap` blanks between them; all lines but the first are indented."""
    lines: list[list[Bit]] = [[]]
    room = wide
    for word in (part for one in given for part in _fitting(one, wide - indent)):
        needed = width(word)
        before = gap if lines[-1] and not _is_indent(lines[-1]) else 0
        if before + needed > room and before:
            lines.append([Bit(" " * indent)] if indent else [])
            room, before = wide - indent, 0
        lines[-1] += [*([Bit(" " * before)] if before else []), *word]
        room -= before + needed
    return [_joined(line) for line in lines if line]


def _joined(line: list[Bit]) -> Line:
    """The same with fewer bits: those of one style together, with the blanks between them."""
    found: list[Bit] = []
    for at, bit in enumerate(line):
        after = line[at + 1] if at + 1 < len(line) else bit
        if found and bit.text.isspace() and found[-1][1:] == after[1:]:
            bit = after._replace(text=bit.text)
        if found and found[-1][1:] == bit[1:]:
            bit = bit._replace(text=found.pop().text + bit.text)
        found.append(bit)
    return tuple(found)


def _is_indent(line: list[Bit]) -> bool:
    return len(line) == 1 and not line[0].text.strip()


def _fitting(word: Word, wide: int) -> list[Word]:
    """The word, or as many as it must be broken into: at its blanks, and where there are none anywhere."""
    if width(word) <= wide:
        return [word]
    parts = _at_blanks(word)
    if len(parts) > 1:
        return [fitting for part in parts for fitting in _fitting(part, wide)]
    return [(bit._replace(text=part),) for bit in word for part in chop_cells(bit.text, max(1, wide))]


def _at_blanks(word: Word) -> list[Word]:
    found: list[list[Bit]] = [[]]
    for bit in word:
        first, *others = APART.sub(HELD, bit.text).split(" ")
        found[-1].append(bit._replace(text=first.replace(HELD, " ")))
        found += [[bit._replace(text=part.replace(HELD, " "))] for part in others]
    kept = [tuple(bit for bit in bits if bit.text) for bits in found]
    return [bits for bits in kept if bits]


__all__ = ["Bit", "Item", "Letters", "Line", "Word", "flow", "width", "words"]
