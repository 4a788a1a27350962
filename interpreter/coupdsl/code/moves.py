"""Moves: a fixed alphabet with stable notation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from coupdsl.code.layout import Layout
from coupdsl.language.types import Type


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that can be decided; `str(move)` is its notation, `id` its place in the alphabet of the rules.

    Moves with one word are of one kind: its number. The same move of the same rules loaded again is equal.
    """

    id: int
    word: str
    arguments: tuple[str, ...]
    kind: int

    def __hash__(self) -> int:
        return self.id  # which tells them apart at once: rules look moves up all the time

    def __str__(self) -> str:
        return " ".join((self.word, *self.arguments))


class Alphabet:
    """All moves of a ruleset, in the order in which the rules name them."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.by_text: dict[str, Move] = {}
        self._kinds: dict[str, int] = {}

    def move(self, word: str, *arguments: str) -> Move:
        text = " ".join((word, *arguments))
        found = self.by_text.get(text)
        if found is None:
            found = self.by_text[text] = Move(
                len(self.moves), word, arguments, self._kinds.setdefault(word, len(self._kinds))
            )
            self.moves.append(found)
        return found

    def meant(self, move: Move | str) -> Move | None:
        """The move of these rules that is so written; of other rules, the one with the same notation.

        What is neither a move nor a text raises TypeError.
        """
        if isinstance(move, Move):
            if move.id < len(self.moves) and self.moves[move.id] is move:
                return move
            move = str(move)
        elif not isinstance(move, str):
            raise TypeError(f"a move is its notation or a `Move`, such as `rules.moves[3]`, not {move!r}")
        return self.by_text.get(" ".join(move.split()))


def notation(kind: Type, value: int, layout: Layout) -> str:
    """How a value of type `kind` is written in a move."""
    program = layout.rules.program
    if kind.family:
        return layout.face_of[value]
    if kind.name == "suit":
        return program.suits[value].name
    if kind.name == "rank":
        return program.ranks[value].name
    if kind.name == "cell":
        return layout.board.names[value]
    if kind.name in program.kinds:
        return program.kinds[kind.name].entries[value].written
    return str(value)


def domain(kind: Type, layout: Layout) -> Iterable[int]:
    """Every value that a choice of type `kind` can ever offer; empty for numbers, which have their range."""
    program = layout.rules.program
    if kind.name == "piece":
        return range(layout.pieces)
    if kind.name == "card":
        return range(layout.cards)
    if kind.family:
        return layout.family_list(kind.name)
    if kind.name == "seat":
        return range(layout.seats)
    if kind.name == "suit":
        return range(len(program.suits))
    if kind.name == "rank":
        return range(len(program.ranks))
    if kind.name == "cell":
        return range(len(layout.board.names))
    if kind.name in program.kinds:
        return [entry.index for entry in layout.rules.entries(program.kinds[kind.name])]
    return ()
