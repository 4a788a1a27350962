"""Pieces as they are drawn: what stands on them, in the words of one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from coupdsl.phrases.languages import WORDS
from coupdsl.play.spoken import Words
from coupdsl.rulesets.table_hints import Hints
from coupdsl.scene.model import Piece

View = dict[str, Any]
UNKNOWN = Piece()


class Faces:
    """The pieces of one ruleset."""

    def __init__(self, words: Words, hints: Hints) -> None:
        self.words, self.hints = words, hints
        self._known = {face: self._piece(face) for face in dict.fromkeys(words.layout.face_of)}

    def _piece(self, face: str) -> Piece:
        words, program = self.words, self.words.rules.program
        label, family = words.piece(face), "" if words.is_card(face) else words.family(face)
        suit, rank = words.suit_index(face), words.rank_index(face)
        if suit < 0:
            known = (
                program.ranks[rank].name
                if rank >= 0
                else next((e.name for e in program.extras if e.mark == face), family)
            )
            sign, colour = words.find(f"signs.{known}") or "", words.find(f"colours.{known}") or ""
            return Piece(face, label, label, sign=sign, colour=colour, family=family, kind=self.kind(known, family))
        names = (words.label("names", program.ranks[rank].name), words.label("names", program.suits[suit].name))
        said = WORDS[words.language]["face"].format(*names)
        letter = words.letters[program.ranks[rank].name]
        colour = words.find(f"colours.{program.suits[suit].name}") or ""
        kind = self.kind(program.ranks[rank].name, family)
        return Piece(face, label, said, letter, label.removeprefix(letter), colour, family, kind)

    def kind(self, name: str, family: str) -> str:
        """What a piece called so is drawn as; of no family, it is a card."""
        return self.hints.first("pieces", (name, family or "card")) or ("marker" if family else "card")

    def read_aloud(self) -> dict[str, str]:
        """In full words, each piece that is written in another way."""
        return {piece.label: piece.said for piece in self._known.values() if piece.label != piece.said}

    def drawn_as(self) -> dict[str, str]:
        """For each card of a suit and a rank what stands on it in any language: the sign, and the mark in the rules."""
        words, ranks = self.words, self.words.rules.program.ranks
        cards = (name for name, piece in self._known.items() if piece.rank)
        return {name: self._known[name].sign + ranks[words.rank_index(name)].mark for name in cards}

    def one(self, face: str | None, view: View, by: int | None = None) -> Piece:
        """One piece, with what is kept for it."""
        if face is None:
            return UNKNOWN
        piece = self._known[face]
        notes = tuple(self._notes(view["pieces"].get(face, {}), view))
        kept = tuple(self._notes(self.words.remembered_of(face, view), view))
        return replace(piece, by=by, notes=notes, kept=kept) if notes or kept or by is not None else piece

    def _notes(self, kept: Mapping[str, Any], view: View) -> Iterator[str]:
        for name, value in kept.items():
            if value is None or value is False:
                continue
            label = self.words.label("names", name)
            said = self.words.value(value, self.words.of_pieces[name].type, view["seat"])
            says_it = isinstance(value, str | list) and self.words.find(f"names.{name}") is None
            yield label if value is True else said if says_it else f"{label} {said}"

    def sorted(self, faces: Iterable[str], view: View, zone: str) -> tuple[Piece, ...]:
        """Pieces that lie in no order: cards sorted as there, then how many there are of whatever is alike."""
        cards: list[str] = []
        others: list[str] = []
        for face in faces:
            (others if self._is_alike(face, view) else cards).append(face)
        alike = Counter(map(self.words.family, others))
        known = (self.one(face, view) for face in self.words.sorted(cards, zone))
        return (*known, *(self._many(*one) for one in alike.items()))

    def in_order(self, faces: Iterable[str], view: View) -> tuple[Piece, ...]:
        """Pieces as they lie in a row: how many there are of neighbours that are alike."""
        found: list[Piece] = []
        for alike, group in groupby(faces, lambda face: self.words.family(face) if self._is_alike(face, view) else ""):
            each = [*group]
            found += [self._many(alike, len(each))] if alike else [self.one(face, view) for face in each]
        return tuple(found)

    def _is_alike(self, face: str, view: View) -> bool:
        """Does nothing tell it from others of its family?"""
        return bool(self._known[face].family) and not self.words.kept_for(face, view)

    def _many(self, family: str, count: int) -> Piece:
        label = self.words.label("names", family)
        sign, colour = self.words.find(f"signs.{family}") or "", self.words.find(f"colours.{family}") or ""
        kind = self.kind(family, family)
        return Piece("", label, label, sign=sign, colour=colour, family=family, kind=kind, count=count)


__all__ = ["UNKNOWN", "Faces"]
