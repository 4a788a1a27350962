"""What lay in a place that has been cleared, such as a trick, which is looked at until something lies there again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from coupdsl.play.account.laid_pieces import Laid, LaidPieces


class _Cleared(Struct):
    pieces: tuple[Laid, ...]  # in the order in which they came
    lies_in: set[str]  # where they went
    has_moved_on: bool = False


class ClearedPlaces:
    """Of each of the places called `names`, the known pieces that lay there last; `pieces` gives them.

    Lets `placed` hear, too, which says who played what lies there.
    """

    def __init__(self, names: Iterable[str], placed: LaidPieces) -> None:
        self._names = frozenset(names)
        self._placed = placed
        self._cleared: dict[str, _Cleared] = {}

    def pieces(self) -> dict[str, tuple[Laid, ...]]:
        return {zone: cleared.pieces for zone, cleared in self._cleared.items()}

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        """The events of one move. What is gathered up by the very move that cleared a place is seen until the next."""
        self._cleared = {zone: cleared for zone, cleared in self._cleared.items() if not cleared.has_moved_on}
        for event in events:
            if event["event"] == "moved":
                self._moved(event["from"], event["to"], event["pieces"])
            self._placed.hear(event)

    def _moved(self, start: str, end: str, faces: Iterable[str]) -> None:
        for cleared in self._cleared.values():
            cleared.has_moved_on |= start in cleared.lies_in
        if self._is_one(start):
            self._clear(start, end, self._placed.took_from(start, faces))
        if self._is_one(end):
            self._cleared.pop(end, None)

    def _is_one(self, zone: str) -> bool:
        return zone.partition(" ")[0] in self._names

    def _clear(self, start: str, end: str, went: Iterable[Laid]) -> None:
        before = self._cleared.get(start, _Cleared((), set()))
        self._cleared[start] = _Cleared((*before.pieces, *went), {*before.lies_in, end})


__all__ = ["ClearedPlaces"]
