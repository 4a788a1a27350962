"""What people read on cards: the signs of suits, and the letters of ranks in each language."""

from __future__ import annotations

from coupdsl.language.program import Program

SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
LETTERS = {
    "en": {"ten": "10"},
    "fr": {"ten": "10", "jack": "V", "queen": "D", "king": "R"},
}


def signs_of(program: Program) -> dict[str, str]:
    """The signs of its suits; none where there are others than these four, as clubs are of an Italian pack."""
    return SYMBOLS if SYMBOLS.keys() >= {suit.name for suit in program.suits} else {}


def letters_of(program: Program, language: str) -> dict[str, str]:
    """What stands on a card for each rank: in a pack of these four suits what people write in the language.

    The marks that the rules give them where one of those letters is the mark of another rank, and in other packs.
    """
    marks = {rank.name: rank.mark for rank in program.ranks}
    letters = {name: letter for name, letter in LETTERS.get(language, LETTERS["en"]).items() if name in marks}
    taken = {mark for name, mark in marks.items() if mark != letters.get(name)} & {*letters.values()}
    return {**marks, **letters} if signs_of(program) and not taken else marks


__all__ = ["letters_of", "signs_of"]
