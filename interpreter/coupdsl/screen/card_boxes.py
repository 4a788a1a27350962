"""Cards as boxes side by side, where a screen has room for them: thick edges where one can be chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from coupdsl.screen.flowing import Bit, Line, Word, width

# The edges by the sign that stands before a card in a line: corners and sides from the top, from left to right.
_EDGES = {"[": "┏━┓┃┃┗━┛", "▸": "┏━┓▸◂┗━┛", "✓": "┏━┓✓✓┗━┛", " ": "╭─╮││╰─╯"}


class Card(NamedTuple):
    """One card as it is marked in a line, with what stands `below`; `apart` from the one before or not."""

    word: Word
    below: str = ""
    apart: bool = False


def boxes(cards: Iterable[Card], wide: int) -> list[Line]:
    """All of them in rows of boxes."""
    rows: list[list[Card]] = [[]]
    room = wide
    for card in cards:
        needed = _needed(card)
        if needed > room and rows[-1]:
            rows.append([])
            room = wide
        rows[-1].append(card)
        room -= needed
    return [line for row in rows if row for line in _row(row)]


def _needed(card: Card) -> int:
    return max(width(card.word), width([Bit(card.below)])) + card.apart


def _row(cards: list[Card]) -> list[Line]:
    drawn = [_lines(card) for card in cards]
    lines = [tuple(bit for one in drawn for bit in one[at]) for at in range(4)]
    return lines if any(card.below for card in cards) else lines[:3]


def _lines(card: Card) -> list[Line]:
    """The edge above, the card, the edge below, and what stands under it."""
    (bit,) = card.word
    edges = _EDGES[bit.text[0]]
    inside, wide = bit.text[1:-1], _needed(card) - card.apart
    lines = [edges[0] + edges[1] * (width(card.word) - 2) + edges[2], edges[3] + inside + edges[4]]
    lines.append(edges[5] + edges[6] * (width(card.word) - 2) + edges[7])
    before = [Bit(" ")] if card.apart else []
    fill = [Bit(" " * (wide - width(card.word)))]
    found: list[Line] = [(*before, bit._replace(text=text), *fill) for text in lines]
    return [*found, (*before, Bit(card.below + " " * (wide - width([Bit(card.below)])), "faint"))]


__all__ = ["Card", "boxes"]
