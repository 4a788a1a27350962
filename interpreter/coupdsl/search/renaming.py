"""Which pieces a move names, and the move that names others in their place."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from coupdsl.code.code import Code
from coupdsl.code.decisions import Drawing, Settling
from coupdsl.code.moves import Move
from coupdsl.language.records import record

MOST_KEPT = 50_000  # moves with other names


@record
class Named:
    """A move as it is made somewhere: the moves it stands among, its key there, and where in the key pieces stand.

    `pieces` are what it names; of pieces that are written alike, the first.
    """

    moves: Mapping[Any, Move]
    key: tuple[Any, ...]
    places: tuple[int, ...]
    pieces: tuple[int, ...]


class Renaming:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.faces = code.layout.face_of
        self._renamed: dict[tuple[int, int, int, int], int | None] = {}
        self.namings = array("q")  # by piece, the moves that name it in place of another; -1 where there is none
        self._namings: dict[tuple[Any, ...], int] = {}
        self._under: dict[tuple[int, ...], int | None] = {}

    def pieces(self, pc: int, move: int) -> tuple[int, ...]:
        """What a move names, made at this step; of pieces that are written alike, the first."""
        return self._table(pc)[move].pieces

    def zone(self, pc: int, move: int) -> int:
        """Where the piece comes to lie that chance draws or settles."""
        return int(self._table(pc)[move].key[1])

    def renamed(self, pc: int, move: int, one: int, other: int) -> int | None:
        """The move that names either of two pieces in place of the other, None if there is none."""
        asked = pc, move, one, other
        if asked not in self._renamed:
            if len(self._renamed) > MOST_KEPT:
                self._renamed.clear()
            change = {self.faces[other]: one, self.faces[one]: other}
            self._renamed[asked] = self._otherwise(pc, move, change)
        return self._renamed[asked]

    def place_of_namings(self, pc: int, move: int) -> int | None:
        """Where in `namings` those moves begin that name another piece in place of the one that is named.

        None where a move names no piece, or several.
        """
        named = self._table(pc)[move]
        if len(named.pieces) != 1:
            return None
        key = list(named.key)
        key[named.places[0]] = -1
        asked = id(named.moves), *key
        if asked not in self._namings:
            self._namings[asked] = len(self.namings)
            renamed = (
                self._otherwise(pc, move, {self.faces[named.pieces[0]]: piece}) for piece in range(len(self.faces))
            )
            self.namings.extend(-1 if one is None else one for one in renamed)
        return self._namings[asked]

    def under(self, pc: int, move: int, image: Mapping[int, int]) -> int | None:
        """The move that names for each piece its image, where it has one; None if there is none."""
        pieces = self._table(pc)[move].pieces
        asked = pc, move, *[image.get(piece, piece) for piece in pieces]
        if asked not in self._under:
            if len(self._under) > MOST_KEPT:
                self._under.clear()
            change = {self.faces[piece]: image.get(piece, piece) for piece in pieces}
            self._under[asked] = self._otherwise(pc, move, change)
        return self._under[asked]

    def _otherwise(self, pc: int, move: int, change: Mapping[str, int]) -> int | None:
        named = self._table(pc)[move]
        key = list(named.key)
        chosen = pc in self.code.decisions
        for at in named.places:
            to = change.get(self.faces[key[at]] if chosen else key[at])
            if to is not None:
                key[at] = to if chosen else self.faces[to]
        alone = chosen and len(key) == 1
        found = named.moves.get(key[0] if alone else tuple(key))
        return found.id if found is not None else None

    def of_pieces(self) -> set[str]:
        """The decisions in which every option picks one piece."""
        code = self.code
        others = {
            decision.name
            for decision in code.decisions.values()
            for option in decision.options
            if len(option.picks) != 1 or not code.picks_piece(option.picks[0])
        }
        return {decision.name for decision in code.decisions.values()} - others

    def _table(self, pc: int) -> dict[int, Named]:
        return named_moves(self.code, pc)


@lru_cache(maxsize=2_000)
def named_moves(code: Code, pc: int) -> dict[int, Named]:
    """What can be made at a step, by the id of the move."""
    found: dict[int, Named] = {}
    decision = code.decisions.get(pc)
    if decision is None:
        waiting: Drawing | Settling = code.drawings[pc] if pc in code.drawings else code.settlings[pc]
        first = {face: code.layout.face_of.index(face) for face, _ in waiting.moves}
        return {move.id: Named(waiting.moves, key, (0,), (first[key[0]],)) for key, move in waiting.moves.items()}
    for option in decision.options:
        places = tuple(at for at, pick in enumerate(option.picks) if code.picks_piece(pick))
        for picked, move in option.moves.items():
            key = picked if isinstance(picked, tuple) else (picked,)
            found.setdefault(move.id, Named(option.moves, key, places, tuple(key[at] for at in places)))
    return found
