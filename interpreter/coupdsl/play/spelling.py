"""How a move can be written: as it is printed in a language, with letters or signs, and in other ways people write it.

Texts are compared as `spelled`: in small letters, without accents, and without the signs around words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from coupdsl.language.accents import unaccented
from coupdsl.phrases.card_signs import signs_of
from coupdsl.play.spoken import Words

Forms = tuple[str, ...]

OPEN_SIGNS = str.maketrans(dict(zip("♤♡♢♧’ʼ", "♠♥♦♣''", strict=True)) | {"²": "^2", "³": "^3"})
BEFORE_SIGN = re.compile(r" (?=[♠♥♦♣])")
AROUND = ',;:.!?()«»"“”`…'  # what stands around words
OF = {"en": "of", "fr": "de"}  # between a rank and its suit


def folded(text: str) -> str:
    """For comparing what is typed: small letters without accents."""
    return unaccented(text.translate(OPEN_SIGNS))


def spelled(text: str) -> str:
    """The same, word by word, without what stands around words; a suit's sign belongs to the word before it."""
    words = map(_bare, folded(text).split())
    return BEFORE_SIGN.sub("", " ".join(word for word in words if word))


def _bare(word: str) -> str:
    bare = word.strip(AROUND)
    is_part = bare[:1].isdecimal() and word.partition(bare)[0].endswith(".")
    return f".{bare}" if is_part else bare  # half of something is not five of it


class Spelling:
    """The ways to write the moves of one ruleset, for people who are told of it by `words`."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self._signs_of = signs_of(words.rules.program, words.labels)
        self._printed: dict[tuple[str, int, str], Forms] = {}
        self._any: dict[tuple[str, int, str], Forms] = {}
        self._notation: dict[str, str] = {}

    @cached_property
    def tongues(self) -> list[Words]:
        """Words of every language there are texts in, the people's own first."""
        own, rules = self.words.language, self.words.rules
        others = sorted({*rules.labels, "en"} - {own})
        return [Words(rules, language, True, self.words.names) for language in (own, *others)]

    @cached_property
    def _looks(self) -> list[Words]:
        """The people's own words, with letters for suits and with signs."""
        words = self.words
        return [words, Words(words.rules, words.language, not words.plain, words.names)]

    def notation(self, text: str) -> str:
        """A move as it is written itself; who asks about any move has it compared with all of them."""
        if text not in self._notation:
            self._notation[text] = spelled(text)
        return self._notation[text]

    def printed(self, text: str) -> list[Forms]:
        """For each part of a move how it is printed: its notation, and its words, with letters or signs."""
        return _parts(text, self._printed, self._printed_forms)

    def any(self, text: str) -> list[Forms]:
        """For each part of a move how it may be written, in any language."""
        return _parts(text, self._any, self._any_forms)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The first words of all that can be typed for a move, or for it without its own first part."""
        texts = self.words.rules.code.alphabet.by_text
        forms = {form for text in texts for part in (*self.printed(text)[:2], *self.any(text)[:2]) for form in part}
        return frozenset(form.partition(" ")[0] for form in forms)

    def _said(self, word: str, at: int, part: str, words: Words) -> str:
        if at < 0:
            return words.word(word)
        return words.picked(word, at, part, None)

    def _around(self, word: str, at: int, part: str, words: Words) -> Iterator[str]:
        """The same with what is said before it in a sentence, where the label of the move has that."""
        before = words.around(word)
        if 0 <= at < len(before) - 1:
            yield f"{before[at + 1]} {self._said(word, at, part, words)}"
        elif at < 0:
            yield before[0]

    def _names_piece(self, word: str, at: int, part: str) -> bool:
        return self.words.is_piece_picked(word, at, part) and (at >= 0 or self.words.is_picked(word))

    def _printed_forms(self, word: str, at: int, part: str) -> Iterator[str]:
        for words in self._looks:
            yield self._said(word, at, part, words)
            yield from self._around(word, at, part, words)

    def _any_forms(self, word: str, at: int, part: str) -> Iterator[str]:
        for words in (*self.tongues, *self._looks):
            yield self._said(word, at, part, words)
            yield from self._around(word, at, part, words)
        if self._names_piece(word, at, part):
            yield from self.names(part)
        elif self.words.is_seat(word, at):
            yield from seat_forms(part)
        else:
            yield part.rpartition(".")[2].replace("_", " ")
            marks = [suit.mark for suit in self.words.rules.program.suits if suit.name == part]
            yield from (mark for suit in marks for mark in (suit, self._signs_of.get(part, suit)))

    # ---- pieces
    def names(self, face: str) -> Iterator[str]:
        """A piece as people may write it, shortly or in words."""
        yield face
        if not self.words.is_suited(face):
            yield from (tongue.piece(face) for tongue in self.tongues)
            return
        yield from self._signs(face)
        suit = self.words.rules.program.suits[self.words.suit_index(face)].name
        rank = self.words.rules.program.ranks[self.words.rank_index(face)].name
        for tongue in self.tongues:
            named = tongue.label("names", suit)
            for one in (*self._letters(face), rank, tongue.label("names", rank)):
                for many in (named, f"{named}s", named.removesuffix("s"), suit):
                    yield f"{one} {OF.get(tongue.language, 'of')} {many}"
                    yield f"{one} {many}"

    def other_ways(self) -> list[str]:
        """In how many ways a card can be written: one that people write in many, as an example."""
        face = max(filter(self.words.is_suited, self.words.layout.face_of), key=lambda face: len(self._letters(face)))
        words, program = self.words, self.words.rules.program
        suit, rank = program.suits[words.suit_index(face)].name, program.ranks[words.rank_index(face)].name
        of = OF.get(words.language, "of")
        return [
            *dict.fromkeys(self._signs(face)),
            f"{words.label('names', rank)} {of} {words.label('names', suit)}".lower(),
        ]

    def _signs(self, face: str) -> Iterator[str]:
        """A card of a suit by its letters and the suit's sign."""
        if not self.words.is_suited(face):
            return
        suit = self.words.rules.program.suits[self.words.suit_index(face)]
        for letter in self._letters(face):
            yield letter + suit.mark
            yield letter + self._signs_of.get(suit.name, suit.mark)

    def _letters(self, face: str) -> list[str]:
        """What stands on the card for its rank; then how else it is written, where that is no other's mark."""
        ranks = self.words.rules.program.ranks
        rank = ranks[self.words.rank_index(face)]
        ten = ["T"] if rank.mark == "10" and all(other.mark != "T" for other in ranks) else []
        return list(dict.fromkeys((self.words.letters[rank.name], rank.mark, *ten)))


def seat_forms(number: object) -> list[str]:
    """A seat by its number, as people may write it also where those who sit there have names."""
    return [f"{word} {number}" for word in ("seat", "player", "joueur", "le joueur", "siège")]


def _parts(
    text: str, kept: dict[tuple[str, int, str], Forms], forms: Callable[[str, int, str], Iterator[str]]
) -> list[Forms]:
    """The forms of each part of a move, made once."""
    word, *rest = text.split()
    found = []
    for at, part in enumerate((word, *rest), -1):
        key = (word, at, part)
        if key not in kept:
            texts = (spelled(form) for form in (part, *forms(word, at, part)))
            kept[key] = tuple(dict.fromkeys(form for form in texts if form))
        found.append(kept[key])
    return found


def written(parts: Sequence[Forms], typed: str) -> bool:
    """Is `typed` one form of each part, one after the other?"""
    if not parts:
        return False
    first, *rest = parts
    if not rest:
        return typed in first
    return any(typed.startswith(f"{form} ") and written(rest, typed[len(form) + 1 :]) for form in first)


def begun(parts: Sequence[Forms], typed: str) -> bool:
    """Is it the beginning of that?"""
    if not parts:
        return False
    first, *rest = parts
    return any(
        _begins(typed, form) or (typed.startswith(f"{form} ") and begun(rest, typed[len(form) + 1 :])) for form in first
    )


def _begins(typed: str, form: str) -> bool:
    """Does the form begin so? A number is no beginning of a longer one."""
    return form.startswith(typed) and not (typed[-1].isdigit() and form[len(typed) : len(typed) + 1].isdigit())


__all__ = ["Spelling", "begun", "folded", "seat_forms", "spelled", "written"]
