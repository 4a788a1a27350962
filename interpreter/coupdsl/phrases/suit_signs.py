"""The signs that people write for suits."""

from __future__ import annotations

from coupdsl.language.program import Program

SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}


def signs_of(program: Program) -> dict[str, str]:
    """The signs of its suits; none where there are others than these four, as clubs are of an Italian pack."""
    return SYMBOLS if SYMBOLS.keys() >= {suit.name for suit in program.suits} else {}
