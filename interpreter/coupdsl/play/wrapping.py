"""Long lines as several."""

from __future__ import annotations

import re
import textwrap

HELD = "\N{NO-BREAK SPACE}"
APART = re.compile(r" (?=[;:!?»])|(?<=«) ")  # signs that stand apart in French, and yet begin or end no line


def wrapped(line: str, width: int, indent: str, cutting: bool = False) -> list[str]:
    """Lines of so many letters, all but the first so far in.

    A longer word stands whole, or is cut, where none is parted at a hyphen.
    """
    held = APART.sub(HELD, line)
    pieces = textwrap.wrap(
        held, width, subsequent_indent=indent, break_long_words=cutting, break_on_hyphens=not cutting
    )  # fmt: skip
    return [piece.replace(HELD, " ") if HELD not in line else piece for piece in pieces]


__all__ = ["APART", "HELD", "wrapped"]
