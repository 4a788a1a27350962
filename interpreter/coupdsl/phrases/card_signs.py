"""What people read on cards: the signs of suits, and the letters of ranks in each language.

The texts of a game say it, under `signs` and `letters`; of a pack of the four suits below there is no need to.
"""

from __future__ import annotations

from collections.abc import Iterable

from coupdsl.language.program import Program
from coupdsl.rulesets.ruleset import Labels

SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
LETTERS = {
    "en": {"ten": "10"},
    "fr": {"ten": "10", "jack": "V", "queen": "D", "king": "R"},
}

USUAL = {  # that need no explanation
    "ace": ("A",), "king": ("K",), "queen": ("Q",), "jack": ("J",), "ten": ("T", "10"), "nine": ("9",), "eight": ("8",),
    "seven": ("7",), "six": ("6",), "five": ("5",), "four": ("4",), "three": ("3",), "two": ("2",),
}  # fmt: skip


def is_told_by(label: str, mark: str) -> bool:
    """Is a mark the beginning of what it stands for?"""
    return label.casefold().startswith(mark.casefold())


def has_usual_suits(names: Iterable[str]) -> bool:
    """Are they of these four, or all four with others beside them, as in Tarot? Clubs are also of an Italian pack."""
    suits = set(names)
    return SYMBOLS.keys() >= suits or suits >= SYMBOLS.keys()


def signs_of(program: Program, labels: Labels | None) -> dict[str, str]:
    """The signs of its suits: those that the texts name; else of these four, where they are those of its pack."""
    names = [suit.name for suit in program.suits]
    told = {name: sign for name in names if labels is not None and (sign := labels.get(f"signs.{name}"))}
    return told or (SYMBOLS if has_usual_suits(names) else {})


def letters_of(program: Program, language: str, labels: Labels | None) -> dict[str, str]:
    """What stands on a card for each rank: what the texts say, and in a pack of signs what people write.

    The marks that the rules give them where one of those letters is the mark of another rank, and in other packs.
    """
    marks = {rank.name: rank.mark for rank in program.ranks}
    told = {name: letter for name in marks if labels is not None and (letter := labels.get(f"letters.{name}"))}
    usual = LETTERS.get(language, LETTERS["en"]) if signs_of(program, labels) else {}
    letters = told or {name: letter for name, letter in usual.items() if name in marks}
    taken = {mark for name, mark in marks.items() if mark != letters.get(name)} & {*letters.values()}
    return {**marks, **letters} if not taken else marks


__all__ = ["USUAL", "has_usual_suits", "is_told_by", "letters_of", "signs_of"]
